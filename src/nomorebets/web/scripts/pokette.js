/** Pokette: wheel, card stand, poker hands, and the grid on which a chip lies where it speaks. */
import { h } from "./dom.js";
import { money } from "./money.js";
import { card } from "./pieces/cards.js";
import { stack } from "./pieces/chips.js";
import { wheel } from "./pieces/wheel.js";
import { grid } from "./pokette/grid.js";
import { tray } from "./table/tray.js";
import { wagerName } from "./words.js";
import TEXT from "./words/pokette.json" with { type: "json" };

const { POKETTE } = TEXT;

const HANDS = ["pair_in_two", "pair_in_three", "three_of_a_kind", "flush", "straight", "straight_flush"];

/** @param {any} model */
export function pokettePlan(model) {
  return h("div", { class: `pokette ${model.view.phase === "betting" && !model.ended ? "in-betting" : ""}` },
    h("div", { class: "wheel-side" },
      wheel(model.posted.submission.wheel_order.split(" "), model.shown.section ?? -1),
      h("div", { class: "stand-side" }, stand(model), hands(model)),
      model.width === "desktop" && tray(model)),
    h("div", { class: "grid-side" }, model.width === "phone" && modes(model), grid(model)));
}

/** @param {any} model */
function stand(model) {
  const lying = model.shown.places.stand;
  const cards = lying?.cards ?? [];
  return h("div", { class: "stand" },
    h("div", { class: "stand-cards", "data-place": "stand" }, [0, 1, 2].map((n) => (cards[n]
      ? card(cards[n], model.width === "phone" ? "index" : "full", { key: `${n} ${cards[n]}` })
      : h("span", { class: "empty", key: `${n} empty` }, POKETTE.spins[n])))),
    h("div", null, h("h2", null, POKETTE.stand), h("p", null, lying?.words?.[0] ?? POKETTE.none)));
}

/** @param {any} model */
function hands(model) {
  const seat = model.own;
  return h("div", { class: "poker-hands" }, HANDS.map((wager) => {
    const offer = model.bets[`${seat} ${wager}`];
    const chips = model.shown.seats[seat]?.chips[wager];
    const back = (/** @type {Event} */ event) => {
      event.preventDefault();
      model.takeBack(seat, wager);
    };
    return h("button", {
      key: wager, class: `poker ${offer ? "" : "not-now"}`, oncontextmenu: back,
      onclick: () => (offer ? model.bet(seat, wager) : model.whyNot(wager)),
      onkeydown: (/** @type {KeyboardEvent} */ event) => { if (event.key === "Backspace") back(event); } },
    h("b", null, wagerName(wager)), h("span", null, offer ? odds(model, wager) : chips ? money(chips) : POKETTE.notNow),
    chips && h("svg", { viewBox: "0 0 40 40", class: "laid", "aria-hidden": "true" }, stack(chips, 20, 20, 34)));
  }));
}

/** Fingers say first whether they mean a card, a split or a corner. @param {any} model */
const modes = (model) => h("div", { class: "modes", role: "radiogroup", "aria-label": POKETTE.mode }, POKETTE.modes.map(([mode, name]) =>
  h("button", { key: mode, role: "radio", "aria-checked": String(model.mode === mode), onclick: () => { Object.assign(model, { mode, first: "" }); model.redraw(); } }, name)));

/** @param {any} model @param {string} wager */
export const odds = (model, wager) => Object.values(model.posted.tables[wager]?.rows ?? {})[0] ?? "";
