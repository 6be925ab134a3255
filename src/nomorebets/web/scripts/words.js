/**
 * What the pages say: sentences stand in `words/*.json`, so that other languages can follow; here they are put together
 * with names and sums.
 */
import TEXT from "./words/common.json" with { type: "json" };

/** @typedef {Record<string, string>} Names */

/** @type {{GAMES: Names, FIRST_WAGER: Names, WAGERS: Names, NUMBERS: string[]}} */
export const { GAMES, FIRST_WAGER, WAGERS, NUMBERS } = TEXT;
const { PEOPLE, SUMS } = TEXT;
const PLURAL = new Intl.PluralRules("en");

/**
 * A sentence with its places filled.  Of one that has forms the one for its `n` is taken: of this very number or word, or
 * of what a language calls such a number; else the other one.
 * @param {string | Names} sentence @param {Record<string, any>} places
 */
export function say(sentence, places) {
  const { n } = places;
  const form = typeof sentence === "string" ? sentence : sentence[n] ?? sentence[PLURAL.select(n)] ?? sentence.other;
  return form.replace(/\{(\w+)\}/g, (_, name) => places[name]);
}

/** From one to a number. @param {number} most */
export const upTo = (most) => Array.from({ length: most }, (_, at) => at + 1);

/** @param {number} ms */
export const hour = (ms) => new Date(ms).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
/** @param {number} ms */
export const hourExact = (ms) => new Date(ms).toLocaleTimeString("en-GB");
/** @param {number} ms @param {Intl.DateTimeFormatOptions} more */
export const dayOf = (ms, more) => new Date(ms).toLocaleString("en-GB", { day: "numeric", month: "long", ...more });

/** @param {number} n */
export const numberWord = (n) => NUMBERS[n] ?? String(n);

/** @param {string} words */
export const capital = (words) => words.replace(/^./, (first) => first.toUpperCase());

/** A name of the machine as words. @param {string} name */
export const words = (name) => capital(name.replaceAll("_", " "));

/** The words of the text for a wager. @param {string} wager */
export function wagerName(wager) {
  const [name, on] = wager.split(":");
  const found = WAGERS[name] ?? words(name);
  return on ? `${found}, ${on}` : found;
}

/** A meter's name, out of its account. @param {string} account */
export function meterName(account) {
  const [, wager, part] = account.split(":");
  return part === "main" ? wagerName(wager) : `${wagerName(wager)}, ${part}`;
}

/** Somebody as the plates call them. @param {string} player @param {string} [own] */
export function playerName(player, own) {
  if (player === own) return PEOPLE.you;
  return player.startsWith("guest-") ? say(PEOPLE.guest, { n: player.slice(6) }) : capital(player);
}

/** What lies, wager by wager. @param {Record<string, number>} chips */
export const wagersIn = (chips) => Object.entries(chips).map(([wager, cents]) => `${wagerName(wager).toLowerCase()} ${money(cents)}`).join(", ");

// --- Sums, as people read them ---

/** @param {number} cents */
export function money(cents) {
  const whole = Math.abs(cents);
  const dollars = Math.floor(whole / 100).toLocaleString("en-US");
  const rest = whole % 100 ? `.${String(whole % 100).padStart(2, "0")}` : "";
  return `${cents < 0 ? "−" : ""}$${dollars}${rest}`;
}

/** @param {Iterable<any>} numbers @returns {number} */
export const added = (numbers) => [...numbers].reduce((all, one) => all + one, 0);

/** A sum with its sign, never told by colour alone. @param {number} cents */
export const signed = (cents) => (cents > 0 ? `+${money(cents)}` : cents < 0 ? money(cents) : "push");

/** A sum as it is spoken. @param {number} cents */
export function spoken(cents) {
  const whole = Math.abs(cents);
  const dollars = Math.floor(whole / 100);
  const rest = whole % 100;
  const said = say(SUMS.dollars, { n: dollars, whole: dollars.toLocaleString("en-US") });
  return rest ? `${said} ${rest}` : said;
}

/** @param {string} dollars as typed: 50, $50, 12.50 @returns {number | null} cents */
export function typed(dollars) {
  const found = /^\$?(\d{1,9})(?:\.(\d{2}))?$/.exec(dollars.trim().replaceAll(",", ""));
  return found ? Number(found[1]) * 100 + Number(found[2] ?? 0) : null;
}
