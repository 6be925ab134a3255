/** Dice, and the markers that say who banks. */
import { h } from "../dom.js";

/** Where the spots of a die are. @type {Record<number, number[][]>} */
const SPOTS = {
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
    SPOTS[spots].map(([cx, cy]) => h("circle", { cx, cy, r: 2.3 })));

const WORDS = { dealer: "DEALER", bank: "BANK", co_bank: "CO-BANK" };

/** @param {"dealer" | "bank" | "co_bank"} of @param {number} x @param {number} y @param {number} r */
export const marker = (of, x, y, r) =>
  h("g", { class: `marker ${of}`, transform: `translate(${x} ${y})`, role: "img", "aria-label": `${WORDS[of]} marker` },
    h("circle", { r }), h("circle", { class: "ring", r: r - 2.5 }),
    h("text", { y: r / 7, "font-size": r / (of === "bank" ? 2.3 : 3) }, WORDS[of]));
