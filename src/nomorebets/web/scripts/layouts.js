/**
 * The layout of each game, as its text has it, and the table itself: a D with its straight side at the dealer's.
 *
 * @typedef {"circle" | "box" | "lozenge" | "square" | "hexagon" | "pill" | "hand"} Form
 * @typedef {{wager: string, form: Form, x: number, y: number, w: number, h: number, label: string[], chip?: number}} Area
 *   from the middle of the first area of a position, before it is turned; a wager of "" is a place for cards
 * @typedef {{x: number, y: number, turn: number, plate: [number, number]}} Position
 * @typedef {{wager: string, title?: string}} Inscribed a pay table on the cloth, called as its wager unless otherwise
 * @typedef {{
 *   key: string, phases: string[], areas: Area[], height: number,
 *   positions: Position[], tables: Inscribed[], hand: string,
 *   tableWidth?: number, tableRows?: number, tableLetters?: number, house?: [number, number],
 *   cards: {behind: [number, number], shown: [number, number]}, dealer: {cards: number, y: number, width: number, middle?: number, gap?: number, boxes?: number[][]},
 *   beside: string[], titleY: number, bare?: boolean, low?: string[],
 * }} Laid all but its words
 * @typedef {Laid & {inscription: string, second?: string}} Layout
 */
import { h } from "./dom.js";
import TEXT from "./words/layouts.json" with { type: "json" };

export const WIDTH = 1068;
const MIDDLE = WIDTH / 2;

/** Six positions, three and three, seat 1 on the viewer's right: half of them, from the centre line, then mirrored.
 * @param {[number, number, number, number, number][]} half x, y, turn, and the plate's x and y
 */
const mirrored = (half) => {
  const right = half.map(([x, y, turn, px, py]) => ({ x: MIDDLE + x, y, turn, plate: [MIDDLE + px, py] }));
  const left = half.map(([x, y, turn, px, py]) => ({ x: MIDDLE - x, y, turn: -turn, plate: [MIDDLE - px, py] })).reverse();
  return /** @type {Position[]} */ ([...right, ...left]);
};

const SIX = mirrored([
  [388, 160, -19, 424, 304],
  [280, 320, -11, 318, 466],
  [108, 398, -4, 118, 537],
]);

/** Five positions: two and two, and one in the middle. */
const FIVE = (() => {
  const [one, two, five, six] = mirrored([
    [370, 172, -12, 424, 304],
    [302, 390, -5, 346, 516],
  ]);
  return /** @type {Position[]} */ ([one, two, { x: MIDDLE, y: 440, turn: 0, plate: [MIDDLE, 548] }, five, six]);
})();

/** High Card Flush: raise before the ante, three bonus wagers behind it (1.13Y(b)). @type {Laid} */
const highCardFlush = {
  key: "high-card-flush",
  height: 604,
  phases: ["Bets", "Deal", "Decide", "Reveal", "Settle"],
  beside: ["discards", "shoe"],
  titleY: 188,
  positions: SIX,
  areas: [
    { wager: "ante", form: "circle", x: 0, y: 0, w: 62, h: 62, label: ["ANTE"], chip: 40 },
    { wager: "raise", form: "box", x: 0, y: -64, w: 68, h: 44, label: ["RAISE"], chip: 34 },
    { wager: "flush_bonus", form: "circle", x: -49, y: 62, w: 44, h: 44, label: ["FLUSH"], chip: 32 },
    { wager: "straight_flush_bonus", form: "lozenge", x: 2, y: 66, w: 52, h: 52, label: ["STR.", "FLUSH"], chip: 32 },
    { wager: "progressive", form: "square", x: 52, y: 62, w: 40, h: 40, label: ["PROG."], chip: 32 },
  ],
  tables: [{ wager: "flush_bonus" }, { wager: "", title: "Raise" }, { wager: "straight_flush_bonus", title: "Straight flush" }],
  house: [534, 384],
  hand: "flush",
  tableWidth: 156,
  cards: { behind: [0, 112], shown: [-86, -64] },
  dealer: { cards: 7, y: 86, width: 44 },
};

