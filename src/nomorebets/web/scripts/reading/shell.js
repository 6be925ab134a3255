/** What the rooms of reading share: their frame, asking as a guest where one has to be somebody, files to keep. */
import { h } from "../dom.js";
import { header } from "../header.js";
import { ask, me, meOrGuest, patiently } from "../house.js";
import { sign } from "../pieces/signs.js";
import { GAMES } from "../words.js";
import TEXT from "../words/reading.json" with { type: "json" };

const { SHELL } = TEXT;
const ROOMS = /** @type {[string, string, any, string][]} */ (TEXT.ROOMS);

/** @type {{player: string, roles: string[]} | null} */
let who = null;

export const known = () => me().then((found) => (who = found));

/** Ask for what has to be reckoned: whoever is nobody yet becomes a guest. @param {string} path @param {object} body */
export async function post(path, body) {
  who ??= await patiently(meOrGuest);
  return patiently(() => ask("POST", path, body));
}

/** @param {string} at @param {any} main */
export const room = (at, main) => [
  h("a", { class: "skip", href: "#main" }, SHELL.skip),
  header({ at, who }),
  main,
  h("nav", { class: "below", "aria-label": SHELL.rooms }, ROOMS.map(([key, href, icon, name]) => h("a", { href, "aria-current": key === at ? "page" : null }, sign(icon), name))),
];

const NONE = "-"; // an option that is empty would take its words for its value
/** @param {string} label @param {string} chosen @param {[string, string][]} options @param {(value: string) => void} choose @param {any} [more] */
export const select = (label, chosen, options, choose, more) =>
  h("select", { "aria-label": label, value: chosen || NONE, onchange: (/** @type {any} */ event) => choose(event.target.value === NONE ? "" : event.target.value), ...more },
    options.map(([value, words]) => h("option", { value: value || NONE, selected: value === chosen }, words)));

/** @param {string} chosen @param {(game: string) => void} choose */
export const gameSelect = (chosen, choose) => select(SHELL.game, chosen, Object.entries(GAMES), choose, { class: "game" });

/** A link within a room, without opening it anew. @param {string} href @param {(href: string) => void} go @param {any} props @param {...any} children */
export const within = (href, go, props, ...children) =>
  h("a", {
    ...props,
    href,
    onclick: (/** @type {MouseEvent} */ event) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.button) return;
      event.preventDefault();
      go(href);
    },
  }, ...children);

/** @param {string} clause with its game */
export const readAt = (clause) => `/rules?clause=${encodeURIComponent(clause)}`;
/** The number of a clause, without its game. @param {string} clause */
export const numberOf = (clause) => clause.slice(clause.indexOf(":") + 1);
/** @param {string} clause with its game */
export const cite = (clause) => h("a", { class: "cite", href: readAt(clause) }, numberOf(clause));

/** Give somebody a file. @param {Blob} blob @param {string} name */
export function keep(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** Call soon, with the last that was asked, when nothing more is asked for a moment. @param {(...args: any[]) => void} then @param {number} ms */
export function settled(then, ms) {
  /** @type {any} */
  let timer;
  return (/** @type {any[]} */ ...args) => {
    clearTimeout(timer);
    timer = setTimeout(() => then(...args), ms);
  };
}

/** A name of the text as people say it. @param {unknown} value */
export const spoken = (value) => (value === null ? SHELL.nothing : value === true ? SHELL.yes : value === false ? SHELL.no : String(value).replaceAll("_", " "));
