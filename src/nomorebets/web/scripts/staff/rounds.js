/** Rounds that are over: find one, step through it, see what was due and why. */
import { h } from "../dom.js";
import { ask, getPatiently as get, newKey, Refused } from "../house.js";
import { cited, fact, heads, keep, numberOf, sign } from "../page.js";
import { card, tile } from "../pieces.js";
import { told } from "../table/reading.js";
import { added, dayOf, GAMES, hourExact, money, say, signed, wagerName, wagersIn, words } from "../words.js";
import TEXT from "../words/staff.json" with { type: "json" };
import { atSeat, choice, forPage, labelled, sentence, staffPage, tableName, title } from "./frame.js";

const { ROUNDS } = TEXT;

// --- One round stepped through ---

const LETTER = 0.8; // percent of the width that a letter of a phase's name takes

/**
 * @param {any} model
 * @param {{go: (at: number) => void, play: () => void, look: (watcher: string) => void, exported: () => void, said: (path: string, told: any) => void}} acts
 * @param {string} name of the table
 */
function dispute(model, acts, name) {
  const { round, at } = model;
  return [
    title(say(ROUNDS.at, { table: name, round: round.round }), h("p", null, `${GAMES[round.game]}, ${when(round)}`), steps(model, acts)),
    scrubber(model, acts),
    h("div", { class: "dispute" }, events(model, acts), saw(model, acts, round.steps[at]), h("section", { class: "was-due" }, due(model), disputes(model, acts), seal(model, acts))),
  ];
}

/** @param {any} model @param {any} acts */
const steps = ({ at, timer, round }, { go, play }) =>
  h("div", { class: "row steps" },
    h("a", { class: "small", href: "#" }, ROUNDS.back),
    h("button", { class: "small", "aria-label": ROUNDS.step_back, disabled: !at, onclick: () => go(at - 1) },
      sign("back"), h("kbd", null, "←")),
    h("button", { class: "small", onclick: play },
      sign(timer ? "pause" : "play"), timer ? ROUNDS.pause : ROUNDS.play, h("kbd", null, "Space")),
    h("button", { class: "small", "aria-label": ROUNDS.step_on, disabled: at === round.steps.length - 1, onclick: () => go(at + 1) },
      h("kbd", null, "→"), sign("next")));

/** @param {{began_ms: number, ended_ms: number}} round */
const when = ({ began_ms: began, ended_ms: ended }) => `${dayOf(began, { year: "numeric" })}, ${hourExact(began)} to ${hourExact(ended)}`;

// --- The scrubber ---

/** Neighbouring events of one phase. @param {any[]} all @returns {{phase: string, from: number, count: number}[]} */
function bands(all) {
  /** @type {{phase: string, from: number, count: number}[]} */
  const found = [];
  all.forEach((step, at) => {
    const last = found.at(-1);
    if (last && last.phase === step.view.phase) last.count += 1;
    else found.push({ phase: step.view.phase, from: at, count: 1 });
  });
  return found;
}

/** @param {any} model @param {any} acts */
function scrubber({ round, at }, { go }) {
  const all = round.steps.length, percent = (/** @type {number} */ events) => (events / all) * 100;
  const here = `${percent(at + 0.5)}%`;
  return h("div", { class: "scrub" },
    h("svg", { class: "bands", "aria-hidden": "true" },
      bands(round.steps).map(({ phase, from, count }, n) => [
        h("rect", { class: n % 2 ? "band odd" : "band", x: `${percent(from)}%`, y: 8, width: `${percent(count)}%`, height: 28 }),
        percent(count) > phase.length * LETTER && h("text", { x: `${percent(from) + 0.6}%`, y: 27 }, words(phase)),
      ]),
      round.steps.map((/** @type {any} */ _, /** @type {number} */ n) =>
        h("line", { class: "tick", x1: `${percent(n + 0.5)}%`, x2: `${percent(n + 0.5)}%`, y1: 38, y2: 44 })),
      h("line", { class: "here", x1: here, x2: here, y1: 6, y2: 46 }),
      h("circle", { class: "here", cx: here, cy: 7, r: 7 })),
    h("input", { type: "range", min: 0, max: all - 1, value: at, "aria-label": ROUNDS.events, "aria-valuetext": sentenceOf(round.steps[at]),
      oninput: (/** @type {any} */ event) => go(Number(event.target.value)) }));
}

