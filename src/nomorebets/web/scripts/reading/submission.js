/** The submission editor: every choice with its clauses, checked as it is written, and set beside another submission. */
import { drawing, h } from "../dom.js";
import { getPatiently as get, reason } from "../house.js";
import { apply, heads, keep, sign } from "../page.js";
import { capital, GAMES, money, say } from "../words.js";
import TEXT from "../words/reading.json" with { type: "json" };
import { cite, differs, effectName, effects, gameSelect, known, literal, percent, post, room, select, settled, spoken, toml, Written } from "./shell.js";

const { SHELL, SUBMISSION } = TEXT;

/** @type {{key: string, form: any, fields: Record<string, any>, checked: any, busy: boolean, problem: string, other: Record<string, any> | null, against: string, rows: any[], counting: string}} */
const model = { key: "high-card-flush", form: null, fields: {}, checked: null, busy: false, problem: "", other: null, against: "none", rows: [], counting: "" };
const redraw = drawing(() => room("submission", main()));

/** @param {string} key @param {Record<string, any>} [fields] */
async function open(key, fields) {
  Object.assign(model, { key, form: key === model.key ? model.form : null, checked: null, other: null, against: "none", rows: [] });
  redraw();
  const form = await get(`/v1/games/${key}/form`);
  Object.assign(model, { form, fields: fields ?? { ...form.house } });
  history.replaceState(null, "", `/submission?game=${key}`);
  changed();
}

// --- Checking ---------------------------------------------------------------------------------------------------------

const check = settled(async () => {
  const filed = toml(model.key, model.fields);
  try {
    const checked = await post("/v1/check", { submission: filed });
    if (filed !== toml(model.key, model.fields)) return;
    Object.assign(model, { checked, problem: "", busy: false });
    compare();
  } catch (error) {
    Object.assign(model, { busy: false, checked: null, problem: reason(error) });
  }
  redraw();
}, 200);

function changed() {
  model.busy = true;
  check();
  redraw();
}

/** @param {string} name @param {any} value undefined leaves it out */
function set(name, value) {
  const { [name]: _gone, ...rest } = model.fields;
  model.fields = value === undefined ? rest : { ...rest, [name]: value };
  changed();
}

/** @param {string} verdict */
const findings = (verdict) => (model.checked?.findings ?? []).filter((/** @type {any} */ one) => one.verdict === verdict);

// --- Comparing --------------------------------------------------------------------------------------------------------

/** @param {string} against */
function beside(against) {
  model.against = against;
  if (against === "house") model.other = { ...model.form.house };
  else if (against === "defaults") model.other = {};
  else if (against === "none") model.other = null;
  else return document.getElementById("other")?.click();
  compare();
}

let turn = 0;
async function compare() {
  const mine = ++turn;
  model.rows = [];
  if (!model.other || !model.checked?.lawful || !different().length) {
    model.counting = "";
    return redraw();
  }
  for (const what of /** @type {("odds" | "solve")[]} */ (["odds", "solve"])) {
    model.counting = what === "odds" ? SUBMISSION.counting : SUBMISSION.solving;
    redraw();
    const found = await effects(model.key, [model.fields, model.other], what);
    if (mine !== turn) return;
    model.rows = [...model.rows, ...found.filter(differs)];
  }
  model.counting = "";
  redraw();
}

/** What a field holds, chosen or not. @param {Record<string, any>} fields @param {any} field */
const held = (fields, field) => (field.name in fields ? fields[field.name] : field.default);
const different = () => model.form.fields.filter((/** @type {any} */ one) => literal(held(model.fields, one)) !== literal(held(model.other ?? {}, one)));

// --- Files ------------------------------------------------------------------------------------------------------------

/** Read a file that somebody brings; what no form has is kept as it was written. @param {any} event @param {(game: string, fields: Record<string, any>) => void} then */
async function bring(event, then) {
  const [file] = event.target.files;
  if (!file) return;
  try {
    const { game, fields } = await post("/v1/submission", { submission: await file.text() });
    then(game, fields);
  } catch (error) {
    model.problem = reason(error);
  }
  event.target.value = "";
  redraw();
}

// --- Fields -----------------------------------------------------------------------------------------------------------

