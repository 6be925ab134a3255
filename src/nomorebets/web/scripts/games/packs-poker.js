import { mirrored } from "./layout.js";

const POSITIONS = mirrored([
  [388, 202, -14, 424, 312],
  [272, 388, -8, 318, 490],
  [106, 436, -2, 116, 548],
]);

const PACKS = [1, 2, 3];
const ACROSS = 46;

/** Pack's Poker: three columns from the player's left, the bonus areas nearer the dealer (1.13Z). @type {import("./layout.js").Layout} */
export default {
  key: "packs-poker",
  title: "Pack’s Poker",
  inscription: "Less than a pair never wins",
  height: 604,
  phases: ["Bets", "Deal", "Pack 1", "Pack 2", "Pack 3", "Settle"],
  beside: ["far discards", "packs"],
  titleY: 198,
  positions: () => POSITIONS,
  areas: PACKS.flatMap((pack) => [
    { wager: `pack_${pack}`, form: /** @type {const} */ ("circle"), x: (pack - 2) * ACROSS, y: 0, w: 42, h: 42, label: ["PACK", String(pack)], chip: 34 },
    { wager: `five_card_${pack}`, form: /** @type {const} */ ("box"), x: (pack - 2) * ACROSS, y: -66, w: 40, h: 26, label: ["5"], chip: 24 },
    { wager: `seven_card_${pack}`, form: /** @type {const} */ ("box"), x: (pack - 2) * ACROSS, y: -38, w: 40, h: 26, label: ["7"], chip: 24 },
  ]),
  tables: [{ wager: "five_card", title: "Five card" }, { wager: "seven_card", title: "Seven card" }],
  tableWidth: 210, tableRows: 4,
  house: [534, 332],
  hand: "poker",
  cards: { behind: [0, 50], shown: [0, 50] },
  dealer: { cards: 5, y: 86, width: 40, middle: 350 },
};
