"""Why a table refuses what a player does, in French."""

SAID = {
    "put_back": "{name} a été retiré et ne peut être remis avant le prochain lancer.",
    "not_up": "{name} n’est pas en jeu : il n’y a rien à retirer.",
    "too_much": "Seulement {stake} est en jeu sur {name} ; on ne peut en retirer {amount}.",
    "nothing_to_turn_on": "{name} n’est pas en jeu : il n’y a rien à activer.",
    "nothing_to_turn_off": "{name} n’est pas en jeu : il n’y a rien à désactiver.",
    "fixed_on": "{name} ne peut être activé.",
    "fixed_off": "{name} ne peut être désactivé.",
    "not_offered": "{name} ne fait pas partie des mises prévues par les règles de cet exploitant.",
    "not_listed": "{name} ne fait pas partie des mises prévues par le document ({clause}).",
    "no_hop": "Il n’y a pas de mise Hop sur {total} : 2, 3, 11 et 12 sont des mises de proposition.",
    "needs_point": "{name} exige un point : cette mise se place après le lancer de sortie.",
    "nothing_to_add": "{name} {number} n’est pas en jeu : il n’y a rien à augmenter.",
    "before_come_out": "{name} se place avant un lancer de sortie, et un point est établi.",
    "needs_set_point": "{name} exige une mise {flat} dont le point est établi.",
    "new_shooter": "{name} n’est accepté qu’avant le premier lancer de sortie d’un nouveau lanceur.",
    "needs": "{name} exige aussi {bets} sur la table.",
    "contract": "{name} ne peut être ni retiré ni réduit une fois placé.",
    "contract_point": "{name} ne peut être ni retiré ni réduit : son point, {number}, est établi.",
    "kept": "{name} ne peut jamais être ni retiré ni réduit.",
    "kept_after_point": (
        "{name} ne peut être ni retiré ni réduit une fois que le lanceur a établi un premier point."
    ),
    "no_raise": "{name} ne peut être augmenté.",
    "no_raise_on": "{name} sur le {number} ne peut être augmenté.",
    "no_raise_point": "{name} ne peut être augmenté : son point, {number}, est établi.",
    "no_raise_once_set": "{name} ne peut être augmenté une fois son point établi.",
    "no_raise_once_up": "{name} ne peut être augmenté une fois en jeu.",
    "no_raise_reduced": "{name} a été réduit et ne peut être augmenté avant le prochain lancer.",
    "no_raise_carried": "{name} ne peut être augmenté : la mise se poursuit depuis le lanceur précédent.",
    "below": "{total} est inférieur à la mise minimale de {limit} sur {name}.",
    "above": "{total} est supérieur à la mise maximale de {limit} sur {name}.",
    "chips": "{total} n’est pas un nombre entier de jetons de {chip}.",
    "fewest_units": "{name} exige au moins {fewest} unités : {least} ou plus, et non {total}.",
    "units": "{name} se mise par unités de {unit} : des multiples de {amount}, et non {total}.",
    "even_units": (
        "{name} se mise en unités entières de chaque côté : un nombre pair de jetons de {chip}, et non "
        "{total} en tout."
    ),
    "multiple": "{name} se mise en multiples de {multiple}, et non {total}.",
    "steps": "{name} se mise par paliers de {step}, et non {total}.",
    "odds": "{total} dépasse ce que {name} peut être sur le {number} : au plus {most}.",
    "odds_or_payable": (
        "{total} dépasse ce que {name} peut être sur le {number} : au plus {most}, ou exactement {payable} "
        "pour que le paiement soit en jetons entiers."
    ),
    # Games played in rounds
    "not_up_now": "{name} n’est pas en jeu : il n’y a rien à reprendre.",
    "stays": "{name} ne peut plus être repris : la mise demeure jusqu’à ce qu’elle soit réglée.",
    "as_much": "{name} égale la mise {first}, soit {stake}, et non {total}.",
}
