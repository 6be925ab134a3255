"""The page of the docs that verifies a log without the package, as a module."""

import importlib.util
from pathlib import Path
from types import ModuleType

PAGE = Path(__file__).parents[3] / "docs" / "verify_log.py"


def verify_log() -> ModuleType:
    spec = importlib.util.spec_from_file_location("verify_log", PAGE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
