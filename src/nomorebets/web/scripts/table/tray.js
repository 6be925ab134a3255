/** The tray below the cloth: one's own hand, large, and what is on offer. */
import { h } from "../dom.js";
import { money, signed } from "../money.js";
import { card, cardName, HIDDEN } from "../pieces/cards.js";
import { chip, VALUES } from "../pieces/chips.js";
import { sign } from "../pieces/signs.js";
import { tile } from "../pieces/tiles.js";
import { wagerName } from "../words.js";
import { DECIDING, TRAY } from "../words/table.js";
import { scales } from "./helps.js";
import { figure, isDue, isRanged, keysOf, leastOf, mainOf, mayGoOn, nameOf, rangedField } from "./offers.js";
import { packTable } from "./packs.js";
import { banks, fallingIn, isWild, ownSeats, packNow, seatOf, sorted, without } from "./reading.js";

/** @param {any} model */
export function tray(model) {
  const { own } = model;
  if (!own) return watching(model);
  const packs = model.layout.key === "packs-poker" && model.shown.places[`seat ${own}`];
  return h("section", { class: `tray ${model.setting ? "for-setting" : model.decisions.length > 2 ? "for-many" : ""} ${packs ? "for-packs" : ""}`, key: "tray", "aria-label": TRAY.label },
    ownHand(model, own),
    packs && packTable(model, own),
    h("div", { class: "offers", id: "offers", key: "offers" }, offers(model)));
}

/** @param {any} model */
function watching(model) {
  const [free] = Object.keys(model.sits);
  return h("section", { class: "tray watching", key: "tray" },
    h("div", { class: "hand", id: "hand" }, h("h2", null, TRAY.watching), h("p", null, TRAY.sees)),
    h("div", { class: "offers", id: "offers" },
      free && h("button", { class: "main", onclick: () => model.sit(Number(free)) }, sign("seat"), TRAY.sit(Number(free)), h("kbd", null, "⏎"))));
}

/** @param {any} model @param {number} own */
function ownHand(model, own) {
  const { shown, layout } = model;
  const lying = shown.places[`seat ${own}`];
  if (!lying) return betting(model);
  if (model.setting) return model.inTwo.setting(model, own, lying);
  const groups = layout.hand === "tiles" || lying.low?.length ? inTwo(lying) : sorted(lying, layout.hand);
  const kept = lying.low?.length ? "" : "aside";
  const pack = packNow(shown);
  const withPack = pack ? shown.places[`pack ${pack}`] : null;
  return h("div", { class: "hand", id: "hand", role: "group", "aria-label": TRAY.hand(lying.words ?? []), "data-place": `seat ${own}` },
    h("h2", null, seatOf(model, own), withPack?.together?.[`seat ${own}`] ?? lying.words?.[0] ?? TRAY.yours, " ", h("span", null, handNote(model, lying, groups))),
    h("div", { class: `cards ${shown.void ? "void" : ""}` },
      h("div", { class: "plays", key: "plays" }, groups.plays.map((/** @type {any} */ one, /** @type {number} */ n) => piece(model, one, "", groups, n)), groups.rest.length > 0 && h("span", { class: "bracket" })),
      groups.rest.length > 0 && h("div", { class: "rest", key: "rest" }, groups.rest.map((/** @type {any} */ one, /** @type {number} */ n) => piece(model, one, kept, groups, n))),
      withPack && [h("span", { class: "plus" }, "+"), h("div", { class: "plays", key: "pack" }, withPack.cards.map((/** @type {string} */ one) => card(one, "full", { key: one })))]));
}

/** @param {any} model @param {any} lying @param {{plays: string[], rest: string[]}} groups */
function handNote(model, lying, groups) {
  if (lying.words?.[1]) return TRAY.over(lying.words[1]);
  if (model.selecting) return TRAY.touchToExchange;
  return groups.rest.length && groups.plays.length ? TRAY.plays(groups.plays.map((one) => cardName(one).split(" ")[0])) : "";
}

/** @param {any} model @param {string} one @param {string} kind @param {{plays: string[], rest: string[]}} groups @param {number} [n] */
function piece(model, one, kind, groups, n) {
  const face = model.width === "phone" ? "corner" : "full";
  const key = one === HIDDEN ? n : one;
  if (model.layout.hand === "tiles") return tile(one, { key: `${one} ${n}`, class: kind });
  if (!model.selecting) return isWild(one, model.layout.hand) ? wild(one, face, model.shown.places[`seat ${model.own}`]?.words?.[0]) : card(one, face, { key, class: kind });
  const away = model.chosen.includes(one);
  const number = [...groups.plays, ...groups.rest].indexOf(one) + 1;
  return h("button", { class: `piece ${away ? "discard" : ""}`, key: `pick ${one}`, "aria-pressed": String(away), "aria-label": cardName(one), onclick: () => model.toggle(one) },
    card(one, face, { "aria-hidden": "true" }), away && h("span", { class: "pill-note" }, TRAY.discard), h("kbd", null, number));
}

