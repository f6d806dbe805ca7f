"""The notice about a file that the scanner refused."""

from typing import Any

from django.dispatch import receiver

from portal.notices.models import Topic
from portal.notices.services import notify
from portal.scanning import events
from portal.scanning.models import Scan


@receiver(events.infected)
def infected(*, scan: Scan, **_: Any) -> None:
    person = scan.uploaded_by
    case = f"{'/operator/submissions' if person.is_operator else '/regulator/cases'}/{scan.about_label}/"
    notify(
        people=[person],
        subject=f"A file of {scan.about_label} was refused",
        text=f"Malware was found in {scan.filename}, which you added to {scan.about_label}. Nobody can "
        "download it. Have your device checked, and send a clean copy of the document.",
        topic=Topic.WORK,
        url="/start/" if person.is_expert or scan.about_type != "submissions.submission" else case,
    )
