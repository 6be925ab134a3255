/** What whoever sits here can do, by buttons and by keys alone: each deed is an offer of the house, sent as it stands. */
import { act, meOrGuest, Refused } from "../house.js";
import { numberOf, settings } from "../page.js";
import { VALUES } from "../pieces.js";
import { money, spoken, words } from "../words.js";
import TEXT from "../words/table.json" with { type: "json" };
import { ownSeats, sorted, without } from "./reading.js";
import { downOf, freeSeat, stepOf } from "./tray.js";

const { DECIDING } = TEXT;

// --- What an offer is called, what it costs, and by which key it is taken ---

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

// --- What whoever sits here can do ---

/** Under which this browser keeps the table that its person has got up from. */
export const LEFT = "nomorebets left";

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
        model.slip = { ...DECIDING.undeclared, cite: numberOf(offer.clause), clause: offer.clause, refused: true, facts: [] };
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
      model.stood = null;
      model.connect();
    },
    async leave() {
      localStorage.setItem(LEFT, model.id);
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

// --- By keys alone ---

const FIELDS = [HTMLInputElement, HTMLTextAreaElement, HTMLSelectElement];

/** @param {any} model */
export function listen(model) {
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !model.view) return;
    if (event.key === "Escape") return model.close();
    if (FIELDS.some((one) => event.target instanceof one)) return;
    if (pressed(model, event)) event.preventDefault();
  });
}

/** @param {any} model @param {KeyboardEvent} event @returns {boolean} whether it was for us */
function pressed(model, event) {
  const onButton = event.target instanceof Element && event.target.closest("button, a, summary, [role=button]");
  if (event.key === "Enter") {
    if (event.shiftKey && model.own) return done(() => downOf(model) > 0 && model.ready());
    return !onButton && done(() => enter(model));
  }
  if (event.key.startsWith("Arrow")) return arrows(model, event);
  if (!settings().letters) return false;
  const { decisions } = model;
  const key = event.key.toLowerCase();
  /** @type {Record<string, string>} */
  const panels = { h: "keys", p: "posted", q: "leave" };
  if (panels[key]) return done(() => model.show(panels[key]));
  if (key === "[" || key === "]") return done(() => nextChip(model, key === "]" ? 1 : -1));
  if (event.key === "?" && decisions.length) return done(() => model.why(decisions[0].clause, decisions[0]));
  if (model.ended && key === "b" && !decisions.length) return done(() => model.change());
  return decisions.length > 0 && deciding(model, key);
}

/** @param {() => void} does */
function done(does) {
  does();
  return true;
}

/** @param {any} model @param {string} key */
function deciding(model, key) {
  const { decisions } = model;
  if (model.setting) {
    if (/^[1-7]$/.test(key)) return done(() => byNumber(model, Number(key) - 1));
    if (key === "o") return done(() => model.houseWay());
    if (key === "v" && model.coach) return done(() => model.exact());
    const other = decisions.find((/** @type {any} */ one) => one.action.do === "surrender");
    return key === "s" && other ? done(() => model.decide(other)) : false;
  }
  const at = keysOf(decisions).indexOf(key);
  if (at >= 0) return done(() => model.decide(decisions[at]));
  const ranged = decisions.find(isRanged);
  if (key === "v" && model.coach) return done(() => model.exact());
  if (ranged && key === "m") return done(() => model.setAmount(ranged.most));
  if (model.selecting && /^[1-5]$/.test(key)) {
    const { plays, rest } = sorted(model.view.places[`seat ${model.own}`], model.layout.hand);
    return done(() => model.toggle([...plays, ...rest][Number(key) - 1]));
  }
  return false;
}

/** @param {any} model @param {number} at */
function byNumber(model, at) {
  const { ways } = model.setting;
  const one = model.view.places[`seat ${model.own}`].cards[at];
  if (model.layout.hand !== "tiles") model.swap(one, model.setting.low.includes(one));
  else if (ways[at]?.lawful) model.choose(ways[at].low);
}

/** Up and down change an amount; else arrows go from area to area. @param {any} model @param {KeyboardEvent} event */
function arrows(model, event) {
  const ranged = model.decisions.find(isRanged);
  const by = event.key === "ArrowUp" || event.key === "ArrowRight" ? 1 : -1;
  if (ranged && (event.key === "ArrowUp" || event.key === "ArrowDown")) {
    return done(() => model.setAmount(model.amount(ranged) + by * stepOf(ranged)));
  }
  if (!model.layout.areas) return false;
  const areas = /** @type {SVGElement[]} */ ([...document.querySelectorAll(".area-group[tabindex]")]);
  if (!areas.length) return false;
  const at = areas.indexOf(/** @type {any} */ (document.activeElement));
  return done(() => areas[(at + by + areas.length) % areas.length].focus());
}

/** @param {any} model @param {number} by */
function nextChip(model, by) {
  const at = VALUES.indexOf(model.chip) + by;
  if (at >= 0 && at < 5) model.pick(VALUES[at]);
}

/** @param {any} model */
function takeMain(model) {
  const main = mainOf(model.decisions);
  if (main) model.decide(main);
}

/** @param {any} model */
function enter(model) {
  const set = model.decisions.find((/** @type {any} */ one) => one.action.do === "set");
  if (set && model.setting?.low.length === 2) model.lay(set);
  else if (mayGoOn(model)) model.goOn();
  else if (model.decisions.length && !model.ended) takeMain(model);
  else if (!model.own) model.sit(freeSeat(model));
  else if (downOf(model) && model.view.phase === "betting") model.ready();
  else if (model.last && model.view.phase === "betting") model.same();
}
