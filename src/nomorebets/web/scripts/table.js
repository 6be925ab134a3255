/** A table: seen, heard, played at, explained. */
import { draw, h, soon } from "./dom.js";
import { get, getPatiently, Live, me, patiently } from "./house.js";
import { LAYOUTS, PHASES } from "./layouts.js";
import { apply, mark, moves, settings, sign } from "./page.js";
import { cardName, shared, tileName } from "./pieces.js";
import { acting, LEFT, listen, saidOffer } from "./table/acting.js";
import { aside, explaining, panel } from "./table/aside.js";
import { plan, smallPlan } from "./table/plan.js";
import { ahead, banks, isDone, ownSeats, phaseNow, seatOf, told } from "./table/reading.js";
import { distinct, downOf, tray } from "./table/tray.js";
import { added, FIRST_WAGER, GAMES, hour, hourExact, money, say, upTo, wagerName } from "./words.js";
import TEXT from "./words/table.json" with { type: "json" };

const { HEAD, SPOKEN } = TEXT;

// --- What the house tells of the table, kept as the page needs it ---

/** @param {any} model */
function hearing(model) {
  return {
    /** @param {any} change */
    changed(change) {
      const before = model.view;
      const { view, offers, clock } = change.table;
      const fresh = (change.entries ?? []).flatMap((/** @type {any} */ entry) => recorded(model, entry, view));
      if (model.away) {
        model.away = false;
        model.missed = say(SPOKEN.missed, { n: fresh.length, sentences: fresh.join(" ") });
        model.speaker.now(model.missed);
      } else model.speaker.later(fresh);
      const seats = ownSeats({ view, me: model.me });
      const over = before && seats.some((seat) => isOver(before, view, seat));
      if (seats.length && before?.phase === "betting" && view.phase !== "betting") scrollTo(0, 0); // to what is dealt or spun
      const bank = before?.own?.bank?.seat; // with which is settled last
      if (over && seats.some((seat) => isDone(before, seat)) && (!bank || isDone(before, bank))) remember(model, before, seats);
      else if (before && view.round !== before.round && seats.some((seat) => isDone(before, seat) || banks(before, seat) || wagered(change, seat))) recall(model, before.round, seats);
      Object.assign(model, { view, clock: clock ?? null, offers: (offers ?? []).map((/** @type {any} */ one, /** @type {number} */ n) => ({ ...one, remark: view.remarks?.[n] ?? "" })) });
      sortOffers(model, seats, view);
      if (view.phase !== "betting") model.isReady = false;
      if (model.ended && (hasBegun(model, view) || view.round > model.ended.view.round + 1)) model.ended = null;
      if (!model.selecting) model.chosen = [];
      prepareSetting(model);
      const [had] = before ? ownSeats({ view: before, me: model.me }) : [];
      if (seats.length) localStorage.removeItem(LEFT);
      else if (had && localStorage.getItem(LEFT) !== model.id) stoodUp(model, had);
      const waited = awaited(model, view);
      document.title = `${model.decisions.length ? HEAD.yourTurn : ""}${model.posted.name} · No More Bets`;
      sayDecision(model);
      model.awaitedWords = waited;
      model.seen();
      model.redraw();
    },
    /** @param {any} line */
    lineChanged(line) {
      if (model.line.connected && !line.connected) model.speaker.now(SPOKEN.lost);
      if (!model.line.connected && line.connected) model.away = true;
      model.line = line;
      model.redraw();
    },
    /** What is drawn: the table as it is, or the last round until the next one has begun. */
    seen() {
      model.shown = model.ended ? { ...model.ended.view, meters: model.view.meters } : model.view;
    },
  };
}

/** Say why somebody sits here no longer who has not got up themselves, and where their chips are. @param {any} model @param {number} seat */
async function stoodUp(model, seat) {
  const { absent_seconds: n } = await getPatiently(`/v1/tables/${model.id}/policy`);
  model.me = await patiently(me);
  const time = n % 60 ? say(SPOKEN.seconds, { n }) : say(SPOKEN.minutes, { n: n / 60 });
  const words = say(SPOKEN.stood, { time, sum: money(model.me.balance) });
  model.stood = { seat, words };
  model.speaker.now(words);
}

