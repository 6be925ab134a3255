/** The floor: all tables at a glance, what is due, what takes two people, meters, racks, and the wizard. */
import { h } from "../dom.js";
import { ask, get, newKey, patiently } from "../house.js";
import { cited, fact, heads, ROOM_NAMES, sign } from "../page.js";
import { GAMES, hour, meterName, money, numberWord, playerName, say, typed, wagerName, words } from "../words.js";
import TEXT from "../words/staff.json" with { type: "json" };
import { atSeat, choice, labelled, staffPage, tableName, title, until } from "./frame.js";
import { wizard } from "./wizard.js";

const { FLOOR } = TEXT;

/** @type {Record<string, string>} */
const KINDS = FLOOR.kinds;
/** @type {Record<string, string>} */
const WHAT = FLOOR.what;

const EVERY_MS = 3000;
const page = staffPage({ at: "floor", roles: ["floor", "surveillance", "dealer"], content });
/** @type {any} */
const model = {
  tables: [],
  due: [],
  approvals: [],
  meters: null,
  results: {},
  disputes: [],
  irregularities: [],
  chosen: "",
  rack: null,
  policy: null,
  amount: "",
  fresh: { game: "high-card-flush", dealing: "manual", chance: "drawn", found: "lobby" },
  link: "",
};
const what = wizard(page, () => model.tables);
const may = (/** @type {string} */ role) => page.model.who?.roles.includes(role);

function content() {
  if (location.hash.startsWith("#irregularity")) return what.content();
  if (!model.loaded) return title(FLOOR.loading);
  const now = model.disputes.length + model.due.filter((/** @type {any} */ one) => !one.at_ms || one.overdue).length;
  return h(
    "div",
    { class: "floor-grid" },
    h(
      "div",
      { class: "left" },
      title(
        say(FLOOR.title, { n: now, tables: numberWord(model.tables.length), due: numberWord(now).toLowerCase() }),
        h("a", { class: "small", href: "#irregularity/" }, sign("warning"), FLOOR.record),
      ),
      h("div", { class: "wide" }, tables()),
      note(),
      model.chosen && managed(),
      h("div", { class: "two" }, disputes(), irregularities()),
      h("div", { class: "two" }, approvals(), meters()),
      may("floor") && opening(),
    ),
    h("aside", { class: "due-list" }, h("h2", null, FLOOR.due, h("small", null, FLOOR.due_note)), dueList()),
  );
}

const tables = () =>
  h(
    "table",
    { class: "tables" },
    heads(FLOOR.columns),
    h(
      "tbody",
      null,
      model.tables.map((/** @type {any} */ one, /** @type {number} */ at) => {
        const own = model.due.filter((/** @type {any} */ due) => due.table === one.id),
          first =
            own.find((/** @type {any} */ due) => !due.at_ms || due.overdue) ??
            own.toSorted((/** @type {any} */ a, /** @type {any} */ b) => a.at_ms - b.at_ms)[0];
        const meter = Object.values(one.meters)[0];
        return h(
          "tr",
          { key: one.id, class: one.id === model.chosen ? "chosen" : "" },
          h(
            "td",
            null,
            h(
              "button",
              {
                class: `number ${one.game}`,
                "aria-label": `${FLOOR.see} ${GAMES[one.game]}, ${one.name || at + 1}`,
                onclick: () => manage(one.id),
              },
              String(at + 1),
            ),
          ),
          h("th", { scope: "row" }, GAMES[one.game], one.name && h("small", null, ` ${one.name}`)),
          h("td", null, words(one.phase), one.paused && `, ${FLOOR.what.pause}`),
          h("td", null, say(FLOOR.seats, { taken: Object.keys(one.seats).length, all: one.positions })),
          h("td", null, one.dealing === "manual" ? h("a", { href: `/deal/${one.id}` }, FLOOR.by_hand) : FLOOR.itself),
          h("td", { class: "figure" }, String(one.round)),
          h("td", { class: "figure" }, meter ? money(meter) : FLOOR.none),
          h("td", null, against(model.results[one.id])),
          h(
            "td",
            null,
            first
              ? [
                  h("b", { class: first.at_ms && !first.overdue ? "" : "now" }, dueName(first)),
                  h("small", null, (first.at_ms && until(first.at_ms, Date.now())) || FLOOR.now),
                ]
              : FLOOR.none,
          ),
        );
      }),
    ),
  );

// --- Results against the odds ---

/** @type {Record<string, string>} */
const STANDING = FLOOR.standing;
const FARTHEST = 2.4; // deviations, beyond which a dot is drawn no farther out

/** @param {any} one */
const isOutside = ({ z = 0 }) => Math.abs(z) > 2;

