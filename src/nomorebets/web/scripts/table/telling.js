/** What happened, in sentences: one for each entry that somebody at the table would notice. */
import { money } from "../money.js";
import { playerName } from "../words.js";

/** @type {Record<string, string>} */
const DID = { raise: "raises", fold: "folds", play: "plays", surrender: "surrenders", set: "has set the hands", house_way: "takes the house way", bet: "bets", stand: "stands", force: "forces the dealer", buy: "buys a card", exchange: "exchanges cards", declare: "declares", bank: "takes the bank", co_bank: "takes the bank with the house", pass: "passes the bank", dealer_wager: "has the dealer wager", lay_down: "lays the cards down" };

/** @param {any} entry @param {any} view @param {string} own @returns {string[]} */
export function told(entry, view, own) {
  const { action, events } = entry;
  const several = Object.values(view.seats).filter((/** @type {any} */ one) => one.player === own).length > 1;
  const who = (/** @type {number} */ seat) => {
    const player = view.seats[seat]?.player;
    return player !== own ? `Seat ${seat}` : several ? `You at seat ${seat}` : "You";
  };
  switch (action.type) {
    case "Sit": return [`${playerName(action.player || entry.by.name, own)} sit${entry.by.name === own ? "" : "s"} down at ${action.seat}.`];
    case "Leave": return [`Seat ${action.seat} is open again.`];
    case "NoMoreBets": return ["“No more bets.”"];
    case "Deal": return [dealt(events)];
    case "Decision": return [`${who(action.seat)} ${verb(DID[action.do] ?? action.do, who(action.seat))}${action.amount ? ` ${money(action.amount)}` : ""}.`];
    case "Shake": return [`Dice ${action.dice.join(" ")}: ${action.dice.reduce((/** @type {number} */ a, /** @type {number} */ b) => a + b, 0)}.`];
    case "Irregularity": return [`Irregularity: ${action.kind.replaceAll("_", " ")}.`];
    default: return settled(events, who);
  }
}

/** @param {string} words @param {string} who */
const verb = (words, who) => (who.startsWith("You") ? words.replace(/^has /, "have ").replace(/^(\w+?)s\b/, "$1") : words);

/** @param {any[]} events */
function dealt(events) {
  const to = [...new Set(events.filter((one) => one.type === "Dealt").map((one) => one.to))];
  const seats = to.filter((one) => one.startsWith("seat ")).map((one) => one.slice(5));
  return seats.length ? `Dealt to seat${seats.length > 1 ? "s" : ""} ${seats.join(", ")} and the dealer.` : "Dealt.";
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
  return [...bySeat].map(([seat, cents]) => {
    const name = who(seat);
    const s = name.startsWith("You") ? "" : "s";
    return cents > 0 ? `${name} win${s} ${money(cents)}.` : cents < 0 ? `${name} lose${s} ${money(-cents)}.` : `${name} push${s ? "es" : ""}.`;
  });
}
