"""What Casino War says, in French."""

from fractions import Fraction

from craps.money import odds_text, percent_text

WAGERS = {"war": "Casino War", "tie": "Égalité", "go_to_war": "Aller à la bataille"}
PAID = {
    "war": "la mise Casino War",
    "tie": "la mise sur l’égalité",
    "go_to_war": "la mise Aller à la bataille",
}
PLAYS = {"war": "bataille après une égalité", "surrender": "abandonnée après une égalité"}
CALLS = {
    "deal": (
        "Distribuer les cartes",
        "Choisir les cartes",
        ("Carte du joueur", "Carte du croupier"),
    ),
    "surrender": ("Abandonner", "", ()),
}
STATES = {
    "betting": "Les mises sont ouvertes",
    "tied": "Égalité : allez à la bataille ou abandonnez",
    "at_war": "Bataille : deux autres cartes décident",
}
SECTIONS = {"cards": "Cartes", "table": "Table"}
LIMITS = {"tie": "Seule, sans Casino War, elle est d’au moins le minimum de cette mise."}
VALUES = {
    "cards.least": "Jeux de cartes dans le sabot, au moins",
    "cards.most": "Jeux de cartes dans le sabot, au plus",
    "cards.baseline": "Jeux de cartes si l’exploitant n’en indique pas le nombre",
    "play.bet_first": "Article sur la mise par laquelle une manche commence",
    "play.stays": "Article sur les mises avant la première carte",
    "play.tie_alone": "Article sur une mise sur l’égalité seule",
    "play.choice": "Article sur le choix d’aller à la bataille ou d’abandonner",
    "play.equal": "Article sur le montant de la mise Aller à la bataille",
    "play.higher": "Article sur la carte du joueur plus haute",
    "play.lower": "Article sur la carte du croupier plus haute",
    "play.tie": "Article sur une mise sur l’égalité qui gagne",
    "play.tie_lost_above": "Article sur une mise sur l’égalité perdue contre la carte du joueur",
    "play.tie_lost_below": "Article sur une mise sur l’égalité perdue contre la carte du croupier",
    "play.war_won": "Article sur une bataille gagnée",
    "play.war_tied": "Article sur une bataille à égalité",
    "play.war_lost": "Article sur une bataille perdue",
    "play.won_alone": (
        "Paiement d’une bataille gagnée là où il est lu sur la seule mise Aller à la bataille"
    ),
    "play.surrender": "Part perdue en cas d’abandon",
}
LABELS = {
    "decks": "Jeux de cartes dans le sabot",
    "table.burn_cards": "Cartes brûlées avant chaque carte d’une bataille",
    "table.dealer_bet_at_war": "Les mises du croupier vont à la bataille",
}
SQUARES = {
    "player": "Carte du joueur",
    "dealer": "Carte du croupier",
    "war_player": "Carte de bataille du joueur",
    "war_dealer": "Carte de bataille du croupier",
}
CAPTIONS = {"player": "Joueur", "dealer": "Croupier", "war_player": "Bataille", "war_dealer": "Bataille"}


def _share(share: Fraction) -> str:
    if share == 1:
        return "la totalité de"
    return "la moitié de" if share == Fraction(1, 2) else f"{percent_text(share)} de"


def _course(share: Fraction, burned: int, to_war: bool) -> str:
    told = (
        "Vous et le croupier recevez chacun une carte ouverte, et la carte la plus haute gagne. L’as est la "
        "plus haute, et les couleurs ne comptent pas. "
    )
    if not to_war:
        lost = f"{_share(share)} votre mise"
        return f"{told}Si les deux cartes sont de même rang, vous abandonnez et perdez {lost}."
    burns = "distribue deux autres cartes"
    if burned:
        cards = f"{burned} cartes" if burned > 1 else "une carte"
        burns = f"brûle {cards} avant chacune de deux autres cartes"
    return (
        f"{told}Si les deux cartes sont de même rang, vous choisissez : abandonner et perdre {_share(share)} "
        "votre mise, ou aller à la bataille avec une seconde mise égale à la première. Dans une bataille, le "
        f"croupier {burns}, une pour vous et une pour lui, et celles-ci décident des deux mises."
    )


