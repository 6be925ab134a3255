/** What happened?  Kinds that can be found at this table now, what matters for the answer, and what the text orders. */
import { h } from "../dom.js";
import { act, ask, get, Refused } from "../house.js";
import { cited, fact, heads } from "../page.js";
import { added, GAMES, meterName, money, playerName, say, wagerName, words } from "../words.js";
import TEXT from "../words/staff.json" with { type: "json" };
import { choice, labelled, sentence, tableName, title } from "./frame.js";

const { WIZARD } = TEXT;

const COUNTED = /count/;
const CARDS = /card|tile/;

/** @param {any} page @param {() => any[]} tables */
export function wizard(page, tables) {
  /** @type {any} */
  const model = {
    table: "",
    seen: null,
    gists: {},
    recorded: false,
    kind: "",
    seat: 0,
    card: "",
    count: "",
    misdealt: false,
    effects: null,
    depends: "",
    done: "",
  };

  /** Begin at a table, unless it has been begun there. @param {string} table @param {boolean} [again] */
  async function begin(table, again) {
    if (table && table === model.table && !again) return;
    Object.assign(model, {
      table,
      kind: "",
      effects: null,
      depends: "",
      done: "",
      card: "",
      count: "",
      misdealt: false,
    });
    if (!table) return;
    await page.tried(async () => {
      model.seen = await get(`/v1/tables/${table}?offers=1`);
      const [gists, policy] = await Promise.all([
        get(`/v1/games/${model.seen.view.game}/rules?part=irregularities`),
        get(`/v1/tables/${table}/policy`),
      ]);
      model.gists = Object.fromEntries(gists.map((/** @type {any} */ one) => [one.kind, one.gist]));
      model.recorded = policy.chance === "recorded";
    });
  }

  const offers = () =>
    (model.seen?.offers ?? []).filter((/** @type {any} */ one) => one.action.type === "Irregularity");
  const seatsOf = (/** @type {string} */ kind) =>
    offers()
      .filter((/** @type {any} */ one) => one.action.kind === kind)
      .map((/** @type {any} */ one) => one.action.seat ?? 0);
  const counted = () => (COUNTED.test(model.kind) && model.count !== "" ? { count: Number(model.count) } : {});

  /** @param {object} changed */
  async function set(changed) {
    Object.assign(model, changed);
    const seats = seatsOf(model.kind);
    if (!seats.includes(model.seat)) model.seat = seats[0] ?? 0;
    const supposed = { kind: model.kind, seat: model.seat, misdealt: model.misdealt, ...counted() };
    model.depends = "";
    try {
      model.effects = await ask("POST", `/v1/tables/${model.table}/effects`, supposed);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      Object.assign(model, { effects: null, depends: error.told.sentence });
    }
    page.redraw();
  }

  async function confirm() {
    const action = {
      type: "Irregularity",
      kind: model.kind,
      seat: model.seat,
      misdealt: model.misdealt,
      ...counted(),
      ...(model.card ? { card: model.card } : {}),
    };
    const done = await page.tried(() => act(model.table, action, model.seen.round));
    if (!done) return;
    await begin(model.table, true);
    model.done = WIZARD.recorded;
    page.say(WIZARD.recorded);
  }

  function content() {
    const view = model.seen?.view,
      kinds = [...new Set(offers().map((/** @type {any} */ one) => one.action.kind))];
    return [
      title(
        WIZARD.title,
        view && h("p", null, say(WIZARD.where, { game: GAMES[view.game], round: view.round, phase: view.phase })),
        h("a", { class: "small", href: "#" }, WIZARD.back),
      ),
      h(
        "div",
        { class: "wizard" },
        h(
          "section",
          null,
          step(1, WIZARD.kind),
          labelled(
            WIZARD.table,
            choice(
              [
                ["", "–"],
                ...tables().map(
                  (one) => /** @type {[string, string]} */ ([one.id, `${GAMES[one.game]}, ${one.name || tableName(tables(), one.id)}`]),
                ),
              ],
              model.table,
              (table) => {
                location.hash = `irregularity/${table}`;
              },
            ),
          ),
          h(
            "div",
            { role: "radiogroup", "aria-label": WIZARD.kind },
            kinds.map((kind) =>
              h(
                "label",
                { class: "kind", key: kind },
                h("input", {
                  type: "radio",
                  name: "kind",
                  checked: model.kind === kind,
                  onchange: () => set({ kind }),
                }),
                h("span", null, words(/** @type {string} */ (kind))),
                cited(offers().find((/** @type {any} */ one) => one.action.kind === kind).clause),
              ),
            ),
          ),
          view && !kinds.length && h("p", null, WIZARD.none),
        ),
        h("section", null, step(2, WIZARD.matters), model.kind ? matters() : h("p", null, WIZARD.choose)),
        model.kind
          ? orders()
          : model.done &&
              h(
                "section",
                { class: "slip", role: "status" },
                h("h2", null, model.done),
                model.seen?.view.void &&
                  h(
                    "p",
                    null,
                    sentence(model.seen.view.void.reason),
                    " ",
                    cited(model.seen.view.void.clause),
                  ),
              ),
      ),
    ];
  }

  function matters() {
    const seats = seatsOf(model.kind),
      { view } = model.seen;
    return [
      h("dl", { class: "facts" }, fact(WIZARD.when, words(view.phase)), fact(WIZARD.folded, folded(view)), fact(WIZARD.lies, money(onLayout(view)))),
      h("p", { class: "faint" }, WIZARD.from_record),
      seats.length > 1 &&
        labelled(
          WIZARD.seat,
          choice(
            seats.map(
              (/** @type {number} */ seat) =>
                /** @type {[string, string]} */ ([
                  String(seat),
                  seat ? `${seat} ${playerName(view.seats[seat]?.player ?? "")}` : WIZARD.dealer,
                ]),
            ),
            String(model.seat),
            (seat) => set({ seat: Number(seat) }),
          ),
        ),
      COUNTED.test(model.kind) &&
        labelled(
          WIZARD.count,
          h("input", {
            type: "number",
            min: 0,
            value: model.count,
            oninput: (/** @type {any} */ event) => set({ count: event.target.value }),
          }),
        ),
      COUNTED.test(model.kind) &&
        h(
          "label",
          { class: "kind" },
          h("input", {
            type: "checkbox",
            checked: model.misdealt,
            onchange: (/** @type {any} */ event) => set({ misdealt: event.target.checked }),
          }),
          h("span", null, WIZARD.misdealt),
        ),
      CARDS.test(model.kind) &&
        model.recorded &&
        labelled(
          WIZARD.card,
          h("input", {
            type: "text",
            maxlength: 5,
            value: model.card,
            oninput: (/** @type {any} */ event) => {
              model.card = event.target.value.trim();
              page.redraw();
            },
          }),
          WIZARD.card_note,
        ),
    ];
  }

  function orders() {
    const told = model.effects,
      clause = told?.clause ?? offers().find((/** @type {any} */ one) => one.action.kind === model.kind)?.clause ?? "";
    return h(
      "section",
      { class: "slip orders", "aria-live": "polite" },
      h("header", null, step(3, WIZARD.orders), cited(clause)),
      h("h2", null, told?.void ? WIZARD.was_void : told?.wagers.length ? words(told.wagers[0].result) : WIZARD.stays),
      h("blockquote", null, model.gists[model.kind]),
      told ? goesBack(told) : h("p", null, WIZARD.depends, " ", sentence(model.depends)),
      (told?.decks ?? []).map((/** @type {string} */ deck) => h("p", null, say(WIZARD.deck_goes, { deck }))),
      Object.entries(told?.meters ?? {}).map(([name, cents]) =>
        h(
          "p",
          null,
          `${meterName(name)}: ${/** @type {number} */ (cents) < 0 ? "−" : "+"}${money(Math.abs(/** @type {number} */ (cents)))}`,
        ),
      ),
      h(
        "div",
        { class: "row" },
        h(
          "button",
          { class: "go oxblood", onclick: confirm },
          told?.void ? say(WIZARD.voids, { sum: money(told.returned) }) : WIZARD.settles,
        ),
        h("a", { class: "small", href: "#" }, WIZARD.back),
      ),
      h("p", { class: "faint" }, WIZARD.final),
    );
  }

  /** Wager by wager, gathered by seat. @param {any} told */
  function goesBack(told) {
    if (!told.wagers.length) return h("p", null, WIZARD.no_wager);
    const seats = [...new Set(told.wagers.map((/** @type {any} */ one) => one.seat))];
    return h(
      "table",
      { class: "back" },
      heads([WIZARD.goes, WIZARD.layout, WIZARD.returned]),
      h(
        "tbody",
        null,
        seats.map((seat) => {
          const own = told.wagers.filter((/** @type {any} */ one) => one.seat === seat);
          return h(
            "tr",
            null,
            h("td", null, `${seat} ${playerName(own[0].player)}`),
            h(
              "td",
              null,
              own
                .map(
                  (/** @type {any} */ one) =>
                    `${wagerName(one.wager).toLowerCase()} ${money(one.chips)}${one.result === "void" ? "" : ` (${one.result})`}`,
                )
                .join(", "),
            ),
            h(
              "td",
              null,
              money(added(own.map((/** @type {any} */ one) => one.returned))),
            ),
          );
        }),
        h("tr", { class: "sum" }, h("td", { colspan: 2 }, WIZARD.all), h("td", null, money(told.returned))),
      ),
    );
  }

  return { content, begin };
}

/** @param {number} number @param {string} words */
const step = (number, words) => h("h2", { class: "numbered" }, h("span", null, String(number)), words);

/** Who has given up the hand already. @param {any} view */
function folded(view) {
  const gone = Object.entries(view.seats).filter(([, seat]) => ["fold", "surrender"].includes(seat.decisions?.at(-1)));
  return gone.length ? gone.map(([number, seat]) => `${number} ${playerName(seat.player)}`).join(", ") : WIZARD.nobody;
}

/** @param {any} view */
const onLayout = (view) =>
  added(Object.values(view.seats).flatMap((seat) => Object.values(seat.chips)));
