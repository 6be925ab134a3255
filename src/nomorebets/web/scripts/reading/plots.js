/** Plots as plain SVG, as wide as their place: ink for what is printed, blue for yours, oxblood for what pays too much. */
import { h } from "../dom.js";
import { say } from "../words.js";
import TEXT from "../words/reading.json" with { type: "json" };

const { ODDS } = TEXT;

/** @param {number} value @param {number} [digits] */
export const percent = (value, digits = 2) => `${(100 * value).toFixed(digits).replace("-", "−")} %`;
/** @param {string} title @param {string} note @param {number} width @param {number} height @param {string} told @param {any} drawing */
const plot = (title, note, width, height, told, drawing) =>
  h("section", { class: "plot", key: title }, h("h2", null, title, note && h("small", null, ` ${note}`)), h("svg", { viewBox: `0 0 ${width} ${height}`, height, role: "img", "aria-label": told }, drawing));
/** @param {number} x @param {number} y @param {any} words @param {string} [kind] @param {string} [anchor] */
const text = (x, y, words, kind, anchor = "start") => h("text", { x, y, class: kind ?? null, "text-anchor": anchor }, words);

/** Steps of a scale: about so many round numbers over a span. @param {number} span @param {number} count */
function step(span, count) {
  const rough = span / count || 1;
  const ten = 10 ** Math.floor(Math.log10(rough));
  return ten * ([1, 2, 5, 10].find((one) => one * ten >= rough) ?? 10);
}

/**
 * The edges of the printed tables as dots, and yours.
 * @param {number} width @param {{letter: string, edge: number}[]} tables @param {string} chosen @param {number | null} yours
 */
export function tables(width, tables, chosen, yours) {
  const all = [...tables.map((one) => one.edge), 0, ...(yours === null ? [] : [yours])];
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const by = step(high - low || 0.1, width < 500 ? 4 : 8);
  const [from, to] = [Math.floor(low / by - 0.5) * by, Math.ceil(high / by + 0.3) * by];
  const x = (/** @type {number} */ edge) => 20 + ((edge - from) / (to - from)) * (width - 40);
  /** @type {number[][]} */
  const rows = [];
  const dots = [...tables].sort((a, b) => a.edge - b.edge).map((one) => {
    let row = rows.findIndex((taken) => taken.every((other) => Math.abs(other - x(one.edge)) > 25));
    if (row < 0) row = rows.push([]) - 1;
    rows[row].push(x(one.edge));
    return { ...one, row };
  });
  const base = 26 + rows.length * 26;
  const height = base + (yours === null ? 24 : 44);
  const grid = [];
  for (let at = Math.round(from / by); at * by <= to + by / 9; at += 1) grid.push(at * by);
  const short = (/** @type {string} */ letter) => (letter.length < 3 ? letter : letter.replace(/^progressive:/, "p").slice(0, 2));
  return plot(ODDS.tables, "", width, height, dots.map((one) => `${one.letter} ${percent(one.edge)}`).join(", "), [
    low < 0 && text(x(0) - 10, 14, ODDS.more, "losing", "end"), text(x(0) + 10, 14, ODDS.house),
    grid.map((at) => [h("line", { x1: x(at), x2: x(at), y1: 20, y2: height - 18, class: Math.abs(at) < by / 9 ? "zero" : "grid" }), text(x(at), height - 2, percent(at, by < 0.01 ? 1 : 0), "", "middle")]),
    yours !== null && h("line", { x1: x(yours), x2: x(yours), y1: 22, y2: base + 4, class: "your-line" }),
    dots.map((one) => {
      const kind = `${one.edge < 0 ? " gives" : one.letter === chosen ? " on" : ""}`;
      const y = 38 + one.row * 26;
      return [h("circle", { cx: x(one.edge), cy: y, r: 11.5, class: `dot${kind}` }), text(x(one.edge), y + 4, short(one.letter), `letter${kind}`, "middle")];
    }),
    yours !== null && [h("path", { d: `M${x(yours)} ${base + 2}l8 8-8 8-8-8Z`, class: "yours" }), text(x(yours) + (x(yours) > width - 140 ? -14 : 14), base + 15, `${ODDS.yours}, ${percent(yours)}`, "yours", x(yours) > width - 140 ? "end" : "start")],
  ]);
}

