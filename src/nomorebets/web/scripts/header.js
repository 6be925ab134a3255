/** The head of every page. */
import { h } from "./dom.js";
import { mark, sign } from "./pieces/signs.js";
import { signOut } from "./house.js";
import { choose, settings } from "./settings.js";
import { playerName } from "./words.js";

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