// --- Events ---

/** @param {any} step */
function sentenceOf(step) {
  const { action, by } = step.entry;
  if (action.type === "Bet") return say(ROUNDS.bet, { seat: action.seat, wager: wagerName(action.wager).toLowerCase(), sum: money(action.amount) });
  const found = told(step.entry, step.view, "")[0];
  if (found) return found.replace(/\.$/, "");
  const did = words(action.step ?? action.type.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase());
  return action.seat || by.role === "system" ? atSeat(did, action.seat) : `${did}, ${by.role}`;
}

/** @param {any} step */
const clauseOf = (step) => step.entry.events.map((/** @type {any} */ one) => one.clause).find(Boolean) ?? "";

/** @param {any} model @param {any} acts */
const events = ({ round, at }, { go }) =>
  h("section", { class: "events" },
    h("h2", null, ROUNDS.events, h("small", null, say(ROUNDS.of, { n: at + 1, all: round.steps.length }))),
    h("ol", { tabindex: 0, "aria-label": ROUNDS.events }, round.steps.map((/** @type {any} */ step, /** @type {number} */ n) =>
      h("li", { key: step.entry.version },
        h("button", { "aria-current": n === at ? "step" : null, onclick: () => go(n) },
          h("span", null, String(n + 1)),
          h("span", null, hourExact(step.entry.at * 1000)),
          h("b", null, sentenceOf(step)),
          cited(clauseOf(step)))))));

// --- What each one saw ---

/** The table before the last thing that happened, which may have cleared it. @param {any} model */
const last = ({ round }) => round.steps.findLast((/** @type {any} */ one) => Object.keys(one.view.places).length)?.view ?? round.steps.at(-1).view;

/** @param {any} model @param {any} acts @param {any} step */
function saw(model, { look }, step) {
  const view = model.views[model.watcher]?.[model.at] ?? step.view;
  const watchers = model.own ? [[model.own, ROUNDS.as_seen]] : [...Object.entries(last(model).seats).map(([number, seat]) => [`player:${/** @type {any} */ (seat).player}`, say(ROUNDS.seat_tab, { seat: number })]), ["dealer", ROUNDS.dealer]];
  return h("section", { class: "saw" },
    h("h2", null, ROUNDS.saw, h("small", null, say(ROUNDS.at_event, { n: model.at + 1 }))),
    h("div", { class: "tabs", role: "tablist" }, watchers.map(([watcher, name]) =>
      h("button", { role: "tab", "aria-selected": String(watcher === model.watcher), onclick: () => look(watcher) }, name))),
    model.unseen ? h("p", { class: "unseen" }, ROUNDS.not_seen, model.unseen) : h("div", { class: `felt-view ${view.game}` }, places(view).map((one) => lying(one, view))),
    h("p", { class: "faint" }, ROUNDS.not_saved));
}

/** The dealer first, then the seats, then whatever else there is. @param {any} view @returns {[string, any][]} */
function places(view) {
  const own = ["dealer", ...Object.keys(view.seats).map((number) => `seat ${number}`)];
  return [...own, ...Object.keys(view.places).filter((name) => !own.includes(name))].map((name) => [name, view.places[name] ?? { cards: [] }]);
}

/** @param {[string, any]} place @param {any} view */
const lying = ([name, place], view) =>
  h("div", { class: "place" },
    h("div", null, h("b", null, words(name)), h("small", null, stateOf(name, place, view))),
    h("div", { class: "hand" }, place.cards.map((/** @type {string} */ one) =>
      view.game === "pai-gow" ? tile(one, { width: 22, height: 55 }) : card(one, "index", { width: 32, height: 45 }))));

/** @param {string} name @param {any} place @param {any} view */
function stateOf(name, place, view) {
  if (place.words?.length) return place.words.join(", ");
  const seat = view.seats[name.split(" ")[1]];
  return seat?.decisions?.at(-1) ?? (wagersIn(seat?.chips ?? {}) || (place.cards.length ? ROUNDS.facedown : ROUNDS.nothing_there));
}

// --- What was due, and why ---

