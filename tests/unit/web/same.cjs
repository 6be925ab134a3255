/*
 * Of the pairs of scripts on standard input: the numbers of those that are not one and the same to the language, whatever
 * a script calls what is its own.
 *
 * Every name is resolved as the language does it.  One that a script declares becomes the number of its declaration, in
 * the order in which they are met; one that it does not declare, or that others import by name, stays.
 */
const { parse } = require("internal/deps/acorn/acorn/dist/acorn");

const FUNCTIONS = ["FunctionDeclaration", "FunctionExpression", "ArrowFunctionExpression"];
const SCOPES = ["Program", "BlockStatement", "ForStatement", "ForOfStatement", "ForInStatement", "CatchClause", "SwitchStatement", "StaticBlock", "ClassExpression"];

/** What a pattern declares. */
function* declaredBy(pattern) {
  if (!pattern) return;
  if (pattern.type === "Identifier") yield pattern.name;
  else if (pattern.type === "ObjectPattern") for (const one of pattern.properties) yield* declaredBy(one.value ?? one.argument);
  else if (pattern.type === "ArrayPattern") for (const one of pattern.elements) yield* declaredBy(one);
  else yield* declaredBy(pattern.left ?? pattern.argument);
}

/** What stands in a scope from its beginning, wherever in it that is declared. */
function* declaredIn(node) {
  if (FUNCTIONS.includes(node.type)) {
    if (node.type === "FunctionExpression") yield* declaredBy(node.id);
    for (const one of node.params) yield* declaredBy(one);
    return;
  }
  if (node.type === "ClassExpression") return yield* declaredBy(node.id);
  if (node.type === "CatchClause") return yield* declaredBy(node.param);
  const lines = node.type === "SwitchStatement" ? node.cases.flatMap((one) => one.consequent) : [].concat(node.body, node.init ?? [], node.left ?? []);
  for (const line of lines) {
    const one = line.declaration ?? line;
    if (one.type === "VariableDeclaration") {
      if (one.kind === "var") throw new Error("var, whose scope is not looked for here");
      for (const each of one.declarations) yield* declaredBy(each.id);
    } else if (one.type === "FunctionDeclaration" || one.type === "ClassDeclaration") yield* declaredBy(one.id);
    else if (one.type === "ImportDeclaration") for (const each of one.specifiers) yield each.local.name;
  }
}

/** The tree of a script, in which a name of its own is a number. */
function meant(script) {
  let number = 0;
  const exported = new Set();
  const resolved = (node, names, key, above) => {
    if (Array.isArray(node)) return node.map((one) => resolved(one, names, key, above));
    if (typeof node === "bigint") return `${node}n`;
    if (!node || typeof node !== "object" || node instanceof RegExp) return node;
    if (node.type === "Identifier") {
      const isProperty = !above.computed && ((key === "property" && above.type === "MemberExpression") || (key === "key" && !above.shorthand));
      const isOutside = ["imported", "exported"].includes(key) || above.type === "MetaProperty" || key === "label";
      return isProperty || isOutside || above.shorthand ? `${node.name} ${isProperty || isOutside ? "" : (names.get(node.name) ?? "")}` : (names.get(node.name) ?? node.name);
    }
    if (SCOPES.includes(node.type) || FUNCTIONS.includes(node.type)) {
      names = new Map(names);
      for (const name of declaredIn(node)) names.set(name, ++number);
    }
    if (node.type === "ExportNamedDeclaration")
      for (const one of [].concat(node.declaration?.declarations ?? node.declaration ?? []))
        for (const name of declaredBy(one.id)) exported.add(`${name} ${names.get(name)}`);
    if (node.type === "ExportSpecifier" || node.type === "ImportSpecifier") exported.add(`${(node.imported ?? node.exported).name} ${names.get(node.local.name)}`);
    return Object.fromEntries(
      Object.entries(node)
        .filter(([name]) => name !== "start" && name !== "end")
        .map(([name, value]) => [name, resolved(value, names, name, node)]),
    );
  };
  const tree = resolved(parse(script, { ecmaVersion: "latest", sourceType: "module" }), new Map(), "", {});
  return JSON.stringify([tree, [...exported]]);
}

const pairs = JSON.parse(require("node:fs").readFileSync(0, "utf-8"));
process.stdout.write(JSON.stringify(pairs.flatMap(([one, other], at) => (meant(one) === meant(other) ? [] : [at]))));
