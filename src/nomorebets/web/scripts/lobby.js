/** The lobby: every table with its own layout, its limits, free seats and meters; two clicks to sit down. */
import { drawing, h } from "./dom.js";
import { act, get, me, meOrGuest, patiently, Refused } from "./house.js";
import { cloth, LAYOUTS, outline, WIDTH } from "./layouts.js";
import { apply, fact, header, sign } from "./page.js";
import { card, shared, tile } from "./pieces.js";
import { FIRST_WAGER, GAMES, meterName, money, numberWord, say, upTo } from "./words.js";
import TEXT from "./words/lobby.json" with { type: "json" };

const { LOBBY } = TEXT;

/** @type {Record<string, string[]>} */
const SECOND = LOBBY.second;

const EVERY_MS = 2000;
const BRING = 100_000;

/** @type {{tables: any[] | null, who: any, chosen: string, seat: number, free: boolean, words: string, problem: string, lost: boolean}} */
const model = { lost: false, tables: null, who: null, chosen: "", seat: 0, free: false, words: "", problem: "" };
const redraw = drawing(lobby);

/** The free seat nearest the middle. @param {any} table */
function nearest(table) {
  const free = upTo(table.positions).filter((seat) => !(seat in table.seats));
  const middle = (table.positions + 1) / 2;
  return free.sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle))[0] ?? 0;
}

/** @param {any} table @param {number} seat */
function choose(table, seat) {
  Object.assign(model, { chosen: table.id, seat });
  redraw();
}

/** @param {any} table @param {number} seat */
async function sit(table, seat) {
  try {
    await meOrGuest();
    await act(table.id, { type: "Sit", seat });
    location.assign(`/table/${table.id}`);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    model.problem = error.message;
    await refresh();
    choose(table, nearest((model.tables ?? []).find((one) => one.id === table.id) ?? table));
  }
}

/** @param {Partial<typeof model>} what */
function change(what) {
  Object.assign(model, what);
  redraw();
}

/** Look again; a line that is down is told, and tried again next time. */
async function refresh() {
  try {
    model.tables = (await get("/v1/tables")).tables;
    model.lost = false;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error; // which is how a browser says that nobody answers
    model.lost = true;
  }
  redraw();
}

function shown() {
  const words = model.words.trim().toLowerCase();
  return (model.tables ?? []).filter((table) => (!model.free || nearest(table)) && `${GAMES[table.game]} ${table.name}`.toLowerCase().includes(words));
}

function lobby() {
  const tables = shown();
  const open = (model.tables ?? []).length;
  return [
    shared(),
    header({ at: "tables", who: model.who }),
    h("main", { class: "lobby" },
      h("div", { class: "title" },
        h("div", null, h("span", { class: "bar" }), h("h1", null, say(LOBBY.title, { n: open, number: numberWord(open) }))),
        h("p", null, LOBBY.lead),
        h("div", { class: "filters" },
          h("input", { type: "search", "aria-label": LOBBY.search, placeholder: LOBBY.search, value: model.words, oninput: (/** @type {any} */ event) => change({ words: event.target.value }) }),
          h("button", { "aria-pressed": String(!model.free), onclick: () => change({ free: false }) }, LOBBY.all),
          h("button", { "aria-pressed": String(model.free), onclick: () => change({ free: true }) }, LOBBY.free))),
      h("p", { class: model.problem || model.lost ? "problem" : "heard", role: "status" }, model.lost ? LOBBY.lost : model.problem),
      h("div", { class: "plates" },
        tables.map(tableCard),
        model.tables && !tables.length && h("p", null, LOBBY.none),
        reference()),
      h("footer", { class: "foot" }, h("span", null, LOBBY.committed), h("span", null, h("kbd", null, "1"), LOBBY.to, h("kbd", null, "7"), LOBBY.choose, h("kbd", null, "Enter"), LOBBY.sits))),
  ];
}

