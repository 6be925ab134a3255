/** What stands before the dealer: rack, boxes, shoe or shaker, discards, packs, and the dealer's own hand. */
import { h } from "../dom.js";
import { WIDTH } from "../layouts.js";
import { card, die, HIDDEN, marker, stack, tile } from "../pieces.js";
import { added, money, say } from "../words.js";
import TEXT from "../words/table.json" with { type: "json" };
import { fallingIn, sorted, without } from "./reading.js";

const { FURNITURE } = TEXT;

const MIDDLE = WIDTH / 2;
const RACK = ["v1000", "v500", "v100", "v100", "v25", "v25", "v25", "v5", "v5", "v5", "v1", "v1"];
const PACKS = [[650, 1], [724, 2], [798, 3]];

/** @param {any} model */
export function furniture(model) {
  const { layout } = model;
  return h("g", { class: "furniture" },
    !layout.bare && [box(293, FURNITURE.drop), box(706, FURNITURE.tips)],
    rack(),
    layout.beside.map((/** @type {string} */ one) => PARTS[one](model)),
    againstTheBank(model),
    dealersHand(model));
}

/** What the dealer wagers against a player who banks. @param {any} model */
function againstTheBank({ shown, layout }) {
  const cents = shown.own?.bank?.seat ? shown.own.bank.dealers_wager : 0;
  if (!cents) return null;
  const [[x, w]] = layout.dealer.boxes.slice(-1);
  return h("g", { role: "img", "aria-label": say(FURNITURE.against, { sum: money(cents) }) }, stack(cents, x + w + 24, layout.dealer.y + 24, 32), h("text", { class: "note", x: x + w + 24, y: layout.dealer.y + 58 }, money(cents)));
}

/** @param {number} x @param {string} word */
const box = (x, word) => [
  h("rect", { class: "area2", x, y: 45, width: 69, height: 28, rx: 3 }),
  h("text", { class: "letters second", x: x + 34.5, y: 63 }, word),
];

export const rack = () => [
  h("rect", { class: "rack", x: MIDDLE - 150, y: 41, width: 300, height: 36, rx: 4 }),
  RACK.map((value, at) => {
    const x = MIDDLE - 141 + at * 23.6;
    return h("g", { class: `tube chip ${value}`, key: `tube ${at}` },
      h("rect", { class: "disc", x, y: 46, width: 20, height: 26, rx: 2 }),
      h("path", { class: "edge", d: `M${x} 52h20m-20 7h20m-20 7h20` }));
  }),
];

/** @type {Record<string, (model: any) => any>} */
const PARTS = {
  discards: () => discards(292, 84),
  "far discards": () => discards(176, 38),
  shoe: () => h("g", null,
    h("rect", { class: "place hollow", x: 730, y: 84, width: 46, height: 60, rx: 4 }),
    h("path", { class: "edge2", d: "M738 96h30M738 104h30M738 112h30" }),
    h("text", { class: "note", x: 753, y: 159 }, FURNITURE.shoe)),
  stub: ({ shown }) => {
    const left = shown.decks[shown.deck]?.left ?? 0;
    const lies = left > 0 && shown.places.dealer;
    return h("g", null,
      lies ? [4, 0].map((by) => card(HIDDEN, "index", { x: 732 + by, y: 84 - by, width: 42, height: 59, "aria-hidden": "true" }))
        : [h("rect", { class: "place hollow", x: 730, y: 84, width: 46, height: 60, rx: 4 }), h("path", { class: "edge2", d: "M738 96h30M738 104h30M738 112h30" })],
      h("text", { class: "note", x: 753, y: 160 }, lies ? say(FURNITURE.stub, { left }) : FURNITURE.shoe));
  },
  shaker: (model) => shaker(model),
  "dead hand": ({ shown }) => {
    const dead = shown.places["dead hand"]?.cards ?? [];
    return h("g", null,
      h("rect", { class: "place dashed hollow", x: 667, y: 82, width: 94, height: 72, rx: 4 }),
      dead.slice(0, 4).map((/** @type {string} */ one, /** @type {number} */ n) => tile(one, { key: `dead ${n}`, x: 676 + n * 21, y: 94, width: 19, height: 48, "aria-hidden": "true" })),
      h("text", { class: "letters second", x: 714, y: 170 }, FURNITURE.dead));
  },
  packs: ({ shown }) => packs(shown),
};