/** The seat through whose eyes one looks. @param {any} model */
const seatOf = (model) => Object.entries(last(model).seats).find(([, one]) => `player:${/** @type {any} */ (one).player}` === model.watcher)?.[0];

/** @param {any} model */
function due(model) {
  const seat = seatOf(model);
  const rows = (model.again?.wagers ?? []).filter((/** @type {any} */ one) => !seat || String(one.seat) === seat);
  const sum = (/** @type {string} */ of) => added(rows.map((/** @type {any} */ one) => one[of]));
  const agrees = rows.every((/** @type {any} */ one) => one.due === one.paid);
  return [
    h("h2", null, ROUNDS.due, h("small", null, seat ? say(ROUNDS.of_seat, { seat }) : ROUNDS.of_all)),
    rows.length ? h("table", null,
      heads(ROUNDS.columns),
      h("tbody", null, rows.map((/** @type {any} */ one) => row(one, !seat)),
        h("tr", { class: "sum" }, h("th", { scope: "row", colspan: 3 }, ROUNDS.net), h("td", null, signed(sum("due"))), h("td", null, signed(sum("paid"))),
          h("td", { class: agrees ? "agrees" : "now" }, agrees ? [sign("check"), ROUNDS.agrees] : ROUNDS.differs)))) : h("p", null, ROUNDS.nothing),
    why(model, seat),
    h("p", { class: "faint" }, ROUNDS.checked),
  ];
}

/** @param {any} one @param {boolean} numbered */
const row = (one, numbered) =>
  h("tr", { class: one.due === one.paid ? "" : "now" },
    h("th", { scope: "row" }, numbered ? `${one.seat} ` : "", wagerName(one.wager)),
    h("td", null, money(one.chips)), h("td", null, words(one.result)), h("td", null, signed(one.due)), h("td", null, signed(one.paid)),
    h("td", { class: "cite" }, numberOf(one.clause)));

/** The hands in the engine's own words. @param {any} model @param {string | undefined} seat */
function why(model, seat) {
  const shown = model.round.steps.map((/** @type {any} */ one) => one.view.places);
  const said = (/** @type {string} */ name) => shown.findLast((/** @type {any} */ one) => one[name]?.words?.length)?.[name].words.join(", ");
  const own = seat && (said(`seat ${seat}`) ?? model.views[model.watcher]?.findLast((/** @type {any} */ one) => one.places[`seat ${seat}`]?.words?.length)?.places[`seat ${seat}`].words.join(", "));
  const dealer = said("dealer"), voided = model.round.steps.findLast((/** @type {any} */ one) => one.view.void)?.view.void;
  const parts = [voided && `${sentence(voided.reason)} ${numberOf(voided.clause)}`, own && say(ROUNDS.held, { who: say(ROUNDS.seat_tab, { seat }), words: own }), dealer && say(ROUNDS.held, { who: ROUNDS.dealer, words: dealer })].filter(Boolean);
  return parts.length > 0 && h("blockquote", null, parts.join(" "));
}

// --- What is held against it, and what was ruled ---

/** @param {any} model @param {any} acts */
function disputes({ disputes: all, own, round, ...model }, { said }) {
  const seat = seatOf({ round, ...model }), rules = has("floor");
  const isOpen = (/** @type {any} */ one) => one.seat === Number(seat) && !one.ruling;
  return all && [
    h("h2", null, ROUNDS.disputes),
    h("ul", { class: "rulings" }, all.map((/** @type {any} */ one) => h("li", { key: one.number },
      say(ROUNDS.said, { seat: one.seat, words: one.words }),
      h("small", null, one.ruling ? say(ROUNDS.ruled, { at: hourExact(one.ruled_ms), words: one.ruling }) : ROUNDS.waits),
      rules && !one.ruling && inWords(ROUNDS.settle, (words) => said(`disputes/${one.number}/settle`, { words }))))),
    !all.length && h("p", { class: "faint" }, ROUNDS.undisputed),
    seat && (own || rules) && !all.some(isOpen) &&
      inWords(say(ROUNDS.dispute, { seat }), (words) => said(`tables/${round.table}/rounds/${round.round}/disputes`, { seat: Number(seat), words })),
  ];
}

