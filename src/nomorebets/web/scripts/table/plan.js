/** The plan: the whole table as one picture, true to the layout, each wager where it lies. */
import { h } from "../dom.js";
import { WIDTH } from "../games/layout.js";
import { playerName } from "../words.js";
import { PLAN } from "../words/table.js";
import { cloth } from "./cloth.js";
import { furniture, told } from "./furniture.js";
import { position } from "./position.js";
import { ownSeats, stateOf } from "./reading.js";

const MIDDLE = WIDTH / 2;
const MOST_ROWS = 4;
const LETTER = 5.8; // how wide a letter is, about
const LONG = 38; // letters of what the dealer holds, in small print from there on

/** @param {any} model */
export function plan(model) {
  const { layout, shown: view } = model;
  const positions = layout.positions(view.positions).slice(0, view.positions);
  return h("svg", { class: `plan ${view.void ? "is-void" : ""}`, viewBox: `0 0 ${WIDTH} ${layout.height}`, role: "group", "aria-label": PLAN.table(layout.title) },
    cloth(layout.height),
    inscriptions(model),
    furniture(model),
    positions.map((/** @type {any} */ place, /** @type {any} */ at) => position(model, place, at + 1)),
    positions.map((/** @type {any} */ place, /** @type {any} */ at) => plate(model, place, at + 1)));
}

/** @param {any} model */
function inscriptions(model) {
  const { layout, posted, shown: view } = model;
  const tables = layout.tables.map((/** @type {any} */ one) => ({ title: one.title, rows: rows(one.wager, posted, layout.tableLetters ?? 99) })).filter((/** @type {any} */ one) => one.rows.length);
  const across = layout.tableWidth ?? 150;
  const left = MIDDLE - ((tables.length - 1) * across) / 2;
  const [houseX, houseY] = layout.house ?? [MIDDLE, layout.height - 172];
  const y = layout.titleY;
  const below = y + (layout.second ? 64 : 48);
  return h("g", { class: "inscriptions" },
    told(view)
      ? dealersWords(PLAN.dealer(view.places.dealer.words), y)
      : h("text", { class: "inscribed", x: MIDDLE, y }, layout.title.toUpperCase()),
    h("text", { class: "inscribed-line", x: MIDDLE, y: y + 22 }, layout.inscription),
    layout.second && h("text", { class: "inscribed-line second", x: MIDDLE, y: y + 41 }, layout.second),
    tables.map((/** @type {any} */ table, /** @type {any} */ n) => payTable(table, left + n * across, below, across, layout.tableRows ?? MOST_ROWS)),
    h("g", { class: "house", transform: `translate(${houseX} ${houseY})` },
      h("circle", { class: "mark", r: 9 }), h("path", { class: "mark", d: "M-14 0h28" }),
      h("text", { class: "licensee", y: 34 }, view.licensee === "No More Bets" ? PLAN.house : view.licensee.toUpperCase())));
}

/** @param {string} words @param {number} y */
const dealersWords = (words, y) => h("text", { class: `dealers-words ${words.length > LONG ? "long" : ""}`, x: MIDDLE, y }, words);

/** @param {string} wager @param {any} posted @param {number} letters the longest name that fits @returns {[string, string][]} */
function rows(wager, posted, letters) {
  if (!wager) return /** @type {[string, string][]} */ (PLAN.raises);
  const table = posted.tables[wager];
  const short = (/** @type {string} */ row) => row.replace(/ (Straight )?Flush$/, "").toLowerCase().replace(/^./, (one) => one.toUpperCase());
  const told = Object.entries(table?.rows ?? {}).map(([row, pays]) => [short(row), pays.replace(/ of the (main )?meter.*$/i, " of meter")]);
  return /** @type {[string, string][]} */ (told.filter(([row]) => row.length <= letters));
}

/** A long table with its first rows two and two on a line, as far as they fit. @param {[string, string][]} rows @param {number} wide @param {number} most @returns {[string, string][]} */
function merged(rows, wide, most) {
  if (rows.length <= most || most < 2) return rows.slice(0, most);
  const [[one, first], [two, second], ...rest] = rows;
  const shared = one.replace(/^\S+/, "") === two.replace(/^\S+/, "");
  const name = shared ? `${one.split(" ")[0]} · ${two}` : `${one} · ${two.toLowerCase()}`;
  const pays = `${first.replace(/ to 1$/, "")} · ${second.replace(/ to 1$/, "")}`;
  if ((name.length + pays.length + 1) * LETTER > wide) return [rows[0], ...merged(rows.slice(1), wide, most - 1)];
  return [[name, pays], ...merged(rest, wide, most - 1)];
}

/** Odds without their "to 1" where the line is short. @param {string} row @param {string} pays @param {number} wide */
const fitting = (row, pays, wide) => ((row.length + pays.length + 1) * LETTER > wide ? pays.replace(/ to 1$/, "") : pays);

/** A name that is longer than its room. @param {string} row @param {number} room */
const squeezed = (row, room) => (row.length * LETTER > room ? { textLength: room, lengthAdjust: "spacingAndGlyphs" } : {});

/** @param {{title: string, rows: [string, string][]}} table @param {number} x @param {number} y @param {number} across @param {number} most */
function payTable(table, x, y, across, most) {
  const half = across / 2 - 14;
  return h("g", { class: "pay-table" },
    h("text", { class: "letters", x, y }, table.title.toUpperCase()),
    h("path", { class: "edge2", d: `M${x - half} ${y + 7}h${2 * half}` }),
    merged(table.rows, 2 * half, most).map(([row, pays]) => [row, fitting(row, pays, 2 * half)]).map(([row, pays], n) => [
      h("text", { class: "row", x: x - half, y: y + 22 + n * 15, ...squeezed(row, 2 * half - (pays.length + 1) * LETTER) }, row),
      h("text", { class: "pays", x: x + half, y: y + 22 + n * 15 }, pays),
    ]));
}

/** @param {any} model @param {import("../games/layout.js").Position} place @param {number} number */
function plate(model, place, number) {
  const seat = model.shown.seats[number];
  const [x, y] = place.plate;
  if (!seat) {
    const sit = () => model.sit(number);
    const enter = (/** @type {KeyboardEvent} */ event) => { if (event.key === "Enter") sit(); };
    const open = model.sits[number] ? { role: "button", tabindex: "0", onclick: sit, onkeydown: enter, "aria-label": PLAN.take(number) } : {};
    return h("g", { class: "plate open", key: `plate ${number}`, ...open },
      h("rect", { x: x - 46, y: y - 16, width: 92, height: 32, rx: 16 }),
      h("text", { x, y: y + 5, "text-anchor": "middle" }, PLAN.open(number)));
  }
  const own = ownSeats(model).includes(number);
  const state = stateOf(model, number);
  const name = playerName(seat.player, own ? seat.player : "");
  const wide = 62 + name.length * 8 + state.words.length * 7.2;
  const left = Math.min(Math.max(x - wide / 2, 4), WIDTH - wide - 4);
  return h("g", { class: `plate ${state.turn ? "turn" : ""} ${own ? "own" : ""}`, key: `plate ${number}` },
    h("rect", { x: left, y: y - 16, width: wide, height: 32, rx: 16 }),
    h("circle", { cx: left + 18, cy: y, r: 11 }), h("text", { class: "number", x: left + 18, y: y + 4.5 }, number),
    h("text", { class: "name", x: left + 37, y: y + 5 }, name),
    h("text", { class: `state ${state.kind}`, x: left + wide - 14, y: y + 5 }, state.words));
}
