/** Pai gow tiles, drawn.  A box of 40 by 100: ones and fours are red, the twelve is half red and half white. */
import { h } from "../dom.js";

/** @type {Record<number, number[][]>} */
const SPOTS = {
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
  return SPOTS[spots].map(([cx, cy]) => {
    const red = twelve ? cx === 11 : spots === 1 || spots === 4;
    return h("circle", { class: red ? "red" : "white", cx, cy, r: spots === 1 ? 6.2 : 4.6 });
  });
}

/** @param {string} tile */
export const tileName = (tile) => (tile === "??" ? "a tile face down" : `tile ${tile.replace("-", " and ")}`);
