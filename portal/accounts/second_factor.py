"""What a browser's session knows of its person's second factor, and what asks for a fresh one.

The middleware of portal.sign_in gives it to `request.user.second_factor`. Services called by Baize itself and
requests with a token carry none.
"""

import time
from dataclasses import dataclass

FRESH_FOR = 5 * 60  # seconds


@dataclass(frozen=True)
class SecondFactor:
    """Of one request. Times are seconds since 1970; 0 is never."""

    enrolled: bool
    used_at: int = 0  # last shown in this session
    enrol_by: int = 0  # not enrolled: nothing else is possible from then on
    changes_something: bool = True  # the request: GET and HEAD do not

    @property
    def is_fresh(self) -> bool:
        return self.enrolled and 0 <= time.time() - self.used_at <= FRESH_FOR

    @property
    def must_enrol(self) -> bool:
        return not self.enrolled and 0 < self.enrol_by <= time.time()


# A stolen password must not be enough for these: a person shows their second factor again, at most five
# minutes before. All are for people only (permissions.PEOPLE_ONLY). The moves of cases derive theirs from
# their permission (portal/review/transitions.py); of editions all need it (portal/editions/moves.py).
STEP_UP = frozenset(
    {
        "review.recommend",
        "review.send_back",
        "review.decide",
        "review.suspend",
        "review.intent",
        "edition.publish",
        "team.manage",
        "webhook.manage",
        "site.manage",
    }
)