/** @param {number} x @param {number} y */
const discards = (x, y) => h("g", null,
  h("rect", { class: "place", x, y, width: 46, height: 60, rx: 4 }),
  h("rect", { class: "cover", x: x + 8, y: y + 7, width: 30, height: 44, rx: 3 }),
  h("text", { class: "note", x: x + 23, y: y + 75 }, FURNITURE.discards));

const DICE = [[-20, -13, -12], [13, -10, 14], [-3, 18, 2]];

/** @param {any} model */
function shaker({ shown, layout }) {
  const dice = shown.dice ?? [];
  const total = added(dice);
  const first = shown.own?.start;
  const x = layout.hand === "tiles" ? 358 : 304;
  return h("g", { transform: `translate(${x} 120)`, role: "img", "aria-label": dice.length ? say(FURNITURE.dice, { dice: dice.join(", "), n: first }) : FURNITURE.shaker },
    h("circle", { class: "shaker", r: 42 }), h("circle", { class: "inner", r: 37 }),
    dice.map((/** @type {number} */ spots, /** @type {number} */ n) => die(spots, DICE[n][0], DICE[n][1], DICE[n][2])),
    h("text", { class: "note", y: 56 }, dice.length ? (first ? say(FURNITURE.total, { total, first }) : String(total)) : FURNITURE.shaker));
}

/** The three places for packs, the one that is turned up beside the dealer's cards. @param {any} view */
export function packs(view) {
  const up = PACKS.map(([, n]) => n).filter((n) => isUp(view, n)).at(-1) ?? 0;
  const cards = view.places[`pack ${up}`]?.cards ?? [];
  return h("g", { role: "group", "aria-label": FURNITURE.packs },
    cards.map((/** @type {string} */ one, /** @type {number} */ n) => card(one, "index", { key: `up ${one}`, x: 504 + n * 45, y: 86, width: 40, height: 56 })),
    up > 0 && [h("rect", { class: "now-frame", x: 500, y: 82, width: 93, height: 64, rx: 4 }), h("text", { class: "letters now", x: 546, y: 164 }, say(FURNITURE.pack, { n: up }).toUpperCase())],
    PACKS.map(([x, n]) => h("g", { key: `pack ${n}`, class: n === up ? "now" : "" },
      h("rect", { class: `place hollow ${n === up ? "now-frame" : "dashed"}`, x: x - 32, y: 84, width: 64, height: 62, rx: 4 }),
      view.places[`pack ${n}`] && !isUp(view, n)
        ? [0, 5].map((by) => card(HIDDEN, "index", { x: x - 20 + by, y: 90 + by, width: 32, height: 45, "aria-hidden": "true" }))
        : h("text", { class: "pack-number", x, y: 123 }, n),
      h("text", { class: "note", x, y: 163 }, n < up ? FURNITURE.gone : n === up ? FURNITURE.turned : say(FURNITURE.pack, { n })))));
}

/** @param {any} view @param {number} n */
export const isUp = (view, n) => Boolean(view.places[`pack ${n}`]) && !view.places[`pack ${n}`].cards.includes(HIDDEN);

/** Whether the dealer's hand lies face up. @param {any} view */
export const told = (view) => Boolean(view.places.dealer?.words?.length) && !view.places.dealer.cards.includes(HIDDEN);

/** @param {any} model */
export function dealersHand(model) {
  const { layout, shown: view } = model;
  const lying = view.places.dealer;
  const words = lying?.words?.join(" over ");
  return h("g", { class: "dealers", "data-place": "dealer", role: "group", "aria-label": words ? say(FURNITURE.holds, { words }) : FURNITURE.dealers },
    layout.dealer.boxes ? inTwo(layout, lying) : inARow(layout, lying));
}

