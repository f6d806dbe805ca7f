"""Pages of the comparison: editions side by side, and the matrix with its downloads."""

from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from craps.edition import Edition
from craps.games import HOME, game_ids, game_named, game_of
from craps.games.game import Game
from portal.editions.selectors import core_editions, in_force
from portal.pages import matrix as wager_matrix
from portal.pages.csv_download import csv_lines
from portal.pages.page_cache import cached_page
from portal.public import compare as comparison
from portal.public.responses import file_response
from portal.text import and_list


class Subject(NamedTuple):
    """A subject of craps that is shown of every rulebook at once: its name among others, the title of its
    page, and what that tells."""

    name: Promise
    title: Promise
    intro: Promise


EVERYWHERE = {
    "odds": Subject(
        gettext_lazy("Odds"),
        gettext_lazy("Odds everywhere"),
        gettext_lazy("How many times its bet a player may take or lay as odds once the point is set."),
    ),
    "come-out": Subject(
        gettext_lazy("Come-out roll"),
        gettext_lazy("The come-out roll everywhere"),
        gettext_lazy(
            "Which bets are on and which are off when the shooter rolls for a new point. A bet that is off "
            "neither wins nor loses."
        ),
    ),
    "procedure": Subject(
        gettext_lazy("Placing and removing bets"),
        gettext_lazy("Placing and removing bets everywhere"),
        gettext_lazy("Which bets a player may raise, reduce or take down, and until when."),
    ),
    "vigorish": Subject(
        gettext_lazy("Vigorish"),
        gettext_lazy("Vigorish everywhere"),
        gettext_lazy(
            "The commission on buy and lay bets: how much, on what, when, and whether it comes back."
        ),
    ),
    "wagers": Subject(
        gettext_lazy("Wagers"),
        gettext_lazy("Wagers everywhere"),
        gettext_lazy("Which bets each rulebook offers, and on what terms."),
    ),
    "payouts": Subject(
        gettext_lazy("Payouts"),
        gettext_lazy("Payouts everywhere"),
        gettext_lazy(
            "What each bet pays. Where a document prints several pay tables, the casino chooses one."
        ),
    ),
    "limits": Subject(
        gettext_lazy("Limits"),
        gettext_lazy("Limits in the rulebooks"),
        gettext_lazy("What a document itself sets. The limits of a casino are on its page."),
    ),
    "table": Subject(
        gettext_lazy("Table and equipment"),
        gettext_lazy("Table and equipment everywhere"),
        gettext_lazy("What the table, the dice and the equipment must be."),
    ),
    "readings": Subject(
        gettext_lazy("Readings"),
        gettext_lazy("Readings everywhere"),
        gettext_lazy("How each rulebook is read where its document leaves a question open."),
    ),
}


@cached_page("edition", "show")
def compare(request: HttpRequest) -> HttpResponse:
    """Any two or more editions of a game by subject; for exactly two, also examples that end differently."""
    choice = EditionChoice(request)
    differences_only = request.GET.get("show") != "all"
    context: dict[str, Any] = {
        "choice": choice,
        "chosen": choice.chosen,
        "differences_only": differences_only,
        "query": _query(choice.chosen),
    }
    if len(choice.chosen) > 1 and not choice.is_mixed:
        context["tables"] = comparison.side_by_side(choice.chosen, differences_only=differences_only)
        if len(choice.chosen) == 2:
            context["examples"] = comparison.differing_examples(*choice.chosen)
            # If one replaced the other, their texts can be compared too.
            ids = {edition.id for edition in choice.chosen}
            context["later"] = next((e for e in choice.chosen if e.supersedes in ids), None)
    return render(request, "public/compare.html", context, status=choice.status)


