"""The reading behind a finding, as pages and documents name it."""

from typing import NamedTuple

from craps.edition import Edition
from craps.edition_words import reading_option
from craps.readings import ALLOW, BREACH, REFER, Reading
from craps.vocabulary import in_sentence

# By what the finding is: it keeps its severity when the question is read differently later.
_OPTION_OF = {"refer": REFER, "info": ALLOW, "breach": BREACH}


class ReadingBehind(NamedTuple):
    """A reading and how it was read for one finding. `reading` is None if the edition no longer has it."""

    id: str
    option: str  # in words
    reading: Reading | None

    @property
    def sentence(self) -> str:
        question = f"“{self.reading.question}” ({self.id})" if self.reading else self.id
        return f"Depends on the reading {question}: {self.option}."


def reading_behind(edition: Edition | None, reading_id: str, severity: str) -> ReadingBehind | None:
    """The reading that a finding of this severity rests on; None for a finding that rests on none.

    A question that is not about severity, such as what is counted, has options of its own.
    """
    if not reading_id:
        return None
    reading = edition.readings.get(reading_id) if edition else None
    if reading is not None and not reading.is_judgement:
        return ReadingBehind(reading_id, in_sentence(reading.effect.removesuffix(".")), reading)
    return ReadingBehind(reading_id, reading_option(_OPTION_OF[severity]), reading)
