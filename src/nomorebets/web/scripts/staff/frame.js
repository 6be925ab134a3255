/** What pages for those who run the house have in common: who one is, the head, refusals on a slip. */
import { drawing, h } from "../dom.js";
import { me, patiently, Refused } from "../house.js";
import { apply, cited, header, skip } from "../page.js";
import { shared } from "../pieces.js";
import { capital, say } from "../words.js";
import TEXT from "../words/staff.json" with { type: "json" };

const { FRAME } = TEXT;

/**
 * A page: what `content` says is drawn for whoever has one of these roles.
 * @param {{at: string, roles: string[], content: () => any}} of
 */
export function staffPage({ at, roles, content }) {
  /** @type {{who: any, problem: any, said: string, lost: boolean}} */
  const model = { who: null, problem: null, said: "", lost: false };
  const may = () => !roles.length || roles.some((role) => model.who?.roles.includes(role));
  /** @type {() => void} */
  const redraw = drawing(() => [
    shared(),
    skip(),
    header({ at, who: model.who }),
    h(
      "main",
      { id: "content", class: `staff ${at}`, tabindex: "-1" },
      may() ? [lost(model), problem(model, redraw), content()] : closed(),
    ),
    h("p", { class: "heard", role: "status" }, model.said),
  ]);

  /** Do something, and show why if it is refused. @template T @param {() => Promise<T>} deed @returns {Promise<T | null>} */
  async function tried(deed) {
    try {
      const done = await deed();
      model.problem = null;
      return done;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      model.problem = error.told;
      return null;
    } finally {
      redraw();
    }
  }

  /** Look again at what may have changed; a line that is down is told, and tried again next time. @param {() => Promise<any>} deed */
  async function looked(deed) {
    try {
      await deed();
      model.lost = false;
    } catch (error) {
      if (!(error instanceof TypeError)) throw error; // which is how a browser says that nobody answers
      model.lost = true;
    } finally {
      redraw();
    }
  }

  /** @param {string} words */
  const say = (words) => {
    model.said = words;
    redraw();
  };
  apply();
  const ready = patiently(me).then((who) => {
    model.who = who;
    redraw();
    return may() ? who : null;
  });
  return { model, redraw, tried, looked, say, ready };
}

/** @param {any} model */
const lost = (model) => model.lost && h("p", { class: "lost", role: "alert", key: "lost" }, FRAME.lost);

/** @param {any} model @param {() => void} redraw */
const problem = (model, redraw) =>
  model.problem &&
  h(
    "section",
    { class: "slip refused", role: "alert", key: "problem" },
    h(
      "header",
      null,
      h("span", { class: "label" }, FRAME.not_now),
      cited(model.problem.clause ?? ""),
    ),
    h("p", null, sentence(model.problem.sentence ?? "")),
    h(
      "button",
      {
        class: "small",
        onclick: () => {
          model.problem = null;
          redraw();
        },
      },
      FRAME.close,
    ),
  );

const closed = () =>
  h(
    "section",
    { class: "closed" },
    title(FRAME.for_staff),
    h(
      "a",
      { class: "main", href: `/sign-in?to=${encodeURIComponent(location.pathname + location.search)}` },
      FRAME.sign_in,
    ),
  );

/** @param {string} words @param {...any} beside */
export const title = (words, ...beside) =>
  h("div", { class: "title" }, h("div", null, h("span", { class: "bar" }), h("h1", null, words)), beside);

/** @param {string} words */
export const sentence = (words) => capital(words).replace(/([^.!?”])$/, "$1.");

/** What is done at a seat, or at none. @param {string} what @param {number} [seat] */
export const atSeat = (what, seat) => (seat ? say(FRAME.at_seat, { what, seat }) : what);

/** How long until then. @param {number} ms @param {number} now */
export function until(ms, now) {
  const minutes = Math.round((ms - now) / 60_000);
  if (minutes < 1) return "";
  return minutes < 60 ? say(FRAME.minutes, { n: minutes }) : say(FRAME.hours, { hours: Math.floor(minutes / 60), n: minutes % 60 });
}

/** @param {string} label @param {any} field @param {string} [note] */
export const labelled = (label, field, note) =>
  h("label", { class: "field" }, h("span", null, label), field, note && h("small", null, note));

/** @param {string[] | [string, string][]} options @param {string} value @param {(value: string) => void} onchange */
export const choice = (options, value, onchange) =>
  h(
    "select",
    { value, onchange: (/** @type {any} */ event) => onchange(event.target.value) },
    options
      .map((one) => (typeof one === "string" ? [one, one] : one))
      .map(([key, name]) => h("option", { value: key, selected: key === value }, name)),
  );

/** Whether a key is meant for the page, and not for a field or a button. @param {KeyboardEvent} event */
export const forPage = (event) =>
  !event.ctrlKey &&
  !event.metaKey &&
  !event.altKey &&
  !(event.target instanceof Element && event.target.closest("input, select, textarea, [contenteditable]"));

/** A table as people call it: by its place among those that are open. @param {any[]} tables @param {string} id */
export function tableName(tables, id) {
  const at = tables.findIndex((one) => one.id === id);
  return at < 0 ? id : say(FRAME.table, { n: at + 1 });
}
