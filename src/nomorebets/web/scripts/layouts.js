/**
 * The layout of each game, as its text has it, and the table itself: a D with its straight side at the dealer's.
 *
 * @typedef {"circle" | "box" | "lozenge" | "square" | "hexagon" | "pill" | "hand"} Form
 * @typedef {{wager: string, form: Form, x: number, y: number, w: number, h: number, label: string[], chip?: number, sum?: number}} Area
 *   from the middle of the first area of a position, before it is turned; a wager of "" is a place for cards
 * @typedef {{x: number, y: number, turn: number, plate: [number, number]}} Position
 * @typedef {{wager: string, title?: string}} Inscribed a pay table on the cloth, called as its wager unless otherwise
 * @typedef {{
 *   key: string, phases: string[], areas: Area[], height: number,
 *   positions: Position[], tables: Inscribed[], hand: string,
 *   tableWidth?: number, tableRows?: number, tableLetters?: number, house?: [number, number],
 *   cards: {behind: [number, number], shown: [number, number]}, dealer: {cards: number, y: number, width: number, middle?: number, gap?: number, boxes?: number[][]},
 *   beside: string[], titleY: number, frame?: number[], cells?: {frame: number[], areas: Partial<Area>[]}, bare?: boolean, low?: string[], inscription: string, second?: string,
 * }} Layout of which Pokette has the phases alone: its wheel, stand and grid are drawn by themselves
 */
import { h } from "./dom.js";
import LAID from "./layouts.json" with { type: "json" };
import TEXT from "./words/layouts.json" with { type: "json" };

export const WIDTH = 1068;
const MIDDLE = WIDTH / 2;

/** Positions, seat 1 on the viewer's right: half of them, from the centre line, then the one on it, then mirrored.
 * @param {number[][]} half x, y, turn, and the plate's x and y @param {number[]} [middle] y and the plate's y
 * @returns {any[]}
 */
const mirrored = (half, middle) => {
  const right = half.map(([x, y, turn, px, py]) => ({ x: MIDDLE + x, y, turn, plate: [MIDDLE + px, py] }));
  const left = half.map(([x, y, turn, px, py]) => ({ x: MIDDLE - x, y, turn: -turn, plate: [MIDDLE - px, py] })).reverse();
  return [...right, ...(middle ? [{ x: MIDDLE, y: middle[0], turn: 0, plate: [MIDDLE, middle[1]] }] : []), ...left];
};

/** @type {Record<string, any>} */
const INSCRIBED = TEXT.INSCRIBED;

/** What is drawn of a layout, with what is inscribed on it. @param {[string, any]} laid @returns {[string, Layout]} */
function inscribed([key, laid]) {
  const { labels, titles, ...text } = INSCRIBED[key] ?? {};
  const areas = laid.areas?.map((/** @type {any} */ area, /** @type {number} */ at) => ({ ...area, label: labels[at] }));
  const tables = laid.tables?.map((/** @type {string} */ wager, /** @type {number} */ at) => ({ wager, title: titles?.[at] }));
  return [key, { ...laid, ...text, key, areas, tables, positions: laid.half && mirrored(laid.half, laid.middle) }];
}

/** @type {Record<string, string>} */
export const PHASES = TEXT.PHASES;
export const LAYOUTS = Object.fromEntries(Object.entries(LAID).map(inscribed));

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
