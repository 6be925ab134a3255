/** What somebody has chosen for this browser; the first visit follows what the system prefers. */

/** @typedef {{theme: string, deck: string, motion: string, speed: number, text: string, letters: boolean}} Settings */

const KEY = "nomorebets";
/** @type {Settings} */
const DEFAULT = { theme: "auto", deck: "two", motion: "auto", speed: 1, text: "normal", letters: true };

/** @returns {Settings} */
export function settings() {
  try {
    return { ...DEFAULT, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    return { ...DEFAULT };
  }
}

/** @param {Partial<Settings>} changed */
export function choose(changed) {
  localStorage.setItem(KEY, JSON.stringify({ ...settings(), ...changed }));
  apply();
}

/** Let the page look as chosen: felt at tables, paper elsewhere, unless something else is preferred. */
export function apply() {
  const root = document.documentElement;
  const chosen = settings();
  root.dataset.theme = chosen.theme === "auto" ? preferred(root.dataset.page ?? "paper") : chosen.theme;
  root.dataset.deck = chosen.deck;
  root.dataset.text = chosen.text;
  root.dataset.motion = moves() ? "on" : "off";
}

/** @param {string} page */
function preferred(page) {
  if (matchMedia("(prefers-contrast: more)").matches) return "contrast";
  return page;
}

export function moves() {
  const { motion } = settings();
  return motion === "auto" ? !matchMedia("(prefers-reduced-motion: reduce)").matches : motion === "on";
}
