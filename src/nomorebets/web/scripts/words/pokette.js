/** The sentences of Pokette's layout. */

/** Cards as a tip writes them. @param {string} on */
const shortly = (on) => on.replaceAll("T", "10").replace(/s\b/g, "♠").replace(/h\b/g, "♥").replace(/d\b/g, "♦").replace(/c\b/g, "♣");

export const POKETTE = {
  stand: "Card stand", none: "No card is posted.", spins: ["first spin", "second spin", "third spin"], notNow: "not now, why?", mode: "What a touch means",
  modes: [["single_card", "Card"], ["split", "Split"], ["corner", "Corner"]],
  grid: "The layout", joker: "Joker", with2: "with 2", twos: ["s", "c", "d", "h"],
  jacer: (/** @type {string} */ odds) => `two aces, two jokers · ${odds}`,
  red: (/** @type {string} */ odds) => `RED ${odds}`, black: (/** @type {string} */ odds) => `BLACK ${odds}`,
  area: (/** @type {string} */ wager, /** @type {string} */ on, /** @type {string} */ odds) => `${wager}${on ? ` ${shortly(on)}` : ""}${odds ? `, ${odds}` : ""}`,
  cell: (/** @type {string} */ card, /** @type {string} */ odds) => `${card}, ${odds}`,
  tip: (/** @type {string} */ wager, /** @type {string} */ on, /** @type {string} */ odds, /** @type {string} */ clause) => `${wager} ${shortly(on)} · ${odds} · ${clause}`,
};
