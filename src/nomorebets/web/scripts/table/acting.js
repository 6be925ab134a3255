/** What whoever sits here can do: each deed is an offer of the house, sent as it stands. */
import { act, meOrGuest, Refused } from "../house.js";
import { DECIDING } from "../words/table.js";
import { isDue, isRanged, leastOf, rangedField } from "./offers.js";
import { ownSeats, without } from "./reading.js";

/** @param {any} model */
export function acting(model) {
  const { redraw } = model;
  const send = (/** @type {object} */ action) => model.live.send({ type: "act", action, round: model.view.round });
  return {
    pick(/** @type {number} */ value) {
      model.chip = value;
      redraw();
    },
    amount(/** @type {any} */ offer) {
      const first = offer.action.type === "Decision" ? offer.most : Math.floor(offer.most / 2);
      return Math.min(offer.most, Math.max(leastOf(offer), model.amounts.now ?? first));
    },
    setAmount(/** @type {number} */ cents) {
      model.amounts.now = cents;
      redraw();
    },
    toggle(/** @type {string} */ one) {
      const { chosen } = model;
      model.chosen = chosen.includes(one) ? chosen.filter((/** @type {string} */ other) => other !== one) : [...chosen, one];
      redraw();
    },

    /** The chip that is chosen, as far as it may lie. */
    chipOf: (/** @type {any} */ { action, most }) => Math.min(most || action.amount, Math.max(action.amount, model.chip)),
    async bet(/** @type {number} */ seat, /** @type {string} */ wager, /** @type {string} */ on) {
      const offer = model.bets[`${seat} ${wager}`];
      if (!offer) return model.whyNot(wager);
      model.ended = null;
      const amount = model.chipOf(offer);
      await send(on ? { ...offer.action, amount, on } : { ...offer.action, amount });
    },
    takeBack: (/** @type {number} */ seat, /** @type {string} */ wager) => send({ type: "Withdraw", seat, wager }),
    async takeAll() {
      for (const seat of ownSeats(model)) {
        for (const wager of Object.keys(model.view.seats[seat].chips).reverse()) await send({ type: "Withdraw", seat, wager });
      }
    },
    async ready() {
      model.isReady = true;
      redraw();
      for (const seat of ownSeats(model)) {
        if (Object.keys(model.view.seats[seat].chips).length) await model.live.send({ type: "ready", seat });
      }
    },
    async goOn() {
      model.isReady = true;
      redraw();
      for (const seat of ownSeats(model)) await model.live.send({ type: "ready", seat });
    },
    async same() {
      const { bets } = model.last;
      model.ended = null;
      for (const [seat, wager, on, amount] of bets) {
        await send(on ? { type: "Bet", seat, wager, on, amount } : { type: "Bet", seat, wager, amount });
      }
      await model.ready();
    },
    coupon: send,
    turnTo(/** @type {number} */ seat) {
      model.own = seat;
      redraw();
    },
    change() {
      model.ended = null;
      model.seen();
      redraw();
    },

    async decide(/** @type {any} */ offer) {
      const action = { ...offer.action };
      const declares = model.decisions.some(isDue);
      if (declares && action.do !== "declare" && model.warned !== model.view.round) {
        model.warned = model.view.round;
        model.slip = { ...DECIDING.undeclared, cite: offer.clause.split(":")[1], clause: offer.clause, refused: true, facts: [] };
        model.speaker.now(`${DECIDING.undeclared.heading}. ${DECIDING.undeclared.gist}`);
        return redraw();
      }
      if (isRanged(offer)) action[rangedField(offer)] = model.amount(offer);
      if (offer.select) action[offer.select.field] = model.chosen;
      Object.assign(model, { amounts: {}, chosen: [], worth: null });
      if (["bank", "co_bank"].includes(action.do)) model.ended = null; // whoever banks has another table before them
      await send(action);
    },
    swap(/** @type {string} */ one, /** @type {boolean} */ isLow) {
      const { low } = model.setting;
      model.setting.low = isLow ? without(low, [one]) : [...low.slice(-1), one];
      redraw();
    },
    choose(/** @type {string[]} */ low) {
      model.setting.low = low;
      redraw();
    },
    async lay(/** @type {any} */ offer) {
      if (model.slip?.voice) model.slip = null;
      model.worth = null;
      await send({ ...offer.action, cards: model.setting.low });
    },

    async sit(/** @type {number} */ seat) {
      await model.refusable(async () => {
        model.me = await meOrGuest();
        await act(model.id, { type: "Sit", seat });
        model.me = await meOrGuest(); // with what was brought to the table
      });
      model.connect();
    },
    async leave() {
      await model.refusable(async () => {
        for (const seat of ownSeats(model)) await act(model.id, { type: "Leave", seat });
        location.assign("/");
      });
    },
    /** Do something that may be refused, and say so if it is. @param {() => Promise<void>} does */
    async refusable(does) {
      try {
        await does();
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        model.refused(error.told);
      }
    },
  };
}
