/** Setting a hand in two: tap the pieces of the low hand, see both ranks, lay it face down.  A foul way is said before. */
import { h } from "../dom.js";
import { card } from "../pieces/cards.js";
import { tile } from "../pieces/tiles.js";
import { house, scales } from "./helps.js";

/** @param {any} model @param {number} seat @param {any} lying */
export function setting(model, seat, lying) {
  const { ways, low } = model.setting;
  const now = wayOf(ways, low);
  const high = lying.cards.filter((/** @type {string} */ one) => !low.includes(one));
  const tiles = model.layout.hand === "tiles";
  const piece = (/** @type {string} */ one) => h("button", { class: "piece", key: one, "aria-pressed": String(low.includes(one)), "aria-label": `${one}: to the ${low.includes(one) ? "high" : "low"} hand`, onclick: () => model.swap(one) }, tiles ? tile(one, { "aria-hidden": "true" }) : card(one, "full", { "aria-hidden": "true" }));
  return h("div", { class: "setting", id: "hand" },
    slot("High hand", high.map(piece), now?.words[0], now && !now.lawful),
    slot("Low hand", low.map(piece), now?.words[1], now && !now.lawful, low.length < 2 ? `touch ${2 - low.length} more` : ""),
    tiles && h("ol", { class: "ways" }, ways.map((/** @type {any} */ way, /** @type {number} */ at) => wayButton(model, way, at, way === now))));
}

/** @param {any[]} ways @param {string[]} low */
export const wayOf = (ways, low) => ways.find((way) => way.low.length === low.length && way.low.every((/** @type {string} */ one) => low.includes(one)));

/** @param {string} name @param {any[]} pieces @param {string} [words] @param {boolean} [foul] @param {string} [hint] */
const slot = (name, pieces, words, foul, hint) =>
  h("section", { class: `slot ${foul ? "foul" : ""}`, "aria-label": `${name}${words ? `: ${words}` : ""}` }, h("h3", { class: "label" }, name), h("div", { class: "pieces" }, pieces), h("p", null, words ?? hint ?? ""));

/** @param {any} model @param {any} way @param {number} at @param {boolean} chosen */
const wayButton = (model, way, at, chosen) =>
  h("li", { key: way.low.join() }, h("button", { class: `way ${way.lawful ? "" : "foul"}`, "aria-pressed": String(chosen), disabled: !way.lawful, onclick: () => model.choose(way.low) },
    h("kbd", null, at + 1), h("span", null, h("b", null, way.words[0]), way.lawful ? ` over ${way.words[1]}` : " would be foul")));

/** @param {any} model @param {number} seat @param {any[]} decisions */
export function settingOffers(model, seat, decisions) {
  const now = wayOf(model.setting.ways, model.setting.low);
  const set = decisions.find((one) => one.action.do === "set");
  const refused = !now || (!now.lawful && model.layout.hand === "tiles");
  return [
    h("button", { class: "main", key: "lay", disabled: refused, onclick: () => model.lay(set) }, now && !now.lawful ? "Lay it all the same" : "Lay face down", h("kbd", null, "⏎")),
    h("div", { class: "helps" }, house(model), model.coach && scales(model)),
    h("p", { class: now && !now.lawful ? "foul-words" : "quiet" }, !now ? "Choose the two of the low hand." : now.lawful ? "Lawful: the high hand ranks above the low hand. Once laid it is not touched again." : `Foul: the low hand, ${now.words[1]}, is higher than the high hand, ${now.words[0]}. Laid so, it loses.`),
  ];
}
