/** The odds explorer: every wager and pay table, counted; change what is paid and see what it does, exactly. */
import { drawing, h } from "../dom.js";
import { getPatiently as get, reason } from "../house.js";
import { apply, heads, keep, sign } from "../page.js";
import { GAMES, money, say, typed, wagerName } from "../words.js";
import TEXT from "../words/reading.json" with { type: "json" };
import * as plots from "./plots.js";
import { cite, floor, frac, gameSelect, known, less, measured, number, post, read, room, same, select, settled, shown, spoken, times, toml } from "./shell.js";

const { ODDS, SHELL } = TEXT;

/** @param {string} letter */
const tableName = (letter) => (/^[A-Z]$/.test(letter) ? say(ODDS.table_letter, { letter }) : letter.replace(":", " "));

const BEST = "best play";
/** What a game's licensee may post odds in, by wager. @type {Record<string, (wager: string) => string | undefined>} */
const POSTED = { pokette: () => "odds", "what-the-flush": () => "odds", "lunar-poker": (wager) => ({ super: "super_odds" })[wager], "pai-gow-poker": (wager) => ({ bonus: "bonus", insurance: "insurance", three_card: "three_card", seven_card: "seven_card" })[wager] };

/** @type {any} */
const model = { key: "high-card-flush", wager: "", letter: "", play: "", docs: null, form: null, edits: {}, switches: {}, under: null, stake: null, meter: null, width: 800, busy: "", problem: "", law: null };
const redraw = drawing(() => room("odds", main()));

// --- What is asked of the house ---------------------------------------------------------------------------------------

/** @param {string} key */
async function open(key) {
  Object.assign(model, { key, docs: [], known: new Map(), form: null, wager: "", letter: "", play: "", problem: "" });
  clear();
  redraw();
  const asked = new URLSearchParams(location.search);
  const form = await get(`/v1/games/${key}/form`);
  if (key !== model.key) return;
  model.form = form;
  await turn(asked.get("wager") ?? entries()[0][0], asked.get("table") ?? "");
}

/** The wagers of a game: those that printed tables decide, those that our submission posts tables for, the main one. */
function entries() {
  const { fields, house, wagers } = model.form;
  const posted = fields.filter((/** @type {any} */ one) => one.kind === "table" && one.optional && one.name in house).map((/** @type {any} */ one) => one.name);
  const names = [...wagers, ...posted].flatMap((one) => model.known.get(one)?.map((/** @type {any} */ doc) => doc.wager) ?? [one]);
  return [...new Set(names)].map((one) => [one, wagerName(one)]).concat([[BEST, model.key === "packs-poker" ? ODDS.packs : ODDS.main]]);
}

/** Turn to a wager; what of it is not known yet is asked for. @param {string} wager @param {string} letter */
async function turn(wager, letter) {
  const { key, form } = model;
  const asked = letter === BEST ? BEST : wager;
  if (!model.known.has(asked) && !model.docs.some((/** @type {any} */ one) => one.wager === asked && !one.best)) {
    const of = asked === BEST ? "best_play" : !form.wagers.includes(asked) ? "house" : `printed&wager=${asked}`;
    model.busy = ODDS.reckoning;
    redraw();
    try {
      const found = [await get(`/v1/games/${key}/odds?of=${of}`)].flat().filter((one) => asked === BEST || form.wagers.includes(asked) || !form.wagers.includes(one.wager));
      if (key !== model.key) return;
      model.known.set(asked, asked === BEST ? found.map(asBest) : found);
      model.docs = [...model.known.values()].flat();
      model.problem = "";
    } catch (error) {
      model.problem = reason(error);
    }
    model.busy = "";
  }
  const first = model.docs.find((/** @type {any} */ one) => one.wager === asked && !one.best) ?? model.known.get(asked)?.[0];
  if (first) choose(first.wager, first.best ? BEST : letter);
  redraw();
}

/** The best play of the main wager, as one more document. @param {any} one */
const asBest = (one) => ({ ...one, pay_table: BEST, play: one.name, stake: 100, clause: "", best: true });

