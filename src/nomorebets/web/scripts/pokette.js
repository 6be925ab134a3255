/** Pokette: wheel, card stand, poker hands, and the grid on which a chip lies where it speaks. */
import { h } from "./dom.js";
import { numberOf } from "./page.js";
import { card, cardName, pip, rank, stack, suit } from "./pieces.js";
import { backFrom, keyed } from "./table/plan.js";
import { isLost } from "./table/reading.js";
import { tray } from "./table/tray.js";
import { money, say, upTo, wagerName } from "./words.js";
import TEXT from "./words/pokette.json" with { type: "json" };

const { POKETTE } = TEXT;

// --- Pokette's wheel ---

const SIZE = 420;
const [OUTER, RIM, INNER] = [208, 196, 152];

/** @param {string[]} sections by their cards, from the clapper on @param {number} at which rests at the clapper, or −1 */
function wheel(sections, at) {
  const step = 360 / sections.length;
  const turn = at < 0 ? 0 : -at * step;
  const result = at < 0 ? "" : sections[at];
  return h("svg", { class: "wheel", "data-at": at, viewBox: `0 0 ${SIZE} ${SIZE}`, role: "img", "aria-label": result ? `The wheel rests at ${result}` : "The wheel" },
    h("circle", { class: "rim", cx: 210, cy: 210, r: OUTER }),
    h("g", { class: "turning", transform: `rotate(${turn})` }, sections.map((one, n) => section(one, n * step, step, n === at))),
    h("circle", { class: "bed", cx: 210, cy: 210, r: INNER }),
    upTo(8).map((n) => h("path", { class: "rays", transform: `rotate(${n * 45} 210 210)`, d: "M210 70l-6.3 88.4h12.7Z" })),
    h("circle", { class: "hub", cx: 210, cy: 210, r: 52 }),
    result && h("g", { class: `hub-result ${colour(result)}` }, h("text", { x: suit(result) ? 196 : 210, y: 224 }, label(result)), isJoker(result) ? null : pip(suit(result), 232, 211, 34)),
    h("path", { class: "clapper", d: "M203 0h14l-7 26Z" }));
}

/** @param {string} one */
const isJoker = (one) => one.startsWith("Jo");
/** @param {string} one */
const label = (one) => (isJoker(one) ? "JO" : rank(one).replace("T", "10"));
/** @param {string} one */
const colour = (one) => (isJoker(one) ? "gold" : "hd".includes(suit(one)) ? "red" : "black");

/** @param {string} one @param {number} degrees @param {number} step @param {boolean} chosen */
function section(one, degrees, step, chosen) {
  const half = ((step / 2) * Math.PI) / 180;
  const [x, y] = [Math.sin(half), Math.cos(half)];
  const path = `M${210 - RIM * x} ${210 - RIM * y}L${210 + RIM * x} ${210 - RIM * y}L${210 + INNER * x} ${210 - INNER * y}L${210 - INNER * x} ${210 - INNER * y}Z`;
  return h("g", { class: `section ${colour(one)} ${chosen ? "chosen" : ""}`, transform: `rotate(${degrees} 210 210)` }, h("path", { d: path }), h("text", { x: 210, y: 30 }, label(one)), isJoker(one) ? null : pip(suit(one), 210, 44, 11));
}

// --- Where things are on the grid ---

/** On a phone a cell is as tall as a thumb, and what it is called leaves a chip its own place. */
const small = innerWidth < 700;
export const [LEFT, TOP, WIDE, TALL, RANKS] = [66, 56, 102, small ? 70 : 48, 64];
const SUITS = ["s", "h", "d", "c"];
const THREES = ["akq", "jt9", "876", "543"];
const NEAR = 10;

/** @param {number[]} all */
const mean = (all) => all.reduce((a, b) => a + b, 0) / all.length;

/** The wager that some cells make: one, two side by side, four around a crossing. @param {string[]} cells @returns {[string, string]} */
const wagerOn = (cells) => [{ 1: "single_card", 2: "split", 4: "corner" }[cells.length] ?? "single_card", cells.join(" ")];