/** A dot on a bar of two standard deviations to either side. @param {any} one */
function against(one) {
  if (one?.standing !== "known") return h("small", null, STANDING[one?.standing] ?? FLOOR.none);
  const { rounds, net = 0, expected = 0, z = 0 } = one;
  const words = say(FLOOR.against, { rounds, wager: wagerName(one.wager), net: money(net), expected: money(Math.round(expected)), z: `${z < 0 ? "−" : "+"}${Math.abs(z).toFixed(1)}` });
  return h(
    "svg",
    { class: isOutside(one) ? "deviations outside" : "deviations", viewBox: "-50 -10 100 20", role: "img", "aria-label": words },
    h("title", null, words),
    h("path", { d: "M-36 0h72" }),
    h("path", { d: "M-36-6v12M36-6v12M0-9v18" }),
    h("circle", { cx: Math.max(-FARTHEST, Math.min(FARTHEST, z)) * 18, r: 5.5 }),
  );
}

/** What the bars are, table by table. */
function note() {
  const known = model.tables.map((/** @type {any} */ one) => model.results[one.id]).filter((/** @type {any} */ one) => one?.standing === "known");
  const outside = known.filter(isOutside).map((/** @type {any} */ one) => tableName(model.tables, one.table));
  return known.length > 0 && h(
    "p",
    { class: "faint" },
    FLOOR.bar,
    known.map((/** @type {any} */ one) => say(FLOOR.of_table, { table: tableName(model.tables, one.table), wager: wagerName(one.wager).toLowerCase(), rounds: one.rounds, since: hour(one.since_ms) })),
    outside.length > 0 && say(FLOOR.outside, { n: outside.length, tables: outside.join(", ") }),
  );
}

/** @param {any} one */
const dueName = (one) =>
  one.what === "change" ? `${FLOOR.what.change} ${one.of}` : one.what === "step" ? words(one.of) : WHAT[one.what];

function dueList() {
  const sorted = model.due
    .filter((/** @type {any} */ one) => one.what !== "seed")
    .toSorted(
      (/** @type {any} */ a, /** @type {any} */ b) =>
        (a.overdue ? 0 : (a.at_ms ?? 0)) - (b.overdue ? 0 : (b.at_ms ?? 0)),
    );
  if (!sorted.length) return h("p", null, FLOOR.nothing_due);
  return h(
    "ol",
    null,
    sorted.slice(0, 14).map((/** @type {any} */ one) => {
      const at = model.tables.findIndex((/** @type {any} */ table) => table.id === one.table),
        is_now = !one.at_ms || one.overdue;
      return h(
        "li",
        null,
        h(
          "div",
          { class: is_now ? "when now" : "when" },
          h("b", null, is_now ? FLOOR.now : hour(one.at_ms)),
          h("small", null, at >= 0 ? say(FLOOR.table, { n: at + 1 }) : one.table),
        ),
        h(
          "div",
          null,
          h("b", null, atSeat(dueName(one), one.seat)),
          h(
            "small",
            null,
            GAMES[model.tables[at]?.game] ?? "",
            one.by ? `, ${one.by}` : "",
            one.at_ms && !one.overdue ? `, ${until(one.at_ms, Date.now())}` : "",
          ),
          one.clause && cited(one.clause),
        ),
        h("button", { class: "small", onclick: () => manage(one.table) }, FLOOR.see),
      );
    }),
  );
}

/** A list of what happened at tables, the last first. @param {string} name @param {any[]} all @param {string} said @param {string} nothing @param {(one: any) => any} row */
const happened = (name, all, said, nothing, row) =>
  h(
    "section",
    { class: "panel" },
    h("h2", null, name, h("small", null, said)),
    all.length
      ? h("ul", null, all.map((one) => h("li", { key: JSON.stringify(one) }, h("span", { class: "faint" }, hour(one.at_ms)), row(one))))
      : h("p", null, nothing),
  );

/** @param {any} one @param {string} [at] */
const toRound = ({ table, round }, at = "") => `/rounds#${table}/${round}${at}`;

const disputes = () =>
  happened(FLOOR.disputes, model.disputes, say(FLOOR.open_disputes, { n: model.disputes.length }), FLOOR.no_disputes, (one) => [
    h("div", null, h("b", null, say(FLOOR.disputed, { table: tableName(model.tables, one.table), round: one.round, seat: one.seat })), h("small", null, `“${one.words}”`)),
    h("a", { class: "small", href: toRound(one, `/${one.seat}`) }, FLOOR.step_through),
  ]);

const irregularities = () =>
  happened(FLOOR.irregular, model.irregularities, String(model.irregularities.length), FLOOR.no_irregular, (one) => [
    h(
      "div",
      null,
      h("b", null, tableName(model.tables, one.table)),
      ` ${atSeat(words(one.kind).toLowerCase(), one.seat)}`,
      h("small", null, h("a", { href: toRound(one) }, say(FLOOR.in_round, { round: one.round }))),
    ),
    cited(one.clause),
  ]);