/** @param {any} model @param {any} entry @param {any} view @returns {string[]} */
function recorded(model, entry, view) {
  const time = hour(entry.at * 1000);
  const sentences = told(entry, view, model.me?.player);
  sentences.forEach((words, at) => model.record.push({ key: `${entry.version}.${at}`, time, words }));
  model.motion.hear(entry.events ?? []);
  return sentences;
}

/** Seats for somebody who is nobody yet, and becomes a guest by sitting down at a table that is open. @param {any} view */
const free = (view) => view.phase === "closed" ? {} : Object.fromEntries(upTo(view.positions).filter((seat) => !view.seats[seat]).map((seat) => [seat, true]));

const DOLLAR = 100; // no coupon is worth less

/** @param {any} model @param {number[]} seats @param {any} view */
function sortOffers(model, seats, view) {
  const named = (/** @type {string} */ type) => model.offers.filter((/** @type {any} */ one) => one.action.type === type);
  const all = [...named("Decision"), ...named("Cut"), ...named("SelectStack"), ...named("Step")].filter((/** @type {any} */ one) => seats.includes(one.action.seat));
  model.own = all[0]?.action.seat ?? (seats.includes(model.own) ? model.own : seats[0] ?? 0);
  model.decisions = all.filter((/** @type {any} */ one) => one.action.seat === model.own);
  model.bets = Object.fromEntries(named("Bet").filter((/** @type {any} */ one) => !one.action.cash).map((/** @type {any} */ one) => [`${one.action.seat} ${one.action.wager}`, one]));
  model.coupons = named("Coupon").filter((/** @type {any} */ one) => one.most >= DOLLAR || one.action.amount >= DOLLAR);
  model.sits = model.me ? Object.fromEntries(named("Sit").map((/** @type {any} */ one) => [one.action.seat, one])) : free(view);
  model.selecting = model.decisions.some((/** @type {any} */ one) => one.select && one.action.do !== "set");
}

/** Whether a round that was settled at a seat has gone. @param {any} before @param {any} view @param {number} seat */
const isOver = (before, view, seat) =>
  view.round !== before.round || (isDone(before, seat) && !isDone(view, seat));

/** Whether another round than the last one is under way here. @param {any} model @param {any} view */
function hasBegun(model, view) {
  const down = Object.values(view.seats).some((seat) => Object.keys(/** @type {any} */ (seat).chips).length);
  return view.round !== model.ended.view.round && down && (view.phase !== "betting" || downOf(model) > 0);
}

/** Whether something was settled at a seat since the table was last seen. @param {any} change @param {number} seat */
const wagered = (change, seat) => (change.entries ?? []).some((/** @type {any} */ entry) => entry.events?.some((/** @type {any} */ one) => one.type === "Settled" && one.seat === seat));

/** A round that ended faster than it was seen, or while one was away, is read again. @param {any} model @param {number} round @param {number[]} seats */
async function recall(model, round, seats) {
  const { steps } = await get(`/v1/tables/${model.id}/rounds/${round}`);
  const last = steps.reverse().find((/** @type {any} */ one) => seats.some((seat) => isDone(one.view, seat)));
  if (!last || downOf(model)) return;
  remember(model, last.view, seats);
  model.seen();
  model.redraw();
}

/** Keep what the last round came to, so that it can be read when the cards are gone. @param {any} model @param {any} view @param {number[]} seats */
function remember(model, view, seats) {
  const own = seats.filter((seat) => Object.keys(view.seats[seat]?.settled ?? {}).length || banks(view, seat));
  if (!own.length) return;
  const first = new Set(model.posted.wagers.map((/** @type {any} */ one) => one.name));
  const bets = seats.flatMap((seat) => Object.entries(view.seats[seat]?.chips ?? {}).map(([key, amount]) => [seat, ...key.split(":"), amount]))
    .map((one) => (one.length === 3 ? [one[0], one[1], "", one[2]] : one)).filter(([, wager]) => first.has(wager));
  model.last = bets.length ? { bets, total: added(bets.map((one) => one[3])) } : model.last;
  const settled = own.flatMap((seat) => Object.entries(view.seats[seat].settled ?? {}));
  const told = settled.slice(0, 5).map(([wager, one]) => say(SPOKEN.ended, { n: one.result ?? "win", wager: wagerName(wager).toLowerCase(), sum: money(one.pays ?? 0) }));
  const words = view.void ? say(SPOKEN.void, { reason: view.void.reason ?? "" }) : [...told, ...(own.some((seat) => banks(view, seat)) ? [SPOKEN.banked] : [])].join(", ");
  model.ended = { view, net: added(own.map((seat) => ahead(view, seat))), words };
}

