"""What Red Dog says, in French."""

WAGERS = {"red_dog": "Red Dog", "raise": "Relance"}
PAID = {
    **{f"spread:{spread}": f"un écart de {spread}" for spread in range(1, 12)},
    "three_of_a_kind": "un brelan",
}
PLAYS = {"best": "relancée quand une relance en vaut la peine", "never_raise": "jamais relancée"}
CALLS = {
    "deal": ("Distribuer les cartes", "Choisir les cartes", ("Première carte", "Deuxième carte")),
    "draw": ("Tirer la troisième carte", "Choisir la troisième carte", ("Troisième carte",)),
}
STATES = {
    "betting": "Les mises sont ouvertes",
    "raising": "Un écart : une troisième carte décide",
    "pair": "Une paire : une troisième carte décide",
}
SECTIONS = {"cards": "Cartes", "table": "Table"}
VALUES = {
    "cards.least": "Jeux de cartes dans le sabot, au moins",
    "cards.most": "Jeux de cartes dans le sabot, au plus",
    "cards.baseline": "Jeux de cartes si l’exploitant n’en indique pas le nombre",
    "play.bet_first": "Article sur la mise par laquelle une manche commence",
    "play.before_the_deal": "Article sur les mises avant la distribution",
    "play.stays": "Article sur les mises qui demeurent",
    "play.deal": "Article sur les deux premières cartes",
    "play.equal": "Article sur les relances",
    "play.no_raise": "Article sur une paire sans relance",
    "play.draw": "Article sur la troisième carte",
    "play.consecutive": "Article sur les cartes consécutives",
    "play.pair": "Article sur une paire qui en reste une",
    "play.lose": "Article sur une troisième carte qui n’est pas entre les deux",
}
LABELS = {
    "table.more_positions": "Positions qu’un joueur peut occuper, au moins",
    "table.conversion_two": "Jetons de plus grande valeur, selon l’article le plus large, à partir de",
    "table.conversion_three": "Jetons de plus grande valeur, selon l’article le plus étroit, à partir de",
    "decks": "Jeux de cartes dans le sabot",
    "table.positions_per_player": "Nombre maximal de positions par joueur",
    "table.back_betting": "Mise sur la main d’un autre joueur",
    "table.dealer_bet_area": "Zone pour les mises du croupier",
    "table.conversion_from": "Jetons de plus grande valeur à partir d’un paiement de",
}
SQUARES = {"left": "Première carte", "centre": "Troisième carte", "right": "Deuxième carte"}
# The squares of the schedule: what is printed in them, and their names
SCHEDULE = {
    "0": ("CONSÉC.", "Cartes consécutives"),
    "-1": ("PAIRE", "Une paire"),
    "three_of_a_kind": ("BRELAN", "Un brelan"),
}


def _course(three: str, raises: bool) -> str:
    may = "Vous pouvez ensuite relancer votre mise, et une troisième carte est tirée. " if raises else ""
    return (
        "Le croupier retourne deux cartes, et vous misez qu’une troisième tombera entre elles. L’as est la "
        "plus haute, et les couleurs ne comptent pas. L’écart est le nombre de rangs entre les deux cartes, "
        f"et le paiement d’un gain en dépend. {may}Si les deux premières cartes se suivent, la manche se "
        "termine aussitôt et votre mise est rendue. Si elles forment une paire, une troisième carte de même "
        f"rang paie {three}, et après toute autre carte votre mise est rendue."
    )