/** A card that counts in any flush; what the hand is with it is told on hover. @param {string} one @param {"full" | "corner"} face @param {string} words */
const wild = (one, face, words) => h("span", { class: "piece", key: `wild ${one}`, title: words },
  h("span", { class: "pill-note above", "aria-hidden": "true" }, TRAY.wild), card(one, face, { "aria-label": `${cardName(one)}, ${TRAY.wild}` }));

/** A hand that is set: the high hand, then the low one. @param {any} lying */
const inTwo = (lying) => ({ plays: fallingIn(without(lying.cards, lying.low)), rest: fallingIn(lying.low ?? []) });

/** Bets are open: the chip that a touch adds, and what lies. @param {any} model */
function betting(model) {
  if (banks(model.view, model.own)) return h("div", { class: "hand", id: "hand" }, h("h2", null, TRAY.bank, " ", h("span", null, TRAY.bankWagers)));
  const open = model.view.phase === "betting" || Object.keys(model.bets).length > 0;
  const down = downOf(model);
  const hint = !open ? "" : model.width === "phone" ? TRAY.touch : TRAY.click;
  return h("div", { class: "hand", id: "hand" },
    h("h2", null, open ? TRAY.place : TRAY.closed, " ", h("span", null, hint)),
    h("div", { class: "chips", role: "radiogroup", "aria-label": TRAY.chip },
      VALUES.slice(0, 5).map((value) => h("button", { class: "pick-chip", role: "radio", "aria-checked": String(model.chip === value), "aria-label": TRAY.chipOf(value), onclick: () => model.pick(value) },
        chip(value, { role: null, "aria-label": null, "aria-hidden": "true" }))),
      h("span", { class: "down" }, down ? TRAY.down(down) + TRAY.withCoupons(couponsOf(model)) : "")),
    model.coupons.map((/** @type {any} */ one) => coupon(model, one)));
}

/** A coupon as large as the chip that is chosen, as far as it goes. @param {any} model @param {any} offer */
function coupon(model, offer) {
  const { seat, wager } = offer.action;
  const amount = model.chipOf(offer);
  return h("button", { class: "small", key: `coupon ${seat} ${wager}`, onclick: () => model.coupon({ ...offer.action, amount }) }, TRAY.coupon(wagerName(wager), amount, seatOf(model, seat)));
}

/** What lies at one's own seats. @param {any} model @param {"chips" | "coupons"} kind @returns {number} */
const lyingOf = (model, kind) =>
  ownSeats({ ...model, shown: model.view }).flatMap((seat) => Object.values(model.view.seats[seat][kind] ?? {})).reduce((all, one) => all + one, 0);

/** @param {any} model */
export const downOf = (model) => lyingOf(model, "chips");

/** @param {any} model */
const couponsOf = (model) => lyingOf(model, "coupons");

/** @param {any} model */
function offers(model) {
  if (!model.line.connected) return [h("p", { class: "quiet" }, TRAY.stand), h("button", { class: "other", onclick: () => model.live.retry() }, TRAY.tryNow)];
  if (model.ended && model.decisions.every(isBefore)) return [ended(model), model.decisions.length > 0 && decide(model, model.decisions)];
  if (model.decisions.length) return model.setting ? model.inTwo.settingOffers(model, model.decisions) : decide(model, model.decisions);
  if (model.ended) return ended(model);
  const down = downOf(model);
  if (model.view.phase === "betting") {
    if (banks(model.view, model.own)) return h("p", { class: "quiet", key: "first" }, TRAY.bankWaits);
    return [
      down > 0 && h("div", { class: "row", key: "ready row" },
        h("button", { class: "main", key: "ready", onclick: () => model.ready(), disabled: model.isReady }, model.isReady ? TRAY.waitingForOthers : TRAY.ready(down), h("kbd", null, "⏎")),
        h("button", { class: "other undo", key: "undo", "aria-label": TRAY.takeBack, onclick: () => model.takeAll() }, sign("undo"))),
      !down && model.last && h("button", { class: "main", key: "same", onclick: () => model.same() }, TRAY.same(model.last.total), h("kbd", null, "⏎")),
      !down && !model.last && h("p", { class: "quiet", key: "first" }, TRAY.first),
      down > 0 && h("p", { class: "quiet wins", key: "wins" }, canWin(model)),
    ];
  }
  return h("p", { class: "quiet" }, model.awaitedWords || TRAY.dealerGoesOn);
}

/** Whether an offer belongs to the time before the deal, when the last round may still be read. @param {any} offer */
const isBefore = ({ action }) => action.type === "Cut" || ["bank", "co_bank", "pass"].includes(action.do);

/** The most that what lies can win. @param {any} model */
function canWin(model) {
  const wins = Object.values(model.view.seats[model.own]?.wins ?? {}).flatMap((one) => Math.max(0, .../** @type {number[]} */ (Object.values(one))));
  const most = wins.reduce((all, one) => all + one, 0);
  return most ? DECIDING.winsUpTo(most) : "";
}

