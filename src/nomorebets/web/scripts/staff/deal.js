/** The dealer's console: the step that is due, the words to say, one key to do it, and what is counted or recorded. */
import { h } from "../dom.js";
import { act, documents, get, getPatiently, Live } from "../house.js";
import { cited, fact, sign } from "../page.js";
import { capital, GAMES, hour, meterName, money, say, words } from "../words.js";
import TEXT from "../words/staff.json" with { type: "json" };
import { asAction, faultless, fields, isComplete, layout, paying } from "./console.js";
import { atSeat, forPage, sentence, staffPage, tableName, title, until } from "./frame.js";

const { DEAL, FRAME } = TEXT;

/** @type {Record<string, string>} */
const STEPS = { NoMoreBets: "announce", CountStub: "count_stub", DrawNumber: "number" };
const LATELY = 80;
const LOOK_MS = 20_000;
const HEADING = 90; // letters
const table = location.pathname.split("/")[2] ?? "";
const page = staffPage({ at: "deal", roles: ["dealer", "floor"], content });
/** @type {any} */
const model = {
  table,
  tables: null,
  view: null,
  offers: [],
  due: [],
  script: [],
  pieces: null,
  filled: {},
  of: "",
  typed: "",
  entries: [],
  instead: null,
  busy: false,
  connected: true,
  now: Date.now(),
};

function content() {
  if (!table) return choosing();
  if (!model.view) return h("p", null, DEAL.wait);
  const offer = next();
  return [
    h(
      "h1",
      { class: "where" },
      h("b", null, GAMES[model.view.game]),
      ` ${model.name}`,
      model.policy?.chance === "recorded" && ` · ${DEAL.as_recorded}`,
      h("b", { class: "hour" }, hour(model.now)),
    ),
    !model.connected && !page.model.lost && h("p", { class: "lost", role: "alert" }, FRAME.lost),
    figures(),
    h(
      "div",
      { class: "console" },
      h("aside", { class: "script", "aria-label": DEAL.round }, done(), h("div", { class: "calls" }, calls())),
      h("div", { class: "step" }, offer ? due(offer) : idle(), then(offer), layout(model.view)),
      h("aside", { class: "paying", "aria-label": DEAL.pay }, paying(model.view, model.due), others(offer)),
    ),
  ];
}

const choosing = () => [
  title(DEAL.title),
  h(
    "ul",
    { class: "tables" },
    (model.tables ?? []).map((/** @type {any} */ one) =>
      h(
        "li",
        null,
        h("b", null, GAMES[one.game]),
        h("span", null, one.name || tableName(model.tables, one.id)),
        one.dealing === "manual"
          ? h("a", { class: "small", href: `/deal/${one.id}` }, DEAL.take)
          : h("span", { class: "faint" }, DEAL.automatic),
      ),
    ),
  ),
  model.tables && !model.tables.some((/** @type {any} */ one) => one.dealing === "manual") && h("p", null, DEAL.none),
];

/** The step that is one's own now: a duty, or what the dealer may go on to when nobody else is awaited. */
function next() {
  const own = model.offers.filter(
    (/** @type {any} */ one) => (one.by ?? "player") !== "player" && one.action.type !== "Irregularity",
  );
  const instead = model.instead && own.find((/** @type {any} */ one) => sameAs(one, model.instead));
  return (
    instead ??
    own.find((/** @type {any} */ one) => one.duty) ??
    own.find((/** @type {any} */ one) => one.action.type === "Deal") ??
    own.find(
      (/** @type {any} */ one) =>
        one.action.type === "NoMoreBets" &&
        Object.values(model.view.seats).some((/** @type {any} */ seat) => Object.keys(seat.chips).length),
    ) ??
    own.find((/** @type {any} */ one) => one.action.type === "Reveal" && (model.view.may_reveal || !model.view.awaited))
  );
}

/** @param {any} offer @param {any} other */
const sameAs = (offer, other) => JSON.stringify(offer.action) === JSON.stringify(other.action);

/** Another step than the one that is due goes on the slip first, and counts when it is done there. @param {any} offer */
function choose(offer) {
  model.instead = offer;
  const step = next();
  model.of = step ? `${JSON.stringify(step.action)} ${model.view.round}` : "";
  if (step) prepare(step);
  page.redraw();
}

/** The line of the dealer's script for an offer. @param {any} offer */
function lineOf(offer) {
  const step = stepOf(offer.action),
    lines = model.script.filter((/** @type {any} */ one) => one.step.includes(step));
  return lines.find((/** @type {any} */ one) => one.clauses.includes(offer.clause)) ?? lines[0] ?? null;
}
/** @param {any} action */
const stepOf = (action) => (action.type === "Step" ? action.step : (STEPS[action.type] ?? action.type.toLowerCase()));

