/** A small picture of a table for the lobby: its own areas, taken seats filled, free ones to be picked. */
import { h } from "../dom.js";
import { LAYOUTS } from "../games/index.js";
import { WIDTH } from "../games/layout.js";
import { card } from "../pieces/cards.js";
import { tile } from "../pieces/tiles.js";
import { cloth, outline } from "./cloth.js";

/**
 * @param {{game: string, positions: number, seats: Record<string, unknown>}} table
 * @param {number} chosen the seat that would be taken
 * @param {(seat: number) => void} pick
 */
export function plate(table, chosen, pick) {
  const layout = LAYOUTS[table.game];
  if (!layout) return pokette();
  const back = layout.hand === "tiles" ? tile : (/** @type {string} */ name, /** @type {any} */ props) => card(name, "index", props);
  const { cards, width } = layout.dealer;
  const tall = layout.hand === "tiles" ? width * 2.5 : width * 1.4;
  const start = WIDTH / 2 - (cards * (width + 5)) / 2;
  const [wide, high] = framed(layout.height);
  const [left, top] = [(WIDTH - wide) / 2, (layout.height - high) / 2];
  return h("svg", { viewBox: `${left} ${top} ${wide} ${high}`, class: `plate ${table.game}`, role: "img", "aria-label": `${layout.title}, layout` },
    h("rect", { class: "cloth-rail", x: left, y: top, width: wide, height: high }),
    cloth(layout.height),
    Array.from({ length: cards }, (_, at) => back("??", { x: start + at * (width + 5), y: layout.dealer.y - 20, width, height: tall, role: null, "aria-label": null })),
    h("text", { class: "plate-title", x: WIDTH / 2, y: layout.dealer.y + tall + 46 }, layout.title.toUpperCase()),
    h("text", { class: "plate-line", x: WIDTH / 2, y: layout.dealer.y + tall + 82 }, layout.inscription.length < 45 ? layout.inscription : ""),
    layout.beside.includes("dead hand") && h("circle", { class: "hairline", cx: 330, cy: 120, r: 40 }),
    layout.positions(table.positions).slice(0, table.positions).map((place, at) => seat(layout, place, at + 1, table, chosen, pick)));
}

/** A frame of two to one around a table. @param {number} height */
const framed = (height) => [Math.max(WIDTH, 2 * height), Math.max(WIDTH / 2, height)];

/**
 * @param {import("../games/layout.js").Layout} layout @param {import("../games/layout.js").Position} place @param {number} number
 * @param {{seats: Record<string, unknown>}} table @param {number} chosen @param {(seat: number) => void} pick
 */
function seat(layout, place, number, table, chosen, pick) {
  const taken = number in table.seats;
  const first = layout.areas[0];
  return h("g", { class: `plan-seat ${taken ? "taken" : ""} ${number === chosen ? "chosen" : ""}`, transform: `translate(${place.x} ${place.y}) rotate(${place.turn})` },
    layout.areas.map((area) => outline(area, { class: "area" })),
    taken && h("circle", { class: "dot", cx: first.x, cy: first.y, r: 13 }),
    number === chosen && [h("circle", { class: "ring", cx: first.x, cy: first.y, r: 36 }), h("text", { x: first.x, y: first.y + 11 }, number)],
    !taken && h("circle", { class: "pick", r: 70, onclick: () => pick(number) }));
}

function pokette() {
  const [x, y, r, sections] = [270, 290, 205, 54];
  const at = (/** @type {number} */ turn, /** @type {number} */ radius) => `${x + radius * Math.sin(turn)} ${y - radius * Math.cos(turn)}`;
  const wedge = (/** @type {number} */ n) => {
    const [a, b] = [(n / sections) * 2 * Math.PI, ((n + 1) / sections) * 2 * Math.PI];
    const colour = n % 27 === 0 ? "gold-cell" : n % 2 ? "red-cell" : "black-cell";
    return h("path", { class: colour, d: `M${at(a, r)}A${r} ${r} 0 0 1 ${at(b, r)}L${at(b, 150)}A150 150 0 0 0 ${at(a, 150)}Z` });
  };
  const cells = Array.from({ length: 13 }, (_, row) => [0, 1, 2, 3].map((column) =>
    h("rect", { class: "area", x: 580 + column * 74, y: 54 + row * 34, width: 74, height: 34 })));
  return h("svg", { viewBox: "-70 0 1208 604", class: "plate pokette", role: "img", "aria-label": "Pokette, wheel and layout" },
    h("rect", { class: "cloth-rail", x: -70, width: 1208, height: 604 }),
    h("rect", { class: "felt", x: -50, y: 18, width: 1168, height: 568, rx: 12 }),
    Array.from({ length: sections }, (_, n) => wedge(n)),
    h("circle", { class: "hairline", cx: x, cy: y, r: 46 }),
    h("g", { class: "plan-seat" }, cells, h("rect", { class: "area", x: 580, y: 506, width: 148, height: 38 }), h("rect", { class: "area", x: 728, y: 506, width: 148, height: 38 }),
      [0, 1, 2, 3].map((n) => h("rect", { class: "area", x: 900, y: 54 + n * 104, width: 92, height: 104 }))));
}
