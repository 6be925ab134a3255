/** What an offer is called, what it costs, and by which key it is taken. */
import { money, spoken } from "../money.js";
import { words } from "../words.js";
import TEXT from "../words/table.json" with { type: "json" };

/** @type {Record<string, string>} */
const OFFERS = TEXT.OFFERS;
/** @type {Record<string, string>} */
const RANGED = { Cut: "count", SelectStack: "stack" };

/** The field of an offer's action that may go up to `most`. @param {any} offer */
export const rangedField = (offer) => RANGED[offer.action.type] ?? "amount";
/** @param {any} offer @returns {number} */
export const leastOf = (offer) => offer.action[rangedField(offer)] ?? 0;
/** @param {any} offer */
export const isRanged = (offer) => (offer.most ?? 0) > leastOf(offer);
/** @param {any} offer @param {number} value */
export const figure = (offer, value) => (rangedField(offer) === "amount" ? money(value) : String(value));

/** @param {any} action */
export function nameOf(action) {
  const name = action.do ?? action.step ?? action.type;
  return OFFERS[name] ?? words(name);
}

/** Whether a declaration would be paid: by what the house remarks of it. @param {any} offer */
export const isDue = (offer) => offer.action.do === "declare" && offer.remark !== "" && !offer.remark.endsWith("nothing due");

/** What gives something up, gains nothing or takes on what others may win: nobody does so but by its own button or key. */
const MEANT = new Set(["fold", "surrender", "pass", "declare", "bank", "co_bank"]);

/** The offer that stands out, if one does. @param {any[]} decisions */
export const mainOf = (decisions) => decisions.find((one) => isDue(one) || !MEANT.has(one.action.do));

/** Whether the round goes on without an answer, and one may say that none will come. @param {any} model */
export const mayGoOn = ({ clock, own, isReady, ended }) => ["choice", "bets"].includes(clock?.what) && clock.seats.includes(own) && !isReady && !ended;

/** Each offer's key: the first letter of its name that is still free. @param {any[]} decisions */
export function keysOf(decisions) {
  const taken = new Set(["h", "p", "q", "v", "m"]);
  return decisions.map(({ action }) => {
    const letter = [...nameOf(action).toLowerCase()].find((one) => /[a-z]/.test(one) && !taken.has(one)) ?? "";
    taken.add(letter);
    return letter;
  });
}

/** An offer as it is spoken: "raise 25 to 50 dollars". @param {any} offer */
export function saidOffer(offer) {
  const name = nameOf(offer.action).toLowerCase();
  if (rangedField(offer) !== "amount" || !leastOf(offer)) return name;
  return isRanged(offer) ? `${name} ${leastOf(offer) / 100} to ${spoken(offer.most)}` : `${name} ${spoken(leastOf(offer))}`;
}
