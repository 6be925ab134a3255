/** What can be read off a view: whose seat it is, what a hand's cards do, what a round came to. */
import { money, signed } from "../money.js";
import { HIDDEN, height, suit } from "../pieces/cards.js";

/** The seats at which this page's person sits. @param {any} model @returns {number[]} */
export const ownSeats = ({ shown, view, me }) =>
  Object.entries((shown ?? view).seats).filter(([, seat]) => me && /** @type {any} */ (seat).player === me.player).map(([number]) => Number(number));

/**
 * The cards that play first, highest first, then the others; cards that were laid apart are others.
 * @param {{cards: string[], apart?: string[], words?: string[]}} lying @param {string} kind
 */
export function sorted(lying, kind) {
  const apart = new Set(lying.apart ?? []);
  const falling = (/** @type {string[]} */ cards) => [...cards].sort((a, b) => height(b) - height(a));
  if (lying.cards.includes(HIDDEN)) return { plays: lying.cards, rest: [] };
  if (kind !== "flush") return { plays: falling(lying.cards.filter((one) => !apart.has(one))), rest: falling([...apart]) };
  if (apart.size) return { plays: falling(lying.cards.filter((one) => !apart.has(one))), rest: falling([...apart]) };
  const bySuit = Map.groupBy ? Map.groupBy(lying.cards, suit) : grouped(lying.cards);
  const best = [...bySuit.values()].map(falling).sort(longer)[0];
  return { plays: best, rest: falling(lying.cards.filter((one) => !best.includes(one))) };
}

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

/** Whether everything that lay at a seat is settled. @param {any} seat */
export const isSettled = (seat) => Object.keys(seat.settled ?? {}).length > 0 && Object.keys(seat.chips).every((one) => one in seat.settled);

const DONE = { raise: "Raised", fold: "Folded", play: "Plays", surrender: "Surrendered", set: "Hands set", house_way: "Hands set", bet: "Bet", stand: "Stands", force: "Forces", buy: "Bought", exchange: "Exchanged", declare: "Declared" };

/** What stands on a seat's plate. @param {any} model @param {number} number */
export function stateOf(model, number) {
  const { shown: view, clock } = model;
  const seat = view.seats[number];
  const waited = clock?.seats.includes(number) && clock.what !== "bets";
  const own = ownSeats(model).includes(number);
  if (isSettled(seat)) {
    const cents = net(seat);
    return { words: signed(cents), kind: cents > 0 ? "won" : cents < 0 ? "lost" : "", turn: false };
  }
  if (waited && view.phase !== "betting") return { words: own ? "Your decision" : "Deciding", kind: "", turn: own };
  const last = (seat.decisions ?? []).at(-1);
  if (last) {
    const chips = seat.chips[last];
    return { words: `${DONE[last] ?? last}${chips ? ` ${money(chips)}` : ""}`, kind: "", turn: false };
  }
  const down = Object.values(seat.chips).reduce((all, one) => all + one, 0);
  if (view.phase === "betting") return { words: down ? money(down) : own ? "Your bets" : "No bet", kind: "", turn: own && !down };
  return { words: down ? "Waiting" : "Sits out", kind: "", turn: false };
}
