/** Two different helps that never look alike: what the dealer may say, and what the mathematics says. */
import { h } from "../dom.js";
import { money } from "../money.js";
import { sign } from "../pieces/signs.js";
import { say } from "../words.js";
import TEXT from "../words/table.json" with { type: "json" };

const { SETTING, WHY } = TEXT;

const MOST = 6;

/** The dealer's voice. @param {any} model */
export const house = (model) => h("button", { class: "dealers-voice", key: "house", onclick: () => model.houseWay() },
  h("span", { class: "button-marker", "aria-hidden": "true" }, "DEALER"), SETTING.house, h("kbd", null, "O"));

/** Our calculation. @param {any} model */
export const scales = (model) => h("button", { class: "exact", key: "exact", onclick: () => model.exact() },
  sign("scales"), WHY.exact, h("kbd", null, "V"));

/** What each decision is worth, the best first, at what is wagered here. @param {any} told @param {() => void} close */
export function worth(told, close) {
  if (!told) return null;
  const values = told.decisions.map((/** @type {any} */ one) => Number(one.value));
  const most = Math.max(...values.map(Math.abs), 0.01);
  return h("section", { class: "slip worth", key: "worth" },
    h("header", null, h("span", { class: "label" }, WHY.exact), h("span", { class: "cite" }, told.unit ? say(WHY.dollars, { sum: money(told.unit) }) : WHY.unit)),
    h("h2", null, told.heading ?? told.decisions[0]?.name ?? ""),
    h("table", null, h("tbody", null, told.decisions.slice(0, MOST).map((/** @type {any} */ one, /** @type {number} */ at) =>
      h("tr", { key: one.name, class: at ? "" : "best" },
        h("td", null, one.name), h("td", { class: "bar-cell" }, bar(values[at] / most)), h("td", { class: "figure" }, figure(values[at], told.unit)))))),
    h("p", null, WHY.notAdvice),
    h("p", { class: "links" }, h("button", { class: "link", onclick: close }, WHY.close)));
}

/** @param {number} value @param {number} unit */
function figure(value, unit) {
  const sign = value < 0 ? "−" : "+";
  return unit ? `${sign}${money(Math.round(Math.abs(value) * unit))}` : `${sign}${Math.abs(value).toFixed(4)}`;
}

/** @param {number} share from −1 to 1 */
const bar = (share) => h("svg", { viewBox: "-50 0 100 12", class: "value-bar", "aria-hidden": "true" },
  h("rect", { x: share < 0 ? share * 50 : 0, y: 1, width: Math.abs(share) * 50, height: 10 }), h("path", { d: "M0 0v12" }));
