/* Of the pairs of scripts on standard input: the numbers of those that are not one and the same to the language. */
const { parse } = require("internal/deps/acorn/acorn/dist/acorn");

const meant = (script) =>
  JSON.stringify(parse(script, { ecmaVersion: "latest", sourceType: "module" }), (name, value) =>
    name === "start" || name === "end" ? undefined : typeof value === "bigint" ? `${value}n` : value);

const pairs = JSON.parse(require("node:fs").readFileSync(0, "utf-8"));
process.stdout.write(JSON.stringify(pairs.flatMap(([one, other], at) => (meant(one) === meant(other) ? [] : [at]))));
