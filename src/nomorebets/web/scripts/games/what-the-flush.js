import { SIX } from "./layout.js";

/** What The Flush: play before the ante, two bonus wagers behind it (38.6). @type {import("./layout.js").Layout} */
export default {
  key: "what-the-flush",
  title: "What The Flush",
  inscription: "Twos are wild",
  height: 604,
  phases: ["Bets", "Deal", "Decide", "Reveal", "Settle"],
  beside: ["discards", "shoe"],
  titleY: 188,
  positions: () => SIX,
  areas: [
    { wager: "ante", form: "circle", x: 0, y: 0, w: 62, h: 62, label: ["ANTE"], chip: 40 },
    { wager: "play", form: "box", x: 0, y: -64, w: 68, h: 44, label: ["PLAY"], chip: 34 },
    { wager: "flush_rush", form: "circle", x: -32, y: 62, w: 46, h: 46, label: ["RUSH"], chip: 32 },
    { wager: "super_flush_rush", form: "hexagon", x: 32, y: 62, w: 54, h: 48, label: ["SUPER"], chip: 32 },
  ],
  tables: [{ wager: "flush_rush", title: "Flush rush" }, { wager: "super_flush_rush", title: "Super flush rush" }],
  house: [534, 384],
  hand: "flush, twos wild",
  cards: { behind: [0, 112], shown: [-86, -64] },
  dealer: { cards: 8, y: 86, width: 40, gap: 12 },
};
