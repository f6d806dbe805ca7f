"""What the scanner says of a file in a list. `{% load scanning %}`"""

from typing import Any

from django import template
from django.utils.html import format_html
from django.utils.translation import gettext as _

from portal.accounts.permissions import can
from portal.scanning import quarantine
from portal.scanning.models import ScanState

register = template.Library()


@register.simple_tag(takes_context=True)
def scan_mark(context: Any, file: str) -> str:
    """A badge behind a file that nobody can download: not scanned yet, or refused. One query a page."""
    request = context.request
    if not hasattr(request, "held_files"):
        request.held_files = {file: (state, found) for file, state, found in quarantine.marks()}
    state, found = request.held_files.get(file, ("", ""))
    if not state:
        return ""
    if state != ScanState.INFECTED:
        return format_html('<span class="badge refer">{}</span>', _("Being checked for malware"))
    words = _("Refused: malware was found")
    if _administers(request.user):
        words = _("Refused: malware was found (%(name)s)") % {"name": found}
    return format_html('<span class="badge breach">{}</span>', words)


def _administers(user: Any) -> bool:
    return user.is_authenticated and (can(user, "team.manage") or can(user, "site.manage"))