/** Whether it is the only table of its game. @param {any} table */
const alone = (table) => (model.tables ?? []).filter((/** @type {any} */ one) => one.game === table.game).length === 1;

/** @param {any} table @param {number} at */
function tableCard(table, at) {
  const free = table.positions - Object.keys(table.seats).length;
  const chosen = model.chosen === table.id;
  const name = table.name || say(LOBBY.table, { n: at + 1 });
  return h("section", { class: "plate-card", key: table.id, "aria-label": alone(table) ? GAMES[table.game] : `${GAMES[table.game]}, ${name}` },
    h("header", null, h("h2", null, GAMES[table.game]), h("a", { href: `/table/${table.id}` }, say(LOBBY.watch, { table: name }))),
    plate(table, chosen ? model.seat : 0, (seat) => choose(table, seat)),
    h("dl", null,
      fact([FIRST_WAGER[table.game] ?? LOBBY.ante, " ", h("span", null, say(LOBBY.limits, { least: money(table.least), most: money(table.most) }))], say(LOBBY.seats, { free, all: table.positions })),
      second(table)),
    seatButton(table, free, chosen));
}

/** A meter that can be won, or what else one wants to know of the table. @param {any} table */
function second(table) {
  const [meter] = Object.entries(table.meters).filter(([, cents]) => cents);
  const [name, value] = meter ? [meterName(meter[0]), money(meter[1])] : SECOND[table.game] ?? [LOBBY.round, String(table.round)];
  return fact(name, value);
}

/** @param {any} table @param {number} free @param {boolean} chosen */
function seatButton(table, free, chosen) {
  const own = Object.entries(table.seats).find(([, seat]) => seat.player === model.who?.player);
  if (own) return h("a", { class: "main", href: `/table/${table.id}` }, say(LOBBY.resume, { seat: Number(own[0]) }));
  if (chosen) {
    return h("button", { class: "main", key: "sit", born: (/** @type {any} */ button) => button.focus(), onclick: () => sit(table, model.seat) },
      sign("seat"), say(LOBBY.sit, { seat: model.seat, sum: money(BRING) }), h("kbd", null, "Enter"));
  }
  if (free) return h("button", { class: "other", key: "take", onclick: () => choose(table, nearest(table)) }, sign("seat"), LOBBY.take);
  return h("a", { class: "other", href: `/table/${table.id}` }, LOBBY.full);
}

const reference = () =>
  h("section", { class: "plate-card reference" }, h("header", null, h("h2", null, LOBBY.reference)),
    h("ul", null,
      LOBBY.entries.map(([href, icon, title, line]) => entry(href, icon, title, line))));

/** @param {string} href @param {any} icon @param {string} title @param {string} line */
const entry = (href, icon, title, line) => h("li", null, h("a", { href }, sign(icon), h("div", null, h("h3", null, title), h("p", null, line))));

addEventListener("keydown", (event) => {
  if (event.target instanceof HTMLInputElement || event.ctrlKey || event.metaKey || event.altKey) return;
  const table = shown()[Number(event.key) - 1];
  if (/^[1-9]$/.test(event.key) && table && nearest(table)) choose(table, nearest(table));
  if (event.key === "Escape") { model.chosen = ""; redraw(); }
});

apply();
model.who = await patiently(me);
await refresh();
setInterval(() => document.hidden || refresh(), EVERY_MS);

// --- A small picture of a table for the lobby ---

/**
 * @param {{game: string, positions: number, seats: Record<string, unknown>}} table
 * @param {number} chosen the seat that would be taken
 * @param {(seat: number) => void} pick
 */
