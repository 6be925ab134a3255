/** Pack's Poker has nothing to decide: a row per pack with its three wagers, the hand and the sum. */
import { h } from "../dom.js";
import { money, signed } from "../money.js";
import { say } from "../words.js";
import TEXT from "../words/table.json" with { type: "json" };
import { isUp } from "./furniture.js";
import { isLost, net, packNow } from "./reading.js";

const { PACKS } = TEXT;

const KINDS = ["pack", "five_card", "seven_card"];

/** @param {any} model @param {number} own */
export function packTable(model, own) {
  const { shown: view } = model;
  const seat = view.seats[own];
  const now = packNow(view);
  return h("table", { class: "pack-table", key: "packs" },
    h("thead", null, h("tr", null, PACKS.heads.map((one) => h("th", { scope: "col" }, one)))),
    h("tbody", null, [1, 2, 3].map((pack) => {
      const keys = KINDS.map((kind) => `${kind}_${pack}`);
      const part = { chips: pick(seat.chips, keys), settled: pick(seat.settled ?? {}, keys) };
      const down = /** @type {number} */ (Object.values(part.chips).reduce((all, one) => all + one, 0));
      const over = Object.keys(part.settled).length > 0;
      return h("tr", { key: `pack ${pack}`, class: pack === now ? "now" : "" },
        h("th", { scope: "row" }, say(PACKS.pack, { n: pack })),
        keys.map((key) => h("td", null, cell(seat, key))),
        h("td", null, isUp(view, pack) ? view.places[`pack ${pack}`].together?.[`seat ${own}`] ?? "" : PACKS.down),
        h("td", { class: "figure" }, over ? signed(net(part)) : down ? money(down) : ""));
    })));
}

/** @param {any} from @param {string[]} keys */
const pick = (from, keys) => Object.fromEntries(keys.filter((one) => one in from).map((one) => [one, from[one]]));

/** @param {any} seat @param {string} key */
function cell(seat, key) {
  const chips = seat.chips[key];
  const ended = seat.settled?.[key];
  if (!chips) return PACKS.none;
  if (!ended) return money(chips);
  return h("span", { class: isLost(ended) ? "lost" : ended.pays ? "won" : "" }, signed(net({ chips: { [key]: chips }, settled: { [key]: ended } })));
}