function clear() {
  Object.assign(model, { edits: {}, under: null, stake: null, meter: null, law: null, switches: {} });
}

/** @param {string} wager @param {string} letter */
function choose(wager, letter) {
  const of = model.docs.filter((/** @type {any} */ one) => one.wager === wager);
  const wanted = [letter, model.letter, model.form?.house[wager]].map((name) => of.find((/** @type {any} */ one) => one.pay_table === name));
  const found = wanted.find(Boolean) ?? of[0];
  if (!found) return;
  const plays = of.filter((/** @type {any} */ one) => one.pay_table === found.pay_table);
  Object.assign(model, { wager, letter: found.pay_table, play: plays.some((/** @type {any} */ one) => one.play === model.play) ? model.play : found.play });
  const { switches } = model;
  clear();
  model.switches = switches;
  if (Object.keys(switches).length) again();
  history.replaceState(null, "", `/odds?game=${model.key}&wager=${wager}&table=${model.letter}`);
  redraw();
}

/** The submission that posts what is looked at, lawfully. */
function fields() {
  const { limits, ...house } = model.form.house;
  const own = model.form.fields.find((/** @type {any} */ one) => one.name === model.wager);
  const letter = own?.kind === "choice" && own.values.includes(model.letter) ? { [model.wager]: model.letter } : {};
  return { ...house, ...letter, ...model.switches };
}

/** What changes the counts is counted again by the house. */
const again = settled(async () => {
  const body = { game: model.key, submission: toml(model.key, fields()) };
  model.busy = ODDS.reckoning;
  redraw();
  try {
    const found = model.letter === BEST ? [await post("/v1/solve", body)].flat().map(asBest) : await post("/v1/odds", { ...body, wager: model.wager, ...(model.meter === null ? {} : { meter: model.meter }) });
    model.under = found.find((/** @type {any} */ one) => one.wager === model.wager && one.play === model.play) ?? found.find((/** @type {any} */ one) => one.wager === model.wager) ?? null;
    model.problem = "";
  } catch (error) {
    model.problem = reason(error);
  }
  model.busy = "";
  redraw();
}, 150);

/** Whether a submission may have these odds. */
const lawful = settled(async () => {
  const field = model.key === "high-card-flush" && model.wager === "straight_flush_bonus" ? "posted_bonus" : POSTED[model.key]?.(model.wager);
  const wanted = Object.fromEntries(rows().filter((/** @type {any} */ one) => one.pay.kind === "to").map((/** @type {any} */ one) => [one.name, one.written.includes("/") ? one.written : Number(one.written)]));
  if (!field || bad()) return;
  const changed = Object.fromEntries(Object.entries(wanted).filter(([name]) => name in model.edits));
  const filed = { ...fields(), ...(field === "posted_bonus" ? { straight_flush_bonus: "G", posted_bonus: wanted } : { [field]: ["odds", "super_odds"].includes(field) ? changed : wanted }) };
  const { findings, lawful: may } = await post("/v1/check", { submission: toml(model.key, filed) });
  model.law = may ? { may } : { may, ...findings[0] };
  redraw();
}, 200);

// --- What is reckoned here --------------------------------------------------------------------------------------------

/** The document that is looked at, as it is printed; and as it was counted. */
const printed = () => model.docs?.find((/** @type {any} */ one) => one.wager === model.wager && one.pay_table === model.letter && one.play === model.play);
const base = () => model.under ?? printed();

/** How a row pays. @param {string} pays @returns {{kind: string, value: any}} */
function pay(pays) {
  const [first] = pays.split(" ");
  if (pays.endsWith("to 1")) return { kind: "to", value: read(first) };
  if (pays.endsWith("for 1")) return { kind: "for", value: read(first) };
  if (pays.startsWith("$")) return { kind: "fixed", value: frac(typed(pays) ?? 0) };
  if (pays.includes("% of the main meter")) return { kind: "share", value: read(first.slice(0, -1)) };
  return { kind: pays === "push" ? "push" : "none", value: null };
}

