"""Scripts are sent shorter than they are written, and a parser of the language finds the same in both.

It resolves every name: what a script calls what is its own may differ, what a name stands for may not.
"""

import json
import subprocess
from pathlib import Path

import playwright
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nomorebets.web import HERE, assets
from nomorebets.web.naming import with_short_names
from nomorebets.web.shortening import pieces, set_closely

# The browsers' driver brings a node of its own, and that node a parser.
PARSER = [
    str(Path(playwright.__file__).parent / "driver" / "node"),
    "--expose-internals",
    str(Path(__file__).parent / "same.cjs"),
]

SCRIPTS = [
    "const a = b\n/c/g.test(d)\nreturned()",
    "let a = 1\nlet b\n++b\nb\n++\na",
    "const f = () => { return\n1 }\nf()",
    "const f = (a) => a / 2 / 1; const g = [1][0] / 2 / 1; const h = { a } / 2 / 1",
    "const f = (a) => { return /[/]\\/}`/.test(a) ? typeof /a'/ : a++ / 2 / 1 }",
    "const a = b - -1 + +c - - -1 + ++d - --e; const f = 1 .toFixed(2) + 1..toFixed() + [...[.5]].length",
    "const a = b ? .5 : 1, c = d?.e ?? f?.[0]; a\n?.b\n.c",
    "const a = b /* no\nline */ const2()\nconst c = 'it//is' // not 'this\nconst d = \"/*\" + '*/'",
    "const a = `one  ${ b  +  `two  ${ { c : `}  ${ d }` } .c }  \\` \\${  $ {  ` }  ` + '\\''",
    "class A { #b = 1; get\nc() { return this.#b }\nstatic\nd = 2;\n*e() { yield\n1 } }",
    "a = b\n(c)\nd = e\n[f]\n;`g`\n;[h] = [i]\n`j`",
    "if (a)\nb\nelse\nc\ndo d\nwhile (e) f",
    "import x, { y as z } from './w.js'\nexport default async ( a ) => { for await ( const b of a ) ; }",
    "label : for ( ; ; ) { continue label\n} ; throw new Error ( 'a' )",
    "import { a, } from 'b'; f( a, ( b, ) => { ( { c, } ) }, ); const { d, } = e; new F( ...g, )",
    "const [ , a , , ] = b, c = [ d , ] , e = ( f , g ) => { }",
]


NAMED = [
    "const one = 1; { const two = one; { const one = two; f(one, two, one.two, { two: one }) } }",
    "const one = 1, two = 2, { three, four: five, ...six } = seven; f({ one, two }, three, five, six)",
    "export const [one, two] = [1, 2]; export function three(four, ...five) { return [one, four, five] }",
    "export const one = (two, [three, , ...four], { five = two } = g) => `${two} ${`${three}`} five ${four}`",
    "import one, { two as three, four } from './five.js'; const six = three; f(one, three, four, six); export { six }",
    "class One { two = 1; three() { const two = this.two; return two } static four(three) { return three } }",
    "const one = async (two) => { for await (const three of two) f(three); for (const [four] of g) f(four) }",
    "const one = { two() { return 1 }, get three() { return 2 } }; const two = one.two; const three = one.three",
    "try { one() } catch (two) { f(two) }\nfunction one() { const a = 1, b = 2; return a ? [one, b] : b }",
    "const location = 1; { const name = location; f(name) } f(window.location, window.name)",
    "const event = (e) => e; const f = event ? event : 1, g = (h, i) => event?.(h)?.i ?? i; f(g)",
    "class One { one = 0; two = 1\nthree = [2]; four() { const two = this.two, three = this.three; return two } }",
    "const one = class extends f { a = 1; two = 1; three() { const two = this.two; return two } }; f(one)",
    "export const { a: one, b: [two] } = c; f(one, two); { const one = 2, two = 3; f(one, two) }",
    "{ one: for (const one of two) { for (const three of one) { if (three) continue one; else break one } } }",
    "let one = 1; const two = () => { one = 2; ({ one } = { one }); [one] = [3] }; two()",
]


def short(script: str) -> str:
    return set_closely(pieces(script))


def unlike(pairs: list[tuple[str, str]]) -> list[int]:
    done = subprocess.run(PARSER, input=json.dumps(pairs), capture_output=True, text=True, check=True)
    found: list[int] = json.loads(done.stdout)
    return found


def test_every_script_means_what_is_written() -> None:
    names = [name for name in assets() if name.endswith(".js")]
    pairs = [((HERE / name).read_text("utf-8"), assets()[name].plain.decode()) for name in names]
    assert pairs
    assert [names[at] for at in unlike(pairs)] == []


def test_what_is_hard_to_cut_means_the_same() -> None:
    assert [SCRIPTS[at] for at in unlike([(script, short(script)) for script in SCRIPTS])] == []


def named_shortly(script: str) -> str:
    return "".join(gap + piece for gap, piece in with_short_names(pieces(script)))


