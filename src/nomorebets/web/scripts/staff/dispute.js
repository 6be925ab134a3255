/** One round stepped through: phases, events, what each one saw, what was due and why, and its seal. */
import { h } from "../dom.js";
import { money, signed } from "../money.js";
import { card } from "../pieces/cards.js";
import { sign } from "../pieces/signs.js";
import { tile } from "../pieces/tiles.js";
import { told } from "../table/telling.js";
import { GAMES, say, wagerName, words } from "../words.js";
import TEXT from "../words/staff.json" with { type: "json" };
import { cite, dayOf, hourExact, sentence, title } from "./frame.js";

const { ROUNDS } = TEXT;

const LETTER = 0.8; // percent of the width that a letter of a phase's name takes

/**
 * @param {any} model
 * @param {{go: (at: number) => void, play: () => void, look: (watcher: string) => void, exported: () => void}} acts
 * @param {string} name of the table
 */
export function dispute(model, acts, name) {
  const { round, at } = model;
  const when = `${dayOf(round.began_ms)}, ${hourExact(round.began_ms)} to ${hourExact(round.ended_ms)}`;
  return [
    title(say(ROUNDS.at, { table: name, round: round.round }), h("p", null, `${GAMES[round.game]}, ${when}`), steps(model, acts)),
    scrubber(model, acts),
    h("div", { class: "dispute" }, events(model, acts), saw(model, acts, round.steps[at]), h("section", { class: "was-due" }, due(model), seal(model, acts))),
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
  if (action.type === "Bet") return `Seat ${action.seat}: ${wagerName(action.wager).toLowerCase()} ${money(action.amount)}`;
  const found = told(step.entry, step.view, "")[0];
  if (found) return found.replace(/\.$/, "");
  const did = words(action.step ?? action.type.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase());
  return `${did}${action.seat ? `, seat ${action.seat}` : by.role === "system" ? "" : `, ${by.role}`}`;
}

/** @param {any} step */
const clauseOf = (step) => step.entry.events.map((/** @type {any} */ one) => one.clause).find(Boolean) ?? "";

/** @param {any} model @param {any} acts */
const events = ({ round, at }, { go }) =>
  h("section", { class: "events" },
    h("h2", null, ROUNDS.events, h("small", null, `${at + 1} of ${round.steps.length}`)),
    h("ol", { tabindex: 0, "aria-label": ROUNDS.events }, round.steps.map((/** @type {any} */ step, /** @type {number} */ n) =>
      h("li", { key: step.entry.version },
        h("button", { "aria-current": n === at ? "step" : null, onclick: () => go(n) },
          h("span", null, String(n + 1)),
          h("span", null, hourExact(step.entry.at * 1000)),
          h("b", null, sentenceOf(step)),
          h("span", { class: "cite" }, cite(clauseOf(step))))))));

// --- What each one saw ---

/** The table before the last thing that happened, which may have cleared it. @param {any} model */
const last = ({ round }) => round.steps.findLast((/** @type {any} */ one) => Object.keys(one.view.places).length)?.view ?? round.steps.at(-1).view;

/** @param {any} model @param {any} acts @param {any} step */
function saw(model, { look }, step) {
  const view = model.views[model.watcher]?.[model.at] ?? step.view;
  const watchers = model.own ? [[model.own, ROUNDS.as_seen]] : [...Object.entries(last(model).seats).map(([number, seat]) => [`player:${/** @type {any} */ (seat).player}`, `Seat ${number}`]), ["dealer", ROUNDS.dealer]];
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
  const lies = Object.entries(seat?.chips ?? {}).map(([wager, cents]) => `${wagerName(wager).toLowerCase()} ${money(/** @type {number} */ (cents))}`);
  return seat?.decisions?.at(-1) ?? (lies.join(", ") || (place.cards.length ? ROUNDS.facedown : ROUNDS.nothing_there));
}

// --- What was due, and why ---

/** @param {any} model */
function due(model) {
  const seat = Object.entries(last(model).seats).find(([, one]) => `player:${/** @type {any} */ (one).player}` === model.watcher)?.[0];
  const rows = (model.again?.wagers ?? []).filter((/** @type {any} */ one) => !seat || String(one.seat) === seat);
  const sum = (/** @type {string} */ of) => rows.reduce((/** @type {number} */ all, /** @type {any} */ one) => all + one[of], 0);
  const agrees = rows.every((/** @type {any} */ one) => one.due === one.paid);
  return [
    h("h2", null, ROUNDS.due, h("small", null, seat ? say(ROUNDS.of_seat, { seat }) : ROUNDS.of_all)),
    rows.length ? h("table", null,
      h("thead", null, h("tr", null, ROUNDS.columns.map((one) => h("th", { scope: "col" }, one)))),
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
    h("td", { class: "cite" }, cite(one.clause)));

/** The hands in the engine's own words. @param {any} model @param {string | undefined} seat */
function why(model, seat) {
  const shown = model.round.steps.map((/** @type {any} */ one) => one.view.places);
  const said = (/** @type {string} */ name) => shown.findLast((/** @type {any} */ one) => one[name]?.words?.length)?.[name].words.join(", ");
  const own = seat && (said(`seat ${seat}`) ?? model.views[model.watcher]?.findLast((/** @type {any} */ one) => one.places[`seat ${seat}`]?.words?.length)?.places[`seat ${seat}`].words.join(", "));
  const dealer = said("dealer"), voided = model.round.steps.findLast((/** @type {any} */ one) => one.view.void)?.view.void;
  const parts = [voided && `${sentence(voided.reason)} ${cite(voided.clause)}`, own && `Seat ${seat}: ${own}.`, dealer && `${ROUNDS.dealer}: ${dealer}.`].filter(Boolean);
  return parts.length > 0 && h("blockquote", null, parts.join(" "));
}

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

/** @param {string} name @param {any} value */
const fact = (name, value) => h("div", null, h("dt", null, name), h("dd", null, value));

/** What was promised for the cards of the round. @param {any} round */
function commitment(round) {
  const view = round.steps.map((/** @type {any} */ one) => one.view).findLast((/** @type {any} */ one) => one.commitment && Object.keys(one.places).length);
  return view?.commitment ?? "–";
}
