/** Panels that open over the table: the keys, the settings, limits and pay tables. */
import { h } from "../dom.js";
import { choose, settings } from "../frame.js";
import { sign } from "../signs.js";
import { money, say, wagerName } from "../words.js";
import TEXT from "../words/panels.json" with { type: "json" };
import { ownSeats } from "./reading.js";

const { PANELS } = TEXT;

/** @type {Record<string, string[][]>} */
const KEYS = TEXT.KEYS;

/** What each panel is called, and what is in it. @type {Record<string, [string, (model: any) => any]>} */
const INSIDE = {
  keys: [PANELS.keys, (model) => keys(model)],
  settings: [PANELS.settings, (model) => chosen(model)],
  posted: [PANELS.posted, (model) => posted(model)],
  leave: [PANELS.leave, (model) => leave(model)],
};

/** @param {any} model */
export function panel(model) {
  if (!model.panel) return null;
  const [title, inside] = INSIDE[model.panel];
  return h("div", { class: "drawer-over", key: "panel", onclick: (/** @type {any} */ event) => { if (event.target === event.currentTarget) model.show(model.panel); } },
    h("section", { class: "drawer", role: "dialog", "aria-modal": "true", "aria-label": title, tabindex: "-1", born: (/** @type {any} */ one) => one.focus() },
      h("div", { class: "drawer-head" }, h("h2", null, title), h("button", { class: "icon", "aria-label": PANELS.close, onclick: () => model.show(model.panel) }, sign("close"))),
      inside(model)));
}

/** @param {any} model */
const keys = (model) => h("dl", { class: "keys" }, [...KEYS[model.layout.key], ...KEYS.all].map(([key, does]) =>
  h("div", { key: does }, h("dt", null, key.split(" ").map((/** @type {string} */ one) => h("kbd", null, one))), h("dd", null, does))));

/** @param {any} model */
function chosen(model) {
  const now = /** @type {Record<string, unknown>} */ (settings());
  const of = (/** @type {any} */ group) => h("fieldset", { key: group.name },
    h("legend", null, group.name),
    group.options.map((/** @type {any} */ [value, name]) => h("label", { key: name },
      h("input", { type: "radio", name: group.key, checked: now[group.key] === value, onchange: () => { choose({ [group.key]: value }); model.redraw(); } }), name)));
  return h("div", { class: "chosen" }, PANELS.groups.map(of), h("button", { class: "other", onclick: () => navigator.clipboard.writeText(location.href).then(() => model.speaker.now(PANELS.copied)) }, PANELS.copy),
    ownSeats(model).length > 0 && h("button", { class: "other", onclick: () => model.show("leave") }, PANELS.leave));
}

/** @param {any} model */
const leave = (model) => h("div", { class: "chosen" },
  h("p", null, PANELS.leaving),
  h("button", { class: "main", onclick: () => model.leave() }, PANELS.leave));

/** @param {any} model */
const posted = (model) => [
  h("p", null, model.posted.summary),
  h("table", null, h("caption", null, PANELS.limits), h("tbody", null, model.posted.wagers.map((/** @type {any} */ one) =>
    h("tr", { key: one.name }, h("th", { scope: "row" }, wagerName(one.name)), h("td", { class: "figure" }, say(PANELS.range, { least: money(one.least), most: money(one.most) })), h("td", { class: "figure" }, one.clause.split(":")[1]))))),
  Object.entries(model.posted.tables).map(([name, table]) => h("table", { key: `table ${name}` },
    h("caption", null, `${table.title}, ${table.clause.split(":")[1]}`),
    h("tbody", null, Object.entries(table.rows).map(([row, pays]) => h("tr", { key: row }, h("th", { scope: "row" }, row), h("td", { class: "figure" }, pays)))))),
  Object.entries(model.view.meters ?? {}).map(([name, cents]) => h("p", { key: name }, say(PANELS.meter, { name: name.split(":").slice(1).join(", ").replaceAll("_", " "), sum: money(cents) }))),
];
