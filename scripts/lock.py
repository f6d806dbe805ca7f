"""`make lock`: exact versions with hashes for requirements.in and requirements-dev.in."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
COMPILE = [
    "pip", "compile", "--quiet", "--generate-hashes", "--python-version=3.11",
    "--no-emit-index-url", "--no-emit-find-links", "--custom-compile-command=make lock",
]  # fmt: skip

for name in ("requirements", "requirements-dev"):  # the second is held to the versions of the first
    command: list[str | Path] = [
        Path(sys.executable).parent / "uv",
        *COMPILE,
        f"{name}.in",
        "-o",
        f"{name}.txt",
    ]
    subprocess.run(command, cwd=ROOT, check=True)
    print(f"{name}.txt is up to date.")