function figures() {
  const { view } = model,
    deck = view.decks[view.deck],
    change = model.due.find((/** @type {any} */ one) => one.what === "change");
  const stub = model.due.some((/** @type {any} */ one) => one.what === "stub count");
  return h(
    "dl",
    { class: "figures" },
    figure(DEAL.round, String(view.round)),
    deck && figure(`${DEAL.deck} ${deck.colour}, ${words(deck.stage).toLowerCase()}`, say(DEAL.cards, { n: deck.left ?? 0 })),
    figure(DEAL.stub, stub ? DEAL.now : DEAL.later, stub),
    figure(
      change ? `${DEAL.change}: ${change.of}` : DEAL.change,
      change ? (change.overdue ? DEAL.now_change : until(change.at_ms, model.now)) : DEAL.never,
      change?.overdue,
    ),
    Object.entries(view.meters ?? {})
      .slice(0, 1)
      .map(([name, cents]) => figure(meterName(name), money(/** @type {number} */ (cents)))),
  );
}
/** @param {string} name @param {string} value @param {boolean} [now] */
const figure = (name, value, now) => fact(name, value, { class: now ? "now" : "" });

/** @param {any} offer */
function due(offer) {
  const line = lineOf(offer),
    says = line?.says ?? "";
  const ready = isComplete(offer, model.filled, model.pieces);
  return h(
    "section",
    { class: "slip due", key: model.of, "aria-live": "polite" },
    h(
      "header",
      null,
      h("span", { class: "label" }, says ? DEAL.announce : atSeat(words(stepOf(offer.action)), offer.action.seat)),
      cited(offer.clause),
    ),
    h("h2", { class: says ? "say" : "do" }, says ? `“${says}.”` : heading(offer)),
    line?.does && (says || isLong(line.does)) && h("p", null, line.does),
    line?.watches && h("p", { class: "watch" }, line.watches),
    fields(offer, model, fill),
    h(
      "button",
      { class: "go", disabled: !ready || model.busy, onclick: () => take(offer) },
      sign("check"),
      says ? DEAL.announced : model.policy?.chance === "recorded" && model.filled.stack ? DEAL.confirm : DEAL.done,
      h("kbd", null, "Space"),
    ),
    model.instead && h("button", { class: "small", onclick: () => choose(null) }, sign("undo"), DEAL.not_this),
  );
}
/** @param {any} offer */
function heading(offer) {
  const does = lineOf(offer)?.does, { stack } = model.filled, all = model.pieces?.names.length;
  if (offer.action.type === "Shuffle" && stack) return stack.length < all ? say(DEAL.piece_of, { piece: capital(model.pieces.name), n: stack.length + 1, all }) : say(DEAL.all_recorded, { all });
  return does && !isLong(does) ? does : sentence(words(stepOf(offer.action)));
}
/** Whether a line of the script is too long for a heading. @param {string} line */
const isLong = (line) => line.length > HEADING;

const idle = () =>
  h(
    "section",
    { class: "slip due", key: "idle" },
    h("header", null, h("span", { class: "label" }, DEAL.wait)),
    h("h2", { class: "do" }, waiting()),
    h("p", null, DEAL.nothing),
  );
function waiting() {
  const { awaited } = model.view;
  if (!awaited) return words(model.view.phase);
  const what = words(awaited.step || awaited.by);
  return awaited.seats?.length ? say(DEAL.waits_for, { what, seats: awaited.seats.join(", ") }) : what;
}

/** What the script has after the step that is due. @param {any} offer */
function then(offer) {
  const from = offer ? model.script.indexOf(lineOf(offer)) : -1;
  const lines =
    from < 0
      ? []
      : model.script
          .slice(from + 1)
          .filter((/** @type {any} */ one) => one.step.length && one.by === "dealer" && one.does)
          .slice(0, 5);
  return (
    lines.length > 0 &&
    h(
      "section",
      { class: "then" },
      h("h2", null, DEAL.then),
      h(
        "ol",
        null,
        lines.map((/** @type {any} */ one, /** @type {number} */ at) =>
          h(
            "li",
            { class: one.step.some(isDue) ? "now" : "" },
            h("span", { class: "faint" }, String(at + 2)),
            h("span", null, one.says ? `“${one.says}.”` : one.does),
            cited(one.clauses[0]),
          ),
        ),
      ),
    )
  );
}

/** Whether a step of the script is among what is due by the round. @param {string} step */
const isDue = (step) =>
  model.due.some((/** @type {any} */ one) => one.of === step || (one.what === "stub count" && step === "count_stub"));

function done() {
  const told = model.entries
    .filter((/** @type {any} */ one) => one.action.type !== "Bet" && one.by.role !== "system")
    .slice(-12);
  return [
    h("h2", null, `${DEAL.round} ${model.view.round}`),
    h(
      "ol",
      { class: "done" },
      told.map((/** @type {any} */ one) =>
        h("li", { key: one.version }, sign("check"), h("span", null, sentenceOf(one.action))),
      ),
    ),
  ];
}
/** @param {any} action */
const sentenceOf = (action) =>
  `${atSeat(words(action.do ?? stepOf(action)), action.seat)}${action.count > 0 ? `: ${action.count}` : ""}`;

