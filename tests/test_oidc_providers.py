"""The file of OpenID Connect providers: what it says, and every way in which it can be wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from portal.oidc_providers import read_providers

GOOD = """\
[[provider]]
id = "toto"
name = "Aotearoa Table Games Office"
organisations = ["Aotearoa Table Games Office"]
issuer = "https://login.example.govt.nz/tenant"
client_id = "baize"
client_secret_env = "TOTO_SECRET"
"""
SECRET = {"TOTO_SECRET": "a secret of Baize"}


def read(tmp_path: Path, text: str, *, https: bool = True) -> tuple[list[str], list[str]]:
    """The ids of the providers, and the problems."""
    path = tmp_path / "providers.toml"
    path.write_text(text)
    found, problems = read_providers(path, https=https, environment=SECRET)
    return [each.id for each in found], problems


def test_a_provider_has_what_the_file_says(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("of a file\n")
    path = tmp_path / "providers.toml"
    more = 'required = true\nsecond_factor_amr = ["mfa"]\n'
    other = GOOD.replace('"toto"', '"other"').replace(
        'client_secret_env = "TOTO_SECRET"', f'client_secret_file = "{tmp_path}/secret"'
    )
    path.write_text(f"{GOOD}{more}\n{other}")
    (one, two), problems = read_providers(path, https=True, environment=SECRET)
    assert problems == []
    assert (one.id, one.client_secret, one.required) == ("toto", "a secret of Baize", True)
    assert (one.second_factor_amr, one.second_factor_acr, one.verifies_emails) == (("mfa",), (), False)
    assert (two.id, two.client_secret, two.required) == ("other", "of a file", False)
    assert "a secret of Baize" not in repr(one)


@pytest.mark.parametrize(
    ("former", "new", "said"),
    [
        ('id = "toto"', "", "(provider 1) lacks id"),
        ('id = "toto"', 'id = "TOTO 1"', "has an id that is not at most 30 small letters"),
        ('id = "toto"', "id = 7", "has id, which is not a text in quotes"),
        ('["Aotearoa Table Games Office"]', '"Aotearoa"', "has organisations, which is not a list"),
        ('["Aotearoa Table Games Office"]', "[]", "lacks organisations"),
        ('"Aotearoa Table Games Office"\norg', f'"{"a" * 81}"\norg', "has a name that is not 1 to 80"),
        ("https://login.example.govt.nz/tenant", "http://login.example.govt.nz", "begins with https://"),
        ("https://login.example.govt.nz/tenant", "login.example.govt.nz", "write https://host/path"),
        ("govt.nz/tenant", "govt.nz/.well-known/openid-configuration", "leave out /.well-known/"),
        (
            'client_secret_env = "TOTO_SECRET"',
            'client_secret = "x"',
            "write the secret into a file of its own",
        ),
        ('client_secret_env = "TOTO_SECRET"', "", "needs either client_secret_file or client_secret_env"),
        ("TOTO_SECRET", "NOTHING", "takes its secret from NOTHING, which is not set"),
        ('client_secret_env = "TOTO_SECRET"', 'client_secret_file = "/no"', "from /no, which cannot be read"),
        (
            'client_id = "baize"',
            'client_id = "baize"\nrequired = "yes"',
            "required, which is not true or false",
        ),
        ('client_id = "baize"', 'client_id = "baize"\nscope = "all"', "has 'scope', which is unknown"),
        ("[[provider]]", "[[provider", "which is not TOML"),
        ("[[provider]]", "[provider]", "names no provider"),
    ],
)
def test_what_is_wrong_is_named(tmp_path: Path, former: str, new: str, said: str) -> None:
    assert former in GOOD
    found, problems = read(tmp_path, GOOD.replace(former, new))
    assert found == []
    assert said in problems[0] and len(problems) == 1


def test_an_id_is_given_once_and_the_good_ones_are_kept(tmp_path: Path) -> None:
    assert read(tmp_path, GOOD + GOOD) == (["toto"], ["(provider toto) has the id of another one."])


def test_a_provider_of_this_machine_needs_no_tls_outside_production(tmp_path: Path) -> None:
    text = GOOD.replace("https://login.example.govt.nz/tenant", "http://localhost:9400")
    assert read(tmp_path, text, https=False)[0] == ["toto"]
    assert "begins with https://" in read(tmp_path, text)[1][0]


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    found, problems = read_providers(tmp_path / "none.toml", https=True, environment=SECRET)
    assert found == () and "which cannot be read: No such file" in problems[0]
