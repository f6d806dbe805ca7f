"""Photos of an inspection: checked like every upload, and stored without what a camera adds."""

import uuid
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypedDict

from django.conf import settings

from portal.accounts.models import User
from portal.errors import BadValue
from portal.inspections.models import Inspection, Photo
from portal.scanning import quarantine
from portal.submissions.models import Submission
from portal.submissions.upload_types import Checked, checked
from portal.submissions.uploads import too_large

MOST = 10  # photos of one item, or with one remedy


class GivenPhoto(TypedDict):
    filename: str
    data: bytes


def checked_photos(given: Iterable[GivenPhoto], field: str = "photos") -> list[Checked]:
    """The photos as they will be stored: turned upright, without place, time and camera. Each once."""
    photos: dict[bytes, Checked] = {}
    for one in given:
        name = one["filename"][-100:]
        try:
            if len(one["data"]) > settings.UPLOAD_MAX_MB * 1024 * 1024:
                raise too_large()
            photo = checked(one["data"], one["filename"])
        except BadValue as error:
            raise BadValue(f"{name}: {error.message}", field=field) from None
        if not photo.content_type.startswith("image/"):
            raise BadValue(f"{name} is not a photo. Take or choose a JPEG or PNG picture.", field=field)
        photos[photo.data] = photo
    if len(photos) > MOST:
        raise BadValue(f"Add at most {MOST} photos to one item.", field=field)
    return list(photos.values())


def store(
    photos: Sequence[Checked], names: list[str], *, actor: User, visit: Inspection, **about: Any
) -> None:
    """Write the files and their rows. Names go into `names` first, so that a failure leaves no file."""
    for photo in photos:
        name = f"inspections/{uuid.uuid4().hex}"
        names.append(name)
        Photo.objects.create(
            **about,
            filename=photo.filename,
            content_type=photo.content_type,
            size=len(photo.data),
            sha256=quarantine.store(
                name, photo.data, filename=photo.filename, actor=actor, about=_case(visit)
            ),
            file=name,
            added_by=actor,
        )


def _case(visit: Inspection) -> Submission | Inspection:
    """What the photo belongs to: a visit can find that no rules are in force at the table."""
    return visit.version.submission if visit.version else visit


def discard(names: Iterable[str]) -> None:
    for name in names:
        quarantine.discard(name)


def facts(photos: Iterable[Checked]) -> list[Mapping[str, object]]:
    """What the audit trail says of them."""
    return [{"file": photo.filename, "size": len(photo.data)} for photo in photos]
