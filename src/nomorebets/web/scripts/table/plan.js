/** The plan: the whole table as one picture, true to the layout, each wager where it lies; on a phone in parts. */
import { h } from "../dom.js";
import { cloth, outline, WIDTH } from "../layouts.js";
import { HIDDEN, marker, stack } from "../pieces.js";
import { capital, GAMES, money, playerName, say, spoken, upTo, wagerName, wagersIn } from "../words.js";
import TEXT from "../words/table.json" with { type: "json" };
import { dealersHand, furniture, onShow, packs, rack, spread, told } from "./furniture.js";
import { fallingIn, isLost, ownSeats, packNow, sorted, stateOf, without } from "./reading.js";
import { facing } from "./tray.js";

const { PACKS, PLAN } = TEXT;

const MIDDLE = WIDTH / 2;
const MOST_ROWS = 4;
const LETTER = 5.8; // how wide a letter is, about
const LONG = 38; // letters of what the dealer holds, in small print from there on

/** @param {any} model */
export function plan(model) {
  const { layout, shown: view } = model;
  const positions = layout.positions.slice(0, view.positions);
  return h("svg", { class: `plan ${view.void ? "is-void" : ""}`, viewBox: `0 0 ${WIDTH} ${layout.height}`, role: "group", "aria-label": say(PLAN.table, { title: GAMES[layout.key] }) },
    cloth(layout.height),
    inscriptions(model),
    furniture(model),
    !layout.dealer.boxes && h("g", { transform: `translate(${isPacks(model) ? 232 : 346} 82)` }, onShow(model, 2, 184, 34)),
    positions.map((/** @type {any} */ place, /** @type {any} */ at) => position(model, place, at + 1)),
    positions.map((/** @type {any} */ place, /** @type {any} */ at) => plate(model, place, at + 1)));
}

/** @param {any} model */
function inscriptions(model) {
  const { layout, posted, shown: view } = model;
  const tables = layout.tables.map((/** @type {any} */ one) => ({ title: one.title || wagerName(one.wager), rows: rows(one.wager, posted, layout.tableLetters ?? 99) })).filter((/** @type {any} */ one) => one.rows.length);
  const across = layout.tableWidth ?? 150;
  const left = MIDDLE - ((tables.length - 1) * across) / 2;
  const [houseX, houseY] = layout.house ?? [MIDDLE, layout.height - 172];
  const y = layout.titleY;
  const below = y + (layout.second ? 64 : 48);
  return h("g", { class: "inscriptions" },
    told(view)
      ? dealersWords(say(PLAN.dealer, { hand: view.places.dealer.words.join(PLAN.over) }), y)
      : h("text", { class: "inscribed", x: MIDDLE, y }, GAMES[layout.key].toUpperCase()),
    h("text", { class: "inscribed-line", x: MIDDLE, y: y + 22 }, layout.inscription),
    layout.second && h("text", { class: "inscribed-line second", x: MIDDLE, y: y + 41 }, layout.second),
    tables.map((/** @type {any} */ table, /** @type {any} */ n) => payTable(table, left + n * across, below, across, layout.tableRows ?? MOST_ROWS)),
    h("g", { class: "house", transform: `translate(${houseX} ${houseY})` },
      h("circle", { class: "mark", r: 9 }), h("path", { class: "mark", d: "M-14 0h28" }),
      h("text", { class: "licensee", y: 34 }, view.licensee === "No More Bets" ? PLAN.house : view.licensee.toUpperCase())));
}

/** @param {string} words @param {number} y */
const dealersWords = (words, y) => h("text", { class: `dealers-words ${words.length > LONG ? "long" : ""}`, x: MIDDLE, y }, words);

/** @param {string} wager @param {any} posted @param {number} letters the longest name that fits @returns {[string, string][]} */
function rows(wager, posted, letters) {
  if (!wager) return /** @type {[string, string][]} */ (PLAN.raises);
  const table = posted.tables[wager];
  const short = (/** @type {string} */ row) => capital(row.replace(/ (Straight )?Flush$/, "").toLowerCase());
  const told = Object.entries(table?.rows ?? {}).map(([row, pays]) => [short(row), pays.replace(/ of the (main )?meter.*$/i, " of meter")]);
  return /** @type {[string, string][]} */ (told.filter(([row]) => row.length <= letters));
}

