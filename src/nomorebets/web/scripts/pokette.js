/** Pokette: wheel, card stand, grid; a chip lies where it speaks: in a cell, on an edge, on a crossing. */
import { h } from "./dom.js";
import { money } from "./money.js";
import { card, pip } from "./pieces/cards.js";
import { stack } from "./pieces/chips.js";
import { wheel } from "./pieces/wheel.js";
import { ownSeats } from "./table/reading.js";
import { wagerName } from "./words.js";

const [LEFT, TOP, WIDE, TALL, RANKS] = [66, 56, 102, 48, 64];
const NEAR = 10;
const SUITS = ["s", "h", "d", "c"];
const THREES = ["akq", "jt9", "876", "543"];
const POKER = ["pair_in_two", "pair_in_three", "three_of_a_kind", "flush", "straight", "straight_flush"];

/** @param {any} model */
export function pokettePlan(model) {
  return h("div", { class: "pokette" },
    h("div", { class: "wheel-side" }, wheel(model.posted.submission.wheel_order.split(" "), model.shown.section ?? -1), stand(model), pokerHands(model)),
    grid(model));
}

/** @param {any} model */
function stand(model) {
  const lying = model.shown.places.stand;
  const cards = lying?.cards ?? [];
  return h("div", { class: "stand" },
    h("div", { class: "stand-cards" }, [0, 1, 2].map((n) => cards[n] ? card(cards[n], "full", { key: `${n} ${cards[n]}` }) : h("span", { class: "empty", key: `${n} empty` }, ["first", "second", "third"][n], h("br"), "spin"))),
    h("div", null, h("h3", null, "Card stand"), h("p", null, lying?.words?.[0] ?? "No card is posted.")));
}

/** @param {any} model */
function pokerHands(model) {
  const seat = ownSeats(model)[0];
  return h("div", { class: "poker-hands" }, POKER.map((wager) => {
    const offer = model.bets[`${seat} ${wager}`];
    const chips = model.shown.seats[seat]?.chips[wager];
    return h("button", { key: wager, class: `poker ${offer ? "" : "not-now"}`, onclick: () => (offer ? model.bet(seat, wager) : model.whyNot(wager)), oncontextmenu: (/** @type {Event} */ event) => { event.preventDefault(); model.takeBack(seat, wager); } },
      h("b", null, wagerName(wager)), h("span", null, offer ? odds(model, wager) : chips ? money(chips) : "not now, why?"), chips && h("svg", { viewBox: "0 0 40 40", class: "laid" }, stack(chips, 20, 20, 34)));
  }));
}

/** @param {any} model @param {string} wager */
const odds = (model, wager) => Object.values(model.posted.tables[wager]?.rows ?? {})[0] ?? "";

/** Where something lies on the grid. @param {string} wager @param {string} on @param {any} model @returns {[number, number]} */
function lies(wager, on, model) {
  const rows = model.posted.layout;
  const cell = (/** @type {string} */ one) => {
    const row = rows.findIndex((/** @type {string[]} */ cards) => cards.includes(one));
    return [LEFT + (rows[row].indexOf(one) + 0.5) * WIDE, TOP + (row + 0.5) * TALL];
  };
  const rankAt = (/** @type {string} */ one) => TOP + (rows.findIndex((/** @type {string[]} */ cards) => cards[0].startsWith(one)) + 0.5) * TALL;
  const words = on.split(" ");
  const mean = (/** @type {number[]} */ all) => all.reduce((a, b) => a + b, 0) / all.length;
  if (wager === "single_card") { const [x, y] = cell(on); return [x + 34, y]; }
  if (wager === "split" || wager === "corner") { const all = words.map(cell); return [mean(all.map(([x]) => x)), mean(all.map(([, y]) => y))]; }
  if (wager === "single_rank") return [LEFT - 16, rankAt(on)];
  if (wager === "double_rank") return [LEFT - 16, mean(words.map(rankAt))];
  if (THREES.includes(wager)) return [LEFT + 4 * WIDE + 84, TOP + (THREES.indexOf(wager) * 3 + 0.6) * TALL];
  if (wager === "suit") return [LEFT + (SUITS.indexOf(on) + 0.82) * WIDE, TOP + 13.45 * TALL];
  if (wager === "red") return [LEFT + WIDE * 1.8, TOP + 14.6 * TALL];
  if (wager === "black") return [LEFT + WIDE * 3.8, TOP + 14.6 * TALL];
  return [LEFT + WIDE * 2.85, TOP - 26];
}

/** What a touch of the grid speaks for: the nearest edge or crossing, or the cell. @param {number} x @param {number} y @param {any} model */
function spoken(x, y, model) {
  const rows = model.posted.layout;
  const [column, row] = [Math.floor((x - LEFT) / WIDE), Math.floor((y - TOP) / TALL)];
  const at = (/** @type {number} */ r, /** @type {number} */ c) => rows[r]?.[c];
  const [dx, dy] = [x - LEFT - Math.round((x - LEFT) / WIDE) * WIDE, y - TOP - Math.round((y - TOP) / TALL) * TALL];
  const [edgeX, edgeY] = [Math.round((x - LEFT) / WIDE), Math.round((y - TOP) / TALL)];
  const [nearX, nearY] = [Math.abs(dx) < NEAR && edgeX > 0 && edgeX < 4, Math.abs(dy) < NEAR && edgeY > 0 && edgeY < 13];
  if (nearX && nearY) return ["corner", [at(edgeY - 1, edgeX - 1), at(edgeY - 1, edgeX), at(edgeY, edgeX - 1), at(edgeY, edgeX)].join(" ")];
  if (nearX) return ["split", `${at(row, edgeX - 1)} ${at(row, edgeX)}`];
  if (nearY) return ["split", `${at(edgeY - 1, column)} ${at(edgeY, column)}`];
  return ["single_card", at(row, column)];
}