@cached_page("all")
def everywhere(request: HttpRequest, subject: str) -> HttpResponse:
    """One subject of craps in every rulebook that applies today, or in every published one."""
    show_all = request.GET.get("all") == "1"
    current = set(in_force().values_list("pk", flat=True))
    known = [edition for edition in core_editions() if game_of(edition).id == HOME]
    editions = [edition for edition in known if show_all or edition.id in current]
    if subject not in EVERYWHERE:
        raise Http404(f"No subject is named {subject[:40]}.")
    table = comparison.one_subject(editions, subject)
    context = {
        "title": EVERYWHERE[subject].title,
        "intro": EVERYWHERE[subject].intro,
        "editions": editions,
        "table": table,
        "show_all": show_all,
        "replaced": len(known) - len(editions),
        "subject": subject,
        "subjects": [(slug, each.name) for slug, each in EVERYWHERE.items()],
    }
    return render(request, "public/everywhere.html", context)


@cached_page("edition", "game", "sort", "order", "show")
def matrix(request: HttpRequest) -> HttpResponse:
    """Wagers by editions of a game; without a choice, all editions of craps."""
    view = _MatrixView(request)
    context = {
        "choice": view.choice,
        "chosen": view.editions,
        "groups": view.choice.by_game if view.choice.is_mixed else view.choice.group_of_game,
        "in_rounds": view.choice.game.in_rounds,
        "notes": view.notes,
        "lines": [(row, row.under(view.editions)) for row in view.rows],
        "columns": [
            view.column(wager_matrix.WAGER, _("Wager")),
            *(view.column(edition.id, edition.title) for edition in view.editions),
        ],
        "sorted_as": view.download_query,
        "sorted_by": next((edition.title for edition in view.editions if edition.id == view.sort), ""),
        "descending": view.descending,
        "differences_only": view.differences_only,
        "same": view.same,
        "other_query": view.other_query,
        "rules": [] if view.choice.game.in_rounds else comparison.rule_lines(view.editions),
    }
    return render(request, "public/matrix.html", context, status=view.choice.status)


@cached_page("edition", "game", "sort", "order", "show")
def matrix_csv(request: HttpRequest) -> HttpResponse:
    """The matrix for a spreadsheet, sorted as on the page."""
    view = _MatrixView(request)
    if view.choice.is_mixed:
        return HttpResponse(view.choice.mixture, status=422, content_type="text/plain; charset=utf-8")
    lines = csv_lines(wager_matrix.to_table(view.editions, view.rows))
    name = view.choice.game.id.replace("_", "-")
    return file_response("".join(lines), f"{name}-wagers-by-edition.csv", "text/csv; charset=utf-8")


@cached_page("edition", "game", "sort", "order", "show")
def matrix_json(request: HttpRequest) -> HttpResponse:
    """The matrix as data, with exact edges."""
    view = _MatrixView(request)
    if view.choice.is_mixed:
        return JsonResponse({"error": view.choice.mixture}, status=422)
    return JsonResponse(wager_matrix.to_json(view.editions, view.rows))


