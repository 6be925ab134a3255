/** The table from the dealer's side: seat 1 on the left, wagers with their sums, the inventory before the dealer. */
import { h } from "../dom.js";
import { money } from "../money.js";
import { stack } from "../pieces/chips.js";
import { playerName } from "../words.js";
import TEXT from "../words/staff.json" with { type: "json" };

const { DEAL } = TEXT;

const WIDE = 768,
  TALL = 250;

/** @param {any} view */
export function layout(view) {
  const seats = Array.from({ length: view.positions }, (_, at) => at + 1);
  return h(
    "svg",
    { class: "dealers-layout", viewBox: `0 0 ${WIDE} ${TALL}`, role: "group", "aria-label": DEAL.seats },
    h("path", { class: "rail", d: edge(0) }),
    h("path", { class: "felt", d: edge(6) }),
    seats.map((number) => position(number, view, (number - 0.5) / view.positions)),
    h("rect", { class: "rack", x: 264, y: 206, width: 240, height: 28, rx: 3 }),
    h("text", { class: "rack-name", x: 384, y: 225 }, DEAL.rack),
  );
}

/** @param {number} by */
const edge = (by) =>
  `M${by} ${TALL - 14}V200C${by} 60 150 ${by} 384 ${by}S${WIDE - by} 60 ${WIDE - by} 200V${TALL - 14 - by / 2}Q${WIDE - by} ${TALL - by} ${WIDE - 14 - by / 2} ${TALL - by}H${14 + by / 2}Q${by} ${TALL - by} ${by} ${TALL - 14 - by / 2}Z`;

/** @param {number} number @param {any} view @param {number} along from the left, 0 to 1 */
function position(number, view, along) {
  const seat = view.seats[number],
    x = 50 + along * (WIDE - 100),
    y = 60 + 300 * (along - 0.5) ** 2 + 10;
  if (!seat)
    return h(
      "g",
      { class: "position open" },
      h("circle", { cx: x, cy: y, r: 20 }),
      h("text", { x, y: y + 5 }, String(number)),
    );
  const [first, ...others] = Object.entries(seat.chips);
  const told = `Seat ${number}, ${playerName(seat.player)}: ${
    Object.entries(seat.chips)
      .map(([wager, cents]) => `${wager} ${money(cents)}`)
      .join(", ") || "no wager"
  }`;
  return h(
    "g",
    { class: "position", role: "img", "aria-label": told },
    h("text", { class: "name", x, y: y - 32 }, `${number} ${playerName(seat.player)}`),
    h("circle", { cx: x, cy: y, r: 24 }),
    first && stack(first[1], x, y, 34),
    others.map(([, cents], at) => stack(cents, x + (at % 2 ? -1 : 1) * (38 + 22 * Math.floor(at / 2)), y - 4, 20)),
    h(
      "text",
      { class: "sum", x, y: y + 42 },
      first ? money(Object.values(seat.chips).reduce((all, one) => all + one, 0)) : "",
    ),
  );
}
