"""Settings by environment: what production refuses, and what each value becomes."""

import os
import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured

from portal.environment import Environment
from portal.note_keys import COSIGNATURE, Key

ROOT = Path(__file__).resolve().parent.parent
LOG_KEY = str(Key("log.example.org/register/log", b"k" * 32))
WITNESS_KEY = str(Key("witness.example.org/one", b"k" * 32, COSIGNATURE))
SECRET = "k4Jz0p9QmW2xR7tYbN5vC8sL1dF6gH3aE_uiOPqwertZXCVB-0987"


@pytest.fixture
def production(tmp_path: Path) -> dict[str, str]:
    """An environment that production accepts."""
    for name in ("signing.key", "signing.pem", "log.key"):
        (tmp_path / name).write_text("PEM")
    return {
        "BAIZE_DATA": str(tmp_path),
        "SECRET_KEY": SECRET,
        "ALLOWED_HOSTS": "rules.example.org, www.rules.example.org",
        "DATABASE_URL": "postgresql://baize:p%40ss@db.example.org:5433/baize?sslmode=require",
        "CELERY_BROKER_URL": "rediss://redis:6379/0",
        "STORAGE_URL": "s3://documents/rules?endpoint=https://s3.example.org&region=eu-1",
        "EMAIL_URL": "smtp://mailer:secret@mail.example.org:587?tls=1",
        "SIGNING_KEY_FILE": str(tmp_path / "signing.key"),
        "SIGNING_CERTIFICATE_FILE": str(tmp_path / "signing.pem"),
        "LOG_KEY_FILE": str(tmp_path / "log.key"),
    }


def load(environment: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    for name in list(os.environ):
        monkeypatch.delenv(name)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    return runpy.run_path(str(ROOT / "portal" / "settings.py"))


def refusal(environment: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> str:
    with pytest.raises(ImproperlyConfigured) as caught:
        load(environment, monkeypatch)
    return str(caught.value)


def test_an_empty_environment_is_production_and_names_all_that_is_missing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    message = refusal({"BAIZE_DATA": str(tmp_path)}, monkeypatch)
    for name in (
        "SECRET_KEY",
        "ALLOWED_HOSTS",
        "DATABASE_URL",
        "CELERY_BROKER_URL",
        "STORAGE_URL",
        "EMAIL_URL",
        "SIGNING_KEY_FILE",
        "SIGNING_CERTIFICATE_FILE",
        "LOG_KEY_FILE",
    ):
        assert f"- {name} is missing" in message
    assert "DEMO=1" in message


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("SECRET_KEY", "short", "SECRET_KEY is missing or too short"),
        ("SECRET_KEY", "a" * 80, "SECRET_KEY is missing or too short"),
        ("ALLOWED_HOSTS", "*", "ALLOWED_HOSTS is *"),
        ("SITE_URL", "http://rules.example.org", "SITE_URL is http://rules.example.org"),
        ("SITE_URL", f"https://{'a' * 96}.gov", "SITE_URL has 108 characters"),
        ("CELERY_BROKER_URL", "memory://", "CELERY_BROKER_URL is memory://"),
        ("DATABASE_URL", "mysql://db/baize", "DATABASE_URL starts with mysql://"),
        ("DATABASE_URL", "postgresql://db?sslmode=require", "DATABASE_URL names no database"),
        ("STORAGE_URL", "ftp://files", "STORAGE_URL is neither a folder"),
        ("EMAIL_URL", "mail.example.org", "EMAIL_URL cannot be read"),
        ("SIGNING_KEY_FILE", "/nowhere/signing.key", "there is no such file"),
        ("LOG_KEY_FILE", "/nowhere/log.key", "there is no such file"),
        ("LOG_ORIGIN", "our log", "LOG_ORIGIN is 'our log'"),
        ("LOG_WITNESSES", "one", "LOG_WITNESSES has 'one'."),
        ("LOG_WITNESSES", f"{LOG_KEY} https://w.example.org/", "This is not a public key of a witness"),
        ("LOG_WITNESSES", f"{WITNESS_KEY} http://w.example.org/", "in production it begins with https://"),
        ("LOG_WITNESSES", f"{WITNESS_KEY} w.example.org", "write https://host/path/"),
        (
            "WITNESS_LOGS",
            f"{LOG_KEY} https://l.example.org/",
            "WITNESS_KEY_FILE is missing",
        ),
        ("WITNESS_KEY_FILE", "/nowhere/witness.key", "there is no such file"),
        ("OIDC_PROVIDERS_FILE", "/nowhere/providers.toml", "OIDC_PROVIDERS_FILE is /nowhere/providers.toml"),
        ("WITNESS_NAME", "our witness", "WITNESS_NAME is 'our witness'"),
        ("BEHIND_PROXY", "perhaps", "BEHIND_PROXY is 'perhaps'; write 1 or 0"),
        ("SECURITY_CONTACT", "security@example.org", "SECURITY_CONTACT has 'security@example.org'"),
        ("LOG_FORMAT", "xml", "LOG_FORMAT is 'xml'; write text or json"),
        ("FILE_SCANNER", "clamd", "FILE_SCANNER is 'clamd'; write unix:///run/clamav/clamd.ctl"),
        ("FILE_SCANNER", "tcp://scanner:3310", "FILE_SCANNER leads to another machine without TLS"),
        ("SYSLOG_ADDRESS", "logs", "SYSLOG_ADDRESS is 'logs'; write /dev/log"),
        ("DATABASE_URL", "postgresql://db.example.org/baize", "add ?sslmode=verify-full (or require)"),
        ("DATABASE_URL", "postgresql://db.example.org/baize?sslmode=prefer", "DATABASE_URL leads to another"),
        (
            "CELERY_BROKER_URL",
            "redis://redis:6379/0",
            "CELERY_BROKER_URL leads to another machine without TLS",
        ),
        ("CELERY_BROKER_URL", "amqp://user:password@rabbit//", "write rediss:// or amqps://"),
        ("CACHE_URL", "redis://10.0.0.7:6379/1", "CACHE_URL leads to another machine without TLS"),
        ("EMAIL_URL", "smtp://mail.example.org:25", "write smtps:// or add ?tls=1"),
        ("STORAGE_URL", "s3://files?endpoint=http://store:9000", "STORAGE_URL leads to another machine"),
        ("SYSLOG_ADDRESS", "udp://logs.example.org:514", "SYSLOG_ADDRESS leads to another machine"),
        ("ALLOW_PLAIN", "REDIS", "ALLOW_PLAIN names REDIS; it can name DATABASE_URL"),
        ("RENDER_TIME_LIMIT", "soon", "RENDER_TIME_LIMIT is 'soon'; write a whole number"),
    ],
)
def test_an_unsafe_value_is_refused_by_name(
    production: dict[str, str], monkeypatch: pytest.MonkeyPatch, name: str, value: str, said: str
) -> None:
    message = refusal({**production, name: value}, monkeypatch)
    assert said in message
    assert message.count("\n  - ") == 1


