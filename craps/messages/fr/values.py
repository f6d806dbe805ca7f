"""What the values of an edition are called, in French."""

WHOLE = {
    "listed": "La liste des mises",
    "left_out": "Une mise omise",
    "no_other_fee": "Aucuns autres frais",
    "two_vig_ways": "Commission sur les mises achetées et d’opposition prise de deux façons",
}
WAGER = {
    "name": "nom dans le document",
    "clause": "article qui l’énumère",
    "pays": "paie",
    "pays_clauses": "article sur le paiement sur",
    "loses": "article sur la perte",
    "loses_point": "article sur la perte après le point",
    "wins_point": "article sur le gain après le point",
    "pushes": "article sur le coup nul",
    "moves": "article sur le passage à un numéro",
    "shares": "article sur le paiement par parts",
    "printed": "imprimé comme payant, en entier,",
    "when": "article sur le moment de la mise",
    "not_on": "article sur les endroits où elle ne peut être placée",
    "offering": "l’offrir",
    "left_out": "l’omettre",
    "chips": "en multiples de jetons",
    "fewest_chips": "nombre minimal de jetons",
    "multiple": "en multiples de, sur",
    "wrong_unit": "payé 1 contre 1 au-delà d’un multiple de, sur",
    "needs": "exige une mise sur",
    "in_addition_to": "offert en plus de",
    "min": "minimum",
    "max": "maximum",
    "increment": "par paliers de",
    "narrower": "limites plus étroites",
    "raise": "peut être augmenté",
    "remove": "peut être retiré",
    "reduce": "article sur la réduction",
}
ODDS = {
    "basis": "mesurée sur",
    "most": "au plus, sur",
    "least": "au moins, sur",
    "below": "un multiple plus bas est",
    "baseline": "multiple si l’exploitant n’en indique aucun",
    "excess": "plus pour une unité payable",
    "without_excess": "refuser plus pour une unité payable",
}
VIG = {
    "collect": "prise",
    "rate": "taux",
    "base": "calculée sur",
    "refund": "remboursée si la mise est retirée avant d’être réglée",
    "open_on_win": "article sur la prise en cas de gain",
}
COME_OUT = {
    "state": "au lancer de sortie",
    "call": "le joueur peut l’activer ou la désactiver",
    "clauses": "article sur le lancer de sortie, sur",
}
MAKING = {
    "pass_after_point": "{pass_line} après le point",
    "come_raise": "{come} déjà sur un numéro peut être augmenté",
    "contract": "Une mise de ligne doit demeurer à partir de",
    "contract_come": "Article sur le moment où {come} doit demeurer",
    "dont_raise": "{dont_pass} peut être augmenté",
    "dont_come_raise": "{dont_come} peut être augmenté",
    "after_point": "Article sur l’augmentation après le point",
    "no_call": "Article sur l’activation et la désactivation des mises",
    "no_call_on_point": "Article sur l’activation et la désactivation des mises quand un point est établi",
    "limits": "Article sur les limites affichées",
    "called_with_cash": "Une mise annoncée en argent comptant",
    "without_cash": "Mises annoncées avec des jetons seulement",
    "posted": "Article sur une limite affichée",
}
POSTED = {"min": "minimum", "max": "maximum", "odds": "maximum de la cote"}
TABLE = {
    "seated_only": "Seuls les joueurs assis misent",
    "more_dice": "Un jeu de dés plus grand",
    "fewest_dice": "Nombre minimal de dés par jeu",
    "stickperson": "Une table sans bâtonnier",
}
LAYOUT = {
    "areas": "Une zone pour chaque mise",
    "no_area": "Une mise sans zone",
    "shared_areas": "Peut partager la zone de",
    "operator_name": "Le nom ou le logo de l’exploitant",
    "words": "Mots sur le tapis",
    "legends": "Inscription",
    "marks": "Marque",
    "may_be_split": "Peut être divisée en deux sans zone",
    "schedules": "Barème de paiement sur le tapis",
}
OPTIONS = {
    "refer": "laissé à l’appréciation de l’organisme de réglementation",
    "allow": "permis",
    "breach": "manquement",
    "not": "pas avant le prochain lancer",
}
JUDGED = {
    "fine": "permis",
    "refer": "laissé à l’appréciation de l’organisme de réglementation",
    "breach": "manquement",
}
SAID = {
    "as_stated": "comme l’indique {clause}",
    "change": "{label} : était {was}, est {now}",
    "other_reasons": "{now}, pour d’autres raisons",
    "nothing": "rien",
    "every_number": "chaque numéro",
    "turning_on": "{name} : article sur l’activation",
    "turning_off": "{name} : article sur la désactivation",
    "entry": "{name} : {words}{slot}",
    "odds_on": "Cote sur {label}",
    "vigorish_on": "Commission sur {label}",
    "paytable_clause": "{name} : article",
    "paytable_pays": "Table {table}, {name} : paie{slot}",
}