SAID = {
    "name": "Red Dog",
    "push": "égalité",
    "spreads": "un écart de {numbers}",
    "a_spread": "Un écart de {spread}",
    # On what a bet is settled
    "two": "{first} et {second}",
    "on_consecutive": "sur {two}, qui se suivent",
    "on_three": "sur un brelan, {card} avec une paire",
    "on_pair": "sur une paire et {card}",
    "between": "sur {card} entre {two}, un écart de {spread}",
    "not_between": "sur {card}, qui n’est pas entre {two}",
    # Refusals
    "before_the_deal": (
        "Les mises se font avant la distribution : les cartes de cette manche sont sur la table."
    ),
    "no_raises": "Une mise demeure telle quelle pendant le jeu : il n’y a pas de relance.",
    "no_raise_on_pair": "Il n’y a pas de relance sur une paire.",
    "raise_after_two": "Une relance se fait après les deux premières cartes.",
    "raised_already": "La mise a déjà été relancée : une seule relance est permise.",
    "dealt_already": "Deux cartes de cette manche sont déjà sur la table.",
    "begins": "Rien n’est misé : une manche commence par une mise.",
    "third_after_two": (
        "Une troisième carte est tirée après les deux premières, sauf si celles-ci se suivent."
    ),
    # Events, stories
    "third": "La troisième carte est {card}",
    "cards": "Les cartes sont {first} et {second}",
    "wins": "{what} gagne",
    "raised_wins": "Une mise relancée sur un écart de 7 gagne",
    "raised_loses": "Une mise relancée sur un écart de 7 perd",
    "widest_raised": "Une mise sur le plus grand écart est relancée et gagne.",
    # What the documents ask
    "positions": "Un joueur peut occuper {count} positions ou plus.",
    "converted": "Des jetons de plus grande valeur peuvent payer les mises qui paient {odds} ou plus.",
    "players": "Le jeu accepte {figure} joueurs",
    "positions_played": "Un joueur occupe {figure} positions dans une manche",
    "nobody_bets": "Personne ne mise sur la main d’un autre joueur",
    "dealer_area": "Les mises du croupier ont une zone, ou se trouvent au bord de l’emplacement du joueur.",
    # For players
    "course": _course,
    "won_no_raise": "Aucune relance n’est acceptée : une mise demeure telle quelle.",
    "won_raise": (
        "Mise faite après les deux premières cartes, sauf si elles forment une paire ou se suivent : une "
        "seule fois, et égale à votre mise {bet}. Gagne et perd avec elle, au même paiement. {worth}"
    ),
    "won_red_dog": (
        "Mise faite avant la première carte. Gagne si la troisième carte tombe entre les deux premières, et "
        "perd si elle est en dehors ou du même rang que l’une d’elles. Est rendue si les deux premières se "
        "suivent, ou forment une paire que la troisième carte ne complète pas."
    ),
    "raise_never_worth": "En moyenne, elle perd plus qu’elle ne gagne, quel que soit l’écart.",
    "raise_worth": "En moyenne, elle gagne plus qu’elle ne perd sur {spreads} seulement.",
}
# The steps of a round: when, and what happens
STEPS = {
    "bets": (
        "Mises",
        "Une manche commence par des mises sur les emplacements du tapis, faites avant la distribution.",
    ),
    "begun": ("Une fois le jeu commencé", "Les joueurs ne touchent plus à leurs mises."),
    "deal": ("La distribution", "Le croupier retourne deux cartes du sabot."),
    "consecutive": (
        "Les deux cartes se suivent",
        "Aucune troisième carte n’est tirée, et {bet} est à égalité.",
    ),
    "raise": (
        "Elles ne se suivent pas et ne forment pas une paire",
        "Chaque joueur peut relancer une fois, du montant de la mise.",
    ),
    "no_raise": (
        "Elles ne se suivent pas et ne forment pas une paire",
        "Aucune relance n’est acceptée : la mise demeure telle quelle.",
    ),
    "pair": ("Elles forment une paire", "Aucune relance n’est acceptée."),
    "third": ("La troisième carte", "Le croupier la tire quand toutes les relances sont faites."),
    "between": ("Elle tombe entre les deux", "{bet} gagne et est payé selon l’écart."),
    "between_both": ("Elle tombe entre les deux", "{bet} et {more} gagnent et sont payés selon l’écart."),
    "not_between": ("Elle ne tombe pas entre les deux", "{bet} perd."),
    "not_between_both": ("Elle ne tombe pas entre les deux", "{bet} et {more} perdent."),
    "matches": ("Elle complète la paire", "{bet} gagne comme brelan."),
    "no_match": ("Elle ne complète pas la paire", "{bet} est à égalité."),
}
