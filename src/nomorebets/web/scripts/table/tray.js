/** The tray below the cloth: one's own hand, large, and what is on offer. */
import { h } from "../dom.js";
import { heads, numberOf, sign } from "../page.js";
import { card, cardName, chip, HIDDEN, tile, tileName, VALUES } from "../pieces.js";
import { added, capital, money, say, signed, upTo, wagerName } from "../words.js";
import TEXT from "../words/table.json" with { type: "json" };
import { figure, isDue, isRanged, keysOf, leastOf, mainOf, mayGoOn, nameOf, rangedField } from "./acting.js";
import { house, scales } from "./aside.js";
import { isUp } from "./furniture.js";
import { banks, fallingIn, isDone, isLost, isWild, net, ownSeats, packNow, seatOf, sorted, without } from "./reading.js";

const { DECIDING, PACKS, SETTING, TRAY } = TEXT;
/** @type {import("../words.js").Names} */
const ASKED = TRAY.asked;

/** @param {number} cents */
const ready = (cents) => say(TRAY.ready, { n: cents, sum: money(cents) });

/** @param {any} model */
export function tray(model) {
  const { own } = model;
  if (!own) return watching(model);
  const packs = model.layout.key === "packs-poker" && model.shown.places[`seat ${own}`];
  return h("section", { class: `tray ${model.setting ? "for-setting" : model.decisions.length > 2 ? "for-many" : ""} ${packs ? "for-packs" : ""}`, key: "tray", "aria-label": TRAY.label },
    !facing(model) && ownHand(model, own),
    packs && (model.width !== "phone" || isDone(model.shown, own)) && packTable(model, own),
    h("div", { class: "offers", id: "offers", key: "offers" }, offers(model)));
}

/** The seat that one was stood up from, or else the middle one of those that are free, or 0. @param {any} model */
export function freeSeat({ sits, stood }) {
  if (sits[stood?.seat]) return stood.seat;
  const free = Object.keys(sits).map(Number);
  return free[(free.length - 1) >> 1] ?? 0;
}

/** @param {any} model */
function watching(model) {
  const free = freeSeat(model);
  const { stood } = model;
  return h("section", { class: "tray watching", key: "tray" },
    h("div", { class: "hand", id: "hand" }, h("h2", null, stood ? TRAY.stood : TRAY.watching), h("p", null, stood?.words ?? say(TRAY.sees, { n: model.shown.decks[model.shown.deck]?.stage }))),
    h("div", { class: "offers", id: "offers" },
      free && h("button", { class: "main", onclick: () => model.sit(free) }, sign("seat"), say(stood ? TRAY.sitAgain : TRAY.sit, { seat: free }), h("kbd", null, "⏎"))));
}

/** @param {any} model @param {number} own */
function ownHand(model, own) {
  const { shown, layout } = model;
  const lying = shown.places[`seat ${own}`];
  if (!lying) return betting(model);
  if (model.setting) return setting(model, own, lying);
  const groups = layout.hand === "tiles" || lying.low?.length ? inTwo(lying) : sorted(lying, layout.hand);
  const kept = lying.low?.length ? "" : "aside";
  const pack = packNow(shown);
  const withPack = pack ? shown.places[`pack ${pack}`] : null;
  return h("div", { class: "hand", id: "hand", role: "group", "aria-label": lying.words?.length ? say(TRAY.hand, { words: lying.words.join(", ") }) : TRAY.yours, "data-place": `seat ${own}` },
    h("h2", null, seatOf(model, own), withPack?.together?.[`seat ${own}`] ?? lying.words?.[0] ?? TRAY.yours, " ", h("span", null, handNote(model, lying, groups))),
    h("div", { class: `cards ${shown.void ? "void" : ""}` },
      h("div", { class: "plays", key: "plays" }, groups.plays.map((/** @type {any} */ one, /** @type {number} */ n) => piece(model, one, "", groups, n)), groups.rest.length > 0 && h("span", { class: "bracket" })),
      groups.rest.length > 0 && h("div", { class: "rest", key: "rest" }, groups.rest.map((/** @type {any} */ one, /** @type {number} */ n) => piece(model, one, kept, groups, n))),
      withPack && [h("span", { class: "plus" }, "+"), h("div", { class: "plays", key: "pack" }, withPack.cards.map((/** @type {string} */ one) => card(one, "full", { key: one })))]));
}

