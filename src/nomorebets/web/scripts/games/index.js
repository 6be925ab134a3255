/** The layout of each game; Pokette's is its own. */
import highCardFlush from "./high-card-flush.js";
import whatTheFlush from "./what-the-flush.js";
import lunarPoker from "./lunar-poker.js";
import packsPoker from "./packs-poker.js";
import paiGow from "./pai-gow.js";
import paiGowPoker from "./pai-gow-poker.js";

/** @type {Record<string, import("./layout.js").Layout>} */
export const LAYOUTS = Object.fromEntries([highCardFlush, whatTheFlush, lunarPoker, packsPoker, paiGow, paiGowPoker].map((one) => [one.key, one]));