/** @param {any} field */
function control(field) {
  const value = model.fields[field.name];
  const chosen = field.name in model.fields;
  const left = say(SUBMISSION.default, { value: spokenValue(field.default) });
  const typedIn = (/** @type {any} */ event) => set(field.name, event.target.value === "" ? undefined : field.kind === "number" && /^-?\d+$/.test(event.target.value) ? Number(event.target.value) : event.target.value);
  if (field.kind === "choice" || field.kind === "switch") {
    const values = field.kind === "switch" ? [true, false] : field.values;
    const options = /** @type {[string, string][]} */ ([["", left], ...values.map((/** @type {any} */ one) => [literal(one), spoken(one)])]);
    const odd = chosen && !values.includes(value);
    if (odd) options.push([literal(value), spoken(value)]);
    return select(field.name, chosen ? literal(value) : "", options, (to) => set(field.name, to === "" ? undefined : JSON.parse(to)), { id: `field-${field.name}` });
  }
  if (field.kind === "number" || field.kind === "text") return [h("input", { id: `field-${field.name}`, type: "text", inputmode: field.kind === "number" ? "numeric" : null, "aria-label": field.name, placeholder: left, value: value ?? "", oninput: typedIn }), /in cents/.test(field.means) && Number.isInteger(value) && h("small", null, money(value))];
  if (field.kind === "written") return h("textarea", { id: `field-${field.name}`, rows: 4, "aria-label": `${field.name}, ${SUBMISSION.as_toml}`, placeholder: left, value: value === undefined ? "" : literal(value), oninput: (/** @type {any} */ event) => set(field.name, event.target.value.trim() ? new Written(event.target.value) : undefined) });
  return rows(field, value ?? {});
}

/** @param {any} value */
const spokenValue = (value) => (value && typeof value === "object" ? (Object.keys(value).length ? literal(value) : SHELL.nothing) : spoken(value));

/** @param {any} field @param {Record<string, any>} table */
function rows(field, table) {
  const limits = field.kind === "limits";
  const entries = Object.entries(table);
  const put = (/** @type {[string, any][]} */ next) => set(field.name, next.length ? Object.fromEntries(next) : undefined);
  const number = (/** @type {string} */ text) => (/^\d+$/.test(text) ? Number(text) : text);
  const cell = (/** @type {number} */ at, /** @type {string} */ label, /** @type {any} */ value, /** @type {(to: any) => any} */ then) => h("input", { type: "text", "aria-label": `${entries[at][0]}, ${label}`, placeholder: label, value: value ?? "", oninput: (/** @type {any} */ event) => put(entries.map((one, n) => (n === at ? [one[0], then(number(event.target.value))] : one))) });
  return h("div", { class: "rows", id: `field-${field.name}` }, entries.map(([name, value], at) => h("div", { key: at },
    h("input", { type: "text", class: "name", "aria-label": `${field.name}, ${SUBMISSION.row}`, value: name, onchange: (/** @type {any} */ event) => put(entries.map((one, n) => (n === at ? [event.target.value, one[1]] : one))) }),
    limits ? [cell(at, SUBMISSION.least, value.minimum, (to) => ({ ...value, minimum: to })), cell(at, SUBMISSION.most, value.maximum, (to) => ({ ...value, maximum: to }))] : cell(at, SUBMISSION.value, value, (to) => to),
    h("button", { class: "icon", "aria-label": say(SUBMISSION.remove, { row: name }), onclick: () => put(entries.filter((_, n) => n !== at)) }, sign("close")))),
  h("div", null, h("button", { class: "small", onclick: () => put([...entries, ["", limits ? { minimum: 100, maximum: 10000 } : 1]]) }, SUBMISSION.add)));
}

/** @param {any} field */
function line(field) {
  const refused = findings("refused").filter((/** @type {any} */ one) => one.field === field.name);
  const warned = findings("warning").filter((/** @type {any} */ one) => one.field === field.name);
  const chosen = field.name in model.fields;
  const tall = ["table", "limits", "written"].includes(field.kind);
  return h("div", { key: field.name, class: `field${refused.length ? " refused" : ""}${chosen ? " chosen" : ""}${tall ? " tall" : ""}`, "data-field": field.name },
    h("div", null, h("h3", null, capital(spoken(field.name)), chosen && h("span", null, SUBMISSION.chosen)), h("p", null, field.means),
      h("p", { class: "cites" }, field.clauses.map(cite), field.ruling && h("a", { class: "cite", href: `/rules?ruling=${model.key}:${field.ruling}` }, field.ruling))),
    h("div", { class: "control" }, control(field), !["choice", "switch", "table", "limits"].includes(field.kind) && h("small", null, `${SUBMISSION.allowed}: ${field.allowed}`)),
    refused.map((/** @type {any} */ one) => h("p", { class: "why" }, one.sentence, " ", one.clauses.map(cite))),
    warned.map((/** @type {any} */ one) => h("p", { class: "why warned" }, sign("warning"), " ", one.sentence)));
}

