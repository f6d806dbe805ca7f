"""Addresses of the API. Only the first ends with a slash; unknown addresses are answered in JSON too."""

from django.urls import URLPattern, URLResolver, path, re_path
from django.views.generic import RedirectView

from portal.api import (
    account,
    approvals,
    bundles,
    casework,
    compute,
    consultations,
    docs,
    edition_moves,
    editions,
    inspections,
    log,
    moves,
    register,
    review,
    submissions,
    uploads,
)
from portal.api.endpoint import Endpoint, NotFoundView

app_name = "api"


def v1(route: str, endpoint: type[Endpoint], name: str) -> URLPattern:
    return path(f"v1/{route}", endpoint.as_view(), name=name)


def case(route: str, endpoint: type[Endpoint], name: str) -> URLPattern:
    return v1(f"submissions/<str:reference>/{route}", endpoint, name)


urlpatterns: list[URLPattern | URLResolver] = [
    path("", docs.page, name="docs"),
    path("v1/", docs.Start.as_view(), name="start"),
    path("v1", RedirectView.as_view(pattern_name="api:start")),
    v1("openapi.json", docs.OpenApi, "openapi"),
    # The rules
    v1("editions", editions.Editions, "editions"),
    v1("editions/<str:edition_id>", editions.Edition, "edition"),
    v1("editions/<str:edition_id>/clauses", editions.Clauses, "clauses"),
    v1("editions/<str:edition_id>/clauses/<path:clause_id>", editions.Clause, "clause"),
    v1("editions/<str:edition_id>/files", editions.EditionFiles, "edition-files"),
    v1("editions/<str:edition_id>/rules", editions.Rules, "rules"),
    v1("editions/<str:edition_id>/readings", editions.Readings, "readings"),
    v1("rules/<str:rule>", editions.Rule, "rule"),
    v1("matrix", editions.Matrix, "matrix"),
    # Drafted editions and what two people do with them
    v1("drafts", edition_moves.Drafts, "drafts"),
    v1("drafts/<str:edition_id>", edition_moves.Draft, "draft"),
    *(
        v1(f"editions/<str:edition_id>/{each.move.slug}", each.view(), f"edition-{each.move.slug}")
        for each in edition_moves.MOVES
    ),
    # Drafts that are or were open for comment
    v1("consultations", consultations.Consultations, "consultations"),
    v1("consultations/<slug:slug>", consultations.Consultation, "consultation"),
    v1("consultations/<slug:slug>/comments", consultations.Comments, "consultation-comments"),
    # The core
    v1("settle", compute.Settle, "settle"),
    v1("check", compute.Check, "check"),
    v1("edge", compute.Edge, "edge"),
    v1("compare", compute.Compare, "compare"),
    v1("where", compute.Where, "where"),
    v1("digest", compute.Digest, "digest"),
    # The register and its log
    v1("register", register.Entries, "register"),
    v1("register/<str:reference>", register.Entry, "entry"),
    v1("register/<str:reference>/history", register.History, "history"),
    v1("register/<str:reference>/documents", register.Documents, "register-documents"),
    v1("register/<str:reference>/documents/<str:kind>", register.Document, "register-document"),
    v1("register/<str:reference>/documents/<str:kind>/proof", log.DocumentProof, "register-proof"),
    v1("tables/<str:code>", register.Table, "table"),
    v1("verify", register.Verify, "verify"),
    v1("log", log.State, "log"),
    v1("log/checkpoint", log.Checkpoint, "checkpoint"),
    v1("log/checkpoints", log.Checkpoints, "checkpoints"),
    v1("log/entries", log.Entries, "log-entries"),
    v1("log/inclusion", log.Inclusion, "inclusion"),
    v1("log/consistency", log.Consistency, "consistency"),
    # People and cases
    v1("me", account.Me, "me"),
    v1("properties", account.Properties, "properties"),
    v1("audit", account.Audit, "audit"),
    v1("standard-texts", casework.StandardTexts, "standard-texts"),
    v1("inspections", inspections.Inspections, "inspections"),
    v1("inspections/<int:inspection_id>", inspections.Inspection, "inspection"),
    v1("findings", inspections.Findings, "findings"),
    v1("findings/<int:finding_id>", inspections.Finding, "finding"),
    v1("submissions", submissions.Submissions, "submissions"),
    v1("submissions/<str:reference>", submissions.Submission, "submission"),
    case("ruleset", submissions.RuleSet, "ruleset"),
    case("layout", submissions.Layout, "layout"),
    case("tables", submissions.Tables, "tables"),
    case("versions", submissions.Versions, "versions"),
    case("versions/<int:number>", submissions.Version, "version"),
    case("versions/<int:number>/report", submissions.VersionReport, "version-report"),
    case("versions/<int:number>/edges", submissions.VersionEdges, "version-edges"),
    case("versions/<int:number>/examples", submissions.VersionExamples, "version-examples"),
    case("examples", submissions.Examples, "examples"),
    case("examples/<int:example_id>", submissions.Example, "example"),
    case("documents", submissions.Documents, "documents"),
    case("documents/<int:document_id>", submissions.Document, "document"),
    case("uploads", uploads.Uploads, "uploads"),
    case("uploads/<int:upload_id>", uploads.Upload, "upload"),
    case("case-file", bundles.CaseFile, "case-file"),
    case("case-file/file", bundles.CaseFileDownload, "case-file-download"),
    case("publication", bundles.PublicationCopy, "publication"),
    case("publication/file", bundles.PublicationDownload, "publication-download"),
    case("vary", approvals.Vary, "vary"),
    case("renew", approvals.Renew, "renew"),
    case("newer-edition", casework.NewerEdition, "newer-edition"),
    case("comparison", casework.Comparison, "case-comparison"),
    case("limit-notices", approvals.LimitNotices, "limit-notices"),
    case("gate", submissions.Gate, "gate"),
    case("moves", review.Moves, "moves"),
    case("queries", review.Queries, "queries"),
    case("queries/answer", review.Answer, "answer"),
    case("queries/extend", review.ExtendQuery, "extend-query"),
    case("queries/files/<int:file_id>", uploads.AnswerFile, "answer-file"),
    case("recommendations", review.Recommendations, "recommendations"),
    case("notices-of-intent", review.IntentNotices, "intent-notices"),
    case("notices-of-intent/files/<int:reply_file_id>", uploads.IntentFile, "intent-file"),
    case("planned-ends", review.PlannedEnds, "planned-ends"),
    case("decisions", review.Decisions, "decisions"),
    case("conditions", review.Conditions, "conditions"),
    case("conditions/<int:condition_id>/report", review.ReportCondition, "report-condition"),
    case("conditions/files/<int:report_file_id>", uploads.ConditionFile, "condition-file"),
    case("explanations", review.Explanations, "explanations"),
    case("ticks", review.Ticks, "ticks"),
    case("comments", review.Comments, "comments"),
    *(case(move.transition.slug, move.view(), move.transition.slug) for move in moves.MOVES),
    re_path("^", NotFoundView.as_view(), name="not-found"),
]
