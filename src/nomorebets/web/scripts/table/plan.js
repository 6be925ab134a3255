/** The plan: the whole table as one picture, true to the layout, each wager where it lies. */
import { h } from "../dom.js";
import { WIDTH } from "../games/layout.js";
import { money, signed } from "../money.js";
import { card, HIDDEN } from "../pieces/cards.js";
import { stack } from "../pieces/chips.js";
import { tile } from "../pieces/tiles.js";
import { playerName, wagerName } from "../words.js";
import { cloth, outline } from "./cloth.js";
import { net, ownSeats, sorted, stateOf } from "./reading.js";

const MIDDLE = WIDTH / 2;
/** Whose sums stand beside the chips on the plan; those of the others are in the tray and the record. */
const SUMMED = new Set(["ante", "raise", "play", "bet", "wager"]);
const RACK = ["v1000", "v500", "v100", "v100", "v25", "v25", "v25", "v5", "v5", "v5", "v1", "v1"];

/** @param {any} model */
export function plan(model) {
  const { layout, shown: view } = model;
  const positions = layout.positions(view.positions);
  return h("svg", { class: "plan", viewBox: `0 0 ${WIDTH} ${layout.height}`, role: "group", "aria-label": `${layout.title}, the table` },
    cloth(layout.height),
    furniture(model),
    inscriptions(model),
    positions.slice(0, view.positions).map((place, at) => position(model, place, at + 1)),
    positions.slice(0, view.positions).map((place, at) => plate(model, place, at + 1)));
}

/** Drop, rack, tips, shoe, discards, the dealer's hand. @param {any} model */
function furniture(model) {
  const { layout, shown: view } = model;
  return [
    box(293, 45, 69, 28, "DROP"), box(706, 45, 69, 28, "TIPS"),
    h("rect", { class: "rack", x: MIDDLE - 150, y: 41, width: 300, height: 36, rx: 4 }),
    RACK.map((value, at) => h("g", { class: `tube chip ${value}`, key: `tube ${at}` }, h("rect", { class: "disc", x: MIDDLE - 141 + at * 23.6, y: 46, width: 20, height: 26, rx: 2 }), h("path", { class: "edge", d: `M${MIDDLE - 141 + at * 23.6} 52h20m-20 7h20m-20 7h20` }))),
    h("g", { class: "discards" }, h("rect", { class: "place", x: 292, y: 84, width: 46, height: 60, rx: 4 }), h("rect", { class: "cover", x: 300, y: 91, width: 30, height: 44, rx: 3 }), h("text", { class: "note", x: 315, y: 159 }, "Discards")),
    h("g", null, h("rect", { class: "place hollow", x: 730, y: 84, width: 46, height: 60, rx: 4 }), h("path", { class: "edge2", d: "M738 96h30M738 104h30M738 112h30" }), h("text", { class: "note", x: 753, y: 159 }, "Shoe")),
    dealersHand(model),
    h("text", { class: "inscribed", x: MIDDLE, y: 188 }, told(view) ? "" : layout.title.toUpperCase()),
  ];
}

/** Whether the dealer's hand lies face up. @param {any} view */
export const told = (view) => Boolean(view.places.dealer?.words?.length) && !view.places.dealer.cards.includes(HIDDEN);

/** @param {number} x @param {number} y @param {number} w @param {number} tall @param {string} word */
const box = (x, y, w, tall, word) => [h("rect", { class: "area2", x, y, width: w, height: tall, rx: 3 }), h("text", { class: "letters", x: x + w / 2, y: y + tall / 2 + 4 }, word)];

/** @param {any} model */
export function dealersHand(model) {
  const { layout, shown: view } = model;
  const lying = view.places.dealer;
  const { width } = layout.dealer;
  const tall = width * 1.4;
  const groups = lying ? sorted(lying, layout.hand) : { plays: [], rest: [] };
  const all = [...groups.plays, ...groups.rest];
  const gap = groups.plays.length && groups.rest.length ? 18 : 0;
  const whole = all.length * (width + 5) - 5 + gap;
  let x = MIDDLE - whole / 2;
  const at = all.map((one, n) => {
    if (n === groups.plays.length) x += gap;
    const here = x;
    x += width + 5;
    return here;
  });
  return h("g", { class: "dealers", role: "group", "aria-label": `The dealer's hand${lying?.words?.[0] ? `: ${lying.words[0]}` : ""}` },
    all.map((one, n) => card(one, "index", { key: `dealer ${one === HIDDEN ? n : one}`, x: at[n], y: 86 + (gap && n >= groups.plays.length ? 3 : 0), width, height: tall, class: gap && n >= groups.plays.length ? "aside" : "" })),
    gap > 0 && h("path", { class: "bracket", d: `M${at[0]} ${90 + tall}v4H${at[groups.plays.length - 1] + width}v-4` }));
}

