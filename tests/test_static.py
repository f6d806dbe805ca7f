"""Static files as the product serves them: hashed, compressed, every reference found."""

import json
from pathlib import Path

from django.core.management import call_command
from pytest_django import Settings


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
