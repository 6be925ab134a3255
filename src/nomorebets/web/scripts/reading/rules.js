/** The rulebook: contents, clause, evidence; found by citation or by words. */
import { drawing, h } from "../dom.js";
import { getPatiently as get, reason } from "../house.js";
import { apply, fact, heads, numberOf, sign } from "../page.js";
import { card, shared } from "../pieces.js";
import { capital, GAMES, say } from "../words.js";
import TEXT from "../words/reading.json" with { type: "json" };
import { differs, effectName, effects, gameSelect, known, percent, readAt, room, settled, spoken, within } from "./shell.js";

const { RULES, SHELL } = TEXT;

const NARROW = matchMedia("(max-width: 1199px)");
/** @type {{key: string, at: string, ruling: string, text: any, words: string, found: any[] | null, open: boolean, worth: any, problem: string}} */
const model = { key: "high-card-flush", at: "", ruling: "", text: null, words: "", found: null, open: false, worth: null, problem: "" };
/** @type {Map<string, Promise<any>>} */
const texts = new Map();
const redraw = drawing(() => room("rules", reading()));

// --- Where one is -----------------------------------------------------------------------------------------------------

/** @param {string} href */
function go(href) {
  history.pushState(null, "", href);
  model.open = false;
  arrive().then(() => {
    document.querySelector(".clause")?.scrollTo(0, 0);
    scrollTo(0, 0);
    /** @type {HTMLElement | null} */ (document.querySelector("h1"))?.focus({ preventScroll: true });
  });
}

async function arrive() {
  const asked = new URLSearchParams(location.search);
  const [key, at = ""] = split(asked.get("clause") ?? asked.get("ruling") ?? asked.get("game") ?? model.key);
  Object.assign(model, { at: asked.has("ruling") ? "" : at, ruling: asked.has("ruling") ? at : "", worth: null, problem: "" });
  if (key in GAMES) {
    if (key !== model.key) model.text = null;
    model.key = key;
  }
  redraw();
  if (!texts.has(model.key)) texts.set(model.key, get(`/v1/games/${model.key}/reader`));
  try {
    const wanted = model.key;
    const text = await texts.get(wanted);
    if (wanted === model.key) model.text = text;
  } catch (error) {
    texts.delete(model.key);
    model.problem = reason(error);
  }
  document.title = `${model.at || model.ruling || GAMES[model.key]} · No More Bets`;
  redraw();
  requestAnimationFrame(() => document.querySelector('.contents [aria-current="true"]')?.scrollIntoView({ block: "nearest" }));
}

/** @param {string} id */
const split = (id) => (id.includes(":") ? [id.slice(0, id.indexOf(":")), numberOf(id)] : [id]);
/** @param {string} number @param {string} [key] */
const toClause = (number, key = model.key) => (number.includes(":") ? readAt(number) : readAt(`${key}:${number}`));
/** @param {string} id @param {string} [key] */
const toRuling = (id, key = model.key) => `/rules?ruling=${key}:${id}`;
/** @param {string} id */
const section = (id) => /** @type {RegExpExecArray} */ (/^[\d.]+[A-Z]?/.exec(id))[0];
/** @param {string} number @param {any} [props] @param {...any} children */
const link = (number, props, ...children) => within(toClause(number), go, props ?? { class: "cite" }, children.length ? children : numberOf(number));

// --- Contents ---------------------------------------------------------------------------------------------------------

const look = settled(async (/** @type {string} */ words) => {
  const { found } = await get(`/v1/search?words=${encodeURIComponent(words.slice(0, 100))}&game=${model.key}`);
  if (words === model.words.trim()) model.found = found;
  redraw();
}, 120);

/** @param {any} event */
function typed(event) {
  model.words = event.target.value;
  if (model.words.trim()) look(model.words.trim());
  else model.found = null;
  redraw();
}

/** @param {KeyboardEvent} event */
function inSearch(event) {
  if (event.key === "Enter" && model.found?.length) go(hitAt(model.found[0]));
  if (event.key === "Escape") Object.assign(model, { words: "", found: null });
  redraw();
}

/** @param {any} hit */
const hitAt = (hit) => (hit.ruling ? toRuling(hit.id, hit.game) : toClause(hit.id, hit.game));

