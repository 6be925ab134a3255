/** Beside the cloth and over it: meters, why something is so, what lies, what happened, what was settled; keys, settings, limits. */
import { h } from "../dom.js";
import { ask, get, newKey } from "../house.js";
import { choose, fact, numberOf, settings, sign } from "../page.js";
import { added, meterName, money, playerName, say, signed, wagerName } from "../words.js";
import TEXT from "../words/table.json" with { type: "json" };
import { isRanged, leastOf, nameOf, rangedField } from "./acting.js";
import { ahead, backOf, banks, isDone, ownSeats } from "./reading.js";

const { ASIDE, PANELS, SETTING, WHY } = TEXT;
/** @type {Record<string, string>} */
const RESULTS = TEXT.RESULTS;

// --- Beside the cloth ---

const MOST_LINES = 7;

/** @param {any} model */
export function aside(model) {
  const { view } = model;
  const over = model.ended ? model.ended.view.round : view.round - 1;
  const meters = Object.entries(view.meters ?? {}).filter(([, cents]) => cents).slice(0, 2);
  return h("aside", { class: "side", "aria-label": ASIDE.label },
    model.missed && h("p", { class: "missed", key: "missed" }, model.missed),
    meters.map(([name, cents]) => meter(model, name, cents)),
    model.slip && slip(model.slip, model),
    worth(model.worth, () => model.close()),
    hasSettled(model.shown) ? settlement(model) : null,
    !hasSettled(model.shown) && !model.layout.areas ? onTheLayout(model) : null,
    record(model),
    over > 0 && model.own > 0 && disputing(model, model.disputing || over),
    h("p", { class: "committed", key: "committed" }, sign("lock"), h("span", null, view.commitment ? ASIDE.committed : ASIDE.nothing, over > 0 && [" ", h("a", { href: `/fair/${model.id}/${over}` }, say(ASIDE.check, { round: over }))])));
}

/** It stays with its round while it is open: whoever writes goes on writing, and no letter of theirs comes to the table. @param {any} model @param {number} round */
const disputing = (model, round) => h("details", { class: "disputing", key: `dispute ${round}`, open: model.disputing === round, ontoggle: (/** @type {any} */ event) => { model.disputing = event.target.open ? round : 0; model.redraw(); } },
  h("summary", null, say(ASIDE.dispute, { round })),
  model.disputed === round ? h("a", { href: `/rounds#${model.id}/${round}` }, ASIDE.sent)
    : h("form", { onsubmit: (/** @type {any} */ event) => { event.preventDefault(); model.dispute(round, event.target[0].value); } },
      h("textarea", { "aria-label": ASIDE.words, maxlength: 280, required: true }), h("button", { class: "other" }, ASIDE.send)));

/** @param {any} model @param {string} name @param {number} cents */
function meter(model, name, cents) {
  const wager = model.posted.wagers.find((/** @type {any} */ one) => one.name.startsWith(name.split(":")[1]));
  const letters = [...(cents / 100).toLocaleString("en-US", { style: "currency", currency: "USD" })];
  return h("div", { class: "meter", key: name },
    h("div", null, h("h2", null, meterName(name)), h("span", null, wager ? say(ASIDE.meter, { which: name.split(":")[2], sum: money(wager.least) }) : "")),
    h("p", { role: "img", "aria-label": money(cents) }, letters.map((one) => h("span", { class: /\d/.test(one) ? "digit" : "" }, one))));
}

/** @param {any} told @param {any} model */
function slip(told, model) {
  return h("section", { class: `slip ${told.voice ? "voice" : ""}`, key: "slip", "aria-label": told.label },
    h("header", null,
      told.voice ? h("span", { class: "button-marker", "aria-hidden": "true" }, "DEALER") : h("span", { class: "label" }, told.label),
      h("span", { class: "cite" }, told.cite)),
    h("h2", null, told.heading),
    told.gist && h("p", null, told.gist),
    told.quoted && h("blockquote", null, `“${told.quoted}”`),
    told.facts?.length > 0 && h("dl", null, told.facts.map((/** @type {any} */ [name, value, sum]) => fact(name, value, { class: sum ? "sum" : "" }))),
    told.ruling && h("p", { class: "ruling" }, say(WHY.ruling, { id: told.ruling.id, title: told.ruling.title })),
    h("p", { class: "links" },
      told.clause && h("a", { href: `/rules?clause=${encodeURIComponent(told.clause)}` }, WHY.read),
      h("button", { class: "link", onclick: () => model.close() }, WHY.close)));
}

