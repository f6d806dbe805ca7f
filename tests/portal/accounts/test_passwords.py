"""What a password must not be."""

import pytest
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError

from portal.accounts import services
from portal.accounts.models import Kind, Organisation, User
from portal.accounts.passwords import FILTER, is_common
from portal.errors import BadValue
from tests.factories import House
from tests.portal.doors import signed_in, text

ANA = User(
    name="Ana Wilhelmina Holt",
    email="ana.holt@kowhai.example",
    organisation=Organisation(name="Kōwhai Leisure Group", kind=Kind.OPERATOR),
)


def refused(password: str) -> bool:
    try:
        validate_password(password, ANA)
    except ValidationError:
        return True
    return False


@pytest.mark.parametrize(
    "password",
    [
        "aaaaaaaaaaaa",
        " " * 12,
        "123456789012",
        "210987654321",
        "abcdefghijkl",
        "abcabcabcabc",
        "abababababab",
        "qwertyuiop[]",
        "qwertyuiopas",
        "112233445566",
        "heronheronheron",
        "password1234",
        "Password2026!",
        "P@ssw0rd!!!!",
        "passwordpassword",
        "iloveyou-2026",
        "1234superman5678",
        "baizebaize2026",
        "craps casino 7",
        "AnaHolt-202611",
        "kōwhai leisure",
        "wilhelmina-77",
        "short",
        "x" * 200 + "seven slow green herons " * 4,
    ],
)
def test_these_are_refused(password: str) -> None:
    assert refused(password)


@pytest.mark.parametrize(
    "password",
    [
        "seven slow green herons",
        "a long enough pass phrase",
        "сорок семь цапель",
        "correct horse battery staple",
        "the casino floor is noisy today",
        "kX9 vT2 mQ7 wL4",
        "907351846207",  # digits alone are no fault of composition
        "seven slow green herons " * 10,
        "日本語の長いパスワードです",
    ],
)
def test_these_are_accepted(password: str) -> None:
    assert not refused(password)


def test_the_list_is_compact_and_seldom_wrong() -> None:
    assert FILTER.stat().st_size < 150_000
    assert is_common("password") and is_common("LETMEIN") and is_common("trustno1")
    invented = [f"zqx{n}vhk{n * 7}wbj" for n in range(2000)]
    assert sum(map(is_common, invented)) <= 1


def test_every_way_to_choose_one_refuses(house: House) -> None:
    with pytest.raises(BadValue) as refusal:
        services.set_password(actor=house.viewer, password="aaaaaaaaaaaa")
    assert refusal.value.field == "password"
    answer = signed_in(house.viewer).post(
        "/account/password/",
        {
            "old_password": "a long enough pass phrase",
            "new_password1": "123456789012",
            "new_password2": "123456789012",
        },
    )
    assert "a repetition or a series" in text(answer)
    house.viewer.refresh_from_db()
    assert house.viewer.check_password("a long enough pass phrase")