/** @param {any} model @param {any} view */
function awaited(model, view) {
  const { own } = model;
  if (model.decisions.length) return say(SPOKEN.yours, { seat: own });
  if (view.phase === "betting" || view.phase.startsWith("open")) return own && !downOf(model) ? SPOKEN.placeYours : SPOKEN.betsOpen;
  return view.awaited?.by === "player" && view.awaited.seats ? say(SPOKEN.deciding, { n: view.awaited.seats.length, seats: view.awaited.seats.join(", ") }) : "";
}

/** Say it once when it becomes one's turn, with the hand and all that is offered. @param {any} model */
function sayDecision(model) {
  const key = model.decisions.length ? `${model.view.round} ${model.own} ${model.decisions.map((/** @type {any} */ one) => one.action.do ?? one.action.type).join()}` : "";
  if (key && key !== model.said) {
    const lying = model.view.places[`seat ${model.own}`];
    const name = model.layout.hand === "tiles" ? tileName : cardName;
    const hand = lying ? say(SPOKEN.hold, { n: lying.words?.[0] ?? "", cards: lying.cards.map(name).join(", ") }) : "";
    const offered = model.decisions.map(saidOffer);
    const offers = [offered.slice(0, -1).join(", "), offered.at(-1)].filter(Boolean).join(SPOKEN.or);
    model.speaker.now(say(SPOKEN.decision, { seat: seatOf(model, model.own), hand, offers }));
  }
  model.said = key;
}

/** When a hand is to be set, ask the house what each way would be. @param {any} model */
async function prepareSetting(model) {
  const set = model.decisions.find((/** @type {any} */ one) => one.action.do === "set");
  if (!set) {
    model.setting = null;
    return;
  }
  const key = `${model.view.round} ${set.action.seat} ${set.action.hand ?? 1}`;
  if (model.setting?.key === key) return;
  model.setting = { key, ways: [], low: [] };
  const { ways } = await get(`/v1/tables/${model.id}/ways?seat=${set.action.seat}`);
  const all = ways.map((/** @type {any} */ one) => ({ lawful: true, ...one }));
  if (model.setting?.key !== key) return;
  model.setting = { key, ways: model.layout.hand === "tiles" ? distinct(all, model.view.places[`seat ${set.action.seat}`].cards) : all, low: [] };
  if (model.layout.hand === "tiles") model.setting.low = model.setting.ways.find((/** @type {any} */ one) => one.lawful)?.low ?? [];
  model.redraw();
}

// --- Two live regions ---

const PAUSE_MS = 1000;

class Speaker {
  /** @param {() => void} redraw */
  constructor(redraw) {
    this.redraw = redraw;
    this.assertive = this.polite = "";
    /** @type {string[]} */
    this.waiting = [];
    this.timer = 0;
  }

  /** What cannot wait: one's turn, a refusal, the line. @param {string} words */
  now(words) {
    this.assertive = words === this.assertive ? `${words}\u00a0` : words;
    this.redraw();
  }

  /** What happened: joined with what else happens within a second. @param {string[]} sentences */
  later(sentences) {
    if (!sentences.length) return;
    this.waiting.push(...sentences);
    this.timer ||= window.setTimeout(() => {
      this.timer = 0;
      this.polite = this.waiting.splice(0).join(" ");
      this.redraw();
    }, PAUSE_MS);
  }

  regions() {
    return [
      h("p", { class: "heard", key: "assertive", id: "assertive", role: "alert", "aria-live": "assertive" }, this.assertive),
      h("p", { class: "heard", key: "polite", id: "polite", role: "status", "aria-live": "polite" }, this.polite),
    ];
  }
}

// --- Pieces that have just come are dealt one after the other, in the order of the events ---