/** Of each dollar, what comes back. @param {number} width @param {{name: string, back: number}[]} parts @param {number} edge */
export function back(width, parts, edge) {
  const kept = [...parts].filter((one) => one.back > 0).sort((a, b) => b.back - a.back);
  const whole = Math.max(1, kept.reduce((sum, one) => sum + one.back, 0));
  let at = 0;
  const pieces = kept.map((one, n) => {
    const piece = { ...one, from: at, wide: (one.back / whole) * width, n };
    at += piece.wide;
    return piece;
  });
  const cents = (/** @type {number} */ share) => `${(100 * share).toFixed(1)}`;
  const fits = (/** @type {any} */ one) => one.wide > 22 + 7.6 * one.name.length;
  return plot(ODDS.back, "", width, 92, kept.map((one) => `${one.name} ${cents(one.back)}`).join(", "), [
    pieces.map((one) => [h("rect", { x: one.from + 1, y: 22, width: Math.max(1, one.wide - 2), height: 46, class: `b${Math.min(one.n, 3)}` }),
      fits(one) && [text(one.from + 11, 41, one.name, one.n > 1 ? "strong" : "on-b"), text(one.from + 11, 58, `${cents(one.back)} ¢`, one.n > 1 ? "strong" : "on-b")]]),
    edge > 0 ? [h("rect", { x: width * (1 - edge / whole) + 1, y: 22, width: Math.max(2, (width * edge) / whole - 2), height: 46, class: "house" }), text(width, 14, `${ODDS.keeps} ${cents(edge)} ¢`, "losing", "end")]
      : text(width, 14, `${ODDS.gives} ${cents(-edge)} ¢`, "losing", "end"),
    text(0, 86, pieces.filter((one) => !fits(one)).map((one) => `${one.name} ${cents(one.back)}`).slice(0, Math.floor(width / 150)).join(" · ")),
  ]);
}

/** A thousand wagers. @param {number} width @param {number} edge @param {number} sd @param {number} stake cents @param {string} title */
export function cone(width, edge, sd, stake, title) {
  const [rounds, left, right, height] = [1000, 64, 66, 220];
  const unit = stake / 100;
  const at = (/** @type {number} */ n, /** @type {number} */ k) => unit * (-edge * n + k * sd * Math.sqrt(n));
  const most = Math.max(at(rounds, 2), 0);
  const least = Math.min(at(rounds, -2), 0);
  const x = (/** @type {number} */ n) => left + (n / rounds) * (width - left - right);
  const y = (/** @type {number} */ sum) => 10 + ((most - sum) / (most - least || 1)) * (height - 44);
  const curve = (/** @type {number} */ k) => Array.from({ length: 41 }, (_, n) => (rounds * n * n) / 1600).map((n) => `${x(n).toFixed(1)} ${y(at(n, k)).toFixed(1)}`);
  const area = (/** @type {number} */ k) => `M${curve(k).join("L")}L${curve(-k).reverse().join("L")}Z`;
  const by = step(most - least, 4);
  const sums = Array.from({ length: 9 }, (_, n) => (Math.ceil(least / by) + n) * by).filter((sum) => sum <= most);
  const money = (/** @type {number} */ sum) => `${sum > 0 ? "+" : sum < 0 ? "−" : ""}$${Math.abs(Math.round(sum)).toLocaleString("en-US")}`;
  return plot(title, ODDS.cone, width, height, `${money(at(rounds, 0))}, ${money(at(rounds, -1))} to ${money(at(rounds, 1))}`, [
    h("path", { d: area(2), class: "cone2" }), h("path", { d: area(1), class: "cone" }),
    sums.map((sum) => [h("line", { x1: left, x2: width - right, y1: y(sum), y2: y(sum), class: Math.abs(sum) < by / 9 ? "zero" : "grid" }), text(left - 8, y(sum) + 4, money(sum), "", "end")]),
    h("path", { d: `M${x(0)} ${y(0)}L${x(rounds)} ${y(at(rounds, 0))}`, class: "mean" }), text(width - right + 6, y(at(rounds, 0)) + 4, money(at(rounds, 0)), "losing"),
    [0, 250, 500, 750, 1000].map((n) => text(x(n), height - 4, n.toLocaleString("en-US"), "", "middle")),
  ]);
}