/** What another person has asked for is answered; who asked for it waits. @param {any} one @param {string} yes @param {string} called @param {(how: string) => void} does */
const answers = (one, yes, called, does) =>
  one.asked_by === page.model.who?.player
    ? h("small", null, FLOOR.own)
    : h(
        "span",
        { class: "row" },
        [[yes, called], ["refuse", FLOOR.refuse]].map(([how, name]) => h("button", { class: "small", onclick: () => does(how) }, name)),
      );

const approvals = () =>
  h(
    "section",
    { class: "panel" },
    h("h2", null, FLOOR.approvals, h("small", null, `${model.approvals.length} ${FLOOR.waiting}`)),
    model.approvals.length
      ? h(
          "ul",
          null,
          model.approvals.map((/** @type {any} */ one) =>
            h(
              "li",
              { key: one.id },
              h("span", { class: "faint" }, hour(one.asked_ms)),
              h(
                "div",
                null,
                h("b", null, words(one.wanted.type ?? "")),
                h(
                  "small",
                  null,
                  `${playerName(one.asked_by)} ${Object.entries(one.wanted)
                    .filter(([key, value]) => key !== "type" && typeof value !== "object")
                    .map(([key, value]) => (key === "cents" ? say(FLOOR.to, { sum: money(value) }) : `${key} ${value}`))
                    .join(", ")}`,
                ),
                one.wanted.policy &&
                  h("details", null, h("summary", null, FLOOR.exactly), h("pre", null, JSON.stringify(one.wanted, null, 1))),
              ),
              answers(one, "approve", FLOOR.approve, (how) => answer(one.id, how)),
            ),
          ),
        )
      : h("p", null, FLOOR.no_approvals),
  );

const meters = () =>
  h(
    "section",
    { class: "panel" },
    h("h2", null, FLOOR.meters),
    h(
      "ul",
      null,
      (model.meters ?? []).map((/** @type {any} */ one) =>
        h(
          "li",
          null,
          h("div", null, h("b", null, one.meter), h("small", null, say(FLOOR.shared, { tables: one.tables, movements: one.movements }))),
          h("span", { class: "figure" }, money(one.cents)),
          one.faults.length
            ? h("span", { class: "now" }, one.faults.join("; "))
            : h("span", { class: "agrees" }, sign("check"), FLOOR.agrees),
        ),
      ),
      model.tables.flatMap((/** @type {any} */ one, /** @type {number} */ at) =>
        Object.entries(one.meters).map(([name, cents]) =>
          h(
            "li",
            null,
            h("div", null, h("b", null, meterName(name)), h("small", null, say(FLOOR.table, { n: at + 1 }))),
            h("span", { class: "figure" }, money(/** @type {number} */ (cents))),
          ),
        ),
      ),
    ),
    model.meters && !model.meters.length && h("p", { class: "faint" }, FLOOR.no_meters),
  );

/** One table: its rack with counts, fills and credits, and whether play is held. */
function managed() {
  const { rack } = model,
    at = model.tables.findIndex((/** @type {any} */ one) => one.id === model.chosen),
    one = model.tables[at];
  if (!one) return null;
  return h(
    "section",
    { class: "slip managed", key: `managed ${one.id}` },
    h(
      "header",
      null,
      h("span", { class: "label" }, `${FLOOR.manage} ${at + 1}`),
      h("button", { class: "link", onclick: () => manage("") }, FLOOR.close),
    ),
    h("h2", null, GAMES[one.game]),
    h(
      "p",
      { class: "row" },
      h("a", { class: "small", href: `/table/${one.id}` }, FLOOR.see),
      h("a", { class: "small", href: `/rounds?table=${one.id}` }, sign("scales"), ROOM_NAMES.rounds),
      h("a", { class: "small", href: `#irregularity/${one.id}` }, sign("warning"), FLOOR.record),
      may("floor") &&
        model.policy &&
        h(
          "button",
          { class: "small", onclick: hold },
          sign(model.policy.paused ? "play" : "pause"),
          model.policy.paused ? FLOOR.go_on : FLOOR.pause,
        ),
    ),
    rack && [
      h("h3", null, FLOOR.rack, `, ${rack.open ? FLOOR.rack_open : FLOOR.rack_closed}`),
      rack.open && h("dl", null, fact(FLOOR.expected, money(rack.expected))),
      h(
        "form",
        { class: "row", onsubmit: count },
        labelled(
          FLOOR.entries,
          choice(Object.entries(KINDS), model.kind, (kind) => {
            model.kind = kind;
            page.redraw();
          }),
        ),
        labelled(
          FLOOR.amount,
          h("input", {
            inputmode: "decimal",
            value: model.amount,
            oninput: (/** @type {any} */ event) => {
              model.amount = event.target.value;
            },
          }),
        ),
        h("button", { class: "small", type: "submit" }, FLOOR.ask),
      ),
      h(
        "ul",
        { class: "counts" },
        rack.entries
          .toReversed()
          .slice(0, 6)
          .map((/** @type {any} */ entry) =>
            h(
              "li",
              null,
              h("span", null, hour(entry.asked_ms)),
              h(
                "span",
                null,
                `${KINDS[entry.kind] ?? words(entry.kind)} ${money(entry.cents)}, ${playerName(entry.asked_by)}`,
              ),
              entry.state
                ? h("span", null, `${words(entry.state)}${entry.difference ? `, ${money(entry.difference)}` : ""}`)
                : answers(entry, "confirm", FLOOR.confirm, (how) => told(entry.number, how)),
            ),
          ),
      ),
    ],
  );
}

