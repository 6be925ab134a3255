/** By keys alone: the same letters as the terminal. */
import { VALUES } from "../pieces/chips.js";
import { settings } from "../settings.js";
import { isRanged, keysOf, mainOf, mayGoOn } from "./offers.js";
import { sorted } from "./reading.js";
import { downOf, stepOf } from "./tray.js";

const FIELDS = [HTMLInputElement, HTMLTextAreaElement, HTMLSelectElement];

/** @param {any} model */
export function listen(model) {
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !model.view) return;
    if (event.key === "Escape") return model.close();
    if (FIELDS.some((one) => event.target instanceof one)) return;
    if (pressed(model, event)) event.preventDefault();
  });
}

/** @param {any} model @param {KeyboardEvent} event @returns {boolean} whether it was for us */
function pressed(model, event) {
  const onButton = event.target instanceof Element && event.target.closest("button, a, summary, [role=button]");
  if (event.key === "Enter") {
    if (event.shiftKey && model.own) return done(() => downOf(model) > 0 && model.ready());
    return !onButton && done(() => enter(model));
  }
  if (event.key.startsWith("Arrow")) return arrows(model, event);
  if (!settings().letters) return false;
  const { decisions } = model;
  const key = event.key.toLowerCase();
  /** @type {Record<string, string>} */
  const panels = { h: "keys", p: "posted", q: "leave" };
  if (panels[key]) return done(() => model.show(panels[key]));
  if (key === "[" || key === "]") return done(() => nextChip(model, key === "]" ? 1 : -1));
  if (event.key === "?" && decisions.length) return done(() => model.why(decisions[0].clause, decisions[0]));
  if (model.ended && key === "b" && !decisions.length) return done(() => model.change());
  return decisions.length > 0 && deciding(model, key);
}

/** @param {() => void} does */
function done(does) {
  does();
  return true;
}

/** @param {any} model @param {string} key */
function deciding(model, key) {
  const { decisions } = model;
  if (model.setting) {
    if (/^[1-7]$/.test(key)) return done(() => byNumber(model, Number(key) - 1));
    if (key === "o") return done(() => model.houseWay());
    if (key === "v" && model.coach) return done(() => model.exact());
    const other = decisions.find((/** @type {any} */ one) => one.action.do === "surrender");
    return key === "s" && other ? done(() => model.decide(other)) : false;
  }
  const at = keysOf(decisions).indexOf(key);
  if (at >= 0) return done(() => model.decide(decisions[at]));
  const ranged = decisions.find(isRanged);
  if (key === "v" && model.coach) return done(() => model.exact());
  if (ranged && key === "m") return done(() => model.setAmount(ranged.most));
  if (model.selecting && /^[1-5]$/.test(key)) {
    const { plays, rest } = sorted(model.view.places[`seat ${model.own}`], model.layout.hand);
    return done(() => model.toggle([...plays, ...rest][Number(key) - 1]));
  }
  return false;
}

/** @param {any} model @param {number} at */
function byNumber(model, at) {
  const { ways } = model.setting;
  const one = model.view.places[`seat ${model.own}`].cards[at];
  if (model.layout.hand !== "tiles") model.swap(one, model.setting.low.includes(one));
  else if (ways[at]?.lawful) model.choose(ways[at].low);
}

/** Up and down change an amount; else arrows go from area to area. @param {any} model @param {KeyboardEvent} event */
function arrows(model, event) {
  const ranged = model.decisions.find(isRanged);
  const by = event.key === "ArrowUp" || event.key === "ArrowRight" ? 1 : -1;
  if (ranged && (event.key === "ArrowUp" || event.key === "ArrowDown")) {
    return done(() => model.setAmount(model.amount(ranged) + by * stepOf(ranged)));
  }
  if (!model.layout.areas) return false;
  const areas = /** @type {SVGElement[]} */ ([...document.querySelectorAll(".area-group[tabindex]")]);
  if (!areas.length) return false;
  const at = areas.indexOf(/** @type {any} */ (document.activeElement));
  return done(() => areas[(at + by + areas.length) % areas.length].focus());
}

/** @param {any} model @param {number} by */
function nextChip(model, by) {
  const at = VALUES.indexOf(model.chip) + by;
  if (at >= 0 && at < 5) model.pick(VALUES[at]);
}

/** @param {any} model */
function takeMain(model) {
  const main = mainOf(model.decisions);
  if (main) model.decide(main);
}

/** @param {any} model */
function enter(model) {
  const set = model.decisions.find((/** @type {any} */ one) => one.action.do === "set");
  if (set && model.setting?.low.length === 2) model.lay(set);
  else if (mayGoOn(model)) model.goOn();
  else if (model.decisions.length && !model.ended) takeMain(model);
  else if (!model.own) model.sit(Number(Object.keys(model.sits)[0]));
  else if (downOf(model) && model.view.phase === "betting") model.ready();
  else if (model.last && model.view.phase === "betting") model.same();
}
