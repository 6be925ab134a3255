"""Clauses with a word of order in them that no statement holds rounds to, and why."""

from tests.order.before_the_deal import HCF, LUNAR, PACKS, POKER, TILES, WTF

# How a deck comes to the table or rests on it, who stays, when devices go, what an exposed card does, who cuts: each
# has its own tests in tests/rules, and the steps are read along the dealer's script.
BY_RULE_TESTS: dict[str, tuple[str, ...]] = {
    HCF: ("38.3(a)", "38.3(b)", "38.3(d)", "38.4(e)", "38.6(c)", "38.7(g)", "38.8(b)2i", "38.13(d)", "38.13(g)"),
    WTF: ("38.3(a)", "38.3(b)", "38.4(e)", "38.6(f)", "38.8(b)2i", "38.9(f)", "38.12(a)", "38.12(b)", "38.12(g)"),
    LUNAR: ("38.3(a)", "38.3(b)", "38.4(e)", "38.6(g)", "38.8(b)2i", "38.9(f)", "38.10(e)", "38.13(a)", "38.13(g)"),
    PACKS: (
        "43.3(a)",
        "43.3(b)",
        "43.3(d)",
        "43.4(c)",
        "43.6(c)",
        "43.7(h)",
        "43.8(b)1i",
        "43.8(g)",
        "43.13(a)",
        "43.13(f)",
    ),
    TILES: ("10.4(a)", "10.4(a)3i", "10.4(b)", "10.4(d)", "10.4(g)", "10.5(b)"),
    POKER: (
        "11.5(a)",
        "11.5(b)",
        "11.5(d)",
        "11.6(d)1",
        "11.6(d)2",
        "11.6(d)3",
        "11.6(g)",
        "11.7(b)",
        "11.8A(b)1i",
        "11.8C(e)",
        "11.11(o)",
    ),
}

# A place on the layout, the rank of a hand, a name: nothing that happens before something else.
NO_ORDER: dict[str, tuple[str, ...]] = {
    HCF: ("1.13Y(b)3", "38.1 Cover card", "38.12(c)"),
    WTF: ("38.5(c)", "38.11(c)", "38.11(d)"),
    LUNAR: ("38.1 Round of play", "38.5(c)"),
    PACKS: ("43.11(b)1", "43.11(b)2", "43.11(c)1", "43.11(c)2"),
    TILES: ("10.2(b)", "10.2(g)", "10.2(h)"),
    POKER: ("11.1 Three-card bonus wager", "11.3(e)"),
}