/** How often each outcome is, by tens. @param {number} width @param {{name: string, chance: number, text: string}[]} rows */
export function chances(width, rows) {
  const some = rows.filter((one) => one.chance > 0);
  const low = Math.floor(Math.log10(Math.min(...some.map((one) => one.chance)))) - 0.4;
  const left = Math.min(210, width * 0.4);
  const x = (/** @type {number} */ chance) => left + ((Math.log10(chance) - low) / -low) * (width - left - 82);
  const cut = (/** @type {string} */ name) => (name.length * 6.9 > left - 8 ? `${name.slice(0, Math.floor((left - 16) / 6.9))}…` : name);
  return plot(ODDS.chances, ODDS.log, width, rows.length * 22 + 4, rows.map((one) => `${one.name} ${one.text}`).join(", "), rows.map((one, n) => [
    text(left - 8, n * 22 + 15, cut(one.name), "", "end"),
    one.chance > 0 && h("rect", { x: left, y: n * 22 + 4, width: Math.max(1, x(one.chance) - left), height: 14, class: "bars" }),
    text((one.chance > 0 ? x(one.chance) : left) + 6, n * 22 + 15, one.text, "strong")]));
}

/**
 * The edge over what is on the meter.
 * @param {number} width @param {(cents: number) => number} edge @param {number} amount @param {number | null} even @param {(cents: number) => string} money
 */
export function meter(width, edge, amount, even, money) {
  const [height, left, right] = [190, 54, 20];
  const most = Math.max(even ? even * 1.25 : 0, amount * 1.3, 100_000);
  const ends = [edge(0), edge(most), 0];
  const [high, low] = [Math.max(...ends), Math.min(...ends)];
  const x = (/** @type {number} */ cents) => left + (cents / most) * (width - left - right);
  const y = (/** @type {number} */ at) => 14 + ((high - at) / (high - low || 1)) * (height - 50);
  const by = step(high - low, 4);
  const grid = Array.from({ length: 9 }, (_, n) => (Math.ceil(low / by) + n) * by).filter((at) => at <= high + 1e-9);
  return plot(ODDS.meter, "", width, height, `${percent(edge(amount))}${even ? `, ${say(ODDS.even, { sum: money(even) })}` : ""}`, [
    grid.map((at) => [h("line", { x1: left, x2: width - right, y1: y(at), y2: y(at), class: Math.abs(at) < by / 9 ? "zero" : "grid" }), text(left - 8, y(at) + 4, percent(at, 0), "", "end")]),
    h("path", { d: `M${x(0)} ${y(edge(0))}L${x(most)} ${y(edge(most))}`, class: "curve" }),
    h("path", { d: `M${x(amount)} ${y(edge(amount)) - 8}l8 8-8 8-8-8Z`, class: "yours" }), text(x(amount) + 12, y(edge(amount)) - 8, `${money(amount)}, ${percent(edge(amount))}`, "yours"),
    even && even <= most && [h("circle", { cx: x(even), cy: y(0), r: 5, class: "dot" }), text(x(even), y(0) + 20, say(ODDS.even, { sum: money(even) }), "losing", "middle")],
    [0, most / 2, most].map((cents) => text(x(cents), height - 4, money(Math.round(cents / 100) * 100), "", cents === most ? "end" : "middle")),
  ]);
}
