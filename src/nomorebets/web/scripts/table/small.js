/** The table on a phone: the dealer's hand, all seats in a row, and one's own areas as large as a thumb. */
import { h } from "../dom.js";
import { WIDTH } from "../games/layout.js";
import { playerName } from "../words.js";
import { PLAN, TRAY } from "../words/table.js";
import { dealersHand, packs, told } from "./furniture.js";
import { position } from "./position.js";
import { ownSeats, stateOf } from "./reading.js";

/** @param {any} model */
export function smallPlan(model) {
  const { layout, shown: view } = model;
  return h("div", { class: "small-plan", role: "group", "aria-label": `${layout.title}, the table` },
    dealer(model),
    h("p", { class: told(view) ? "inscribed-line said" : "inscribed-line" }, told(view) ? PLAN.dealer(view.places.dealer.words) : layout.inscription),
    h("ol", { class: "seat-cells" }, Array.from({ length: view.positions }, (_, at) => cell(model, view.positions - at))),
    model.own ? ownAreas(model) : null);
}

/** @param {any} model */
const isPacks = (model) => model.layout.beside.includes("packs");

/** @param {any} model */
function dealer(model) {
  const { cards, width, y, middle = WIDTH / 2, boxes, gap = 0 } = model.layout.dealer;
  const row = cards * (width + 5) + 36 + gap;
  const across = isPacks(model) ? [236, 604] : boxes ? [boxes[0][0] - 8, boxes[1][0] + boxes[1][1] - boxes[0][0] + 16] : [middle - row / 2, row];
  const tall = boxes ? (model.layout.hand === "tiles" ? 92 : 78) : width * 1.4 + 24;
  return h("svg", { class: "plan dealer-strip", viewBox: `${across[0]} ${y - 8} ${across[1]} ${tall}` }, dealersHand(model), isPacks(model) && packs(model.shown));
}

/** @param {any} model @param {number} number */
function cell(model, number) {
  const seat = model.shown.seats[number];
  if (!seat) {
    const open = number in model.sits;
    return h("li", { class: "seat-cell open", key: `cell ${number}` }, open ? h("button", { "aria-label": `Take seat ${number}`, onclick: () => model.sit(number) }, h("i", null, number), "Open") : [h("i", null, number), "Open"]);
  }
  const seats = ownSeats(model);
  const own = seats.includes(number);
  const state = stateOf(model, number);
  const told = [h("i", null, number), h("b", null, playerName(seat.player, own ? seat.player : "")), h("span", { class: state.kind }, state.turn && model.view.phase !== "betting" ? "Your turn" : state.words)];
  return h("li", { class: `seat-cell ${own ? "own" : ""} ${state.turn ? "turn" : ""}`, key: `cell ${number}` },
    own && seats.length > 1 ? h("button", { "aria-label": TRAY.turnTo(number), "aria-pressed": String(number === model.own), onclick: () => model.turnTo(number) }, told) : told);
}

const MARGIN = { x: 74, y: 6 };

/** @param {any} model */
function ownAreas(model) {
  const { areas } = model.layout;
  const least = (/** @type {(area: any) => number} */ of) => Math.min(...areas.map(of));
  const most = (/** @type {(area: any) => number} */ of) => Math.max(...areas.map(of));
  const [left, right] = [least((one) => one.x - one.w / 2), most((one) => one.x + one.w / 2)];
  const [top, bottom] = [least((one) => one.y - one.h / 2), most((one) => one.y + one.h / 2)];
  return h("svg", { class: "plan own-areas", viewBox: `${left - MARGIN.x} ${top - MARGIN.y} ${right - left + 2 * MARGIN.x} ${bottom - top + 2 * MARGIN.y}` },
    position(model, { x: 0, y: 0, turn: 0, plate: [0, 0] }, model.own));
}
