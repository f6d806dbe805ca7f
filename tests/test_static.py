"""Static files as the product serves them: hashed, compressed, every reference found."""

import json
import re
from pathlib import Path

from django.core.management import call_command
from pytest_django import Settings

ROOT = Path(__file__).resolve().parent.parent


def test_every_static_file_is_hashed_and_compressed(settings: Settings, tmp_path: Path) -> None:
    settings.STATIC_ROOT = tmp_path
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
    }
    call_command("collectstatic", interactive=False, verbosity=0)  # fails on a reference to a missing file
    paths = json.loads((tmp_path / "staticfiles.json").read_text())["paths"]
    css = paths["css/baize.css"]
    assert css != "css/baize.css"
    assert (tmp_path / f"{css}.gz").exists()
    assert (tmp_path / f"{css}.br").exists()


def test_no_colour_depends_on_the_width_of_the_window() -> None:
    """The browser tests look at the colours of a page wide in light and narrow in dark, not at all four."""
    wide = re.compile(r"@media[^{]*width[^{]*\{((?:[^{}]*\{[^{}]*\})*)\s*\}")
    colour = re.compile(r"[{;\s](?:color|background[a-z-]*|opacity|fill|stroke|filter)\s*:[^;}]*")
    sheets = sorted((ROOT / "static" / "css").glob("*.css"))
    found = [
        (sheet.name, rules, colour.findall(rules))
        for sheet in sheets
        for rules in wide.findall(sheet.read_text())
    ]
    assert len(found) > 10
    assert [(name, colours) for name, _, colours in found if colours] == []


def test_no_paragraph_holds_a_block() -> None:
    """A browser ends the paragraph there: what it says of the block, as of its buttons, is lost."""
    within = re.compile(r"<p\b[^>]*>(?:(?!</p>).)*?<(?:form|div|ul|ol|table|dl|h2)\b", re.DOTALL)
    found = [
        f"{path.relative_to(ROOT)}: {match.group()[:60]}"
        for path in (ROOT / "templates").rglob("*.html")
        for match in within.finditer(path.read_text())
    ]
    assert found == []
