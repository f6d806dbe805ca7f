"""Addresses of the API. None but the first ends with a slash; what leads nowhere is answered in JSON too."""

from django.urls import URLPattern, URLResolver, path, re_path
from django.views.generic import RedirectView

from portal.api import (
    account,
    approvals,
    compute,
    docs,
    editions,
    log,
    moves,
    register,
    review,
    submissions,
    uploads,
)
from portal.api.endpoint import NotFoundView

app_name = "api"

V1 = "v1/"
CASE = f"{V1}submissions/<str:reference>/"

urlpatterns: list[URLPattern | URLResolver] = [
    path("", docs.page, name="docs"),
    path(V1, docs.Start.as_view(), name="start"),
    path("v1", RedirectView.as_view(pattern_name="api:start")),
    path(f"{V1}openapi.json", docs.OpenApi.as_view(), name="openapi"),
    # The rules
    path(f"{V1}editions", editions.Editions.as_view(), name="editions"),
    path(f"{V1}editions/<str:edition_id>", editions.Edition.as_view(), name="edition"),
    path(f"{V1}editions/<str:edition_id>/clauses", editions.Clauses.as_view(), name="clauses"),
    path(f"{V1}editions/<str:edition_id>/clauses/<path:clause_id>", editions.Clause.as_view(), name="clause"),
    path(f"{V1}editions/<str:edition_id>/rules", editions.Rules.as_view(), name="rules"),
    path(f"{V1}rules/<str:rule>", editions.Rule.as_view(), name="rule"),
    path(f"{V1}matrix", editions.Matrix.as_view(), name="matrix"),
    # The core
    path(f"{V1}settle", compute.Settle.as_view(), name="settle"),
    path(f"{V1}check", compute.Check.as_view(), name="check"),
    path(f"{V1}edge", compute.Edge.as_view(), name="edge"),
    path(f"{V1}compare", compute.Compare.as_view(), name="compare"),
    path(f"{V1}where", compute.Where.as_view(), name="where"),
    path(f"{V1}digest", compute.Digest.as_view(), name="digest"),
    # The register and its log
    path(f"{V1}register", register.Entries.as_view(), name="register"),
    path(f"{V1}register/<str:reference>", register.Entry.as_view(), name="entry"),
    path(f"{V1}register/<str:reference>/history", register.History.as_view(), name="history"),
    path(f"{V1}register/<str:reference>/documents", register.Documents.as_view(), name="register-documents"),
    path(
        f"{V1}register/<str:reference>/documents/<str:kind>",
        register.Document.as_view(),
        name="register-document",
    ),
    path(
        f"{V1}register/<str:reference>/documents/<str:kind>/proof",
        log.DocumentProof.as_view(),
        name="register-proof",
    ),
    path(f"{V1}verify", register.Verify.as_view(), name="verify"),
    path(f"{V1}log", log.State.as_view(), name="log"),
    path(f"{V1}log/checkpoint", log.Checkpoint.as_view(), name="checkpoint"),
    path(f"{V1}log/checkpoints", log.Checkpoints.as_view(), name="checkpoints"),
    path(f"{V1}log/entries", log.Entries.as_view(), name="log-entries"),
    path(f"{V1}log/inclusion", log.Inclusion.as_view(), name="inclusion"),
    path(f"{V1}log/consistency", log.Consistency.as_view(), name="consistency"),
    # People and cases
    path(f"{V1}me", account.Me.as_view(), name="me"),
    path(f"{V1}properties", account.Properties.as_view(), name="properties"),
    path(f"{V1}audit", account.Audit.as_view(), name="audit"),
    path(f"{V1}submissions", submissions.Submissions.as_view(), name="submissions"),
    path(f"{V1}submissions/<str:reference>", submissions.Submission.as_view(), name="submission"),
    path(f"{CASE}ruleset", submissions.RuleSet.as_view(), name="ruleset"),
    path(f"{CASE}layout", submissions.Layout.as_view(), name="layout"),
    path(f"{CASE}versions", submissions.Versions.as_view(), name="versions"),
    path(f"{CASE}versions/<int:number>", submissions.Version.as_view(), name="version"),
    path(f"{CASE}versions/<int:number>/report", submissions.VersionReport.as_view(), name="version-report"),
    path(f"{CASE}versions/<int:number>/edges", submissions.VersionEdges.as_view(), name="version-edges"),
    path(
        f"{CASE}versions/<int:number>/examples",
        submissions.VersionExamples.as_view(),
        name="version-examples",
    ),
    path(f"{CASE}examples", submissions.Examples.as_view(), name="examples"),
    path(f"{CASE}examples/<int:example_id>", submissions.Example.as_view(), name="example"),
    path(f"{CASE}documents", submissions.Documents.as_view(), name="documents"),
    path(f"{CASE}documents/<int:document_id>", submissions.Document.as_view(), name="document"),
    path(f"{CASE}uploads", uploads.Uploads.as_view(), name="uploads"),
    path(f"{CASE}uploads/<int:upload_id>", uploads.Upload.as_view(), name="upload"),
    path(f"{CASE}vary", approvals.Vary.as_view(), name="vary"),
    path(f"{CASE}limit-notices", approvals.LimitNotices.as_view(), name="limit-notices"),
    path(f"{CASE}gate", submissions.Gate.as_view(), name="gate"),
    path(f"{CASE}moves", review.Moves.as_view(), name="moves"),
    path(f"{CASE}queries", review.Queries.as_view(), name="queries"),
    path(f"{CASE}queries/answer", review.Answer.as_view(), name="answer"),
    path(f"{CASE}queries/files/<int:file_id>", uploads.AnswerFile.as_view(), name="answer-file"),
    path(f"{CASE}decisions", review.Decisions.as_view(), name="decisions"),
    path(f"{CASE}explanations", review.Explanations.as_view(), name="explanations"),
    path(f"{CASE}ticks", review.Ticks.as_view(), name="ticks"),
    path(f"{CASE}comments", review.Comments.as_view(), name="comments"),
    *(path(f"{CASE}{move.slug}", move.view().as_view(), name=move.slug) for move in moves.MOVES),
    re_path("^", NotFoundView.as_view(), name="not-found"),
]
