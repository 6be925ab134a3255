/** The tray below the cloth: one's own hand, large, and what is on offer. */
import { h } from "../dom.js";
import { money, signed } from "../money.js";
import { card, cardName } from "../pieces/cards.js";
import { chip, VALUES } from "../pieces/chips.js";
import { sign } from "../pieces/signs.js";
import { tile } from "../pieces/tiles.js";
import { scales } from "./helps.js";
import { ownSeats, sorted } from "./reading.js";
import { setting, settingOffers } from "./setting.js";

/** @param {any} model */
export function tray(model) {
  const own = model.own;
  if (!own) {
    return h("section", { class: "tray watching" },
      h("div", { class: "hand" }, h("h2", null, "You are watching"), h("p", null, "You see what anybody standing at the table sees.")), seatOffer(model));
  }
  return h("section", { class: `tray ${model.setting ? "for-setting" : ""}`, "aria-label": "Your hand and your offers" },
    ownHand(model, own), h("div", { class: "offers", id: "offers" }, offers(model, own)));
}

/** @param {any} model */
function seatOffer(model) {
  const [free] = Object.keys(model.sits);
  return free && h("div", { class: "offers" }, h("button", { class: "main", onclick: () => model.sit(Number(free)) }, sign("seat"), `Sit at ${free}`));
}

/** @param {any} model @param {number} own */
function ownHand(model, own) {
  const { shown, layout } = model;
  const lying = shown.places[`seat ${own}`];
  if (!lying) return betting(model, own);
  if (model.setting) return setting(model, own, lying);
  const groups = layout.hand === "tiles" || lying.low?.length ? inTwo(lying) : sorted(lying, layout.hand);
  const chosen = new Set(model.chosen);
  const face = model.width === "phone" ? "corner" : "full";
  const drawn = (/** @type {string} */ one, /** @type {string} */ kind) => (layout.hand === "tiles" ? tile(one, { key: one, class: kind }) : card(one, face, { key: one, class: `${kind} ${chosen.has(one) ? "aside" : ""}` }));
  const selecting = model.selecting;
  const piece = (/** @type {string} */ one, /** @type {string} */ kind) =>
    selecting ? h("button", { class: `piece ${chosen.has(one) ? "discard" : ""}`, key: `pick ${one}`, "aria-pressed": String(chosen.has(one)), "aria-label": cardName(one), onclick: () => model.toggle(one) }, drawn(one, ""), chosen.has(one) && h("span", { class: "pill-note" }, "discard")) : drawn(one, kind);
  return h("div", { class: "hand", id: "hand", role: "group", "aria-label": `Your hand: ${(lying.words ?? []).join(", ")}` },
    h("h2", null, lying.words?.[0] ?? "Your hand", " ", h("span", null, lying.words?.[1] ? `over ${lying.words[1]}` : selecting ? "touch cards to exchange them" : groups.rest.length ? `${groups.plays.map((one) => cardName(one).split(" ")[0]).join(", ")} play` : "")),
    h("div", { class: `cards ${shown.void ? "void" : ""}` },
      h("div", { class: "plays", key: "plays" }, groups.plays.map((one) => piece(one, "")), groups.rest.length > 0 && h("span", { class: "bracket" })),
      groups.rest.length > 0 && h("div", { class: "rest", key: "rest" }, groups.rest.map((one) => piece(one, lying.low?.length ? "" : "aside"))),
      model.together && h("p", { class: "together" }, model.together)));
}

/** A hand that is set: the high hand, then the low one. @param {any} lying */
const inTwo = (lying) => ({ plays: lying.cards.filter((/** @type {string} */ one) => !(lying.low ?? []).includes(one)), rest: lying.low ?? [] });

/** Bets are open: the chip that a touch adds. @param {any} model @param {number} own */
function betting(model, own) {
  const open = model.view.phase === "betting" || Object.keys(model.bets).length > 0;
  return h("div", { class: "hand", id: "hand" },
    h("h2", null, open ? "Place your wagers" : "Wagers are closed", " ", h("span", null, open ? (model.width === "phone" ? "touch an area to add a chip" : "touch an area to add a chip; right-click takes it back") : "")),
    h("div", { class: "chips", role: "radiogroup", "aria-label": "Chip that is added" },
      VALUES.slice(0, 5).map((value) => h("button", { class: "pick-chip", role: "radio", "aria-checked": String(model.chip === value), "aria-label": `${money(value)} chip`, onclick: () => model.pick(value) }, chip(value, { role: null, "aria-label": null, "aria-hidden": "true" }))),
      h("span", { class: "down" }, downOf(model, own) ? `${money(downOf(model, own))} down` : "")));
}

/** @param {any} model @param {number} own @returns {number} */
export const downOf = (model, own) => Object.values(model.view.seats[own]?.chips ?? {}).reduce((all, one) => all + one, 0);

