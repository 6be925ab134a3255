"""What took long to compute is kept on disk, under a hash of all that it was computed by.

A change to any source or to the data beside it opens a new folder, so nothing that is kept can be out of date.
"""

import hashlib
import os
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from io import BytesIO
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import TYPE_CHECKING, Any, TypeVar

from nomorebets.rulebook.content import digest

if TYPE_CHECKING:
    from numpy.typing import NDArray

T = TypeVar("T")


@cache
def folder() -> Path:
    """The folder for this state of the sources; NMB_CACHE or XDG_CACHE_HOME say where it stands."""
    home = os.environ.get("NMB_CACHE") or Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache", "nomorebets")
    return Path(home) / digest(files("nomorebets")).hex()[:16]


def cached_array(name: str, compute: "Callable[[], NDArray[Any]]") -> "NDArray[Any]":
    """An array that took long to compute."""
    import numpy as np

    def written() -> bytes:
        file = BytesIO()
        np.save(file, compute(), allow_pickle=False)
        return file.getvalue()

    return np.load(BytesIO(cached_bytes(f"{name}.npy", written)), allow_pickle=False)  # type: ignore[no-any-return]


def cached_document(parts: tuple[object, ...], kind: type[T], compute: Callable[[], T]) -> T:
    """A document that took long to compute, told from others by these."""
    from msgspec import json

    return json.decode(cached_bytes(_document(parts), lambda: json.encode(compute())), type=kind)


def is_kept(parts: tuple[object, ...]) -> bool:
    """Whether a document is at hand without computing it."""
    return (folder() / _document(parts)).exists()


def _document(parts: tuple[object, ...]) -> str:
    return f"documents/{hashlib.sha256(repr(parts).encode()).hexdigest()}.json"


def cached_bytes(name: str, compute: Callable[[], bytes]) -> bytes:
    """What is kept under a name; computed and put there whole if it is not there yet."""
    place = folder() / name
    if place.exists():
        return place.read_bytes()
    value = compute()
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        with NamedTemporaryFile(dir=place.parent, delete=False) as file:
            file.write(value)
        Path(file.name).replace(place)
    except OSError:  # nowhere to keep it: computed again the next time
        pass
    return value
