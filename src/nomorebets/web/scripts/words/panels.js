/** The sentences of what opens over a table: keys, settings, limits. */
import { money } from "../money.js";

const COMMON_KEYS = [["H", "all keys"], ["?", "why, for what is offered"], ["P", "limits, pay tables, meters"], ["Esc", "close what is open"], ["Q", "leave the table (asks)"],
  ["← →", "from area to area"], ["⏎", "add a chip, or take the main offer"], ["⌫", "take a wager back"], ["[ ]", "smaller or larger chip"], ["⇧+⏎", "ready"]];
/** @type {Record<string, string[][]>} */
const OWN_KEYS = {
  "high-card-flush": [["R", "raise"], ["F", "fold"], ["↑ ↓", "amount"], ["M", "the most"], ["V", "exact value"]],
  "what-the-flush": [["L", "play, by the letter on the button"], ["S", "surrender"], ["↑ ↓", "amount"], ["M", "the most"], ["V", "exact value"]],
  "lunar-poker": [["D", "declare"], ["1 – 5", "choose discards"], ["E", "exchange"], ["B", "bet or buy, by the letter on the button"], ["F", "fold or force"], ["S", "stand"], ["V", "exact value"]],
  "packs-poker": [],
  "pai-gow": [["1 2 3", "one of the ways"], ["O", "house way"], ["V", "exact value"], ["⏎", "lay face down"], ["B", "bank"]],
  "pai-gow-poker": [["1 – 7", "card to the other hand"], ["O", "house way"], ["V", "exact value"], ["⏎", "lay face down"], ["B", "bank"]],
  pokette: [["↑ ↓ ← →", "from cell to cell"], ["⇧+→ ⇧+↓", "widen to split and corner"], ["⏎", "bet"], ["⌫", "take back"]],
};

export const PANELS = {
  keys: "All keys", settings: "Settings", posted: "Limits, pay tables, meters", leave: "Leave the table", copy: "Copy this table’s link for friends", copied: "The link is copied.", close: "Close", limits: "Limits",
  leaving: "Your seat becomes free. Wagers that lie are played out.",
  range: (/** @type {number} */ least, /** @type {number} */ most) => `${money(least)} to ${money(most)}`,
  meter: (/** @type {string} */ name, /** @type {string} */ sum) => `Meter, ${name.replaceAll("_", " ")}: ${sum}`,
  listed: (/** @type {string} */ game) => [...OWN_KEYS[game], ...COMMON_KEYS],
  groups: [
    { key: "theme", name: "Light", options: [["auto", "As the page is made"], ["felt", "Felt"], ["paper", "Paper"], ["contrast", "High contrast"]] },
    { key: "deck", name: "Deck", options: [["two", "Two colours"], ["four", "Four colours"]] },
    { key: "motion", name: "Motion", options: [["auto", "As the system prefers"], ["on", "On"], ["off", "Off"]] },
    { key: "speed", name: "Speed of the deal", options: [[0.5, "Slow"], [1, "Usual"], [2, "Quick"], [0, "At once"]] },
    { key: "text", name: "Text", options: [["normal", "Usual"], ["large", "Large"]] },
    { key: "letters", name: "Single letters as keys", options: [[true, "On"], [false, "Off"]] },
  ],
};