/** What The Flush: play before the ante, two bonus wagers behind it (38.6). @type {Laid} */
const whatTheFlush = {
  key: "what-the-flush",
  height: 604,
  phases: ["Bets", "Deal", "Decide", "Reveal", "Settle"],
  beside: ["discards", "shoe"],
  titleY: 188,
  positions: SIX,
  areas: [
    { wager: "ante", form: "circle", x: 0, y: 0, w: 62, h: 62, label: ["ANTE"], chip: 40 },
    { wager: "play", form: "box", x: 0, y: -64, w: 68, h: 44, label: ["PLAY"], chip: 34 },
    { wager: "flush_rush", form: "circle", x: -32, y: 62, w: 46, h: 46, label: ["RUSH"], chip: 32 },
    { wager: "super_flush_rush", form: "hexagon", x: 32, y: 62, w: 54, h: 48, label: ["SUPER"], chip: 32 },
  ],
  tables: [{ wager: "flush_rush" }, { wager: "super_flush_rush" }],
  house: [534, 384],
  hand: "flush, twos wild",
  cards: { behind: [0, 112], shown: [-86, -64] },
  dealer: { cards: 8, y: 86, width: 40, gap: 12 },
};

/** Lunar Poker: super side bet and options payment above ante and bet (1.13X(b)). @type {Laid} */
const lunarPoker = {
  key: "lunar-poker",
  height: 604,
  phases: ["Bets", "Deal", "Draw", "Bet", "Reveal", "Force", "Settle"],
  beside: ["discards", "stub"],
  titleY: 196,
  positions: FIVE,
  areas: [
    { wager: "ante", form: "circle", x: -34, y: 0, w: 62, h: 62, label: ["ANTE"], chip: 40 },
    { wager: "bet", form: "circle", x: 36, y: 0, w: 62, h: 62, label: ["BET"], chip: 40 },
    { wager: "super", form: "pill", x: -34, y: -58, w: 64, h: 36, label: ["SUPER"], chip: 32 },
    { wager: "options", form: "box", x: 36, y: -58, w: 66, h: 36, label: ["OPTIONS"], chip: 30 },
    { wager: "progressive", form: "square", x: 0, y: 54, w: 40, h: 40, label: ["PROG."], chip: 30 },
  ],
  tables: [{ wager: "bet" }, { wager: "instant", title: "Instant cash" }, { wager: "super", title: "Super" }],
  tableWidth: 160, tableRows: 7,
  house: [400, 474],
  hand: "poker",
  cards: { behind: [74, 56], shown: [74, 56] },
  dealer: { cards: 5, y: 84, width: 44, gap: 10 },
};

const PACKS_POKER = mirrored([
  [388, 202, -14, 424, 312],
  [272, 388, -8, 318, 490],
  [106, 436, -2, 116, 548],
]);

const PACKS = [1, 2, 3];
const ACROSS = 46;

/** Pack's Poker: three columns from the player's left, the bonus areas nearer the dealer (1.13Z). @type {Laid} */
const packsPoker = {
  key: "packs-poker",
  height: 604,
  phases: ["Bets", "Deal", "Pack 1", "Pack 2", "Pack 3", "Settle"],
  beside: ["far discards", "packs"],
  titleY: 198,
  positions: PACKS_POKER,
  areas: PACKS.flatMap((pack) => [
    { wager: `pack_${pack}`, form: /** @type {const} */ ("circle"), x: (pack - 2) * ACROSS, y: 0, w: 42, h: 42, label: ["PACK", String(pack)], chip: 34 },
    { wager: `five_card_${pack}`, form: /** @type {const} */ ("box"), x: (pack - 2) * ACROSS, y: -66, w: 40, h: 26, label: ["5"], chip: 24 },
    { wager: `seven_card_${pack}`, form: /** @type {const} */ ("box"), x: (pack - 2) * ACROSS, y: -38, w: 40, h: 26, label: ["7"], chip: 24 },
  ]),
  tables: [{ wager: "five_card" }, { wager: "seven_card" }],
  tableWidth: 210, tableRows: 4,
  house: [534, 332],
  hand: "poker",
  cards: { behind: [0, 50], shown: [0, 50] },
  dealer: { cards: 5, y: 86, width: 40, middle: 350 },
};

const PAI_GOW = mirrored([
  [382, 112, -17, 426, 260],
  [272, 250, -9, 306, 398],
  [110, 298, -3, 118, 454],
]);

/** Pai Gow: the wager, behind it the high and the low hand (10.7). @type {Laid} */
const paiGow = {
  key: "pai-gow",
  height: 520,
  phases: ["Bets", "Dice", "Deal", "Set", "Reveal", "Settle"],
  beside: ["shaker", "dead hand"],
  titleY: 214,
  bare: true,
  positions: PAI_GOW,
  areas: [
    { wager: "wager", form: "box", x: 0, y: 0, w: 72, h: 42, label: ["WAGER"], chip: 34 },
    { wager: "", form: "hand", x: -28, y: 56, w: 50, h: 58, label: ["HIGH"] },
    { wager: "", form: "hand", x: 28, y: 56, w: 50, h: 58, label: ["LOW"] },
  ],
  tables: [],
  hand: "tiles",
  low: ["HIGH", "LOW"],
  cards: { behind: [0, 108], shown: [0, 56] },
  dealer: { cards: 4, y: 88, width: 24, boxes: [[459, 74], [545, 74]] },
};