def test_production_values_become_settings(
    production: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    found = load(production, monkeypatch)
    assert found["DEBUG"] is False
    assert found["ALLOWED_HOSTS"] == ["rules.example.org", "www.rules.example.org"]
    assert found["SITE_URL"] == "https://rules.example.org"
    assert found["SESSION_COOKIE_SECURE"] and found["CSRF_COOKIE_SECURE"] and found["SECURE_SSL_REDIRECT"]
    database = found["DATABASES"]["default"]
    assert (database["HOST"], database["PORT"], database["NAME"]) == ("db.example.org", "5433", "baize")
    assert database["PASSWORD"] == "p@ss"
    assert database["OPTIONS"] == {"sslmode": "require"}
    bucket = found["STORAGES"]["default"]["OPTIONS"]
    assert (bucket["bucket_name"], bucket["location"]) == ("documents", "rules")
    assert (bucket["endpoint_url"], bucket["region_name"]) == ("https://s3.example.org", "eu-1")
    assert found["EMAIL_HOST"] == "mail.example.org"
    assert found["EMAIL_USE_TLS"] is True


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("DATABASE_URL", "postgresql:///baize"),
        ("DATABASE_URL", "postgresql:///baize?host=/run/postgresql"),
        ("DATABASE_URL", "postgresql://127.0.0.1/baize"),
        ("CELERY_BROKER_URL", "redis://localhost:6379/0"),
        ("CELERY_BROKER_URL", "amqp://[::1]//"),
        ("CELERY_BROKER_URL", "amqps://rabbit//"),
        ("CACHE_URL", "rediss://redis:6379/1"),
        ("EMAIL_URL", "smtp://127.0.0.1:25"),
        ("EMAIL_URL", "smtps://mail.example.org"),
        ("STORAGE_URL", "s3://files?endpoint=http://127.0.0.1:9000"),
        ("FILE_SCANNER", "unix:///run/clamav/clamd.ctl"),
        ("FILE_SCANNER", "tcp://[::1]:3310"),
        ("LOG_FORMAT", "json"),
    ],
)
def test_this_machine_and_tls_are_accepted(
    production: dict[str, str], monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    load({**production, name: value}, monkeypatch)


def test_a_plain_connection_can_be_allowed_by_name(
    production: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = {"CELERY_BROKER_URL": "redis://redis/0", "EMAIL_URL": "smtp://mail:25"}
    message = refusal({**production, **plain, "ALLOW_PLAIN": "EMAIL_URL"}, monkeypatch)
    assert "CELERY_BROKER_URL leads" in message and "EMAIL_URL leads" not in message
    load({**production, **plain, "ALLOW_PLAIN": "EMAIL_URL, CELERY_BROKER_URL"}, monkeypatch)


def test_cookies_belong_to_the_host_in_production_alone(
    production: dict[str, str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    names = [
        f"{each}_COOKIE_NAME" for each in ("SESSION", "CSRF", "PERSON", "TRUSTED", "MESSAGE", "LANGUAGE")
    ]
    found = load(production, monkeypatch)
    assert all(found[name].startswith("__Host-") for name in names)
    assert found["CONTENT_SECURITY_POLICY"]["DIRECTIVES"]["upgrade-insecure-requests"] is True
    demo = load({"DEMO": "1", "BAIZE_DATA": str(tmp_path)}, monkeypatch)
    assert not any(str(demo.get(name, "")).startswith("__Host-") for name in names)


def test_witnesses_are_keys_with_addresses(
    production: dict[str, str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "witness.key").write_text("PEM")
    given = {
        "LOG_WITNESSES": f"{WITNESS_KEY} https://w.example.org/witness, {WITNESS_KEY}",
        "WITNESS_LOGS": f"{LOG_KEY} https://l.example.org/register/log/",
        "WITNESS_KEY_FILE": str(tmp_path / "witness.key"),
    }
    found = load({**production, **given}, monkeypatch)
    assert [(str(key), address) for key, address in found["LOG_WITNESSES"]] == [
        (WITNESS_KEY, "https://w.example.org/witness/"),
        (WITNESS_KEY, ""),
    ]
    ((key, address),) = found["WITNESS_LOGS"]
    assert (str(key), address) == (LOG_KEY, "https://l.example.org/register/log/")
    assert found["WITNESS_NAME"] == "rules.example.org/witness"
    message = refusal({**production, **given, "WITNESS_LOGS": LOG_KEY}, monkeypatch)
    assert "WITNESS_LOGS has log.example.org/register/log without an address" in message


@pytest.mark.slow
def test_check_deploy_is_clean(production: dict[str, str]) -> None:
    done = subprocess.run(
        [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "INFO"],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], **production},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert "no issues" in done.stdout


def test_manage_says_what_is_wrong_without_a_traceback(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "manage.py", "migrate"],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], "BAIZE_DATA": str(tmp_path), "DEBUG": "0"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1
    assert "SECRET_KEY is missing" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("name", "given", "said"),
    [
        ("API_RATES", "read:5", "write each as read=600"),
        ("API_RATES", "read=0", "write each as read=600"),
        ("API_RATES", "reed=5", "API_RATES names reed; the kinds are read, compute, write, verify."),
    ],
)
def test_a_number_that_cannot_be_meant_stops_the_start(
    tmp_path: Path, name: str, given: str, said: str
) -> None:
    environment = {"PATH": os.environ["PATH"], "DEMO": "1", "BAIZE_DATA": str(tmp_path), name: given}
    command = [sys.executable, "manage.py", "check"]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert done.returncode == 1
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_numbers_have_their_keys() -> None:
    environment = Environment({"API_RATES": "read=15, write = 45"})
    assert environment.numbers("API_RATES") == {"read": 15, "write": 45}
    assert environment.numbers("ELSE") == {}
    assert environment.problems == []


def test_demo_needs_nothing_and_keeps_its_key(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    first = load({"DEMO": "1", "BAIZE_DATA": str(tmp_path)}, monkeypatch)
    second = load({"DEMO": "1", "BAIZE_DATA": str(tmp_path)}, monkeypatch)
    assert first["SECRET_KEY"] == second["SECRET_KEY"]
    assert len(first["SECRET_KEY"]) >= 50
    assert (tmp_path / "keys" / "secret_key").stat().st_mode & 0o077 == 0
    assert first["DATABASES"]["default"]["NAME"] == str(tmp_path / "baize.sqlite3")
    assert first["CELERY_BROKER_URL"].startswith("filesystem://")
    assert not first["DEBUG"]


def test_sqlite_is_set_for_safety() -> None:
    options = Environment(values={}).database("DATABASE_URL", "sqlite:////srv/baize/db.sqlite3")["OPTIONS"]
    assert options["transaction_mode"] == "IMMEDIATE"
    assert options["timeout"] == 20
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        assert f"PRAGMA {pragma};" in options["init_command"]


@pytest.mark.parametrize("given", ["sqlite:////srv/baize/db.sqlite3", "sqlite:///var/db.sqlite3"])
def test_a_sqlite_path_is_read_as_written(given: str) -> None:
    found = Environment(values={"DATABASE_URL": given}).database("DATABASE_URL", "")
    assert found["NAME"] == given.removeprefix("sqlite:///")
