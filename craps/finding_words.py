"""A finding as officers, certificates and the public read it.

The core speaks to the operator: "The table has at most 14 seats (2/C). You entered 16. Use 14." Anyone else
reads "The table has at most 14 seats (2/C). Submitted: 16. Allowed: at most 14."
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Protocol

from craps.edition import Edition
from craps.measures import bounded
from craps.messages import ENGLISH, cached, say, spoken
from craps.validation import rules
from craps.vocabulary import listed, path_in_sentence, value_words, wager_words
from craps.wagers import CATALOGUE

LONGEST_VALUE = 160  # characters; a longer one, such as every legend of a layout, is left out
_SENTENCES = re.compile(r"(?<=[.?])\s+(?=[A-Z0-9])")
# In the second person, or telling the operator what to do.
_TO_OPERATOR = re.compile(
    r"\byou(rs?)?\b|^(Add|Change|Choose|Enter|Give|Leave|Move|Offer|Pay|Remove|Say|State|Take|Use)\b",
    re.IGNORECASE,
)
_RATIO = re.compile(r"(?<![\w:.])(\d+):(\d+)(?![\w:])")
_BOUND = re.compile(r"(at most|at least|exactly|a multiple of) ([0-9./]+)")
_AREA = re.compile(r"layout\.areas\[(\d+)\]")
_PATH = re.compile(r"[a-z_]+\.[a-z0-9_.:]+")
_ID = re.compile(r"\b[a-z]\w*\b")


class FindingFacts(Protocol):
    """What is needed of a finding, stored or as the core returns it."""

    @property
    def rule(self) -> str: ...
    @property
    def path(self) -> str: ...
    @property
    def message(self) -> str: ...
    @property
    def submitted(self) -> Any: ...
    @property
    def allowed(self) -> Any: ...


def report_sentence(finding: FindingFacts, edition: Edition, submitted: str = "") -> str:
    """The finding for anyone but the operator; a message that is not to the operator stays as it is.

    Messages are in English. In another language a finding is said by its constraint and its values.
    """
    submitted = submitted or say("findings.submitted")
    if spoken() != ENGLISH:
        told = [_rule_texts(edition).get(finding.rule, "")]
        if finding.submitted is not None:
            told.append(_labelled(submitted, finding.path, finding.submitted, edition))
        return " ".join(filter(None, [*told, *_asked(finding, edition)]))
    first, *others = _SENTENCES.split(finding.message)
    if not any(_is_to_operator(sentence) for sentence in (first, *others)):
        return finding.message
    parts = [_rule_texts(edition).get(finding.rule, "") if _is_to_operator(first) else first]
    parts += map(_without_operator, others)
    if finding.submitted is not None:
        parts.append(_labelled(submitted, finding.path, finding.submitted, edition))
    return " ".join(filter(None, [*parts, *_asked(finding, edition)]))


def _asked(finding: FindingFacts, edition: Edition) -> Iterator[str]:
    is_list = isinstance(finding.allowed, str) and finding.allowed.startswith("with ")
    if is_list or finding.submitted is None:
        entry = str(finding.allowed).removeprefix("with ")
        yield _labelled(say("findings.missing"), finding.path, entry, edition)
    elif not isinstance(finding.allowed, bool):  # a yes or no says what is allowed by itself
        yield _labelled(say("findings.allowed"), finding.path, finding.allowed, edition)


def submitted_words(finding: FindingFacts, edition: Edition) -> str:
    """What was submitted at a finding's path, in words; "" where nothing was, or too much."""
    return _short_words(finding.path, finding.submitted, edition)


def allowed_words(finding: FindingFacts, edition: Edition) -> str:
    """What the document allows at a finding's path: "at most 100×"; "" where that is too long for a table."""
    return _short_words(finding.path, finding.allowed, edition)


def _short_words(path: str, value: Any, edition: Edition) -> str:
    words = "" if value is None else _words(path, value, edition)
    return words if len(words) <= LONGEST_VALUE else ""


def _is_to_operator(sentence: str) -> bool:
    return any(_TO_OPERATOR.search(part) for part in sentence.split(": "))


def _without_operator(sentence: str) -> str:
    """The sentence, or what follows its colon, unless that is to the operator too."""
    tail = sentence.rpartition(": ")[2]
    if not _is_to_operator(sentence):
        return sentence
    return "" if _is_to_operator(tail) else tail[:1].upper() + tail[1:]


def _labelled(label: str, path: str, value: Any, edition: Edition) -> str:
    words = _words(path, value, edition)
    return say("findings.labelled", label=label, words=words) if len(words) <= LONGEST_VALUE else ""


def _words(path: str, value: Any, edition: Edition) -> str:
    if isinstance(value, list):
        return ", ".join(_words(path, each, edition) for each in value) or say("forms.none")
    if not isinstance(value, str):
        return value_words(path, value, edition)
    if bound := _BOUND.fullmatch(value):
        return bounded(bound[1], value_words(path, bound[2], edition))
    if _PATH.fullmatch(value):
        return path_in_sentence(value, edition)
    if " " not in value and (words := value_words(path, value, edition)) != value:
        return words
    either = f" {say('forms.or')} "
    if spoken() != ENGLISH and either in value:
        return listed([_words(path, each, edition) for each in value.split(either)], "or")
    ratios = _RATIO.sub(lambda match: say("forms.odds", one=match[1], other=match[2]), value)
    text = _AREA.sub(lambda match: say("findings.area", number=int(match[1]) + 1), ratios)
    return _ID.sub(lambda match: _wagers(path, edition).get(match[0], match[0]), text)


def _wagers(path: str, edition: Edition) -> Mapping[str, str]:
    """The wagers that a text at this path can name by their ids."""
    section = re.split(r"[.\[]", path)[0]
    named = CATALOGUE if section in ("wagers", "layout", "vig") else {}
    return {wager: wager_words(wager, edition) for wager in named}


@cached(64)
def _rule_texts(edition: Edition) -> dict[str, str]:
    return {rule.id: rule.text for rule in rules(edition)}
