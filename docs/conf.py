"""The site: Markdown pages, some of them generated from the rulebook by `generate.py`."""

from nomorebets import __version__

project = "No More Bets"
author = "The No More Bets contributors"
copyright = f"2026, {author}"  # noqa: A001
release = version = __version__

extensions = ["myst_parser"]
exclude_patterns = ["_build", "_generated/submission-fields.md"]  # the latter is a part of submission.md
myst_heading_anchors = 3

html_theme = "furo"
html_title = f"{project} {version}"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sphinx = False
