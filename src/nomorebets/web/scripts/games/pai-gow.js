import { mirrored } from "./layout.js";

const POSITIONS = mirrored([
  [382, 112, -17, 426, 260],
  [272, 250, -9, 306, 398],
  [110, 298, -3, 118, 454],
]);

/** Pai Gow: the wager, behind it the high and the low hand (10.7). @type {import("./layout.js").Layout} */
export default {
  key: "pai-gow",
  title: "Pai Gow",
  inscription: "Both hands higher win 1 to 1, less 5 % commission",
  height: 520,
  phases: ["Bets", "Dice", "Deal", "Set", "Reveal", "Settle"],
  beside: ["shaker", "dead hand"],
  titleY: 214,
  bare: true,
  positions: () => POSITIONS,
  areas: [
    { wager: "wager", form: "box", x: 0, y: 0, w: 72, h: 42, label: ["WAGER"], chip: 34 },
    { wager: "", form: "hand", x: -28, y: 56, w: 50, h: 58, label: ["HIGH"] },
    { wager: "", form: "hand", x: 28, y: 56, w: 50, h: 58, label: ["LOW"] },
  ],
  tables: [],
  hand: "tiles",
  low: ["HIGH", "LOW"],
  cards: { behind: [0, 108], shown: [0, 56] },
  second: "Equal hands go to the bank",
  dealer: { cards: 4, y: 88, width: 24, boxes: [[459, 74], [545, 74]] },
};
