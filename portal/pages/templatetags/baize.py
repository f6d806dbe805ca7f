"""Tags and filters of every template. `{% load baize %}`"""

import json
from collections import Counter
from collections.abc import Iterable
from datetime import UTC, date, datetime
from fractions import Fraction
from typing import Any

from django import forms, template
from django.forms.boundfield import BoundField
from django.urls import reverse
from django.utils.html import escape
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from craps import Edition as CoreEdition
from craps import Finding, game_of, vocabulary
from craps.finding_words import report_sentence
from craps.money import Exact, decimal_text, rounded_percent
from portal.accounts.jurisdictions import currency_symbol, find_jurisdiction, jurisdiction_name
from portal.accounts.jurisdictions import with_symbol as money_signs
from portal.accounts.permissions import can as permitted
from portal.accounts.zones import zone_of
from portal.editions.models import Edition
from portal.editions.selectors import core_edition, published_edition, successor
from portal.pages import labels
from portal.pages.run_words import signed_money, unsigned_money
from portal.register.public_fields import OUTCOMES
from portal.submissions.lengths import value_words
from portal.submissions.models import State
from portal.text import format_day, format_moment
from portal.validation.models import Severity, Verdict

register = template.Library()

register.filter("edge_text", rounded_percent)
register.filter("report_sentence", report_sentence)
register.filter("jurisdiction_name", jurisdiction_name)
register.filter("game_title", labels.game_title)


@register.filter
def path_words(path: str, edition_id: str) -> str:
    """A field of a rule set under an edition, with the document's own names of wagers."""
    return vocabulary.path_words(path, published_edition(edition_id))


@register.filter
def nearest_words(finding: Any, edition_id: str) -> str:
    """A finding's nearest allowed value in words."""
    return value_words(finding.path, finding.nearest, published_edition(edition_id))


@register.filter
def edge_bet(row: Any, edition_id: str) -> str:
    """The bet of a row of edges, stored or as the core returns it, under an edition."""
    edition = core_edition(edition_id)
    bet, which = (row["bet"], row) if isinstance(row, dict) else (row.bet, row._asdict() | dict(row.which))
    return game_of(edition).bet_words(edition, bet, which)


@register.filter
def choice_sentence(finding: Finding, edition: CoreEdition) -> str:
    """A finding on what a visitor chose on the page, who submits nothing."""
    return report_sentence(finding, edition, submitted=_("Chosen"))


@register.filter
def money_at(value: int | Fraction, jurisdiction_code: str) -> str:
    """An amount without its sign, US$40: the page says in words which way it goes."""
    found = find_jurisdiction(jurisdiction_code)
    return unsigned_money(Fraction(value), found.symbol if found else "")


@register.filter
def money_in(value: Exact | str, currency: str) -> str:
    """An amount without its sign in a currency: US$40."""
    return unsigned_money(Fraction(value), currency_symbol(currency))


@register.filter
def signed_money_in(value: Exact | str, currency: str) -> str:
    """An amount with its sign in a currency: +US$40."""
    return signed_money(Fraction(value), currency_symbol(currency))


@register.filter
def with_symbol(words: str, currency: str) -> str:
    """A sentence of the rules core, which writes USD 40, with money as pages write it: US$40."""
    return money_signs(words, currency)


@register.filter
def times_text(value: str) -> str:
    """A multiple as decimals, rounded for reading: 1.0737."""
    return decimal_text(Fraction(value), 4)


@register.filter
def severity_word(severity: str) -> str:
    return dict(Severity.choices).get(severity, severity)


@register.filter
def verdict_word(verdict: str) -> str:
    return dict(Verdict.choices).get(verdict, verdict)


@register.filter
def tone(word: str) -> str:
    """The colour of a severity or verdict; the page always shows the word as well."""
    return labels.TONES.get(word, "")


@register.filter
def state_tone(state: str) -> str:
    """The colour of a submission's state."""
    return labels.STATE_TONES.get(state, "")


@register.filter
def state_word(state: str) -> str:
    return _(State(state).label) if state in State.values else state


@register.filter
def outcome_word(outcome: str) -> str:
    return _(OUTCOMES[outcome].label) if outcome in OUTCOMES else outcome


@register.filter
def action_words(action: str) -> str:
    """An audit entry's action: `submission.approve` reads "Submission: approve"."""
    subject, *rest = action.replace("turned_away", "refused").replace("_", " ").split(".")
    return f"{subject.capitalize()}: {', '.join(rest)}" if rest else subject.capitalize()


@register.filter
def can(user: Any, permission: str) -> bool:
    return permitted(user, permission)


@register.filter
def day(value: date | datetime | None, jurisdiction: str = "") -> str:
    """15 November 2026; for a datetime, the day in the jurisdiction's time zone if one is given."""
    where = find_jurisdiction(jurisdiction) if isinstance(value, datetime) else None
    if isinstance(value, datetime) and where:
        value = value.astimezone(where.zone)
    return format_day(value) if value else _("not stated")


@register.filter
def moment(value: datetime | None, whose: Any = "") -> str:
    """15 November 2026, 14:05 UTC, or in the time zone of a jurisdiction, by its code, or of the reader.

    A page shows times of one zone: one about a case that of its jurisdiction, any other the reader's.
    """
    if not value:
        return _("not yet")
    if isinstance(whose, str):
        where = find_jurisdiction(whose)
        return format_moment(value.astimezone(where.zone if where else UTC))
    return format_moment(value.astimezone(zone_of(whose)))


