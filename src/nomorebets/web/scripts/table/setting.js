/** Setting a hand in two: tap the pieces of the low hand, see both ranks, lay it face down.  A foul way is said before. */
import { h } from "../dom.js";
import { card, cardName } from "../pieces/cards.js";
import { sign } from "../pieces/signs.js";
import { tile, tileName } from "../pieces/tiles.js";
import { DECIDING, SETTING } from "../words/table.js";
import { house, scales } from "./helps.js";
import { nameOf } from "./offers.js";
import { seatOf, without } from "./reading.js";

const MOST_WAYS = 4;

/** @param {any} model @param {number} seat @param {any} lying */
export function setting(model, seat, lying) {
  const { ways, low } = model.setting;
  const now = wayOf(ways, low);
  const tiles = model.layout.hand === "tiles";
  const high = without(lying.cards, low);
  const foul = now && !now.lawful;
  const name = tiles ? tileName : cardName;
  const piece = (/** @type {boolean} */ isLow) => (/** @type {string} */ one, /** @type {number} */ n) => h("button", {
    class: "piece", key: tiles ? `${one} ${n}` : one, "aria-pressed": String(isLow), onclick: () => model.swap(one, isLow),
    "aria-label": SETTING.to(name(one), isLow) },
  tiles ? tile(one, { "aria-hidden": "true" }) : card(one, model.width === "phone" ? "index" : "full", { "aria-hidden": "true" }),
  !tiles && h("kbd", null, lying.cards.indexOf(one) + 1));
  const listed = tiles ? ways : ways.filter((/** @type {any} */ way) => way.house || way === now).slice(0, MOST_WAYS);
  return h("div", { class: `setting ${tiles ? "of-tiles" : ""}`, id: "hand", "data-place": `seat ${seat}` },
    slot(seatOf(model, seat) + SETTING.high, high.map(piece(false)), now?.words[0], foul),
    slot(SETTING.low, low.map(piece(true)), now?.words[1], foul, low.length < 2 ? SETTING.more(2 - low.length) : ""),
    tiles && h("ol", { class: "ways", "aria-label": SETTING.ways(ways.length) }, listed.map((/** @type {any} */ way, /** @type {number} */ at) => wayButton(model, lying.cards, way, at, way === now))),
    h("p", { class: `check ${foul ? "foul-words" : ""}`, role: "status" }, now && sign(foul ? "warning" : "check"), checked(now, tiles)));
}

/** @param {any} now @param {boolean} tiles */
const checked = (now, tiles) => (!now ? SETTING.choose : now.lawful ? SETTING.lawful : SETTING.foul(now.words, tiles));

/** @param {any[]} ways @param {string[]} low */
export const wayOf = (ways, low) => ways.find((way) => alike(way.low, low));

/** @param {string[]} some @param {string[]} others */
const alike = (some, others) => [...some].sort().join() === [...others].sort().join();

/** With four tiles a way and its reverse are the same tiles: of each pair the lawful one, and of ways that are alike one. @param {any[]} ways @param {string[]} held */
export const distinct = (ways, held) => ways.filter((way, at) =>
  !ways.some((other, n) => n < at && alike(other.low, way.low)) && (way.lawful || !ways.some((other) => other.lawful && alike(other.low, without(held, way.low)))));

/** @param {string} name @param {any[]} pieces @param {string} [words] @param {boolean} [foul] @param {string} [hint] */
const slot = (name, pieces, words, foul, hint) =>
  h("section", { class: `slot ${foul ? "foul" : ""}`, "aria-label": `${name}${words ? `: ${words}` : ""}` },
    h("h2", { class: "label" }, name), h("div", { class: "pieces" }, pieces), h("p", null, words ?? hint ?? ""));

/** @param {any} model @param {string[]} held @param {any} way @param {number} at @param {boolean} chosen */
function wayButton(model, held, way, at, chosen) {
  const high = without(held, way.low);
  const small = (/** @type {string} */ one, /** @type {number} */ n) => tile(one, { key: `${one} ${n}`, "aria-hidden": "true" });
  return h("li", { key: way.low.join() },
    h("button", { class: `way ${way.lawful ? "" : "foul"}`, "aria-pressed": String(chosen), disabled: !way.lawful, onclick: () => model.choose(way.low) },
      h("kbd", null, at + 1),
      h("span", { class: "way-tiles" }, h("span", null, high.map(small)), h("span", null, way.low.map(small))),
      h("span", null, h("b", null, way.words[0]), h("br"), way.lawful ? SETTING.over(way.words[1]) : SETTING.wouldBeFoul)));
}

/** @param {any} model @param {any[]} decisions */
export function settingOffers(model, decisions) {
  const now = wayOf(model.setting.ways, model.setting.low);
  const set = decisions.find((one) => one.action.do === "set");
  const refused = !now || (!now.lawful && model.layout.hand === "tiles");
  const others = decisions.filter((one) => one !== set && one.action.do !== "house_way");
  return [
    h("button", { class: "main", key: "lay", disabled: refused, onclick: () => model.lay(set) }, now && !now.lawful ? SETTING.layAnyway : SETTING.lay, h("kbd", null, "⏎")),
    h("div", { class: "helps", key: "helps" }, model.setting.ways.some((/** @type {any} */ one) => one.house) && house(model), model.coach && scales(model)),
    others.map((one) => h("button", { class: "small", key: nameOf(one.action), onclick: () => model.decide(one) }, nameOf(one.action))),
    h("p", { class: "whys", key: "why" }, h("button", { class: "link why", onclick: () => model.why(set.clause, set) }, sign("book"), DECIDING.why(set.clause.split(":")[1]))),
  ];
}
