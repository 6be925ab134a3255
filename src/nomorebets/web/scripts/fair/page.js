/** Whether a deal was fair: four checks that this browser does itself, and the log's proof. */
import { drawing, h } from "../dom.js";
import { documents, getPatiently as get, me, Refused } from "../house.js";
import { apply, header, keep, sign, skip } from "../page.js";
import { card, shared, tile } from "../pieces.js";
import { dayOf, GAMES, hourExact, say } from "../words.js";
import TEXT from "../words/fair.json" with { type: "json" };
import { checked, done, logged, promised, read, shownFor } from "./proof.js";

const { FAIR } = TEXT;

const [, , table, round] = location.pathname.split("/");
const HUES = 7; // colours that tell the owners apart, besides the dealer's
/** @type {any} */
const model = {
  who: null,
  refused: "",
  lines: "",
  proof: null,
  of: null,
  promise: "",
  seed: "",
  told: null,
  log: null,
  pieces: null,
};

const redraw = drawing(() => [
  shared(),
  skip(),
  header({ at: "tables", who: model.who }),
  h("main", { id: "content", class: "fair", tabindex: "-1" }, content()),
]);

function content() {
  if (model.refused) return [title(FAIR.nothing), h("p", { role: "alert" }, model.refused), elsewhere()];
  if (!model.of) return title(FAIR.checking);
  const { from, shown } = model.of;
  if (!["shuffle", "spin"].includes(from.kind))
    return [title(FAIR.nothing), h("p", null, FAIR.recorded), elsewhere(), theLog()];
  if (!shown) return [title(FAIR.unshown), h("p", null, FAIR.later), elsewhere(), theLog()];
  return [
    title(model.told.checks.every(Boolean) ? FAIR.agrees : FAIR.differs, saving()),
    h("div", { class: "halves" }, checks(), right()),
  ];
}

/** @param {string} words @param {...any} beside */
const title = (words, ...beside) =>
  h(
    "div",
    { class: "title" },
    h("div", null, h("span", { class: "bar" }), h("h1", { "aria-live": "polite" }, words)),
    h("p", null, say(FAIR.where, { game: GAMES[model.game] ?? "", round: Number(round), when: model.at ? day(model.at) : "" })),
    beside,
  );

const saving = () => h("button", { class: "small", onclick: save }, sign("out"), FAIR.save);
const elsewhere = () => h("p", null, h("a", { class: "small", href: `/table/${table}` }, FAIR.back));

/** @param {number} seconds */
const clock = (seconds) => hourExact(seconds * 1000);
/** @param {number} seconds */
const day = (seconds) => dayOf(seconds * 1000, { hour: "2-digit", minute: "2-digit" });

// --- The checks ---

function checks() {
  const { from } = model.of,
    { told } = model,
    [one, two, three, four] = told.checks,
    wheel = from.kind === "spin";
  const wrong = told.checks.flatMap((/** @type {boolean} */ ok, /** @type {number} */ at) => (ok ? [] : [at + 1]));
  return h(
    "section",
    { class: "checks" },
    h("h2", null, FAIR.checks, h("small", null, wrong.length ? say(FAIR.wrong, { n: wrong.length, which: wrong.join(FAIR.and) }) : FAIR.none_wrong)),
    h(
      "ol",
      null,
      check(
        1,
        FAIR.promised,
        one,
        one ? say(FAIR.noted, { at: clock(from.entry.at) }) : FAIR.not_promised,
        field("promise", FAIR.promised),
        h("p", null, say(FAIR.promise_note, { closed: from.closed ? clock(from.closed.at) : "" })),
      ),
      check(
        2,
        FAIR.shown,
        two,
        "",
        field("seed", FAIR.shown),
        h("p", null, model.seed.length === 64 ? (two ? FAIR.shown_note : FAIR.shown_wrong) : FAIR.not_a_seed),
      ),
      wheel
        ? check(3, FAIR.section, three, "", h("p", null, say(FAIR.section_note, { name: sectionName(told.section) })))
        : check(
            3,
            say(FAIR.order, { n: model.of.size, pieces: pieces() }),
            three,
            "",
            h("p", null, three ? FAIR.order_note : FAIR.order_wrong),
          ),
      wheel
        ? check(4, FAIR.spun, four, "", h("p", null, say(FAIR.spun_note, { name: sectionName(from.event.section) })))
        : check(
            4,
            say(FAIR.dealt, { n: told.owners.size, pieces: pieces() }),
            four,
            "",
            h("p", null, four ? say(FAIR.dealt_note, { n: told.cut, place: told.cut + 1 }) : say(FAIR.dealt_wrong, { n: told.wrong })),
          ),
    ),
    changed()
      ? h(
          "button",
          {
            class: "small",
            onclick: () => {
              asItWas();
              test();
            },
          },
          sign("undo"),
          FAIR.again,
        )
      : h("p", { class: "faint" }, FAIR.change),
    h("p", { class: "not" }, h("b", null, FAIR.shows_not), FAIR.shows_not_note),
  );
}

/** @param {number} number @param {string} name @param {boolean} ok @param {string} words @param {...any} more */
const check = (number, name, ok, words, ...more) =>
  h(
    "li",
    { class: ok ? "" : "wrong" },
    h("span", { class: "number", "aria-hidden": "true" }, String(number)),
    h(
      "div",
      null,
      h(
        "h3",
        null,
        name,
        h(
          "span",
          { class: ok ? "agrees" : "differs" },
          sign(ok ? "check" : "close"),
          words || (ok ? FAIR.yes : FAIR.no),
        ),
      ),
      more,
    ),
  );

