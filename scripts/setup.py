"""Set-up for `make run` and `make test`. What is there is left alone: the second time takes no time.

Runs on the machine's own Python, before anything is installed: standard library only.
"""

import ctypes
import hashlib
import os
import platform
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
OLDEST_PYTHON = (3, 11)

# WeasyPrint loads these when it starts. Library -> Debian package.
LIBRARIES = {
    "libgobject-2.0.so.0": "libglib2.0-0",
    "libpango-1.0.so.0": "libpango-1.0-0",
    "libpangoft2-1.0.so.0": "libpangoft2-1.0-0",
    "libharfbuzz.so.0": "libharfbuzz0b",
    "libharfbuzz-subset.so.0": "libharfbuzz-subset0",
    "libfontconfig.so.1": "libfontconfig1",
}
# Files of packages that Python compiles when it imports them, if ever: half of all.
SELDOM_IMPORTED = r"/(tests?|testing|locale|lexers|styles|countries|pip|setuptools|virtualenv)/"
# What only tests use. Program -> Debian package. The whole Chromium does as well, but takes longer.
TEST_PROGRAMS = {
    "chromium-headless-shell": "chromium-headless-shell",
    "redis-server": "redis-server",
    "pdfsig": "poppler-utils",
}


def main(purpose: str) -> None:
    if sys.version_info[:2] < OLDEST_PYTHON:
        found = platform.python_version()
        sys.exit(f"Baize needs Python 3.11 and found {found}. Try: PYTHON=python3.11 make {purpose}")
    install_libraries()
    if purpose != "test":
        install_requirements(["requirements.txt"])
        return
    with ThreadPoolExecutor(1) as beside:  # apt and pip wait for different things
        programs = beside.submit(install_test_programs)
        install_requirements(["requirements.txt", "requirements-dev.txt"])
        programs.result()


def install_libraries() -> None:
    missing = [package for library, package in LIBRARIES.items() if not loads(library)]
    if missing and not apt_install(missing):
        sys.exit(f"The PDF renderer needs system libraries. Type: sudo apt-get install {' '.join(missing)}")


def install_test_programs() -> None:
    missing = [package for program, package in TEST_PROGRAMS.items() if not shutil.which(program)]
    if not has_postgresql():
        missing.append("postgresql")
    if missing and not apt_install(missing):
        if shutil.which("chromium"):
            missing = [package for package in missing if "chromium" not in package]
        if not missing:
            return
        print(
            "\n"
            + "*" * 100
            + f"\n  Some suites will be SKIPPED: {', '.join(missing)} cannot be installed from here."
            f"\n  To run them, type: sudo apt-get install {' '.join(missing)}\n" + "*" * 100 + "\n",
            file=sys.stderr,
        )


def install_requirements(names: list[str]) -> None:
    """Exactly what the lock files say, by hash. A stamp in the venv remembers which lock files it holds."""
    locked = b"".join((ROOT / name).read_bytes() for name in names)
    stamp = VENV / f"baize-{names[-1]}.stamp"
    digest = hashlib.sha256(locked + sys.version.encode()).hexdigest()
    python = VENV / "bin" / "python"
    if python.exists() and stamp.exists() and stamp.read_text() == digest:
        return
    if not python.exists():
        make_venv()
    print(f"Installing {' and '.join(names)} into .venv (about a minute, only after a change) …", flush=True)
    files = [part for name in names for part in ("-r", name)]
    command: list[str | Path] = [
        python,
        "-m",
        "pip",
        "install",
        "--quiet",
        "--no-input",
        "--disable-pip-version-check",
        "--no-compile",
    ]
    if subprocess.run([*command, "--require-hashes", *files], cwd=ROOT).returncode:
        sys.exit("The dependencies could not be installed; pip says why above. Nothing was started.")
    # On every core at once, which pip does not do; a file that cannot be compiled is none of ours.
    quietly: list[str | Path] = [python, "-m", "compileall", "-q", "-j", "0", "-x", SELDOM_IMPORTED]
    subprocess.run([*quietly, VENV / "lib"], capture_output=True)
    stamp.write_text(digest)


def make_venv() -> None:
    command: list[str | Path] = [sys.executable, "-m", "venv", "--clear", VENV]
    if subprocess.run(command, capture_output=True).returncode == 0:
        return
    package = f"python3.{sys.version_info.minor}-venv"  # Debian keeps this part in a package of its own
    if not apt_install([package]) or subprocess.run(command).returncode:
        sys.exit(f"Python's venv module is not complete here. Type: sudo apt-get install {package}")


def loads(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def has_postgresql() -> bool:
    return bool(shutil.which("initdb") or list(Path("/usr/lib/postgresql").glob("*/bin/initdb")))


def apt_install(packages: list[str]) -> bool:
    """True when the packages are there afterwards. Only tried where it can work: as root on Debian."""
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        return False
    print(f"Installing {' '.join(packages)} with apt …", flush=True)
    # Runlevel 1: servers that come with a package are not started; tests start their own on free ports.
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive", "RUNLEVEL": "1"}
    apt = ["apt-get", "-qq", "-o", "DPkg::Lock::Timeout=120"]
    install = [*apt, "install", "-y", "--no-install-recommends", *packages]
    for command in ([*apt, "update"], install):
        done = subprocess.run(command, env=quiet, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if done.returncode:
        print(done.stdout[-2000:] + done.stderr[-2000:], file=sys.stderr)
    return done.returncode == 0


if __name__ == "__main__":
    main(sys.argv[1])
