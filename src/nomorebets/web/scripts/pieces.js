/** The pieces of a table, drawn: cards, tiles, chips, dice and markers. */
import { h } from "./dom.js";
import { money, say } from "./words.js";
import TEXT from "./words/common.json" with { type: "json" };

const { MARKERS, PIECES } = TEXT;

/** @type {import("./words.js").Names} */
const CARDS = TEXT.CARDS;

// --- Playing cards, drawn ---

/** @typedef {"full" | "corner" | "index"} Face */

export const HIDDEN = "??";
const JOKER = "Jo";

/** @type {Record<string, string>} */
const SUITS = {
  h: "M50 91C22 68 6 52 6 33 6 19 16 9 29 9c9 0 17 5 21 14C54 14 62 9 71 9c13 0 23 10 23 24 0 19-16 35-44 58Z",
  s: "M50 5c7 19 43 36 43 59 0 13-10 21-21 21-8 0-14-4-17-10 1 9 4 15 10 20H35c6-5 9-11 10-20-3 6-9 10-17 10C17 85 7 77 7 64 7 41 43 24 50 5Z",
  d: "M50 4c8 17 21 34 36 46-15 12-28 29-36 46C42 79 29 62 14 50 29 38 42 21 50 4Z",
  c: "M50 6a21 21 0 0 1 15.5 35.2A21 21 0 1 1 55.5 71c1 10 4 18 10 24h-31c6-6 9-14 10-24A21 21 0 1 1 34.5 41.2 21 21 0 0 1 50 6Z",
};

/** @param {string} card */
export const rank = (card) => card.slice(0, -1);
/** @param {string} card */
export const suit = (card) => card.slice(-1);

/** A card in words. @param {string} card */
export function cardName(card) {
  if (card === HIDDEN) return PIECES.down;
  if (card === JOKER) return PIECES.joker;
  return say(PIECES.card, { rank: CARDS[rank(card)] ?? rank(card), suit: CARDS[suit(card)] });
}

/** The order of ranks, ace high. @param {string} card */
export const height = (card) => "23456789TJQKA".indexOf(rank(card));

/**
 * A suit, centred.
 * @param {string} of @param {number} x @param {number} y @param {number} size @param {boolean} [turned]
 */
export function pip(of, x, y, size, turned) {
  const place = `translate(${x} ${y})${turned ? " rotate(180)" : ""} scale(${size / 100}) translate(-50 -50)`;
  return h("path", { d: SUITS[of], transform: place });
}

/**
 * @param {string} card
 * @param {Face} face
 * @param {Record<string, any>} [props] of the svg element: x, y, width and so on
 */
export function card(card, face, props = {}) {
  const label = cardName(card);
  const shape = { viewBox: "0 0 100 140", role: "img", "aria-label": label, ...props };
  if (card === HIDDEN) return h("svg", { ...shape, class: `card back ${props.class ?? ""}` }, back());
  const inks = card === JOKER ? "j" : suit(card);
  return h("svg", { ...shape, class: `card ${inks} ${props.class ?? ""}` }, sheet(), inside(card, face));
}

const sheet = () => h("rect", { class: "sheet", x: 0.75, y: 0.75, width: 98.5, height: 138.5, rx: 7 });

function back() {
  return [
    sheet(),
    h("rect", { class: "cloth", x: 5, y: 5, width: 90, height: 130, rx: 4 }),
    h("rect", { class: "thread", x: 9, y: 9, width: 82, height: 122, rx: 2 }),
    h("circle", { class: "mark", cx: 50, cy: 70, r: 15 }),
    h("path", { class: "mark", d: "M27 70h46" }),
  ];
}

/** @param {string} card @param {Face} face */
function inside(card, face) {
  if (card === JOKER) return joker(face);
  const [value, of] = [rank(card), suit(card)];
  if (face === "index") return [index(value, 60, 30, 50), pip(of, 66, 100, 58)];
  if (face === "corner") return [index(value, 44, 22, 38), pip(of, 22, 62, 24), pip(of, 66, 104, 48)];
  const corner = [index(value, 33, 16.5, 33.5), pip(of, 16.5, 49, 17)];
  return [corner, h("g", { transform: "rotate(180 50 70)" }, corner), middle(value, of)];
}

/** @param {string} value @param {number} size @param {number} x @param {number} baseline */
function index(value, size, x, baseline) {
  const ten = value === "T";
  const props = { class: "index", x, y: baseline, "font-size": size, "text-anchor": "middle" };
  return h("text", ten ? { ...props, textLength: size * 0.82, lengthAdjust: "spacingAndGlyphs" } : props, ten ? "10" : value);
}

/** @type {Record<number, number[]>} */
const ROWS = { 2: [27, 113], 3: [27, 70, 113], 4: [27, 55.7, 84.3, 113] };
/** How many pips stand in each outer column, and where in the middle one. @type {Record<string, [number, number[]]>} */
const PIPS = {
  2: [0, [27, 113]], 3: [0, [27, 70, 113]], 4: [2, []], 5: [2, [70]], 6: [3, []], 7: [3, [48.5]],
  8: [3, [48.5, 91.5]], 9: [4, [70]], T: [4, [41.3, 98.7]],
};