/** The cells from one on, so many down and across. @param {string[][]} rows @param {number} row @param {number} column @param {number} down @param {number} across */
const block = (rows, row, column, down, across) =>
  [row, row + down].slice(0, down + 1).flatMap((r) => [column, column + across].slice(0, across + 1).map((c) => rows[r]?.[c])).filter(Boolean);

/** What a touch of the grid speaks for: the nearest edge or crossing, or the cell. @param {number} x @param {number} y @param {string[][]} rows @returns {[string, string]} */
function spoken(x, y, rows) {
  const [across, down] = [(x - LEFT) / WIDE, (y - TOP) / TALL];
  const [edgeX, edgeY] = [Math.round(across), Math.round(down)];
  const nearX = Math.abs(across - edgeX) * WIDE < NEAR && edgeX > 0 && edgeX < 4;
  const nearY = Math.abs(down - edgeY) * TALL < NEAR && edgeY > 0 && edgeY < 13;
  const row = nearY ? edgeY - 1 : Math.floor(down);
  const column = nearX ? edgeX - 1 : Math.floor(across);
  return wagerOn(block(rows, row, column, nearY ? 1 : 0, nearX ? 1 : 0));
}

/** Two cells that were touched one after the other: what lies between them. @param {string} first @param {string} second @param {string[][]} rows @returns {[string, string] | null} */
function between(first, second, rows) {
  const at = (/** @type {string} */ one) => {
    const row = rows.findIndex((cards) => cards.includes(one));
    return [row, rows[row].indexOf(one)];
  };
  const [[r1, c1], [r2, c2]] = [at(first), at(second)];
  if (Math.abs(r1 - r2) > 1 || Math.abs(c1 - c2) > 1 || first === second) return null;
  return wagerOn(block(rows, Math.min(r1, r2), Math.min(c1, c2), Math.abs(r1 - r2), Math.abs(c1 - c2)));
}

/** Where a chip lies. @param {string} wager @param {string} on @param {string[][]} rows @returns {[number, number]} */
function lies(wager, on, rows) {
  const cell = (/** @type {string} */ one) => {
    const row = rows.findIndex((cards) => cards.includes(one));
    return [LEFT + (rows[row].indexOf(one) + 0.5) * WIDE, TOP + (row + 0.5) * TALL];
  };
  const rankAt = (/** @type {string} */ one) => TOP + (rows.findIndex((cards) => cards[0].startsWith(one)) + 0.5) * TALL;
  const words = on.split(" ");
  switch (wager) {
    case "single_card": return [cell(on)[0] + 34, cell(on)[1]];
    case "split": case "corner": return [mean(words.map((one) => cell(one)[0])), mean(words.map((one) => cell(one)[1]))];
    case "single_rank": return [LEFT - 16, rankAt(on)];
    case "double_rank": return [LEFT - 16, mean(words.map(rankAt))];
    case "suit": return [LEFT + (SUITS.indexOf(on) + 0.84) * WIDE, TOP + 13.45 * TALL];
    case "red": return [LEFT + WIDE * 1.8, TOP + 14.15 * TALL + 22];
    case "black": return [LEFT + WIDE * 3.8, TOP + 14.15 * TALL + 22];
    case "jacer": return [LEFT + WIDE * 2.82, TOP - 28];
    default: return [LEFT + 4 * WIDE + 84, TOP + (THREES.indexOf(wager) * 3 + 0.5) * TALL];
  }
}

// --- The grid ---

/** Cards as a tip writes them. @param {string} on */
const shortly = (on) => on.replaceAll("T", "10").replace(/s\b/g, "♠").replace(/h\b/g, "♥").replace(/d\b/g, "♦").replace(/c\b/g, "♣");
/** @param {string} wager @param {string} on @param {string} odds */
const named = (wager, on, odds) => `${wagerName(wager)}${on ? ` ${shortly(on)}` : ""}${odds ? `, ${odds}` : ""}`;

