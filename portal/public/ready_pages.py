"""Pages that answer a common question as they stand, with the words people ask it in."""

from typing import NamedTuple

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from portal.editions.search_words import Ways, plain_words

_MOST = 4


class ReadyPage(NamedTuple):
    """A page, what it tells, and further words by which it is found."""

    address: str  # name of its route, with what follows it in brackets: an argument, a query or an anchor
    title: Promise
    tells: Promise
    words: str

    @property
    def href(self) -> str:
        name, _bracket, rest = self.address.partition("[")
        rest = rest.removesuffix("]")
        if rest.startswith(("?", "#")) or not rest:
            return reverse(f"public:{name}") + rest
        return reverse(f"public:{name}", args=[rest])


PAGES = (
    ReadyPage(
        "everywhere[odds]",
        gettext_lazy("Odds everywhere"),
        gettext_lazy("How many times its bet a player may take or lay as odds, in every rulebook."),
        "odds limits limit multiple multiples times maximum free 3x 10x",
    ),
    ReadyPage(
        "everywhere[come-out]",
        gettext_lazy("The come-out roll everywhere"),
        gettext_lazy("Which bets are on or off on a come-out roll, and what becomes of come odds on a 7."),
        "come out come-out roll 7 seven odds off on working back returned",
    ),
    ReadyPage(
        "everywhere[procedure]",
        gettext_lazy("Placing and removing bets everywhere"),
        gettext_lazy("Which bets a player may take down or raise, and until when, in every rulebook."),
        "taken down take down remove refuse contract raise reduce don't pass come bet bets press increase",
    ),
    ReadyPage(
        "everywhere[vigorish]",
        gettext_lazy("Vigorish everywhere"),
        gettext_lazy("How much commission is taken on buy and lay bets, when, and whether it is refunded."),
        "vigorish vig commission buy lay rate refund 5% when taken",
    ),
    ReadyPage(
        "everywhere[wagers]",
        gettext_lazy("Wagers everywhere"),
        gettext_lazy("Which bets each rulebook offers, and on what terms."),
        "wagers bets offered which available fire sharpshooter bonus",
    ),
    ReadyPage(
        "everywhere[limits]",
        gettext_lazy("Limits in the rulebooks"),
        gettext_lazy("The minimum and maximum that a document itself sets for a bet."),
        "limits minimum maximum least most amount",
    ),
    ReadyPage(
        "everywhere[readings]",
        gettext_lazy("Readings everywhere"),
        gettext_lazy("How each rulebook is read where its document leaves a question open."),
        "readings reading read unclear silent interpretation interpreted open question",
    ),
    ReadyPage(
        "casino-choices",
        gettext_lazy("Casinos side by side"),
        gettext_lazy("What each casino has chosen: odds, pay tables, limits, and where they differ."),
        "casinos casino offer offers which choice chosen odds pay table paytable fire limits minimum maximum "
        "compare side by side best a b c d e",
    ),
    ReadyPage(
        "matrix",
        gettext_lazy("What every bet pays and costs"),
        gettext_lazy("Every bet in every rulebook with its payout and its exact house edge."),
        "house edge lowest highest best worst bet bets pays payout cost costs matrix compare",
    ),
    ReadyPage(
        "compare",
        gettext_lazy("Compare rulebooks"),
        gettext_lazy("Two or more rulebooks line by line."),
        "compare against versus vs difference differences between rulebooks editions changed",
    ),
    ReadyPage(
        "calculator",
        gettext_lazy("Calculator"),
        gettext_lazy("What a bet costs in money under one set of rules and under another."),
        "calculator cost costs expensive money price house edge buy lay place",
    ),
    ReadyPage(
        "verify",
        gettext_lazy("Check a document"),
        gettext_lazy("Whether a PDF was issued here, was changed since, and is in force."),
        "check verify pdf document certificate genuine in force valid fake forged signed sign signature",
    ),
    ReadyPage(
        "rulebooks",
        gettext_lazy("Rulebooks"),
        gettext_lazy("Which edition applies today, and on a past day."),
        "rulebooks edition editions applies today current in force now version rules replaced past day",
    ),
    ReadyPage(
        "casinos",
        gettext_lazy("Casinos"),
        gettext_lazy("Every casino with approved rules, today and on a past day."),
        "casinos casino list all rules past day history earlier on a date",
    ),
    ReadyPage(
        "contact[#refusals]",
        gettext_lazy("Why a refusal says no more"),
        gettext_lazy("What the register shows of a refusal, and why it shows no reason."),
        "refusal refused refusals silent reason reasons why denied rejected nothing secret",
    ),
    ReadyPage(
        "contact",
        gettext_lazy("Whom to contact"),
        gettext_lazy("The regulator of each jurisdiction: address, e-mail, telephone."),
        "contact regulator regulators authority address e-mail email telephone phone complain complaint "
        "complaints report write ask help appeal",
    ),
    ReadyPage(
        "log",
        gettext_lazy("How the register can be checked"),
        gettext_lazy("The log, its signed checkpoints and witnesses."),
        "log register check proof checkpoint witness merkle tamper trust",
    ),
    ReadyPage(
        "try-choose",
        gettext_lazy("Try the table"),
        gettext_lazy("Place bets, roll the dice and see each settlement with its clause."),
        "try play table simulate dice roll practise",
    ),
    ReadyPage(
        "glossary",
        gettext_lazy("Glossary"),
        gettext_lazy("The terms of the games as the rulebooks use them."),
        "glossary term terms meaning mean means definition word words",
    ),
    ReadyPage(
        "security",
        gettext_lazy("Security"),
        gettext_lazy("How decisions are protected, and how to report a weakness."),
        "security weakness vulnerability report hack",
    ),
)


def pages_for(sought: tuple[Ways, ...]) -> list[ReadyPage]:
    """The pages that have the most of what is sought in their words, the best first."""
    scored = [(sum(_has(page, ways) for ways in sought), page) for page in PAGES]
    best = max(score for score, _page in scored)
    enough = max(1, best - 1, (len(sought) + 1) // 3)
    found = [(score, n, page) for n, (score, page) in enumerate(scored) if score >= enough]
    return [page for _score, _n, page in sorted(found, key=lambda row: (-row[0], row[1]))][:_MOST]


def _has(page: ReadyPage, ways: Ways) -> bool:
    text = plain_words(f"{page.title} {page.words}").lower()
    known = {word.removesuffix("s") for word in text.split()}
    return any(
        all(
            f" {phrase} " in f" {text} " if " " in phrase else phrase.removesuffix("s") in known
            for phrase in way
        )
        for way in ways
    )
