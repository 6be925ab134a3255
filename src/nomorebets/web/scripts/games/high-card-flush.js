import { SIX } from "./layout.js";

/** High Card Flush: raise before the ante, three bonus wagers behind it (1.13Y(b)). @type {import("./layout.js").Layout} */
export default {
  key: "high-card-flush",
  title: "High Card Flush",
  inscription: "Dealer qualifies with a three card flush, nine high or better",
  height: 604,
  phases: ["Bets", "Deal", "Decide", "Reveal", "Settle"],
  beside: ["discards", "shoe"],
  titleY: 188,
  positions: () => SIX,
  areas: [
    { wager: "ante", form: "circle", x: 0, y: 0, w: 62, h: 62, label: ["ANTE"], chip: 40 },
    { wager: "raise", form: "box", x: 0, y: -64, w: 68, h: 44, label: ["RAISE"], chip: 34 },
    { wager: "flush_bonus", form: "circle", x: -49, y: 62, w: 44, h: 44, label: ["FLUSH"], chip: 32 },
    { wager: "straight_flush_bonus", form: "lozenge", x: 2, y: 66, w: 52, h: 52, label: ["STR.", "FLUSH"], chip: 32 },
    { wager: "progressive", form: "square", x: 52, y: 62, w: 40, h: 40, label: ["PROG."], chip: 32 },
  ],
  tables: [{ wager: "flush_bonus", title: "Flush bonus" }, { wager: "", title: "Raise" }, { wager: "straight_flush_bonus", title: "Straight flush" }],
  house: [534, 384],
  hand: "flush",
  tableWidth: 156,
  cards: { behind: [0, 112], shown: [-86, -64] },
  dealer: { cards: 7, y: 86, width: 44 },
};
