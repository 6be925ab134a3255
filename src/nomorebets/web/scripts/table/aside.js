/** Beside the cloth: meters, why something is so, what happened, what was settled. */
import { h } from "../dom.js";
import { money, signed } from "../money.js";
import { sign } from "../pieces/signs.js";
import { meterName, playerName, wagerName } from "../words.js";
import { worth } from "./helps.js";
import { isSettled, net, ownSeats } from "./reading.js";

/** @param {any} model */
export function aside(model) {
  return h("aside", { class: "side", "aria-label": "Meters, reasons and the record" },
    Object.entries(model.view.meters ?? {}).filter(([, cents]) => cents).slice(0, 2).map(([name, cents]) => meter(model, name, cents)),
    model.slip && slip(model.slip, model),
    worth(model.worth),
    hasSettled(model.shown) ? settlement(model) : null,
    record(model),
    h("p", { class: "committed" }, sign("lock"), model.view.commitment ? "The shuffle was committed to before the bets closed; its seed is shown after the round." : "Nothing is shuffled yet."));
}

/** @param {any} model @param {string} name @param {number} cents */
function meter(model, name, cents) {
  const wager = model.posted.wagers.find((/** @type {any} */ one) => one.name === name.split(":")[1]);
  return h("div", { class: "meter", key: name },
    h("div", null, h("h2", null, meterName(name)), h("span", null, wager ? `main meter · ${money(wager.least)} wager` : "")),
    h("p", { "aria-label": money(cents) }, [...(cents / 100).toLocaleString("en-US", { style: "currency", currency: "USD" })].map((one) => h("span", { class: /\d/.test(one) ? "digit" : "" }, one))));
}

/** @param {any} told @param {any} model */
export function slip(told, model) {
  return h("section", { class: `slip ${told.voice ? "voice" : ""}`, key: "slip", role: told.refused ? "alert" : null },
    h("header", null, h("span", { class: "label" }, told.label), h("span", { class: "cite" }, told.cite)),
    h("h2", null, told.heading),
    told.gist && h("p", null, told.gist),
    told.quoted && h("blockquote", null, `“${told.quoted}”`),
    told.facts?.length > 0 && h("dl", null, told.facts.map(([name, value, sum]) => h("div", { class: sum ? "sum" : "" }, h("dt", null, name), h("dd", null, value)))),
    h("p", { class: "links" }, told.clause && h("a", { href: `/rules?clause=${encodeURIComponent(told.clause)}` }, "Read the clause"), h("button", { class: "link", onclick: () => model.close() }, "Close")));
}

/** @param {any} view */
const hasSettled = (view) => Object.values(view.seats).some((seat) => Object.keys(/** @type {any} */ (seat).settled ?? {}).length);

/** @param {any} model */
function settlement(model) {
  const view = model.shown;
  const numbers = Object.keys(view.seats).map(Number).filter((one) => Object.keys(view.seats[one].settled ?? {}).length).sort((a, b) => b - a);
  const own = ownSeats(model);
  return h("section", { class: "settlement", key: "settlement" },
    h("h2", null, "Settlement"),
    numbers.map((number) => {
      const seat = view.seats[number];
      const cents = net(seat);
      const mine = own.includes(number);
      return h("details", { key: `settled ${number}`, open: mine },
        h("summary", null, h("b", null, number), " ", playerName(seat.player, mine ? seat.player : ""), h("span", { class: cents > 0 ? "won" : cents < 0 ? "lost" : "" }, isSettled(seat) ? signed(cents) : "to come")),
        h("table", null, Object.entries(seat.settled).map(([wager, ended]) => settledRow(model, seat, wager, ended))));
    }));
}

/** @param {any} model @param {any} seat @param {string} wager @param {any} ended */
function settledRow(model, seat, wager, ended) {
  const chips = seat.chips[wager] ?? ended.chips ?? 0;
  const result = ended.result ?? "win";
  const clause = ended.clause ?? model.posted.tables[wager]?.clause ?? "";
  const words = result === "win" ? `pays ${money(ended.pays ?? 0)}` : { lose: "lost", push: "push", void: "void", forfeit: "forfeited" }[result] ?? result;
  return h("tr", { key: wager }, h("td", null, wagerName(wager)), h("td", { class: "figure" }, money(chips)), h("td", { class: "figure" }, words),
    h("td", { class: "figure" }, h("button", { class: "link", onclick: () => model.whyPaid(wager, chips, ended, clause) }, clause.split(":")[1])));
}

/** @param {any} model */
function record(model) {
  return h("section", { class: "record", key: "record" },
    h("h2", null, "Record"),
    h("ol", { "aria-live": "polite" }, model.record.slice(-7).map((/** @type {any} */ one) => h("li", { key: one.key }, h("time", null, one.time), h("span", null, one.words))),
      model.awaitedWords && h("li", { class: "now", key: "now" }, h("time", null, "now"), h("span", null, model.awaitedWords))));
}
