"""The OpenID Connect providers through which organisations let their people sign in, read from one TOML file.

    [[provider]]
    id = "toto"                            # in addresses; never changes
    name = "Aotearoa Table Games Office"   # “Sign in with …”
    organisations = ["Aotearoa Table Games Office"]
    issuer = "https://login.example.govt.nz"
    client_id = "baize"
    client_secret_file = "/run/secrets/toto"

Everything else is optional. A file that cannot be read gives problems instead, all of them, each in words.
"""

import os
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from ipaddress import ip_address
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

_TEXTS = ("id", "name", "issuer", "client_id", "client_secret_file", "client_secret_env")
_LISTS = ("organisations", "second_factor_acr", "second_factor_amr")
_FLAGS = ("required", "verifies_emails")
_NEEDED = ("id", "name", "organisations", "issuer", "client_id")


@dataclass(frozen=True)
class Provider:
    id: str
    name: str
    organisations: tuple[str, ...]  # by their names here
    issuer: str
    client_id: str
    client_secret: str = field(repr=False)
    # Values of the claims `acr` and `amr` that stand for a second factor at sign-in.
    second_factor_acr: tuple[str, ...] = ()
    second_factor_amr: tuple[str, ...] = ()
    # The people of its organisations sign in with nothing else.
    required: bool = False
    # Each address it names is the person's, although it does not say `email_verified`.
    verifies_emails: bool = False


def read_providers(
    path: Path, *, https: bool, environment: Mapping[str, str] = os.environ
) -> tuple[tuple[Provider, ...], list[str]]:
    """The providers of the file, and what is wrong with it."""
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        return (), [f"is {path}, which cannot be read: {getattr(error, 'strerror', '') or error}."]
    except tomllib.TOMLDecodeError as error:
        return (), [f"is {path}, which is not TOML: {error}."]
    rows = content.pop("provider", [])
    problems = [f"has {key!r} outside of a [[provider]]." for key in content]
    if not isinstance(rows, list) or not rows or not all(isinstance(row, dict) for row in rows):
        return (), [*problems, "names no provider; begin each with a line [[provider]]."]
    found: list[Provider] = []
    for number, row in enumerate(rows, 1):
        where = f"provider {row.get('id') or number}"
        wrong = _wrong(row, https=https)
        secret = "" if wrong else _secret(row, environment, wrong)
        if not wrong and any(each.id == row["id"] for each in found):
            wrong.append("has the id of another one")
        problems += [f"({where}) {what}." for what in wrong]
        if not wrong:
            found.append(_made(row, secret))
    return tuple(found), problems


def _made(row: dict[str, Any], secret: str) -> Provider:
    return Provider(
        id=row["id"],
        name=row["name"].strip(),
        organisations=tuple(row["organisations"]),
        issuer=row["issuer"],
        client_id=row["client_id"],
        client_secret=secret,
        second_factor_acr=tuple(row.get("second_factor_acr", ())),
        second_factor_amr=tuple(row.get("second_factor_amr", ())),
        required=row.get("required", False),
        verifies_emails=row.get("verifies_emails", False),
    )


def _wrong(row: dict[str, Any], *, https: bool) -> list[str]:
    known = (*_TEXTS, *_LISTS, *_FLAGS)
    wrong = [
        "has client_secret; write the secret into a file of its own and name it in client_secret_file"
        if name == "client_secret"
        else f"has {name!r}, which is unknown"
        for name in row
        if name not in known
    ]
    wrong += [f"lacks {name}" for name in _NEEDED if not row.get(name)]
    wrong += [f"has {name}, which is not a text in quotes" for name in _TEXTS if _is_no(row, name, str)]
    wrong += [f"has {name}, which is not true or false" for name in _FLAGS if _is_no(row, name, bool)]
    wrong += [
        f'has {name}, which is not a list such as ["one", "two"]'
        for name in _LISTS
        if name in row and not _is_list_of_texts(row[name])
    ]
    if wrong:
        return wrong
    if not re.fullmatch(r"[a-z0-9](-?[a-z0-9])*", row["id"]) or len(row["id"]) > 30:
        wrong.append("has an id that is not at most 30 small letters and figures, with single hyphens")
    if not row["name"].isprintable() or not 1 <= len(row["name"].strip()) <= 80:
        wrong.append("has a name that is not 1 to 80 letters")
    if what := _wrong_issuer(row["issuer"], https=https):
        wrong.append(f"has the issuer {row['issuer']!r}; {what}")
    if ("client_secret_file" in row) == ("client_secret_env" in row):
        wrong.append("needs either client_secret_file or client_secret_env")
    return wrong


def _wrong_issuer(issuer: str, *, https: bool) -> str:
    """Compared letter by letter with what the provider says of itself, so it is written as it is there."""
    try:
        url = urlsplit(issuer)
        host, _ = url.hostname or "", url.port
    except ValueError:
        return "write https://host/path"
    if url.scheme not in ("http", "https") or not host or url.query or url.fragment or url.username:
        return "write https://host/path"
    if "/.well-known/" in issuer:
        return "leave out /.well-known/openid-configuration"
    if url.scheme == "http" and (https or not _is_this_machine(host)):
        return "it begins with https://"
    return ""


def _secret(row: dict[str, Any], environment: Mapping[str, str], wrong: list[str]) -> str:
    if name := row.get("client_secret_env"):
        secret = environment.get(name, "").strip()
        if not secret:
            wrong.append(f"takes its secret from {name}, which is not set")
        return secret
    path = Path(row["client_secret_file"])
    try:
        secret = path.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError, ValueError):
        wrong.append(f"takes its secret from {path}, which cannot be read")
        return ""
    if not secret or "\n" in secret:
        wrong.append(f"takes its secret from {path}, which is not one line")
    return secret


def _is_no(row: dict[str, Any], name: str, kind: type) -> bool:
    return name in row and not isinstance(row[name], kind)


def _is_list_of_texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(each, str) and each.strip() for each in value)


def _is_this_machine(host: str) -> bool:
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False