/** @param {string} value @param {string} of */
function middle(value, of) {
  if (value === "A") {
    return [h("circle", { class: "ring", cx: 50, cy: 70, r: 27 }), h("circle", { class: "ring", cx: 50, cy: 70, r: 29.5 }), pip(of, 50, 70, 34)];
  }
  if (!(value in PIPS)) return court(value, of);
  const [beside, between] = PIPS[value];
  const columns = beside ? [39, 61].flatMap((x) => ROWS[beside].map((y) => [x, y])) : [];
  return [...columns, ...between.map((y) => [50, y])].map(([x, y]) => pip(of, x, y, 13.4, y > 70));
}

/** @type {Record<string, string>} */
const CROWNS = {
  K: "M33 45V25l6 7 5-9 6 9 6-9 5 9 6-7v20Z",
  Q: "M33 45V30q4 5 8 0 4-7 9-7t9 7q4 5 8 0v15Z",
  J: "M33 45q1-18 17-18t17 18ZM60 30q8-3 6-12-7 3-9 10Z",
};
/** @type {Record<string, number[][]>} */
const PEARLS = { K: [[39, 22], [50, 19], [61, 22]], Q: [[41, 27], [50, 20], [59, 27]], J: [[50, 25]] };
/** @type {Record<string, string>} */
const FIELDS = {
  K: "M31 58l9.5-6 9.5 6 9.5-6 9.5 6M31 64l9.5-6 9.5 6 9.5-6 9.5 6M31 70l9.5-6 9.5 6 9.5-6 9.5 6M31 76l9.5-6 9.5 6 9.5-6 9.5 6M31 82l9.5-6 9.5 6 9.5-6 9.5 6",
  Q: "M31 52l38 26M31 60l38 26M31 44l38 26M69 52L31 78M69 60L31 86M69 44L31 70",
  J: "M31 62l20-12M31 70l34-20M31 78l38-23M31 86l38-23M40 88l29-18",
};

/** Two halves, one turned, that meet on the diagonal. @param {string} value @param {string} of */
function court(value, of) {
  const half = [
    h("path", { class: "gold", d: CROWNS[value] }),
    PEARLS[value].map(([cx, cy]) => h("circle", { cx, cy, r: 2 })),
    h("path", { d: "M33 46h34v3H33Z" }),
    h("path", { d: "M31.5 51H68.5V61L31.5 82Z" }),
    h("path", { class: "pattern", d: FIELDS[value], "clip-path": "url(#field)" }),
  ];
  return [
    h("rect", { class: "panel", x: 31, y: 14, width: 38, height: 112 }),
    half,
    h("g", { transform: "rotate(180 50 70)" }, half),
    h("path", { class: "band", d: "M31 82L69 58" }),
    h("circle", { class: "heart", cx: 50, cy: 70, r: 8.5 }),
    pip(of, 50, 70, 11.5),
    h("rect", { class: "frame", x: 31, y: 14, width: 38, height: 112 }),
  ];
}

/** @param {Face} face */
function joker(face) {
  const cap = h("g", { transform: face === "full" ? "translate(9 0)" : "translate(4 22)" }, [
    h("path", { d: "M22 95l-8-38 20 14 8-28 8 28 20-14-8 38Z" }),
    h("path", { class: "gold", d: "M42 43l8 28 20-14-8 38H42Z" }),
    [[14, 55], [42, 40], [70, 55]].map(([cx, cy]) => h("circle", { class: "gold", cx, cy, r: 4.5 })),
    h("path", { d: "M22 98h40v6H22Z" }),
  ]);
  if (face !== "full") return [h("text", { class: "index", x: 10, y: 40, "font-size": 40 }, "Jo"), cap];
  return [[..."JOKER"].map((letter, at) => h("text", { class: "index", x: 13, y: 20 + 14 * at, "font-size": 15, "text-anchor": "middle" }, letter)), cap];
}

/** What all court cards share: drawn once on a page. */
export const shared = () =>
  h("svg", { class: "shared", "aria-hidden": "true", width: 0, height: 0 },
    h("defs", null, h("clipPath", { id: "field" }, h("path", { d: "M31.5 51H68.5V61L31.5 82Z" }))));

// --- Pai gow tiles, drawn ---

/** @type {Record<number, number[][]>} */
const ENDS = {
  1: [[20, 17]],
  2: [[11, 13], [29, 13]],
  3: [[10.5, 12], [20, 23], [29.5, 34]],
  4: [[11, 13], [29, 13], [11, 31], [29, 31]],
  5: [[10.5, 12], [29.5, 12], [20, 23], [10.5, 34], [29.5, 34]],
  6: [[11, 11], [29, 11], [11, 23], [29, 23], [11, 35], [29, 35]],
};