const PAI_GOW_POKER = mirrored([
  [382, 112, -17, 426, 252],
  [272, 254, -8, 310, 398],
  [106, 314, -3, 122, 458],
]);

/** Pai Gow Poker: the wager between bonus and imperial, behind it the hand of five and the hand of two (11.7, 11.9). @type {Laid} */
const paiGowPoker = {
  key: "pai-gow-poker",
  height: 520,
  phases: ["Bets", "Start", "Deal", "Set", "Reveal", "Settle"],
  beside: ["shaker", "shoe"],
  titleY: 181,
  positions: PAI_GOW_POKER,
  areas: [
    { wager: "wager", form: "circle", x: 0, y: 0, w: 54, h: 54, label: ["WAGER"], chip: 38 },
    { wager: "bonus", form: "circle", x: -48, y: 6, w: 46, h: 46, label: ["BONUS"], chip: 32 },
    { wager: "imperial", form: "circle", x: 48, y: 6, w: 46, h: 46, label: ["IMP."], chip: 32 },
    { wager: "", form: "hand", x: -24, y: 58, w: 86, h: 52, label: ["FIVE"] },
    { wager: "", form: "hand", x: 46, y: 58, w: 46, h: 52, label: ["TWO"] },
  ],
  tables: [{ wager: "bonus" }],
  tableWidth: 170, tableRows: 2, tableLetters: 15,
  hand: "in_two",
  low: ["FIVE", "TWO"],
  cards: { behind: [0, 104], shown: [0, 58] },
  dealer: { cards: 7, y: 82, width: 34, boxes: [[361, 194], [597, 72]] },
};

/** Pokette has no positions with areas: its wheel, stand and grid are drawn by themselves. @type {any} */
const pokette = { key: "pokette", hand: "", phases: ["Bets", "Spin", "Post", "Settle"] };

/** @type {any[]} */
const ALL = [highCardFlush, whatTheFlush, lunarPoker, packsPoker, paiGow, paiGowPoker, pokette];
/** @type {Record<string, object>} */
const INSCRIBED = TEXT.INSCRIBED;
/** @type {Record<string, Layout>} */
export const LAYOUTS = Object.fromEntries(ALL.map((one) => [one.key, { ...one, ...INSCRIBED[one.key] }]));

/** @param {number} inset @param {number} height */
function edge(inset, height) {
  const [left, right, top, bottom] = [22 + inset, WIDTH - 22 - inset, 18 + inset, height - 22 - inset];
  const round = 44 - inset * 0.6;
  const middle = WIDTH / 2;
  const side = height * 0.26;
  return `M${left} ${top + round}Q${left} ${top} ${left + round} ${top}H${right - round}Q${right} ${top} ${right} ${top + round}V${side}` +
    `C${right} ${height * 0.72} ${middle + 250} ${bottom} ${middle} ${bottom}C${middle - 250} ${bottom} ${left} ${height * 0.72} ${left} ${side}Z`;
}

/** @param {number} height */
export const cloth = (height) => [
  h("path", { class: "rail", d: edge(0, height) }),
  h("path", { class: "felt", d: edge(15, height) }),
  h("path", { class: "hairline", d: edge(23, height) }),
];

/**
 * The outline of a betting area.
 * @param {Area} area
 * @param {Record<string, any>} props
 */
export function outline({ form, x, y, w, h: tall }, props) {
  const [left, top] = [x - w / 2, y - tall / 2];
  if (form === "circle") return h("circle", { ...props, cx: x, cy: y, r: w / 2 });
  if (form === "lozenge") return h("path", { ...props, d: `M${x} ${top}L${x + w / 2} ${y}L${x} ${y + tall / 2}L${left} ${y}Z` });
  if (form === "hexagon") {
    const q = w / 4;
    return h("path", { ...props, d: `M${left + q} ${top}H${x + q}L${x + w / 2} ${y}L${x + q} ${y + tall / 2}H${left + q}L${left} ${y}Z` });
  }
  const round = form === "pill" ? tall / 2 : 4;
  return h("rect", { ...props, x: left, y: top, width: w, height: tall, rx: round });
}
