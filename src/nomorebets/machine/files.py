"""Files that people name: what cannot be read or written is said in one sentence."""

import os
import sys
from pathlib import Path

from nomorebets.errors import BadInput


def read_text(name: str) -> str:
    """A file's text, or standard input for "-"."""
    try:
        return sys.stdin.read() if name == "-" else Path(name).read_text("utf-8")
    except OSError as error:
        raise BadInput(f"{name} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise BadInput(f"{name} is not text in UTF-8") from None
    except ValueError as error:  # such as a name with a null character
        raise BadInput(f"{name!r} cannot be read: {error}") from None


def read_bytes(name: str) -> bytes:
    """A file's content."""
    try:
        return Path(name).read_bytes()
    except OSError as error:
        raise BadInput(f"{name} cannot be read: {error.strerror}") from None
    except ValueError as error:
        raise BadInput(f"{name!r} cannot be read: {error}") from None


def check_writable(*names: str | None) -> None:
    """Refuse places that cannot be written before the work whose result goes there, not after it."""
    for name in filter(None, names):
        place = Path(name)
        if place.is_dir() or not os.access(place if place.exists() else place.parent, os.W_OK):
            raise BadInput(f"{name} cannot be written; it is a file in a folder that exists and may be changed")


def write_text(name: str, text: str) -> None:
    write_bytes(name, text.encode())


def write_bytes(name: str, content: bytes) -> None:
    try:
        Path(name).write_bytes(content)
    except OSError as error:
        raise BadInput(f"{name} cannot be written: {error.strerror}") from None