const [EACH_MS, APART_MS, MOST_MS] = [180, 220, 1600];
const SPIN_MS = 4500;
const EASING = "cubic-bezier(.2,.7,.2,1)";

class Motion {
  constructor() {
    /** @type {WeakSet<Element>} */
    this.known = new WeakSet();
    /** @type {string[]} places in the order in which cards came to them */
    this.order = [];
    this.at = -1;
    this.turned = false; // whether a wheel was seen at rest
  }

  /** @param {any[]} events */
  hear(events) {
    for (const one of events) {
      if (one.type === "Dealt") for (const _ of one.cards ?? [0]) this.order.push(one.to);
    }
  }

  /** The wheel comes to rest at a section: it turns, and only then its result is shown. @param {Element} page */
  spin(page) {
    const wheel = page.querySelector(".wheel");
    const at = Number(wheel?.getAttribute("data-at") ?? -1);
    if (!wheel || at === this.at) return;
    const [from, first] = [this.at, this.at < 0 && !this.turned];
    this.at = at;
    this.turned = true;
    const { speed } = settings();
    if (at < 0 || first || !moves() || !speed) return;
    const step = 360 / wheel.querySelectorAll(".section").length;
    const [rest, turns] = [-at * step, -Math.max(0, from) * step + 360 * 4];
    const timing = { duration: SPIN_MS / speed, easing: "cubic-bezier(.12,.6,.1,1)" };
    wheel.querySelector(".turning")?.animate([{ transform: `rotate(${turns}deg)` }, { transform: `rotate(${rest}deg)` }], timing);
    wheel.querySelector(".hub-result")?.animate([{ opacity: 0 }, { opacity: 0, offset: 0.97 }, { opacity: 1 }], timing);
  }

  /** After the page was drawn: move what is new. @param {Element} page */
  play(page) {
    this.spin(page);
    const fresh = [...page.querySelectorAll(".room .card, .room .tile, .room .stack")].filter((one) => !this.known.has(one));
    fresh.forEach((one) => this.known.add(one));
    const { speed } = settings();
    const order = this.order.splice(0);
    if (!moves() || !speed || !fresh.length) return;
    const byPlace = Map.groupBy(fresh.filter((one) => !one.matches(".stack")), (one) => one.closest("[data-place]")?.getAttribute("data-place") ?? "");
    const step = Math.min(APART_MS, MOST_MS / Math.max(1, order.length)) / speed;
    order.forEach((place, at) => {
      const piece = byPlace.get(place)?.shift();
      if (piece) come(piece, at * step, EACH_MS / speed, "translateY(-26px)");
    });
    fresh.filter((one) => one.matches(".stack")).forEach((one) => come(one, 0, 140 / speed, "translateY(-12px)"));
  }
}

/** @param {Element} piece @param {number} delay @param {number} duration @param {string} from */
function come(piece, delay, duration, from) {
  piece.animate([{ opacity: 0, transform: from }, { opacity: 1, transform: "none" }], { delay, duration, easing: EASING, fill: "backwards" });
}

addEventListener("pointerdown", () => document.getAnimations().forEach((one) => one.finish()), { capture: true });

// --- A table ---

const page = /** @type {Element} */ (document.getElementById("page"));
const motion = new Motion();
const redraw = soon(() => {
  draw(page, tablePage());
  motion.play(page);
});

/** Everything that the page shows, and what can be done with it. @type {any} */
const model = {
  id: location.pathname.split("/")[2], redraw, motion, speaker: new Speaker(redraw),
  posted: null, layout: null, view: null, shown: null, clock: null, me: null, own: 0, width: "desktop",
  offers: [], decisions: [], bets: {}, sits: {}, coupons: [], record: [], slip: null, worth: null, panel: "", setting: null,
  line: { connected: true }, away: false, missed: "", chip: 500, amounts: {}, chosen: [], selecting: false, mode: "single_card", first: "", cell: [0, 0], wide: [0, 0], tip: "",
  last: null, ended: null, isReady: false, coach: true, awaitedWords: "", said: "", warned: 0, tab: 0, stood: null,
};
Object.assign(model, acting(model), explaining(model), hearing(model), { connect });

