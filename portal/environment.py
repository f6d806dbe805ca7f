"""Reads settings from the process environment: one small function for each kind of value.

A value that cannot be read is added to `problems` instead of raising, so a start with five wrong values names
all five.
"""

import contextlib
import os
import re
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from ipaddress import ip_address
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from portal.note_keys import BadNote, Key, read_key
from portal.oidc_providers import Provider, read_providers

TRUE = {"1", "true", "yes", "on"}
FALSE = {"0", "false", "no", "off", ""}


@dataclass
class Environment:
    values: dict[str, str] = field(default_factory=lambda: dict(os.environ))
    problems: list[str] = field(default_factory=list)

    def text(self, name: str, default: str = "") -> str:
        return self.values.get(name, default).strip()

    def flag(self, name: str, default: bool = False) -> bool:
        if name not in self.values:
            return default
        text = self.values[name].strip().lower()
        if text in TRUE:
            return True
        if text not in FALSE:
            self.problem(name, f"is {text!r}; write 1 or 0.")
        return False

    def number(self, name: str, default: int) -> int:
        text = self.text(name, str(default))
        if text.isdecimal():
            return int(text)
        self.problem(name, f"is {text!r}; write a whole number.")
        return default

    def words(self, name: str) -> list[str]:
        """Read a comma-separated list."""
        return [word.strip() for word in self.text(name).split(",") if word.strip()]

    def choice(self, name: str, *choices: str) -> str:
        """Read one of the choices; the first is the default."""
        text = self.text(name) or choices[0]
        if text not in choices:
            self.problem(name, f"is {text!r}; write {' or '.join(choices)}.")
            return choices[0]
        return text

    def contacts(self, name: str) -> list[str]:
        """Read mailto:security@example.org, https:// or tel: addresses, with commas between."""
        contacts = self.words(name)
        for contact in contacts:
            if not contact.startswith(("mailto:", "https://", "tel:")):
                self.problem(name, f"has {contact!r}; write mailto:security@example.org or https://….")
        return contacts

    def syslog(self, name: str) -> str:
        """Read /dev/log, udp://host:514 or tcp://host:601; may be missing."""
        text = self.text(name)
        if text and not re.fullmatch(r"/\S+|(udp|tcp)://[^\s/]+", text):
            self.problem(name, f"is {text!r}; write /dev/log, udp://host:514 or tcp://host:601.")
            return ""
        return text

    def scanner(self, name: str) -> str:
        """Read unix:///run/clamav/clamd.ctl or tcp://127.0.0.1:3310; may be missing."""
        text = self.text(name)
        if text and not re.fullmatch(r"unix:///\S+|tcp://(\[[0-9a-fA-F:.]+\]|[^\s/:@]+)(:\d{1,5})?", text):
            self.problem(name, f"is {text!r}; write unix:///run/clamav/clamd.ctl or tcp://127.0.0.1:3310.")
            return ""
        return text

    def refuse_plain_connections(self, allowed: str) -> None:
        """Ways to other machines without TLS, unless the setting `allowed` names them."""
        names = self.words(allowed)
        for name in PLAIN_CONNECTIONS:
            if name not in names and (advice := without_tls(name, self.text(name))):
                self.problem(
                    name, f"leads to another machine without TLS; {advice}, or name it in {allowed}."
                )
        for name in names:
            if name not in PLAIN_CONNECTIONS:
                self.problem(allowed, f"names {name}; it can name {', '.join(PLAIN_CONNECTIONS)}.")

    def numbers(self, name: str) -> dict[str, int]:
        """Read whole numbers above 0, each with its key: read=600,write=60"""
        numbers = {}
        for word in self.words(name):
            key, _, number = (part.strip() for part in word.partition("="))
            if key and number.isdecimal() and int(number) > 0:
                numbers[key] = int(number)
            else:
                self.problem(name, f"has {word!r}; write each as read=600, with commas between.")
        return numbers

    def keys(
        self, name: str, algorithm: bytes, *, https: bool, needs_address: bool = False
    ) -> list[tuple[Key, str]]:
        """Read public keys, each with an address behind a space: log.example+1a2b3c4d+AbC… https://log.example/"""
        keys = []
        for entry in self.words(name):
            line, _, address = entry.partition(" ")
            address = address.strip()
            try:
                key = read_key(line, algorithm)
            except BadNote as error:
                self.problem(name, f"has {entry[:80]!r}. {error}")
                continue
            url = urlsplit(address)
            is_web = url.scheme in ("http", "https") and url.hostname and not (url.query or url.fragment)
            if not address and needs_address:
                self.problem(name, f"has {key.name} without an address; write the key, a space, the address.")
            elif address and not is_web:
                self.problem(name, f"has the address {address!r}; write https://host/path/.")
            elif https and url.scheme == "http":
                self.problem(name, f"has the address {address}; in production it begins with https://.")
            keys.append((key, address and f"{address.rstrip('/')}/"))
        return keys

    def providers(self, name: str, *, https: bool) -> tuple[Provider, ...]:
        """Read the providers of OpenID Connect from the TOML file that the setting names; may be missing."""
        path = self.text(name)
        if not path:
            return ()
        found, problems = read_providers(Path(path), https=https, environment=self.values)
        for what in problems:
            self.problem(name, what)
        return found

    def problem(self, name: str, what: str) -> None:
        self.problems.append(f"{name} {what}")

    def database(self, name: str, default: str) -> dict[str, Any]:
        """sqlite:////srv/baize/db.sqlite3 or postgresql://user:password@host:5432/name?sslmode=require"""
        url = urlsplit(self.text(name) or default)
        if url.scheme == "sqlite":
            return sqlite(unquote(url.path[1:]))
        if url.scheme in {"postgresql", "postgres"}:
            return self._postgresql(name, url)
        self.problem(name, f"starts with {url.scheme or 'nothing'}://; write sqlite:/// or postgresql://.")
        return sqlite(":memory:")

    def _postgresql(self, name: str, url: Any) -> dict[str, Any]:
        if not url.path.strip("/"):
            self.problem(name, "names no database; write postgresql://user:password@host:5432/name.")
        return {
            "ENGINE": "django.db.backends.postgresql",
            "NAME": unquote(url.path.lstrip("/")),
            "USER": unquote(url.username or ""),
            "PASSWORD": unquote(url.password or ""),
            "HOST": unquote(url.hostname or ""),
            "PORT": str(url.port or ""),
            "CONN_MAX_AGE": 60,
            "CONN_HEALTH_CHECKS": True,
            "OPTIONS": options(url.query),
        }

    def storage(self, name: str, default: Path) -> dict[str, Any]:
        """file:///srv/baize/files or s3://bucket/prefix?endpoint=https://s3.example.org&region=eu-1"""
        url = urlsplit(self.text(name) or f"file://{default}")
        if url.scheme == "file":
            return {
                "BACKEND": "django.core.files.storage.FileSystemStorage",
                "OPTIONS": {"location": unquote(url.path), "file_permissions_mode": 0o640},
            }
        if url.scheme == "s3" and url.netloc:
            from botocore.config import Config  # takes half a second to import

            query = options(url.query)
            return {
                "BACKEND": "storages.backends.s3.S3Storage",
                "OPTIONS": {
                    "bucket_name": url.netloc,
                    "location": unquote(url.path.strip("/")),
                    "endpoint_url": query.get("endpoint"),
                    "region_name": query.get("region"),
                    "default_acl": None,
                    "file_overwrite": True,  # one PUT replaces the whole file
                    "querystring_auth": True,
                    "client_config": Config(
                        connect_timeout=5,
                        read_timeout=20,
                        retries={"max_attempts": 3, "mode": "standard"},
                        s3={"addressing_style": "path"} if query.get("endpoint") else {},
                        # Baize checks the SHA-256 itself; not every store supports Amazon's trailers.
                        request_checksum_calculation="when_required",
                        response_checksum_validation="when_required",
                        signature_version="s3v4",
                    ),
                },
            }
        self.problem(
            name, "is neither a folder (file:///srv/baize/files) nor a bucket (s3://bucket?endpoint=…)."
        )
        return {"BACKEND": "django.core.files.storage.InMemoryStorage"}

    def mail(self, name: str, default: str) -> dict[str, Any]:
        """smtp://user:password@host:587?tls=1, smtps://user:password@host:465, file:///folder or console://"""
        url = urlsplit(self.text(name) or default)
        if url.scheme == "file":
            return {
                "EMAIL_BACKEND": "django.core.mail.backends.filebased.EmailBackend",
                "EMAIL_FILE_PATH": unquote(url.path),
            }
        if url.scheme == "console":
            return {"EMAIL_BACKEND": "django.core.mail.backends.console.EmailBackend"}
        if url.scheme not in {"smtp", "smtps"} or not url.hostname:
            self.problem(name, "cannot be read; write smtp://user:password@host:587?tls=1 or console://.")
        secure = url.scheme == "smtps"
        return {
            "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
            "EMAIL_HOST": url.hostname or "",
            "EMAIL_PORT": url.port or (465 if secure else 587),
            "EMAIL_HOST_USER": unquote(url.username or ""),
            "EMAIL_HOST_PASSWORD": unquote(url.password or ""),
            "EMAIL_USE_SSL": secure,
            "EMAIL_USE_TLS": not secure and options(url.query).get("tls") in TRUE,
            "EMAIL_TIMEOUT": 20,
        }