/** @param {any} model */
function inscriptions(model) {
  const { layout, posted, shown: view } = model;
  const words = view.places.dealer?.words?.[0];
  const tables = layout.tables.map((one) => ({ title: one.title, rows: rows(one.wager, posted) })).filter((one) => one.rows.length);
  const across = layout.tableWidth ?? 150;
  const left = MIDDLE - ((tables.length - 1) * across) / 2;
  const [houseX, houseY] = layout.house ?? [MIDDLE, layout.height - 172];
  return [
    told(view)
      ? h("text", { class: "dealers-words", x: MIDDLE, y: 190 }, `Dealer: ${words}`)
      : null,
    h("text", { class: "inscribed-line", x: MIDDLE, y: 212 }, layout.inscription),
    tables.map((table, n) => payTable(table, left + n * across, across, layout.tableRows ?? MOST_ROWS)),
    h("g", { class: "house", transform: `translate(${houseX} ${houseY})` }, h("circle", { class: "mark", r: 9 }), h("path", { class: "mark", d: "M-14 0h28" }), h("text", { class: "licensee", y: 34 }, view.licensee === "No More Bets" ? "HOUSE" : view.licensee.toUpperCase())),
  ];
}

const RAISES = [["2, 3 or 4 card", "= ante"], ["5 card", "to 2 × ante"], ["6 or 7 card", "to 3 × ante"]];

/** @param {string} wager @param {any} posted @returns {[string, string][]} */
function rows(wager, posted) {
  if (!wager) return /** @type {[string, string][]} */ (RAISES);
  const table = posted.tables[wager];
  return table ? Object.entries(table.rows).map(([row, pays]) => [row.replace(/ (Straight )?Flush$/, "").toLowerCase(), pays.replace(/ of the (main )?meter.*$/i, " of meter")]) : [];
}

const MOST_ROWS = 4;

const LETTER = 5.9; // how wide a letter is, about

/** A long table with its first rows two and two on a line, as far as they fit. @param {[string, string][]} rows @param {number} wide @param {number} most @returns {[string, string][]} */
function merged(rows, wide, most) {
  if (rows.length <= most || most < 2) return rows.slice(0, most);
  const [[one, first], [two, second], ...rest] = rows;
  const shared = one.replace(/^\S+/, "") === two.replace(/^\S+/, "");
  const name = shared ? `${one.split(" ")[0]} · ${two}` : `${one} · ${two}`;
  const pays = `${first.replace(/ to 1$/, "")} · ${second.replace(/ to 1$/, "")}`;
  if ((name.length + pays.length + 1) * LETTER > wide) return [rows[0], ...merged(rows.slice(1), wide, most - 1)];
  return [[name, pays], ...merged(rest, wide, most - 1)];
}

/** @param {{title: string, rows: [string, string][]}} table @param {number} x @param {number} across @param {number} most */
function payTable(table, x, across, most) {
  const half = across / 2 - 17;
  return h("g", { class: "pay-table" },
    h("text", { class: "letters", x, y: 236 }, table.title.toUpperCase()),
    h("path", { class: "edge2", d: `M${x - half} 243h${2 * half}` }),
    merged(table.rows, 2 * half, most).map(([row, pays], n) => [
      h("text", { class: "row", x: x - half, y: 258 + n * 15 }, row),
      h("text", { class: "pays", x: x + half, y: 258 + n * 15 }, pays),
    ]));
}

/** @param {any} model @param {import("../games/layout.js").Position} place @param {number} number */
export function position(model, place, number) {
  const { layout, shown: view, posted } = model;
  const seat = view.seats[number];
  const own = ownSeats(model).includes(number);
  const offered = new Set(posted.wagers.map((/** @type {any} */ one) => one.name));
  const areas = layout.areas.filter((area) => !area.wager || offered.has(area.wager) || ["raise", "play", "bet", "options"].includes(area.wager));
  const turned = `translate(${place.x} ${place.y}) rotate(${place.turn})`;
  return h("g", { class: `position ${seat ? "" : "open"} ${own ? "own" : ""}`, transform: turned, key: `position ${number}` },
    areas.map((area) => bettingArea(model, area, number, seat, own, place)),
    othersCards(model, number, own));
}

