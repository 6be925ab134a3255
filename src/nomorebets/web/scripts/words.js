/** Every sentence of the pages, in one place, so that other languages can follow. */
import { money } from "./money.js";

/** @type {Record<string, string>} */
export const GAMES = {
  "high-card-flush": "High Card Flush",
  "what-the-flush": "What The Flush",
  "lunar-poker": "Lunar Poker",
  "packs-poker": "Pack’s Poker",
  "pai-gow": "Pai Gow",
  "pai-gow-poker": "Pai Gow Poker",
  pokette: "Pokette",
};

export const NUMBERS = ["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Eleven", "Twelve"];

export const LINE = { lost: "Connection lost. It is tried again." };

export const LOBBY = {
  title: (/** @type {number} */ n) => `${NUMBERS[n] ?? n} table${n === 1 ? " is" : "s are"} open`,
  lead: "Played exactly as the New Jersey text says. Every offer and every payout names its clause.",
  all: "All",
  free: "Seats free",
  search: "Search",
  take: "Take a seat",
  sit: (/** @type {number} */ seat, /** @type {number} */ cents) => `Sit at ${seat} with ${money(cents)}`,
  seats: (/** @type {number} */ free, /** @type {number} */ all) => `${free} free of ${all}`,
  full: "Watch",
  watch: (/** @type {string} */ table) => `${table}, watch`,
  table: (/** @type {number} */ n) => `Table ${n}`,
  region: (/** @type {string} */ game, /** @type {string} */ table) => (table ? `${game}, ${table}` : game),
  limits: (/** @type {number} */ least, /** @type {number} */ most) => `${money(least)} to ${money(most)}`,
  reference: "For reference",
  committed: "Every shuffle is committed to before bets close and can be checked afterwards.",
  resume: (/** @type {number} */ seat) => `Return to seat ${seat}`,
  none: "No table is like that.",
  lost: "Connection lost. What you see is what was last heard.",
  ante: "Ante", round: "Round", to: " to ", choose: "choose a table,", sits: "sits down",
  /** @type {Record<string, string[]>} */
  second: { "what-the-flush": ["Bonus", "two wagers"], "pai-gow": ["Commission", "5 %, may bank"], "pai-gow-poker": ["Commission", "5 %, may bank"], pokette: ["Wheel", "54 sections"] },
  entries: [
    ["/rules", "book", "Rulebook", "Every clause in words, with code, tests and rulings"],
    ["/odds", "chart", "Odds", "Exact counts; change a pay table and see"],
    ["/rounds", "scales", "Check a round", "Step through it: what was due, and why"],
  ],
};

/** The words of the text for a wager. @param {string} wager */
export function wagerName(wager) {
  /** @type {Record<string, string>} */
  const fixed = { akq: "A K Q", jt9: "J 10 9", "876": "8 7 6", "543": "5 4 3", bet: "Bet", super: "Super side bet" };
  const [name, on] = wager.split(":");
  const words = fixed[name] ?? name.replaceAll("_", " ").replace(/^./, (first) => first.toUpperCase());
  return on ? `${words}, ${on}` : words;
}

/** @type {Record<string, string>} */
export const FIRST_WAGER = { "packs-poker": "Each pack", "pai-gow": "Wager", "pai-gow-poker": "Wager", pokette: "Wager" };

/** A meter's name, out of its account. @param {string} account */
export function meterName(account) {
  const [, wager, part] = account.split(":");
  return part === "main" ? wagerName(wager) : `${wagerName(wager)}, ${part}`;
}

/** Somebody as the plates call them. @param {string} player @param {string} [own] */
export function playerName(player, own) {
  if (player === own) return "You";
  return player.replace(/^guest-/, "Guest ").replace(/^./, (first) => first.toUpperCase());
}
