/** Value chips in the colours of New Jersey, stacked with the largest below.  A box of 48. */
import { h } from "../dom.js";
import { money } from "../money.js";

export const VALUES = [100, 500, 2500, 10000, 50000, 100000];
/** @type {Record<number, string>} */
const LETTERS = { 100000: "1K" };
const MOST_DRAWN = 6;

/** @param {number} cents of one chip @param {Record<string, any>} [props] */
export function chip(cents, props = {}) {
  const label = `${money(cents)} chip`;
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
export function made(cents) {
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
