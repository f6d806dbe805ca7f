"""The languages of a public page: `{% load languages %}`"""

from typing import Any

from django import template
from django.conf import settings
from django.utils.translation import get_language

from portal.languages import in_language
from portal.text import written_symbol

register = template.Library()


@register.simple_tag(takes_context=True)
def language_choices(context: dict[str, Any]) -> list[dict[str, str]]:
    """The other languages of a public page, each with its own name; none of a page that has only English."""
    match = getattr(context.get("request"), "resolver_match", None)
    if match and match.namespace != "public":
        return []
    now = get_language()
    return [{"code": code, "name": name} for code, name in settings.LANGUAGES if code != now]


@register.simple_tag(takes_context=True)
def page_in_languages(context: dict[str, Any]) -> list[dict[str, str]]:
    """The addresses of the page in each language, as search engines read them."""
    path = context["request"].path
    pages = [{"code": code, "path": in_language(path, code)} for code, _name in settings.LANGUAGES]
    return [*pages, {"code": "x-default", "path": in_language(path, settings.LANGUAGE_CODE)}]


register.filter("written_symbol", written_symbol)


@register.filter
def og_locale(language: str) -> str:
    """A language as shared links name it: fr_CA."""
    code, _hyphen, country = language.partition("-")
    return f"{code}_{country.upper()}" if country else code
