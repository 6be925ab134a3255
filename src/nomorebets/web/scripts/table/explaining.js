/** Why something is so: the clause in our words, the text's own where it is at hand, the arithmetic, the ruling. */
import { get } from "../house.js";
import { money } from "../money.js";
import { say, wagerName } from "../words.js";
import TEXT from "../words/table.json" with { type: "json" };
import { isRanged, leastOf, nameOf, rangedField } from "./offers.js";

const { WHY } = TEXT;
/** @type {Record<string, string>} */
const RESULTS = TEXT.RESULTS;

/** @param {string} wager @param {string} other */
const needs = (wager, other) => say(WHY.needs, { n: /^[aeiou]/i.test(other) ? "an" : "a", wager, other: other.toLowerCase() });

/** @param {any} model */
export function explaining(model) {
  /** @param {string} clause @param {any} slip */
  async function explain(clause, slip) {
    const cite = clause.split(":")[1] ?? "";
    const ruling = model.posted.rulings.find((/** @type {any} */ one) => one.clauses.some((/** @type {string} */ of) => cite.startsWith(of)));
    if (model.width !== "desktop") model.worth = null; // one sheet at a time
    const open = model.slip = { ...slip, clause, cite, ruling };
    model.redraw();
    if (!clause) return;
    try {
      const found = await get(`/v1/rules?clause=${encodeURIComponent(clause)}`);
      Object.assign(open, { gist: slip.gist ?? found.gist ?? "", quoted: found.text ?? "" });
      model.redraw();
    } catch { /* the slip says less */ }
  }
  return {
    async why(/** @type {string} */ clause, /** @type {any} */ offer) {
      const { action } = offer;
      const inMoney = rangedField(offer) === "amount";
      const range = !inMoney ? "" : isRanged(offer) ? say(WHY.range, { least: money(leastOf(offer)), most: money(offer.most) }) : action.amount ? money(action.amount) : "";
      const seat = model.view.seats[model.own];
      const facts = [
        ...Object.entries(seat?.chips ?? {}).slice(0, 1).map(([wager, cents]) => [say(WHY.your, { wager: wagerName(wager).toLowerCase() }), money(cents)]),
        ...(model.view.places[`seat ${model.own}`]?.words ?? []).slice(0, 1).map((/** @type {string} */ words) => [WHY.hand, words]),
        ...(range ? [[WHY.offered, range, true]] : [])];
      await explain(clause, { label: WHY.why, heading: say(WHY.may, { name: nameOf(action).toLowerCase(), n: range }), facts: range ? facts : [] });
    },
    async whyNot(/** @type {string} */ wager) {
      const posted = model.posted.wagers.find((/** @type {any} */ one) => one.name === wager);
      const lies = (model.view.seats[model.own]?.chips ?? {})[wager];
      const beside = posted?.beside;
      const missing = beside && !model.view.seats[model.own]?.chips[beside];
      const heading = missing ? needs(wagerName(wager), wagerName(beside)) : lies ? say(WHY.most, { wager: wagerName(wager).toLowerCase() }) : say(WHY.notNow, { wager: wagerName(wager) });
      const facts = posted ? [...(lies ? [[WHY.lies, money(lies)]] : []), [WHY.limits, say(WHY.range, { least: money(posted.least), most: money(posted.most) })]] : [];
      const later = posted ? {} : { gist: WHY.later };
      await explain(posted?.clause ?? model.posted.cites[wager] ?? "", { label: WHY.label, heading, facts, ...later });
    },
    async whyPaid(/** @type {string} */ wager, /** @type {number} */ chips, /** @type {any} */ ended, /** @type {string} */ clause) {
      const pays = ended.pays ?? 0;
      const result = ended.result ?? "win";
      const heading = result === "win" ? say(WHY.pays, { wager: wagerName(wager), sum: money(pays) }) : say(WHY.ended, { wager: wagerName(wager), result: RESULTS[result] ?? result });
      const back = ended.returned ?? (["win", "push", "void"].includes(result) ? chips : 0);
      const odds = pays && chips ? [[WHY.odds, `${ratio(pays, chips)} to 1`]] : [];
      const facts = [[WHY.wager, money(chips)], ...odds, [WHY.paid, money(pays), true], [WHY.back, money(back)],
        ...(ended.commission ? [[WHY.commission, money(ended.commission)]] : [])];
      await explain(clause, { label: WHY.payout, heading, facts });
    },

    houseWay() {
      const way = model.setting?.ways.find((/** @type {any} */ one) => one.house);
      if (!way) return;
      model.setting.low = way.low;
      const heading = say(WHY.houseWay, { high: way.words[0], low: way.words[1] });
      model.slip = { label: WHY.dealerSays, cite: "", heading, gist: say(WHY.houseLine, { line: way.house.replace(/\.$/, "") }), voice: true, facts: [] };
      model.speaker.now(heading);
      model.redraw();
    },
    async exact() {
      if (model.width !== "desktop") model.slip = null;
      model.worth = { decisions: [], heading: WHY.counting };
      model.redraw();
      await model.refusable(async () => {
        const told = await get(`/v1/tables/${model.id}/worth?seat=${model.own}`);
        const seat = model.view.seats[model.own];
        const [unit = 0] = seat ? [seat.chips.ante ?? seat.chips.wager ?? 0] : [];
        model.worth = { decisions: told.map((/** @type {any} */ one) => ({ name: one.say.replace(/^low /, ""), value: one.ev_decimal })), unit };
        const [best] = model.worth.decisions;
        if (best) model.speaker.now(say(WHY.best, { n: best.value < 0 ? "minus" : "plus", name: best.name, value: Math.abs(best.value).toFixed(2) }));
      });
      if (model.worth && !model.worth.decisions.length) model.worth = null;
      model.redraw();
    },

    /** @param {any} problem */
    refused(problem) {
      model.slip = { label: WHY.refused, cite: (problem.clause ?? "").split(":")[1] ?? "", heading: WHY.wasRefused, gist: problem.sentence, clause: problem.clause, refused: true, facts: [] };
      model.isReady = false;
      model.speaker.now(`${WHY.refused}: ${problem.sentence}`);
      model.redraw();
    },
    close() {
      Object.assign(model, { slip: null, worth: null, panel: "" });
      model.redraw();
    },
    show(/** @type {string} */ panel) {
      model.panel = model.panel === panel ? "" : panel;
      model.redraw();
    },
  };
}

/** @param {number} pays @param {number} chips */
const ratio = (pays, chips) => Number((pays / chips).toFixed(4)).toLocaleString("en-US");