function plate(table, chosen, pick) {
  const layout = LAYOUTS[table.game];
  if (!layout.areas) return pokette();
  const back = layout.hand === "tiles" ? tile : (/** @type {string} */ name, /** @type {any} */ props) => card(name, "index", props);
  const { cards, width } = layout.dealer;
  const tall = layout.hand === "tiles" ? width * 2.5 : width * 1.4;
  const start = WIDTH / 2 - (cards * (width + 5)) / 2;
  const [wide, high] = framed(layout.height);
  const [left, top] = [(WIDTH - wide) / 2, (layout.height - high) / 2];
  return h("svg", { viewBox: `${left} ${top} ${wide} ${high}`, class: `plate ${table.game}`, role: "img", "aria-label": say(LOBBY.layout, { game: GAMES[table.game] }) },
    h("rect", { class: "cloth-rail", x: left, y: top, width: wide, height: high }),
    cloth(layout.height),
    Array.from({ length: cards }, (_, at) => back("??", { x: start + at * (width + 5), y: layout.dealer.y - 20, width, height: tall, role: null, "aria-label": null })),
    h("text", { class: "plate-title", x: WIDTH / 2, y: layout.dealer.y + tall + 46 }, GAMES[table.game].toUpperCase()),
    h("text", { class: "plate-line", x: WIDTH / 2, y: layout.dealer.y + tall + 82 }, layout.inscription.length < 45 ? layout.inscription : ""),
    layout.beside.includes("dead hand") && h("circle", { class: "hairline", cx: 330, cy: 120, r: 40 }),
    layout.positions.slice(0, table.positions).map((place, at) => seat(layout, place, at + 1, table, chosen, pick)));
}

/** A frame of two to one around a table. @param {number} height */
const framed = (height) => [Math.max(WIDTH, 2 * height), Math.max(WIDTH / 2, height)];

/**
 * @param {import("./layouts.js").Layout} layout @param {import("./layouts.js").Position} place @param {number} number
 * @param {{seats: Record<string, unknown>}} table @param {number} chosen @param {(seat: number) => void} pick
 */
function seat(layout, place, number, table, chosen, pick) {
  const taken = number in table.seats;
  const first = layout.areas[0];
  return h("g", { class: `plan-seat ${taken ? "taken" : ""} ${number === chosen ? "chosen" : ""}`, transform: `translate(${place.x} ${place.y}) rotate(${place.turn})` },
    layout.areas.map((area) => outline(area, { class: "area" })),
    taken && h("circle", { class: "dot", cx: first.x, cy: first.y, r: 13 }),
    number === chosen && [h("circle", { class: "ring", cx: first.x, cy: first.y, r: 36 }), h("text", { x: first.x, y: first.y + 11 }, number)],
    !taken && h("circle", { class: "pick", r: 70, onclick: () => pick(number) }));
}

function pokette() {
  const wedge = (/** @type {number} */ n) => h("path", {
    class: n % 27 === 0 ? "gold-cell" : n % 2 ? "red-cell" : "black-cell", transform: `rotate(${n / 0.15} 270 290)`,
    d: "M270 85A205 205 0 0 1 293.8 86.4L287.4 141A150 150 0 0 0 270 140Z" });
  const cells = upTo(13).map((row) => [0, 1, 2, 3].map((column) =>
    h("rect", { class: "area", x: 580 + column * 74, y: 20 + row * 34, width: 74, height: 34 })));
  return h("svg", { viewBox: "-70 0 1208 604", class: "plate pokette", role: "img", "aria-label": say(LOBBY.layout, { game: GAMES.pokette }) },
    h("rect", { class: "cloth-rail", x: -70, width: 1208, height: 604 }),
    h("rect", { class: "felt", x: -50, y: 18, width: 1168, height: 568, rx: 12 }),
    upTo(54).map(wedge),
    h("circle", { class: "hairline", cx: 270, cy: 290, r: 46 }),
    h("g", { class: "plan-seat" }, cells, h("rect", { class: "area", x: 580, y: 506, width: 148, height: 38 }), h("rect", { class: "area", x: 728, y: 506, width: 148, height: 38 }),
      [0, 1, 2, 3].map((n) => h("rect", { class: "area", x: 900, y: 54 + n * 104, width: 92, height: 104 }))));
}
