/** What every page has: its head, and how somebody has chosen to see it. */
import { h } from "./dom.js";
import { signOut } from "./house.js";
import { mark, sign } from "./signs.js";
import { playerName } from "./words.js";

// --- What somebody has chosen for this browser ---

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

// --- The head of every page ---

const ROOMS = [["tables", "/", "Tables"], ["rules", "/rules", "Rulebook"], ["odds", "/odds", "Odds"], ["submission", "/submission", "Submission"]];
/** Rooms of those who run the house, and who they are for. */
const STAFF_ROOMS = [["deal", "/deal", "Deal", "dealer"], ["floor", "/floor", "Floor", "floor surveillance"], ["rounds", "/rounds", "Rounds", "floor surveillance auditor"]];
const THEMES = ["auto", "felt", "paper", "contrast"];

/** The rooms that somebody has by their roles. @param {string[]} roles */
const roomsOf = (roles) => [...ROOMS, ...STAFF_ROOMS.filter(([, , , of]) => roles.some((role) => of.split(" ").includes(role)))];

/** @param {{at: string, who: {player: string, roles?: string[]} | null}} here */
export function header({ at, who }) {
  return h("header", { class: "head" },
    h("a", { class: "wordmark", href: "/" }, mark(), "No More Bets"),
    h("nav", { "aria-label": "Rooms" }, roomsOf(who?.roles ?? []).map(([key, href, name]) => h("a", { href, "aria-current": key === at ? "page" : null }, name))),
    h("span", { class: "space" }),
    h("span", { class: "pill" }, "Play money"),
    who ? h("span", { class: "who" }, playerName(who.player)) : h("a", { class: "quiet", href: "/sign-in" }, "Sign in"),
    who && h("button", { class: "link quiet", onclick: () => signOut().then(() => location.assign("/")) }, "Sign out"),
    lightButton());
}

export const lightButton = () => h("button", { class: "icon", "aria-label": "Light: next theme", title: "Light", onclick: nextTheme }, sign("sun"));

function nextTheme() {
  choose({ theme: THEMES[(THEMES.indexOf(settings().theme) + 1) % THEMES.length] });
}
