/**
 * What stands on a table, and what happened there.
 *
 * @typedef {import("../words.js").Names} Names
 */
import { height, HIDDEN, suit } from "../pieces.js";
import { added, money, playerName, say, signed } from "../words.js";
import TEXT from "../words/record.json" with { type: "json" };

const { RECORD, STATE } = TEXT;
/** @type {{DOES: Names, DONE: Names, YOU_DO: Names}} */
const { DOES, DONE, YOU_DO } = TEXT;

// --- What can be read off a view ---

/** The seats at which this page's person sits. @param {any} model @returns {number[]} */
export const ownSeats = ({ shown, view, me }) =>
  Object.entries((shown ?? view).seats).filter(([, seat]) => me && /** @type {any} */ (seat).player === me.player).map(([number]) => Number(number));

/** Which of several own seats it is; of one that is not said. @param {any} model @param {number} seat */
export const seatOf = (model, seat) => (ownSeats(model).length > 1 ? say(STATE.of_seat, { seat }) : "");

/** What is left of these pieces without those, of which there may be two alike. @param {string[]} pieces @param {string[]} [gone] */
export function without(pieces, gone = []) {
  const left = [...pieces];
  for (const one of gone) left.splice(left.lastIndexOf(one), 1);
  return left;
}

/** Cards, the highest first. @param {string[]} cards */
export const fallingIn = (cards) => [...cards].sort((a, b) => height(b) - height(a));

/**
 * The cards that play first, highest first, then the others; cards that were laid apart are others.
 * @param {{cards: string[], apart?: string[], words?: string[]}} lying @param {string} kind
 */
export function sorted(lying, kind) {
  const { cards, apart = [] } = lying;
  if (cards.includes(HIDDEN)) return { plays: cards, rest: [] };
  if (apart.length || !kind.startsWith("flush")) return { plays: fallingIn(cards.filter((one) => !apart.includes(one))), rest: fallingIn(apart) };
  const wild = cards.filter((one) => isWild(one, kind));
  const others = without(cards, wild);
  const best = [...Map.groupBy(others, suit).values()].map(fallingIn).sort(longer)[0] ?? [];
  return { plays: [...wild, ...best], rest: fallingIn(without(others, best)) };
}

const WILD = "flush, twos wild";

/** Whether a card counts in any flush. @param {string} card @param {string} kind */
export const isWild = (card, kind) => kind === WILD && card.startsWith("2");

/** @param {string[]} a @param {string[]} b */
function longer(a, b) {
  if (a.length !== b.length) return b.length - a.length;
  const at = a.findIndex((one, n) => height(one) !== height(b[n]));
  return at < 0 ? 0 : height(b[at]) - height(a[at]);
}

/** What comes back of a wager. @param {any} ended @param {number} chips */
export const backOf = (ended, chips) => ended.returned ?? (isLost(ended) ? 0 : chips);

/** What a seat is ahead by, of what has been settled. @param {any} seat */
export function net(seat) {
  let cents = 0;
  for (const [wager, ended] of Object.entries(seat.settled ?? {})) {
    const chips = seat.chips[wager] ?? ended.chips ?? 0;
    cents += (ended.pays ?? 0) + backOf(ended, chips) - chips - (ended.commission ?? 0);
  }
  return cents;
}

/** Whether a player banks at a seat. @param {any} view @param {number} number */
export const banks = (view, number) => view.own?.bank?.seat === number;

const ofPlayer = (/** @type {string} */ account) => Number(account.startsWith("player:"));

/** What a seat is ahead by in all: of its wagers, as the bank, and by what is paid beside. @param {any} view @param {number} number */
export const ahead = (view, number) => (view.payments ?? []).filter((/** @type {any} */ one) => one.seat === number)
  .reduce((/** @type {number} */ all, /** @type {any} */ one) => all + one.amount * (ofPlayer(one.to) - ofPlayer(one.origin)), net(view.seats[number]));

/** Whether the chips of a wager are gone. @param {any} ended */
export const isLost = (ended) => !["win", "push", "void"].includes(ended.result ?? "win");

/** The pack that lies face up last, or 0. @param {any} view */
export const packNow = (view) => [3, 2, 1].find((n) => view.places[`pack ${n}`] && !view.places[`pack ${n}`].cards.includes(HIDDEN)) ?? 0;

