/** Rounds that are over: find one, step through it, see what was due and why; who watches over the house sees through each seat, and takes it along sealed. */
import { h } from "../dom.js";
import { ask, getPatiently as get, Refused } from "../house.js";
import { sign } from "../pieces/signs.js";
import { GAMES, say } from "../words.js";
import TEXT from "../words/staff.json" with { type: "json" };
import { dispute } from "./dispute.js";
import { choice, dayOf, forPage, hourExact, labelled, staffPage, tableName, title } from "./frame.js";

const { ROUNDS } = TEXT;

const STEP_MS = 900;
const asked = new URLSearchParams(location.search);
const page = staffPage({ at: "rounds", roles: [], content });
const WATCHES = ["floor", "surveillance", "auditor"];
/** Whether one may see through the eyes of others. */
const watches = () => WATCHES.some((role) => page.model.who?.roles.includes(role));
/** @type {any} */
const model = {
  tables: [],
  found: null,
  form: {
    table: asked.get("table") ?? "",
    seat: asked.get("seat") ?? "",
    player: asked.get("player") ?? "",
    since: "",
    until: "",
  },
  round: null,
  again: null,
  at: 0,
  watcher: "dealer",
  views: {},
  unseen: "",
  timer: 0,
  sealed: null,
};

function content() {
  return model.round ? dispute(model, { go, play, look, exported }, tableName(model.tables, model.round.table)) : finding();
}

// --- Finding ---

function finding() {
  const { form } = model,
    set = (/** @type {string} */ name) => (/** @type {any} */ event) => {
      form[name] = event.target.value;
    };
  return [
    title(ROUNDS.title),
    h(
      "form",
      {
        class: "row find",
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          find();
        },
      },
      labelled(
        ROUNDS.table,
        choice(
          [
            ["", ROUNDS.any],
            ...model.tables.map((/** @type {any} */ one, /** @type {number} */ at) => [
              one.id,
              `${at + 1} ${GAMES[one.game]}`,
            ]),
          ],
          form.table,
          (value) => {
            form.table = value;
            find();
          },
        ),
      ),
      labelled(ROUNDS.seat, h("input", { type: "number", min: 1, max: 20, value: form.seat, oninput: set("seat") })),
      watches() && labelled(ROUNDS.player, h("input", { value: form.player, oninput: set("player") })),
      labelled(ROUNDS.since, h("input", { type: "datetime-local", value: form.since, oninput: set("since") })),
      labelled(ROUNDS.until, h("input", { type: "datetime-local", value: form.until, oninput: set("until") })),
      h("button", { class: "main", type: "submit" }, ROUNDS.find),
    ),
    model.found &&
      h("p", { role: "status", class: "faint" }, model.found.length ? say(ROUNDS.over, { n: model.found.length }) : ROUNDS.none),
    h(
      "ul",
      { class: "found" },
      (model.found ?? []).map((/** @type {any} */ one) =>
        h(
          "li",
          { key: `${one.table} ${one.round}` },
          h(
            "a",
            { href: `#${one.table}/${one.round}` },
            h("b", null, say(ROUNDS.at, { table: tableName(model.tables, one.table), round: one.round })),
            h("span", null, GAMES[model.tables.find((/** @type {any} */ table) => table.id === one.table)?.game] ?? ""),
            h(
              "span",
              { class: "faint" },
              `${dayOf(one.began_ms)}, ${hourExact(one.began_ms)} to ${hourExact(one.ended_ms)}`,
            ),
            sign("next"),
          ),
        ),
      ),
    ),
  ];
}

async function find() {
  const { table, seat, player, since, until } = model.form,
    query = new URLSearchParams();
  for (const [name, value] of Object.entries({ table, seat, player: player.trim().toLowerCase().replace(" ", "-") }))
    if (value) query.set(name, value);
  if (since) query.set("since", String(Date.parse(since)));
  if (until) query.set("until", String(Date.parse(until)));
  model.found = (await page.tried(() => get(`/v1/rounds?${query}`)))?.rounds ?? [];
  page.redraw();
}

// --- Stepping ---

/** @param {number} at */
function go(at) {
  model.at = Math.max(0, Math.min(at, model.round.steps.length - 1));
  page.redraw();
  requestAnimationFrame(() => document.querySelector(".events [aria-current]")?.scrollIntoView({ block: "nearest" }));
}
function play() {
  if (model.timer) {
    clearInterval(model.timer);
    model.timer = 0;
  } else
    model.timer = setInterval(() => {
      if (model.at === model.round.steps.length - 1) play();
      else go(model.at + 1);
    }, STEP_MS);
  page.redraw();
}

/** Through somebody's eyes. @param {string} watcher */
async function look(watcher) {
  Object.assign(model, { watcher, unseen: "" });
  if (watcher !== "dealer" && !model.views[watcher]) {
    try {
      const seen = await get(
        `/v1/tables/${model.round.table}/rounds/${model.round.round}?watcher=${encodeURIComponent(watcher)}`,
      );
      model.views[watcher] = seen.steps.map((/** @type {any} */ one) => one.view);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      model.unseen = error.message;
    }
  }
  page.redraw();
}

async function exported() {
  const { table, round } = model.round;
  const lines = await page.tried(() => ask("POST", `/v1/tables/${table}/rounds/${round}/case`, {}));
  if (lines === null) return;
  const about = JSON.parse(lines.split("\n")[0]);
  model.sealed = {
    entries: about.leaves ?? about.entries ?? lines.split("\n").length,
    key: about.checkpoint?.split("\n")[0] ?? "",
  };
  const link = Object.assign(document.createElement("a"), {
    href: URL.createObjectURL(new Blob([lines], { type: "application/jsonl" })),
    download: `case-${table}-${round}.jsonl`,
  });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  page.redraw();
}

async function follow() {
  const [table, number] = location.hash.slice(1).split("/");
  const own = `player:${page.model.who?.player ?? ""}`;
  Object.assign(model, { round: null, again: null, views: {}, watcher: watches() ? "dealer" : own, own: watches() ? "" : own, unseen: "", sealed: null });
  if (number) {
    model.round = await page.tried(() => get(`/v1/tables/${table}/rounds/${number}`));
    model.at = 0;
    page.redraw();
    if (model.round && page.model.who) model.again = await page.tried(() => get(`/v1/tables/${table}/rounds/${number}/due`));
  }
  page.redraw();
}

addEventListener("keydown", (event) => {
  if (!model.round || !forPage(event)) return;
  if (event.key === "ArrowLeft") go(model.at - 1);
  if (event.key === "ArrowRight") go(model.at + 1);
  if (event.key === " " && !(event.target instanceof HTMLButtonElement)) {
    event.preventDefault();
    play();
  }
});
addEventListener("hashchange", follow);
await page.ready;
model.tables = (await get("/v1/tables")).tables;
await follow();
if (!model.round) await find();
