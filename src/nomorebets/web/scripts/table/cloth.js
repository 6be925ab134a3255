/** The table itself: a D with its straight side at the dealer's, and the shapes that are inscribed on it. */
import { h } from "../dom.js";
import { WIDTH } from "../games/layout.js";

/** @param {number} inset @param {number} height */
export function edge(inset, height) {
  const [left, right, top, bottom] = [22 + inset, WIDTH - 22 - inset, 18 + inset, height - 22 - inset];
  const round = 44 - inset * 0.6;
  const middle = WIDTH / 2;
  const side = height * 0.26;
  return `M${left} ${top + round}Q${left} ${top} ${left + round} ${top}H${right - round}Q${right} ${top} ${right} ${top + round}V${side}` +
    `C${right} ${height * 0.72} ${middle + 250} ${bottom} ${middle} ${bottom}C${middle - 250} ${bottom} ${left} ${height * 0.72} ${left} ${side}Z`;
}

/** @param {number} height */
export const cloth = (height) => [
  h("path", { class: "rail", d: edge(0, height) }),
  h("path", { class: "felt", d: edge(15, height) }),
  h("path", { class: "hairline", d: edge(23, height) }),
];

/**
 * The outline of a betting area.
 * @param {import("../games/layout.js").Area} area
 * @param {Record<string, any>} props
 */
export function outline({ form, x, y, w, h: tall }, props) {
  const [left, top] = [x - w / 2, y - tall / 2];
  if (form === "circle") return h("circle", { ...props, cx: x, cy: y, r: w / 2 });
  if (form === "lozenge") return h("path", { ...props, d: `M${x} ${top}L${x + w / 2} ${y}L${x} ${y + tall / 2}L${left} ${y}Z` });
  if (form === "hexagon") {
    const q = w / 4;
    return h("path", { ...props, d: `M${left + q} ${top}H${x + q}L${x + w / 2} ${y}L${x + q} ${y + tall / 2}H${left + q}L${left} ${y}Z` });
  }
  const round = form === "pill" ? tall / 2 : 4;
  return h("rect", { ...props, x: left, y: top, width: w, height: tall, rx: round });
}