/** The high hand, the marker, the low hand. @param {any} layout @param {any} lying */
function inTwo(layout, lying) {
  const { boxes, y } = layout.dealer;
  const tiles = layout.hand === "tiles";
  const tall = tiles ? 72 : 58;
  const low = lying?.low ?? [];
  const high = without(lying?.cards ?? [], low);
  const hands = low.length ? [high, low].map((hand) => (tiles ? hand : fallingIn(hand))) : [high.slice(0, tiles ? 2 : 5), high.slice(tiles ? 2 : 5)];
  return [
    boxes.map((/** @type {number[]} */ [x, w], /** @type {number} */ n) => [
      h("rect", { class: "place hollow", key: `box ${n}`, x, y: y - 5, width: w, height: tall, rx: 4 }),
      spread(hands[n], tiles, x + 5, y, w - 10, tall - 10, `dealer ${n}`),
      h("text", { class: "letters second", key: `name ${n}`, x: x + w / 2, y: y + tall + 11 }, n ? FURNITURE.low : FURNITURE.high)]),
    marker("dealer", MIDDLE + (tiles ? 5 : 42), y + tall / 2 - 5, tiles ? 17 : 16)];
}

const SEEN = 0.55; // of a card that another covers, so that its rank can be read

/** Pieces side by side in a box, closer together where they do not fit. @param {string[]} pieces @param {boolean} tiles @param {number} x @param {number} y @param {number} w @param {number} tall @param {string} key */
export function spread(pieces, tiles, x, y, w, tall, key) {
  const wide = tiles ? Math.min(tall / 2.5, w) : Math.min(tall / 1.4, w / (1 + SEEN * (pieces.length - 1)));
  const step = pieces.length > 1 ? Math.min(wide + 4, (w - wide) / (pieces.length - 1)) : 0;
  const start = x + (w - step * (pieces.length - 1) - wide) / 2;
  return pieces.map((one, n) => {
    const props = { key: `${key} ${n} ${one}`, x: start + n * step, y, width: wide, height: tall };
    return tiles ? tile(one, props) : card(one, "index", props);
  });
}

/** The pieces as they lie for the first player to inspect, in so many columns of this size. @param {any} model @param {number} columns @param {number} wide @param {number} tall */
export const onShow = ({ layout, shown }, columns, wide, tall) =>
  shown.decks[shown.deck]?.stage === "spread face up" && layout.onShow.map((/** @type {string} */ row, /** @type {number} */ n) =>
    spread(row.split(" "), layout.hand === "tiles", (n % columns) * (wide + 8), Math.floor(n / columns) * (tall + 8), wide, tall, `show ${n}`));

/** @param {any} layout @param {any} lying */
function inARow(layout, lying) {
  const { width, y, middle = MIDDLE, gap: apart = 0 } = layout.dealer;
  const tall = width * 1.4;
  const groups = lying ? sorted(lying, layout.hand) : { plays: [], rest: [] };
  const all = [...groups.plays, ...groups.rest];
  const hidden = all.includes(HIDDEN);
  const gap = groups.plays.length && groups.rest.length ? 18 : 0;
  const up = hidden ? all.findIndex((one) => one !== HIDDEN) : -1;
  const beside = up < 0 ? 0 : apart;
  let x = middle - (all.length * (width + 5) - 5 + gap + beside) / 2;
  const at = all.map((_one, n) => {
    if (gap && n === groups.plays.length) x += gap;
    if (n > 0 && n === up) x += beside;
    const here = x;
    x += width + 5 + (n === 0 && up === 0 ? beside : 0);
    return here;
  });
  return [
    all.map((one, n) => card(one, "index", {
      key: `dealer ${one === HIDDEN ? n : one}`, x: at[n], y: y + (gap && n >= groups.plays.length ? 3 : 0), width, height: tall,
      class: gap && n >= groups.plays.length ? "aside" : "" })),
    up > 0 && h("rect", { class: "now-frame", x: at[up] - 3, y: y - 3, width: width + 6, height: tall + 6, rx: 4 }),
    up === 0 && h("text", { class: "note", x: at[up] + width / 2, y: y + tall + 15 }, FURNITURE.faceUp),
    gap > 0 && h("path", { class: "bracket", d: `M${at[0]} ${y + 4 + tall}v4H${at[groups.plays.length - 1] + width}v-4` })];
}