/** @param {string} name @param {(words: string) => void} does */
const inWords = (name, does) =>
  h("form", { class: "row", key: name, onsubmit: (/** @type {any} */ event) => { event.preventDefault(); does(event.target[0].value); } },
    h("input", { class: "typed", "aria-label": name, placeholder: ROUNDS.in_words, maxlength: 280, required: true }),
    h("button", { class: "small" }, name));

// --- The seal ---

/** @param {any} model @param {any} acts */
function seal(model, { exported }) {
  const { round, again, sealed } = model, fair = `/fair/${round.table}/${round.round}`;
  return [
    h("h2", null, ROUNDS.seal, h("small", null, again ? `${again.agreeing} of ${again.entries} ${ROUNDS.agree}` : "")),
    h("dl", null,
      fact(ROUNDS.rules, say(ROUNDS.chained, { n: round.steps.length })),
      fact(ROUNDS.committed, h("code", null, commitment(round))),
      sealed && fact(ROUNDS.log, sealed.key)),
    h("div", { class: "row" },
      !model.own && h("button", { class: "go", onclick: exported }, sign("out"), ROUNDS.export),
      h("a", { class: "small", href: fair }, sign("scales"), ROUNDS.check_shuffle)),
    sealed && h("p", { role: "status" }, say(ROUNDS.exported, { n: sealed.entries })),
  ];
}

/** What was promised for the cards of the round. @param {any} round */
function commitment(round) {
  const view = round.steps.map((/** @type {any} */ one) => one.view).findLast((/** @type {any} */ one) => one.commitment && Object.keys(one.places).length);
  return view?.commitment ?? "–";
}

// --- Rounds that are over ---

const STEP_MS = 900;
const asked = new URLSearchParams(location.search);
const page = staffPage({ at: "rounds", roles: [], content });
const WATCHES = ["floor", "surveillance", "auditor"];
const PLAYS = ["guest", "player"];
const has = (/** @type {string} */ role) => page.model.who?.roles.includes(role);
/** Whether one may see through the eyes of others. */
const watches = () => WATCHES.some(has);
/** @type {any} */
const model = {
  tables: [],
  found: null,
  form: {
    table: asked.get("table") ?? "",
    seat: asked.get("seat") ?? "",
    player: asked.get("player") ?? "",
    since: "",
    until: "",
  },
  round: null,
  again: null,
  at: 0,
  watcher: "dealer",
  views: {},
  unseen: "",
  timer: 0,
  sealed: null,
};

function content() {
  return model.round ? dispute(model, { go, play, look, exported, said }, tableName(model.tables, model.round.table)) : finding();
}

// --- Finding ---

function finding() {
  const { form } = model,
    set = (/** @type {string} */ name) => (/** @type {any} */ event) => {
      form[name] = event.target.value;
    };
  return [
    title(ROUNDS.title),
    h(
      "form",
      {
        class: "row find",
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          find();
        },
      },
      labelled(
        ROUNDS.table,
        choice(
          [
            ["", ROUNDS.any],
            ...model.tables.map((/** @type {any} */ one, /** @type {number} */ at) => [
              one.id,
              `${at + 1} ${GAMES[one.game]}`,
            ]),
          ],
          form.table,
          (value) => {
            form.table = value;
            find();
          },
        ),
      ),
      labelled(ROUNDS.seat, h("input", { type: "number", min: 1, max: 20, value: form.seat, oninput: set("seat") })),
      watches() && labelled(ROUNDS.player, h("input", { value: form.player, oninput: set("player") })),
      labelled(ROUNDS.since, h("input", { type: "datetime-local", value: form.since, oninput: set("since") })),
      labelled(ROUNDS.until, h("input", { type: "datetime-local", value: form.until, oninput: set("until") })),
      h("button", { class: "main", type: "submit" }, ROUNDS.find),
    ),
    model.found &&
      h("p", { role: "status", class: "faint" }, model.found.length ? say(ROUNDS.over, { n: model.found.length }) : ROUNDS.none),
    h(
      "ul",
      { class: "found" },
      (model.found ?? []).map((/** @type {any} */ one) =>
        h(
          "li",
          { key: `${one.table} ${one.round}` },
          h(
            "a",
            { href: `#${one.table}/${one.round}` },
            h("b", null, say(ROUNDS.at, { table: tableName(model.tables, one.table), round: one.round })),
            h("span", null, GAMES[model.tables.find((/** @type {any} */ table) => table.id === one.table)?.game] ?? ""),
            h(
              "span",
              { class: "faint" },
              when(one),
            ),
            sign("next"),
          ),
        ),
      ),
    ),
  ];
}