/** What a stake wins in whole cents as they are paid, for each unit of it. @param {any} cents @param {number} stake */
const unit = (cents, stake) => frac(floor(cents), stake);

/** Every row as it is now: counted, or with what was changed. */
function rows() {
  const doc = base();
  const stake = model.stake ?? doc.stake;
  const meter = model.meter ?? doc.meter?.amount ?? 0;
  const moved = stake !== doc.stake || (doc.meter && meter !== doc.meter.amount);
  return doc.outcomes.map((/** @type {any} */ one) => {
    const old = pay(one.pays ?? "");
    const was = read(one.net) ?? frac(0);
    const edit = model.edits[one.outcome];
    const cents = old.kind === "fixed" ? typed(edit ?? "") : null;
    const value = edit === undefined ? old.value : old.kind === "fixed" ? cents && frac(cents) : read(edit);
    const wrong = edit !== undefined && (value === null || value.n < 0n);
    let net = was;
    if (!wrong && (edit !== undefined || moved)) {
      if (old.kind === "to") net = unit(times(value, frac(stake)), stake);
      if (old.kind === "for") net = less(value, frac(1));
      if (old.kind === "fixed") net = less(times(value, frac(1, stake)), less(times(old.value, frac(1, doc.stake)), was));
      if (old.kind === "share") net = less(unit(times(value, frac(meter, 100)), stake), frac(1));
    }
    const written = edit ?? (old.kind === "fixed" ? money(Number(old.value.n)).slice(1) : old.value ? shown(old.value) : "");
    return { name: one.outcome, ways: BigInt(one.ways), pay: { ...old, value }, net, was, written, wrong, changed: edit !== undefined && !wrong && !same(value, old.value) };
  });
}

const bad = () => rows().some((/** @type {any} */ one) => one.wrong);
const changed = () => rows().some((/** @type {any} */ one) => one.changed) || model.stake !== null || model.meter !== null || model.under !== null;
/** The printed tables of the wager that is looked at, as it is played. */
const siblings = () => model.docs.filter((/** @type {any} */ one) => one.wager === model.wager && one.play === model.play && !one.best);

// --- Knobs ------------------------------------------------------------------------------------------------------------

/** @param {any} row @param {string} value */
function edit(row, value) {
  model.edits = { ...model.edits, [row.name]: value };
  model.law = null;
  lawful();
  redraw();
}

/** @param {any} row */
function stepper(row) {
  if (row.pay.kind === "none") return row.net.n < 0n ? ODDS.lose : shown(row.net);
  if (row.pay.kind === "push" || base().best) return row.pay.kind === "push" ? "push" : shown(row.net);
  const by = (/** @type {number} */ n) => {
    const now = row.pay.kind === "fixed" ? read(row.written.replaceAll(",", "")) : row.pay.value;
    if (now) edit(row, shown(frac(floor(now) + BigInt(n) < 0n ? 0n : floor(now) + BigInt(n))));
  };
  return h("span", { class: `stepper ${row.pay.kind}${row.wrong ? " wrong" : row.changed ? " changed" : ""}` },
    h("button", { "aria-label": say(ODDS.less, { row: row.name }), onclick: () => by(-1) }, "−"),
    h("input", { type: "text", inputmode: "numeric", "aria-label": `${row.name}, ${unitOf(row)}`, "aria-invalid": row.wrong ? "true" : null, title: row.wrong ? ODDS.wrong : unitOf(row), value: row.written, oninput: (/** @type {any} */ event) => edit(row, event.target.value) }),
    h("button", { "aria-label": say(ODDS.one_more, { row: row.name }), onclick: () => by(1) }, "+"));
}

/** @type {Record<string, string>} */
const UNITS = ODDS.units;

/** @param {any} row */
const unitOf = (row) => UNITS[row.pay.kind] ?? "";

