"""The API's lists and details compared with bare Django REST framework endpoints over the same rows.

    python -m benchmarks.api [--rounds 7] [--requests 40]

A bare endpoint is what the framework's tutorial gives: a generic view and a ModelSerializer with the same
fields and joins, public and without a rate limit. Ours checks a token, its scopes, the rate and the
parameters, and selects only what the caller may see. Both go through every middleware in one process, in
turn; the figure is the ratio of the medians of the rounds, in processor time. The goal is at most 2 for each.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
from collections.abc import Callable
from typing import Any

from benchmarks.web import measured

GOAL = 2.0
ROWS = 60


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--requests", type=int, default=40, help="of each kind in a round")
    args = parser.parse_args()
    data = tempfile.mkdtemp(prefix="baize-bench-")
    worst = 0.0
    try:
        for name, ours, bare in Portal(data).pairs():
            base, took = measured({"bare": bare, "ours": ours}, args.rounds, args.requests)
            worst = max(worst, took / base)
            print(f"{name:32} {took * 1e3:.2f} ms, bare {base * 1e3:.2f} ms: {took / base:.2f} times")
    finally:
        shutil.rmtree(data, ignore_errors=True)
    print(f"p50 over {args.rounds} rounds of {args.requests} requests; the worst is {worst:.2f} times")
    return 1 if worst > GOAL else 0


class Portal:
    """The product on a temporary data folder, with a token and more drafts than fit on a page."""

    def __init__(self, data: str) -> None:
        os.environ.update(DEMO="1", BAIZE_DATA=data, CELERY_BROKER_URL="memory://")
        os.environ["DJANGO_SETTINGS_MODULE"] = "portal.settings"
        import django

        django.setup()
        from django.conf import settings
        from django.core.management import call_command

        settings.ALLOWED_HOSTS = ["testserver"]
        settings.API_RATES = dict.fromkeys(settings.API_RATES, 10**9)
        call_command("migrate", interactive=False, verbosity=0)
        call_command("createcachetable", verbosity=0)
        call_command("load_demo", verbosity=0)
        settings.ROOT_URLCONF = "benchmarks.api"
        self._prepare()

    def _prepare(self) -> None:
        from portal.accounts import tokens
        from portal.accounts.models import Property
        from portal.accounts.selectors import people_with
        from portal.register.selectors import entries
        from portal.validation.drafts import create_draft

        casino = Property.objects.filter(jurisdiction="md").order_by("pk")[0]
        person = people_with("operator_submitter", organisation_id=casino.organisation_id)[0]
        made = [create_draft(actor=person, property_id=casino.pk, edition_id="md-craps") for _ in range(ROWS)]
        _, token = tokens.create(actor=person, name="benchmark", scopes=["read"], days=1)
        self.headers = {"Authorization": f"Bearer {token}"}
        self.organisation, self.reference = casino.organisation_id, made[ROWS // 2].reference
        self.entry = entries()[0].reference

    def pairs(self) -> list[tuple[str, Callable[[], None], Callable[[], None]]]:
        return [
            (
                "submissions, a page of 25",
                self._asker("/api/v1/submissions", self.headers),
                self._asker(f"/bare/submissions/{self.organisation}/", {}),
            ),
            (
                "one submission",
                self._asker(f"/api/v1/submissions/{self.reference}", self.headers),
                self._asker(f"/bare/submission/{self.reference}/", {}),
            ),
            ("the register, a page", self._asker("/api/v1/register", {}), self._asker("/bare/register/", {})),
            (
                "one entry of the register",
                self._asker(f"/api/v1/register/{self.entry}", {}),
                self._asker(f"/bare/entry/{self.entry}/", {}),
            ),
        ]

    def _asker(self, where: str, headers: dict[str, str]) -> Callable[[], None]:
        from django.test import Client

        client = Client()

        def ask() -> None:
            answer = client.get(where, headers=headers)
            if answer.status_code != 200:
                raise SystemExit(f"{where} answered {answer.status_code}: {answer.content[:200]!r}")

        return ask


def _urls() -> list[Any]:
    """The product's addresses and the bare ones."""
    from django.urls import include, path
    from rest_framework import generics, pagination, parsers, renderers, serializers

    from portal.register.models import Entry
    from portal.register.selectors import entries
    from portal.submissions.models import Submission

    class Page(pagination.LimitOffsetPagination):
        default_limit = 25

    class Bare(generics.GenericAPIView[Any]):
        authentication_classes = ()
        permission_classes = ()
        renderer_classes = (renderers.JSONRenderer,)
        parser_classes = (parsers.JSONParser,)
        pagination_class = Page

    class InProperty(serializers.Serializer[Any]):
        id = serializers.IntegerField()
        name = serializers.CharField()

    class SubmissionSerializer(serializers.ModelSerializer[Submission]):
        organisation = serializers.CharField(source="organisation.name")
        property = InProperty()
        version = serializers.IntegerField(source="current_version.number")
        digest = serializers.CharField(source="current_version.digest")

        class Meta:
            model = Submission
            fields = (
                "reference", "state", "state_since", "organisation", "property", "jurisdiction", "game",
                "edition", "version", "digest", "submitted_at", "decided_at", "in_force_from", "in_force_to",
                "created_at",
            )  # fmt: skip

    class EntrySerializer(serializers.ModelSerializer[Entry]):
        standing = serializers.CharField()
        in_force_from = serializers.DateField()
        in_force_to = serializers.DateField()

        class Meta:
            model = Entry
            fields: tuple[str, ...] = (
                "reference", "jurisdiction", "outcome", "standing", "operator", "property", "edition_id",
                "edition_title", "decided_on", "in_force_from", "in_force_to", "position", "leaf_hash",
            )  # fmt: skip

    class WholeEntrySerializer(EntrySerializer):
        class Meta(EntrySerializer.Meta):
            fields = (*EntrySerializer.Meta.fields, "leaf")

    joined = Submission.objects.select_related("organisation", "property", "current_version").defer(
        "current_version__ruleset"
    )

    class Submissions(Bare, generics.ListAPIView[Submission]):
        serializer_class = SubmissionSerializer

        def get_queryset(self) -> Any:
            return joined.filter(organisation=self.kwargs["organisation"]).order_by("-pk")

    class OneSubmission(Bare, generics.RetrieveAPIView[Submission]):
        serializer_class = SubmissionSerializer
        queryset = joined
        lookup_field = "reference"

    class Entries(Bare, generics.ListAPIView[Entry]):
        serializer_class = EntrySerializer

        def get_queryset(self) -> Any:
            return entries().defer("leaf")

    class OneEntry(Bare, generics.RetrieveAPIView[Entry]):
        serializer_class = WholeEntrySerializer
        lookup_field = "reference"

        def get_queryset(self) -> Any:
            return entries()

    return [
        path("bare/submissions/<int:organisation>/", Submissions.as_view()),
        path("bare/submission/<str:reference>/", OneSubmission.as_view()),
        path("bare/register/", Entries.as_view()),
        path("bare/entry/<str:reference>/", OneEntry.as_view()),
        path("", include("portal.urls")),
    ]


def __getattr__(name: str) -> Any:
    """Django reads urlpatterns from this module once it is set up."""
    if name == "urlpatterns":
        return _urls()
    raise AttributeError(name)


if __name__ == "__main__":
    sys.exit(main())
