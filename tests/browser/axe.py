"""Axe, which looks for what stands in anybody's way, in each theme."""

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

THEMES = ("felt", "paper", "contrast")
# Another theme than the first changes nothing but colours.
LOOKING = """async (themes) => {
    const told = [];
    for (const theme of themes) {
        document.documentElement.dataset.theme = theme;
        const colours = theme === themes[0] ? {} : { runOnly: ["color-contrast"] };
        const { violations } = await axe.run({ resultTypes: ["violations"], ...colours });
        for (const { id, nodes } of violations) {
            told.push(...nodes.map((node) => [theme, id, node.html.slice(0, 120), node.failureSummary.slice(0, 200)]));
        }
    }
    return told;
}"""


def objects_to_nothing(page: Page) -> None:
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    told = page.evaluate(LOOKING, THEMES)
    assert told == [], told