/** What the last round came to, and the next. @param {any} model */
function ended(model) {
  const { net: cents, words, view } = model.ended;
  return [
    h("p", { class: `result ${cents > 0 ? "won" : cents < 0 ? "lost" : ""}`, key: "result" }, h("b", null, view.void ? TRAY.void : signed(cents)), h("span", null, words)),
    h("div", { class: "row", key: "again" },
      model.last && h("button", { class: "main", key: "same", onclick: () => model.same() }, TRAY.same(model.last.total), h("kbd", null, "⏎")),
      h("button", { class: "other", key: "change", onclick: () => model.change() }, TRAY.change, h("kbd", null, "B"))),
    h("p", { class: "whys", key: "after" }, h("a", { class: "link", href: `/rounds?table=${model.id}#${model.id}/${view.round}` }, sign("undo"), TRAY.replay)),
  ];
}

/** @param {any} model @param {any[]} decisions */
function decide(model, decisions) {
  const ranged = decisions.find(isRanged);
  const names = keysOf(decisions);
  const declares = decisions.filter(isDue);
  const others = decisions.filter((one) => !isDue(one));
  const goesOn = mayGoOn(model);
  const first = goesOn || declares.length || model.ended ? null : mainOf(others);
  const button = (/** @type {any} */ one) => offerButton(model, one, names[decisions.indexOf(one)], one === first);
  return [
    declares.map((one) => h("div", { class: "declare", key: `declare ${one.clause} ${one.action.wager ?? ""}` },
      h("div", null, h("b", null, TRAY.declares(one.remark)), h("span", null, TRAY.orLost)), offerButton(model, one, names[decisions.indexOf(one)], true))),
    ranged && stepper(model, ranged),
    h("div", { class: `row ${others.length + Number(goesOn) > 2 ? "many" : ""}`, key: "row" },
      goesOn && h("button", { class: "main", key: "go on", onclick: () => model.goOn(), born: (/** @type {any} */ one) => one.focus({ preventScroll: true }) }, model.clock.what === "bets" ? TRAY.ready(downOf(model)) : TRAY.goOn, h("kbd", null, "⏎")),
      others.map(button)),
    h("div", { class: "whys", key: "whys" },
      decisions.slice(0, 4).map((one) => h("button", { class: "link why", onclick: () => model.why(one.clause, one) }, sign("book"), DECIDING.why(one.clause.split(":")[1]))),
      model.coach && canBeReckoned(decisions) && scales(model)),
    h("p", { class: "quiet remark", key: "remarks" }, [goesOn && model.clock.what === "choice" ? TRAY.goesOn(others.map((one) => nameOf(one.action).toLowerCase())) : "", ...others.map((one) => one.remark)].filter(Boolean).join(" ")),
  ];
}

const RECKONED = new Set(["raise", "fold", "play", "surrender", "bet", "exchange", "buy", "set"]);

/** @param {any[]} decisions */
export const canBeReckoned = (decisions) => decisions.some((one) => RECKONED.has(one.action.do));

/** @param {any} model @param {any} offer @param {string} key @param {boolean} first */
function offerButton(model, offer, key, first) {
  const { action, select } = offer;
  const amount = isRanged(offer) ? model.amount(offer) : leastOf(offer);
  const short = select && (model.chosen.length < select.least || model.chosen.length > select.most);
  const count = select ? ` ${model.chosen.length || ""}` : "";
  return h("button", {
    class: first ? "main" : "other", key: `${nameOf(action)} ${action.wager ?? ""}`, "data-key": key, disabled: Boolean(short),
    title: short ? DECIDING.fewer(select.least, select.most) : null, onclick: () => model.decide(offer),
    born: first ? (/** @type {any} */ one) => one.focus({ preventScroll: true }) : undefined },
  `${nameOf(action)}${count}${amount ? ` ${figure(offer, amount)}` : ""}`, h("kbd", null, key.toUpperCase()));
}

/** @param {any} model @param {any} offer */
function stepper(model, offer) {
  const [least, most] = [leastOf(offer), offer.most];
  const now = model.amount(offer);
  const to = (/** @type {number} */ cents) => () => model.setAmount(Math.min(most, Math.max(least, cents)));
  const inMoney = rangedField(offer) === "amount";
  const step = stepOf(offer);
  const times = inMoney && least ? Array.from({ length: Math.floor(most / least) }, (_, n) => n + 1).slice(0, 3) : [];
  return h("div", { class: "stepper", key: "stepper" },
    h("button", { class: "small", "aria-label": DECIDING.less, disabled: now <= least, onclick: to(now - step) }, "−"),
    h("output", { "aria-live": "off" }, figure(offer, now)),
    h("button", { class: "small", "aria-label": DECIDING.more, disabled: now >= most, onclick: to(now + step) }, "+"),
    times.map((n) => h("button", { class: "small", key: `times ${n}`, "aria-pressed": String(now === n * least), onclick: to(n * least) }, `${n}×`)));
}

/** The smallest chip that divides both ends. @param {any} offer */
export function stepOf(offer) {
  if (rangedField(offer) !== "amount") return 1;
  return [10000, 2500, 500, 100].find((one) => leastOf(offer) % one === 0 && offer.most % one === 0) ?? 100;
}
