/** A submission as the file that it is filed in. */

/** What somebody wrote as TOML themselves, because no form has it. */
export class Written {
  /** @param {string} text */
  constructor(text) {
    this.text = text;
  }
}

/** @param {string} name */
const key = (name) => (/^[\w-]+$/.test(name) ? name : JSON.stringify(name));
/** @param {any} value */
const isTable = (value) => value && typeof value === "object" && !Array.isArray(value) && !(value instanceof Written);

/** @param {any} value @returns {string} */
export function literal(value) {
  if (value instanceof Written) return value.text || "[]";
  if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`;
  if (isTable(value)) return `{ ${Object.entries(value).map(([name, one]) => `${key(name)} = ${literal(one)}`).join(", ")} }`;
  return JSON.stringify(value);
}

/** @param {string} game @param {Record<string, any>} fields what is null is left out */
export function toml(game, fields) {
  const given = Object.entries(fields).filter(([, value]) => value != null);
  const lines = [`game = ${JSON.stringify(game)}`, ...given.filter(([, value]) => !isTable(value)).map(([name, value]) => `${key(name)} = ${literal(value)}`)];
  for (const [name, table] of given.filter(([, value]) => isTable(value))) {
    const own = Object.entries(table).filter(([, value]) => !isTable(value));
    if (own.length) lines.push("", `[${key(name)}]`, ...own.map(([one, value]) => `${key(one)} = ${literal(value)}`));
    for (const [one, within] of Object.entries(table).filter(([, value]) => isTable(value))) {
      lines.push("", `[${key(name)}.${key(one)}]`, ...Object.entries(within).map(([part, value]) => `${key(part)} = ${literal(value)}`));
    }
  }
  return `${lines.join("\n")}\n`;
}