/** @param {any} model @param {import("../games/layout.js").Area} area @param {number} number @param {any} seat @param {boolean} own @param {import("../games/layout.js").Position} place */
function bettingArea(model, area, number, seat, own, place) {
  const chips = area.wager ? seat?.chips[area.wager] ?? 0 : 0;
  const ended = seat?.settled?.[area.wager];
  const lost = ended && ended.result !== "win" && ended.result !== "push" && ended.result !== "void" && ended.result !== undefined;
  const laid = chips > 0 && !lost;
  const offer = own && model.bets[`${number} ${area.wager}`];
  const upright = `rotate(${-place.turn} ${area.x} ${area.y})`;
  const side = area.x < -20 ? -1 : 1;
  const words = `${wagerName(area.wager)}, seat ${number}${chips ? `, ${money(chips)}` : ""}`;
  return h("g", { class: `area-group ${offer ? "offered" : ""}`, key: area.wager + area.label.join(),
    ...(offer ? { role: "button", tabindex: "0", "aria-label": `${words}: add ${money(model.chip)}`, onclick: () => model.bet(number, area.wager), oncontextmenu: (/** @type {Event} */ event) => { event.preventDefault(); model.takeBack(number, area.wager); }, onkeydown: (/** @type {KeyboardEvent} */ event) => areaKey(event, model, number, area.wager) } : {}) },
    outline(area, { class: "area" }),
    area.form === "circle" && area.wager === "ante" && h("circle", { class: "inner", cx: area.x, cy: area.y, r: area.w / 2 - 4 }),
    area.wager === "progressive" && h("circle", { class: `light ${chips ? "lit" : ""}`, cx: area.x, cy: area.y + area.h / 2 - 8, r: 3.5 }),
    !laid && (lost && own ? h("text", { class: "lost", x: area.x, y: area.y + 4, transform: upright }, "lost") : label(area)),
    offer && h("rect", { class: "hit", x: area.x - 24, y: area.y - 24, width: 48, height: 48 }),
    laid ? stack(chips, area.x, area.y, area.chip ?? 34, { key: "chips" }) : null,
    laid && ended?.pays > 0 && h("g", { transform: upright }, stack(ended.pays, area.x + side * (area.w / 2 + 22), area.y, 30), sum(`+${money(ended.pays)}`, area.x + side * (area.w / 2 + 60), area.y, "won")),
    laid && !ended && SUMMED.has(area.wager) && h("g", { transform: upright }, sum(money(chips), area.x + side * (area.w / 2 + 24), area.y, own ? "mine" : "")));
}

/** @param {KeyboardEvent} event @param {any} model @param {number} number @param {string} wager */
function areaKey(event, model, number, wager) {
  if (event.key === "Enter" || event.key === " ") model.bet(number, wager);
  else if (event.key === "Backspace") model.takeBack(number, wager);
  else return;
  event.preventDefault();
  event.stopPropagation();
}

/** @param {import("../games/layout.js").Area} area */
const label = (area) => area.label.map((line, n) => h("text", { class: "letters", x: area.x, y: area.y + 4 + (n - (area.label.length - 1) / 2) * 11 }, line));

/** @param {string} words @param {number} x @param {number} y @param {string} kind */
function sum(words, x, y, kind) {
  const wide = words.length * 7.4 + 12;
  return h("g", { class: `sum ${kind}` }, h("rect", { x: x - wide / 2, y: y - 11, width: wide, height: 22, rx: 11 }), h("text", { x, y: y + 5 }, words));
}

/** @param {any} model @param {number} number @param {boolean} own */
function othersCards(model, number, own) {
  const { layout, shown: view } = model;
  const lying = view.places[`seat ${number}`];
  if (!lying || own) return null;
  const hidden = lying.cards.includes(HIDDEN);
  const groups = hidden ? { plays: lying.cards, rest: [] } : sorted(lying, layout.hand);
  const cards = groups.plays.length ? groups.plays : groups.rest;
  const [x, y] = hidden ? layout.cards.behind : layout.cards.shown;
  const draw1 = layout.hand === "tiles" ? tile : (/** @type {string} */ name, /** @type {any} */ props) => card(name, "index", props);
  const step = layout.hand === "tiles" ? 21 : 14;
  const wide = layout.hand === "tiles" ? 18 : 28;
  const start = x - ((cards.length - 1) * step + wide) / 2;
  return h("g", { class: "others" }, cards.map((one, n) => draw1(one, { key: `${n} ${one}`, x: start + n * step, y: y - 20, width: wide, height: layout.hand === "tiles" ? 45 : 39 })));
}

/** @param {any} model @param {import("../games/layout.js").Position} place @param {number} number */
function plate(model, place, number) {
  const { shown: view } = model;
  const seat = view.seats[number];
  const [x, y] = place.plate;
  if (!seat) {
    const open = model.sits[number];
    return h("g", { class: "plate open", key: `plate ${number}`, ...(open ? { role: "button", tabindex: "0", onclick: () => model.sit(number), onkeydown: (/** @type {KeyboardEvent} */ event) => event.key === "Enter" && model.sit(number), "aria-label": `Take seat ${number}` } : {}) },
      h("rect", { x: x - 46, y: y - 16, width: 92, height: 32, rx: 16 }), h("text", { x, y: y + 5, "text-anchor": "middle" }, `${number} · Open`));
  }
  const own = ownSeats(model).includes(number);
  const state = stateOf(model, number);
  const name = playerName(seat.player, own ? seat.player : "");
  const wide = 62 + name.length * 8 + state.words.length * 7.2;
  const left = Math.min(Math.max(x - wide / 2, 4), WIDTH - wide - 4);
  return h("g", { class: `plate ${state.turn ? "turn" : ""} ${own ? "own" : ""}`, key: `plate ${number}` },
    h("rect", { x: left, y: y - 16, width: wide, height: 32, rx: 16 }),
    h("circle", { cx: left + 18, cy: y, r: 11 }), h("text", { class: "number", x: left + 18, y: y + 4.500 }, number),
    h("text", { class: "name", x: left + 37, y: y + 5 }, name),
    h("text", { class: `state ${state.kind}`, x: left + wide - 14, y: y + 5 }, state.words));
}

/** What a round came to for a seat, with its sign. @param {any} seat */
export const netWords = (seat) => signed(net(seat));