def _won_to_war(first: str, tied: Fraction | None) -> str:
    also = f" Une bataille à égalité la paie {odds_text(tied)}." if tied is not None else ""
    return (
        f"Mise faite après une égalité, égale à votre mise {first}. Gagne si votre carte suivante est plus "
        "haute que celle du croupier ou de même rang ; si elle est plus basse, les deux mises sont perdues."
        f"{also}"
    )


def _won_war(share: Fraction, second: str, tied_wins: bool, to_war: bool) -> str:
    told = (
        "Mise faite avant la première carte. Gagne si votre carte est plus haute que celle du croupier et "
        "perd "
        f"si elle est plus basse. Après une égalité, vous pouvez abandonner et perdre {_share(share)} la mise"
    )
    if not to_war:
        return f"{told}."
    tied = "elle gagne aussi" if tied_wins else "elle est rendue aussi"
    return (
        f"{told}, ou aller à la bataille : si {second} gagne, cette mise est rendue, et si la bataille est à "
        f"égalité, {tied}."
    )


def _surrendered(share: Fraction, first: str) -> str:
    return f"Le joueur perd {_share(share)} la mise {first}."


SAID = {
    "name": "Casino War",
    "on": "sur {player} contre {dealer}",
    "in_war": "dans la bataille sur {player} contre {dealer}",
    "after_tie": "après une égalité",
    # Refusals
    "after_a_tie_once": "Un joueur va à la bataille après une égalité, et une seule fois.",
    "before_first_card": "{name} se mise avant la première carte d’une manche.",
    "tied_first": "Les cartes sont à égalité : le joueur va d’abord à la bataille ou abandonne.",
    "begins": "Rien n’est misé : une manche commence par une mise.",
    "tie_alone": (
        "Une mise sur l’égalité seule est d’au moins le minimum de la table, {least}, et non {alone}."
    ),
    "surrender_after": "Un joueur peut abandonner après une égalité, avant d’aller à la bataille.",
    # Events, stories
    "surrenders": "Le joueur abandonne",
    "dealt": "Le joueur a {player}, le croupier {dealer}",
    "wins": "{wager} gagne",
    "war_is_tied": "Une bataille est à égalité",
    "war_is_lost": "Une bataille est perdue",
    "tie_is_surrendered": "Une égalité est abandonnée",
    "war_is_won_story": "Le joueur va à la bataille et la gagne.",
    "war_is_tied_story": "Le joueur va à la bataille, et les cartes sont de nouveau à égalité.",
    # What the documents ask
    "burns": "Le croupier brûle {figure} cartes avant chaque carte d’une bataille",
    "dealer_bet": "Une mise du croupier ne va pas à la bataille",
    # For players
    "course": _course,
    "won_tie": (
        "Mise faite avant la première carte, seule ou avec une autre mise. Gagne si votre carte et celle du "
        "croupier sont de même rang, et perd sinon."
    ),
    "won_go_to_war": _won_to_war,
    "won_war": _won_war,
    "surrendered": _surrendered,
}
# The steps of a round: when, and what happens
STEPS = {
    "bets": ("Mises", "Avant la première carte, les joueurs misent sur {first}, sur {tie} ou sur les deux."),
    "alone": ("Une mise sur {tie} seule", "Elle est d’au moins le minimum de la table."),
    "stays": ("Après la première carte", "Les mises demeurent jusqu’à ce qu’elles soient réglées."),
    "higher": ("La carte du joueur est plus haute", "{first} gagne, et {tie} perd."),
    "lower": ("La carte du croupier est plus haute", "{first} et {tie} perdent."),
    "tie": (
        "Les cartes sont à égalité",
        "{tie} gagne. Un joueur qui a misé sur {first} va à la bataille ou abandonne.",
    ),
    "surrender": ("Le joueur abandonne", ""),
    "to_war": (
        "Le joueur va à la bataille",
        "Le joueur place une mise {second} à côté de la mise {first}, égale à celle-ci. Le croupier brûle "
        "{burned} cartes avant chaque carte de la bataille.",
    ),
    "war_won": ("La bataille est gagnée", "{second} gagne, et {first} est à égalité."),
    "war_tied": ("La bataille est à égalité", "{second} gagne, et {first} est à égalité."),
    "war_tied_both": ("La bataille est à égalité", "{first} et {second} gagnent."),
    "war_lost": ("La bataille est perdue", "{first} et {second} perdent."),
}