function table() {
  const now = rows();
  const { total } = measured(now);
  const kinds = new Set(now.map(unitOf).filter(Boolean));
  const losing = now.filter((/** @type {any} */ one) => one.pay.kind === "none");
  const line = (/** @type {any} */ row, /** @type {string} */ kind) => h("tr", { key: row.name, class: kind || null }, h("th", { scope: "row" }, row.name === "nothing" ? ODDS.nothing : row.name), h("td", null, row.ways.toLocaleString("en-US")), h("td", null, chance(Number(row.ways) / Number(total))), h("td", null, stepper(row), kinds.size > 1 && row.pay.value && h("small", null, ` ${unitOf(row)}`)));
  return h("table", { class: "pays" },
    heads([ODDS.outcome, ODDS.ways, ODDS.chance, kinds.size === 1 ? `${ODDS.pays}, ${[...kinds][0]}` : ODDS.pays]),
    h("tbody", null, now.filter((/** @type {any} */ one) => !losing.includes(one)).map((/** @type {any} */ one) => line(one, "")), losing.map((/** @type {any} */ one) => line(one, "other-row")),
      h("tr", { class: "other-row" }, h("th", { scope: "row" }, ODDS.all), h("td", null, total.toLocaleString("en-US")), h("td", null, "100 %"), h("td"))));
}

/** @param {number} share */
const chance = (share) => (share === 0 ? "0 %" : `${(100 * share).toFixed(Math.min(7, Math.max(2, 1 - Math.floor(Math.log10(share) + 2) + 1)))} %`);

function law() {
  const doc = base();
  if (doc.best) return null;
  const now = rows();
  if (now.some((/** @type {any} */ one) => one.wrong)) return h("p", { class: "note bad", role: "status" }, ODDS.wrong);
  const all = siblings();
  const like = all.find((/** @type {any} */ one) => one.outcomes.length === now.length && now.every((/** @type {any} */ row) => isPaid(row, one)));
  if (like) return h("p", { class: "note law", role: "status" }, h("b", null, say(ODDS.lawful, { name: tableName(like.pay_table) })), " ", ODDS.lawful_note, " ", cite(doc.clause));
  if (model.law?.may) return h("p", { class: "note law", role: "status" }, h("b", null, ODDS.posts), " ", ODDS.posts_note, " ", cite(doc.clause));
  const odd = now.find((/** @type {any} */ row) => row.changed && !all.some((/** @type {any} */ one) => isPaid(row, one)));
  const why = model.law?.sentence ?? (odd ? say(ODDS.nowhere, { n: all.length, pays: `${odd.written} ${unitOf(odd)}`, row: odd.name }) : ODDS.together);
  return h("p", { class: "note", role: "status" }, h("b", null, ODDS.unlawful), " ", why, " ", cite(model.law?.clauses?.[0] ?? doc.clause));
}

/** Whether a printed table pays a row as it is paid now. @param {any} row @param {any} table */
const isPaid = (row, table) => table.outcomes.some((/** @type {any} */ one) => {
  const { value } = pay(one.pays ?? "");
  return one.outcome === row.name && (value && row.pay.value ? same(value, row.pay.value) : value === row.pay.value);
});

/** @param {string} what @param {string} name @param {object} [more] */
async function download(what, name, more) {
  model.busy = ODDS.making;
  redraw();
  try {
    keep(await post(what, { game: model.key, submission: toml(model.key, fields()), ...more }), name);
    model.busy = say(ODDS.writing, { name });
  } catch (error) {
    model.busy = reason(error);
  }
  redraw();
}

