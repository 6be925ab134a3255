import { FIVE } from "./layout.js";

/** Lunar Poker: super side bet and options payment above ante and bet (1.13X(b)). @type {import("./layout.js").Layout} */
export default {
  key: "lunar-poker",
  title: "Lunar Poker",
  inscription: "Dealer only plays with ace-king or better",
  height: 604,
  phases: ["Bets", "Deal", "Draw", "Bet", "Reveal", "Force", "Settle"],
  beside: ["discards", "stub"],
  titleY: 196,
  positions: () => FIVE,
  areas: [
    { wager: "ante", form: "circle", x: -34, y: 0, w: 62, h: 62, label: ["ANTE"], chip: 40 },
    { wager: "bet", form: "circle", x: 36, y: 0, w: 62, h: 62, label: ["BET"], chip: 40 },
    { wager: "super", form: "pill", x: -34, y: -58, w: 64, h: 36, label: ["SUPER"], chip: 32 },
    { wager: "options", form: "box", x: 36, y: -58, w: 66, h: 36, label: ["OPTIONS"], chip: 30 },
    { wager: "progressive", form: "square", x: 0, y: 54, w: 40, h: 40, label: ["PROG."], chip: 30 },
  ],
  tables: [{ wager: "bet", title: "Bet" }, { wager: "instant", title: "Instant cash" }, { wager: "super", title: "Super" }],
  tableWidth: 160, tableRows: 7,
  house: [400, 474],
  hand: "poker",
  cards: { behind: [74, 56], shown: [74, 56] },
  dealer: { cards: 5, y: 84, width: 44, gap: 10 },
};