/** @param {any} view */
const hasSettled = (view) => Object.values(view.seats).some((seat) => Object.keys(/** @type {any} */ (seat).settled ?? {}).length);

/** Seat by seat in the order of paying, one's own open. @param {any} model */
function settlement(model) {
  const view = model.shown;
  const paid = Object.keys(view.seats).map(Number).filter((one) => Object.keys(view.seats[one].settled ?? {}).length || banks(view, one));
  const numbers = paid.sort((a, b) => b - a);
  const own = ownSeats(model);
  const all = added(numbers.map((one) => ahead(view, one)));
  return h("section", { class: "settlement", key: "settlement" },
    h("h2", null, ASIDE.settlement),
    numbers.map((number) => {
      const seat = view.seats[number];
      const cents = ahead(view, number);
      const mine = own.includes(number);
      const kind = cents > 0 ? "won" : cents < 0 ? "lost" : "";
      return h("details", { key: `settled ${number}`, open: mine },
        h("summary", null, h("b", null, number), " ", playerName(seat.player, mine ? seat.player : ""), banks(view, number) && ASIDE.bank, h("span", { class: kind }, isDone(view, number) ? signed(cents) : ASIDE.toCome)),
        h("table", null, h("tbody", null, Object.entries(seat.settled ?? {}).map(([wager, ended]) => settledRow(model, seat, wager, ended)))));
    }),
    (view.payments ?? []).map((/** @type {any} */ one, /** @type {number} */ n) => h("p", { class: "payment", key: `payment ${n}` }, payment(one))),
    h("p", { class: "house-row", key: "house" }, say(ASIDE.house, { sum: `${all > 0 ? "−" : "+"}\u2060${money(Math.abs(all))}` })));
}

/** @type {Record<string, string>} */
const ACCOUNTS = ASIDE.accounts;
const TOLD = ["bank", "dealer's wager"]; // by the accounts already

/** @param {any} moved */
function payment({ name, amount, origin, to, seat, clause }) {
  const [from, into] = [origin, to].map((one) => ACCOUNTS[one] ?? say(ASIDE.ofSeat, { seat }));
  return say(ASIDE.payment, { sum: money(amount), origin: from, to: into, name: name && !TOLD.includes(name) ? `, ${name}` : "", clause: numberOf(clause) });
}

/** @param {any} model @param {any} seat @param {string} wager @param {any} ended */
function settledRow(model, seat, wager, ended) {
  const chips = seat.chips[wager] ?? ended.chips ?? 0;
  const coupon = seat.coupons?.[wager];
  const result = ended.result ?? "win";
  const clause = ended.clause ?? model.posted.tables[wager]?.clause ?? model.posted.tables[wager.replace(/_\d$/, "")]?.clause ?? "";
  const words = result === "win" ? say(ASIDE.pays, { sum: money(ended.pays ?? 0) }) : RESULTS[result] ?? result;
  return h("tr", { key: wager },
    h("td", null, wagerName(wager)), h("td", { class: "figure" }, money(chips), coupon && ` + ${money(coupon)}`), h("td", { class: "figure" }, words),
    h("td", { class: "figure" }, h("button", { class: "link", "aria-label": say(ASIDE.why, { wager: wagerName(wager) }), onclick: () => model.whyPaid(wager, chips, ended, clause) }, numberOf(clause) || WHY.why)));
}