/** A long table with its first rows two and two on a line, as far as they fit. @param {[string, string][]} rows @param {number} wide @param {number} most @returns {[string, string][]} */
function merged(rows, wide, most) {
  if (rows.length <= most || most < 2) return rows.slice(0, most);
  const [[one, first], [two, second], ...rest] = rows;
  const shared = one.replace(/^\S+/, "") === two.replace(/^\S+/, "");
  const name = shared ? `${one.split(" ")[0]} · ${two}` : `${one} · ${two.toLowerCase()}`;
  const pays = `${first.replace(/ to 1$/, "")} · ${second.replace(/ to 1$/, "")}`;
  if ((name.length + pays.length + 1) * LETTER > wide) return [rows[0], ...merged(rows.slice(1), wide, most - 1)];
  return [[name, pays], ...merged(rest, wide, most - 1)];
}

/** Odds without their "to 1" where the line is short. @param {string} row @param {string} pays @param {number} wide */
const fitting = (row, pays, wide) => ((row.length + pays.length + 1) * LETTER > wide ? pays.replace(/ to 1$/, "") : pays);

/** A name that is longer than its room. @param {string} row @param {number} room */
const squeezed = (row, room) => (row.length * LETTER > room ? { textLength: room, lengthAdjust: "spacingAndGlyphs" } : {});

/** @param {{title: string, rows: [string, string][]}} table @param {number} x @param {number} y @param {number} across @param {number} most */
function payTable(table, x, y, across, most) {
  const half = across / 2 - 14;
  return h("g", { class: "pay-table" },
    h("text", { class: "letters", x, y }, table.title.toUpperCase()),
    h("path", { class: "edge2", d: `M${x - half} ${y + 7}h${2 * half}` }),
    merged(table.rows, 2 * half, most).map(([row, pays]) => [row, fitting(row, pays, 2 * half)]).map(([row, pays], n) => [
      h("text", { class: "row", x: x - half, y: y + 22 + n * 15, ...squeezed(row, 2 * half - (pays.length + 1) * LETTER) }, row),
      h("text", { class: "pays", x: x + half, y: y + 22 + n * 15 }, pays),
    ]));
}

/** @param {any} model @param {import("../layouts.js").Position} place @param {number} number */
function plate(model, place, number) {
  const seat = model.shown.seats[number];
  const [x, y] = place.plate;
  if (!seat) {
    const sit = () => model.sit(number);
    const open = model.sits[number] ? { role: "button", tabindex: "0", onclick: sit, onkeydown: keyed(sit), "aria-label": say(PLAN.take, { seat: number }) } : {};
    return h("g", { class: "plate open", key: `plate ${number}`, ...open },
      h("rect", { x: x - 46, y: y - 16, width: 92, height: 32, rx: 16 }),
      h("text", { x, y: y + 5, "text-anchor": "middle" }, say(PLAN.open, { seat: number })));
  }
  const own = ownSeats(model).includes(number);
  const state = stateOf(model, number);
  const name = playerName(seat.player, own ? seat.player : "");
  const wide = 62 + name.length * 8 + state.words.length * 7.2;
  const left = Math.min(Math.max(x - wide / 2, 4), WIDTH - wide - 4);
  return h("g", { class: `plate ${state.turn ? "turn" : ""} ${own ? "own" : ""}`, key: `plate ${number}` },
    h("rect", { x: left, y: y - 16, width: wide, height: 32, rx: 16 }),
    h("circle", { cx: left + 18, cy: y, r: 11 }), h("text", { class: "number", x: left + 18, y: y + 4.5 }, number),
    h("text", { class: "name", x: left + 37, y: y + 5 }, name),
    h("text", { class: `state ${state.kind}`, x: left + wide - 14, y: y + 5 }, state.words));
}

// --- The table on a phone ---

/** @param {any} model */
export function smallPlan(model) {
  const { layout, shown: view } = model;
  const hands = facing(model);
  return h("div", { class: "small-plan", role: "group", "aria-label": say(PLAN.table, { title: GAMES[layout.key] }) },
    !hands && dealer(model),
    !hands && h("p", { class: told(view) ? "inscribed-line said" : "inscribed-line" }, told(view) ? say(PLAN.dealer, { hand: view.places.dealer.words.join(PLAN.over) }) : layout.inscription),
    h("ol", { class: "seat-cells" }, upTo(view.positions).reverse().map((number) => cell(model, number))),
    hands ?? watched(model));
}

/** One's own position, large; for whoever only watches the pieces on show, or who wagers what. @param {any} model */
function watched(model) {
  const show = onShow(model, 1, 352, 56);
  const seats = Object.entries(model.shown.seats);
  if (show) return h("svg", { class: "plan own-areas", viewBox: "0 0 352 248" }, show);
  if (model.own || !seats.length) return ownAreas(model);
  return h("ul", { class: "watched" }, seats.map(([number, seat]) => {
    const { words, kind } = stateOf(model, Number(number));
    return h("li", null, h("i", null, number), h("b", null, playerName(seat.player)), h("span", { class: kind }, words), h("p", null, wagersIn(seat.chips)));
  }));
}

