"""What a person typed into a search: words and phrases, what to leave out, and other ways to say the same.

The glossary has the other ways: commission also finds vigorish, remove also finds taken down.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from craps.messages import cached
from craps.rulebook import glossary

_MAX_QUERY_LENGTH = 200
_MAX_WORDS = 12
_LONGEST_SPELLING = 4  # words
# Words of a question that say nothing of what it is about. On and off do: bets are turned on and off.
_STOP_WORDS = frozenset(
    re.findall(
        r"\w+",
        "a about an and are as at be by can do does everywhere for from has have how i in is it its may me "
        "my of or please s so than that the there these they this to under was what when where whether "
        "which who whom why will with would you your",
    )
)
_TAKEN, _DOWN = frozenset(("take", "takes", "taken", "taking")), frozenset(("down", "back"))

# A way to say one thing: phrases that must all be there. Ways: any of them will do.
Way = tuple[str, ...]
Ways = tuple[Way, ...]


@dataclass(frozen=True)
class Query:
    """A parsed query: words and phrases to find, and those to exclude; `exact` were in quotation marks."""

    included: tuple[str, ...]
    excluded: tuple[str, ...]
    exact: tuple[str, ...] = ()

    @property
    def sought(self) -> tuple[Ways, ...]:
        """Each thing to find with every way to say it."""
        plain = [word for word in self.included if word not in self.exact]
        return (*((((phrase,),)) for phrase in self.exact), *ways_of(plain))


def read_query(text: str) -> Query:
    """Parse what a person typed.

    >>> read_query('vigorish "taken down" -lay')
    Query(included=('vigorish', 'taken down'), excluded=('lay',), exact=('taken down',))
    """
    included: list[str] = []
    excluded: list[str] = []
    exact: list[str] = []
    for minus, phrase, word in re.findall(
        r'(?:(?<=\s)|^)(-?)(?:"([^"]*)"|([^\s"]+))', text[:_MAX_QUERY_LENGTH]
    ):
        words = plain_words(phrase or word)
        if words:
            (excluded if minus else included).append(words)
            exact += [words] if phrase and not minus else []
    return Query(tuple(included[:_MAX_WORDS]), tuple(excluded[:_MAX_WORDS]), tuple(exact))


def plain_words(text: str) -> str:
    """The words of a text as the index splits it.

    >>> plain_words("Don't-pass")
    'Don t pass'
    """
    return re.sub(r"\b(d)ont\b", r"\1on t", " ".join(re.findall(r"\w+", text)), flags=re.IGNORECASE)


def ways_of(typed: Iterable[str]) -> tuple[Ways, ...]:
    """What words are about, each with every way to say it; stop words only if there is nothing else.

    >>> ways_of(["the", "vig"])
    ((('vig',), ('vigorish',), ('commission',), ('juice',), ('vigorige',), ('vigourish',)),)
    """
    words = [word for text in typed for word in text.lower().split()]
    told = [word for word in words if word not in _STOP_WORDS] or words
    sought: list[Ways] = []
    if _TAKEN & set(told) and _DOWN & set(told):  # "take a don't pass down"
        told = ["taken", "down", *(word for word in told if word not in _TAKEN | _DOWN)]
    at = 0
    while at < len(told):
        for size in range(min(_LONGEST_SPELLING, len(told) - at), 0, -1):
            spoken = " ".join(told[at : at + size])
            others = _spellings().get(spoken) or _spellings().get(spoken.removesuffix("s"))
            if others:
                own: list[Way] = [(spoken,)] if size == 1 else [(spoken,), tuple(told[at : at + size])]
                rest = ((each,) for each in others if each != spoken)
                sought.append(tuple(dict.fromkeys([*own, *rest])))
                break
        else:
            size = 1
            sought.append(((told[at],),))
        at += size
    return tuple(sought)


@cached(None)
def _spellings() -> Mapping[str, tuple[str, ...]]:
    """Every spelling of a term, with all of them."""
    return {
        spelling: ways
        for term in glossary().values()
        for ways in [tuple(plain_words(each).lower() for each in term.spellings)]
        for spelling in ways
    }
