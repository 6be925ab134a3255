/** A table: seen, played at, explained. */
import { draw, h, soon } from "./dom.js";
import { LAYOUTS } from "./games/index.js";
import { act, ask, get, me, meOrGuest, Refused } from "./house.js";
import { Live } from "./live.js";
import { money } from "./money.js";
import { shared } from "./pieces/cards.js";
import { mark, sign } from "./pieces/signs.js";
import { lightButton } from "./header.js";
import { apply, settings } from "./settings.js";
import { aside } from "./table/aside.js";
import { plan } from "./table/plan.js";
import { isSettled, net, ownSeats } from "./table/reading.js";
import { smallPlan } from "./table/small.js";
import { told } from "./table/telling.js";
import { downOf, isRanged, keysOf, leastOf, nameOf, rangedField, tray } from "./table/tray.js";
import { pokettePlan } from "./pokette.js";
import { FIRST_WAGER, wagerName } from "./words.js";

const POKETTE = { key: "pokette", title: "Pokette", hand: "", phases: [["Bets", ["betting"]], ["No more bets", ["no more bets"]], ["Spin", ["spinning"]], ["Settle", ["collecting"]]] };
const id = location.pathname.split("/")[2];
const page = /** @type {Element} */ (document.getElementById("page"));
const redraw = soon(() => draw(page, tablePage()));

/** Everything that the page shows, and what can be done with it. @type {any} */
const model = {
  posted: null, layout: null, view: null, shown: null, offers: [], decisions: [], clock: null, me: null, own: 0, record: [], slip: null,
  line: { connected: true }, chip: 500, amounts: {}, bets: {}, sits: {}, chosen: [], selecting: false, setting: null, worth: null,
  last: null, ended: null, isReady: false, coach: true, awaitedWords: "", together: "", width: "desktop",

  pick(/** @type {number} */ value) { model.chip = value; redraw(); },
  amount(/** @type {any} */ offer) { return Math.min(offer.most, Math.max(leastOf(offer), model.amounts.now ?? (offer.action.type === "Decision" ? offer.most : Math.floor(offer.most / 2)))); },
  setAmount(/** @type {number} */ cents) { model.amounts.now = cents; redraw(); },
  close() { model.slip = model.worth = null; redraw(); },
  change() { model.ended = null; seen(); redraw(); },
  toggle(/** @type {string} */ one) { model.chosen = model.chosen.includes(one) ? model.chosen.filter((/** @type {string} */ other) => other !== one) : [...model.chosen, one]; redraw(); },

  async bet(/** @type {number} */ seat, /** @type {string} */ wager, /** @type {string} */ on) {
    const offer = model.bets[`${seat} ${wager}`];
    if (!offer) return;
    const amount = Math.min(offer.most || offer.action.amount, Math.max(offer.action.amount, model.chip));
    await send(on ? { ...offer.action, amount, on } : { ...offer.action, amount });
  },
  async takeBack(/** @type {number} */ seat, /** @type {string} */ wager) { await send({ type: "Withdraw", seat, wager }); },
  async takeAll(/** @type {number} */ seat) { for (const wager of Object.keys(model.view.seats[seat].chips).reverse()) await send({ type: "Withdraw", seat, wager }); },
  async ready(/** @type {number} */ seat) { model.isReady = true; redraw(); await model.live.send({ type: "ready", seat }); },
  async same(/** @type {number} */ seat) {
    const { chips } = model.last;
    model.ended = null;
    for (const [key, amount] of Object.entries(chips)) {
      const [wager, on] = key.split(":");
      await send(on ? { type: "Bet", seat, wager, on, amount } : { type: "Bet", seat, wager, amount });
    }
    await model.ready(seat);
  },
  async decide(/** @type {any} */ offer) {
    const action = { ...offer.action };
    if (isRanged(offer)) action[rangedField(offer)] = model.amount(offer);
    if (offer.select) action[offer.select.field] = model.chosen;
    Object.assign(model, { amounts: {}, chosen: [] });
    await send(action);
  },
  async sit(/** @type {number} */ seat) {
    model.me = await meOrGuest();
    try { await act(id, { type: "Sit", seat }); } catch (error) { if (error instanceof Refused) refused(error.told); else throw error; }
    connect();
  },

  swap(/** @type {string} */ one) {
    const { low } = model.setting;
    model.setting.low = low.includes(one) ? low.filter((/** @type {string} */ other) => other !== one) : [...low.slice(-1), one];
    redraw();
  },
  choose(/** @type {string[]} */ low) { model.setting.low = low; redraw(); },
  async lay(/** @type {any} */ offer) { if (model.slip?.voice) model.slip = null; await send({ ...offer.action, cards: model.setting.low }); },
  houseWay() {
    const way = model.setting?.ways.find((/** @type {any} */ one) => one.house);
    if (!way) return;
    model.setting.low = way.low;
    model.slip = { label: "The dealer says", cite: "", heading: `The house would play ${way.words[0]} over ${way.words[1]}`, gist: way.house, voice: true, facts: [] };
    redraw();
  },
  async exact() {
    const lying = model.view.places[`seat ${model.own}`];
    const up = (model.view.places.dealer?.up ?? []).join(" ");
    try {
      const told = await ask("POST", "/v1/advise", { game: model.view.game, hand: lying.cards.join(" "), ...(up ? { up } : {}) });
      const decisions = told.decisions.map((/** @type {any} */ one) => ({ name: one.decision ?? one.do ?? "", value: one.value ?? one.ev }));
      model.worth = { decisions, heading: decisions[0]?.name, unit: "per unit" };
    } catch (error) { if (error instanceof Refused) refused(error.told); else throw error; }
    redraw();
  },

  async why(/** @type {string} */ clause, /** @type {any} */ offer) {
    const { action } = offer;
    const range = isRanged(offer) && action.type === "Decision" ? `${money(action.amount ?? 0)} to ${money(offer.most)}` : action.amount ? money(action.amount) : "";
    await explain(clause, { label: "Why?", heading: `You may ${nameOf(action).toLowerCase()} ${range}`.trim(), facts: range ? [["Offered", range, true]] : [] });
  },
  async whyNot(/** @type {string} */ wager) {
    const clause = model.posted.wagers.find((/** @type {any} */ one) => one.name === wager)?.clause ?? "";
    await explain(clause, { label: "Not now", heading: `${wagerName(wager)} cannot be made now`, facts: [] });
  },
  async whyPaid(/** @type {string} */ wager, /** @type {number} */ chips, /** @type {any} */ ended, /** @type {string} */ clause) {
    const pays = ended.pays ?? 0;
    const heading = ended.result && ended.result !== "win" ? `${wagerName(wager)}: ${ended.result}` : `${wagerName(wager)} pays ${money(pays)}`;
    const facts = [["Your wager", money(chips)], ...(ended.commission ? [["Commission", money(ended.commission)]] : []), ["Paid", money(pays), true]];
    await explain(clause, { label: "Why this payout?", heading, facts });
  },
};