/** @param {any} model */
function grid(model) {
  const seat = ownSeats(model)[0];
  const rows = model.posted.layout;
  const posted = new Set(model.shown.places.stand?.cards ?? []);
  const bet = (/** @type {string} */ wager, /** @type {string} */ on) => () => model.bet(seat, wager, on);
  const touch = (/** @type {any} */ event) => {
    const box = event.currentTarget.ownerSVGElement;
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(box.getScreenCTM().inverse());
    const [wager, on] = spoken(point.x, point.y, model);
    return [wager, on];
  };
  const area = (/** @type {string} */ wager, /** @type {string} */ on, /** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ w, /** @type {number} */ tall, /** @type {any} */ inside, /** @type {string} */ kind = "") =>
    h("g", { class: `cell ${kind}`, key: `${wager} ${on}`, role: "button", tabindex: "0", "aria-label": `${wagerName(wager)}${on ? ` ${on}` : ""}, ${odds(model, wager)}`, onclick: bet(wager, on), onkeydown: (/** @type {KeyboardEvent} */ event) => event.key === "Enter" && bet(wager, on)() }, h("rect", { x, y, width: w, height: tall }), inside);
  const words = (/** @type {number} */ x, /** @type {number} */ y, /** @type {string} */ kind, /** @type {any} */ text) => h("text", { class: kind, x, y, "text-anchor": "middle" }, text);
  return h("svg", { class: "grid", viewBox: "0 0 584 790" },
    area("jacer", "", LEFT + WIDE, 4, WIDE * 2, 48, [words(LEFT + WIDE * 2, 24, "letters", "JACER"), words(LEFT + WIDE * 2, 40, "odds", `two aces, two jokers · ${odds(model, "jacer")}`)]),
    [0, 3].map((n) => h("g", { key: `joker ${n}` }, h("rect", { class: "dashed", x: LEFT + n * WIDE, y: 4, width: WIDE, height: 48 }), words(LEFT + (n + 0.5) * WIDE, 33, "joker-word", "Joker"))),
    rows.map((/** @type {string[]} */ cards, /** @type {number} */ row) => {
      const rank = cards[0][0];
      return [
        area("single_rank", rank, LEFT - RANKS, TOP + row * TALL, RANKS, TALL, words(LEFT - RANKS + 20, TOP + row * TALL + 31, "rank", rank === "T" ? "10" : rank)),
        cards.map((one, column) => h("g", { key: one, class: `cell ${column === 1 || column === 2 ? "red" : "black"} ${posted.has(one) ? "posted" : ""}`, role: "button", tabindex: "0", "aria-label": one, onclick: (/** @type {any} */ event) => { const [wager, on] = touch(event); if (on) model.bet(seat, wager, on); }, onkeydown: (/** @type {KeyboardEvent} */ event) => event.key === "Enter" && model.bet(seat, "single_card", one) },
          h("rect", { x: LEFT + column * WIDE, y: TOP + row * TALL, width: WIDE, height: TALL }),
          words(LEFT + column * WIDE + 36, TOP + row * TALL + 32, "rank", rank === "T" ? "10" : rank), pip(SUITS[column], LEFT + column * WIDE + 62, TOP + row * TALL + 25, 17))),
      ];
    }),
    THREES.map((wager, n) => area(wager, "", LEFT + 4 * WIDE, TOP + n * 3 * TALL, 104, TALL * 3, [words(LEFT + 4 * WIDE + 52, TOP + (n * 3 + 1.4) * TALL, "rank", wagerName(wager)), words(LEFT + 4 * WIDE + 52, TOP + (n * 3 + 1.9) * TALL, "odds", odds(model, wager))])),
    SUITS.map((one, n) => area("suit", one, LEFT + n * WIDE, TOP + 13 * TALL, WIDE, TALL - 2, [pip(one, LEFT + n * WIDE + 20, TOP + 13.45 * TALL, 15), words(LEFT + n * WIDE + 52, TOP + 13.55 * TALL, "odds", odds(model, "suit"))])),
    area("red", "", LEFT, TOP + 14.15 * TALL, WIDE * 2, 44, words(LEFT + WIDE, TOP + 14.72 * TALL, "letters", `RED ${odds(model, "red")}`), "red"),
    area("black", "", LEFT + WIDE * 2, TOP + 14.15 * TALL, WIDE * 2, 44, words(LEFT + WIDE * 3, TOP + 14.72 * TALL, "letters", `BLACK ${odds(model, "black")}`), "black"),
    Array.from({ length: 12 }, (_, n) => h("rect", { class: "line-touch", key: `double ${n}`, x: LEFT - RANKS, y: TOP + (n + 1) * TALL - 8, width: RANKS, height: 16, onclick: bet("double_rank", `${rows[n][0][0]} ${rows[n + 1][0][0]}`) })),
    laid(model));
}

/** @param {any} model */
function laid(model) {
  return Object.entries(model.shown.seats).flatMap(([number, seat]) => Object.entries(/** @type {any} */ (seat).chips).filter(([key]) => !POKER.includes(key)).map(([key, chips]) => {
    const [wager, on] = key.split(":");
    const ended = /** @type {any} */ (seat).settled?.[key];
    if (ended && (ended.result ?? "win") !== "win" && ended.result !== "push") return null;
    const [x, y] = lies(wager, on ?? "", model);
    return h("g", { key: `${number} ${key}`, class: `laid ${ended ? "won" : ""}`, oncontextmenu: (/** @type {Event} */ event) => { event.preventDefault(); model.takeBack(Number(number), key); } }, stack(/** @type {number} */ (chips), x, y, 28));
  }));
}
