"""When a person will be signed out. `{% load session %}`"""

from datetime import datetime
from typing import Any

from django import template
from django.template import Context
from django.utils import timezone

from portal.pages.session_end import WARNED_BEFORE, session_ends_at, whole_time_left
from portal.sign_in.session import enrol_by

register = template.Library()


@register.simple_tag(takes_context=True)
def enrolment_due(context: Context) -> datetime | None:
    """By when the person has to set up a second factor; None if nothing is due, or it is due already."""
    by = enrol_by(context["request"]) if "request" in context else None
    return by if by and by > timezone.now() else None


@register.simple_tag(takes_context=True)
def session_end(context: Context) -> dict[str, Any] | None:
    """When the person will be signed out; None if that is not known."""
    ends_at = session_ends_at(context["request"]) if "request" in context else None
    if ends_at is None:
        return None
    left, whole = ends_at - timezone.now(), whole_time_left(context["request"])
    return {
        "minutes": max(1, int(left.total_seconds()) // 60),
        "left": int(left.total_seconds()),
        "whole": whole,
        "idle": whole > left.total_seconds() + 1,  # it ends sooner than after its whole time
        "soon": left < WARNED_BEFORE,
        "warned_before": int(WARNED_BEFORE.total_seconds()),
    }