/** Whether a seat is columns, one for each pack: nothing can lie beside a wager, so a payout is told in its area. @param {any} model */
const isPacks = (model) => model.layout.key === "packs-poker";

/** @param {any} model */
function dealer(model) {
  const { cards, width, y, middle = WIDTH / 2, boxes, gap = 0 } = model.layout.dealer;
  const row = cards * (width + 5) + 36 + gap;
  const across = isPacks(model) ? [236, 604] : boxes ? [boxes[0][0] - 8, boxes[1][0] + boxes[1][1] - boxes[0][0] + 16] : [middle - row / 2, row];
  const tall = boxes ? (model.layout.hand === "tiles" ? 92 : 78) : width * 1.4 + 24;
  if (!boxes && !model.shown.places.dealer) return h("svg", { class: "plan dealer-strip", viewBox: "374 31 320 56" }, rack());
  return h("svg", { class: "plan dealer-strip", viewBox: `${across[0]} ${y - 8} ${across[1]} ${tall}` }, dealersHand(model), isPacks(model) && packs(model.shown));
}

/** @param {any} model @param {number} number */
function cell(model, number) {
  const seat = model.shown.seats[number];
  if (!seat) {
    const open = number in model.sits;
    return h("li", { class: "seat-cell open", key: `cell ${number}` }, open ? h("button", { "aria-label": say(PLAN.take, { seat: number }), onclick: () => model.sit(number) }, h("i", null, number), PLAN.free) : [h("i", null, number), PLAN.free]);
  }
  const seats = ownSeats(model);
  const own = seats.includes(number);
  const state = stateOf(model, number);
  const told = [h("i", null, number), h("b", null, playerName(seat.player, own ? seat.player : "")), h("span", { class: state.kind }, state.turn && model.view.phase !== "betting" ? PLAN.turn : state.words)];
  return h("li", { class: `seat-cell ${own ? "own" : ""} ${state.turn ? "turn" : ""}`, key: `cell ${number}` },
    own && seats.length > 1 ? h("button", { "aria-label": say(PLAN.yours, { seat: number }), "aria-pressed": String(number === model.own), onclick: () => model.turnTo(number) }, told) : told);
}

const MARGIN = { x: 74, y: 6 };

/** One's own position; areas that are too small for a thumb are cells here, with room for a sum beside the chip. @param {any} model */
function ownAreas(model) {
  const { cells } = model.layout;
  const areas = model.layout.areas.map((/** @type {any} */ area, /** @type {number} */ n) => ({ ...area, ...cells?.areas[n] }));
  const least = (/** @type {(area: any) => number} */ of) => Math.min(...areas.map(of));
  const most = (/** @type {(area: any) => number} */ of) => Math.max(...areas.map(of));
  const [left, right] = [least((one) => one.x - one.w / 2), most((one) => one.x + one.w / 2)];
  const [top, bottom] = [least((one) => one.y - one.h / 2), most((one) => one.y + one.h / 2)];
  return h("svg", { class: "plan own-areas", viewBox: cells ? "-119 -58 366 259" : `${left - MARGIN.x} ${top - MARGIN.y} ${right - left + 2 * MARGIN.x} ${bottom - top + 2 * MARGIN.y}` },
    cells && PLAN.rows.map((name, n) => [
      h("text", { class: "row-name", x: -54, y: areas[n].y + 4 }, name),
      h("text", { class: `letters ${packNow(model.shown) === n + 1 ? "now" : ""}`, x: 100 * n, y: -45 }, say(PACKS.pack, { n: n + 1 }))]),
    position({ ...model, layout: { ...model.layout, ...cells, areas } }, { x: 0, y: 0, turn: 0, plate: [0, 0] }, model.own));
}

// --- One position ---

/** Areas for wagers that are made after the deal: they are not among those posted for before. */
const LATER = ["raise", "play", "bet", "options"];
/** Whose sums stand beside the chips on the plan; those of the others are in the tray and the record. */
const SUMMED = new Set(["ante", "raise", "play", "bet", "wager"]);