/** @param {any} model */
function grid(model) {
  const [top, tall] = model.width === "phone" ? [TOP - 1, 13 * TALL + 2] : [0, TOP + 14.15 * TALL + 56];
  return h("svg", { class: "grid", viewBox: `0 ${top} 584 ${tall}`, role: "group", "aria-label": POKETTE.grid, onpointerleave: () => tip(model, "") },
    model.width !== "phone" && above(model),
    model.posted.layout.map((/** @type {string[]} */ cards, /** @type {number} */ row) => rankOf(model, cards, row)),
    outside(model),
    doubles(model),
    lit(model),
    laid(model),
    tipped(model));
}

/** @param {number} x @param {number} y @param {string} kind @param {any} text */
const words = (x, y, kind, text) => h("text", { class: kind, x, y, "text-anchor": "middle" }, text);

/** @param {string} one */
const figure = (one) => (one === "T" ? "10" : one);

/** An area that is one wager by itself. @param {any} model @param {[string, string]} of @param {number[]} box @param {any} inside @param {string} [kind] */
function area(model, [wager, on], [x, y, width, height], inside, kind = "") {
  const key = on ? `${wager}:${on}` : wager;
  const bet = () => model.bet(model.own, wager, on);
  const back = backFrom(model, model.own, key);
  return h("g", {
    class: `cell ${kind}`, key, role: "button", tabindex: "0", "aria-label": named(wager, on, odds(model, wager)), onclick: bet, oncontextmenu: back, onkeydown: keyed(bet, back) },
  h("rect", { x, y, width, height }), inside);
}

/** @param {any} model */
const above = (model) => [
  area(model, ["jacer", ""], [LEFT + WIDE, 4, WIDE * 2, 48], [
    words(LEFT + WIDE * 2, 24, "letters", "JACER"), words(LEFT + WIDE * 2, 41, "odds", say(POKETTE.jacer, { odds: odds(model, "jacer") }))]),
  [0, 3].map((n) => h("g", { key: `joker ${n}` },
    h("rect", { class: "dashed", x: LEFT + n * WIDE, y: 4, width: WIDE, height: 48 }), words(LEFT + (n + 0.5) * WIDE, 33, "joker-word", POKETTE.joker))),
];

/** @param {any} model @param {string[]} cards @param {number} row */
function rankOf(model, cards, row) {
  const name = cards[0][0];
  const y = TOP + row * TALL;
  return [
    area(model, ["single_rank", name], [LEFT - RANKS, y, RANKS, TALL], words(LEFT - RANKS + 20, y + TALL / 2 + 7, "rank", figure(name))),
    cards.map((one, column) => cell(model, one, row, column)),
  ];
}

/** @param {any} model @param {string} one @param {number} row @param {number} column */
function cell(model, one, row, column) {
  const [x, y] = [LEFT + column * WIDE, TOP + row * TALL];
  const here = model.cell[0] === row && model.cell[1] === column;
  const posted = (model.shown.places.stand?.cards ?? []).includes(one);
  const colour = column === 1 || column === 2 ? "red" : "black";
  return h("g", {
    key: one, class: `cell ${colour} ${posted ? "posted" : ""} ${ringed(model, one) ? "ringed" : ""}`, role: "button", tabindex: here ? "0" : "-1", "data-cell": `${row} ${column}`,
    "aria-label": say(POKETTE.cell, { card: cardName(one), odds: odds(model, "single_card") }),
    onclick: (/** @type {any} */ event) => touched(model, event, one),
    oncontextmenu: (/** @type {any} */ event) => backFrom(model, model.own, placed(model, event).join(":"))(event),
    onpointermove: (/** @type {any} */ event) => { if (event.pointerType === "mouse") tip(model, placed(model, event).join(":")); },
    onkeydown: (/** @type {KeyboardEvent} */ event) => cellKey(model, event, row, column) },
  h("rect", { x, y, width: WIDE, height: TALL }), words(x + (small ? 24 : 36), y + TALL / 2 + 8, "rank", figure(one[0])), pip(SUITS[column], x + (small ? 53 : 64), y + TALL / 2 + 1, small ? 22 : 17));
}

