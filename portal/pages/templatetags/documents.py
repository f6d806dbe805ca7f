"""The documents of a case. `{% load documents %}`, then `{% case_documents submission %}`"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import template

from portal.documents import selectors
from portal.documents.models import Document
from portal.submissions.models import Submission

register = template.Library()


@register.inclusion_tag("_components/documents.html", takes_context=True)
def case_documents(context: dict[str, Any], submission: Submission) -> dict[str, Any]:
    """What was issued on a case so far and how far the rest is; nothing if nothing was ordered."""
    user = context["user"]
    papers = selectors.documents(user, submission)
    return {"submission": submission, "papers": papers, "user": user, "csrf_token": context.get("csrf_token")}


@register.simple_tag
def public_papers(reference: str) -> list[Document]:
    """What was issued with an approval, for everybody."""
    return selectors.public_documents(reference)


@register.filter
def any_in_work(papers: Iterable[Document]) -> bool:
    return any(not paper.is_ready and not paper.is_failed for paper in papers)


@register.filter
def any_failed(papers: Iterable[Document]) -> bool:
    return any(paper.is_failed for paper in papers)
