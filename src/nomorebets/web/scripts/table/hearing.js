/** What the house tells of the table, kept as the page needs it. */
import { get } from "../house.js";
import { cardName } from "../pieces/cards.js";
import { tileName } from "../pieces/tiles.js";
import { wagerName } from "../words.js";
import { HEAD, SPOKEN } from "../words/table.js";
import { saidOffer } from "./offers.js";
import { ahead, banks, isDone, ownSeats, seatOf } from "./reading.js";
import { told } from "./telling.js";
import { downOf } from "./tray.js";

const DOLLAR = 100; // no coupon is worth less

/** @param {any} model */
export function hearing(model) {
  return {
    /** @param {any} change */
    changed(change) {
      const before = model.view;
      const { view, offers, clock } = change.table;
      const fresh = (change.entries ?? []).flatMap((/** @type {any} */ entry) => recorded(model, entry, view));
      if (model.away) {
        model.away = false;
        model.missed = SPOKEN.missed(fresh);
        model.speaker.now(model.missed);
      } else model.speaker.later(fresh);
      const seats = ownSeats({ view, me: model.me });
      const over = before && seats.some((seat) => isOver(before, view, seat));
      const bank = before?.own?.bank?.seat; // with which is settled last
      if (over && seats.some((seat) => isDone(before, seat)) && (!bank || isDone(before, bank))) remember(model, before, seats);
      else if (before && view.round !== before.round && seats.some((seat) => isDone(before, seat) || banks(before, seat) || wagered(change, seat))) recall(model, before.round, seats);
      Object.assign(model, { view, clock: clock ?? null, offers: (offers ?? []).map((/** @type {any} */ one, /** @type {number} */ n) => ({ ...one, remark: view.remarks?.[n] ?? "" })) });
      sortOffers(model, seats, view);
      if (view.phase !== "betting") model.isReady = false;
      if (model.ended && (hasBegun(model, view) || view.round > model.ended.view.round + 1)) model.ended = null;
      if (!model.selecting) model.chosen = [];
      prepareSetting(model);
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

/** @param {any} model @param {any} entry @param {any} view @returns {string[]} */
function recorded(model, entry, view) {
  const time = new Date(entry.at * 1000).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
  const sentences = told(entry, view, model.me?.player);
  sentences.forEach((words, at) => model.record.push({ key: `${entry.version}.${at}`, time, words }));
  model.motion.hear(entry.events ?? []);
  return sentences;
}

/** Seats for somebody who is nobody yet, and becomes a guest by sitting down at a table that is open. @param {any} view */
const free = (view) => view.phase === "closed" ? {} : Object.fromEntries(Array.from({ length: view.positions }, (_, at) => at + 1).filter((seat) => !view.seats[seat]).map((seat) => [seat, true]));

/** @param {any} model @param {number[]} seats @param {any} view */
function sortOffers(model, seats, view) {
  const named = (/** @type {string} */ type) => model.offers.filter((/** @type {any} */ one) => one.action.type === type);
  const all = [...named("Decision"), ...named("Cut"), ...named("SelectStack"), ...named("Step")].filter((/** @type {any} */ one) => seats.includes(one.action.seat));
  model.own = all[0]?.action.seat ?? (seats.includes(model.own) ? model.own : seats[0] ?? 0);
  model.decisions = all.filter((/** @type {any} */ one) => one.action.seat === model.own);
  model.bets = Object.fromEntries(named("Bet").filter((/** @type {any} */ one) => !one.action.cash).map((/** @type {any} */ one) => [`${one.action.seat} ${one.action.wager}`, one]));
  model.coupons = named("Coupon").filter((/** @type {any} */ one) => (one.most || one.action.amount) >= DOLLAR);
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
  model.last = bets.length ? { bets, total: bets.reduce((all, one) => all + one[3], 0) } : model.last;
  const settled = own.flatMap((seat) => Object.entries(view.seats[seat].settled ?? {}));
  const told = settled.slice(0, 5).map(([wager, one]) => SPOKEN.ended(wagerName(wager), one.result ?? "win", one.pays ?? 0));
  const words = view.void ? SPOKEN.void(view.void.reason ?? "") : [...told, ...(own.some((seat) => banks(view, seat)) ? [SPOKEN.banked] : [])].join(", ");
  model.ended = { view, net: own.reduce((all, seat) => all + ahead(view, seat), 0), words };
}

/** @param {any} model @param {any} view */
function awaited(model, view) {
  const { own } = model;
  if (model.decisions.length) return SPOKEN.yours(own);
  if (view.phase === "betting" || view.phase.startsWith("open")) return own && !downOf(model) ? SPOKEN.placeYours : SPOKEN.betsOpen;
  return view.awaited?.by === "player" && view.awaited.seats ? SPOKEN.deciding(view.awaited.seats) : "";
}

/** Say it once when it becomes one's turn, with the hand and all that is offered. @param {any} model */
function sayDecision(model) {
  const key = model.decisions.length ? `${model.view.round} ${model.own} ${model.decisions.map((/** @type {any} */ one) => one.action.do ?? one.action.type).join()}` : "";
  if (key && key !== model.said) {
    const lying = model.view.places[`seat ${model.own}`];
    const name = model.layout.hand === "tiles" ? tileName : cardName;
    const hand = lying ? SPOKEN.hold(lying.words?.[0] ?? "", lying.cards.map(name).join(", ")) : "";
    model.speaker.now(SPOKEN.decision(seatOf(model, model.own), hand, model.decisions.map(saidOffer)));
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
  model.setting = { key, ways: model.layout.hand === "tiles" ? model.inTwo.distinct(all, model.view.places[`seat ${set.action.seat}`].cards) : all, low: [] };
  if (model.layout.hand === "tiles") model.setting.low = model.setting.ways.find((/** @type {any} */ one) => one.lawful)?.low ?? [];
  model.redraw();
}