/** @param {any} model @param {any} event */
function placed(model, event) {
  const box = event.currentTarget.ownerSVGElement;
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(box.getScreenCTM().inverse());
  return spoken(point.x, point.y, model.posted.layout);
}

/** A mouse says where the chip lies; a finger says card, split or corner. @param {any} model @param {any} event @param {string} one */
function touched(model, event, one) {
  if (model.width !== "phone") return model.bet(model.own, ...placed(model, event));
  if (model.mode === "single_card") return model.bet(model.own, "single_card", one);
  const found = model.first ? between(model.first, one, model.posted.layout) : null;
  model.first = found?.[0] === model.mode ? "" : one;
  model.redraw();
  return found && found[0] === model.mode ? model.bet(model.own, ...found) : undefined;
}

/** Whether a second touch of a cell would make the wager. @param {any} model @param {string} one */
const ringed = (model, one) => Boolean(model.first) && model.width === "phone" && between(model.first, one, model.posted.layout)?.[0] === model.mode;

/** @type {Record<string, number[]>} */
const BY = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** @param {any} model @param {KeyboardEvent} event @param {number} row @param {number} column */
function cellKey(model, event, row, column) {
  const rows = model.posted.layout;
  const [down, across] = model.wide;
  const [wager, on] = wagerOn(block(rows, row, column, down, across));
  const by = BY[event.key];
  if (by && event.shiftKey) {
    model.wide = [by[0] ? (down ? 0 : Number(row < 12)) : down, by[1] ? (across ? 0 : Number(column < 3)) : across];
    tip(model, wagerOn(block(rows, row, column, model.wide[0], model.wide[1])).join(":"));
    model.speaker.now(named(model.tip.split(":")[0], model.tip.split(":")[1], ""));
  } else if (by) {
    Object.assign(model, { cell: [Math.min(12, Math.max(0, row + by[0])), Math.min(3, Math.max(0, column + by[1]))], wide: [0, 0], tip: "" });
    model.redraw();
    const [r, c] = model.cell;
    /** @type {SVGElement | null} */ (document.querySelector(`[data-cell="${r} ${c}"]`))?.focus();
  } else return keyed(() => model.bet(model.own, wager, on), backFrom(model, model.own, `${wager}:${on}`))(event);
  event.preventDefault();
  event.stopPropagation();
}

/** @param {any} model */
const outside = (model) => [
  THREES.map((wager, n) => {
    const [x, y] = [LEFT + 4 * WIDE, TOP + n * 3 * TALL];
    return area(model, [wager, ""], [x, y, 104, TALL * 3], [
      words(x + 52, y + 1.3 * TALL, "rank", wagerName(wager)), words(x + 42, y + 1.75 * TALL, "odds", POKETTE.with2), pip(POKETTE.twos[n], x + 76, y + 1.75 * TALL - 5, 13), words(x + 52, y + 2.15 * TALL, "odds", odds(model, wager))]);
  }),
  model.width !== "phone" && SUITS.map((one, n) => area(model, ["suit", one], [LEFT + n * WIDE, TOP + 13 * TALL, WIDE, TALL - 2], [
    pip(one, LEFT + n * WIDE + 18, TOP + 13.45 * TALL, 15), words(LEFT + n * WIDE + 50, TOP + 13.55 * TALL, "odds", odds(model, "suit"))])),
  model.width !== "phone" && [["red", say(POKETTE.red, { odds: odds(model, "red") })], ["black", say(POKETTE.black, { odds: odds(model, "black") })]].map(([one, name], n) =>
    area(model, [one, ""], [LEFT + n * 2 * WIDE, TOP + 14.15 * TALL, WIDE * 2, 44], words(LEFT + (2 * n + 1) * WIDE, TOP + 14.15 * TALL + 27, "letters", name), one)),
];