const opening = () =>
  h(
    "form",
    { class: "opening row", onsubmit: open },
    h("h2", null, FLOOR.open_table),
    labelled(FLOOR.game, choice(Object.entries(GAMES), model.fresh.game, fresh("game"))),
    labelled(FLOOR.hand, choice(Object.entries(FLOOR.dealing), model.fresh.dealing, fresh("dealing"))),
    labelled(FLOOR.chance, choice(Object.entries(FLOOR.chances), model.fresh.chance, fresh("chance"))),
    labelled(FLOOR.found, choice(Object.entries(FLOOR.finding), model.fresh.found, fresh("found"))),
    h("button", { class: "small", type: "submit" }, FLOOR.open),
    model.link && h("p", { class: "link-told" }, FLOOR.link, h("a", { href: model.link }, model.link)),
  );
/** @param {string} name */
const fresh = (name) => (/** @type {string} */ value) => {
  model.fresh[name] = value;
  page.redraw();
};

/** @param {Event} event */
async function open(event) {
  event.preventDefault();
  const { game, dealing, chance, found } = model.fresh;
  const policy = { dealing, chance, private: found === "link" };
  const opened = await page.tried(() => ask("POST", "/v1/tables", { game, policy }, newKey()));
  if (opened) page.say(FLOOR.opened);
  model.link = opened && policy.private ? `${location.origin}/table/${opened.id}` : "";
  await refresh();
}
/** @param {Event} event */
async function count(event) {
  event.preventDefault();
  const cents = typed(model.amount);
  if (cents === null) return page.say(FLOOR.amount);
  if (await page.tried(() => ask("POST", `/v1/tables/${model.chosen}/inventory/${model.kind}`, { cents }, newKey())))
    model.amount = "";
  await manage(model.chosen);
}
/** @param {number} number @param {string} how */
const told = async (number, how) => {
  await page.tried(() => ask("POST", `/v1/tables/${model.chosen}/inventory/${number}/${how}`, {}));
  await manage(model.chosen);
};
/** @param {number} id @param {string} how */
const answer = async (id, how) => {
  await page.tried(() => ask("POST", `/v1/approvals/${id}/${how}`, {}));
  await refresh();
};
const hold = async () => {
  await page.tried(() =>
    ask("PUT", `/v1/tables/${model.chosen}/policy`, { ...model.policy, paused: !model.policy.paused }),
  );
  await manage(model.chosen);
};

/** @param {string} id */
async function manage(id) {
  model.chosen = id;
  if (id) {
    [model.rack, model.policy] = await Promise.all([get(`/v1/tables/${id}/inventory`), get(`/v1/tables/${id}/policy`)]);
    if (!model.amount) model.kind = model.rack.open ? "fill" : "open";
  }
  page.redraw();
}

async function refresh() {
  const { chosen } = model;
  const sees = may("floor") || may("surveillance");
  const [tables, due, waiting, meters, results, held, amiss, rack] = await Promise.all([
    get("/v1/tables"),
    get("/v1/due"),
    may("floor") ? get("/v1/approvals") : { approvals: [] },
    ...["meters", "results", "disputes", "irregularities"].map((name) => sees && get(`/v1/${name}`)),
    chosen && get(`/v1/tables/${chosen}/inventory`),
  ]);
  Object.assign(model, { ...tables, ...due, ...waiting, ...meters, ...held, ...amiss, loaded: true });
  model.results = Object.fromEntries((results.results ?? []).map((/** @type {any} */ one) => [one.table, one]));
  if (chosen === model.chosen) model.rack = rack;
  page.redraw();
}

const follow = () =>
  what.begin(location.hash.startsWith("#irregularity/") ? location.hash.split("/")[1] : "").then(page.redraw);
addEventListener("hashchange", follow);
if (await page.ready) {
  await patiently(refresh);
  await patiently(follow);
  page.redraw();
  setInterval(() => document.hidden || location.hash.startsWith("#irregularity") || page.looked(refresh), EVERY_MS);
}
