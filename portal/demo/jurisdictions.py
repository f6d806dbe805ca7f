"""The demo's regulators enter the head of their letters and the days on which their offices are closed."""

from datetime import date

from portal.accounts import jurisdiction_services as services
from portal.accounts.holiday_calendars import holidays_in
from portal.accounts.jurisdiction_facts import YEARLY
from portal.accounts.jurisdictions import jurisdiction
from portal.accounts.models import Role
from portal.accounts.selectors import people_with
from portal.demo.clock import afternoon, freeze_time

BEFORE_ALL_CASES = 380  # days ago
LETTERS = {
    "nz": {
        "authority": "Aotearoa Table Games Office",
        "postal_address": "Level 3, 12 Ledger Lane\nWellington 6011",
        "email": "tables@games-office.example",
        "phone": "+64 4 555 0101",
        "appeal_text": "You may ask the Office to review this decision within 20 working days of its date, "
        "by letter or to appeals@games-office.example. If you do not agree with the review, you may appeal "
        "to the Table Games Appeal Authority within 20 working days of it.",
        "refusal_text": "The Office holds in confidence what a casino applies for until it is approved (its "
        "disclosure policy, part 2). A refusal therefore names no casino and gives no reason in public. The "
        "applicant has the reasons in a letter and may publish them.",
    },
    "sg": {
        "authority": "Straits Gaming Standards Board",
        "postal_address": "7 Causeway Court, #09-02\nSingapore 049907",
        "email": "standards@straits-board.example",
        "phone": "+65 5550 0102",
        "appeal_text": "You may appeal to the Minister within 14 days of the date of this letter. Send the "
        "appeal to the Board, which passes it on. The decision applies until the appeal is decided.",
        "refusal_text": "The Board may not disclose an application that it has not granted, nor who made it "
        "(its confidentiality rules, rule 9). The applicant has the reasons in writing.",
    },
    "bc": {
        "authority": "Pacific Coast Gaming Branch",
        "postal_address": "200 Arbutus Street\nVictoria BC V8V 0A0",
        "email": "table.games@coast-branch.example",
        "phone": "+1 250 555 0103",
        "appeal_text": "You may ask for a reconsideration within 30 days of the date of this letter, in "
        "writing, with what you want to be considered again. Address it to the Reconsideration Officer at "
        "the address above.",
        "refusal_text": "What an operator submits is its business information, which the Branch may not "
        "disclose (its access policy, section 4). An approval becomes public because the rules are then "
        "played in public; a refusal does not. The reasons are in the letter to the operator.",
    },
    "md": {
        "authority": "Chesapeake Gaming Commission",
        "postal_address": "45 Statehouse Row\nAnnapolis, Maryland 21400",
        "email": "tables@chesapeake-commission.example",
        "phone": "+1 410 555 0104",
        "under_signature": "Questions about this letter: quote its reference number.",
        "appeal_text": "You may request a hearing within 15 days of the date of this letter, by letter to "
        "the Clerk of the Commission at the address above. A request does not stay the decision unless the "
        "Commission says so.",
        "refusal_text": "Until rules are approved they are the confidential commercial information of the "
        "operator (the Commission’s public records policy, paragraph 3). The reasons are in the letter to "
        "the operator. If the operator requests a hearing, the hearing is public.",
    },
}
CLOSED_EVERY_YEAR = {
    "nz": {(12, 29): "Office closed over the summer", (12, 30): "Office closed over the summer"},
    "bc": {(12, 24): "Office closed from Christmas Eve"},
    "md": {(12, 24): "Commission closed on Christmas Eve"},
}


def regulators_enter_their_letters_head() -> None:
    """Before the first case, so that every document has it."""
    for code, facts in LETTERS.items():
        actor = people_with(Role.REGULATOR_ADMIN, jurisdiction=code).order_by("pk")[0]
        with freeze_time(afternoon(BEFORE_ALL_CASES, code)):
            services.change_jurisdiction(actor=actor, code=code, facts=facts)
            for (month, day), name in CLOSED_EVERY_YEAR.get(code, {}).items():
                services.add_day(actor=actor, code=code, day=date(YEARLY, month, day), name=name, yearly=True)
            if code == "md":
                services.add_day(
                    actor=actor, code=code, day=_columbus_day(), name="Hearings held", working=True
                )


def _columbus_day() -> date:
    """A holiday of next year, counted from today, on which Maryland's regulator works."""
    days = holidays_in("US-MD", jurisdiction("md").today().year + 2)
    return next(day for day, name in days.items() if "Columbus" in name)