const contents = () =>
  h("nav", { class: `contents${model.open ? " open" : ""}`, "aria-label": RULES.contents },
    h("label", { class: "search" }, sign("search"),
      h("input", { type: "search", id: "search", placeholder: RULES.search, "aria-label": RULES.search, value: model.words, oninput: typed, onkeydown: inSearch, autocomplete: "off" }), h("kbd", null, "/")),
    h("div", { class: "game-line" }, gameSelect(model.key, (key) => go(`/rules?game=${key}`)), h("span", null, model.text && say(RULES.clauses, { n: model.text.clauses.length }))),
    h("p", { class: "heard", role: "status" }, model.found && say(RULES.found, { n: model.found.length })),
    model.words.trim() ? results() : model.text ? list() : h("p", { class: "quiet" }, SHELL.reading));

const results = () =>
  h("ul", { class: "results" }, model.found && !model.found.length && h("li", { class: "quiet" }, say(RULES.found, { n: 0 })),
    (model.found ?? []).map((hit) => h("li", null, within(hitAt(hit), go, null,
      h("b", null, hit.id), h("small", null, `${GAMES[hit.game]}${hit.ruling ? `, ${RULES.rulings.toLowerCase()}` : ""}`), h("span", null, hit.words ? `“${around(hit.words)}”` : hit.gist)))));

/** The words of the text about where they were found. @param {string} words */
function around(words) {
  const at = Math.max(0, words.toLowerCase().indexOf(model.words.trim().toLowerCase().split(/\s+/)[0]) - 60);
  return `${at ? "…" : ""}${words.slice(at, at + 160)}…`;
}

function list() {
  const here = model.at ? section(model.at) : "";
  const groups = Object.entries(model.text.sections);
  return h("ul", { class: "sections" },
    groups.map(([number, title]) => {
      const own = model.text.clauses.filter((/** @type {any} */ one) => section(one.id) === number);
      const inside = here === number;
      return h("li", { key: number }, link(own[0].id, { class: "section", "aria-expanded": null, "aria-current": own[0].id === model.at && own.length === 1 ? "true" : null }, h("b", null, number), " ", h("span", { class: inside ? "here" : null }, title), h("i", null, String(own.length))),
        inside && own.length > 1 && h("ul", null, own.map((/** @type {any} */ one) => h("li", { key: one.id }, link(one.id, { class: `d${depth(one.id)}`, "aria-current": one.id === model.at ? "true" : null, title: one.gist }, h("b", null, last(one.id.slice(number.length).trim())), " ", one.gist)))));
    }),
    h("li", null, within(`/rules?ruling=${model.key}:`, go, { class: "section", "aria-current": model.ruling === "" && location.search.includes("ruling=") ? "true" : null }, h("span", { class: model.ruling ? "here" : null }, RULES.all_rulings), h("i", null, String(model.text.rulings.length))),
      model.ruling && h("ul", null, model.text.rulings.map((/** @type {any} */ { ruling }) => h("li", { key: ruling.id }, within(toRuling(ruling.id), go, { class: "d1", "aria-current": ruling.id === model.ruling ? "true" : null }, h("b", null, ruling.id), " ", ruling.title))))));
}

