"""QR codes on pages."""

import segno
from django.utils.safestring import SafeString, mark_safe


def qr_svg(text: str) -> SafeString:
    """A QR code as SVG for a page; its text stands beside it."""
    code = segno.make(text, error="m", micro=False)
    svg = code.svg_inline(scale=5, border=4, dark="#000", light="#fff", omitsize=True)
    return mark_safe(svg)  # noqa: S308  # made by segno of our own text