function knobs() {
  const { docs, key, wager, letter, play, form } = model;
  const doc = base();
  const letters = [...new Set(docs.filter((/** @type {any} */ one) => one.wager === wager && !one.best).map((/** @type {any} */ one) => one.pay_table))];
  const plays = [...new Set(docs.filter((/** @type {any} */ one) => one.wager === wager && one.pay_table === letter).map((/** @type {any} */ one) => one.play))];
  const edges = new Map(siblings().map((/** @type {any} */ one) => [one.pay_table, one.house_edge_decimal]));
  const readings = form.fields.filter((/** @type {any} */ one) => one.money && one.kind === "choice");
  return h("section", { class: "knobs" },
    h("div", { class: "choices" }, gameSelect(key, (to) => { history.pushState(null, "", `/odds?game=${to}`); open(to); }),
      select(ODDS.wager, doc.best ? BEST : wager, /** @type {[string, string][]} */ (entries()), (to) => turn(to, ""))),
    h("span", { class: "bar" }), h("h1", null, say(ODDS.what_if, { wager: `${wagerName(wager)}${doc.best ? `, ${ODDS.best}` : ""}` })),
    h("p", null, GAMES[key], ". ", doc.clause && [cite(doc.clause), ". "], doc.best ? ODDS.solved : say(ODDS.printed, { n: letters.length })),
    letters.length > 1 && !doc.best && h("div", { class: `letters${letters.some((one) => String(one).length > 2) ? " long" : ""}`, role: "group", "aria-label": ODDS.table }, letters.map((one) => h("button", { class: edges.get(one) < 0 ? "gives" : null, "aria-pressed": String(one === letter), onclick: () => choose(wager, String(one)) }, String(one).replace(":", " ")))),
    plays.length > 1 && h("div", { class: "amounts" }, h("label", null, ODDS.played, select(ODDS.played, play, plays.map((one) => [String(one), String(one)]), (to) => { model.play = to; model.under = null; if (Object.keys(model.switches).length) again(); redraw(); }))),
    table(),
    amounts(doc),
    h("div", { class: "tools" },
      h("button", { class: "small", onclick: () => { clear(); redraw(); } }, sign("undo"), ODDS.as_printed),
      h("button", { class: "small", onclick: () => download("/v1/par", `${key}-par.html`, { form: "html" }) }, ODDS.par),
      h("button", { class: "small", onclick: () => download("/v1/par", `${key}-par.xlsx`, { form: "xlsx" }) }, ODDS.workbook),
      h("button", { class: "small", onclick: () => download("/v1/card.svg", `${key}-card.svg`) }, ODDS.card),
      h("a", { class: "small", href: `/submission?game=${key}` }, ODDS.file)),
    h("p", { role: "status", class: "quiet" }, model.busy), model.problem && h("p", { class: "note bad", role: "alert" }, model.problem),
    law(), doc.by_stake?.length > 0 && h("p", { class: "quiet" }, ODDS.overlap),
    h("p", { class: "now", "aria-hidden": "true" }, h("b", null, plots.percent(number(measured(rows()).edge), 3)), h("code", null, shown(measured(rows()).edge))),
    readings.length > 0 && h("details", { class: "switches" }, h("summary", null, ODDS.readings), readings.map((/** @type {any} */ one) => h("label", { key: one.name }, `${spoken(one.name)}, `, h("a", { href: `/rules?ruling=${key}:${one.ruling}` }, one.ruling),
      select(one.name, model.switches[one.name] ?? one.default, one.values.map((/** @type {any} */ value) => [value, spoken(value)]), (to) => { model.switches = { ...model.switches, [one.name]: to }; again(); })))));
}

/** @param {any} doc */
function amounts(doc) {
  if (doc.best || doc.by_stake?.length || !(doc.meter || doc.outcomes.some((/** @type {any} */ one) => one.pays?.startsWith("$")))) return null;
  const set = (/** @type {string} */ what, /** @type {any} */ event) => {
    const cents = typed(event.target.value);
    if (!cents && !(what === "meter" && cents === 0)) return;
    model[what] = cents;
    if (what === "meter") again();
    redraw();
  };
  const field = (/** @type {string} */ words, /** @type {string} */ what, /** @type {number} */ cents) => h("label", { key: what }, words, h("input", { type: "text", inputmode: "decimal", value: null, placeholder: money(cents).slice(1), onchange: (/** @type {any} */ event) => set(what, event), oninput: (/** @type {any} */ event) => set(what, event) }));
  return h("div", { class: "amounts" }, field(ODDS.stake, "stake", doc.stake), doc.meter && field(ODDS.on_meter, "meter", doc.meter.amount));
}

// --- Figures ----------------------------------------------------------------------------------------------------------