class EditionChoice:
    """The editions that a query names, in our order: of one game, or the page says that they are not.

    Without editions it is about the game that `game` names, or about craps.
    """

    def __init__(self, request: HttpRequest) -> None:
        every = core_editions()
        names, game = request.GET.getlist("edition"), request.GET.get("game", HOME)
        known = {edition.id for edition in every}
        self.unknown = [name[:40] for name in dict.fromkeys(names) if name not in known]
        self.unknown_game = "" if game in game_ids() else game[:40]
        self.chosen = [edition for edition in every if edition.id in names]
        self.by_game = [
            (found, [edition for edition in every if game_of(edition) is found])
            for found in dict.fromkeys(map(game_of, every))
        ]
        self.game = (
            game_of(self.chosen[0]) if self.chosen else game_named(HOME if self.unknown_game else game)
        )

    @property
    def is_mixed(self) -> bool:
        return len(self.chosen_by_game) > 1

    @property
    def status(self) -> int:
        return 422 if self.is_mixed else 200

    @property
    def chosen_by_game(self) -> list[tuple[Game, list[Edition], str]]:
        """The chosen editions of each game, and the query that chooses only them."""
        rows = [(game, [e for e in editions if e in self.chosen]) for game, editions in self.by_game]
        return [(game, editions, _query(editions)) for game, editions in rows if editions]

    @property
    def all_of_each(self) -> list[tuple[Game, str]]:
        """Each game with several editions, and the query that chooses them all."""
        return [(game, _query(editions)) for game, editions in self.by_game if len(editions) > 1]

    @property
    def mixture(self) -> str:
        """A sentence on editions of more than one game."""
        text = _("Editions of one game are compared at a time. You chose {editions}. Choose one game.")
        named = (
            _("{editions} ({game})").format(editions=and_list([e.title for e in editions]), game=game.name)
            for game, editions, _query_string in self.chosen_by_game
        )
        return text.format(editions=and_list(list(named)))

    @property
    def of_game(self) -> list[Edition]:
        """Every edition of the game."""
        return next((editions for game, editions in self.by_game if game is self.game), [])

    @property
    def group_of_game(self) -> list[tuple[Game, list[Edition]]]:
        """The same as the only group to choose from; nothing where there is no choice."""
        return [(self.game, self.of_game)] if len(self.of_game) > 1 else []


class _MatrixView:
    """The editions and the sorting that the query asks for. An unknown column sorts by wager."""

    def __init__(self, request: HttpRequest) -> None:
        self.choice = EditionChoice(request)
        self.editions = [] if self.choice.is_mixed else self.choice.chosen or self.choice.of_game
        column = request.GET.get("sort", "")
        known = {edition.id for edition in self.editions}
        self.sort = column if column in known else wager_matrix.WAGER
        self.descending = request.GET.get("order") == "down"
        self.differences_only = request.GET.get("show") == "differences"
        rows = wager_matrix.wager_rows(self.editions, sort=self.sort, descending=self.descending)
        self.rows = [row for row in rows if not self.differences_only or row.differs(self.editions)]
        self.same = len(rows) - len(self.rows)

    def column(self, key: str, title: str) -> dict[str, str]:
        """Return a column's heading: the state of its sorting, and the address that sorts the other way."""
        current = self.sort == key
        order = {"sort": key, "order": "down" if current and not self.descending else "up"}
        query = self._query(**order, **self._shown)
        direction = ("descending" if self.descending else "ascending") if current else ""
        return {"title": title, "href": f"{reverse('public:matrix')}?{query}", "direction": direction}

    @property
    def notes(self) -> list[str]:
        """What the marks in a game with few rows stand for, each once; craps says it in its cells."""
        cells = (cell for row in self.rows for cell in row.cells.values() if self.choice.game.in_rounds)
        return list(dict.fromkeys(cell.note for cell in cells if cell.note))

    @property
    def download_query(self) -> str:
        """The known parameters of the query, for the downloads; no others are passed on."""
        query = self._query(**self._sorted, **self._shown)
        return f"?{query}" if query else ""

    @property
    def other_query(self) -> str:
        """The query for only what differs, or for every bet."""
        return "?" + self._query(**self._sorted, **({} if self.differences_only else {"show": "differences"}))

    @property
    def _sorted(self) -> dict[str, str]:
        sort = {} if self.sort == wager_matrix.WAGER else {"sort": self.sort}
        return sort | ({"order": "down"} if self.descending else {})

    @property
    def _shown(self) -> dict[str, str]:
        return {"show": "differences"} if self.differences_only else {}

    def _query(self, **rest: str) -> str:
        game = {} if self.choice.chosen or self.choice.game.id == HOME else {"game": self.choice.game.id}
        return _query(self.choice.chosen, **game, **rest)


def _query(chosen: list[Edition], **rest: str) -> str:
    return urlencode([("edition", edition.id) for edition in chosen] + list(rest.items()))
