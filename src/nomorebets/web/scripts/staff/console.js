/** The parts of the dealer's console: what is counted and recorded, the layout, what is taken and paid. */
import { h } from "../dom.js";
import { cited, numberOf, sign } from "../page.js";
import { card, cardName, pip, rank, stack, suit, tile, tileName } from "../pieces.js";
import { net } from "../table/reading.js";
import { added, money, playerName, say, signed, upTo, wagerName, words } from "../words.js";
import TEXT from "../words/staff.json" with { type: "json" };
import { labelled, sentence } from "./frame.js";

const { DEAL } = TEXT;

// --- What a dealer counts, enters and records for a step before it counts ---

/** @type {Record<string, string>} */
const RANGED = { CountStub: "count", Cut: "count", Spin: "section", DrawNumber: "number", SelectStack: "stack" };
/** @type {Record<string, string>} */
const LABELS = { CountStub: DEAL.count, Cut: DEAL.cut, Spin: DEAL.section, DrawNumber: DEAL.number };
const LEAST_SHAKES = 3;

/** What stands in the fields of a step when it becomes due, as a dealer without fault would fill them in. @param {any} offer @param {any} model */
export function faultless(offer, model) {
  const { action } = offer,
    { view, pieces } = model;
  switch (action.type) {
    case "CountStub":
      return { count: view.decks[view.deck]?.left ?? 0 };
    case "Cut":
      return { count: Math.floor((view.decks[action.deck]?.left ?? offer.most) / 2) };
    case "Shake":
      return { dice: [], times: LEAST_SHAKES };
    case "Shuffle":
      return { stack: [], circles: pieces.circles };
    case "Spin":
    case "DrawNumber":
      return { [RANGED[action.type]]: null };
    case "Step":
      return (offer.free ?? []).includes("count") ? { count: expected(action.step, view) } : {};
    default:
      return {};
  }
}

/** How many chips a dealer should find who is to verify them; what else is counted is the dealer's to say. @param {string} step @param {any} view */
function expected(step, view) {
  if (step !== "verify_progressive") return null;
  return Object.values(view.seats).filter((/** @type {any} */ seat) =>
    Object.keys(seat.chips).some((wager) => wager.startsWith("progressive")),
  ).length;
}

/** Whether all that has to be filled in is. @param {any} offer @param {any} filled @param {any} pieces */
export function isComplete(offer, filled, pieces) {
  const { type } = offer.action;
  if (type === "Shuffle") return filled.stack.length === pieces.names.length;
  if (type === "Shake") return filled.dice.length === pieces.dice;
  return Object.values(filled).every((value) => value !== null && !Number.isNaN(value));
}

/** The action as it is sent. @param {any} offer @param {any} filled @param {any} pieces */
export function asAction(offer, filled, pieces) {
  const sent = { ...filled };
  if (sent.stack) sent.stack = sent.stack.map((/** @type {string} */ name) => pieces.names.indexOf(name));
  for (const name of ["note", "found"]) if (!sent[name]) delete sent[name];
  return { ...offer.action, ...sent };
}

/** The fields of a step. @param {any} offer @param {any} model @param {(changed: object) => void} fill */
export function fields(offer, model, fill) {
  const { filled, pieces } = model,
    { action } = offer,
    free = offer.free ?? [];
  const counted = RANGED[action.type] ?? (free.includes("count") ? "count" : "");
  return [
    action.type === "Shuffle" && pad(model, fill),
    action.type === "Shake" && dice(filled, pieces, fill),
    counted &&
      number(LABELS[action.type] ?? DEAL.count, filled[counted], (value) => fill({ [counted]: value }), offer.most),
    action.type === "Shake" && number(DEAL.times, filled.times, (value) => fill({ times: value })),
    action.type === "Shuffle" &&
      pieces.circles > 0 &&
      number(DEAL.circles, filled.circles, (value) => fill({ circles: value })),
    action.type === "Step" &&
      free.includes("found") &&
      text(DEAL.found, filled.found, (value) => fill({ found: value })),
    action.type === "Step" &&
      /document|sign|paper|verify_hand/.test(action.step) &&
      text(DEAL.note, filled.note, (value) => fill({ note: value })),
  ];
}

