"""A hand in Firefox, where there is one: driven by the protocol that it speaks by itself, WebDriver BiDi.

The driver of the other tests asks for more than Debian's Firefox knows.
"""

import itertools
import json
import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import ClientConnection, connect

from tests.open_house import OpenHouse

FIREFOX = shutil.which("firefox-esr") or shutil.which("firefox")
LISTENING = re.compile(r"WebDriver BiDi listening on (ws://\S+)")
# What a person does: presses what is called so as soon as it is there, and reads until something is told.
PERSON = """
const there = async (look) => {
    for (let n = 0; n < 1000; n += 1) {
        const found = look();
        if (found) return found;
        await new Promise((done) => setTimeout(done, 40));
    }
    throw new Error(`nothing like ${look}`);
};
const called = (name) => () => [...document.querySelectorAll("button, [role=button]")].find((one) =>
    !one.disabled && (one.getAttribute("aria-label") ?? one.textContent).startsWith(name));
const press = async (name) => (await there(called(name))).dispatchEvent(new MouseEvent("click", { bubbles: true }));
const read = (where) => there(() => document.querySelector(where)?.textContent);
"""


class Tab:
    """One page, in which scripts are run."""

    def __init__(self, line: ClientConnection) -> None:
        self.line, self.numbers = line, itertools.count(1)
        self.send("session.new", capabilities={})
        self.context = self.send("browsingContext.getTree")["contexts"][0]["context"]

    def send(self, method: str, **params: object) -> Any:
        number = next(self.numbers)
        self.line.send(json.dumps({"id": number, "method": method, "params": params}))
        while (answer := json.loads(self.line.recv(60))).get("id") != number:
            pass
        assert answer["type"] == "success", answer
        return answer["result"]

    def goto(self, url: str) -> None:
        self.send("browsingContext.navigate", context=self.context, url=url, wait="complete")

    def does(self, script: str) -> str:
        target = {"context": self.context}
        body = f"(async () => {{ {PERSON} {script} }})()"
        told = self.send("script.evaluate", expression=body, target=target, awaitPromise=True)
        assert told["type"] == "success", told
        return str(told["result"].get("value", ""))

    def waits_for(self, script: str, begins: str) -> None:
        """A page makes room for the next one, in which nothing can be awaited before it is there."""
        for _ in range(200):
            if self.does(script).startswith(begins):
                return
            time.sleep(0.05)
        raise AssertionError(f"nothing that begins with {begins}")


@contextmanager
def a_tab(profile: Path) -> Iterator[Tab]:
    assert FIREFOX
    asked = ["--headless", "--no-remote", "--profile", str(profile), "--remote-debugging-port", "0", "about:blank"]
    process = subprocess.Popen([FIREFOX, *asked], stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
    assert process.stderr
    try:
        address = next(found[1] for line in process.stderr if (found := LISTENING.search(line)))
        with connect(f"{address}/session", max_size=None) as line:
            yield Tab(line)
    finally:
        process.kill()
        process.wait()
        process.stderr.close()


@pytest.mark.slow  # to have another browser on a machine takes longer than the hand
@pytest.mark.skipif(FIREFOX is None, reason="there is no Firefox here")
def test_a_hand_is_played_in_firefox(house: OpenHouse, tmp_path: Path) -> None:
    with a_tab(tmp_path) as tab:
        tab.goto(house.url)
        assert tab.does("return await read('h1');") == "Seven tables are open"
        tab.does("await press('Take a seat');")
        tab.does("await press('Sit at');")
        tab.waits_for("return location.pathname;", "/table/")
        tab.does("await press('Ante, seat');")
        tab.does("await press('Ready, $');")
        tab.does("await press('Raise $');")
        assert re.match(r"[+−]?\$\d+|push", tab.does("return await read('.result b');"))
        assert tab.does("return await read('.settlement summary');").split()[-1]
        assert tab.does("return String(document.documentElement.scrollWidth <= innerWidth);") == "true"