/** How far a round has got, as a place among the layout's phases. @param {any} view @param {string[]} phases */
export function phaseNow(view, phases) {
  const named = (/** @type {string} */ name) => phases.indexOf(name);
  const seats = Object.values(view.seats);
  const begun = seats.some((/** @type {any} */ one) => Object.keys(one.settled ?? {}).length);
  switch (view.phase) {
    case "closed": case "open, cards on show": case "betting": return named("bets");
    case "no more bets":
      if (phases.includes("spin")) return named(view.awaited?.step === "post" ? "post" : "spin");
      return view.places.dealer ? named("deal") : Math.max(named("dice"), named("start"), named("deal") - (named("dice") + named("start") > 0 ? 1 : 0));
    case "stub": return begun ? named("settle") : named("deal");
    case "setting the hands": return named("set");
    case "no hand": return named("force");
    case "deciding":
      if (phases.includes("pack 1")) return named(`pack ${Math.max(1, packNow(view))}`);
      if (phases.includes("draw")) return named(seats.some((/** @type {any} */ one) => (one.decisions ?? []).some((/** @type {string} */ did) => did !== "declare")) ? "bet" : "draw");
      return Math.max(named("decide"), named("reveal") * Number(phases.includes("set")));
    default: return begun || !phases.includes("reveal") ? named("settle") : named("reveal");
  }
}

/** Whether everything that lay at a seat is settled. @param {any} seat */
export const isSettled = (seat) => Object.keys(seat.settled ?? {}).length > 0 && Object.keys(seat.chips).every((one) => one in seat.settled);

/** Whether the round is over for a seat; a bank is settled with when everybody is. @param {any} view @param {number} number */
export const isDone = (view, number) => (banks(view, number) ? view.phase === "collecting" : isSettled(view.seats[number] ?? { chips: {} }));

/** What stands on a seat's plate. @param {any} model @param {number} number */
export function stateOf(model, number) {
  const { shown: view, clock } = model;
  const seat = view.seats[number];
  const waited = (clock ?? view.awaited)?.seats?.includes(number) && clock?.what !== "bets";
  const own = ownSeats(model).includes(number);
  if (isDone(view, number)) {
    const cents = ahead(view, number);
    return { words: signed(cents), kind: cents > 0 ? "won" : cents < 0 ? "lost" : "", turn: false };
  }
  if (waited && view.phase !== "betting") return { words: own ? STATE.your_decision : STATE.deciding, kind: "", turn: own };
  const last = (seat.decisions ?? []).at(-1);
  if (last) {
    const chips = seat.chips[last];
    return { words: `${DONE[last] ?? last}${chips ? ` ${money(chips)}` : ""}`, kind: "", turn: false };
  }
  const down = added(Object.values(seat.chips));
  if (banks(view, number)) return { words: STATE.bank, kind: "", turn: false };
  if (view.phase === "betting") return { words: down ? money(down) : own ? STATE.your_bets : STATE.no_bet, kind: "", turn: own && !down };
  return { words: down ? STATE.waiting : STATE.sits_out, kind: "", turn: false };
}

// --- What happened, in sentences ---

/** @param {any} entry @param {any} view @param {string} own @returns {string[]} */
export function told({ action, by, events }, view, own) {
  const { seat } = action;
  const several = Object.values(view.seats).filter((/** @type {any} */ one) => one.player === own).length > 1;
  const who = (/** @type {number} */ seat) => (view.seats[seat]?.player !== own ? "seat" : several ? "several" : "you");
  switch (action.type) {
    case "Sit": return [say(RECORD.sit, { n: by.name === own ? "you" : "seat", name: playerName(action.player || by.name, own), seat })];
    case "Leave": return [say(RECORD.leave, { seat })];
    case "NoMoreBets": return [RECORD.no_more_bets];
    case "Deal": return [dealt(events)];
    case "Decision": {
      const n = who(seat);
      const does = (n === "seat" ? DOES : YOU_DO)[action.do] ?? action.do;
      return [say(RECORD.decided, { n, seat, does: action.amount ? `${does} ${money(action.amount)}` : does })];
    }
    case "Shake": return [say(RECORD.dice, { dice: action.dice.join(" "), total: added(action.dice) })];
    case "Irregularity": return [say(RECORD.irregularity, { kind: action.kind.replaceAll("_", " ") })];
    default: return settled(events, who);
  }
}

/** @param {any[]} events */
function dealt(events) {
  const to = [...new Set(events.filter((one) => one.type === "Dealt").map((one) => one.to))];
  const seats = to.filter((one) => one.startsWith("seat ")).map((one) => one.slice(5));
  return say(RECORD.dealt, { n: seats.length, seats: seats.join(", ") });
}

/** @param {any[]} events @param {(seat: number) => string} who */
function settled(events, who) {
  const bySeat = new Map();
  for (const one of events.filter((event) => event.type === "Settled")) {
    const change = (one.pays ?? 0) + (one.returned ?? 0) - one.chips - (one.commission ?? 0);
    bySeat.set(one.seat, (bySeat.get(one.seat) ?? 0) + change);
  }
  for (const { seat, origin, to, amount } of events) {
    if (seat && [origin, to].includes("centre")) bySeat.set(seat, to === "centre" ? -amount : amount); // a player's bank
  }
  return [...bySeat].map(([seat, cents]) =>
    say(cents > 0 ? RECORD.win : cents < 0 ? RECORD.lose : RECORD.push, { n: who(seat), seat, sum: money(Math.abs(cents)) }));
}
