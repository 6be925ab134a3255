/** What the rooms of reading share: their frame, exact fractions, submissions as files and what they do to every edge. */
import { h } from "../dom.js";
import { ask, me, meOrGuest, patiently } from "../house.js";
import { header, numberOf, skip } from "../page.js";
import { GAMES, wagerName } from "../words.js";
import TEXT from "../words/reading.json" with { type: "json" };

const { SHELL } = TEXT;

/** @type {{player: string, roles: string[]} | null} */
let who = null;

export const known = () => me().then((found) => (who = found));

/** Ask for what has to be reckoned: whoever is nobody yet becomes a guest. @param {string} path @param {object} body */
export async function post(path, body) {
  who ??= await patiently(meOrGuest);
  return patiently(() => ask("POST", path, body));
}

/** @param {string} at @param {any} main */
export const room = (at, main) => [skip("main", SHELL.skip), header({ at, who }), main];

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
/** @param {string} clause with its game */
export const cite = (clause) => h("a", { class: "cite", href: readAt(clause) }, numberOf(clause));

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

/**
 * Exact fractions.  What is counted and paid in whole numbers stays so; a decimal appears where it is shown.
 *
 * @typedef {{n: bigint, d: bigint}} Fraction
 */
/** @param {bigint} a @param {bigint} b */
function divisor(a, b) {
  for (a = a < 0n ? -a : a; b; [a, b] = [b, a % b]);
  return a;
}

/** @param {bigint | number} n @param {bigint | number} [d] @returns {Fraction} */
export function frac(n, d = 1n) {
  let [top, under] = [BigInt(n), BigInt(d)];
  if (under < 0n) [top, under] = [-top, -under];
  const by = divisor(top, under) || 1n;
  return { n: top / by, d: under / by };
}

/** As it is written: 6, 9/2, 4.5; null if it is no number. @param {string} written */
export function read(written) {
  const found = /^(-?\d{1,15})(?:\/(\d{1,9})|\.(\d{1,6}))?$/.exec(written.trim().replaceAll(",", ""));
  if (!found || found[2] === "0") return null;
  if (found[3]) return frac(BigInt(found[1] + found[3]), 10n ** BigInt(found[3].length));
  return frac(BigInt(found[1]), BigInt(found[2] ?? 1));
}

/** @param {Fraction} a @param {Fraction} b */
const plus = (a, b) => frac(a.n * b.d + b.n * a.d, a.d * b.d);
/** @param {Fraction} a @param {Fraction} b */
export const times = (a, b) => frac(a.n * b.n, a.d * b.d);
/** @param {Fraction} a @param {Fraction} b */
export const less = (a, b) => plus(a, frac(-b.n, b.d));
/** @param {Fraction} a @param {Fraction} b */
export const same = (a, b) => a.n === b.n && a.d === b.d;
/** Rounded down. @param {Fraction} a */
export const floor = (a) => (a.n < 0n && a.n % a.d ? a.n / a.d - 1n : a.n / a.d);
/** @param {Fraction} a */
export const shown = (a) => (a.d === 1n ? `${a.n}` : `${a.n}/${a.d}`);
/** The nearest number that a machine has; exact to about fifteen digits. @param {Fraction} a */
export function number(a) {
  const scale = 10n ** 18n;
  const whole = a.n / a.d;
  return Number(whole) + Number(((a.n - whole * a.d) * scale) / a.d) / 1e18;
}

/**
 * What comes of a wager whose outcomes occur in so many ways and win so much for each unit.
 * @param {{ways: bigint, net: Fraction}[]} outcomes
 */
export function measured(outcomes) {
  const total = outcomes.reduce((all, one) => all + one.ways, 0n);
  const mean = (/** @type {(net: Fraction) => Fraction} */ of) =>
    times(outcomes.reduce((sum, one) => plus(sum, times(frac(one.ways), of(one.net))), frac(0)), frac(1n, total));
  const ev = mean((net) => net);
  const variance = less(mean((net) => times(net, net)), times(ev, ev));
  const hits = outcomes.reduce((all, one) => all + (one.net.n > 0n ? one.ways : 0n), 0n);
  return { total, edge: frac(-ev.n, ev.d), variance, sd: Math.sqrt(number(variance)), hit: frac(hits, total) };
}

// --- A submission as the file that it is filed in ---

/** What somebody wrote as TOML themselves, because no form has it. */
export class Written {
  /** @param {string} text */
  constructor(text) {
    this.text = text;
  }
}

/** @param {string} name */
const key = (name) => (/^[\w-]+$/.test(name) ? name : JSON.stringify(name));
/** @param {any} value */
const isTable = (value) => value && typeof value === "object" && !Array.isArray(value) && !(value instanceof Written);

/** @param {any} value @returns {string} */
export function literal(value) {
  if (value instanceof Written) return value.text || "[]";
  if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`;
  if (isTable(value)) return `{ ${Object.entries(value).map(([name, one]) => `${key(name)} = ${literal(one)}`).join(", ")} }`;
  return JSON.stringify(value);
}

/** @param {string} game @param {Record<string, any>} fields what is null is left out */
export function toml(game, fields) {
  const given = Object.entries(fields).filter(([, value]) => value != null);
  const lines = [`game = ${JSON.stringify(game)}`, ...given.filter(([, value]) => !isTable(value)).map(([name, value]) => `${key(name)} = ${literal(value)}`)];
  for (const [name, table] of given.filter(([, value]) => isTable(value))) {
    const own = Object.entries(table).filter(([, value]) => !isTable(value));
    if (own.length) lines.push("", `[${key(name)}]`, ...own.map(([one, value]) => `${key(one)} = ${literal(value)}`));
    for (const [one, within] of Object.entries(table).filter(([, value]) => isTable(value))) {
      lines.push("", `[${key(name)}.${key(one)}]`, ...Object.entries(within).map(([part, value]) => `${key(part)} = ${literal(value)}`));
    }
  }
  return `${lines.join("\n")}\n`;
}

// --- What choices of a licensee do to every edge ---

/** @typedef {{name: string, play: string, edges: (string | null)[]}} Effect */

/** @param {string} edge */
export const percent = (edge) => {
  const value = read(edge);
  return value ? `${(100 * number(value)).toFixed(4).replace("-", "−")} %` : "";
};

/**
 * Every edge under each submission; one that is not offered has none.
 * @param {string} game @param {Record<string, any>[]} submissions @param {"odds" | "solve"} what @returns {Promise<Effect[]>}
 */
export async function effects(game, submissions, what) {
  /** @type {Map<string, Effect>} */
  const found = new Map();
  for (const [at, fields] of submissions.entries()) {
    let documents = [];
    try {
      documents = [await post(`/v1/${what}`, { game, submission: toml(game, fields) })].flat();
    } catch { /* it offers nothing that can be counted so */ }
    for (const one of documents) {
      const play = one.play ?? one.name ?? "";
      const name = `${one.wager}\0${play}`;
      if (!found.has(name)) found.set(name, { name: one.wager, play, edges: submissions.map(() => null) });
      /** @type {Effect} */ (found.get(name)).edges[at] = one.house_edge;
    }
  }
  return [...found.values()];
}

/** @param {Effect} effect */
export const effectName = ({ name, play }) => wagerName(name) + (play ? `, ${play}` : "");

/** @param {Effect} effect */
export const differs = ({ edges }) => edges.some((one) => one !== edges[0]);
