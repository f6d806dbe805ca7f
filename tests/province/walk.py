"""The made-up Province of Tidewater (tests/data/province), entered through forms alone: from a jurisdiction
that the portal has never heard of to its first approval in force. No service, no row written by the test:
only the waiting day of new roles is let go by."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

from django.db.models import F

from craps.dice import POINTS
from craps.edition import Edition
from craps.edition_values import Value
from craps.examples import examples_data
from craps.rulebook import book_data
from craps.rulebook.clauses import book_of_data
from craps.rulebook.terms import references_in
from craps.ruleset import with_every_wager
from portal.accounts.jurisdictions import jurisdiction
from portal.accounts.models import Role, User, UserRole
from portal.editions import test_runs
from portal.editions.files import zip_of
from portal.editions.models import Edition as Row
from portal.editions.selectors import core_editions
from portal.editions.services import load_built_in_editions
from portal.notices.models import Mail
from portal.pages.examples_form import lines_of
from tests.craps.test_province import PROVINCE, province
from tests.factories import PASSWORD, create_user
from tests.province.hands import Hands, Typed, found, words
from tests.province.steps import parts_of, typed_value, values_in, way_to

EDITIONS = "/regulator/editions/"
PASSPHRASE = "harbour lights at high water"
BEFORE_WAGERS = ("paytables", "odds", "vig", "come_out")
MADE_BY_HAND = "Entered by hand from the printed rules."


def _leaves(data: Any, path: str = "") -> dict[str, Any]:
    """The JSON by path, so that a difference says where it is; a typed number is text and means the same."""
    if isinstance(data, dict) and data:
        return {at: each for key in data for at, each in _leaves(data[key], f"{path}.{key}").items()}
    if isinstance(data, list):
        data = [str(each) if isinstance(each, int) and not isinstance(each, bool) else each for each in data]
    return {path: data}


def site_administrator() -> User:
    """All that an empty portal has: the built-in editions, and a person who sets up the others."""
    load_built_in_editions()
    return create_user(None, [Role.SITE_ADMIN])


class Walk:
    """`person` sits down somebody new; `work` does a worker's part where the database can be read. With a
    folder for `files`, jurisdiction and edition are imported, as by a regulator that has them as files."""

    def __init__(
        self,
        person: Callable[[], Hands],
        work: Callable[[Callable[[], Any]], Any],
        files: Path | None = None,
    ) -> None:
        self.person, self.work, self.from_files = person, work, files
        self.edition: Edition = province()
        self.draft = f"{EDITIONS}{self.edition.id}/"

    def start(self, keeper: User) -> None:
        """The site administrator enters jurisdiction and regulator, whose administrator invites people."""
        self.keeper = self.sign_in(keeper.email)
        if self.from_files:
            self.import_jurisdiction()
        else:
            self.enter_jurisdiction()
        chair = ("Tidewater Commission", "chair@tidewater.example", "Ada Reef")
        self.admin = self.enter_organisation("regulator", *chair)
        self.approver = self.invite(self.admin, "second@tidewater.example", "Ben Tide", "regulator_approver")
        self.officer = self.invite(self.admin, "officer@tidewater.example", "Eve Cove", "regulator_officer")

    # People ----------------------------------------------------------------------------------------------

    def sign_in(self, email: str) -> Hands:
        hands = self.person()
        hands.open("/sign-in/")
        hands.send("Sign in", {"username": email, "password": PASSWORD})
        return hands

    def accept(self, email: str, name: str) -> Hands:
        """Open the link of the invitation, choose a password, and go on as that person."""
        mail = self.work(lambda: Mail.objects.filter(to=email).latest("pk"))
        link = re.search(r"/invitation/[^/\s]+/", mail.body)
        assert link
        hands = self.person()
        hands.open(link[0])
        hands.send("Create my account", {"name": name, "password": PASSPHRASE})
        # Two days go by: nobody decides on the first day of a new role.
        self.work(lambda: UserRole.objects.update(since=F("since") - timedelta(days=2)))
        return hands

    def enter_jurisdiction(self) -> None:
        keeper = self.keeper
        facts = tomllib.loads((PROVINCE / "jurisdiction.toml").read_text())
        days = facts.pop("holiday")
        keeper.open("/jurisdictions/new/")
        typed = {name: str(value) for name, value in facts.items() if value != ""}
        keeper.send("Create the jurisdiction", typed | {"paper": typed["paper"].lower()})
        for each in days:
            keeper.open(f"/jurisdictions/{facts['code']}/")
            yearly = len(each["day"]) == 5
            day = f"2027-{each['day']}" if yearly else each["day"]
            keeper.send("Add the day", {"day": day, "name": each["name"], "yearly": yearly})

    def import_jurisdiction(self) -> None:
        self.keeper.open("/jurisdictions/import/")
        self.keeper.send("Create the jurisdiction", {"file": PROVINCE / "jurisdiction.toml"})

    def enter_organisation(self, kind: str, name: str, email: str, person: str) -> Hands:
        self.keeper.open("/organisations/new/")
        codes = [self.edition.jurisdiction] if kind == "regulator" else []
        typed: Typed = {
            "name": name, "kind": kind, "jurisdictions": codes, "email": email, "person": person,
        }  # fmt: skip
        self.keeper.send("Create the organisation and send the invitation", typed)
        if kind == "regulator":
            self.regulator = found(r'action="(/organisations/\d+/)"', self.keeper)
        return self.accept(email, person)

    def invite(self, admin: Hands, email: str, name: str, *roles: str) -> Hands:
        admin.open("/team/")
        admin.send("Send the invitation", {"email": email, "name": name, "roles": roles})
        if any(role.startswith("regulator_") for role in roles):  # there is no second administrator
            self.keeper.open(self.regulator)
            self.keeper.send(f"Confirm the role of {email}")
        return self.accept(email, name)

    # The edition -----------------------------------------------------------------------------------------

    def enter_edition(self) -> None:
        edition = self.edition
        if self.from_files:
            packed = self.from_files / "tw.zip"
            packed.write_bytes(zip_of(edition))
            self.admin.open(f"{EDITIONS}import/")
            self.admin.send("Import", {"file": packed})
            return
        self.admin.open(f"{EDITIONS}draft/")
        start = {"parent_id": "empty:craps", "edition_id": edition.id, "title": edition.title}
        self.admin.send("Create draft", start)
        self.admin.open(f"{self.draft}title/")
        self.admin.send("Save", {"authority": edition.authority or "", "source": edition.source or ""})
        self.enter_clauses()
        self.enter_values()
        self.enter_readings()
        self.enter_examples()
        self.name_examples()

    def enter_clauses(self) -> None:
        """In the order of the document; one that refers to a later clause comes after that one."""
        book = book_data(self.edition)
        self.admin.open(f"{self.draft}clauses/head/")
        self.admin.send("Save", {"title": book["title"], "intro": book["intro"]})
        slips = {slip["clause"]: slip["text"] for slip in self.edition.slips}
        order = [entry["id"] for entry in book["clause"]]
        there: set[str] = set()
        waiting = list(book["clause"])
        while waiting:
            entry = next(each for each in waiting if self._ready(each, there, order))
            waiting.remove(entry)
            typed = {name: entry.get(name, "") for name in ("id", "heading", "text", "note")}
            typed["slip"] = slips.get(entry["id"], "")
            if entry["id"] == "1":  # every draft begins with it
                self.admin.open(f"{self.draft}clauses/change/?at=1")
                self.admin.send("Save this clause", typed)
            else:
                later = [each for each in order[order.index(entry["id"]) :] if each in there]
                last = [each for each in order if each in there][-1]
                at = {"at": later[0], "where": "before"} if later else {"at": last, "where": "after"}
                self.admin.open(f"{self.draft}clauses/add/?{urlencode(at)}")
                self.admin.send("Add this clause", typed)
            there.add(entry["id"])

    @staticmethod
    def _ready(entry: dict[str, Any], there: set[str], order: list[str]) -> bool:
        named = [name for text in (entry["text"], entry.get("note", "")) for name in references_in(text)]
        above = [each for each in order if entry["id"].startswith((f"{each}.", f"{each}("))]
        return there.issuperset(named) and there.issuperset(above)

    def enter_values(self) -> None:
        sources = self.work(lambda: [each for each in core_editions("craps") if each.id != self.edition.id])
        # A wager comes after what says how it is paid, limited or called off.
        for keys in sorted(parts_of(self.edition), key=lambda keys: keys[0] not in BEFORE_WAGERS):
            way = way_to(self.edition, self._row().document, keys, sources)
            if way.source is not None:
                self.admin.open(f"{self.draft}add/")
                part = {"path": ".".join(keys), "source_id": way.source, "clause": way.clause}
                self.admin.send("Add", part)
                way = way_to(self.edition, self._row().document, keys, sources)  # what is there now
            for value in way.change:
                self._change(value)
            for value in way.add:
                self._add(value)
            for gone in way.remove:
                self.admin.open(f"{self.draft}remove/?at={quote('.'.join(gone))}")
                self.admin.send("Remove it from the draft")

    def _change(self, value: Value) -> None:
        self.admin.open(f"{self.draft}value/?at={quote(value.path)}")
        self.admin.send("Save this value", typed_value(value))

    def _add(self, value: Value) -> None:
        *within, name = value.keys
        self.admin.open(f"{self.draft}add/?to={quote('.'.join(value.keys[:2]))}")
        typed = {"path": value.path, "source_id": "", "clause": value.clause or "1"}
        if f'value="{value.path}"' not in self.admin.html():
            typed |= {"path": ".".join((*within, "*")), "outcome": name}
        self.admin.send("Add", typed)
        if values_in(self._row().document, value.keys)[value.keys].json != value.json:
            self._change(value)

    def enter_readings(self) -> None:
        for name, entry in self.edition.data["readings"].items():
            self.admin.open(f"{self.draft}readings/add/")
            options = "\n".join(f"{key}: {text}" for key, text in entry.get("options", {}).items())
            typed = {each: entry[each] for each in ("question", "chosen", "why")}
            typed |= {"reading_id": name, "clauses": ", ".join(entry["clauses"]), "options": options}
            self.admin.send("Save", typed)

    def enter_examples(self) -> None:
        lines = lines_of(with_every_wager(self.edition))
        for entry in examples_data(self.edition)["example"]:
            self.admin.open(f"{self.draft}examples/change/")
            rows = [lines.line(event) for event in entry["events"]]
            while self.admin.html().count('name="what"') < len(rows):
                self.admin.send("Add more lines")
            typed: dict[str, Any] = {
                name: entry.get(name, "") for name in ("id", "title", "why", "given", "end")
            }
            typed |= {name: json.dumps(entry[name]) for name in ("terms", "readings") if name in entry}
            typed["subjects"] = ", ".join(entry["subjects"])
            typed |= {name: [getattr(row, name) for row in rows] for name in ("what", "bet", "amount")}
            typed["dice"] = [row.values[0] for row in rows]
            self.admin.send("Save the example", typed)

    def name_examples(self) -> None:
        """The clauses that name worked examples can only do so now."""
        for entry in book_data(self.edition)["clause"]:
            if "examples" in entry:
                self.admin.open(f"{self.draft}clauses/change/?at={quote(entry['id'])}")
                self.admin.send("Save this clause", {"examples": entry["examples"]})

    def assert_as_in_the_files(self) -> None:
        """All is as in the files but two things: the day, which is set when the draft is proposed, and the
        slips of the document, which a person enters beside their clause and the file has in a list."""
        row, files = self._row(), self.edition
        aside = ("in_force_from", "slips")
        written = {name: json for name, json in files.data.items() if name not in aside}
        here, there = _leaves(row.document), _leaves(written)
        differing = {
            at: (here.get(at), there.get(at)) for at in here | there if here.get(at) != there.get(at)
        }
        assert not differing, differing
        assert row.book
        mine, theirs = book_of_data(row.pk, row.book), book_of_data(row.pk, book_data(files), files.slips)
        assert (mine.title, mine.intro) == (theirs.title, theirs.intro)
        for one, other in zip(mine.clauses, theirs.clauses, strict=True):
            assert one == other, (one, other)
        assert row.examples
        for entry, written in zip(row.examples["example"], examples_data(files)["example"], strict=True):
            assert entry == written, (entry, written)

    def _row(self) -> Row:
        row: Row = self.work(lambda: Row.objects.get(pk=self.edition.id))
        return row

    # From draft to approval ------------------------------------------------------------------------------

    def publish(self) -> None:
        self.admin.open(f"{self.draft}tests/")
        self.admin.send("Run the tests")
        self.work(self._finish_tests)
        self.admin.open(f"{self.draft}tests/")
        assert re.search(r"All (\d+ )?tests have passed", words(self.admin)), words(self.admin)
        self.admin.open(f"{self.draft}slips/")
        open_errors = sorted(set(re.findall(r'name="(text-[^"]+)"', self.admin.html())))
        if open_errors:
            self.admin.send("Save explanations", dict.fromkeys(open_errors, MADE_BY_HAND))
        self.admin.open(f"{self.draft}propose/")
        today = jurisdiction(self.edition.jurisdiction).today().isoformat()
        self.admin.send("Propose", {"on": today, "confirmed": True})
        self.approver.open(f"{self.draft}publish/")
        self.approver.send("Publish", {"confirmed": True})
        assert "in force" in words(self.approver)

    def _finish_tests(self) -> None:
        run = test_runs.run_of(self._row())
        assert run
        for _ in range(60):
            run.refresh_from_db()
            if not run.is_working:
                return
            test_runs.work_on(run.pk)

    def first_approval(self) -> str:
        """An operator, its casino and its rules; the officer recommends them, the approver decides. Return
        the reference."""
        boss = self.enter_organisation("operator", "Reef Leisure", "boss@reef.example", "Cy Shoal")
        boss.open("/operator/properties/new/")
        casino = {"name": "Reef Casino", "jurisdiction": self.edition.jurisdiction, "address": "1 Reef Road"}
        boss.send("Add the casino", casino)
        submitter = self.invite(boss, "rules@reef.example", "Di Sound", "operator_submitter")
        submitter.open("/operator/submissions/new/")
        submitter.send("Create draft", {"choice": found(r'name="choice" value="([^"]+)"', submitter)})
        reference = found(r"/operator/submissions/(TW-[^/]+)/", submitter)
        case = f"/operator/submissions/{reference}/"
        submitter.open(f"{case}draft/wagers/")
        submitter.send("Save", {"wagers": list(self.edition.wagers)})
        submitter.open(f"{case}draft/odds/")
        spots = [f"odds.{flat}.multiples.{point}" for flat in self.edition.odds for point in POINTS]
        submitter.send("Save", dict.fromkeys(spots, "2"))
        submitter.open(f"{case}draft/payouts/")
        submitter.send("Save", {"paytables.fire": "A"})
        submitter.open(f"{case}submit/")
        submitter.send("Submit to the regulator", {"role": "Head of rules", "declared": True})
        case = f"/regulator/cases/{reference}/"
        self.officer.open(case)
        self.officer.send("Take the case")
        self.officer.open(f"{case}recommend/")
        reason: Typed = {"outcome": "approve", "reason": "Within the edition.", "no_conflict": True}
        self.officer.send("Recommend", reason)
        self.approver.open(f"{case}approve/")
        self.approver.send("Continue", {"no_conflict": True})
        self.approver.send("Approve")
        return reference

    def assert_public(self, reference: str) -> None:
        """What anybody reads, signed out: rulebook with every clause, register entry and certificate."""
        visitor = self.person()
        visitor.open(f"/rulebook/{self.edition.id}/all/")
        page = words(visitor)
        for clause in book_data(self.edition)["clause"]:
            assert clause.get("heading", clause["id"]) in page
        visitor.open(f"/rulebook/{self.edition.id}/3.11/")
        assert "Field" in words(visitor)
        visitor.open(f"/register/{reference}/")
        assert "Reef Casino" in words(visitor) and "In force" in words(visitor), words(visitor)
        pdf = visitor.download(found(r'href="([^"]+\.pdf)"', visitor))
        assert pdf.startswith(b"%PDF")
