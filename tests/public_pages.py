"""A sample address for every public page: what the checks of all public pages walk over.

A route of the public door that has no sample here fails, and so does a template that no sample shows.
`{consultation}` is an open one with an update, a comment struck out in part and an answer, `{concluded}` a
closed one. `{reference}` is an approval in force, `{refused}` a refusal, `{casino}` a casino in an address,
`{second_casino}` another under the same rulebook, `{table}` the code of a table; `{of_rounds}`,
`{casino_of_rounds}` and `{table_of_rounds}` are those of a game played in rounds, where there is one.
"""

from __future__ import annotations

from string import Formatter

from portal.consultations import comments, services
from portal.editions import search
from portal.editions.models import Edition
from portal.register.selectors import entry
from tests.consulting import (
    MORE,
    answered,
    changed_draft,
    concluded,
    confirmed,
    link_in_mail,
    opened,
    published,
    sent,
)
from tests.factories import House, approved, create_table, make_house, refused
from tests.portal.approvals import approve_game
from tests.portal.editions.drafts import change

RUN = "1~pass_line-10~31~pass_odds-10~buy.10-20~place.6-12~come-10~54~x-pass_line~44"

SAMPLES: dict[str, tuple[str, ...]] = {
    "home": ("/",),
    "site-search": (
        "/search/",
        "/search/?q=buy+4+for+25+in+Singapore+against+Maryland",
        "/search/?q=4.5+Kowhai+Point",
        "/search/?q=xylophone",
    ),
    "register": ("/register/", "/register/?q=nothing"),
    "entry": ("/register/{reference}/", "/register/{of_rounds}/", "/register/{refused}/"),
    "casinos": ("/register/property/",),
    "casino-choices": (
        "/register/casinos/",
        "/register/casinos/?edition=nz-revised&casino={casino}&casino={second_casino}",
    ),
    "casino": (
        "/register/property/{casino}/",
        "/register/property/{casino_of_rounds}/",
        "/register/property/{casino}/?on=1998-03-01",
    ),
    "log": ("/register/log/",),
    "log-entry": ("/register/log/0/",),
    "document": ("/register/{reference}/document/",),
    "table-check": ("/t/check/",),
    "table": (
        "/t/{table}/",
        "/t/{table_of_rounds}/",
        "/t/{table}/?on=1998-03-01",
        "/t/nowhere/",
    ),
    "verify": ("/verify/", "/verify/?reference={reference}", "/verify/?reference=nonsense"),
    "rulebooks": ("/rulebook/?on=1998-03-01", "/rulebook/?on=nonsense"),
    "search": (
        "/rulebook/search/?q=vigorish",
        "/rulebook/search/?q=surrender",
        "/rulebook/search/?q=xylophone",
    ),
    "rulebook": (
        "/rulebook/nz-revised/?on=1998-03-01",
        "/rulebook/bc-wheel/",
        "/rulebook/bc-red-dog/",
        "/rulebook/bc-war/?on=1998-03-01",
    ),
    "rulebook-whole": ("/rulebook/nz-1998/all/", "/rulebook/bc-red-dog/all/"),
    "rulebook-pdf": ("/rulebook/nz-revised/book.pdf",),
    "rulebook-changes": ("/rulebook/nz-revised/changes/",),
    "rulebook-readings": (
        "/rulebook/bc-midi/readings/",
        "/rulebook/bc-wheel/readings/",
        "/rulebook/bc-red-dog/readings/",
        "/rulebook/bc-war/readings/",
    ),
    "clause": (
        "/rulebook/bc-craps/1/6.4.5/",
        "/rulebook/md-craps/5/G(3)(a)/",
        "/rulebook/bc-wheel/5/2.9/",
        "/rulebook/bc-red-dog/6/3.2/",
        "/rulebook/bc-war/7/5.2.4.a/",
        "/rulebook/nz-1998/4.10(z)/",
    ),
    "consultations": ("/consultations/",),
    "consultation": (
        "/consultations/{consultation}/",
        "/consultations/{consultation}/?text=1",
        "/consultations/{concluded}/",
    ),
    "write-comment": ("/consultations/{consultation}/comment/", "/consultations/{concluded}/comment/"),
    "comment-sent": ("/consultations/{consultation}/sent/",),
    "confirm-comment": ("/consultations/confirm/{confirm_link}/",),
    "withdraw-comment": (
        "/consultations/withdraw/{withdraw_link}/",
        "/consultations/withdraw/{used_link}/",
    ),
    "glossary": ("/glossary/",),
    "compare": (
        "/compare/?edition=nz-revised&edition=md-craps",
        "/compare/?edition=bc-war&edition=md-craps",
        "/compare/?edition=bc-red-dog",
    ),
    "everywhere": (
        "/compare/everywhere/odds/",
        "/compare/everywhere/come-out/?all=1",
        "/compare/everywhere/procedure/",
    ),
    "contact": ("/contact/",),
    "matrix": (
        "/compare/matrix/?edition=bc-craps&edition=bc-midi&sort=bc-midi&order=down",
        "/compare/matrix/?game=war",
        "/compare/matrix/?game=red_dog",
        "/compare/matrix/?game=wheel",
    ),
    "try-choose": ("/try/",),
    "try": (
        "/try/md-craps/",
        f"/try/nz-revised/?run={RUN}",
        "/try/{reference}/?run=1~31",
        "/try/bc-midi/?run=broken",
        "/try/bc-war/?run=1~war-10~deal.8.8~go_to_war-10~deal.9.5~war-10~tie-5~deal.8.8~tie-5",
        "/try/bc-red-dog/?run=1~deal.5.9~red_dog-10~deal.5.9~raise-10~draw.7",
        "/try/bc-wheel/?run=1~space.10-5~space.1-5~no_more_bets~space.2-5",
        "/try/bc-wheel/",
        "/try/nowhere/",
    ),
    "calculator": (
        "/calculator/",
        "/calculator/?table=nz-revised&bet=pass_line&amount=10&b.odds=4&amount=x",
        "/calculator/?table=bc-war&bet=war&amount=25&b.play=surrender&b.payouts.war=2:1",
        "/calculator/?table=bc-wheel&bet=space.10&a.wheel.spaces.1=24&b.table=md-craps",
    ),
    "accessibility": ("/accessibility/",),
    "privacy": ("/privacy/",),
    "security": ("/security/",),
}

