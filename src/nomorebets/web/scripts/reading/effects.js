/** What choices of a licensee do to every edge: the same figures asked for under two submissions, side by side. */
import { number, read } from "./fractions.js";
import { post } from "./shell.js";
import { toml } from "./toml.js";

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
export const differs = ({ edges }) => edges.some((one) => one !== edges[0]);