async function find() {
  const { table, seat, player, since, until } = model.form,
    query = new URLSearchParams();
  for (const [name, value] of Object.entries({ table, seat, player: player.trim().toLowerCase().replace(" ", "-") }))
    if (value) query.set(name, value);
  if (since) query.set("since", String(Date.parse(since)));
  if (until) query.set("until", String(Date.parse(until)));
  model.found = (await page.tried(() => get(`/v1/rounds?${query}`)))?.rounds ?? [];
  page.redraw();
}

// --- Stepping ---

/** @param {number} at */
function go(at) {
  model.at = Math.max(0, Math.min(at, model.round.steps.length - 1));
  page.redraw();
  requestAnimationFrame(() => document.querySelector(".events [aria-current]")?.scrollIntoView({ block: "nearest" }));
}
function play() {
  if (model.timer) {
    clearInterval(model.timer);
    model.timer = 0;
  } else
    model.timer = setInterval(() => {
      if (model.at === model.round.steps.length - 1) play();
      else go(model.at + 1);
    }, STEP_MS);
  page.redraw();
}

/** Through somebody's eyes. @param {string} watcher */
async function look(watcher) {
  let unseen = "";
  model.looking = watcher;
  if (watcher !== "dealer" && !model.views[watcher]) {
    try {
      const seen = await get(
        `/v1/tables/${model.round.table}/rounds/${model.round.round}?watcher=${encodeURIComponent(watcher)}`,
      );
      model.views[watcher] = seen.steps.map((/** @type {any} */ one) => one.view);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      unseen = error.message;
    }
  }
  if (model.looking === watcher) Object.assign(model, { watcher, unseen }); // not before it is known what was seen
  page.redraw();
}

async function exported() {
  const { table, round } = model.round;
  const lines = await page.tried(() => ask("POST", `/v1/tables/${table}/rounds/${round}/case`, {}));
  if (lines === null) return;
  const about = JSON.parse(lines.split("\n")[0]);
  model.sealed = {
    entries: about.leaves ?? about.entries ?? lines.split("\n").length,
    key: about.checkpoint?.split("\n")[0] ?? "",
  };
  keep(new Blob([lines], { type: "application/jsonl" }), `case-${table}-${round}.jsonl`);
  page.redraw();
}

/** Something is said in words, and what stands then is read again. @param {string} path @param {any} told */
async function said(path, told) {
  if (await page.tried(() => ask("POST", `/v1/${path}`, told, newKey()))) await disputed();
}

async function disputed() {
  const { round } = model;
  const found = await page.tried(() => get(`/v1/tables/${round.table}/rounds/${round.round}/disputes`));
  if (round !== model.round) return; // another round is looked at by now
  model.disputes = found?.disputes;
  page.redraw();
}

async function follow() {
  const [table, number, seat] = location.hash.slice(1).split("/");
  const own = `player:${page.model.who?.player ?? ""}`;
  Object.assign(model, { round: null, again: null, views: {}, watcher: watches() ? "dealer" : own, own: watches() ? "" : own, unseen: "", sealed: null, disputes: null });
  if (number) {
    model.round = await page.tried(() => get(`/v1/tables/${table}/rounds/${number}`));
    model.at = 0;
    page.redraw();
    if (model.round && page.model.who) model.again = await page.tried(() => get(`/v1/tables/${table}/rounds/${number}/due`));
    if (model.round && (watches() || PLAYS.some(has))) await disputed();
    if (model.round && seat && watches()) await look(`player:${last(model).seats[seat]?.player}`);
  }
  page.redraw();
}

addEventListener("keydown", (event) => {
  if (!model.round || !forPage(event)) return;
  if (event.key === "ArrowLeft") go(model.at - 1);
  if (event.key === "ArrowRight") go(model.at + 1);
  if (event.key === " " && !(event.target instanceof HTMLButtonElement)) {
    event.preventDefault();
    play();
  }
});
addEventListener("hashchange", follow);
await page.ready;
model.tables = (await get("/v1/tables")).tables;
await follow();
if (!model.round) await find();