/** @param {any} model @param {import("../layouts.js").Position} place @param {number} number */
function position(model, place, number) {
  const { layout, shown: view, posted } = model;
  const seat = view.seats[number];
  const own = ownSeats(model).includes(number);
  const offered = new Set(posted.wagers.map((/** @type {any} */ one) => one.name));
  const set = Boolean(view.places[`seat ${number}`]?.low?.length);
  const areas = layout.areas.filter((/** @type {any} */ area) => !area.wager || offered.has(area.wager) || LATER.includes(area.wager));
  const turned = `translate(${place.x} ${place.y}) rotate(${place.turn})`;
  return h("g", { class: `position ${seat ? "" : "open"} ${own ? "own" : ""}`, transform: turned, key: `position ${number}` },
    areas.map((/** @type {any} */ area) => bettingArea(model, set && !area.wager ? { ...area, label: [] } : area, number, seat, own, place)),
    packFrame(model, own),
    bankMarker(model, number),
    cardsAt(model, number, own));
}

/** @param {any} model @param {any} area @param {number} number @param {any} seat @param {boolean} own @param {any} place */
function bettingArea(model, area, number, seat, own, place) {
  const chips = area.wager ? seat?.chips[area.wager] ?? 0 : 0;
  const ended = seat?.settled?.[area.wager];
  const lost = ended && isLost(ended);
  const tight = isPacks(model) && ended?.pays > 0;
  const laid = chips > 0 && !lost && !tight;
  const upright = `rotate(${-place.turn} ${area.x} ${area.y})`;
  const offer = own && model.bets[`${number} ${area.wager}`];
  const done = packNow(model.shown) > Number(area.wager.match(/_(\d)$/)?.[1] ?? 9) ? "done" : "";
  return h("g", { class: `area-group ${offer ? "offered" : ""} ${done}`, key: area.wager || `hand ${area.x}`, ...touch(model, area, number, own, chips, offer) },
    outline(area, { class: "area" }),
    area.wager === "ante" && h("circle", { class: "inner", cx: area.x, cy: area.y, r: area.w / 2 - 4 }),
    area.wager === "progressive" && h("circle", { class: `light ${chips ? "lit" : ""}`, cx: area.x, cy: area.y + area.h / 2 - 7, r: 3 }),
    !laid && (lost && own ? h("text", { class: "lost", x: area.x, y: area.y + 4, transform: upright }, PLAN.lost) : tight ? h("text", { class: "paid-sum", x: area.x, y: area.y + 5, transform: upright }, `+${money(ended.pays)}`) : label(area)),
    (offer || own) && area.wager && h("rect", { class: "hit", x: area.x - 23, y: area.y - Math.max(13, area.h / 2), width: 46, height: Math.max(26, area.h) }),
    laid ? stack(chips, area.x - (area.sum ?? 0), area.y, area.chip ?? 34, { key: "chips", class: "laid" }) : null,
    laid && h("g", { transform: upright }, beside(area, chips, ended, own, seat.coupons?.[area.wager] ?? 0)));
}

/** What lies beside a wager: the payout, or its sum. @param {any} area @param {number} chips @param {any} ended @param {boolean} own @param {number} coupon */
function beside(area, chips, ended, own, coupon) {
  if (area.sum) return h("text", { class: "cell-sum", x: area.x + area.sum, y: area.y + 5 }, money(chips));
  const side = area.x < -20 ? -1 : 1;
  const edge = area.x + side * (area.w / 2);
  if (ended?.pays > 0) return [stack(ended.pays, edge + side * 18, area.y, 28, { key: "paid", class: "paid" }), sum(`+${money(ended.pays)}`, edge + side * 56, area.y, "won")];
  return !ended && SUMMED.has(area.wager) && sum(coupon ? `${money(chips)} + ${money(coupon)}` : money(chips), edge + side * (coupon ? 40 : 24), area.y, own ? "mine" : "");
}

/** What a touch of an own area does: adds a chip where that is offered; else it says why not. @param {any} model @param {any} area @param {number} number @param {boolean} own @param {number} chips @param {any} offer */
function touch(model, area, number, own, chips, offer) {
  if (!own || !area.wager) return {};
  const coupon = model.shown.seats[number]?.coupons?.[area.wager] ?? 0;
  const words = say(PLAN.area, { n: coupon ? "coupon" : chips, wager: wagerName(area.wager), seat: number, sum: spoken(chips), coupon: spoken(coupon) });
  if (!offer && model.view.phase !== "betting") return {};
  const does = () => model.bet(number, area.wager); // which says why not
  const back = chips ? backFrom(model, number, area.wager) : undefined;
  return {
    ...(offer ? {} : { class: "area-group not-now" }), role: "button", tabindex: "0", "aria-label": say(offer ? PLAN.add : PLAN.notNow, { words, chip: money(model.chip) }),
    onclick: does, oncontextmenu: back, onpointerdown: back && held(back), onkeydown: keyed(does, back),
  };
}

