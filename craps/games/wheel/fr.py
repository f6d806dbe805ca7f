"""What a wheel of fortune says, in French."""

WAGERS = {"space": "Case"}
CALLS = {
    "spin": ("Faire tourner la roue", "Choisir la case", ("Case",)),
    "no_more_bets": ("Annoncer « rien ne va plus »", "", ()),
}
STATES = {"betting": "Les mises sont ouvertes", "closed": "Rien ne va plus : la roue tourne"}
SECTIONS = {"wheel": "Roue", "table": "Table"}
VALUES = {
    "wheel.equal_spaces": "Article sur un même nombre de cases pour des paiements différents",
    "play.late": "Article sur les mises après « rien ne va plus »",
    "play.close": "Article sur l’annonce « rien ne va plus »",
    "play.stays": "Article sur les mises qui demeurent",
    "play.won": "Article sur le paiement des mises gagnantes",
    "play.lost": "Article sur les mises perdantes",
}
LABELS = {
    "wheel": "Roue",
    "wheel.spaces": "Cases",
    "wheel.payouts": "Ce que paie chaque case",
    "table.revolutions": "Tours complets de la roue, au moins",
    "table.alternate_direction": "Le sens change à chaque tour",
    "table.dealer_bets": "Mises du croupier permises",
}


def _spaces(count: int) -> str:
    return f"{count} case{'s' if count > 1 else ''}"


def _of_kinds(count: int, kinds: int) -> str:
    return f"{_spaces(count)} de {kinds} sorte{'s' if kinds > 1 else ''}"


def _pays(count: int, odds: str) -> str:
    return f"{_spaces(count)}, {'paient' if count > 1 else 'paie'} {odds}"


def _course(spaces: int, kinds: int, turns: int) -> str:
    through = f"{turns} tour{'s' if turns > 1 else ''} complet{'s' if turns > 1 else ''}"
    of_kinds = f" de {kinds} sortes" if kinds > 1 else ""
    return (
        f"La roue a {spaces} cases{of_kinds}, et vous misez sur les sortes de votre choix. Le croupier "
        f"annonce « rien ne va plus », fait faire à la roue au moins {through} et annonce la case où elle "
        "s’arrête. Les mises sur cette sorte de case gagnent, toutes les autres perdent. Les tours "
        "précédents n’ont pas d’effet sur les suivants."
    )


SAID = {
    "name": "Roue de fortune",
    "area_rule": "Chaque sorte de case de la roue a besoin d’une zone.",
    "section": "La roue",
    "section_intro": (
        "Les sortes de cases de votre roue : combien il y en a de chacune, et ce que chacune paie. Le "
        "règlement n’imprime aucune roue ; vous l’indiquez donc en entier."
    ),
    "section_row": "Sorte de case",
    "edge": (
        "Le document n’imprime aucun paiement. Une sorte qui a n des N cases de la roue et qui paie p "
        "contre 1 "
        "coûte au joueur 1 − n × (p + 1) ÷ N de chaque mise."
    ),
    "called_space": "Case annoncée",
    "on": "sur {space}",
    "among": "{count} cases sur {total}",
    "of_kinds": _of_kinds,
    "pays": _pays,
    "a_space": "Case {kind}",
    "spaces_of": "Cases {kind}",
    "payout_of": "Paiement de {kind}",
    "left": "Chacune des {count} cases est également probable à chaque tour.",
    # Refusals
    "late": "Le croupier a annoncé « rien ne va plus » : la mise est nulle et revient au joueur.",
    "called_already": "Le croupier a déjà annoncé « rien ne va plus ».",
    "no_space": "La roue n’a pas de case {space}.",
    # Events, stories
    "calls": "Le croupier annonce {space}",
    "no_more_bets": "Rien ne va plus",
    "ten_wins": "10 sur {kind} gagne",
    # What the documents ask
    "equal_kinds": "Deux sortes de cases que la roue a en nombre égal paient la même chose.",
    "equal_totals": "Deux paiements n’ont jamais le même nombre de cases en tout.",
    "areas": "Le tapis a une zone pour chaque sorte de case.",
    "own_areas": "Les zones sont pour les cases que la roue a.",
    "turns": "La roue fait {figure} tours complets",
    "direction": "La roue tourne chaque fois dans l’autre sens",
    "dealer_bets": "Les mises du croupier sont permises",
    # For players
    "course": _course,
    "won": (
        "Misez sur une sorte de case avant « rien ne va plus » ; une mise faite plus tard est nulle et est "
        "rendue. Gagne si le croupier annonce cette sorte de case, et perd sinon. L’annonce compte même si "
        "l’indicateur glisse ensuite."
    ),
}
# The steps of a round: when, and what happens
STEPS = {
    "bets": ("Mises", "Les joueurs misent sur n’importe quelle sorte de case de la roue."),
    "close": (
        "Rien ne va plus",
        "Le croupier l’annonce avant de faire tourner la roue. Dès lors, les mises demeurent jusqu’à ce "
        "qu’elles soient réglées.",
    ),
    "late": ("Une mise après l’annonce", "Elle est nulle et revient au joueur."),
    "spin": (
        "Le tour de roue",
        "Le croupier fait faire à la roue au moins {turns} tours complets, chaque fois dans l’autre sens.",
    ),
    "won": ("La case que le croupier annonce", "Les mises sur cette sorte gagnent et sont payées."),
    "lost": ("Toute autre case", "Les mises sur celle-ci perdent et sont retirées du tapis."),
}