/** What lies, wager by wager, with its odds. @param {any} model */
function onTheLayout(model) {
  const seat = model.view.seats[model.own];
  const lying = Object.entries(seat?.chips ?? {});
  if (!lying.length) return null;
  const all = added(lying.map(([, cents]) => cents));
  return h("section", { class: "on-layout", key: "on layout" },
    h("header", null, h("h2", null, ASIDE.onLayout), h("button", { class: "link", onclick: () => model.takeAll() }, ASIDE.clear)),
    h("table", null, h("tbody", null, lying.map(([key, cents]) => h("tr", { key },
      h("td", null, wagerName(key)), h("td", { class: "figure" }, Object.values(model.posted.tables[key.split(":")[0]]?.rows ?? {})[0] ?? ""), h("td", { class: "figure" }, money(Number(cents))),
      h("td", null, h("button", { class: "link", "aria-label": say(ASIDE.takeBack, { wager: wagerName(key) }), onclick: () => model.takeBack(model.own, key) }, "−")))),
    h("tr", { class: "sum", key: "all" }, h("td", null, say(ASIDE.wagers, { n: lying.length })), h("td"), h("td", { class: "figure" }, money(all)), h("td")))));
}

/** @param {any} model */
function record(model) {
  return h("section", { class: "record", key: "record" },
    h("header", null, h("h2", null, ASIDE.record), h("a", { href: `/rounds?table=${model.id}` }, ASIDE.rounds)),
    h("ol", null,
      model.record.slice(-MOST_LINES).map((/** @type {any} */ one) => h("li", { key: one.key }, h("time", null, one.time), h("span", null, one.words))),
      model.awaitedWords && h("li", { class: "now", key: "now" }, h("time", null, ASIDE.now), h("span", null, model.awaitedWords))));
}

// --- Why something is so ---

/** @param {string} wager @param {string} other */
const needs = (wager, other) => say(WHY.needs, { n: /^[aeiou]/i.test(other) ? "an" : "a", wager, other: other.toLowerCase() });

