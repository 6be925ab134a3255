/**
 * Exact fractions.  What is counted and paid in whole numbers stays so; a decimal appears where it is shown.
 *
 * @typedef {{n: bigint, d: bigint}} Fraction
 */

/** @param {bigint} a @param {bigint} b */
function divisor(a, b) {
  for (a = a < 0n ? -a : a; b; [a, b] = [b, a % b]);
  return a;
}

/** @param {bigint | number} n @param {bigint | number} [d] @returns {Fraction} */
export function frac(n, d = 1n) {
  let [top, under] = [BigInt(n), BigInt(d)];
  if (under < 0n) [top, under] = [-top, -under];
  const by = divisor(top, under) || 1n;
  return { n: top / by, d: under / by };
}

/** As it is written: 6, 9/2, 4.5; null if it is no number. @param {string} written */
export function read(written) {
  const found = /^(-?\d{1,15})(?:\/(\d{1,9})|\.(\d{1,6}))?$/.exec(written.trim().replaceAll(",", ""));
  if (!found || found[2] === "0") return null;
  if (found[3]) return frac(BigInt(found[1] + found[3]), 10n ** BigInt(found[3].length));
  return frac(BigInt(found[1]), BigInt(found[2] ?? 1));
}

/** @param {Fraction} a @param {Fraction} b */
export const plus = (a, b) => frac(a.n * b.d + b.n * a.d, a.d * b.d);
/** @param {Fraction} a @param {Fraction} b */
export const times = (a, b) => frac(a.n * b.n, a.d * b.d);
/** @param {Fraction} a @param {Fraction} b */
export const less = (a, b) => plus(a, frac(-b.n, b.d));
/** @param {Fraction} a @param {Fraction} b */
export const same = (a, b) => a.n === b.n && a.d === b.d;
/** Rounded down. @param {Fraction} a */
export const floor = (a) => (a.n < 0n && a.n % a.d ? a.n / a.d - 1n : a.n / a.d);
/** @param {Fraction} a */
export const shown = (a) => (a.d === 1n ? `${a.n}` : `${a.n}/${a.d}`);
/** The nearest number that a machine has; exact to about fifteen digits. @param {Fraction} a */
export function number(a) {
  const scale = 10n ** 18n;
  const whole = a.n / a.d;
  return Number(whole) + Number(((a.n - whole * a.d) * scale) / a.d) / 1e18;
}

/**
 * What comes of a wager whose outcomes occur in so many ways and win so much for each unit.
 * @param {{ways: bigint, net: Fraction}[]} outcomes
 */
export function measured(outcomes) {
  const total = outcomes.reduce((all, one) => all + one.ways, 0n);
  const mean = (/** @type {(net: Fraction) => Fraction} */ of) =>
    times(outcomes.reduce((sum, one) => plus(sum, times(frac(one.ways), of(one.net))), frac(0)), frac(1n, total));
  const ev = mean((net) => net);
  const variance = less(mean((net) => times(net, net)), times(ev, ev));
  const hits = outcomes.reduce((all, one) => all + (one.net.n > 0n ? one.ways : 0n), 0n);
  return { total, edge: frac(-ev.n, ev.d), variance, sd: Math.sqrt(number(variance)), hit: frac(hits, total) };
}