function connect() {
  model.live?.end();
  model.live = new Live(model.id, { onChange: model.changed, onState: model.lineChanged, onRefused: model.refused });
}

function tablePage() {
  if (!model.view) return [h("p", { class: "loading" }, "…")];
  model.width = innerWidth < 700 ? "phone" : innerWidth < 1200 ? "tablet" : "desktop";
  return h("div", null,
    shared(),
    h("a", { class: "skip", href: "#hand" }, HEAD.hand), h("a", { class: "skip", href: "#offers" }, HEAD.offers),
    model.speaker.regions(),
    head(),
    h("div", { class: `room at-${model.layout.key} ${model.line.connected ? "" : "line-down"}` },
      h("main", { class: "play" }, h("h1", { class: "heard" }, GAMES[model.layout.key]), phaseBar(), cloth(), (model.layout.areas || model.width !== "desktop") && tray(model)),
      aside(model)),
    panel(model)).children;
}

/** The layout, as large as the page allows. */
function cloth() {
  if (!model.layout.areas) return model.drawn(model);
  return model.width === "phone" ? smallPlan(model) : plan(model);
}

function head() {
  const [first] = model.posted.wagers;
  const name = model.view.game in FIRST_WAGER ? "" : `${first.name} `;
  const chips = (model.me?.at_tables?.[model.id] ?? 0) + (model.view.balance ?? 0);
  const icon = (/** @type {string} */ panel, /** @type {any} */ of, /** @type {string} */ label, kind = "") =>
    h("button", { class: `icon ${kind}`, "aria-label": label, title: label, "aria-expanded": String(model.panel === panel), onclick: () => model.show(panel) }, sign(of));
  return h("header", { class: "head" },
    h("a", { class: "wordmark", href: "/", "aria-label": "No More Bets" }, mark(), h("span", { class: "wide" }, "No More Bets")),
    h("span", { class: "where" }, h("b", null, GAMES[model.layout.key]), h("span", null, h("span", { class: "narrow" }, `${round()} · `), `${model.name ? `${model.name} · ` : ""}${name}${money(first.least)} to ${money(first.most)}`)),
    h("span", { class: "space" }),
    h("span", { class: "pill" }, HEAD.playMoney),
    model.me && h("span", { class: "quiet" }, h("span", { class: "wide" }, `${HEAD.balance} `), h("b", null, money(chips))),
    icon("posted", "book", HEAD.posted), icon("keys", "keys", HEAD.keys, "wide"), icon("settings", "sun", HEAD.settings));
}

const round = () => say(model.layout.areas ? HEAD.round : HEAD.spin, { n: model.shown.round });

function phaseBar() {
  const { line, view, layout } = model;
  if (!line.connected) {
    return h("div", { class: "phase down" },
      h("b", { class: "label" }, HEAD.disconnected), h("em", null, say(HEAD.retry, { n: line.tries })), h("span", { class: "space" }), say(HEAD.lastHeard, { time: hourExact(line.since) }));
  }
  const quoted = [...model.record].reverse().find((one) => one.words.startsWith("“"))?.words ?? "";
  const said = view.phase === "betting" ? HEAD.place : view.phase.startsWith("open") ? HEAD.idle : quoted || model.awaitedWords;
  const now = model.ended ? layout.phases.length - 1 : phaseNow(model.shown, layout.phases);
  return h("div", { class: "phase" },
    h("span", { class: "quiet wide" }, round()), h("em", null, said), h("span", { class: "space" }),
    h("ol", null, layout.phases.map((/** @type {string} */ name, /** @type {number} */ at) => h("li", { class: at < now ? "past" : "", "aria-current": at === now ? "step" : null }, PHASES[name]))));
}

listen(model);
addEventListener("resize", redraw);

const [posted, who, policy] = await Promise.all([getPatiently(`/v1/tables/${model.id}/posted`), patiently(me), getPatiently(`/v1/tables/${model.id}/policy`)]);
Object.assign(model, { posted, me: who, layout: LAYOUTS[posted.game], coach: policy.coach, name: policy.name });
// Only its own table needs this.
if (!model.layout.areas) model.drawn = (await import("./pokette.js")).pokettePlan;
document.documentElement.dataset.game = posted.game;
apply();
connect();
