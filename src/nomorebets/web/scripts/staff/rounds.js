/** A dispute: find a round, step through it, see what each seat saw, what was due and why, and take it along sealed. */
import { h } from "../dom.js";
import { ask, get, Refused } from "../house.js";
import { money, signed } from "../money.js";
import { card } from "../pieces/cards.js";
import { sign } from "../pieces/signs.js";
import { tile } from "../pieces/tiles.js";
import { told } from "../table/telling.js";
import { GAMES, playerName, wagerName } from "../words.js";
import { choice, cite, forPage, hourExact, labelled, staffPage, title, words } from "./frame.js";
import { ROUNDS } from "./words.js";

const STEP_MS = 900;
const asked = new URLSearchParams(location.search);
const page = staffPage({ at: "rounds", roles: ["floor", "surveillance", "auditor"], content });
/** @type {any} */
const model = { tables: [], found: null, form: { table: asked.get("table") ?? "", seat: asked.get("seat") ?? "", player: asked.get("player") ?? "", since: "", until: "" }, round: null, again: null, at: 0, watcher: "dealer", views: {}, unseen: "", timer: 0, sealed: null };

const nameOf = (/** @type {string} */ id) => { const at = model.tables.findIndex((/** @type {any} */ one) => one.id === id); return at < 0 ? id : `Table ${at + 1}`; };
function content() { return model.round ? dispute() : finding(); }

// --- Finding ---

function finding() {
  const { form } = model, set = (/** @type {string} */ name) => (/** @type {any} */ event) => { form[name] = event.target.value; };
  return [title(ROUNDS.title),
    h("form", { class: "row find", onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); find(); } },
      labelled(ROUNDS.table, choice([["", ROUNDS.any], ...model.tables.map((/** @type {any} */ one, /** @type {number} */ at) => [one.id, `${at + 1} ${GAMES[one.game]}`])], form.table, (value) => { form.table = value; find(); })),
      labelled(ROUNDS.seat, h("input", { type: "number", min: 1, max: 20, value: form.seat, oninput: set("seat") })),
      labelled(ROUNDS.player, h("input", { value: form.player, oninput: set("player") })),
      labelled(ROUNDS.since, h("input", { type: "datetime-local", value: form.since, oninput: set("since") })),
      labelled(ROUNDS.until, h("input", { type: "datetime-local", value: form.until, oninput: set("until") })),
      h("button", { class: "main", type: "submit" }, ROUNDS.find)),
    model.found && h("p", { role: "status", class: "faint" }, model.found.length ? ROUNDS.over(model.found.length) : ROUNDS.none),
    h("ul", { class: "found" }, (model.found ?? []).map((/** @type {any} */ one) => h("li", { key: `${one.table} ${one.round}` }, h("a", { href: `#${one.table}/${one.round}` }, h("b", null, ROUNDS.at(nameOf(one.table), one.round)), h("span", null, GAMES[model.tables.find((/** @type {any} */ table) => table.id === one.table)?.game] ?? ""), h("span", { class: "faint" }, `${new Date(one.began_ms).toLocaleDateString("en-GB")}, ${hourExact(one.began_ms)} to ${hourExact(one.ended_ms)}`), sign("next")))))];
}

async function find() {
  const { table, seat, player, since, until } = model.form, query = new URLSearchParams();
  for (const [name, value] of Object.entries({ table, seat, player: player.trim().toLowerCase().replace(" ", "-") })) if (value) query.set(name, value);
  if (since) query.set("since", String(Date.parse(since)));
  if (until) query.set("until", String(Date.parse(until)));
  model.found = (await page.tried(() => get(`/v1/rounds?${query}`)))?.rounds ?? [];
  page.redraw();
}

// --- Stepping ---

const phases = () => model.round.steps.reduce((/** @type {any[]} */ bands, /** @type {any} */ step) => { const last = bands.at(-1); if (last?.phase === step.view.phase) last.count += 1; else bands.push({ phase: step.view.phase, count: 1 }); return bands; }, []);

function dispute() {
  const { round, at } = model, all = round.steps.length, step = round.steps[at];
  return [
    title(ROUNDS.at(nameOf(round.table), round.round), h("p", null, `${GAMES[round.game]}, ${new Date(round.began_ms).toLocaleDateString("en-GB")}, ${hourExact(round.began_ms)} to ${hourExact(round.ended_ms)}`),
      h("div", { class: "row steps" }, h("a", { class: "small", href: "#" }, ROUNDS.back), h("button", { class: "small", "aria-label": "One step back", disabled: !at, onclick: () => go(at - 1) }, sign("back"), h("kbd", null, "←")), h("button", { class: "small", onclick: play }, sign(model.timer ? "pause" : "play"), model.timer ? ROUNDS.pause : ROUNDS.play, h("kbd", null, "Space")), h("button", { class: "small", "aria-label": "One step on", disabled: at === all - 1, onclick: () => go(at + 1) }, h("kbd", null, "→"), sign("next")))),
    scrubber(),
    h("div", { class: "dispute" }, events(), saw(step), due())];
}