def test_what_has_short_names_means_the_same() -> None:
    assert [NAMED[at] for at in unlike([(script, named_shortly(script)) for script in NAMED])] == []


@pytest.mark.parametrize(
    ("script", "shorter"),
    [
        (
            "const first = 1; second(first, third.first, { first: 1 })",
            "const a = 1; second(a, third.first, { first: 1 })",
        ),
        ("const a = first => b(first)", "const c = a => b(a)"),
        ("const first = 1; f({ first })", "const first = 1; f({ first })"),
        (
            "function first(second, ...third) { return `first ${second}` }",
            "function b(a, ...c) { return `first ${a}` }",
        ),
    ],
)
def test_a_name_of_its_own_is_short_where_none_else_needs_it(script: str, shorter: str) -> None:
    renamed = named_shortly(script)
    assert unlike([(renamed, shorter)]) == []
    assert len(renamed) == len(shorter)


def test_the_parser_tells_what_names_stand_for() -> None:
    alike = ("const a = 1; { const b = a; f(b) }", "const c = 1; { const a = c; f(a) }")
    captured = ("const a = 1; { const b = 2; f(a) }", "const c = 1; { const c = 2; f(c) }")
    elsewhere = ("const a = 1; f(name)", "const name = 1; f(name)")
    seen = ("export const a = 1", "export const b = 1")
    short_for = ("const a = 1; f({ a })", "const b = 1; f({ b })")
    assert unlike([alike, captured, elsewhere, seen, short_for]) == [1, 2, 3, 4]


def test_the_parser_tells_scripts_apart() -> None:
    assert unlike([("a\n(b)", "a(b)"), ("a\nb", "a;b"), ("`a  b`", "`a b`"), ("1 / 2 / 3", "1 / (2 / 3)")]) == [2, 3]


@pytest.mark.parametrize(
    ("script", "shorter"),
    [
        ("/** @type {any} */\nconst a = /** @type {b} */ (c); // d\n", "const a=(c);"),
        ("a +  ++b\n\n\n;", "a+ ++b;"),
        ("return  [ 1 , 2 ]", "return[1,2]"),
        ("  a\n\n  /* b */\n  c", "a\nc"),
        ("a(b,\n)\nc = { d, }\ne = [, ]\nf = [g, ]", "a(b)\nc={d}\ne=[,]\nf=[g,]"),
    ],
)
def test_what_only_readers_need_is_left_out(script: str, shorter: str) -> None:
    assert short(script) == shorter


def test_what_is_no_script_is_refused() -> None:
    with pytest.raises(ValueError, match="no script"):
        short("const a = `b ${c} d")


GAPS = st.sampled_from([" ", "\n", " \n\n  ", "\t/* a ` ' */", " // }` ${\n", " /**\n * ' */ "])
INSIDE = st.text("ab '\"/\\{}()$`\n*", max_size=5)
QUOTED = INSIDE.map(lambda text: json.dumps(text.replace("\n", " ")))
PUT = INSIDE.map(lambda text: text.replace("\\", "\\\\").replace("`", "\\`").replace("${", "$\\{").replace("$", "\\$"))
REGULAR = st.sampled_from(["/a/", "/[/]/g", "/\\//", "/`${}'/u", "/[\\]/]\\}/"])
SIMPLE = QUOTED | REGULAR | st.sampled_from(["a", "$b", "#c", "1", ".5", "2.5e3", "0n"])


def template(parts: list[tuple[str, list[str]]], end: str) -> list[str]:
    """A template with what is put into it, in pieces."""
    if not parts:
        return [f"`{end}`"]
    texts = [text for text, _ in parts] + [end]
    opening = [f"`{texts[0]}${{", *(f"}}{text}${{" for text in texts[1:-1]), f"}}{end}`"]
    return [*(one for head, (_, put) in zip(opening, parts, strict=False) for one in (head, *put)), opening[-1]]


def joined(values: list[list[str]], marks: list[str]) -> list[str]:
    return [piece for value, mark in zip(values, marks, strict=False) for piece in (*value, mark)] + values[-1]


VALUES = st.recursive(
    SIMPLE.map(lambda one: [one]),
    lambda value: st.one_of(
        value.map(lambda one: ["(", *one, ")"]),
        value.map(lambda one: ["{", "a", ":", *one, "}"]),
        st.builds(template, st.lists(st.tuples(PUT, value), max_size=3), PUT),
        st.builds(
            joined,
            st.lists(value, min_size=1, max_size=3),
            st.lists(st.sampled_from("+-/,*"), min_size=3, max_size=3),
        ),
    ),
    max_leaves=12,
)


@given(VALUES, st.lists(GAPS, min_size=1))
def test_pieces_stay_what_they_are_however_they_are_spaced(value: list[str], gaps: list[str]) -> None:
    spaced = "".join(gaps[at % len(gaps)] + piece for at, piece in enumerate(value))
    assert [piece for _, piece in pieces(spaced)] == value
    assert [piece for _, piece in pieces(short(spaced))] == value
