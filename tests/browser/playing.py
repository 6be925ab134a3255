"""Playing in a browser: what a person does with a mouse, with a finger and with keys alone."""

import re
from collections.abc import Callable
from contextlib import suppress

from playwright.sync_api import Error, Locator, Page, expect

ROUND_MS = 45_000  # longer than the clock of a guest who has gone, and may have been offered the cut
ANSWER_MS = 10_000
SOON_MS = 1000
POLL_MS = 40
DECIDED = "#offers [data-key]"
OVER = "Same bets"
SET = "Lay face down"
GO_ON = "Go on"
NAMES = {
    "high-card-flush": "High Card Flush",
    "what-the-flush": "What The Flush",
    "lunar-poker": "Lunar Poker",
    "packs-poker": "Pack’s Poker",
    "pai-gow": "Pai Gow",
    "pai-gow-poker": "Pai Gow Poker",
    "pokette": "Pokette",
}
GAMES = tuple(NAMES.values())


def sit_down(page: Page, game: str) -> None:
    """Two clicks from the lobby to a seat."""
    plate = page.get_by_role("region", name=game, exact=True)
    plate.get_by_role("button", name="Take a seat").click()
    plate.get_by_role("button", name="Sit at").click()
    page.locator(".chips").wait_for()


def take(page: Page, *seats: int) -> None:
    """Sit down at these seats of the table that is open."""
    for seat in seats:
        page.get_by_role("button", name=f"Take seat {seat}").click()
        page.locator(".plate.own, .seat-cell.own").filter(has_text=re.compile(rf"^{seat}")).wait_for()


def hand(page: Page) -> list[str | None]:
    """The cards of one's own hand, which are turned over when the dealing is completed."""
    expect(page.locator("#hand .card:not(.back)")).to_have_count(7, timeout=ROUND_MS)
    return [one.get_attribute("aria-label") for one in page.locator("#hand .card").all()]


def areas(page: Page) -> Locator:
    return page.locator(".area-group.offered")


def down(page: Page) -> Locator:
    """The button that says how much lies."""
    return page.get_by_role("button", name="Ready, $")


def bet(page: Page, game: str) -> None:
    """Put a chip on the first wager, or on red, which has another tab than the cards on a phone."""
    if game == "Pokette":
        if (tab := page.get_by_role("tab", name="Outside and hands")).count():
            tab.click()
        page.get_by_role("button", name="Red, 1 to 1").click()
    else:
        areas(page).first.click()


def ready(page: Page) -> None:
    """Say so; where a cut is offered it is left to the dealer, and the bank too."""
    for _ in range(4):
        page.locator("#offers button").first.wait_for()
        if down(page).count():
            break
        with suppress(Error):  # it was answered meanwhile
            page.locator(DECIDED).last.click(timeout=SOON_MS)
        page.wait_for_timeout(60)
    down(page).click()


def finish(page: Page, decide: Callable[[Page], None]) -> None:
    """Whatever is asked for is answered, until the round is told seat by seat."""
    asked = page.locator(f"{DECIDED}:enabled").or_(page.get_by_role("button", name=SET))
    over = page.get_by_role("button", name=OVER)
    for _ in range(12):
        expect(asked.or_(over).first).to_be_visible(timeout=ROUND_MS)
        if over.count():
            break
        before = page.locator("#assertive").text_content() or ""
        decide(page)
        answered(page, before)
    expect(over).to_be_visible(timeout=ROUND_MS)
    expect(page.get_by_role("heading", name="Settlement")).to_be_visible()


def answered(page: Page, before: str) -> None:
    """Wait until nothing is asked for, or something else is."""
    for _ in range(ANSWER_MS // POLL_MS):
        asked = page.locator(f"{DECIDED}, .setting").count()
        if not asked or page.locator("#assertive").text_content() != before:
            return
        page.wait_for_timeout(POLL_MS)


def laid(page: Page) -> None:
    """What was said of the house way is no answer of the house's yet."""
    expect(page.get_by_role("button", name=SET)).to_have_count(0, timeout=ANSWER_MS)


def decide_with_the_mouse(page: Page) -> None:
    if page.get_by_role("button", name=SET).count():
        page.get_by_role("button", name="House way").click()
        page.get_by_role("button", name=SET).click()
        laid(page)
    elif (goes_on := page.get_by_role("button", name=GO_ON)).count():
        goes_on.click()
        goes_on.wait_for(state="detached")
    elif (passed := page.get_by_role("button", name="Pass the bank")).count():
        passed.click()
    else:
        page.locator(f"{DECIDED}:enabled").first.click()


def decide_by_keys(page: Page) -> None:
    if page.get_by_role("button", name=SET).count():
        page.keyboard.press("o")
        expect(page.get_by_role("button", name=SET)).to_be_enabled()
        page.evaluate("document.activeElement.blur()")
        page.keyboard.press("Enter")
        laid(page)
    elif (goes_on := page.get_by_role("button", name=GO_ON)).count():
        page.keyboard.press("Enter")
        goes_on.wait_for(state="detached")
    else:
        passed = page.locator(DECIDED).filter(has_text="Pass the bank")
        asked = passed if passed.count() else page.locator(f"{DECIDED}:enabled").first
        page.keyboard.press(asked.get_attribute("data-key") or "")


def bet_by_keys(page: Page, game: str) -> None:
    """Go to the first area, or into the grid, and add a chip."""
    if game == "Pokette":
        for _ in range(60):
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement.hasAttribute('data-cell')"):
                break
        page.keyboard.press("Shift+ArrowRight")
    else:
        areas(page).first.wait_for()
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")


def ready_by_keys(page: Page) -> None:
    for _ in range(4):
        page.locator("#offers button").first.wait_for()
        if down(page).count():
            break
        with suppress(Error):  # it was answered meanwhile
            page.keyboard.press(page.locator(DECIDED).last.get_attribute("data-key", timeout=SOON_MS) or "")
        page.wait_for_timeout(60)
    page.keyboard.press("Shift+Enter")