/** @param {string} label @param {any} value @param {(value: number | null) => void} set @param {number} [most] */
const number = (label, value, set, most) =>
  labelled(
    label,
    h("input", {
      type: "number",
      inputmode: "numeric",
      min: 0,
      max: most || null,
      value: value ?? "",
      oninput: (/** @type {any} */ event) => set(event.target.value === "" ? null : Number(event.target.value)),
    }),
  );

/** @param {string} label @param {any} value @param {(value: string) => void} set */
const text = (label, value, set) =>
  labelled(
    label,
    h("input", {
      type: "text",
      maxlength: 400,
      value: value ?? "",
      oninput: (/** @type {any} */ event) => set(event.target.value),
    }),
  );

/** @param {any} filled @param {any} pieces @param {(changed: object) => void} fill */
const dice = (filled, pieces, fill) =>
  h(
    "fieldset",
    { class: "dice" },
    h("legend", null, DEAL.dice),
    h(
      "p",
      { class: "row" },
      filled.dice.map((/** @type {number} */ one, /** @type {number} */ at) =>
        h(
          "button",
          {
            type: "button",
            class: "die",
            "aria-label": `${one}, ${DEAL.back}`,
            onclick: () => fill({ dice: filled.dice.toSpliced(at, 1) }),
          },
          String(one),
        ),
      ),
      Array.from({ length: pieces.dice - filled.dice.length }, (_, at) =>
        h("span", { class: "die empty" }, String(filled.dice.length + at + 1)),
      ),
    ),
    h(
      "p",
      { class: "row" },
      [1, 2, 3, 4, 5, 6].map((one) =>
        h(
          "button",
          {
            type: "button",
            class: "small",
            disabled: filled.dice.length === pieces.dice,
            onclick: () => fill({ dice: [...filled.dice, one] }),
          },
          String(one),
        ),
      ),
    ),
  );

const SUITS = ["s", "h", "d", "c"];
const RANKS = [..."AKQJT98765432"];

/** All pieces as keys, those that are recorded struck through. @param {any} model @param {(changed: object) => void} fill */
function pad(model, fill) {
  const { filled, pieces } = model,
    used = new Set(filled.stack),
    cards = pieces.name === "card";
  const inOrder = cards
    ? [
        ...SUITS.flatMap((of) => RANKS.map((one) => one + of)),
        ...pieces.names.filter(
          (/** @type {string} */ name) => !RANKS.includes(rank(name)) || !SUITS.includes(suit(name)),
        ),
      ]
    : pieces.names;
  return h(
    "div",
    { class: "recording" },
    h("p", null, DEAL.type_cards),
    h(
      "p",
      { class: "row taken", "aria-label": DEAL.record },
      filled.stack.map((/** @type {string} */ name, /** @type {number} */ at) =>
        h(
          "button",
          {
            type: "button",
            key: `${name}${at}`,
            "aria-label": `${named(name, cards)}, ${DEAL.back}`,
            onclick: () => fill({ stack: filled.stack.toSpliced(at, 1) }),
          },
          piece(name, cards),
        ),
      ),
    ),
    h(
      "div",
      { class: "row" },
      h("input", {
        class: "typed",
        type: "text",
        "aria-label": DEAL.record,
        autocomplete: "off",
        value: model.typed,
        oninput: (/** @type {any} */ event) => typed(event.target.value, model, fill),
      }),
      h(
        "button",
        {
          type: "button",
          class: "small",
          disabled: !filled.stack.length,
          onclick: () => fill({ stack: filled.stack.slice(0, -1) }),
        },
        sign("undo"),
        DEAL.back,
      ),
    ),
    h(
      "div",
      { class: cards ? "pad" : "pad tiles" },
      inOrder.map((/** @type {string} */ name) =>
        h(
          "button",
          {
            type: "button",
            key: name,
            class: `key ${cards ? suit(name) : ""}`,
            disabled: left(name, filled.stack, pieces) < 1,
            "aria-label": named(name, cards),
            onclick: () => fill({ stack: [...filled.stack, name] }),
          },
          cards
            ? [
                rank(name).replace("T", "10"),
                SUITS.includes(suit(name)) &&
                  h("svg", { viewBox: "0 0 100 100", "aria-hidden": "true" }, pip(suit(name), 50, 50, 100)),
              ]
            : tile(name, { width: 20, height: 50 }),
        ),
      ),
    ),
    h("p", { class: "faint", role: "status" }, say(DEAL.recorded, { n: used.size && filled.stack.length, all: pieces.names.length })),
  );
}