const calls = () => [
  h(
    "a",
    { class: "small alarm", href: `/floor#irregularity/${table}` },
    sign("warning"),
    DEAL.irregular,
    h("kbd", null, "I"),
  ),
  h(
    "button",
    { class: "small", onclick: () => page.say(DEAL.called) },
    sign("people"),
    DEAL.floor,
    h("kbd", null, "C"),
  ),
];

/** Whatever else the dealer may do, such as closing the table or changing a deck. @param {any} offer */
function others(offer) {
  const rest = model.offers
    .filter(
      (/** @type {any} */ one) =>
        one !== offer &&
        (one.by ?? "player") !== "player" &&
        ["Step", "NoMoreBets", "Deal", "Reveal", "CountStub"].includes(one.action.type),
    )
    .slice(0, 8);
  return (
    rest.length > 0 &&
    h(
      "section",
      { class: "rest" },
      h("h2", null, DEAL.other),
      rest.map((/** @type {any} */ one) =>
        h(
          "button",
          { class: "small", onclick: () => choose(one) },
          sentenceOf(one.action),
          " ",
          cited(one.clause),
        ),
      ),
    )
  );
}

/** @param {object} changed */
function fill(changed) {
  Object.assign(model.filled, changed);
  page.redraw();
}
/** @param {any} offer */
function prepare(offer) {
  model.filled = faultless(offer, model);
  model.typed = "";
}

/** @param {any} offer */
async function take(offer) {
  if (model.busy || !isComplete(offer, model.filled, model.pieces)) return;
  model.busy = true;
  const acted = await page.tried(() => act(table, asAction(offer, model.filled, model.pieces), model.view.round));
  model.busy = false;
  if (acted) {
    model.instead = null;
    seen(acted.table);
  }
}

/** A table as it stands now; what was being filled in stays while the same step is due. @param {any} shown */
function seen(shown) {
  if (!shown || shown.version < (model.view?.version ?? 0)) return;
  Object.assign(model, { view: shown.view, offers: shown.offers ?? [] });
  const offer = next(),
    of = offer ? `${JSON.stringify(offer.action)} ${shown.round}` : "";
  if (of !== model.of) {
    model.of = of;
    if (offer) prepare(offer);
  }
  page.redraw();
}

/** @param {any} change */
function changed(change) {
  remember(change.entries ?? []);
  seen(change.table);
  page.looked(look);
}
/** What happened in this round. @param {any[]} told */
function remember(told) {
  const over = told.findLastIndex((/** @type {any} */ one) =>
    one.events.some((/** @type {any} */ event) => event.type === "RoundCompleted"),
  );
  model.entries = over < 0 ? [...model.entries, ...told] : told.slice(over + 1);
}
const look = async () => {
  model.due = (await get(`/v1/tables/${table}/due`)).due;
  model.now = Date.now();
  page.redraw();
};

addEventListener("keydown", (event) => {
  if (!table || !forPage(event) || event.repeat) return;
  const offer = next(),
    onButton = event.target instanceof Element && event.target.closest("button, a");
  if ((event.key === " " || event.key === "Enter") && !onButton) {
    event.preventDefault(); // the page stays where it is, even if nothing is due any more
    if (offer) take(offer);
  }
  if (event.key.toLowerCase() === "i") location.assign(`/floor#irregularity/${table}`);
  if (event.key.toLowerCase() === "c") page.say(DEAL.called);
});

if (await page.ready) {
  if (!table) model.tables = (await getPatiently("/v1/tables")).tables;
  else {
    const [shown, policy, posted, tables] = await Promise.all([
      getPatiently(`/v1/tables/${table}?offers=1`),
      getPatiently(`/v1/tables/${table}/policy`),
      getPatiently(`/v1/tables/${table}/posted`),
      getPatiently("/v1/tables"),
    ]);
    const { game } = shown.view;
    document.documentElement.dataset.game = game;
    const [script, pieces] = await Promise.all([
      getPatiently(`/v1/games/${game}/rules?part=procedure`),
      getPatiently(`/v1/games/${game}/pieces`),
    ]);
    const choices = posted.choices ?? posted.submission ?? {};
    model.script = script.parts
      .flatMap((/** @type {any} */ part) => part.lines)
      .filter(
        (/** @type {any} */ line) => !line.dealing.length || !choices.dealing || line.dealing.includes(choices.dealing),
      );
    Object.assign(model, { policy, pieces, name: policy.name || tableName(tables.tables, table) });
    const lately = await getPatiently(`/v1/tables/${table}/entries?after=${Math.max(0, shown.version - LATELY)}`);
    remember(
      documents(lately)
    );
    seen(shown);
    await page.looked(look);
    model.live = new Live(table, {
      onChange: changed,
      onState: (line) => {
        model.connected = line.connected;
        page.redraw();
      },
      onRefused: () => {},
    });
    setInterval(() => page.looked(look), LOOK_MS);
  }
  page.redraw();
}