def sqlite(path: str) -> dict[str, Any]:
    """SQLite configured for safety: a commit is flushed to disk, and writers wait for each other."""
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": path,
        "OPTIONS": {
            "timeout": 20,
            "transaction_mode": "IMMEDIATE",
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON; "
            # The delete triggers of append-only tables are asked by INSERT OR REPLACE too.
            "PRAGMA recursive_triggers=ON;",
        },
    }


def load_or_create(path: Path, create: Callable[[], bytes]) -> bytes:
    """Read a private file, created on first use. Keys outside production survive a restart this way."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        fresh = path.with_suffix(f".{secrets.token_hex(4)}")
        fresh.touch(mode=0o600)
        fresh.write_bytes(create())
        with contextlib.suppress(FileExistsError):
            path.hardlink_to(fresh)  # the first of several processes wins; the others read its file
        fresh.unlink()
    return path.read_bytes()


def random_secret() -> bytes:
    return secrets.token_urlsafe(64).encode()


def options(query: str) -> dict[str, str]:
    return {key: values[-1] for key, values in parse_qs(query).items()}


# Settings that lead to another service, each with what makes the way there safe.
PLAIN_CONNECTIONS = {
    "DATABASE_URL": "add ?sslmode=verify-full (or require)",
    "CELERY_BROKER_URL": "write rediss:// or amqps://",
    "CACHE_URL": "write rediss://",
    "EMAIL_URL": "write smtps:// or add ?tls=1",
    "STORAGE_URL": "write endpoint=https://",
    "FILE_SCANNER": "run clamd or a TLS tunnel on this machine",
    "SYSLOG_ADDRESS": "send to /dev/log or a relay on this machine",
}
_ENCRYPTED_POSTGRESQL = {"require", "verify-ca", "verify-full"}


def without_tls(name: str, value: str) -> str:
    """What to write instead, if an address leads to another machine without TLS; "" if it does not."""
    url = urlsplit(value)
    query = options(url.query)
    host = url.hostname or ""
    plain = url.scheme in {"redis", "amqp", "pyamqp", "udp", "tcp"}
    if url.scheme in {"postgresql", "postgres"}:
        host = query.get("host", host)
        plain = query.get("sslmode") not in _ENCRYPTED_POSTGRESQL
    elif url.scheme == "smtp":
        plain = query.get("tls") not in TRUE
    elif url.scheme == "s3":
        endpoint = urlsplit(query.get("endpoint", ""))
        host, plain = endpoint.hostname or "", endpoint.scheme == "http"
    return PLAIN_CONNECTIONS[name] if plain and not _is_this_machine(host) else ""


def _is_this_machine(host: str) -> bool:
    if not host or host.startswith("/") or host == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False
