"""A sample of what `make mutation` does in full: small faults put into the core are noticed by its tests."""

import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parent.parent.parent


@pytest.mark.slow
def test_a_sample_of_mutants_is_noticed() -> None:
    """The quick tests alone; the whole run and its score are described in docs/mutation.md."""
    done = subprocess.run(
        [sys.executable, "scripts/mutation.py", "--quick", "--sample", "8", "--at-least", "75"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=900,
    )
    assert done.returncode == 0, done.stdout + done.stderr
