import { mirrored } from "./layout.js";

const POSITIONS = mirrored([
  [382, 112, -17, 426, 252],
  [272, 254, -8, 310, 398],
  [106, 314, -3, 122, 458],
]);

/** Pai Gow Poker: the wager between bonus and imperial, behind it the hand of five and the hand of two (11.7, 11.9). @type {import("./layout.js").Layout} */
export default {
  key: "pai-gow-poker",
  title: "Pai Gow Poker",
  inscription: "Both hands higher win 1 to 1, less 5 % commission",
  height: 520,
  phases: ["Bets", "Start", "Deal", "Set", "Reveal", "Settle"],
  beside: ["shaker", "shoe"],
  titleY: 181,
  positions: () => POSITIONS,
  areas: [
    { wager: "wager", form: "circle", x: 0, y: 0, w: 54, h: 54, label: ["WAGER"], chip: 38 },
    { wager: "bonus", form: "circle", x: -48, y: 6, w: 46, h: 46, label: ["BONUS"], chip: 32 },
    { wager: "imperial", form: "circle", x: 48, y: 6, w: 46, h: 46, label: ["IMP."], chip: 32 },
    { wager: "", form: "hand", x: -24, y: 58, w: 86, h: 52, label: ["FIVE"] },
    { wager: "", form: "hand", x: 46, y: 58, w: 46, h: 52, label: ["TWO"] },
  ],
  tables: [{ wager: "bonus", title: "Bonus" }],
  tableWidth: 170, tableRows: 2, tableLetters: 15,
  hand: "in_two",
  low: ["FIVE", "TWO"],
  cards: { behind: [0, 104], shown: [0, 58] },
  second: "Equal hands go to the bank",
  dealer: { cards: 7, y: 82, width: 34, boxes: [[361, 194], [597, 72]] },
};