/** @param {string} clause @param {any} slip */
async function explain(clause, slip) {
  let found = null;
  try { found = await get(`/v1/rules?clause=${encodeURIComponent(clause)}`); } catch { /* the slip says less */ }
  model.slip = { ...slip, clause, cite: clause.split(":")[1], gist: found?.gist ?? "", quoted: found?.text ?? "" };
  redraw();
}

/** @param {object} action */
async function send(action) {
  await model.live.send({ type: "act", action, round: model.view.round });
}

/** @param {any} problem */
function refused(problem) {
  model.slip = { label: "Not on offer", cite: (problem.clause ?? "").split(":")[1] ?? "", heading: "That was refused", gist: problem.sentence, clause: problem.clause, refused: true, facts: [] };
  model.isReady = false;
  redraw();
}

/** @param {any} change */
function changed(change) {
  const before = model.view;
  const { view, offers, clock } = change.table;
  for (const entry of change.entries ?? []) {
    const time = new Date(entry.at * 1000).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
    told(entry, view, model.me?.player).forEach((words, at) => model.record.push({ key: `${entry.version}.${at}`, time, words }));
  }
  const [own = 0] = ownSeats({ view, me: model.me });
  if (before && own && (view.round !== before.round || (isSettled(before.seats[own] ?? { chips: {} }) && !isSettled(view.seats[own])))) remember(before, own);
  Object.assign(model, { view, offers: offers ?? [], clock: clock ?? null, own });
  const named = (/** @type {string} */ type) => model.offers.filter((/** @type {any} */ one) => one.action.type === type);
  model.bets = Object.fromEntries(named("Bet").filter((/** @type {any} */ one) => !one.action.cash).map((/** @type {any} */ one) => [`${one.action.seat} ${one.action.wager}`, one]));
  model.sits = Object.fromEntries(named("Sit").map((/** @type {any} */ one) => [one.action.seat, one]));
  model.decisions = [...named("Decision"), ...named("Cut"), ...named("SelectStack"), ...named("Step")].filter((/** @type {any} */ one) => one.action.seat === own);
  if (view.phase !== "betting") model.isReady = false;
  if (model.ended && (hasBegun(view, own) || view.round > model.ended.view.round + 1)) model.ended = null;
  model.selecting = model.decisions.some((/** @type {any} */ one) => one.select && one.action.do !== "set");
  if (!model.selecting) model.chosen = [];
  prepareSetting();
  model.awaitedWords = awaited(view, own);
  document.title = `${model.decisions.length ? "Your turn · " : ""}${model.posted.name} · No More Bets`;
  seen();
  redraw();
}