/** @param {any} model @param {any} lying @param {{plays: string[], rest: string[]}} groups */
function handNote(model, lying, groups) {
  if (lying.words?.[1]) return say(TRAY.over, { low: lying.words[1] });
  if (model.selecting) return TRAY.touchToExchange;
  return groups.rest.length && groups.plays.length ? say(TRAY.plays, { ranks: groups.plays.map((one) => cardName(one).split(" ")[0]).join(", ") }) : "";
}

/** @param {any} model @param {string} one @param {string} kind @param {{plays: string[], rest: string[]}} groups @param {number} n */
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
  h("span", { class: "pill-note above", "aria-hidden": "true" }, TRAY.wild), card(one, face, { "aria-label": say(TRAY.wildCard, { card: cardName(one) }) }));

/** A hand that is set: the high hand, then the low one. @param {any} lying */
const inTwo = (lying) => ({ plays: fallingIn(without(lying.cards, lying.low)), rest: fallingIn(lying.low ?? []) });

/** Bets are open: the chip that a touch adds, and what lies. @param {any} model */
function betting(model) {
  if (banks(model.view, model.own)) return h("div", { class: "hand", id: "hand" }, h("h2", null, TRAY.bank, " ", h("span", null, TRAY.bankWagers)));
  const open = model.view.phase === "betting" || Object.keys(model.bets).length > 0;
  const [down, coupons] = [downOf(model), lyingOf(model, "coupons")];
  const lies = say(TRAY.down, { sum: money(down) });
  const hint = !open ? "" : model.width === "phone" ? TRAY.touch : TRAY.click;
  return h("div", { class: "hand", id: "hand" },
    h("h2", null, open ? TRAY.place : TRAY.closed, " ", h("span", null, hint)),
    h("div", { class: "chips", role: open && "radiogroup", "aria-label": open && TRAY.chip },
      open && VALUES.slice(0, 5).map((value) => h("button", { class: "pick-chip", role: "radio", "aria-checked": String(model.chip === value), "aria-label": say(TRAY.chipOf, { sum: money(value) }), onclick: () => model.pick(value) },
        chip(value, { role: null, "aria-label": null, "aria-hidden": "true" }))),
      h("span", { class: "down" }, !down ? "" : coupons ? say(TRAY.withCoupons, { down: lies, sum: money(coupons) }) : lies)),
    model.coupons.map((/** @type {any} */ one) => coupon(model, one)));
}

/** A coupon as large as the chip that is chosen, as far as it goes. @param {any} model @param {any} offer */
function coupon(model, offer) {
  const { seat, wager } = offer.action;
  const amount = model.chipOf(offer);
  return h("button", { class: "small", key: `coupon ${seat} ${wager}`, onclick: () => model.coupon({ ...offer.action, amount }) }, say(TRAY.coupon, { seat: seatOf(model, seat), sum: money(amount), wager: wagerName(wager).toLowerCase() }));
}

/** What lies at one's own seats. @param {any} model @param {"chips" | "coupons"} kind @returns {number} */
const lyingOf = (model, kind) =>
  added(ownSeats({ ...model, shown: model.view }).flatMap((seat) => Object.values(model.view.seats[seat][kind] ?? {})));

/** @param {any} model */
export const downOf = (model) => lyingOf(model, "chips");

/** @param {any} model */
function offers(model) {
  if (!model.line.connected) return [h("p", { class: "quiet" }, TRAY.stand), h("button", { class: "other", onclick: () => model.live.retry() }, TRAY.tryNow)];
  if (model.ended && model.decisions.every(isBefore)) return [ended(model), model.decisions.length > 0 && decide(model, model.decisions)];
  if (model.decisions.length) return model.setting ? settingOffers(model, model.decisions) : decide(model, model.decisions);
  const down = downOf(model);
  if (model.view.phase === "betting") {
    if (banks(model.view, model.own)) return h("p", { class: "quiet", key: "first" }, TRAY.bankWaits);
    return [
      down > 0 && h("div", { class: "row", key: "ready row" },
        h("button", { class: "main", key: "ready", onclick: () => model.ready(), disabled: model.isReady }, model.isReady ? TRAY.waitingForOthers : ready(down), h("kbd", null, "⏎")),
        h("button", { class: "other undo", key: "undo", "aria-label": TRAY.takeBack, onclick: () => model.takeAll() }, sign("undo"))),
      !down && model.last && sameBets(model),
      !down && !model.last && h("p", { class: "quiet", key: "first" }, TRAY.first),
      down > 0 && h("p", { class: "quiet wins", key: "wins" }, canWin(model)),
    ];
  }
  return h("p", { class: "quiet" }, model.awaitedWords || TRAY.dealerGoesOn);
}

