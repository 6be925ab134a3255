"""The pages of a house: HTML, styles and scripts that a browser runs as they stand, but for what only readers need.

Everything is read once.  Scripts and styles are served under the name of this edition, which changes with what is in
them, so that a browser may keep them for good.
"""

import gzip
import hashlib
import mimetypes
from functools import cache
from pathlib import Path

import msgspec
from msgspec import Struct

from nomorebets.web.naming import with_short_names
from nomorebets.web.shortening import pieces, set_closely

HERE = Path(__file__).parent
PAGES = HERE / "pages"
FOLDERS = ("scripts", "styles")
KINDS = {
    ".svg": "image/svg+xml",
    ".js": "text/javascript",
    ".json": "application/json",
    ".css": "text/css",
    ".html": "text/html",
}
EDITION = "{edition}"  # as pages write where their scripts and styles are


class Asset(Struct, frozen=True):
    """A file as it is sent."""

    kind: str
    plain: bytes
    small: bytes  # compressed


def _asset(suffix: str, content: bytes) -> Asset:
    kind = KINDS.get(suffix) or mimetypes.types_map[suffix]
    if suffix == ".js":
        content = set_closely(with_short_names(pieces(content.decode()))).encode()
    elif suffix == ".json":
        content = msgspec.json.format(content, indent=-1)
    return Asset(f"{kind}; charset=utf-8", content, gzip.compress(content, mtime=0))


@cache
def edition() -> str:
    """The name of what is in all scripts and styles together."""
    digest = hashlib.sha256()
    for name, asset in assets().items():
        digest.update(f"{name}\0".encode() + asset.plain)
    return digest.hexdigest()[:12]


@cache
def assets() -> dict[str, Asset]:
    """Scripts and styles by their addresses below that of the edition."""
    return {file.relative_to(HERE).as_posix(): _asset(file.suffix, file.read_bytes()) for file in _files()}


@cache
def page(name: str) -> Asset:
    """A page, with the addresses of this edition in it."""
    content = (PAGES / f"{name}.html").read_text(encoding="utf-8").replace(EDITION, edition())
    return _asset(".html", content.encode())


def _files() -> list[Path]:
    return sorted(file for folder in FOLDERS for file in (HERE / folder).rglob("*") if file.suffix in KINDS)