/** Whether another round than the last one is under way here. @param {any} view @param {number} own */
function hasBegun(view, own) {
  const down = Object.values(view.seats).some((seat) => Object.keys(/** @type {any} */ (seat).chips).length);
  return view.round !== model.ended.view.round && down && (view.phase !== "betting" || (own > 0 && downOf(model, own) > 0));
}

/** What is drawn: the table as it is, or the last round until the next one has begun. */
function seen() {
  model.shown = model.ended ? { ...model.ended.view, meters: model.view.meters } : model.view;
}

/** When a hand is to be set, ask the house what each way would be. */
async function prepareSetting() {
  const set = model.decisions.find((/** @type {any} */ one) => one.action.do === "set");
  if (!set) { model.setting = null; return; }
  const key = `${model.view.round} ${set.action.seat} ${set.action.hand ?? 1}`;
  if (model.setting?.key === key) return;
  model.setting = { key, ways: [], low: [] };
  const told = await get(`/v1/tables/${id}/ways?seat=${set.action.seat}`);
  const ways = told.ways.map((/** @type {any} */ one) => ({ lawful: true, ...one }));
  model.setting = { key, ways: model.layout.hand === "tiles" ? distinct(ways) : ways, low: [] };
  redraw();
}

/** With four tiles a way and its reverse are the same tiles: of each pair the lawful one. @param {any[]} ways */
function distinct(ways) {
  return ways.filter((way) => way.lawful || !ways.some((other) => other.lawful && !other.low.some((/** @type {string} */ one) => way.low.includes(one))));
}

/** Keep what the last round came to, so that it can be read when the cards are gone. @param {any} view @param {number} seat */
function remember(view, seat) {
  const own = view.seats[seat];
  if (!own || !Object.keys(own.settled ?? {}).length) return;
  const first = new Set(model.posted.wagers.map((/** @type {any} */ one) => one.name));
  const chips = Object.fromEntries(Object.entries(own.chips).filter(([key]) => first.has(key.split(":")[0])));
  model.last = { chips, total: Object.values(chips).reduce((all, one) => all + one, 0) };
  const words = Object.entries(own.settled).map(([wager, one]) => `${wagerName(wager).toLowerCase()} ${(one.result ?? "win") === "win" ? `pays ${money(one.pays ?? 0)}` : one.result === "push" ? "is a push" : "is lost"}`).join(", ");
  model.ended = { view, net: net(own), words };
}

/** @param {any} view @param {number} own */
function awaited(view, own) {
  const waited = view.awaited;
  if (view.phase === "betting" && !model.decisions.length) return own && !downOf(model, own) ? "Place your wagers" : "Bets are open";
  if (model.decisions.length) return `Seat ${own}, your decision`;
  return waited?.by === "player" && waited.seats ? `Seat ${waited.seats.join(", ")} is deciding` : "";
}

// --- The page ---

function tablePage() {
  if (!model.view) return [h("p", { class: "loading" }, "…")];
  model.width = innerWidth < 700 ? "phone" : innerWidth < 1200 ? "tablet" : "desktop";
  return [
    shared(),
    h("a", { class: "skip", href: "#hand" }, "To your hand"), h("a", { class: "skip", href: "#offers" }, "To the offers"),
    head(),
    h("div", { class: "room" },
      h("main", { class: "play" }, phaseBar(), cloth(), tray(model)),
      aside(model)),
  ];
}

/** The layout, as large as the page allows. */
function cloth() {
  if (!model.layout.areas) return pokettePlan(model);
  return model.width === "phone" ? smallPlan(model) : plan(model);
}