/** @param {any} model */
const sameBets = (model) => h("button", { class: "main", key: "same", onclick: () => model.same() }, say(TRAY.same, { sum: money(model.last.total) }), h("kbd", null, "⏎"));

/** @param {any} model @param {any} offer */
const whyOffered = (model, offer) =>
  h("button", { class: "link why", onclick: () => model.why(offer.clause, offer) }, sign("book"), say(DECIDING.why, { clause: numberOf(offer.clause) }));

/** Whether an offer belongs to the time before the deal, when the last round may still be read. @param {any} offer */
const isBefore = ({ action }) => action.type === "Cut" || ["bank", "co_bank", "pass"].includes(action.do);

/** The most that what lies can win. @param {any} model */
function canWin(model) {
  const wins = Object.values(model.view.seats[model.own]?.wins ?? {}).flatMap((one) => Math.max(0, .../** @type {number[]} */ (Object.values(one))));
  const most = added(wins);
  return most ? say(DECIDING.winsUpTo, { sum: money(most) }) : "";
}

/** What the last round came to, and the next. @param {any} model */
function ended(model) {
  const { net: cents, words, view } = model.ended;
  return [
    h("p", { class: `result ${cents > 0 ? "won" : cents < 0 ? "lost" : ""}`, key: "result" }, h("b", null, view.void ? TRAY.void : signed(cents)), h("span", null, words)),
    h("div", { class: "row", key: "again" },
      model.last && sameBets(model),
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
      h("div", null, h("b", null, capital(one.remark)), h("span", null, TRAY.orLost)), offerButton(model, one, names[decisions.indexOf(one)], true))),
    ranged && stepper(model, ranged),
    h("div", { class: `row ${others.length + Number(goesOn) > 2 ? "many" : ""}`, key: "row" },
      goesOn && h("button", { class: "main", key: "go on", onclick: () => model.goOn(), born: (/** @type {any} */ one) => one.focus({ preventScroll: true }) }, model.clock.what === "bets" ? ready(downOf(model)) : TRAY.goOn, h("kbd", null, "⏎")),
      others.map(button)),
    h("div", { class: "whys", key: "whys" },
      decisions.slice(0, 4).map((one) => whyOffered(model, one)),
      model.coach && canBeReckoned(decisions) && scales(model)),
    h("p", { class: "quiet remark", key: "remarks" }, [goesOn && model.clock.what === "choice" ? say(TRAY.goesOn, { offers: others.map((one) => nameOf(one.action).toLowerCase()).join(TRAY.or) }) : "", ...others.map((one) => ASKED[one.action.do ?? one.action.type] ?? one.remark)].filter(Boolean).join(" ")),
  ];
}

const RECKONED = new Set(["raise", "fold", "play", "surrender", "bet", "exchange", "buy", "set"]);

/** @param {any[]} decisions */
const canBeReckoned = (decisions) => decisions.some((one) => RECKONED.has(one.action.do));

