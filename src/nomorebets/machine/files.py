"""Files that people name: what cannot be read or written is said in one sentence."""

import os
import stat
import sys
from pathlib import Path

from nomorebets.errors import BadInput

LONGEST_SHOWN = 200


def read_text(name: str) -> str:
    """A file's text, or standard input for "-"."""
    try:
        check_ends(name)
        return sys.stdin.read() if name == "-" else Path(name).read_text("utf-8")
    except OSError as error:
        raise BadInput(f"{shown(name)} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise BadInput(f"{shown(name)} is not text in UTF-8") from None
    except ValueError as error:  # such as a name with a null character
        raise BadInput(f"{name!r} cannot be read: {error}") from None


def read_bytes(name: str) -> bytes:
    """A file's content."""
    check_ends(name)
    try:
        return Path(name).read_bytes()
    except OSError as error:
        raise BadInput(f"{shown(name)} cannot be read: {error.strerror}") from None


def check_ends(name: str | Path) -> None:
    """Refuse a device, such as /dev/zero, which may go on for ever."""
    try:
        endless = stat.S_ISCHR(Path(name).stat().st_mode)
    except OSError:  # whoever opens it says what is wrong with it
        return
    except ValueError as error:  # a name with a null character, or that is no text
        raise BadInput(f"{str(name)!r} cannot be read: {error}") from None
    if endless:
        raise BadInput(f"{shown(name)} is a device, not a file")


def shown(name: object) -> str:
    """A name that somebody gave, as far as it fits into a sentence."""
    said = str(name)
    return said if len(said) <= LONGEST_SHOWN else f"{said[:LONGEST_SHOWN]}..."


def check_writable(*names: str | None, force: bool = False) -> None:
    """Refuse places that cannot be written before the work whose result goes there, not after it.

    What is there already is written over only by force.
    """
    for name in filter(None, names):
        place = Path(name)
        try:
            os.fsencode(name)
            there, may_be_written = place.exists(), "\0" not in name and _may_be_written(place)
        except (OSError, ValueError):  # a name that is too long, or no text
            there, may_be_written = False, False
        if not may_be_written:
            raise BadInput(f"{shown(name)} cannot be written; it is a file in a folder that exists and may be changed")
        if there and not force and place.is_file():
            raise BadInput(f"{name} is there already, and nothing is written over without --force; name another file")


def _may_be_written(place: Path) -> bool:
    return not place.is_dir() and os.access(place if place.exists() else place.parent, os.W_OK)


def write_text(name: str, text: str) -> None:
    write_bytes(name, text.encode())


def write_bytes(name: str, content: bytes) -> None:
    try:
        Path(name).write_bytes(content)
    except OSError as error:
        raise BadInput(f"{shown(name)} cannot be written: {error.strerror}") from None
