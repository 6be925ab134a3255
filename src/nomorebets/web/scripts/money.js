/** Sums, as people read them; always whole cents inside. */

/** @param {number} cents */
export function money(cents) {
  const whole = Math.abs(cents);
  const dollars = Math.floor(whole / 100).toLocaleString("en-US");
  const rest = whole % 100 ? `.${String(whole % 100).padStart(2, "0")}` : "";
  return `${cents < 0 ? "−" : ""}$${dollars}${rest}`;
}

/** A sum with its sign, never told by colour alone. @param {number} cents */
export const signed = (cents) => (cents > 0 ? `+${money(cents)}` : cents < 0 ? money(cents) : "push");

/** A sum as it is spoken. @param {number} cents */
export function spoken(cents) {
  const whole = Math.abs(cents);
  const dollars = Math.floor(whole / 100);
  const rest = whole % 100;
  const said = `${dollars.toLocaleString("en-US")} dollar${dollars === 1 ? "" : "s"}`;
  return rest ? `${said} ${rest}` : said;
}

/** @param {string} dollars as typed: 50, $50, 12.50 @returns {number | null} cents */
export function typed(dollars) {
  const found = /^\$?(\d{1,9})(?:\.(\d{2}))?$/.exec(dollars.trim().replaceAll(",", ""));
  return found ? Number(found[1]) * 100 + Number(found[2] ?? 0) : null;
}
