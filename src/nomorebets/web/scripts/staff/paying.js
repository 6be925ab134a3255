/** Take and pay: seat by seat what goes where, by which clause, and what is being documented. */
import { h } from "../dom.js";
import { money, signed } from "../money.js";
import { net } from "../table/reading.js";
import { playerName, wagerName, words } from "../words.js";
import TEXT from "../words/staff.json" with { type: "json" };
import { cite, sentence } from "./frame.js";

const { DEAL } = TEXT;

/** @param {any} view @param {any[]} due */
export function paying(view, due) {
  const seats = Object.entries(view.seats), dealer = view.places.dealer?.words ?? [];
  return [
    h("h2", null, DEAL.pay),
    dealer.length > 0 && h("p", { class: "dealer-hand" }, `${DEAL.dealer_has}: ${dealer.join(", ")}.`),
    view.void && h("p", { class: "void" }, sentence(view.void.reason), " ", cite(view.void.clause)),
    h("ul", { class: "pays" }, seats.map(([number, seat]) => (isBegun(seat) ? settled(number, seat) : waiting(number, seat)))),
    due.filter((one) => one.what === "documentation").map((one) =>
      h("p", { class: "now" }, `Seat ${one.seat}: ${DEAL.papers} `, cite(one.clause ?? ""))),
  ];
}

/** @param {any} seat */
const isBegun = (seat) => Object.keys(seat.settled ?? {}).length > 0;

/** @param {string} number @param {any} seat */
const settled = (number, seat) =>
  h("li", null,
    h("b", null, `${number} ${playerName(seat.player)}`), h("span", { class: "sum" }, signed(net(seat))),
    h("ul", null, Object.entries(seat.settled).map(([wager, end]) => movement(wager, end, seat))));

/** @param {string} wager @param {any} end @param {any} seat */
function movement(wager, end, seat) {
  const result = end.result ?? "win", won = result === "win", chips = seat.chips[wager] ?? end.chips ?? 0;
  const verb = won ? DEAL.pays : result === "lose" || result === "forfeit" ? DEAL.takes : words(result);
  return h("li", null,
    h("span", { class: won ? "win" : "lose" }, verb),
    h("span", null, `${wagerName(wager).toLowerCase()} ${money(won ? (end.pays ?? 0) : chips)}`),
    h("span", { class: "cite" }, cite(end.clause ?? "")));
}

/** @param {string} number @param {any} seat */
function waiting(number, seat) {
  const lies = Object.values(seat.chips).reduce((all, one) => all + /** @type {number} */ (one), 0);
  const done = seat.decisions?.at(-1), says = done ? words(done).toLowerCase() : lies ? DEAL.not_yet : DEAL.no_bet;
  return h("li", { class: "faint" }, h("span", null, `${number} ${playerName(seat.player)}, ${says}`), h("span", null, lies ? money(/** @type {number} */ (lies)) : ""));
}
