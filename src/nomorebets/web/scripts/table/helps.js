/** Two different helps that never look alike: what the dealer may say, and what the mathematics says. */
import { h } from "../dom.js";
import { sign } from "../pieces/signs.js";

/** The dealer's voice. @param {any} model */
export const house = (model) => h("button", { class: "dealers-voice", key: "house", onclick: () => model.houseWay() }, h("span", { class: "button-marker" }, "DEALER"), "House way", h("kbd", null, "O"));

/** Our calculation. @param {any} model */
export const scales = (model) => h("button", { class: "exact", key: "exact", onclick: () => model.exact() }, sign("scales"), "Exact value", h("kbd", null, "V"));

/** What each decision is worth, the best first. @param {any} told */
export function worth(told) {
  if (!told) return null;
  const values = told.decisions.map((/** @type {any} */ one) => Number(one.value));
  const most = Math.max(...values.map(Math.abs), 0.01);
  return h("section", { class: "slip worth", key: "worth" },
    h("header", null, h("span", { class: "label" }, "Exact value"), h("span", { class: "cite" }, told.unit)),
    h("h2", null, told.heading),
    h("table", null, told.decisions.slice(0, 6).map((/** @type {any} */ one, /** @type {number} */ at) => h("tr", { key: one.name, class: at ? "" : "best" }, h("td", null, one.name), h("td", { class: "bar-cell" }, bar(values[at] / most)), h("td", { class: "figure" }, `${values[at] < 0 ? "−" : "+"}${Math.abs(values[at]).toFixed(4)}`)))),
    h("p", null, "Not the house's advice."));
}

/** @param {number} share from −1 to 1 */
const bar = (share) => h("svg", { viewBox: "-50 0 100 12", class: "value-bar", "aria-hidden": "true" }, h("rect", { x: share < 0 ? share * 50 : 0, y: 1, width: Math.abs(share) * 50, height: 10 }), h("path", { d: "M0 0v12" }));
