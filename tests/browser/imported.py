"""Which scripts a page loads and what they say, by what they import of each other, and what that weighs."""

import re
from pathlib import PurePosixPath

from nomorebets.web import assets, page

SOURCE = re.compile(r'src="/web/\w+/([^"]+)"')
IMPORT = re.compile(r'(?:from|import)"(\.[^"]+)"')


def scripts_of(html: str) -> set[str]:
    """All scripts that a page loads."""
    wanted, found = SOURCE.findall(html), set[str]()
    while wanted:
        name = wanted.pop()
        if name not in found:
            found.add(name)
            folder = PurePosixPath(name).parent
            wanted += [_plain(folder / part) for part in IMPORT.findall(assets()[name].plain.decode())]
    return found


def _plain(path: PurePosixPath) -> str:
    parts: list[str] = []
    for one in path.parts:
        if one == "..":
            parts.pop()
        elif one != ".":
            parts.append(one)
    return "/".join(parts)


def weight(scripts: set[str]) -> int:
    """Bytes of scripts, compressed."""
    return sum(len(assets()[one].small) for one in scripts)


def page_scripts(name: str) -> int:
    return weight(scripts_of(page(name).plain.decode()))