function scrubber() {
  const all = model.round.steps.length;
  let from = 0;
  return h("div", { class: "scrub" },
    h("svg", { viewBox: "0 0 1000 34", preserveAspectRatio: "none", "aria-hidden": "true" }, phases().map((/** @type {any} */ one, /** @type {number} */ at) => { const x = (from / all) * 1000, width = (one.count / all) * 1000; from += one.count; return h("rect", { class: `band ${at % 2 ? "odd" : ""}`, x, y: 0, width: Math.max(width - 2, 1), height: 26 }); })),
    h("input", { type: "range", min: 0, max: all - 1, value: model.at, "aria-label": ROUNDS.events, "aria-valuetext": sentenceOf(model.round.steps[model.at]), oninput: (/** @type {any} */ event) => go(Number(event.target.value)) }),
    h("p", { class: "faint" }, phases().map((/** @type {any} */ one) => words(one.phase)).join(" · ")));
}

/** @param {any} step */
function sentenceOf(step) {
  const { action, by } = step.entry;
  if (action.type === "Bet") return `Seat ${action.seat}: ${wagerName(action.wager).toLowerCase()} ${money(action.amount)}`;
  const found = told(step.entry, step.view, "")[0];
  return found?.replace(/\.$/, "") ?? `${words(action.step ?? action.type.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase())}${action.seat ? `, seat ${action.seat}` : by.role === "system" ? "" : `, ${by.role}`}`;
}
/** @param {any} step */
const clauseOf = (step) => step.entry.events.map((/** @type {any} */ one) => one.clause).find(Boolean) ?? "";

function events() {
  const { steps } = model.round;
  return h("section", { class: "events" }, h("h2", null, ROUNDS.events, h("small", null, `${model.at + 1} of ${steps.length}`)),
    h("ol", null, steps.map((/** @type {any} */ step, /** @type {number} */ at) => h("li", { key: step.entry.version }, h("button", { "aria-current": at === model.at ? "step" : null, onclick: () => go(at) }, h("span", null, String(at + 1)), h("span", null, hourExact(step.entry.at * 1000)), h("b", null, sentenceOf(step)), h("span", { class: "cite" }, cite(clauseOf(step))))))));
}

/** @param {any} step */
function saw(step) {
  const seats = Object.entries(last().seats), view = model.views[model.watcher]?.[model.at] ?? step.view, cards = view.game !== "pai-gow";
  return h("section", { class: "saw" }, h("h2", null, ROUNDS.saw, h("small", null, ROUNDS.at_event(model.at + 1))),
    h("div", { class: "tabs", role: "tablist" }, [...seats.map(([number, seat]) => [`player:${seat.player}`, `Seat ${number}`]), ["dealer", ROUNDS.dealer]].map(([watcher, name]) => h("button", { role: "tab", "aria-selected": String(watcher === model.watcher), onclick: () => look(watcher) }, name))),
    model.unseen ? h("p", { class: "unseen" }, ROUNDS.not_seen, model.unseen) : h("div", { class: "felt-view" }, places(view).map(([name, place]) => h("div", { class: "place" }, h("div", null, h("b", null, words(name)), h("small", null, state(name, place, view))), h("div", { class: "hand" }, place.cards.map((/** @type {string} */ one) => (cards ? card(one, "index", { width: 32, height: 45 }) : tile(one, { width: 22, height: 55 }))))))),
    h("p", { class: "faint" }, ROUNDS.not_saved));
}
/** @param {any} view @returns {[string, any][]} */
const places = (view) => { const all = { ...Object.fromEntries(Object.keys(view.seats).map((number) => [`seat ${number}`, { cards: [] }])), ...view.places }; return [...Object.entries(all).filter(([name]) => name === "dealer"), ...Object.entries(all).filter(([name]) => name !== "dealer")]; };
/** @param {string} name @param {any} place @param {any} view */
function state(name, place, view) {
  if (place.words?.length) return place.words.join(", ");
  const seat = view.seats[name.split(" ")[1]], lies = seat && Object.entries(seat.chips).map(([wager, cents]) => `${wagerName(wager).toLowerCase()} ${money(/** @type {number} */ (cents))}`).join(", ");
  return seat?.decisions?.at(-1) ?? (lies || (place.cards.length ? ROUNDS.facedown : ""));
}

const last = () => model.round.steps.at(-2)?.view ?? model.round.steps.at(-1).view;