/** Two ranks: on the line between them. @param {any} model */
function doubles(model) {
  const rows = model.posted.layout;
  return upTo(12).map((n) => {
    const on = `${rows[n - 1][0][0]} ${rows[n][0][0]}`;
    return h("rect", { class: "line-touch", key: `double ${n}`, x: LEFT - RANKS, y: TOP + n * TALL - 8, width: RANKS, height: 16, onclick: () => model.bet(model.own, "double_rank", on), onpointermove: () => tip(model, `double_rank:${on}`) });
  });
}

/** @param {any} model @param {string} key */
function tip(model, key) {
  if (model.tip === key) return;
  model.tip = key;
  model.redraw();
}

/** The cells that the pointer or the keys speak for. @param {any} model */
function lit(model) {
  const [wager, on = ""] = model.tip.split(":");
  if (!["split", "corner", "single_card"].includes(wager)) return null;
  const at = on.split(" ").filter(Boolean).map((/** @type {any} */ one) => lies("split", one, model.posted.layout));
  if (!at.length) return null;
  const [across, down] = [0, 1].map((n) => at.map((/** @type {number[]} */ one) => one[n]));
  const [x, y] = [Math.min(...across), Math.min(...down)];
  return h("rect", { class: "lit", key: "lit", x: x - WIDE / 2, y: y - TALL / 2, width: Math.max(...across) - x + WIDE, height: Math.max(...down) - y + TALL });
}

/** @param {any} model */
function tipped(model) {
  const [wager, on = ""] = model.tip.split(":");
  if (!["split", "corner", "double_rank"].includes(wager)) return null;
  const [x, y] = lies(wager, on, model.posted.layout);
  const clause = numberOf(model.posted.wagers.find((/** @type {any} */ one) => one.name === wager)?.clause ?? "");
  const text = `${wagerName(wager)} ${shortly(on)} · ${odds(model, wager)} · ${clause}`;
  const wide = text.length * 6.6 + 20;
  const left = Math.min(Math.max(x - wide / 2, 2), 582 - wide);
  return h("g", { class: "tip", key: "tip" }, h("rect", { x: left, y: y + 22, width: wide, height: 30, rx: 3 }), h("text", { x: left + wide / 2, y: y + 42, "text-anchor": "middle" }, text));
}

/** @param {any} model */
function laid(model) {
  return Object.entries(model.shown.seats).flatMap(([number, seat]) => Object.entries(seat.chips).map(([key, chips]) => {
    const [wager, on = ""] = key.split(":");
    const ended = seat.settled?.[key];
    if (/pair|kind|flush|straight/.test(wager) || (ended && isLost(ended))) return null;
    const [x, y] = lies(wager, on, model.posted.layout);
    const own = Number(number) === model.own;
    return h("g", { key: `${number} ${key}`, class: `laid ${ended ? "won" : ""} ${own ? "" : "others"}` }, stack(chips, x, y, small ? 36 : 28));
  }));
}

// --- Pokette ---

const HANDS = ["pair_in_two", "pair_in_three", "three_of_a_kind", "flush", "straight", "straight_flush"];

/** @param {any} model */
export function pokettePlan(model) {
  return h("div", { class: `pokette ${model.view.phase === "betting" && !model.ended ? "in-betting" : ""}` },
    h("div", { class: "wheel-side" },
      wheel(model.posted.submission.wheel_order.split(" "), model.shown.section ?? -1),
      h("div", { class: "stand-side" }, stand(model), model.width !== "phone" && h("div", { class: "poker-hands" }, hands(model))),
      model.width === "desktop" && tray(model)),
    h("div", { class: "grid-side" }, model.width === "phone" ? tabbed(model) : grid(model)));
}