/** @param {any} model */
export function explaining(model) {
  /** @param {string} clause @param {any} slip */
  async function explain(clause, slip) {
    const cite = numberOf(clause);
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
      const odds = pays && chips ? [[WHY.odds, `${ratio(pays, chips)} to 1`]] : [];
      const facts = [[WHY.wager, money(chips)], ...odds, [WHY.paid, money(pays), true], [WHY.back, money(backOf(ended, chips))],
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

    dispute: (/** @type {number} */ round, /** @type {string} */ words) => model.refusable(async () => {
      await ask("POST", `/v1/tables/${model.id}/rounds/${round}/disputes`, { seat: model.own, words: words.trim().replace(/\s+/g, " ") }, newKey()); // one line, as it is kept
      model.disputed = round;
      model.redraw();
    }),

    /** @param {any} problem */
    refused(problem) {
      model.slip = { label: WHY.refused, cite: numberOf(problem.clause ?? ""), heading: WHY.wasRefused, gist: problem.sentence, clause: problem.clause, refused: true, facts: [] };
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

// --- Two different helps that never look alike ---

const MOST = 6;

/** The dealer's voice. @param {any} model */
export const house = (model) => h("button", { class: "dealers-voice", key: "house", onclick: () => model.houseWay() },
  h("span", { class: "button-marker", "aria-hidden": "true" }, "DEALER"), SETTING.house, h("kbd", null, "O"));

/** Our calculation. @param {any} model */
export const scales = (model) => h("button", { class: "exact", key: "exact", onclick: () => model.exact() },
  sign("scales"), WHY.exact, h("kbd", null, "V"));

/** What each decision is worth, the best first, at what is wagered here. @param {any} told @param {() => void} close */
function worth(told, close) {
  if (!told) return null;
  const values = told.decisions.map((/** @type {any} */ one) => Number(one.value));
  const most = Math.max(...values.map(Math.abs), 0.01);
  return h("section", { class: "slip worth", key: "worth" },
    h("header", null, h("span", { class: "label" }, WHY.exact), h("span", { class: "cite" }, told.unit ? say(WHY.dollars, { sum: money(told.unit) }) : WHY.unit)),
    h("h2", null, told.heading ?? told.decisions[0]?.name ?? ""),
    h("table", null, h("tbody", null, told.decisions.slice(0, MOST).map((/** @type {any} */ one, /** @type {number} */ at) =>
      h("tr", { key: one.name, class: at ? "" : "best" },
        h("td", null, one.name), h("td", { class: "bar-cell" }, bar(values[at] / most)), h("td", { class: "figure" }, figure(values[at], told.unit)))))),
    h("p", null, WHY.notAdvice),
    h("p", { class: "links" }, h("button", { class: "link", onclick: close }, WHY.close)));
}

/** @param {number} value @param {number} unit */
function figure(value, unit) {
  const sign = value < 0 ? "−" : "+";
  return sign + (unit ? money(Math.round(Math.abs(value) * unit)) : Math.abs(value).toFixed(4));
}

/** @param {number} share from −1 to 1 */
const bar = (share) => h("svg", { viewBox: "-50 0 100 12", class: "value-bar", "aria-hidden": "true" },
  h("rect", { x: share < 0 ? share * 50 : 0, y: 1, width: Math.abs(share) * 50, height: 10 }), h("path", { d: "M0 0v12" }));

// --- Panels that open over the table ---

/** @type {Record<string, string[][]>} */
const KEYS = TEXT.KEYS;

/** @param {any} model */
export function panel(model) {
  if (!model.panel) return null;
  const [title, inside] = INSIDE[model.panel];
  return h("div", { class: "drawer-over", key: "panel", onclick: (/** @type {any} */ event) => { if (event.target === event.currentTarget) model.show(model.panel); } },
    h("section", { class: "drawer", role: "dialog", "aria-modal": "true", "aria-label": title, tabindex: "-1", born: (/** @type {any} */ one) => one.focus() },
      h("div", { class: "drawer-head" }, h("h2", null, title), h("button", { class: "icon", "aria-label": PANELS.close, onclick: () => model.show(model.panel) }, sign("close"))),
      inside(model)));
}

/** @param {any} model */
const keys = (model) => h("dl", { class: "keys" }, [...KEYS[model.layout.key], ...KEYS.all].map(([key, does]) =>
  fact(key.split(" ").map((/** @type {string} */ one) => h("kbd", null, one)), does, { key: does })));

/** @param {any} model */
function chosen(model) {
  const now = /** @type {Record<string, unknown>} */ (settings());
  const of = (/** @type {any} */ group) => h("fieldset", { key: group.name },
    h("legend", null, group.name),
    group.options.map((/** @type {any} */ [value, name]) => h("label", { key: name },
      h("input", { type: "radio", name: group.key, checked: now[group.key] === value, onchange: () => { choose({ [group.key]: value }); model.redraw(); } }), name)));
  return h("div", { class: "chosen" }, PANELS.groups.map(of), h("button", { class: "other", onclick: () => navigator.clipboard.writeText(location.href).then(() => model.speaker.now(PANELS.copied)) }, PANELS.copy),
    ownSeats(model).length > 0 && h("button", { class: "other", onclick: () => model.show("leave") }, PANELS.leave));
}

/** @param {any} model */
const leave = (model) => h("div", { class: "chosen" },
  h("p", null, PANELS.leaving),
  h("button", { class: "main", onclick: () => model.leave() }, PANELS.leave));

/** @param {any} model */
const posted = (model) => [
  h("p", null, model.posted.summary),
  h("table", null, h("caption", null, PANELS.limits), h("tbody", null, model.posted.wagers.map((/** @type {any} */ one) =>
    h("tr", { key: one.name }, h("th", { scope: "row" }, wagerName(one.name)), h("td", { class: "figure" }, say(PANELS.range, { least: money(one.least), most: money(one.most) })), h("td", { class: "figure" }, numberOf(one.clause)))))),
  Object.entries(model.posted.tables).map(([name, table]) => h("table", { key: `table ${name}` },
    h("caption", null, `${table.title}, ${numberOf(table.clause)}`),
    h("tbody", null, Object.entries(table.rows).map(([row, pays]) => h("tr", { key: row }, h("th", { scope: "row" }, row), h("td", { class: "figure" }, pays)))))),
  Object.entries(model.view.meters ?? {}).map(([name, cents]) => h("p", { key: name }, say(PANELS.meter, { name: name.split(":").slice(1).join(", ").replaceAll("_", " "), sum: money(cents) }))),
];

/** What each panel is called, and what is in it. @type {Record<string, [string, (model: any) => any]>} */
const INSIDE = { keys: [PANELS.keys, keys], settings: [PANELS.settings, chosen], posted: [PANELS.posted, posted], leave: [PANELS.leave, leave] };
