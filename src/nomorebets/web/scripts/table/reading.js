/** What can be read off a view: whose seat it is, what a hand's cards do, what a round came to. */
import { money, signed } from "../money.js";
import { HIDDEN, height, suit } from "../pieces/cards.js";

/** The seats at which this page's person sits. @param {any} model @returns {number[]} */
export const ownSeats = ({ shown, view, me }) =>
  Object.entries((shown ?? view).seats).filter(([, seat]) => me && /** @type {any} */ (seat).player === me.player).map(([number]) => Number(number));

/** Which of several own seats it is; of one that is not said. @param {any} model @param {number} seat */
export const seatOf = (model, seat) => (ownSeats(model).length > 1 ? `Seat ${seat}. ` : "");

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
  const apart = new Set(lying.apart ?? []);
  const falling = fallingIn;
  if (lying.cards.includes(HIDDEN)) return { plays: lying.cards, rest: [] };
  if (!kind.startsWith("flush")) return { plays: falling(lying.cards.filter((one) => !apart.has(one))), rest: falling([...apart]) };
  if (apart.size) return { plays: falling(lying.cards.filter((one) => !apart.has(one))), rest: falling([...apart]) };
  const wild = kind === WILD ? lying.cards.filter(isTwo) : [];
  const others = lying.cards.filter((one) => !wild.includes(one));
  const bySuit = Map.groupBy ? Map.groupBy(others, suit) : grouped(others);
  const best = [...bySuit.values()].map(falling).sort(longer)[0] ?? [];
  return { plays: [...wild, ...best], rest: falling(others.filter((one) => !best.includes(one))) };
}

const WILD = "flush, twos wild";

/** @param {string} card */
const isTwo = (card) => card.startsWith("2");

/** Whether a card counts in any flush. @param {string} card @param {string} kind */
export const isWild = (card, kind) => kind === WILD && isTwo(card);

/** @param {string[]} cards */
function grouped(cards) {
  const found = new Map();
  for (const one of cards) found.set(suit(one), [...(found.get(suit(one)) ?? []), one]);
  return found;
}

/** @param {string[]} a @param {string[]} b */
function longer(a, b) {
  if (a.length !== b.length) return b.length - a.length;
  const at = a.findIndex((one, n) => height(one) !== height(b[n]));
  return at < 0 ? 0 : height(b[at]) - height(a[at]);
}

/** What a seat is ahead by, of what has been settled. @param {any} seat */
export function net(seat) {
  let cents = 0;
  for (const [wager, ended] of Object.entries(seat.settled ?? {})) {
    const chips = seat.chips[wager] ?? ended.chips ?? 0;
    const result = ended.result ?? "win";
    const back = ended.returned ?? (["win", "push", "void"].includes(result) ? chips : 0);
    cents += (ended.pays ?? 0) + back - chips - (ended.commission ?? 0);
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
    case "closed": case "open, cards on show": case "betting": return named("Bets");
    case "no more bets":
      if (phases.includes("Spin")) return named(view.awaited?.step === "post" ? "Post" : "Spin");
      return view.places.dealer ? named("Deal") : Math.max(named("Dice"), named("Start"), named("Deal") - (named("Dice") + named("Start") > 0 ? 1 : 0));
    case "stub": return begun ? named("Settle") : named("Deal");
    case "setting the hands": return named("Set");
    case "no hand": return named("Force");
    case "deciding":
      if (phases.includes("Pack 1")) return named(`Pack ${Math.max(1, packNow(view))}`);
      if (phases.includes("Draw")) return named(seats.some((/** @type {any} */ one) => (one.decisions ?? []).some((/** @type {string} */ did) => did !== "declare")) ? "Bet" : "Draw");
      return Math.max(named("Decide"), named("Reveal") * Number(phases.includes("Set")));
    default: return begun || !phases.includes("Reveal") ? named("Settle") : named("Reveal");
  }
}

/** Whether everything that lay at a seat is settled. @param {any} seat */
export const isSettled = (seat) => Object.keys(seat.settled ?? {}).length > 0 && Object.keys(seat.chips).every((one) => one in seat.settled);

/** Whether the round is over for a seat; a bank is settled with when everybody is. @param {any} view @param {number} number */
export const isDone = (view, number) => (banks(view, number) ? view.phase === "collecting" : isSettled(view.seats[number] ?? { chips: {} }));

/** @type {Record<string, string>} */
const DONE = { raise: "Raised", fold: "Folded", play: "Plays", surrender: "Surrendered", set: "Hands set", lay_down: "Laid down", house_way: "Hands set", bet: "Bet", stand: "Stands", force: "Forces", buy: "Bought", exchange: "Exchanged", declare: "Declared" };

/** What stands on a seat's plate. @param {any} model @param {number} number */
export function stateOf(model, number) {
  const { shown: view, clock } = model;
  const seat = view.seats[number];
  const waited = clock?.seats.includes(number) && clock.what !== "bets";
  const own = ownSeats(model).includes(number);
  if (isDone(view, number)) {
    const cents = ahead(view, number);
    return { words: signed(cents), kind: cents > 0 ? "won" : cents < 0 ? "lost" : "", turn: false };
  }
  if (waited && view.phase !== "betting") return { words: own ? "Your decision" : "Deciding", kind: "", turn: own };
  const last = (seat.decisions ?? []).at(-1);
  if (last) {
    const chips = seat.chips[last];
    return { words: `${DONE[last] ?? last}${chips ? ` ${money(chips)}` : ""}`, kind: "", turn: false };
  }
  const down = Object.values(seat.chips).reduce((all, one) => all + one, 0);
  if (banks(view, number)) return { words: "Bank", kind: "", turn: false };
  if (view.phase === "betting") return { words: down ? money(down) : own ? "Your bets" : "No bet", kind: "", turn: own && !down };
  return { words: down ? "Waiting" : "Sits out", kind: "", turn: false };
}
