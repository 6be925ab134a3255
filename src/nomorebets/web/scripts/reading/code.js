/** Lines of code: words of the language apart, and what cites a clause marked. */
import { h } from "../dom.js";

const PARTS = /("""[\s\S]*?"""|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')|(#.*)|\b(def|return|if|else|elif|for|in|yield|from|match|case|class|not|and|or|is|None|True|False|lambda|import|while|assert|raise)\b/g;

/** @param {string} text @param {string} number of the clause that is read */
export function code(text, number) {
  const found = [];
  let at = 0;
  for (const part of text.matchAll(PARTS)) {
    found.push(text.slice(at, part.index));
    const [whole, string, comment] = part;
    const cited = string && string.slice(1, -1).replace(/^.*:/, "") === number;
    found.push(cited ? h("mark", null, whole) : h("span", { class: string ? "string" : comment ? "comment" : "word" }, whole));
    at = part.index + whole.length;
  }
  return h("pre", { tabindex: "0", "aria-label": "Code" }, h("code", null, found, text.slice(at)));
}
