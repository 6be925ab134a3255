/** One position: its betting areas with what lies on them, and the cards or tiles of whoever sits there. */
import { h } from "../dom.js";
import { money } from "../money.js";
import { HIDDEN } from "../pieces/cards.js";
import { stack } from "../pieces/chips.js";
import { marker } from "../pieces/markers.js";
import { wagerName } from "../words.js";
import { PLAN } from "../words/table.js";
import { outline } from "./cloth.js";
import { spread } from "./furniture.js";
import { fallingIn, isLost, ownSeats, packNow, sorted, without } from "./reading.js";

/** Areas for wagers that are made after the deal: they are not among those posted for before. */
const LATER = ["raise", "play", "bet", "options"];
/** Whose sums stand beside the chips on the plan; those of the others are in the tray and the record. */
const SUMMED = new Set(["ante", "raise", "play", "bet", "wager"]);

/** @param {any} model @param {import("../games/layout.js").Position} place @param {number} number */
export function position(model, place, number) {
  const { layout, shown: view, posted } = model;
  const seat = view.seats[number];
  const own = ownSeats(model).includes(number);
  const offered = new Set(posted.wagers.map((/** @type {any} */ one) => one.name));
  const set = Boolean(view.places[`seat ${number}`]?.low?.length);
  const areas = layout.areas.filter((/** @type {any} */ area) => !area.wager || offered.has(area.wager) || LATER.includes(area.wager));
  const turned = `translate(${place.x} ${place.y}) rotate(${place.turn})`;
  return h("g", { class: `position ${seat ? "" : "open"} ${own ? "own" : ""}`, transform: turned, key: `position ${number}` },
    areas.map((/** @type {any} */ area) => bettingArea(model, set && !area.wager ? { ...area, label: [] } : area, number, seat, own, place)),
    packFrame(model, own),
    bankMarker(model, number),
    cardsAt(model, number, own));
}

/** @param {any} model @param {any} area @param {number} number @param {any} seat @param {boolean} own @param {any} place */
function bettingArea(model, area, number, seat, own, place) {
  const chips = area.wager ? seat?.chips[area.wager] ?? 0 : 0;
  const ended = seat?.settled?.[area.wager];
  const lost = ended && isLost(ended);
  const tight = layoutIsTight(model) && ended?.pays > 0;
  const laid = chips > 0 && !lost && !tight;
  const upright = `rotate(${-place.turn} ${area.x} ${area.y})`;
  const offer = own && model.bets[`${number} ${area.wager}`];
  const done = packNow(model.shown) > Number(area.wager.match(/_(\d)$/)?.[1] ?? 9) ? "done" : "";
  return h("g", { class: `area-group ${offer ? "offered" : ""} ${done}`, key: area.wager || `hand ${area.x}`, ...touch(model, area, number, own, chips, offer) },
    outline(area, { class: "area" }),
    area.wager === "ante" && h("circle", { class: "inner", cx: area.x, cy: area.y, r: area.w / 2 - 4 }),
    area.wager === "progressive" && h("circle", { class: `light ${chips ? "lit" : ""}`, cx: area.x, cy: area.y + area.h / 2 - 7, r: 3 }),
    !laid && (lost && own ? h("text", { class: "lost", x: area.x, y: area.y + 4, transform: upright }, PLAN.lost) : tight ? h("text", { class: "paid-sum", x: area.x, y: area.y + 5, transform: upright }, `+${money(ended.pays)}`) : label(area)),
    (offer || own) && area.wager && h("rect", { class: "hit", x: area.x - 23, y: area.y - Math.max(13, area.h / 2), width: 46, height: Math.max(26, area.h) }),
    laid ? stack(chips, area.x, area.y, area.chip ?? 34, { key: "chips", class: "laid" }) : null,
    laid && h("g", { transform: upright }, beside(area, chips, ended, own, seat.coupons?.[area.wager] ?? 0)));
}

/** Whether nothing can lie beside a wager, as in columns: a payout is told in its area. @param {any} model */
const layoutIsTight = (model) => model.layout.key === "packs-poker";

/** What lies beside a wager: the payout, or its sum. @param {any} area @param {number} chips @param {any} ended @param {boolean} own @param {number} coupon */
function beside(area, chips, ended, own, coupon) {
  const side = area.x < -20 ? -1 : 1;
  const edge = area.x + side * (area.w / 2);
  if (ended?.pays > 0) return [stack(ended.pays, edge + side * 18, area.y, 28, { key: "paid", class: "paid" }), sum(`+${money(ended.pays)}`, edge + side * 56, area.y, "won")];
  return !ended && SUMMED.has(area.wager) && sum(coupon ? `${money(chips)} + ${money(coupon)}` : money(chips), edge + side * (coupon ? 40 : 24), area.y, own ? "mine" : "");
}

