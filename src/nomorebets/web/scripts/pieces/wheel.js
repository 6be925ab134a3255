/** Pokette's wheel: 54 sections in the order of the posted wheel, the clapper at the top. */
import { h } from "../dom.js";
import { pip, rank, suit } from "./cards.js";

const SIZE = 420;
const [OUTER, RIM, INNER] = [208, 196, 152];

/** @param {string[]} sections by their cards, from the clapper on @param {number} at which rests at the clapper, or −1 */
export function wheel(sections, at) {
  const step = 360 / sections.length;
  const turn = at < 0 ? 0 : -at * step;
  const result = at < 0 ? "" : sections[at];
  return h("svg", { class: "wheel", "data-at": at, viewBox: `0 0 ${SIZE} ${SIZE}`, role: "img", "aria-label": result ? `The wheel rests at ${result}` : "The wheel" },
    h("circle", { class: "rim", cx: 210, cy: 210, r: OUTER }),
    h("g", { class: "turning", transform: `rotate(${turn})` }, sections.map((one, n) => section(one, n * step, step, n === at))),
    h("circle", { class: "bed", cx: 210, cy: 210, r: INNER }),
    h("path", { class: "rays", d: Array.from({ length: 8 }, (_, n) => ray(n * 45)).join("") }),
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

/** @param {number} degrees */
function ray(degrees) {
  const at = (/** @type {number} */ angle, /** @type {number} */ r) => `${(210 + r * Math.sin((angle * Math.PI) / 180)).toFixed(1)} ${(210 - r * Math.cos((angle * Math.PI) / 180)).toFixed(1)}`;
  return `M${at(degrees, 140)}L${at(degrees - 7, 52)}L${at(degrees + 7, 52)}Z`;
}

/** @param {string} one @param {number} degrees @param {number} step @param {boolean} chosen */
function section(one, degrees, step, chosen) {
  const half = ((step / 2) * Math.PI) / 180;
  const [x, y] = [Math.sin(half), Math.cos(half)];
  const path = `M${210 - RIM * x} ${210 - RIM * y}L${210 + RIM * x} ${210 - RIM * y}L${210 + INNER * x} ${210 - INNER * y}L${210 - INNER * x} ${210 - INNER * y}Z`;
  return h("g", { class: `section ${colour(one)} ${chosen ? "chosen" : ""}`, transform: `rotate(${degrees} 210 210)` }, h("path", { d: path }), h("text", { x: 210, y: 30 }, label(one)), isJoker(one) ? null : pip(suit(one), 210, 44, 11));
}