/** The last step of a number: (a)5(b)(ii) is (ii), (a)5 is (a)5. @param {string} marks */
const last = (marks) => /(?:\([^()]*\))?\d+$|\([^()]*\)$/.exec(marks)?.[0] ?? marks;
/** @param {string} id */
const depth = (id) => Math.min(4, Math.max(1, (id.match(/\(|\d+(?=\(|$)/g) ?? [""]).length));

// --- The clause -------------------------------------------------------------------------------------------------------

function reading() {
  const body = model.problem ? h("p", null, model.problem) : !model.text ? h("p", { class: "quiet" }, SHELL.reading) : null;
  const clause = model.text?.clauses.find((/** @type {any} */ one) => one.id === model.at);
  const ruling = model.text?.rulings.find((/** @type {any} */ one) => one.ruling.id === model.ruling);
  const [middle, right] = body ? [body, null] : clause ? [oneClause(clause), evidence(clause)] : ruling ? [oneRuling(ruling), null] : [location.search.includes("ruling=") ? rulings() : front(), null];
  return h("main", { class: `reader${right ? "" : " wide"}`, id: "main" }, contents(),
    h("button", { class: "small to-contents", "aria-expanded": String(model.open), onclick: () => { model.open = !model.open; redraw(); } }, sign("menu"), RULES.contents),
    h("article", { class: "clause", tabindex: "-1", "aria-live": "polite" }, middle), right, shared());
}

/** @param {string} words */
const title = (words) => [h("span", { class: "bar" }), h("h1", { tabindex: "-1" }, words)];
/** @param {string} words */
const label = (words) => h("h2", { class: "label" }, words);

/** @param {any} clause */
function oneClause(clause) {
  const { clauses, sections, title: text, levels } = model.text;
  const at = clauses.indexOf(clause);
  const leaned = clauses.filter((/** @type {any} */ one) => one.cites?.includes(clause.id));
  const cites = (clause.cites ?? []).map((/** @type {string} */ one) => (clauses.some((/** @type {any} */ other) => other.id === one) ? link(one) : h("span", null, one)));
  const beside = (/** @type {any} */ one, /** @type {string} */ words, /** @type {any} */ icon) => one && link(one.id, { class: "small", "aria-label": `${words}: ${one.id}` }, icon === "back" && sign(icon), h("span", null, one.id.startsWith(section(clause.id)) ? one.id.slice(section(clause.id).length).trim().slice(-14) || one.id : section(one.id)), icon === "next" && sign(icon));
  return [
    h("div", { class: "kicker" }, h("p", null, `${text.replace(/^.*?, /, "")} · ${sections[section(clause.id)]}`), h("div", { class: "neighbours" }, beside(clauses[at - 1], RULES.before, "back"), beside(clauses[at + 1], RULES.after, "next"))),
    title(clause.id),
    h("p", { class: "kind" }, h("span", { class: "pill" }, clause.kind), ` ${clause.level}: ${levels[clause.level]}`),
    h("p", { class: "gist" }, clause.gist),
    clause.quoted && [label(RULES.quoted), h("p", null, clause.quoted)],
    clause.words ? [label(RULES.theirs), h("blockquote", null, `“${clause.words}”`)] : h("p", { class: "quiet" }, RULES.absent),
    clause.example && example(model.text.examples[clause.example]),
    (cites.length > 0 || leaned.length > 0) && h("div", { class: "leaning" },
      cites.length > 0 && h("div", null, label(RULES.leans), h("p", null, cites)),
      leaned.length > 0 && h("div", null, label(RULES.leaned), h("p", null, leaned.map((/** @type {any} */ one) => link(one.id))))),
  ];
}

/** @param {any} shown */
const example = ({ why, hands }) => [label(RULES.instance), h("p", null, why),
  Object.entries(hands).map(([who, held]) => h("div", { class: "hand" }, h("b", null, /^\d+$/.test(who) ? say(RULES.seat, { n: who }) : capital(who)),
    /^([2-9TJQKA][shdc]|Jo)( |$)/.test(held) ? h("span", { class: "cards", role: "img", "aria-label": held }, held.split(/\s+/).map((/** @type {any} */ one) => card(one, "full"))) : h("span", null, held)))];

function front() {
  const { title: text, clauses, levels, name } = model.text;
  const count = (/** @type {string} */ level) => clauses.filter((/** @type {any} */ one) => one.level === level).length;
  return [model.at && h("p", { class: "warn" }, say(RULES.unknown, { clause: model.at })), h("div", { class: "kicker" }, h("p", null, text)), title(say(RULES.front, { name })), label(RULES.levels),
    h("dl", { class: "levels" }, Object.entries(levels).map(([level, means]) => fact([h("b", null, String(count(level))), ` ${level}`], means))), rulings()];
}

const rulings = () => [location.search.includes("ruling=") ? title(RULES.all_rulings) : label(RULES.all_rulings),
  h("ul", { class: "ruled" }, model.text.rulings.map((/** @type {any} */ { ruling }) => h("li", null, within(toRuling(ruling.id), go, null, h("b", null, ruling.id), " ", ruling.title), ruling.money && h("span", { class: "pill" }, RULES.money))))];

// --- Rulings ----------------------------------------------------------------------------------------------------------

/** @param {any} document */
function oneRuling({ ruling, code: places }) {
  return [
    h("div", { class: "kicker" }, h("p", null, `${model.text.name} · ${ruling.kind}`)),
    title(`${ruling.id} ${ruling.title}`),
    h("p", { class: "kind" }, ruling.money && h("span", { class: "pill" }, RULES.money), ` ${RULES.on} `, ruling.clauses.map((/** @type {string} */ one) => [link(one), " "])),
    label(RULES.question), h("p", { class: "gist" }, ruling.question),
    label(RULES.reading), h("p", { class: "said" }, ruling.reading),
    label(RULES.why), h("p", null, ruling.why),
    ruling.references.length > 0 && h("table", { class: "plain" }, heads([RULES.in, RULES.printed, RULES.read_as]),
      h("tbody", null, ruling.references.map((/** @type {any} */ one) => h("tr", null, h("td", null, link(one.in)), h("td", null, one.printed), h("td", null, link(one.read)))))),
    ruling.switch && worth(ruling.switch),
    places.length > 0 && [label(RULES.follows), places.map((/** @type {string} */ place) => model.text.sources[place] ? excerpt(place, ruling.id) : h("p", null, h("code", null, place)))],
  ];
}

/** What was broken on purpose where a clause is carried out. @param {number} broken @param {number} noticed @param {number} same */
function purpose(broken, noticed, same) {
  const n = noticed !== broken - same ? noticed : noticed === 1 ? "alone" : "all";
  return say(RULES.broken, { n: broken, noticed: say(RULES.noticed, { n }), same: say(RULES.same, { n: same }) });
}

/** @param {string} name of a field of the submission */
function worth(name) {
  const { worth: found } = model;
  return h("section", { class: "worth" }, label(RULES.worth_title), h("p", null, `${RULES.switch}: `, h("code", null, name)),
    !found ? h("button", { class: "small", onclick: () => weigh(name) }, sign("scales"), RULES.worth)
      : h("div", { role: "status" }, found.busy && h("p", { class: "quiet" }, RULES.weighing), found.rows.length > 0 ? h("table", { class: "plain" },
        heads([RULES.filed, ...found.values.map((/** @type {any} */ value, /** @type {number} */ at) => [spoken(value), at === found.standard && h("small", null, ` ${RULES.default}`)])]),
        h("tbody", null, found.rows.map((/** @type {any} */ one) => h("tr", null, h("th", { scope: "row" }, effectName(one)), one.edges.map((/** @type {string} */ edge) => h("td", { title: edge }, edge ? percent(edge) : RULES.not_offered)))))) : !found.busy && h("p", null, RULES.worthless)));
}

/** Count every edge under each reading. @param {string} name */
async function weigh(name) {
  const { fields, house } = await get(`/v1/games/${model.key}/form`);
  const field = fields.find((/** @type {any} */ one) => one.name === name);
  const values = field.kind === "switch" ? [false, true] : field.values ?? [field.default];
  const found = (model.worth = { values, standard: values.indexOf(field.default), rows: /** @type {any[]} */ ([]), busy: true });
  redraw();
  for (const what of /** @type {("odds" | "solve")[]} */ (["odds", "solve"])) {
    found.rows.push(...(await effects(model.key, values.map((/** @type {any} */ value) => ({ ...house, [name]: value })), what)).filter(differs));
    redraw();
  }
  found.busy = false;
  redraw();
}

// --- Evidence ---------------------------------------------------------------------------------------------------------

/** @param {string} words @param {string} note @param {any} body @param {string} key */
const fold = (words, note, body, key) => h("details", { key, open: !NARROW.matches }, h("summary", null, h("h2", null, words), h("span", null, note), sign("down")), h("div", null, body));

/** @param {string} place @param {string} number */
function excerpt(place, number) {
  const { file, line, text } = model.text.sources[place];
  return h("figure", { key: place }, h("figcaption", null, `${file}, ${line}`), code(text, number));
}

/** @param {any} clause */
function evidence(clause) {
  const places = (clause.code ?? []).filter((/** @type {string} */ place) => model.text.sources[place]);
  const rank = (/** @type {string} */ place) => (place.includes(".toml:") ? 2 : place.startsWith("licence") ? 1 : 0);
  places.sort((/** @type {string} */ a, /** @type {string} */ b) => rank(a) - rank(b));
  const tests = clause.tests ?? [];
  const own = model.text.rulings.filter((/** @type {any} */ { ruling }) => ruling.clauses.includes(clause.id));
  const above = model.text.rulings.filter((/** @type {any} */ { ruling }) => !own.some((/** @type {any} */ one) => one.ruling === ruling) && ruling.clauses.some((/** @type {string} */ one) => one !== clause.id && clause.id.startsWith(one)));
  const [broken, noticed, same] = clause.strength ?? [];
  return h("aside", { class: "evidence", key: clause.id, "aria-label": RULES.strength },
    fold(RULES.code, places[0] ? numberOf(places[0]) : RULES.none_here, places.length ? [excerpt(places[0], clause.id), places.length > 1 && h("details", { class: "more" }, h("summary", null, say(RULES.more, { n: places.length - 1 })), places.slice(1, 6).map((/** @type {string} */ place) => excerpt(place, clause.id)))] : h("p", null, RULES.no_code), "code"),
    fold(RULES.tests, say(RULES.tested, { n: tests.length }), [h("ul", { class: "tests" }, tests.length ? tests.slice(0, 12).map((/** @type {string} */ test) => h("li", null, sign("check"), h("span", null, sentence(test), h("small", null, test.split("::")[0])))) : h("li", null, RULES.no_tests)), broken > 0 && h("p", { class: "quiet" }, purpose(broken, noticed, same))], "tests"),
    fold(RULES.rulings, own.length ? say(RULES.ruled, { n: own.length }) : above.length ? say(RULES.above, { n: above.length }) : say(RULES.ruled, { n: 0 }), [own.map((/** @type {any} */ { ruling }) => h("div", { class: "ruling" }, h("p", null, within(toRuling(ruling.id), go, { class: "cite" }, ruling.id), " ", ruling.question, " ", h("em", null, ruling.reading)), h("p", { class: "quiet" }, ruling.why))),
      above.map((/** @type {any} */ { ruling }) => h("p", null, within(toRuling(ruling.id), go, { class: "cite" }, ruling.id), " ", ruling.title)), !own.length && !above.length && h("p", { class: "quiet" }, RULES.no_rulings)], "rulings"));
}

/** A test's name, as the claim it is. @param {string} test */
const sentence = (test) => test.split("::test_")[1].replaceAll("_", " ");

// --- Keys -------------------------------------------------------------------------------------------------------------

addEventListener("keydown", (event) => {
  const field = /** @type {HTMLElement} */ (event.target).closest("input, select, textarea, pre");
  if (field || event.metaKey || event.ctrlKey || event.altKey) return;
  if (event.key === "/") {
    event.preventDefault();
    document.getElementById("search")?.focus();
  }
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!step || !model.text) return;
  const list = model.ruling ? model.text.rulings.map((/** @type {any} */ one) => toRuling(one.ruling.id)) : model.text.clauses.map((/** @type {any} */ one) => toClause(one.id));
  const at = list.indexOf(model.ruling ? toRuling(model.ruling) : toClause(model.at));
  const next = list[at < 0 ? 0 : at + step];
  if (next) go(next);
});
addEventListener("popstate", arrive);
NARROW.addEventListener("change", redraw);

apply();
known().finally(redraw);
arrive();

// --- Lines of code ---

const PARTS = /("""[\s\S]*?"""|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')|(#.*)|\b(def|return|if|else|elif|for|in|yield|from|match|case|class|not|and|or|is|None|True|False|lambda|import|while|assert|raise)\b/g;

/** @param {string} text @param {string} number of the clause that is read */
function code(text, number) {
  const found = [];
  let at = 0;
  for (const part of text.matchAll(PARTS)) {
    found.push(text.slice(at, part.index));
    const [whole, string, comment] = part;
    const cited = string && string.slice(1, -1).replace(/^.*:/, "") === number;
    found.push(cited ? h("mark", null, whole) : h("span", { class: string ? "string" : comment ? "comment" : "word" }, whole));
    at = part.index + whole.length;
  }
  return h("pre", { tabindex: "0", "aria-label": RULES.code }, h("code", null, found, text.slice(at)));
}
