"""The versions of a submission as people look back on them: automatic saves stand behind the next save."""

from dataclasses import dataclass

from portal.accounts.models import User
from portal.submissions.models import Autosave, Submission, Version
from portal.submissions.selectors import versions


@dataclass(frozen=True)
class Save:
    """A version that a person saved or submitted, or the latest one, and the automatic saves before it."""

    version: Version
    is_submitted: bool
    is_automatic: bool
    autosaves: tuple[Version, ...]  # newest first

    @property
    def autosave_words(self) -> str:
        """“versions 3 to 6”"""
        numbers = [version.number for version in self.autosaves]
        return f"version {numbers[0]}" if len(numbers) == 1 else f"versions {numbers[-1]} to {numbers[0]}"


def saves(actor: User, submission: Submission) -> list[Save]:
    """What the actor sees of them, newest first."""
    rows = list(versions(actor, submission).defer("ruleset").order_by("-number"))
    automatic = set(
        Autosave.objects.filter(version__submission=submission).values_list("version_id", flat=True)
    )
    submitted = set(submission.versions.filter(declaration__isnull=False).values_list("pk", flat=True))
    groups: list[list[Version]] = []
    for row in rows:
        if groups and row.pk in automatic and row.pk not in submitted:
            groups[-1].append(row)
        else:
            groups.append([row])
    return [Save(head, head.pk in submitted, head.pk in automatic, tuple(behind)) for head, *behind in groups]