/** @param {string} tile such as 6-5, or ?? face down @param {Record<string, any>} [props] */
export function tile(tile, props = {}) {
  const shape = { viewBox: "0 0 40 100", role: "img", "aria-label": tileName(tile), ...props, class: `tile ${props.class ?? ""}` };
  const body = h("rect", { class: "body", x: 0.5, y: 0.5, width: 39, height: 99, rx: 4.5 });
  if (tile === "??") return h("svg", shape, body, h("rect", { class: "line", x: 5, y: 5, width: 30, height: 90, rx: 2 }), h("circle", { class: "line", cx: 20, cy: 50, r: 8 }), h("path", { class: "line", d: "M8 50h24" }));
  const [high, low] = tile.split("-").map(Number);
  const twelve = high === 6 && low === 6;
  return h("svg", shape, body, end(high, twelve), h("g", { transform: "rotate(180 20 50)" }, end(low, twelve)));
}

/** @param {number} spots @param {boolean} twelve */
function end(spots, twelve) {
  return ENDS[spots].map(([cx, cy]) => {
    const red = twelve ? cx === 11 : spots === 1 || spots === 4;
    return h("circle", { class: red ? "red" : "white", cx, cy, r: spots === 1 ? 6.2 : 4.6 });
  });
}

/** @param {string} tile */
export function tileName(tile) {
  const [high, low] = tile.split("-");
  return tile === HIDDEN ? PIECES.tile_down : say(PIECES.tile, { high, low });
}

// --- Value chips in the colours of New Jersey, stacked with the largest below ---

export const VALUES = [100, 500, 2500, 10000, 50000, 100000];
/** @type {Record<number, string>} */
const LETTERS = { 100000: "1K" };
const MOST_DRAWN = 6;

/** @param {number} cents of one chip @param {Record<string, any>} [props] */
export function chip(cents, props = {}) {
  const label = say(PIECES.chip, { sum: money(cents) });
  return h("svg", { viewBox: "0 0 48 48", role: "img", "aria-label": label, ...props, class: `chip v${cents / 100} ${props.class ?? ""}` }, disc(cents));
}

/** @param {number} cents */
function disc(cents) {
  const numeral = LETTERS[cents] ?? String(cents / 100);
  return [
    h("circle", { class: "disc", cx: 24, cy: 24, r: 23.3 }),
    h("circle", { class: "spots", cx: 24, cy: 24, r: 20.2 }),
    h("circle", { class: "inlay", cx: 24, cy: 24, r: 14.6 }),
    h("text", { class: "numeral", x: 24, y: 29.5, "text-anchor": "middle", "font-size": numeral.length > 2 ? 12 : 16 }, numeral),
  ];
}

/** The fewest chips that make a sum. @param {number} cents @returns {number[]} the largest first */
function made(cents) {
  const chips = [];
  let left = cents;
  for (const value of [...VALUES].reverse()) {
    while (left >= value && chips.length < 40) {
      chips.push(value);
      left -= value;
    }
  }
  return chips.length ? chips : [VALUES[0]];
}

/**
 * A stack on the cloth, centred.
 * @param {number} cents @param {number} x @param {number} y @param {number} width
 * @param {Record<string, any>} [props]
 */
export function stack(cents, x, y, width, props = {}) {
  const chips = made(cents).slice(0, MOST_DRAWN);
  const step = (4.6 * width) / 48;
  const top = y + ((chips.length - 1) * step) / 2;
  return h("g", { ...props, class: `stack ${props.class ?? ""}` }, chips.map((value, at) =>
    chip(value, { x: x - width / 2, y: top - at * step - width / 2, width, height: width, role: null, "aria-label": null })));
}

// --- Dice, and the markers that say who banks ---

/** Where the spots of a die are. @type {Record<number, number[][]>} */
const DIE = {
  1: [[0, 0]],
  2: [[-5, -5], [5, 5]],
  3: [[-5, -5], [0, 0], [5, 5]],
  4: [[-5, -5], [5, -5], [-5, 5], [5, 5]],
  5: [[-5, -5], [5, -5], [0, 0], [-5, 5], [5, 5]],
  6: [[-5, -6], [5, -6], [-5, 0], [5, 0], [-5, 6], [5, 6]],
};

/** A die; ones and fours are red. @param {number} spots @param {number} x @param {number} y @param {number} turn */
export const die = (spots, x, y, turn) =>
  h("g", { class: `die ${spots === 1 || spots === 4 ? "red" : ""}`, transform: `translate(${x} ${y}) rotate(${turn})` },
    h("rect", { x: -11, y: -11, width: 22, height: 22, rx: 4 }),
    DIE[spots].map(([cx, cy]) => h("circle", { cx, cy, r: 2.3 })));

/** @param {"dealer" | "bank" | "co_bank"} of @param {number} x @param {number} y @param {number} r */
export const marker = (of, x, y, r) =>
  h("g", { class: `marker ${of}`, transform: `translate(${x} ${y})`, role: "img", "aria-label": say(PIECES.marker, { of: MARKERS[of] }) },
    h("circle", { r }), h("circle", { class: "ring", r: r - 2.5 }),
    h("text", { y: r / 7, "font-size": r / (of === "bank" ? 2.3 : 3) }, MARKERS[of]));