/** How many of a name are still to come. @param {string} name @param {string[]} stack @param {any} pieces */
const left = (name, stack, pieces) =>
  pieces.names.filter((/** @type {string} */ one) => one === name).length - stack.filter((one) => one === name).length;

/** Every whole name that was typed or scanned is taken; what is none yet stays in the field. @param {string} value @param {any} model @param {(changed: object) => void} fill */
function typed(value, model, fill) {
  const { pieces, filled } = model,
    parts = value.split(/[\s,]+/).filter(Boolean),
    stack = [...filled.stack],
    rest = [];
  for (const part of parts) {
    const name = pieces.names.find(
      (/** @type {string} */ one) => one.toLowerCase() === part.toLowerCase().replace(/^10/, "t"),
    );
    if (name && left(name, stack, pieces) > 0) stack.push(name);
    else rest.push(part);
  }
  model.typed = rest.join(" ");
  fill({ stack });
}

/** @param {string} name @param {boolean} cards */
const named = (name, cards) => (cards ? cardName(name) : tileName(name));
/** @param {string} name @param {boolean} cards */
const piece = (name, cards) =>
  cards ? card(name, "index", { width: 40, height: 56 }) : tile(name, { width: 22, height: 55 });

// --- The table from the dealer's side ---

const WIDE = 768,
  TALL = 250;

/** @param {any} view */
export function layout(view) {
  const seats = upTo(view.positions);
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
  const wagers = Object.entries(seat.chips).map(([wager, cents]) => `${wager} ${money(cents)}`).join(", ") || DEAL.no_bet;
  return h(
    "g",
    { class: "position", role: "img", "aria-label": say(DEAL.has, { seat: number, player: playerName(seat.player), wagers }) },
    h("text", { class: "name", x, y: y - 32 }, `${number} ${playerName(seat.player)}`),
    h("circle", { cx: x, cy: y, r: 24 }),
    first && stack(first[1], x, y, 34),
    others.map(([, cents], at) => stack(cents, x + (at % 2 ? -1 : 1) * (38 + 22 * Math.floor(at / 2)), y - 4, 20)),
    h(
      "text",
      { class: "sum", x, y: y + 42 },
      first ? money(added(Object.values(seat.chips))) : "",
    ),
  );
}

// --- Take and pay ---

/** @param {any} view @param {any[]} due */
export function paying(view, due) {
  const seats = Object.entries(view.seats), dealer = view.places.dealer?.words ?? [];
  return [
    h("h2", null, DEAL.pay),
    dealer.length > 0 && h("p", { class: "dealer-hand" }, `${DEAL.dealer_has}: ${dealer.join(", ")}.`),
    view.void && h("p", { class: "void" }, sentence(view.void.reason), " ", numberOf(view.void.clause)),
    h("ul", { class: "pays" }, seats.map(([number, seat]) => (isBegun(seat) ? settled(number, seat) : waiting(number, seat)))),
    due.filter((one) => one.what === "documentation").map((one) =>
      h("p", { class: "now" }, say(DEAL.papers, { seat: one.seat }), numberOf(one.clause ?? ""))),
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
    cited(end.clause ?? ""));
}

/** @param {string} number @param {any} seat */
function waiting(number, seat) {
  const lies = added(Object.values(seat.chips));
  const done = seat.decisions?.at(-1), says = done ? words(done).toLowerCase() : lies ? DEAL.not_yet : DEAL.no_bet;
  return h("li", { class: "faint" }, h("span", null, `${number} ${playerName(seat.player)}, ${says}`), h("span", null, lies ? money(lies) : ""));
}
