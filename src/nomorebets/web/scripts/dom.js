/**
 * Elements as values, and a page that follows them: what has not changed is left alone, so that focus, selection and
 * movements go on.
 *
 * @typedef {string | Shape} Child
 * @typedef {{tag: string, props: Record<string, any>, children: Child[]}} Shape
 */
const SVG = "http://www.w3.org/2000/svg";
const HTML = "http://www.w3.org/1999/xhtml";

/**
 * An element: `key` tells it from its siblings when they move, `on…` hears, `born` is called once with the new element.
 * @param {string} tag
 * @param {Record<string, any> | null} [props]
 * @param {...any} children what is null, undefined or false is left out
 * @returns {Shape}
 */
export function h(tag, props, ...children) {
  const flat = /** @type {any[]} */ (children.flat(Infinity));
  const kept = flat.filter((child) => child != null && child !== false && child !== "");
  return { tag, props: props ?? {}, children: kept.map((child) => (typeof child === "object" ? child : String(child))) };
}

/** @type {WeakMap<Node, Shape>} */
const drawn = new WeakMap();

/**
 * Make an element look like a shape.
 * @param {Element} place
 * @param {Child[]} children
 */
export function draw(place, children) {
  follow(place, children, place.namespaceURI ?? HTML);
}

/** @param {Element} place @param {Child[]} wanted @param {string} space */
function follow(place, wanted, space) {
  const keyed = new Map();
  for (const node of place.childNodes) {
    const key = drawn.get(node)?.props.key;
    if (key !== undefined) keyed.set(key, node);
  }
  let next = place.firstChild;
  for (const child of wanted) {
    const found = matching(child, next, keyed);
    const node = found ? changed(found, child, space) : made(child, space);
    if (node === next) next = next.nextSibling;
    else place.insertBefore(node, next);
  }
  while (next) {
    const after = next.nextSibling;
    place.removeChild(next);
    next = after;
  }
}

/** @param {Child} child @param {ChildNode | null} next @param {Map<any, ChildNode>} keyed */
function matching(child, next, keyed) {
  if (typeof child === "string") return next && next.nodeType === Node.TEXT_NODE ? next : null;
  if (child.props.key !== undefined) {
    const found = keyed.get(child.props.key);
    return found && drawn.get(found)?.tag === child.tag ? found : null;
  }
  const shape = next && drawn.get(next);
  return shape && shape.tag === child.tag && shape.props.key === undefined ? next : null;
}

/** @param {Child} child @param {string} space @returns {ChildNode} */
function made(child, space) {
  if (typeof child === "string") return document.createTextNode(child);
  const own = child.tag === "svg" ? SVG : space;
  const element = document.createElementNS(own, child.tag);
  for (const [name, value] of Object.entries(child.props)) set(element, name, value);
  follow(element, child.children, child.tag === "foreignObject" ? HTML : own);
  drawn.set(element, child);
  const { born } = child.props;
  if (born) queueMicrotask(() => born(element)); // by then it is in the page, where alone it can be focused
  return element;
}

/** @param {ChildNode} node @param {Child} child @param {string} space */
function changed(node, child, space) {
  if (typeof child === "string") {
    if (node.nodeValue !== child) node.nodeValue = child;
    return node;
  }
  const element = /** @type {Element} */ (node);
  const before = /** @type {Shape} */ (drawn.get(element)).props;
  for (const name in before) if (!(name in child.props)) set(element, name, null);
  for (const name in child.props) if (before[name] !== child.props[name] || name === "value") set(element, name, child.props[name]);
  follow(element, child.children, child.tag === "svg" ? SVG : child.tag === "foreignObject" ? HTML : space);
  drawn.set(element, child);
  return element;
}

/** @param {any} element @param {string} name @param {any} value */
function set(element, name, value) {
  if (name === "key" || name === "born") return;
  if (name.startsWith("on")) element[name] = value;
  else if (name === "value" || name === "checked") {
    if (element[name] !== value) element[name] = value ?? "";
  } else if (value == null || value === false) element.removeAttribute(name);
  else element.setAttribute(name, value === true ? "" : value);
}

/**
 * Draw soon, once, however often it is asked for.
 * @param {() => void} drawing
 */
export function soon(drawing) {
  let asked = false;
  return () => {
    if (asked) return;
    asked = true;
    requestAnimationFrame(() => {
      asked = false;
      drawing();
    });
  };
}

/** What draws the page, soon. @param {() => Child[]} whole */
export const drawing = (whole) => {
  const page = /** @type {Element} */ (document.getElementById("page"));
  return soon(() => draw(page, whole()));
};