function figures() {
  const doc = base();
  const now = rows();
  const found = measured(now);
  const stake = model.stake ?? doc.stake;
  const meter = model.meter ?? doc.meter?.amount ?? 0;
  const edge = number(found.edge);
  const exact = doc.method && doc.method !== "exact" ? ODDS.sampled : shown(found.edge);
  const fact = (/** @type {string} */ words, /** @type {any} */ value) => h("p", null, words, h("b", null, value));
  const shares = now.filter((/** @type {any} */ one) => one.pay.kind === "share" && !one.wrong);
  const perCent = shares.reduce((/** @type {any} */ sum, /** @type {any} */ one) => sum + (Number(one.ways) * number(one.pay.value)) / Number(found.total), 0) / 100;
  const at = (/** @type {number} */ cents) => edge + (perCent * (meter - cents)) / stake;
  const dollars = (/** @type {number} */ cents) => money(Math.round(cents));
  const width = model.width;
  return h("section", { class: "figures", "aria-label": ODDS.edge, born: measure },
    h("div", { class: "headline", role: "status" }, h("p", { class: `edge${edge < 0 ? " gives" : changed() ? " changed" : ""}` }, ODDS.edge, h("b", { id: "edge" }, plots.percent(edge, 3))),
      h("p", null, ODDS.fraction, h("b", null, h("code", { id: "fraction" }, exact))), changed() && fact(say(ODDS.before, { n: tableName(model.letter) }), plots.percent((printed() ?? doc).house_edge_decimal, 3)),
      fact(ODDS.hit, plots.percent(number(found.hit), 3)), fact(ODDS.sd, found.sd.toFixed(3)), fact(ODDS.variance, number(found.variance).toFixed(3)), doc.best && fact(ODDS.risk, plots.percent(doc.element_of_risk, 3))),
    siblings().length > 0 && plots.tables(width, siblings().map((/** @type {any} */ one) => ({ letter: one.pay_table, edge: one.house_edge_decimal })), model.letter, changed() ? edge : null),
    !doc.best && plots.back(width, now.map((/** @type {any} */ one) => ({ name: one.name, back: (Number(one.ways) / Number(found.total)) * (number(one.net) + 1) })), edge),
    doc.meter && perCent > 0 && plots.meter(width, at, meter, at(0) > 0 ? (at(0) * stake) / perCent : null, dollars),
    plots.chances(width, now.map((/** @type {any} */ one) => ({ name: one.name, chance: Number(one.ways) / Number(found.total), text: chance(Number(one.ways) / Number(found.total)) }))),
    plots.cone(width, edge, found.sd, doc.best || stake === 100 ? 500 : stake, say(ODDS.many, { stake: money(doc.best || stake === 100 ? 500 : stake) })),
    doc.by_stake?.length > 0 && h("section", { class: "plot" }, h("h2", null, ODDS.stakes), h("table", { class: "plain" }, h("tbody", null, doc.by_stake.map((/** @type {any} */ one) => h("tr", null, h("th", { scope: "row" }, money(one.stake)), h("td", null, plots.percent(one.house_edge_decimal, 3)), h("td", null, h("code", null, one.house_edge))))))));
}

/** Plots are as wide as their place. @param {HTMLElement} place */
function measure(place) {
  new ResizeObserver(() => {
    const style = getComputedStyle(place);
    const wide = Math.floor(place.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight));
    if (wide > 0 && wide !== model.width) {
      model.width = wide;
      redraw();
    }
  }).observe(place);
}

function main() {
  const ready = model.form && base();
  return h("main", { class: "odds", id: "main" }, ready ? [knobs(), figures()] : h("section", { class: "knobs" }, h("div", { class: "choices" }, gameSelect(model.key, open)), h("span", { class: "bar" }), h("h1", null, GAMES[model.key]), h("p", null, model.problem || model.busy || SHELL.reading)));
}

const start = () => {
  const key = new URLSearchParams(location.search).get("game") ?? "";
  open(key in GAMES ? key : model.key);
};
addEventListener("popstate", start);
apply();
known().finally(redraw);
start();