/** What a touch of an own area does: adds a chip where that is offered; else it says why not. @param {any} model @param {any} area @param {number} number @param {boolean} own @param {number} chips @param {any} offer */
function touch(model, area, number, own, chips, offer) {
  if (!own || !area.wager) return {};
  const words = PLAN.area(wagerName(area.wager), number, chips, model.shown.seats[number]?.coupons?.[area.wager] ?? 0);
  const back = (/** @type {Event} */ event) => {
    event.preventDefault();
    model.takeBack(number, area.wager);
  };
  if (!offer) return model.view.phase === "betting" ? { class: "area-group not-now", role: "button", tabindex: "0", "aria-label": PLAN.notNow(words), onclick: () => model.whyNot(area.wager), onkeydown: entered(() => model.whyNot(area.wager)), oncontextmenu: chips ? back : undefined } : {};
  return {
    role: "button", tabindex: "0", "aria-label": PLAN.add(words, model.chip),
    onclick: () => model.bet(number, area.wager),
    oncontextmenu: back,
    onpointerdown: held(back),
    onkeydown: (/** @type {KeyboardEvent} */ event) => areaKey(event, model, number, area.wager),
  };
}

/** @param {() => void} does */
const entered = (does) => (/** @type {KeyboardEvent} */ event) => {
  if (event.key !== "Enter" && event.key !== " ") return;
  event.preventDefault();
  event.stopPropagation();
  does();
};

const HELD_MS = 550;

/** A finger that rests on chips takes them back. @param {(event: Event) => void} does */
const held = (does) => (/** @type {PointerEvent} */ event) => {
  if (event.pointerType !== "touch") return;
  const timer = setTimeout(() => does(event), HELD_MS);
  const end = () => clearTimeout(timer);
  for (const name of ["pointerup", "pointercancel", "pointermove"]) event.target?.addEventListener(name, end, { once: true });
};

/** @param {KeyboardEvent} event @param {any} model @param {number} number @param {string} wager */
function areaKey(event, model, number, wager) {
  if (event.shiftKey || event.ctrlKey) return;
  if (event.key === "Enter" || event.key === " ") model.bet(number, wager);
  else if (event.key === "Backspace") model.takeBack(number, wager);
  else return;
  event.preventDefault();
  event.stopPropagation();
}

/** @param {any} area */
const label = (area) => area.label.map((/** @type {string} */ line, /** @type {number} */ n) =>
  h("text", { class: "letters", x: area.x, y: area.y + (area.wager === "progressive" ? 1 : 4) + (n - (area.label.length - 1) / 2) * 11 }, line));

/** @param {string} words @param {number} x @param {number} y @param {string} kind */
export function sum(words, x, y, kind) {
  const wide = words.length * 7.4 + 12;
  return h("g", { class: `sum ${kind}` },
    h("rect", { x: x - wide / 2, y: y - 11, width: wide, height: 22, rx: 11 }), h("text", { x, y: y + 5 }, words));
}

/** The pack that is being settled is a frame around its column. @param {any} model @param {boolean} own */
function packFrame(model, own) {
  const now = packNow(model.shown);
  if (!now || model.layout.key !== "packs-poker" || model.shown.phase === "collecting") return null;
  return h("rect", { class: `pack-frame ${own ? "now-frame" : "dashed"}`, x: (now - 2) * 46 - 24, y: -83, width: 48, height: 108, rx: 5 });
}

/** @param {any} model @param {number} number */
function bankMarker({ shown }, number) {
  const bank = shown.own?.bank;
  return bank?.seat === number ? marker(bank.co_bank ? "co_bank" : "bank", 0, 0, 19) : null;
}

/** What lies at a seat: in its two areas once it is set, else behind the wagers. @param {any} model @param {number} number @param {boolean} own */
function cardsAt(model, number, own) {
  const { layout, shown: view } = model;
  const lying = view.places[`seat ${number}`];
  if (!lying) return null;
  const tiles = layout.hand === "tiles";
  if (layout.low && lying.low?.length) return inTwo(layout, lying, tiles, number);
  if (own && (layout.key !== "packs-poker" || model.width === "phone")) return null;
  const hidden = lying.cards.includes(HIDDEN);
  const groups = hidden ? { plays: lying.cards, rest: [] } : sorted(lying, layout.hand);
  const cards = (groups.plays.length ? groups.plays : groups.rest).filter((/** @type {any} */ one) => !(lying.apart ?? []).includes(one));
  const [x, y] = hidden ? layout.cards.behind : layout.cards.shown;
  const wide = tiles ? 84 : layout.key === "packs-poker" ? 29 * cards.length : 28 + 14 * (cards.length - 1);
  return h("g", { "data-place": `seat ${number}`, class: "others" }, spread(cards, tiles, x - wide / 2, y - 20, wide, tiles ? 45 : 39, `seat ${number}`));
}

/** @param {any} layout @param {any} lying @param {boolean} tiles @param {number} number */
function inTwo(layout, lying, tiles, number) {
  const high = without(lying.cards, lying.low);
  const order = tiles ? (/** @type {string[]} */ hand) => hand : fallingIn;
  const boxes = layout.areas.filter((/** @type {any} */ one) => !one.wager);
  return h("g", { "data-place": `seat ${number}`, class: "others" }, [high, lying.low].map((hand, n) =>
    spread(order(hand), tiles, boxes[n].x - boxes[n].w / 2 + 4, boxes[n].y - boxes[n].h / 2 + 5, boxes[n].w - 8, boxes[n].h - 10, `seat ${number} ${n}`)));
}
