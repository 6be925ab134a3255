/** What every page is made of: small parts, how somebody has chosen to see it, its head. */
import { h } from "./dom.js";
import { signOut } from "./house.js";
import STROKES from "./signs.json" with { type: "json" };
import { playerName } from "./words.js";
import TEXT from "./words/common.json" with { type: "json" };

const { PAGE } = TEXT;

// --- Small parts that many pages are made of ---

/** A sign of the chrome, drawn with one stroke: 24 by 24. @param {keyof typeof STROKES} name */
export const sign = (name) => h("svg", { class: "sign", viewBox: "0 0 24 24", "aria-hidden": "true" }, h("path", { d: STROKES[name] }));

/** The mark of the house: a betting circle closed by a bar. */
export const mark = () =>
  h("svg", { class: "mark", viewBox: "0 0 40 40", "aria-hidden": "true" }, h("circle", { cx: 20, cy: 20, r: 13 }), h("path", { d: "M2 20h36" }));

/** A thing and what it is, in a list of such. @param {any} name @param {any} value @param {Record<string, any> | null} [props] */
export const fact = (name, value, props = null) => h("div", props, h("dt", null, name), h("dd", null, value));

/** The head of a table. @param {any[]} columns */
export const heads = (columns) => h("thead", null, h("tr", null, columns.map((one) => h("th", { scope: "col" }, one))));

/** The number of a clause, without its game. @param {string} clause */
export const numberOf = (clause) => clause.slice(clause.indexOf(":") + 1);

/** A clause as it stands beside what follows from it. @param {string} clause */
export const cited = (clause) => h("span", { class: "cite" }, numberOf(clause));

/** Give somebody a file. @param {Blob} blob @param {string} name */
export function keep(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

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

/** @type {import("./words.js").Names} */
export const ROOM_NAMES = TEXT.ROOMS;
/** The rooms that are open to all, and their signs. @type {Record<string, keyof typeof STROKES>} */
const OPEN = { tables: "seat", rules: "book", odds: "chart", submission: "check" };
/** Rooms of those who run the house, and who they are for. @type {Record<string, string[]>} */
const STAFF_ROOMS = { deal: ["dealer"], floor: ["floor", "surveillance"], rounds: ["floor", "surveillance", "auditor"] };
const THEMES = ["auto", "felt", "paper", "contrast"];

/** The rooms that somebody has by their roles. @param {string[]} roles */
const roomsOf = (roles) => [...Object.keys(OPEN), ...Object.keys(STAFF_ROOMS).filter((room) => STAFF_ROOMS[room].some((role) => roles.includes(role)))];

/** What a link to a room has. @param {string} room @param {string} [at] the room in which one is */
export const toRoom = (room, at) => ({ href: room === "tables" ? "/" : `/${room}`, "aria-current": room === at ? "page" : null });

/** @param {{at: string, who: {player: string, roles?: string[]} | null}} here */
export function header({ at, who }) {
  return h("header", { class: "head" },
    h("a", { class: "wordmark", href: "/" }, mark(), "No More Bets"),
    h("nav", { "aria-label": PAGE.rooms }, roomsOf(who?.roles ?? []).map((room) => h("a", toRoom(room, at), room in OPEN && sign(OPEN[room]), ROOM_NAMES[room]))),
    h("span", { class: "space" }),
    h("span", { class: "pill" }, PAGE.play_money),
    who ? h("span", { class: "who" }, playerName(who.player)) : h("a", { class: "quiet", href: "/sign-in" }, PAGE.sign_in),
    who && h("button", { class: "link quiet", onclick: () => signOut().then(() => location.assign("/")) }, PAGE.sign_out),
    lightButton());
}

const lightButton = () => h("button", { class: "icon", "aria-label": PAGE.next, title: PAGE.light, onclick: nextTheme }, sign("sun"));

function nextTheme() {
  choose({ theme: THEMES[(THEMES.indexOf(settings().theme) + 1) % THEMES.length] });
}

/** The way past the head, for whoever goes by keys. @param {string} [to] @param {string} [words] */
export const skip = (to = "content", words = PAGE.skip) => h("a", { class: "skip", href: `#${to}` }, words);