/** What takes chips back. @param {any} model @param {number} seat @param {string} wager */
export const backFrom = (model, seat, wager) => (/** @type {Event} */ event) => {
  event.preventDefault();
  model.takeBack(seat, wager);
};

/** What keys do on an area, or on what else is a button but by its looks. @param {() => void} does @param {(event: Event) => void} [back] */
export const keyed = (does, back) => (/** @type {KeyboardEvent} */ event) => {
  if (event.shiftKey || event.ctrlKey) return;
  if (event.key === "Enter" || event.key === " ") does();
  else if (back && event.key === "Backspace") back(event);
  else return;
  event.preventDefault();
  event.stopPropagation();
};

const HELD_MS = 550;

/** A finger that rests on chips takes them back. @param {(event: Event) => void} does */
const held = (does) => (/** @type {PointerEvent} */ event) => {
  if (event.pointerType !== "touch") return;
  const timer = setTimeout(() => does(event), HELD_MS);
  const end = () => clearTimeout(timer);
  for (const name of ["pointerup", "pointercancel", "pointermove"]) event.target?.addEventListener(name, end, { once: true });
};

/** @param {any} area */
const label = (area) => area.label.map((/** @type {string} */ line, /** @type {number} */ n) =>
  h("text", { class: "letters", x: area.x, y: area.y + (area.wager === "progressive" ? 1 : 4) + (n - (area.label.length - 1) / 2) * 11 }, line));

/** @param {string} words @param {number} x @param {number} y @param {string} kind */
function sum(words, x, y, kind) {
  const wide = words.length * 7.4 + 12;
  return h("g", { class: `sum ${kind}` },
    h("rect", { x: x - wide / 2, y: y - 11, width: wide, height: 22, rx: 11 }), h("text", { x, y: y + 5 }, words));
}

/** The pack that is being settled is a frame around its column. @param {any} model @param {boolean} own */
function packFrame(model, own) {
  const now = packNow(model.shown);
  if (!now || model.shown.phase === "collecting") return null;
  const [left, step, y, width, height] = model.layout.frame;
  return h("rect", { class: `pack-frame ${own ? "now-frame" : "dashed"}`, x: left + step * now, y, width, height, rx: 5 });
}

/** @param {any} model @param {number} number */
function bankMarker({ shown }, number) {
  const bank = shown.own?.bank;
  return bank?.seat === number ? marker(bank.co_bank ? "co_bank" : "bank", 0, 0, 19) : null;
}

/** What lies at a seat: in its two areas once it is set, else behind the wagers. @param {any} model @param {number} number @param {boolean} own */
function cardsAt(model, number, own) {
  const { layout, shown: view } = model;
  const lying = view.places[`seat ${number}`];
  if (!lying) return null;
  const tiles = layout.hand === "tiles";
  if (layout.low && lying.low?.length) return inTwo(layout, lying, tiles, number);
  if (own && (!isPacks(model) || model.width === "phone")) return null;
  const hidden = lying.cards.includes(HIDDEN);
  const groups = hidden ? { plays: lying.cards, rest: [] } : sorted(lying, layout.hand);
  const cards = (groups.plays.length ? groups.plays : groups.rest).filter((/** @type {any} */ one) => !(lying.apart ?? []).includes(one));
  const [x, y] = hidden ? layout.cards.behind : layout.cards.shown;
  const wide = tiles ? 84 : isPacks(model) ? 29 * cards.length : 28 + 14 * (cards.length - 1);
  return h("g", { "data-place": `seat ${number}`, class: "others" }, spread(cards, tiles, x - wide / 2, y - 20, wide, tiles ? 45 : 39, `seat ${number}`));
}

/** @param {any} layout @param {any} lying @param {boolean} tiles @param {number} number */
function inTwo(layout, lying, tiles, number) {
  const high = without(lying.cards, lying.low);
  const order = tiles ? (/** @type {string[]} */ hand) => hand : fallingIn;
  const boxes = layout.areas.filter((/** @type {any} */ one) => !one.wager);
  return h("g", { "data-place": `seat ${number}`, class: "others" }, [high, lying.low].map((hand, n) =>
    spread(order(hand), tiles, boxes[n].x - boxes[n].w / 2 + 4, boxes[n].y - boxes[n].h / 2 + 5, boxes[n].w - 8, boxes[n].h - 10, `seat ${number} ${n}`)));
}