@register.filter
def short_digest(digest: str) -> str:
    return digest[:12]


@register.filter
def offer(finding: Any) -> str:
    """A finding's nearest allowed value as a button sends it: path=JSON."""
    return f"{finding.path}={json.dumps(finding.nearest)}"


@register.filter
def is_group(field: BoundField) -> bool:
    return isinstance(field.field.widget, (forms.RadioSelect, forms.CheckboxSelectMultiple))


@register.filter
def is_tick(field: BoundField) -> bool:
    return isinstance(field.field.widget, forms.CheckboxInput)


@register.filter
def with_help(field: BoundField) -> SafeString:
    """The control, linked to its hint and error for screen readers."""
    ids = [f"{field.auto_id}-hint"] if field.help_text else []
    attributes: dict[str, str | bool] = {}
    if field.errors:
        ids.append(f"{field.auto_id}-error")
        attributes["aria-invalid"] = "true"
    if ids:
        attributes["aria-describedby"] = " ".join(ids)
    return field.as_widget(attrs=attributes)


@register.filter
def with_same_offer(findings: Iterable[Any]) -> list[list[Any]]:
    """Findings that the same value would remedy, such as pieces that one list lacks, together."""
    together: dict[Any, list[Any]] = {}
    for finding in findings:
        offered = "" if finding.nearest is None else (finding.severity, finding.path, str(finding.nearest))
        together.setdefault(offered or id(finding), []).append(finding)
    return list(together.values())


@register.filter
def with_messages(groups: list[Any]) -> list[Any]:
    """The groups that have findings or errors."""
    return [group for group in groups if not group.is_clear]


@register.simple_tag
def clear_messages(groups: list[Any]) -> SafeString:
    """Empty the message boxes of the other groups in a live response, as plain text for speed."""
    places = [place for group in groups if group.is_clear for place in group.message_ids]
    ids = escape(" ".join(places)).split()  # all at once, which is much faster
    return SafeString("".join([f'<div id="{place}" hx-swap-oob="true"></div>' for place in ids]))


@register.simple_tag
def tally(findings: list[Any]) -> list[dict[str, Any]]:
    """The number of findings of each severity, worst first; one row if there are none."""
    counts = Counter(
        finding["severity"] if isinstance(finding, dict) else finding.severity for finding in findings
    )
    nouns = {
        "breach": ("breach", "breaches"),
        "refer": ("point for the regulator’s judgement", "points for the regulator’s judgement"),
        "info": ("note", "notes"),
    }
    rows = [
        {"severity": severity, "text": f"{counts[severity]} {one if counts[severity] == 1 else many}"}
        for severity, (one, many) in nouns.items()
        if counts[severity]
    ]
    return rows or [{"severity": "ok", "text": "No breaches found"}]


@register.simple_tag(takes_context=True)
def main_navigation(context: dict[str, Any]) -> list[dict[str, str]]:
    """The main menu: what the person's organisation does here, then the public part."""
    request = context.get("request")
    user = getattr(request, "user", None)
    entries: list[tuple[str, str]] = []
    if user and user.is_authenticated and user.is_operator:
        entries += [("Dashboard", "operator:dashboard"), ("Properties", "operator:properties")]
    if user and user.is_authenticated and user.is_regulator:
        entries += [("Dashboard", "regulator:dashboard"), ("Queue", "regulator:queue")]
        entries += [("Inspections", "regulator:inspections")]
        entries += [("Editions", "regulator:editions"), ("Reports", "regulator:reports")]
    if user and user.is_authenticated and user.is_expert:
        entries += [("Requests", "expert:requests")]
    if permitted(user, "site.manage"):
        entries += [("Jurisdictions", "account:jurisdictions"), ("Organisations", "account:organisations")]
    if permitted(user, "audit.view"):
        entries += [("Audit", "account:audit")]
    if user and user.is_authenticated and user.organisation_id:
        entries += [("Team", "account:team")]
    if user and user.is_authenticated:  # others have the field beside the list
        entries += [(_("Search"), "public:site-search")]
    entries += [
        (_("Rulebooks"), "public:rulebooks"),
        (_("Compare"), "public:compare"),
        (_("Register"), "public:register"),
        (_("Calculator"), "public:calculator"),
        (_("Glossary"), "public:glossary"),
        (_("Try the table"), "public:try-choose"),
    ]
    path = getattr(request, "path", "")
    return [
        {"text": text, "href": reverse(name), "current": _current(path, reverse(name))}
        for text, name in entries
    ]


def _current(path: str, href: str) -> str:
    """The aria-current of a link: a list is current on the pages below it too, a dashboard is not."""
    if path == href:
        return "page"
    under = path.startswith(href) and not href.rstrip("/").endswith(("operator", "regulator"))
    return "true" if under else ""


@register.inclusion_tag("_components/breadcrumbs.html")
def crumbs(*parts: str) -> dict[str, Any]:
    """{% crumbs "Team" team_href "Anna" %}: text and address in turn; the last text is the page itself."""
    pairs = list(zip(parts[::2], [*parts[1::2], ""], strict=False))
    return {"crumbs": pairs}


@register.simple_tag
def successor_of(edition_id: str) -> Edition | None:
    """The edition in force that replaced this one, if any."""
    return successor(edition_id)
