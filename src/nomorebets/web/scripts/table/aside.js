/** Beside the cloth: meters, why something is so, what lies, what happened, what was settled. */
import { h } from "../dom.js";
import { money, signed } from "../money.js";
import { sign } from "../pieces/signs.js";
import { meterName, playerName, wagerName } from "../words.js";
import { ASIDE, RESULTS, WHY } from "../words/table.js";
import { worth } from "./helps.js";
import { ahead, banks, isDone, ownSeats } from "./reading.js";

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
    h("p", { class: "committed", key: "committed" }, sign("lock"), h("span", null, view.commitment ? ASIDE.committed : ASIDE.nothing, over > 0 && [" ", h("a", { href: `/fair/${model.id}/${over}` }, ASIDE.check(over))])));
}

/** @param {any} model @param {string} name @param {number} cents */
function meter(model, name, cents) {
  const wager = model.posted.wagers.find((/** @type {any} */ one) => one.name.startsWith(name.split(":")[1]));
  const letters = [...(cents / 100).toLocaleString("en-US", { style: "currency", currency: "USD" })];
  return h("div", { class: "meter", key: name },
    h("div", null, h("h2", null, meterName(name)), h("span", null, wager ? ASIDE.meter(name.split(":")[2], wager.least) : "")),
    h("p", { role: "img", "aria-label": money(cents) }, letters.map((one) => h("span", { class: /\d/.test(one) ? "digit" : "" }, one))));
}

/** @param {any} told @param {any} model */
export function slip(told, model) {
  return h("section", { class: `slip ${told.voice ? "voice" : ""}`, key: "slip", "aria-label": told.label },
    h("header", null,
      told.voice ? h("span", { class: "button-marker", "aria-hidden": "true" }, "DEALER") : h("span", { class: "label" }, told.label),
      h("span", { class: "cite" }, told.cite)),
    h("h2", null, told.heading),
    told.gist && h("p", null, told.gist),
    told.quoted && h("blockquote", null, `“${told.quoted}”`),
/** @type {any} */     told.facts?.length > 0 && h("dl", null, told.facts.map((/** @type {any} */ [name, value, sum]) => h("div", { class: sum ? "sum" : "" }, h("dt", null, name), h("dd", null, value)))),
    told.ruling && h("p", { class: "ruling" }, WHY.ruling(told.ruling.id, told.ruling.title)),
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
  const all = numbers.reduce((sum, one) => sum + ahead(view, one), 0);
  return h("section", { class: "settlement", key: "settlement" },
    h("h2", null, ASIDE.settlement),
    numbers.map((number) => {
      const seat = view.seats[number];
      const cents = ahead(view, number);
      const mine = own.includes(number);
      const kind = cents > 0 ? "won" : cents < 0 ? "lost" : "";
      return h("details", { key: `settled ${number}`, open: mine },
        h("summary", null, h("b", null, number), " ", playerName(seat.player, mine ? seat.player : ""), banks(view, number) && ASIDE.banks, h("span", { class: kind }, isDone(view, number) ? signed(cents) : ASIDE.toCome)),
        h("table", null, h("tbody", null, Object.entries(seat.settled ?? {}).map(([wager, ended]) => settledRow(model, seat, wager, ended)))));
    }),
    (view.payments ?? []).map((/** @type {any} */ one, /** @type {number} */ n) => h("p", { class: "payment", key: `payment ${n}` }, ASIDE.payment(one, one.clause.split(":")[1]))),
    h("p", { class: "house-row", key: "house" }, ASIDE.house(-all)));
}

/** @param {any} model @param {any} seat @param {string} wager @param {any} ended */
function settledRow(model, seat, wager, ended) {
  const chips = seat.chips[wager] ?? ended.chips ?? 0;
  const coupon = seat.coupons?.[wager];
  const result = ended.result ?? "win";
  const clause = ended.clause ?? model.posted.tables[wager]?.clause ?? model.posted.tables[wager.replace(/_\d$/, "")]?.clause ?? "";
  const words = result === "win" ? ASIDE.pays(ended.pays ?? 0) : RESULTS[result] ?? result;
  return h("tr", { key: wager },
    h("td", null, wagerName(wager)), h("td", { class: "figure" }, money(chips), coupon && ` + ${money(coupon)}`), h("td", { class: "figure" }, words),
    h("td", { class: "figure" }, h("button", { class: "link", "aria-label": ASIDE.why(wagerName(wager)), onclick: () => model.whyPaid(wager, chips, ended, clause) }, clause.split(":")[1] || WHY.why)));
}

/** What lies, wager by wager, with its odds. @param {any} model */
function onTheLayout(model) {
  const seat = model.view.seats[model.own];
  const lying = Object.entries(seat?.chips ?? {});
  if (!lying.length) return null;
  const all = lying.reduce((sum, [, cents]) => sum + Number(cents), 0);
  return h("section", { class: "on-layout", key: "on layout" },
    h("header", null, h("h2", null, ASIDE.onLayout), h("button", { class: "link", onclick: () => model.takeAll() }, ASIDE.clear)),
    h("table", null, h("tbody", null, lying.map(([key, cents]) => h("tr", { key },
      h("td", null, wagerName(key)), h("td", { class: "figure" }, Object.values(model.posted.tables[key.split(":")[0]]?.rows ?? {})[0] ?? ""), h("td", { class: "figure" }, money(Number(cents))),
      h("td", null, h("button", { class: "link", "aria-label": ASIDE.takeBack(wagerName(key)), onclick: () => model.takeBack(model.own, key) }, "−")))),
    h("tr", { class: "sum", key: "all" }, h("td", null, ASIDE.wagers(lying.length)), h("td"), h("td", { class: "figure" }, money(all)), h("td")))));
}

/** @param {any} model */
function record(model) {
  return h("section", { class: "record", key: "record" },
    h("header", null, h("h2", null, ASIDE.record), h("a", { href: `/rounds?table=${model.id}` }, ASIDE.rounds)),
    h("ol", null,
      model.record.slice(-MOST_LINES).map((/** @type {any} */ one) => h("li", { key: one.key }, h("time", null, one.time), h("span", null, one.words))),
      model.awaitedWords && h("li", { class: "now", key: "now" }, h("time", null, ASIDE.now), h("span", null, model.awaitedWords))));
}