/** @param {any} model @param {number} own */
function offers(model, own) {
  if (!model.line.connected) return h("p", { class: "quiet" }, "The line is down; your wagers stand. ", h("button", { class: "other", onclick: () => model.live.retry() }, "Try now"));
  if (model.decisions.length) return model.setting ? settingOffers(model, own, model.decisions) : decide(model, model.decisions);
  if (model.ended) return [result(model), h("div", { class: "row" }, model.last && h("button", { class: "main", key: "same", onclick: () => model.same(own) }, `Same bets, ${money(model.last.total)}`, h("kbd", null, "⏎")), h("button", { class: "other", key: "change", onclick: () => model.change() }, "Change", h("kbd", null, "B")))];
  const down = downOf(model, own);
  if (model.view.phase === "betting") {
    return [
      down > 0 && h("div", { class: "row" },
        h("button", { class: "main", key: "ready", onclick: () => model.ready(own), disabled: model.isReady }, model.isReady ? "Waiting for others" : `Ready, ${money(down)}`, h("kbd", null, "⏎")),
        h("button", { class: "other", key: "undo", "aria-label": "Take the wagers back", onclick: () => model.takeAll(own) }, sign("undo"))),
      !down && model.last && h("button", { class: "main", key: "same", onclick: () => model.same(own) }, `Same bets, ${money(model.last.total)}`, h("kbd", null, "⏎")),
      !down && !model.last && h("p", { class: "quiet" }, "The round begins with your first wager."),
    ];
  }
  return h("p", { class: "quiet" }, model.awaitedWords || "The dealer goes on.");
}

/** What the last round came to. @param {any} model */
function result(model) {
  const { net: cents, words } = model.ended;
  return h("p", { class: `result ${cents > 0 ? "won" : cents < 0 ? "lost" : ""}` }, h("b", null, signed(cents)), h("span", null, words));
}

/** @param {any} model @param {any[]} decisions */
function decide(model, decisions) {
  const ranged = decisions.find(isRanged);
  const names = keysOf(decisions);
  return [
    ranged && stepper(model, ranged),
    h("div", { class: `row ${decisions.length > 2 ? "many" : ""}` }, decisions.map((one, at) => offerButton(model, one, names[at], at === 0))),
    h("div", { class: "whys" }, decisions.slice(0, 3).map((one) => h("button", { class: "link why", onclick: () => model.why(one.clause, one) }, sign("book"), `${one.clause.split(":")[1]}, why?`)), model.coach && scales(model)),
  ];
}

const RANGED = { Cut: "count", SelectStack: "stack" };

/** The field of an offer's action that may go up to `most`. @param {any} offer */
export const rangedField = (offer) => RANGED[offer.action.type] ?? "amount";
/** @param {any} offer @returns {number} */
export const leastOf = (offer) => offer.action[rangedField(offer)] ?? 0;
/** @param {any} offer */
export const isRanged = (offer) => (offer.most ?? 0) > leastOf(offer);
/** @param {any} offer @param {number} value */
const figure = (offer, value) => (rangedField(offer) === "amount" ? money(value) : String(value));

/** Each offer's key: the first letter of its name that is still free. @param {any[]} decisions */
export function keysOf(decisions) {
  const taken = new Set(["h", "p", "q", "v", "m"]);
  return decisions.map(({ action }) => {
    const letter = [...nameOf(action).toLowerCase()].find((one) => /[a-z]/.test(one) && !taken.has(one)) ?? "";
    taken.add(letter);
    return letter;
  });
}

/** @param {any} action */
export const nameOf = (action) => (action.do ?? action.step ?? action.type).replaceAll("_", " ").replace(/^./, (/** @type {string} */ one) => one.toUpperCase());

/** @param {any} model @param {any} offer @param {string} key @param {boolean} first */
function offerButton(model, offer, key, first) {
  const { action, select } = offer;
  const amount = isRanged(offer) ? model.amount(offer) : leastOf(offer);
  const short = select && (model.chosen.length < select.least || model.chosen.length > select.most);
  const count = select ? ` ${model.chosen.length || ""}` : "";
  return h("button", { class: first ? "main" : "other", key: nameOf(action), "data-key": key, disabled: Boolean(short), title: short ? `Choose ${select.least} to ${select.most} cards` : null, born: first ? (/** @type {any} */ one) => one.focus({ preventScroll: true }) : undefined, onclick: () => model.decide(offer) },
    `${nameOf(action)}${count}${amount ? ` ${figure(offer, amount)}` : ""}`, h("kbd", null, key.toUpperCase()));
}

/** @param {any} model @param {any} offer */
function stepper(model, offer) {
  const [least, most] = [leastOf(offer), offer.most];
  const now = model.amount(offer);
  const to = (/** @type {number} */ cents) => () => model.setAmount(Math.min(most, Math.max(least, cents)));
  const inMoney = rangedField(offer) === "amount";
  const step = inMoney ? [10000, 2500, 500, 100].find((one) => least % one === 0 && most % one === 0) ?? 100 : 1;
  const times = inMoney && least ? Array.from({ length: Math.floor(most / least) }, (_, n) => n + 1).slice(0, 3) : [];
  return h("div", { class: "stepper" },
    h("button", { class: "small", "aria-label": "Less", disabled: now <= least, onclick: to(now - step) }, "−"),
    h("output", null, figure(offer, now)),
    h("button", { class: "small", "aria-label": "More", disabled: now >= most, onclick: to(now + step) }, "+"),
    times.map((n) => h("button", { class: "small", "aria-pressed": String(now === n * least), onclick: to(n * least) }, `${n}×`)));
}