/** @param {any} model @param {any} offer @param {string} key @param {boolean} first */
function offerButton(model, offer, key, first) {
  const { action, select } = offer;
  const amount = isRanged(offer) ? model.amount(offer) : leastOf(offer);
  const short = select && (model.chosen.length < select.least || model.chosen.length > select.most);
  const count = select ? ` ${model.chosen.length || ""}` : "";
  return h("button", {
    class: first ? "main" : "other", key: `${nameOf(action)} ${action.wager ?? ""}`, "data-key": key, disabled: Boolean(short),
    title: short ? say(DECIDING.fewer, { least: select.least, most: select.most }) : null, onclick: () => model.decide(offer),
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
  const times = inMoney && least ? upTo(Math.floor(most / least)).slice(0, 3) : [];
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

// --- Setting a hand in two ---

/** @param {any} model @param {number} seat @param {any} lying */
export function setting(model, seat, lying) {
  const { ways, low } = model.setting;
  const now = wayOf(ways, low);
  const tiles = model.layout.hand === "tiles";
  const high = without(lying.cards, low);
  const foul = now && !now.lawful;
  const name = tiles ? tileName : cardName;
  const piece = (/** @type {boolean} */ isLow) => (/** @type {string} */ one, /** @type {number} */ n) => h("button", {
    class: "piece", key: tiles ? `${one} ${n}` : one, "aria-pressed": String(isLow), onclick: () => model.swap(one, isLow),
    "aria-label": say(SETTING.to, { n: isLow ? "high" : "low", piece: name(one) }) },
  tiles ? tile(one, { "aria-hidden": "true" }) : card(one, model.width === "phone" ? "index" : "full", { "aria-hidden": "true" }),
  !tiles && h("kbd", null, lying.cards.indexOf(one) + 1));
  return h("div", { class: `setting ${tiles ? "of-tiles" : ""}`, id: "hand", "data-place": `seat ${seat}` },
    slot(seatOf(model, seat) + SETTING.high, high.map(piece(false)), now?.words[0], foul),
    slot(SETTING.low, low.map(piece(true)), now?.words[1], foul, low.length < 2 ? say(SETTING.more, { n: 2 - low.length }) : ""),
    tiles && h("ol", { class: "ways", "aria-label": say(SETTING.ways, { n: ways.length }) }, ways.map((/** @type {any} */ way, /** @type {number} */ at) => wayButton(model, lying.cards, way, at, way === now))),
    h("p", { class: `check ${foul ? "foul-words" : ""}`, role: "status" }, now && sign(foul ? "warning" : "check"), checked(now, tiles)));
}

/** @param {any} now @param {boolean} tiles */
const checked = (now, tiles) => (!now ? SETTING.choose : now.lawful ? SETTING.lawful : say(SETTING.foul, { n: tiles ? "tiles" : "cards", high: now.words[0], low: now.words[1] }));

/** @param {any[]} ways @param {string[]} low */
const wayOf = (ways, low) => ways.find((way) => alike(way.low, low));

/** @param {string[]} some @param {string[]} others */
const alike = (some, others) => [...some].sort().join() === [...others].sort().join();

/** With four tiles a way and its reverse are the same tiles: of each pair the lawful one, and of ways that are alike one. @param {any[]} ways @param {string[]} held */
export const distinct = (ways, held) => ways.filter((way, at) =>
  !ways.some((other, n) => n < at && alike(other.low, way.low)) && (way.lawful || !ways.some((other) => other.lawful && alike(other.low, without(held, way.low)))));

/** @param {string} name @param {any[]} pieces @param {string} [words] @param {boolean} [foul] @param {any} [hint] */
const slot = (name, pieces, words, foul, hint) =>
  h("section", { class: `slot ${foul ? "foul" : ""}`, "aria-label": `${name}${words ? `: ${words}` : ""}` },
    h("h2", { class: "label" }, name), h("div", { class: "pieces" }, pieces), h("p", null, words, " ", hint));

/** @param {any} model @param {string[]} held @param {any} way @param {number} at @param {boolean} chosen */
function wayButton(model, held, way, at, chosen) {
  const high = without(held, way.low);
  const small = (/** @type {string} */ one, /** @type {number} */ n) => tile(one, { key: `${one} ${n}`, "aria-hidden": "true" });
  return h("li", { key: way.low.join() },
    h("button", { class: `way ${way.lawful ? "" : "foul"}`, "aria-pressed": String(chosen), disabled: !way.lawful, onclick: () => model.choose(way.low) },
      h("kbd", null, at + 1),
      h("span", { class: "way-tiles" }, h("span", null, high.map(small)), h("span", null, way.low.map(small))),
      h("span", null, h("b", null, way.words[0]), h("br"), way.lawful ? say(SETTING.over, { low: way.words[1] }) : SETTING.wouldBeFoul)));
}

/** @param {any} model @param {any[]} decisions */
function settingOffers(model, decisions) {
  const now = wayOf(model.setting.ways, model.setting.low);
  const set = decisions.find((one) => one.action.do === "set");
  const refused = !now || (!now.lawful && model.layout.hand === "tiles");
  const others = decisions.filter((one) => one !== set && one.action.do !== "house_way");
  return [
    h("button", { class: "main", key: "lay", disabled: refused, onclick: () => model.lay(set) }, now && !now.lawful ? SETTING.layAnyway : SETTING.lay, h("kbd", null, "⏎")),
    h("div", { class: "helps", key: "helps" }, model.setting.ways.some((/** @type {any} */ one) => one.house) && house(model), model.coach && scales(model)),
    others.map((one) => h("button", { class: "small", key: nameOf(one.action), onclick: () => model.decide(one) }, nameOf(one.action))),
    h("p", { class: "whys", key: "why" }, whyOffered(model, set)),
  ];
}

/** On a phone, when hands were compared: what one plays against above one's own hands, each high and low, and which of them wins. @param {any} model */
export function facing(model) {
  const { shown: view, own, layout, width } = model;
  const bank = banks(view, own) ? 0 : view.own?.bank?.seat ?? 0;
  const [theirs, ours] = [view.places[bank ? `seat ${bank}` : "dealer"], view.places[`seat ${own}`]];
  if (width !== "phone" || !theirs?.low || !ours?.low || !isDone(view, own)) return null;
  const { result = "win", clause } = view.seats[own].settled?.wager ?? { result: "" };
  const { push_high: high, push_low: low } = model.posted.cites;
  const higher = [high, low].map((one) => result === "win" || clause === one);
  const piece = (/** @type {string} */ one) => (layout.hand === "tiles" ? tile(one) : card(one, "index"));
  const side = (/** @type {any} */ n, /** @type {any} */ lying, /** @type {(one: boolean) => boolean} */ won) => Object.values(inTwo(lying)).map((hand, at) =>
    slot(say(at ? SETTING.lowOf : SETTING.highOf, { n }), hand.map(piece), lying.words[at], false, won(higher[at]) && h("span", null, say(SETTING.won, { n }))));
  return h("div", { class: "facing", id: "hand" }, side(bank, theirs, (one) => !one && /push|lose/.test(result)), side("you", ours, (one) => one));
}

// --- Pack's Poker has nothing to decide ---

const KINDS = ["pack", "five_card", "seven_card"];

/** @param {any} model @param {number} own */
function packTable(model, own) {
  const { shown: view } = model;
  const seat = view.seats[own];
  const now = packNow(view);
  return h("table", { class: "pack-table", key: "packs" },
    heads(PACKS.heads),
    h("tbody", null, [1, 2, 3].map((pack) => {
      const keys = KINDS.map((kind) => `${kind}_${pack}`);
      const part = { chips: pick(seat.chips, keys), settled: pick(seat.settled ?? {}, keys) };
      const down = added(Object.values(part.chips));
      const over = Object.keys(part.settled).length > 0;
      return h("tr", { key: `pack ${pack}`, class: pack === now ? "now" : "" },
        h("th", { scope: "row" }, say(PACKS.pack, { n: pack })),
        keys.map((key) => h("td", null, cell(seat, key))),
        h("td", null, isUp(view, pack) ? view.places[`pack ${pack}`].together?.[`seat ${own}`] ?? "" : PACKS.down),
        h("td", { class: "figure" }, over ? signed(net(part)) : down ? money(down) : ""));
    })));
}

/** @param {any} from @param {string[]} keys */
const pick = (from, keys) => Object.fromEntries(keys.filter((one) => one in from).map((one) => [one, from[one]]));

/** @param {any} seat @param {string} key */
function cell(seat, key) {
  const chips = seat.chips[key];
  const ended = seat.settled?.[key];
  if (!chips) return PACKS.none;
  if (!ended) return money(chips);
  return h("span", { class: isLost(ended) ? "lost" : ended.pays ? "won" : "" }, signed(net({ chips: { [key]: chips }, settled: { [key]: ended } })));
}