/** On a phone the cards are one tab, and what lies above, below and beside them is another. @param {any} model */
const tabbed = (model) => [
  h("div", { class: "tabs", role: "tablist", "aria-label": POKETTE.grid, onkeydown: (/** @type {any} */ { key, currentTarget }) => {
    if (!/Arrow[LR]/.test(key)) return;
    const other = currentTarget.children[1 - model.tab];
    other.focus();
    other.click();
  } }, POKETTE.tabs.map((name, tab) =>
    h("button", { role: "tab", "aria-selected": String(model.tab === tab), "aria-controls": "tabbed", tabindex: model.tab === tab ? "0" : "-1", onclick: () => { Object.assign(model, { tab }); model.redraw(); } }, name))),
  h("div", { id: "tabbed", role: "tabpanel", "aria-label": POKETTE.tabs[model.tab] }, model.tab ? h("div", { class: "poker-hands", key: "outside" },
    field(model, "red"), field(model, "black"),
    SUITS.map((one) => field(model, "suit", one, h("svg", { viewBox: "0 0 24 24", class: "pip" }, pip(one, 12, 12, 24)))),
    THREES.map((one, n) => field(model, one, "", wagerName(one), `${POKETTE.with2}${shortly(POKETTE.twos[n])} · ${odds(model, one)}`)),
    field(model, "jacer", "", wagerName("jacer"), say(POKETTE.jacer, { odds: odds(model, "jacer") })),
    h("h2", { key: "hands" }, POKETTE.hands),
    hands(model)) : [modes(model), grid(model)]),
];

/** @param {any} model */
function stand(model) {
  const lying = model.shown.places.stand;
  const cards = lying?.cards ?? [];
  return h("div", { class: "stand" },
    h("div", { class: "stand-cards", "data-place": "stand" }, [0, 1, 2].map((n) => (cards[n]
      ? card(cards[n], model.width === "phone" ? "index" : "full", { key: `${n} ${cards[n]}` })
      : h("span", { class: "empty", key: `${n} empty` }, POKETTE.spins[n])))),
    h("div", null, h("h2", null, POKETTE.stand), h("p", null, lying?.words?.[0] ?? POKETTE.none)));
}

/** @param {any} model */
const hands = (model) => HANDS.map((wager) => field(model, wager));

/** A wager as a button; what is not called and paid as such is said to whoever does not see it. @param {any} model @param {string} wager @param {string} [on] @param {any} [name] @param {string} [pays] */
function field(model, wager, on = "", name = wagerName(wager), pays = odds(model, wager)) {
  const seat = model.own;
  const key = on ? `${wager}:${on}` : wager;
  const offer = model.bets[`${seat} ${wager}`];
  const { chips: lying, settled } = model.shown.seats[seat] ?? { chips: {} };
  const chips = settled?.[key] && isLost(settled[key]) ? 0 : lying[key];
  const told = offer ? pays : chips ? money(chips) : POKETTE.notNow;
  const does = () => model.bet(seat, wager, on);
  const back = backFrom(model, seat, key);
  return h("button", {
    key, class: `poker for-${wager} ${offer ? "" : "not-now"}`, oncontextmenu: back, "aria-label": named(wager, on, told),
    onclick: does, onkeydown: keyed(does, back) },
  h("b", null, name), h("span", null, told),
  chips > 0 && h("svg", { viewBox: "0 0 40 40", class: "laid", "aria-hidden": "true" }, stack(chips, 20, 20, 34)));
}

/** Fingers say first whether they mean a card, a split or a corner. @param {any} model */
const modes = (model) => h("div", { class: "modes", role: "radiogroup", "aria-label": POKETTE.mode }, POKETTE.modes.map(([mode, name]) =>
  h("button", { key: mode, role: "radio", "aria-checked": String(model.mode === mode), onclick: () => { Object.assign(model, { mode, first: "" }); model.redraw(); } }, name)));

/** @param {any} model @param {string} wager */
const odds = (model, wager) => Object.values(model.posted.tables[wager]?.rows ?? {})[0] ?? "";