/** @param {"promise" | "seed"} name @param {string} label */
const field = (name, label) =>
  h("textarea", {
    "aria-label": `${label}. ${FAIR.edit}`,
    rows: 2,
    spellcheck: "false",
    autocomplete: "off",
    value: model[name],
    oninput: (/** @type {any} */ event) => {
      model[name] = event.target.value.replace(/\s/g, "").toLowerCase();
      test();
    },
  });

const changed = () => model.promise !== model.of.from.promise || model.seed !== model.of.shown.seed;
const pieces = () => (model.pieces.name === "tile" ? FAIR.tiles : FAIR.cards);
/** @param {any} number */
const sectionName = (number) => model.of.sections?.[number] ?? "–";

// --- The order, and the log ---

const right = () => h("div", null, model.of.from.kind === "spin" ? wheel() : order(), theLog(), byScript());

function order() {
  const { order: all, owners, cut } = model.told,
    whose = [...new Set(owners.values())];
  const hue = (/** @type {string | undefined} */ owner) =>
    !owner
      ? "stub"
      : owner === "dealer"
        ? "dealer"
        : `hue${whose.filter((one) => one !== "dealer").indexOf(owner) % HUES}`;
  const tiles = model.pieces.name === "tile";
  return h(
    "section",
    null,
    h("h2", null, FAIR.from_seed, h("small", null, say(FAIR.cut_after, { n: cut }))),
    h(
      "ol",
      { class: tiles ? "order tiles" : "order" },
      all.map((/** @type {number} */ one, /** @type {number} */ at) =>
        h(
          "li",
          { class: hue(owners.get(one)) },
          tiles
            ? tile(model.pieces.names[one], { width: 24, height: 60 })
            : card(model.pieces.names[one], "index", { width: 48, height: 67 }),
          h("span", null, owners.get(one) ?? String(at + 1)),
        ),
      ),
    ),
    h(
      "p",
      { class: "legend" },
      whose.map((one) =>
        h(
          "span",
          { class: hue(/** @type {string} */ (one)) },
          h("i", { "aria-hidden": "true" }),
          `${one}, ${[...owners.values()].filter((of) => of === one).length}`,
        ),
      ),
      h("span", { class: "faint" }, say(FAIR.stayed, { n: all.length - owners.size })),
    ),
  );
}

const wheel = () =>
  h(
    "section",
    null,
    h("h2", null, FAIR.wheel),
    h(
      "ol",
      { class: "order sections" },
      model.of.sections.map((/** @type {string} */ name, /** @type {number} */ at) =>
        h(
          "li",
          { class: at === model.told.section ? "dealer" : "stub" },
          card(name, "index", { width: 48, height: 67 }),
          h("span", null, at === model.told.section ? FAIR.section.split(" ")[0].toLowerCase() : String(at)),
        ),
      ),
    ),
  );

function theLog() {
  const { log } = model;
  return (
    log &&
    h(
      "section",
      { class: "log" },
      h("h2", null, FAIR.log, h("small", null, say(FAIR.leaves, { n: log.size }))),
      fact(log.astray === null, say(FAIR.log_yes, { n: log.entries, size: log.size }), say(FAIR.log_no, { version: log.astray })),
      fact(log.open, say(FAIR.opened_yes, { n: log.openings }), FAIR.opened_no),
      log.signature === null
        ? h("p", null, FAIR.unable)
        : fact(log.signature, say(FAIR.signature, { origin: log.origin }), FAIR.not_signed),
      h("p", { class: "root" }, FAIR.root, " ", h("code", null, log.root)),
      h("p", { class: "faint" }, FAIR.keep),
    )
  );
}
/** @param {boolean} ok @param {string} yes @param {string} no */
const fact = (ok, yes, no) =>
  h("p", { class: ok ? "fact" : "fact wrong" }, sign(ok ? "check" : "close"), h("span", null, ok ? yes : no));

const file = () => `round-${table}-${round}.jsonl`;
const byScript = () =>
  h("section", null, h("pre", null, say(FAIR.script, { file: file() })), h("p", { class: "faint" }, FAIR.script_note));

const save = () => keep(new Blob([model.lines], { type: "application/jsonl" }), file());

// --- Reading and testing ---

async function test() {
  model.told = await checked(model.of, model.promise, model.seed);
  redraw();
}

function asItWas() {
  Object.assign(model, { promise: model.of.from.promise, seed: model.of.shown?.seed ?? "" });
}

/** Entries between a shuffle that was made in an earlier round and this one: what was done with the deck meanwhile. @param {any} from @param {any} about */
async function between(from, about) {
  if (!from.entry || from.entry.version >= about.first - 1) return [];
  const lines = await get(
    `/v1/tables/${table}/entries?after=${from.entry.version}&most=${Math.min(500, about.first - from.entry.version)}`,
  );
  return documents(lines);
}

async function begin() {
  apply();
  redraw();
  model.who = await me();
  model.lines = await get(`/v1/tables/${table}/rounds/${round}/proof`);
  const found = read(model.lines),
    from = promised(found),
    { about } = found;
  model.pieces = await get(`/v1/games/${about.game}/pieces`);
  const sections = (found.entries[0].action.submission?.wheel_order ?? "").split(" ").filter(Boolean);
  const shown = from.promise ? await shownFor(found, from.promise) : null;
  const size = from.kind === "spin" ? sections.length : model.pieces.names.length;
  Object.assign(model, {
    game: about.game,
    at: found.entries.at(-1).at,
    proof: found,
    of: { from, shown, size, sections, events: done(found, from, await between(from, about)) },
  });
  asItWas();
  if (shown) await test();
  else if (from.promise) setTimeout(begin, 2000); // the seed is still to be shown
  redraw();
  model.log = await logged(found);
  redraw();
}

try {
  await begin();
} catch (error) {
  if (!(error instanceof Refused)) throw error;
  model.refused = `${error.message}.`;
  redraw();
}
