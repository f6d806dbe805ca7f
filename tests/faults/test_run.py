"""`make run` from outside: it starts, says where, stops whole, and speaks clearly when it cannot start."""

import socket
import subprocess
import sys
from pathlib import Path

import pytest

from tests.product import PATIENCE, ROOT, Product, until

pytestmark = [pytest.mark.faults, pytest.mark.slow]


def test_starts_serves_and_stops_whole(data: Path) -> None:
    product = Product(data)
    product.start()
    try:
        product.wait_until_up()
        assert product.status("/") == 200
        product.wait_until_ready()
        until(lambda: "Baize is running" in product.output(), "the address", product.output)
        assert f"http://127.0.0.1:{product.port}/" in product.output()
        assert "Demo accounts" in product.output()
        assert product.interrupt() == 0
        until(lambda: not product.survivors(), "every process to end")
        assert "Traceback" not in product.output()
    finally:
        if product.survivors():
            product.kill()


def test_a_part_that_dies_stops_the_rest_and_is_named(data: Path) -> None:
    product = Product(data)
    product.start()
    try:
        product.wait_until_up()
        beat = until(lambda: processes(product, " beat"), "the scheduler", product.output)[0]
        subprocess.run(["kill", "-9", str(beat)], check=True)
        assert product.process
        assert product.process.wait(PATIENCE) == 1
        assert "The scheduler ended by itself" in product.output()
        until(lambda: not product.survivors(), "every process to end")
    finally:
        if product.survivors():
            product.kill()


def test_a_killed_supervisor_leaves_nothing_running(data: Path) -> None:
    product = Product(data)
    product.start()
    try:
        product.wait_until_up()
        assert product.process
        product.process.kill()  # not the group: the parts have to notice by themselves
        product.process.wait()
        until(lambda: not product.survivors(), "every process to end", product.output)
    finally:
        if product.survivors():
            product.kill()


def test_a_port_in_use_is_named(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        answer = start_only(tmp_path, PORT=str(port))
    assert answer.returncode == 1
    assert f"Port {port} is in use by another program." in answer.stderr
    assert "PORT=" in answer.stderr
    assert not (tmp_path / "baize.sqlite3").exists()


@pytest.mark.parametrize("port", ["0", "65536", "http"])
def test_a_port_that_is_none_is_named(tmp_path: Path, port: str) -> None:
    answer = start_only(tmp_path, PORT=port)
    assert answer.returncode == 1
    assert answer.stderr.startswith(f"PORT is '{port}'; give a number from 1 to 65535")


def test_unsafe_production_settings_are_named(tmp_path: Path) -> None:
    answer = start_only(tmp_path, DEMO="0", PORT="0" * 3 + "8765")
    assert answer.returncode == 1
    assert "SECRET_KEY is missing" in answer.stderr
    assert "Traceback" not in answer.stderr


def start_only(data: Path, **environment: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "scripts/run.py"],
        cwd=ROOT,
        env={"PATH": "/usr/bin:/bin", "BAIZE_DATA": str(data), **environment},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )


def processes(product: Product, word: str) -> list[int]:
    return [
        pid
        for pid in product.survivors()
        if word in Path(f"/proc/{pid}/cmdline").read_text(errors="replace").replace("\0", " ")
    ]