function due() {
  const seat = Object.entries(last().seats).find(([, one]) => `player:${one.player}` === model.watcher)?.[0];
  const rows = (model.again?.wagers ?? []).filter((/** @type {any} */ one) => !seat || String(one.seat) === seat);
  const sum = (/** @type {string} */ of) => rows.reduce((/** @type {number} */ all, /** @type {any} */ one) => all + one[of], 0);
  const agrees = rows.every((/** @type {any} */ one) => one.due === one.paid);
  return h("section", { class: "was-due" }, h("h2", null, ROUNDS.due, h("small", null, seat ? `seat ${seat}` : "all seats")),
    rows.length ? h("table", null, h("thead", null, h("tr", null, ROUNDS.columns.map((one) => h("th", { scope: "col" }, one)))), h("tbody", null, rows.map((/** @type {any} */ one) => h("tr", null, h("th", { scope: "row" }, seat ? "" : `${one.seat} `, wagerName(one.wager)), h("td", null, money(one.chips)), h("td", null, words(one.result)), h("td", null, signed(one.due)), h("td", null, signed(one.paid)), h("td", { class: "cite" }, cite(one.clause)))),
      h("tr", { class: "sum" }, h("th", { scope: "row", colspan: 3 }, ROUNDS.net), h("td", null, signed(sum("due"))), h("td", null, signed(sum("paid"))), h("td", { class: agrees ? "agrees" : "now" }, agrees ? [sign("check"), ROUNDS.agrees] : ROUNDS.differs)))) : h("p", null, ROUNDS.nothing),
    h("p", { class: "faint" }, ROUNDS.checked),
    h("h2", null, ROUNDS.seal, h("small", null, model.again ? `${model.again.agreeing} of ${model.again.entries} ${ROUNDS.agrees}` : "")),
    h("dl", null, fact(ROUNDS.rules, ROUNDS.chained(model.round.steps.length)), fact(ROUNDS.committed, commitment()), model.sealed && fact(ROUNDS.log, model.sealed.key)),
    h("div", { class: "row" }, h("button", { class: "go", onclick: exported }, sign("out"), ROUNDS.export)), model.sealed && h("p", { role: "status" }, ROUNDS.exported(model.sealed.entries)));
}
/** @param {string} name @param {string} value */
const fact = (name, value) => h("div", null, h("dt", null, name), h("dd", null, value));
const commitment = () => { const view = model.round.steps.map((/** @type {any} */ one) => one.view).find((/** @type {any} */ one) => one.commitment && Object.keys(one.places).length); const shown = model.round.steps.some((/** @type {any} */ one) => one.entry.events.some((/** @type {any} */ event) => event.type === "SeedRevealed")); return view ? `${view.commitment.slice(0, 16)}…${shown ? `, ${ROUNDS.shown}` : ""}` : "–"; };

/** @param {number} at */
function go(at) { model.at = Math.max(0, Math.min(at, model.round.steps.length - 1)); page.redraw(); requestAnimationFrame(() => document.querySelector(".events [aria-current]")?.scrollIntoView({ block: "nearest" })); }
function play() {
  if (model.timer) { clearInterval(model.timer); model.timer = 0; } else model.timer = setInterval(() => { if (model.at === model.round.steps.length - 1) play(); else go(model.at + 1); }, STEP_MS);
  page.redraw();
}

/** Through somebody's eyes. @param {string} watcher */
async function look(watcher) {
  Object.assign(model, { watcher, unseen: "" });
  if (watcher !== "dealer" && !model.views[watcher]) {
    try {
      const seen = await get(`/v1/tables/${model.round.table}/rounds/${model.round.round}?watcher=${encodeURIComponent(watcher)}`);
      model.views[watcher] = seen.steps.map((/** @type {any} */ one) => one.view);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      model.unseen = error.message;
    }
  }
  page.redraw();
}

async function exported() {
  const { table, round } = model.round;
  const lines = await page.tried(() => ask("POST", `/v1/tables/${table}/rounds/${round}/case`, {}));
  if (lines === null) return;
  const about = JSON.parse(lines.split("\n")[0]);
  model.sealed = { entries: about.leaves ?? about.entries ?? lines.split("\n").length, key: about.checkpoint?.split("\n")[0] ?? "" };
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(new Blob([lines], { type: "application/jsonl" })), download: `case-${table}-${round}.jsonl` });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  page.redraw();
}

async function follow() {
  const [table, number] = location.hash.slice(1).split("/");
  Object.assign(model, { round: null, again: null, views: {}, watcher: "dealer", unseen: "", sealed: null });
  if (number) {
    model.round = await page.tried(() => get(`/v1/tables/${table}/rounds/${number}`));
    model.at = 0;
    page.redraw();
    if (model.round) model.again = await page.tried(() => get(`/v1/tables/${table}/rounds/${number}/due`));
  }
  page.redraw();
}

addEventListener("keydown", (event) => {
  if (!model.round || !forPage(event)) return;
  if (event.key === "ArrowLeft") go(model.at - 1);
  if (event.key === "ArrowRight") go(model.at + 1);
  if (event.key === " " && !(event.target instanceof HTMLButtonElement)) { event.preventDefault(); play(); }
});
addEventListener("hashchange", follow);
if (await page.ready) {
  model.tables = (await get("/v1/tables")).tables;
  await follow();
  if (!model.round) await find();
}