function form() {
  const { fields, sections } = model.form;
  const groups = [...Object.keys(sections), "readings"].map((group) => ({ group, own: fields.filter((/** @type {any} */ one) => one.group === group) })).filter((one) => one.own.length);
  return h("section", { class: "form" }, h("div", { class: "choices" }, gameSelect(model.key, (key) => open(key)),
    select(SUBMISSION.start, "", [["", SUBMISSION.start], ["house", SUBMISSION.house], ["defaults", SUBMISSION.defaults]], (to) => to && open(model.key, to === "defaults" ? {} : undefined))),
  h("span", { class: "bar" }), h("h1", null, SUBMISSION.title), h("p", null, SUBMISSION.lead),
  groups.map(({ group, own }) => h("fieldset", { key: group }, h("legend", null, h("h2", null, group === "readings" ? SUBMISSION.readings : [h("i", null, group), sections[group]])), own.map(line))),
  h("p", { class: "now" }, h("b", { "aria-hidden": "true" }, inBrief()), h("a", { href: "#verdict" }, SUBMISSION.verdict)));
}

// --- Verdict ----------------------------------------------------------------------------------------------------------

function inBrief() {
  const { checked, problem } = model;
  return problem ? say(SUBMISSION.refused, { n: 1 }) : !checked ? SUBMISSION.checking : checked.lawful ? SUBMISSION.lawful : say(SUBMISSION.refused, { n: findings("refused").length });
}

/** @param {any[]} found */
const told = (found) => h("ul", null, found.map((one) => h("li", null, one.sentence, h("span", { class: "cites" }, one.clauses.map((/** @type {string} */ clause) => [cite(clause), " "])))));

function verdict() {
  const { checked, busy, problem } = model;
  const refused = findings("refused");
  const warned = findings("warning");
  const words = inBrief();
  return h("aside", { class: `verdict${problem || (checked && !checked.lawful) ? " refused" : ""}`, "aria-label": SUBMISSION.lawful },
    h("span", { class: "bar" }), h("div", { role: "status" }, h("h2", { id: "verdict" }, words)), h("p", { class: "quiet" }, busy ? SUBMISSION.checking : checked?.lawful ? SUBMISSION.lawful_note : problem),
    refused.length > 0 && told(refused),
    warned.length > 0 && [h("h3", null, SUBMISSION.warnings), told(warned)],
    (checked || problem) && [ // until then nothing stands where findings will come
      h("h3", null, SUBMISSION.compare), select(SUBMISSION.compare, model.against, [["none", SUBMISSION.compare_none], ["house", SUBMISSION.house], ["defaults", SUBMISSION.defaults], ["file", SUBMISSION.compare_file]], beside),
      h("input", { type: "file", id: "other", class: "hidden-input", accept: ".toml", tabindex: "-1", "aria-label": SUBMISSION.compare_file, onchange: (/** @type {any} */ event) => bring(event, (game, fields) => { if (game === model.key) model.other = fields; else model.problem = GAMES[game]; compare(); }) }),
      model.other && comparison(),
      h("h3", null, SUBMISSION.file), h("pre", { tabindex: "0", "aria-label": SUBMISSION.file }, toml(model.key, model.fields)),
      h("button", { class: "small", onclick: () => keep(new Blob([toml(model.key, model.fields)], { type: "application/toml" }), `${model.key}.toml`) }, sign("out"), SUBMISSION.download),
      h("button", { class: "small", onclick: () => document.getElementById("brought")?.click() }, SUBMISSION.load),
      h("input", { type: "file", id: "brought", class: "hidden-input", accept: ".toml", tabindex: "-1", "aria-label": SUBMISSION.load, onchange: (/** @type {any} */ event) => bring(event, open) })],
  );
}

function comparison() {
  const rows = different();
  const head = (/** @type {string} */ first) => heads([first, SUBMISSION.here, SUBMISSION.there]);
  const edge = (/** @type {string | null} */ one) => h("td", { title: one ?? "" }, one ? percent(one) : "–");
  return h("section", { id: "comparison" }, h("h3", null, SUBMISSION.differ), rows.length ? h("table", { class: "plain" }, head(SUBMISSION.field), h("tbody", null, rows.map((/** @type {any} */ one) => h("tr", { key: one.name }, h("th", { scope: "row" }, spoken(one.name), " ", one.clauses.slice(0, 3).map((/** @type {string} */ clause) => [cite(clause), " "])), h("td", null, spokenValue(held(model.fields, one))), h("td", null, spokenValue(held(model.other ?? {}, one))))))) : h("p", null, SUBMISSION.alike),
    h("h3", null, SUBMISSION.effect), h("p", { class: "quiet", role: "status" }, !model.checked?.lawful ? SUBMISSION.unlawful : model.counting || (!model.rows.length && SUBMISSION.same_edges)),
    model.rows.length > 0 && h("table", { class: "plain" }, head(SUBMISSION.edge), h("tbody", null, model.rows.map((one) => h("tr", null, h("th", { scope: "row" }, effectName(one)), one.edges.map(edge))))));
}

const main = () => h("main", { class: "filing", id: "main" }, model.form ? [form(), verdict()] : h("section", { class: "form" }, h("p", null, SHELL.reading)));

const asked = new URLSearchParams(location.search).get("game") ?? "";
apply();
known().finally(redraw);
open(asked in GAMES ? asked : model.key);
