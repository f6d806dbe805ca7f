"""The sign of a table checked in a browser, with and without a network: what holds, and why others do not."""

from __future__ import annotations

import hashlib
from datetime import date, timedelta
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from playwright.sync_api import Page, expect

from portal.accounts.jurisdictions import jurisdiction
from portal.register import keys, table_statements
from portal.register.table_statements import TableStatement
from portal.review import workflow
from tests.browser.soundness import assert_sound
from tests.factories import House, approved, create_table, present
from tests.portal.register.test_verify_log import ED25519
from tests.statements import COUNT, FULL, altered

pytestmark = pytest.mark.browser

OTHER = Ed25519PrivateKey.from_private_bytes(hashlib.sha256(b"another key").digest())
TODAY = date.today()  # noqa: DTZ011  the browser's day, on the same machine
FACTS = TableStatement(
    "k7m2p9xw",
    "MD-2026-0042",
    "cd" * 32,
    TODAY - timedelta(days=30),
    TODAY + timedelta(days=30),
    TODAY - timedelta(days=40),
)
SECONDS_TO_VERDICT = 2
# When the first verdict came, in milliseconds since the visit began.
STOPWATCH = """new MutationObserver(() => {
  if (document.querySelector("[data-verdict] h3")) window.verdictAt ??= performance.now();
}).observe(document, {childList: true, subtree: true})"""
NO_ED25519 = """() => {
  if (crypto.subtle) crypto.subtle.importKey = () => Promise.reject(new Error("unknown"));
}"""
READY = "navigator.serviceWorker.ready.then(() => caches.match('/register/log/keys.txt')).then(Boolean)"
CHECKS = """([texts, keys, day]) => Promise.all(texts.map(
  text => tableStatement.check(text, keys, day, null).then(result => result.verdict)))"""
VECTORS = """async ([how, vectors]) => {
  const bytes = text => Uint8Array.from(text.match(/../g) ?? [], pair => parseInt(pair, 16));
  const answers = [];
  for (const vector of vectors) {
    const [key, message, signature] = vector.map(bytes);
    for (const given of [signature, signature.with(0, signature[0] ^ 1)])
      answers.push(await tableStatement[how](key, message, given));
  }
  return answers;
}"""


def test_a_sign_is_checked_without_a_network(page: Page, live_server: Any, transactional_db: None) -> None:
    """One visit with a network; then only what the browser kept, with a quarter of this processor."""
    whole = table_statements.make(FACTS)
    address = f"{live_server.url}/t/{FACTS.code}/#"
    wrong = "A" if whole[99] != "A" else "B"
    page.goto(f"{live_server.url}/t/check/")
    expect(page.get_by_role("main")).to_contain_text("which approval is in force at the table")
    assert page.evaluate(READY)

    page.context.set_offline(True)
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": 4})
    page.add_init_script(STOPWATCH)
    taken: list[float] = []
    whole_again = stated(in_force_to=None)
    for text, verdict in (
        (whole, "Genuine sign: signed by this register"),
        (whole[:99] + wrong + whole[100:], "Altered: do not rely on this sign"),
        (whole[:-4], "Not a statement of this register"),
        (
            table_statements.sign(FACTS, keys.origin(), OTHER),
            "Unknown signature: not signed by this register",
        ),
        (stated(in_force_from=TODAY + timedelta(days=1)), "Genuine sign, but not yet in force"),
        (stated(in_force_to=TODAY - timedelta(days=1)), "Expired sign"),
        (stated(code="aaaabbbb"), "For another table: do not rely on this sign"),
        (whole_again, "Genuine sign: signed by this register"),
        (whole_again, "Genuine sign: signed by this register"),  # by our own Ed25519
    ):
        if len(taken) == 8:
            page.add_init_script(f"({NO_ED25519})()")
        page.goto("about:blank")
        page.goto(address + text)
        status = page.get_by_role("status")
        expect(status.get_by_role("heading")).to_have_text(verdict)
        taken.append(page.evaluate("window.verdictAt"))
    if FULL:
        print("milliseconds to each verdict:", [round(time) for time in taken])
        assert max(taken) < SECONDS_TO_VERDICT * 1000
    expect(page.get_by_text("The page of this table cannot be reached now.")).to_be_visible()
    for fact in ("k7m2p9xw", "MD-2026-0042", "No end date", "cdcdcdcdcdcdcdcd…"):
        expect(status).to_contain_text(fact)
    expect(status).to_contain_text("Checked without a network on")
    expect(status).to_contain_text("is only known online")

    # The same page takes the text as another program read it.
    page.goto(f"{live_server.url}/t/check/")
    page.get_by_label("Text of the QR code").fill(f"https://rules.example.org/t/aaaabbbb/#{whole}")
    page.keyboard.press("Enter")
    expect(status.get_by_role("heading")).to_have_text("For another table: do not rely on this sign")


def test_the_page_of_a_table_shows_the_verdict_beside_what_is_in_force(
    page: Page, live_server: Any, house: House
) -> None:
    table = create_table(property=house.property)
    approval = approved(house).submission
    days = present(approval.covered.get(table=table).in_force_from)
    digest = present(approval.submitted_version).digest
    statement = table_statements.make(
        TableStatement(table.code, approval.reference, digest, days, None, days)
    )
    # A phone at the table has the time of the place.
    zone = {"timezoneId": jurisdiction(approval.jurisdiction).zone.key}
    page.context.new_cdp_session(page).send("Emulation.setTimezoneOverride", zone)
    address = f"{live_server.url}/t/{table.code}/#{statement}"
    assert_sound(page, address)
    verdict = page.get_by_role("status").get_by_role("heading")
    expect(verdict).to_have_text("Genuine sign: signed by this register")
    assert page.evaluate(READY)
    expect(page.get_by_role("heading", name="Rules in force")).to_be_visible()
    page.get_by_text("What the code on the sign states").click()
    expect(page.get_by_role("status")).to_contain_text("No end date")

    page.context.set_offline(True)
    page.reload()
    expect(page.get_by_text("The page of this table cannot be reached now.")).to_be_visible()
    expect(verdict).to_have_text("Genuine sign: signed by this register")
    expect(page.get_by_role("status")).to_contain_text("is only known online")
    page.context.set_offline(False)

    workflow.suspend(actor=house.approver, reference=approval.reference, reason="No schedule on the table.")
    page.reload()
    expect(page.get_by_role("heading", name="✕ Suspended")).to_be_visible()
    expect(verdict).to_have_text("Genuine sign, but out of date")
    assert_sound(page, f"{live_server.url}/t/check/#{statement}")


def test_the_browser_refuses_every_altered_statement(
    page: Page, live_server: Any, transactional_db: None
) -> None:
    """With the browser's own Ed25519, then with ours."""
    page.goto(f"{live_server.url}/t/check/")
    whole, published = table_statements.make(FACTS), "".join(f"{key}\n" for key in keys.public_keys())
    day = (TODAY - date(1970, 1, 1)).days
    for how, count in (("holds", COUNT), ("holdsHere", COUNT if FULL else 60)):
        assert page.evaluate(VECTORS, [how, ED25519]) == [True, False] * len(ED25519)
        if how == "holdsHere":
            page.evaluate(NO_ED25519)
        assert page.evaluate(CHECKS, [[whole], published, day]) == ["valid"]
        verdicts = page.evaluate(CHECKS, [[*altered(whole, OTHER, count)], published, day])
        assert len(verdicts) == count
        assert set(verdicts) <= {"not_a_statement", "foreign", "altered"}
        assert "altered" in verdicts


def stated(**changed: Any) -> str:
    return table_statements.make(FACTS._replace(**changed))
