/** A table: seen, played at, explained. */
import { draw, h, soon } from "./dom.js";
import { apply } from "./frame.js";
import { getPatiently, Live, me, patiently } from "./house.js";
import { LAYOUTS } from "./layouts.js";
import { shared } from "./pieces.js";
import { mark, sign } from "./signs.js";
import { acting, listen } from "./table/acting.js";
import { aside, explaining } from "./table/aside.js";
import { hearing, Motion, Speaker } from "./table/hearing.js";
import { plan, smallPlan } from "./table/plan.js";
import { phaseNow } from "./table/reading.js";
import { tray } from "./table/tray.js";
import { FIRST_WAGER, money, say } from "./words.js";
import TEXT from "./words/table.json" with { type: "json" };

const { HEAD } = TEXT;

const page = /** @type {Element} */ (document.getElementById("page"));
const motion = new Motion();
const redraw = soon(() => {
  draw(page, tablePage());
  motion.play(page);
});

/** Everything that the page shows, and what can be done with it. @type {any} */
const model = {
  id: location.pathname.split("/")[2], redraw, motion, speaker: new Speaker(redraw),
  posted: null, layout: null, view: null, shown: null, clock: null, me: null, own: 0, width: "desktop",
  offers: [], decisions: [], bets: {}, sits: {}, coupons: [], record: [], slip: null, worth: null, panel: "", setting: null,
  line: { connected: true }, away: false, missed: "", chip: 500, amounts: {}, chosen: [], selecting: false, mode: "single_card", first: "", cell: [0, 0], wide: [0, 0], tip: "",
  last: null, ended: null, isReady: false, coach: true, awaitedWords: "", said: "", warned: 0,
};
Object.assign(model, acting(model), explaining(model), hearing(model), { connect });

function connect() {
  model.live?.end();
  model.live = new Live(model.id, { onChange: model.changed, onState: model.lineChanged, onRefused: model.refused });
}

function tablePage() {
  if (!model.view) return [h("p", { class: "loading" }, "…")];
  model.width = innerWidth < 700 ? "phone" : innerWidth < 1200 ? "tablet" : "desktop";
  return h("div", null,
    shared(),
    h("a", { class: "skip", href: "#hand" }, HEAD.hand), h("a", { class: "skip", href: "#offers" }, HEAD.offers),
    model.speaker.regions(),
    head(),
    h("div", { class: `room at-${model.layout.key} ${model.line.connected ? "" : "line-down"}` },
      h("main", { class: "play" }, h("h1", { class: "heard" }, model.layout.title), phaseBar(), cloth(), (model.layout.areas || model.width !== "desktop") && tray(model)),
      aside(model)),
    model.panel && model.opened?.(model)).children;
}

/** The layout, as large as the page allows. */
function cloth() {
  if (!model.layout.areas) return model.drawn(model);
  return model.width === "phone" ? smallPlan(model) : plan(model);
}

function head() {
  const [first] = model.posted.wagers;
  const name = model.view.game in FIRST_WAGER ? "" : `${first.name} `;
  const chips = (model.me?.at_tables?.[model.id] ?? 0) + (model.view.balance ?? 0);
  const icon = (/** @type {string} */ panel, /** @type {any} */ of, /** @type {string} */ label, kind = "") =>
    h("button", { class: `icon ${kind}`, "aria-label": label, title: label, "aria-expanded": String(model.panel === panel), onclick: () => model.show(panel) }, sign(of));
  return h("header", { class: "head" },
    h("a", { class: "wordmark", href: "/", "aria-label": "No More Bets" }, mark(), h("span", { class: "wide" }, "No More Bets")),
    h("span", { class: "where" }, h("b", null, model.layout.title), h("span", { class: "wide" }, `${model.name ? `${model.name} · ` : ""}${name}${money(first.least)} to ${money(first.most)}`)),
    h("span", { class: "space" }),
    h("span", { class: "pill" }, HEAD.playMoney),
    model.me && h("span", { class: "quiet" }, h("span", { class: "wide" }, `${HEAD.balance} `), h("b", null, money(chips))),
    icon("posted", "book", HEAD.posted), icon("keys", "keys", HEAD.keys, "wide"), icon("settings", "sun", HEAD.settings));
}

function phaseBar() {
  const { line, view, layout } = model;
  if (!line.connected) {
    return h("div", { class: "phase down" },
      h("b", { class: "label" }, HEAD.disconnected), h("em", null, say(HEAD.retry, { n: line.tries })), h("span", { class: "space" }), say(HEAD.lastHeard, { time: new Date(line.since).toLocaleTimeString("en-GB") }));
  }
  const quoted = [...model.record].reverse().find((one) => one.words.startsWith("“"))?.words ?? "";
  const said = view.phase === "betting" ? HEAD.place : view.phase.startsWith("open") ? HEAD.idle : quoted;
  const now = phaseNow(model.shown, layout.phases);
  return h("div", { class: "phase" },
    h("span", { class: "quiet" }, layout.areas ? say(HEAD.round, { n: model.shown.round }) : say(HEAD.spin, { n: model.shown.round })), h("em", null, said), h("span", { class: "space" }),
    h("ol", null, layout.phases.map((/** @type {string} */ name, /** @type {number} */ at) => h("li", { class: at < now ? "past" : "", "aria-current": at === now ? "step" : null }, name))));
}

listen(model);
import("./table/panels.js").then(({ panel }) => Object.assign(model, { opened: panel })); // nothing waits for it
addEventListener("resize", redraw);

const [posted, who, policy] = await Promise.all([getPatiently(`/v1/tables/${model.id}/posted`), patiently(me), getPatiently(`/v1/tables/${model.id}/policy`)]);
Object.assign(model, { posted, me: who, layout: LAYOUTS[posted.game], coach: policy.coach, name: policy.name });
// Only its own table needs this.
if (!model.layout.areas) model.drawn = (await import("./pokette.js")).pokettePlan;
document.documentElement.dataset.game = posted.game;
apply();
connect();