function head() {
  const [first] = model.posted.wagers;
  const name = model.view.game in FIRST_WAGER ? "" : `${first.name} `;
  const chips = (model.me?.at_tables?.[id] ?? 0) + (model.view.balance ?? 0);
  return h("header", { class: "head" },
    h("a", { class: "wordmark", href: "/" }, mark(), h("span", { class: "wide" }, "No More Bets")),
    h("span", { class: "where" }, h("b", null, model.layout.title), h("span", { class: "wide" }, `${name}${money(first.least)} to ${money(first.most)}`)),
    h("span", { class: "space" }),
    h("span", { class: "pill" }, "Play money"),
    model.me && h("span", { class: "quiet" }, h("span", { class: "wide" }, "Balance "), h("b", null, money(chips))),
    h("a", { class: "icon", href: `/rules?game=${model.view.game}`, "aria-label": "Rulebook" }, sign("book")),
    lightButton());
}

function phaseBar() {
  if (!model.line.connected) {
    return h("div", { class: "phase down", role: "alert" }, h("b", { class: "label" }, "Disconnected"), h("em", null, `Reconnecting, try ${model.line.tries}…`), h("span", { class: "space" }), `last heard ${new Date(model.line.since).toLocaleTimeString("en-GB")}`);
  }
  const said = [...model.record].reverse().find((one) => one.words.startsWith("“"))?.words ?? (model.view.phase === "betting" ? "“Place your wagers, please.”" : "");
  const now = model.layout.phases.findIndex(([, phases]) => phases.includes(model.view.phase));
  return h("div", { class: "phase" }, h("span", { class: "quiet" }, `Round ${model.view.round}`), h("em", null, said), h("span", { class: "space" }),
    h("ol", null, model.layout.phases.map(([name], at) => h("li", { "aria-current": at === now ? "step" : null }, name))));
}

addEventListener("keydown", (event) => {
  const typing = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
  if (typing || event.ctrlKey || event.metaKey || event.altKey || !model.view) return;
  if (event.key === "Escape") { model.close(); return; }
  if (!settings().letters) return;
  const { decisions, own } = model;
  const key = event.key.toLowerCase();
  const at = model.setting ? -1 : keysOf(decisions).indexOf(key);
  const ranged = decisions.find(isRanged);
  const free = event.target === document.body || event.key !== "Enter";
  if (at >= 0) model.decide(decisions[at]);
  else if (model.setting && /^[1-7]$/.test(key)) byNumber(Number(key) - 1);
  else if (model.setting && key === "o") model.houseWay();
  else if (decisions.length && key === "v" && model.coach) model.exact();
  else if (model.selecting && /^[1-5]$/.test(key)) model.toggle(model.view.places[`seat ${own}`].cards[Number(key) - 1]);
  else if (ranged && key === "m") model.setAmount(ranged.most);
  else if (event.key === "?" && decisions.length) model.why(decisions[0].clause, decisions[0]);
  else if (model.ended && key === "b") model.change();
  else if (event.key === "Enter" && free && own) enter(own);
});

/** @param {number} at */
function byNumber(at) {
  const { ways } = model.setting;
  if (model.layout.hand === "tiles") { if (ways[at]?.lawful) model.choose(ways[at].low); } else model.swap(model.view.places[`seat ${model.own}`].cards[at]);
}

/** @param {number} own */
function enter(own) {
  const set = model.decisions.find((/** @type {any} */ one) => one.action.do === "set");
  if (set && model.setting?.low.length === 2) model.lay(set);
  else if (model.decisions.length) model.decide(model.decisions[0]);
  else if (downOf(model, own) && model.view.phase === "betting") model.ready(own);
  else if (model.last && model.view.phase === "betting") model.same(own);
}
addEventListener("resize", redraw);

function connect() {
  model.live?.socket?.close();
  model.live = new Live(id, { onChange: changed, onState: (line) => { model.line = line; redraw(); }, onRefused: refused });
}

const found = await Promise.all([get(`/v1/tables/${id}/posted`), me()]);
model.posted = found[0];
model.me = found[1];
model.layout = LAYOUTS[model.posted.game] ?? POKETTE;
model.coach = (await get(`/v1/tables/${id}/policy`)).coach;
document.documentElement.dataset.game = model.posted.game;
apply();
connect();