# Answers that are no page: nothing to look at, so nothing to check here.
FILES = {
    "document-file",
    "table-sign",
    "casino-signs",
    "document-proof",
    "decision-proof",
    "attachment",
    "entry-json",
    "register-json",
    "register-csv",
    "register-feed",
    "consultation-feed",
    "log-checkpoint",
    "log-checkpoint-over",
    "log-tiles-checkpoint",
    "log-tile",
    "log-keys",
    "log-witnesses",
    "witness-add-checkpoint",
    "language",
    "log-entries",
    "log-consistency",
    "log-program",
    "log-proof",
    "table-worker",
    "verify-certificates",
    "verify-program",
    "matrix-csv",
    "matrix-json",
    "security-txt",
    "sitemap",
    "robots",
}

# Set in type for the PDF of a book, not shown in a browser.
ON_PAPER = {"public/rulebook_paper.html"}


def addresses(**values: str) -> list[str]:
    of_rounds = {
        "of_rounds": values["reference"],
        "casino_of_rounds": values["casino"],
        "table_of_rounds": values["table"],
    }
    values = of_rounds | values
    shown = [address for samples in SAMPLES.values() for address in samples]
    return [address.format(**values) for address in shown if not _gaps(address) - set(values)]


def _gaps(address: str) -> set[str]:
    return {name for _text, name, _form, _how in Formatter().parse(address) if name}


def samples(house: House) -> list[str]:
    """Every sample address, once there is what they show: an approval, a refusal and a search index."""
    search.rebuild()
    type(house.property).objects.filter(pk=house.property.pk).update(name="Kōwhai Point")
    refusal = refused(house).reference
    table = create_table(property=house.property).code
    reference = approved(house).submission.reference
    second = approved(make_house()).submission.reference
    war = make_house("bc", "bc-war")
    table_of_rounds = create_table(property=war.property, game=war.edition.game).code
    of_rounds = approve_game(war).submission.reference
    return addresses(
        reference=reference,
        refused=refusal,
        casino=str(entry(reference).place),
        second_casino=str(entry(second).place),
        of_rounds=of_rounds,
        casino_of_rounds=str(entry(of_rounds).place),
        table=table,
        table_of_rounds=table_of_rounds,
        **_consultations(house),
    )


def _consultations(house: House) -> dict[str, str]:
    """A concluded consultation and an open one, with comments in every state and the links of e-mails."""
    former = opened(house, title="An earlier question")
    published(house, former, name_withheld=True)
    concluded(house, former)
    row = opened(house, changed_draft(house))
    answered(house, row, published(house, row, "Ten times is [[too]] little."))
    published(house, row, about="question-1", on_behalf_of="A players’ club")
    draft = Edition.objects.get(pk=row.edition_id)
    draft = change(draft, *MORE, actor=house.regulator_admin)
    services.update(
        actor=house.regulator_admin,
        consultation_id=row.pk,
        digest=draft.contents_digest,
        text="One value more.",
    )
    services.count_affected(snapshot_id=row.snapshot.pk)
    confirmed(row)
    used_link = link_in_mail("withdraw")
    comments.withdraw(token=used_link)
    confirmed(row)
    withdraw_link = link_in_mail("withdraw")
    sent(row)
    sent(row, text="And another.")
    return {
        "consultation": row.slug,
        "concluded": former.slug,
        "confirm_link": link_in_mail(),
        "withdraw_link": withdraw_link,
        "used_link": used_link,
    }
