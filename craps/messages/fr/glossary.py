"""The glossary in French: name and text of every term of craps/rulebook/glossary.toml, by its id."""

TERMS = {
    "come-out-roll": (
        "lancer de sortie",
        "Le lancer qui ouvre une partie, et chaque premier lancer après que les mises de ligne ont été "
        "réglées. Il règle aussitôt les mises de ligne (sur 2, 3, 7, 11 ou 12) ou établit un point.",
    ),
    "point": (
        "point",
        "Le 4, 5, 6, 8, 9 ou 10 obtenu au lancer de sortie. Les mises de ligne sont ensuite réglées par "
        "ce numéro ou par un 7, selon celui qui sort en premier.",
    ),
    "come-point": (
        "point de la mise Venir",
        "Le 4, 5, 6, 8, 9 ou 10 obtenu au premier lancer après une mise Venir ou Ne pas venir : le point "
        "propre à cette mise.",
    ),
    "seven-out": (
        "sept perdant",
        "Un 7 obtenu pendant qu’un point est établi. Il met fin au tour du lanceur, et les dés passent au "
        "joueur suivant.",
    ),
    "valid-roll": (
        "lancer valide",
        "Un lancer qui compte : fait comme les règles l’exigent, et non déclaré nul.",
    ),
    "no-roll": (
        "lancer nul",
        "L’annonce qu’un lancer ne compte pas. Les mises demeurent telles quelles, et les dés sont lancés "
        "de nouveau.",
    ),
    "natural-fall": (
        "chute naturelle",
        "La façon dont un dé s’immobiliserait si rien ne lui faisait obstacle.",
    ),
    "upper-face": (
        "face supérieure",
        "La face d’un dé qui compte, en règle générale celle du dessus. La somme des deux faces "
        "supérieures est le total d’un lancer.",
    ),
    "same-dice": (
        "mêmes dés",
        "La demande par laquelle un lanceur veut ravoir les mêmes dés après qu’ils sont tombés de la table.",
    ),
    "round-of-play": (
        "manche",
        "Le jeu, de son premier lancer ou de sa première carte jusqu’au règlement des mises qu’il décide.",
    ),
    "shooter": (
        "lanceur",
        "Le joueur qui lance les dés. En Nouvelle-Zélande, aussi le bâtonnier, là où les règles lui "
        "permettent de lancer.",
    ),
    "stickperson": (
        "bâtonnier",
        "Le croupier qui tient le bâton, remet et ramasse les dés et annonce ce qu’ils montrent. Certains "
        "documents disent « stickman ».",
    ),
    "boxperson": (
        "chef de table",
        "La personne assise derrière les jetons de la maison, qui surveille le jeu à la table. Certains "
        "documents disent « boxman ».",
    ),
    "base-dealer": (
        "croupier de bout",
        "Un croupier qui sert un bout de la table : il ramasse les mises perdantes, paie les gagnantes et "
        "place des mises pour les joueurs.",
    ),
    "floor-supervisor": (
        "superviseur des jeux",
        "Le superviseur de plusieurs tables, au-dessus des croupiers et du chef de table. Certains "
        "documents disent « floorman ».",
    ),
    "game-supervisor": (
        "superviseur de table",
        "En Nouvelle-Zélande, la personne responsable d’une table, assise devant sa réserve de jetons, "
        "qui tranche les différends.",
    ),
    "casino-supervisor": (
        "superviseur de secteur",
        "En Nouvelle-Zélande, la personne responsable d’un secteur, c’est-à-dire d’un groupe de tables.",
    ),
    "operator": (
        "exploitant",
        "La société qui exploite le casino et qui demande à l’organisme de réglementation d’approuver les "
        "règles de ses tables.",
    ),
    "line-bet": (
        "mise de ligne",
        "Une mise sur la ligne de passe ou sur Ne passe pas. Un joueur doit en avoir une pour lancer les "
        "dés.",
    ),
    "pass-line-bet": (
        "mise sur la ligne de passe",
        "La mise avec le lanceur. Elle gagne sur un 7 ou un 11 au lancer de sortie, perd sur 2, 3 et 12, "
        "et gagne autrement si le point sort avant un 7.",
    ),
    "dont-pass-bet": (
        "mise Ne passe pas",
        "La mise contre le lanceur. Elle gagne sur un 2 ou un 3 au lancer de sortie, perd sur 7 et 11, "
        "est nulle sur 12, et gagne autrement si un 7 sort avant le point.",
    ),
    "come-bet": (
        "mise Venir",
        "Une mise comme celle sur la ligne de passe, faite pendant qu’un point est établi : le lancer "
        "suivant est son propre premier lancer.",
    ),
    "dont-come-bet": (
        "mise Ne pas venir",
        "Une mise comme Ne passe pas, faite pendant qu’un point est établi : le lancer suivant est son "
        "propre premier lancer.",
    ),
    "contract-wager": (
        "mise contractuelle",
        "Une mise qui doit demeurer jusqu’à ce qu’elle soit réglée. À Singapour, la ligne de passe ou "
        "Venir en est une dès qu’elle est placée ; ailleurs, elle le devient quand un point est établi.",
    ),
    "odds": (
        "cote",
        "Une mise additionnelle sur une mise de ligne ou une mise Venir dont le point est établi, payée à "
        "la cote réelle. Sa taille permise dépend de cette mise.",
    ),
    "taken-down": (
        "retirée",
        "Se dit d’une mise que le joueur reprend avant qu’elle soit réglée. Chaque règlement dit quelles "
        "mises peuvent être retirées, et jusqu’à quand.",
    ),
    "stand-off": (
        "coup nul (égalité)",
        "Ni gagné ni perdu : le joueur garde sa mise, et rien n’est payé.",
    ),
    "place-bet": (
        "mise placée",
        "Une mise qu’un numéro choisi (4, 5, 6, 8, 9 ou 10) sortira avant un 7, payée un peu moins que la "
        "cote réelle.",
    ),
    "place-bet-to-lose": (
        "mise placée pour perdre",
        "Une mise qu’un 7 sortira avant un numéro choisi, payée un peu moins que la cote réelle.",
    ),
    "buy-bet": (
        "mise achetée",
        "Une mise qu’un numéro choisi sortira avant un 7, payée à la cote réelle. Le joueur paie une "
        "commission pour l’avoir.",
    ),
    "lay-bet": (
        "mise d’opposition",
        "Une mise qu’un 7 sortira avant un numéro choisi, payée à la cote réelle. Le joueur paie une "
        "commission pour l’avoir.",
    ),
    "hardway": (
        "mise en paire",
        "Un 4, 6, 8 ou 10 obtenu par une paire. La mise gagne si la paire sort avant un 7 et avant le "
        "même numéro sous une autre forme.",
    ),
    "easy-way": (
        "voie facile",
        "Un 4, 6, 8 ou 10 obtenu avec deux faces différentes.",
    ),
    "big-6-and-big-8": (
        "gros 6 et gros 8",
        "Des mises, payées à 1 contre 1, qu’un 6 ou un 8 sortira avant un 7.",
    ),
    "one-roll-bet": (
        "mise d’un seul lancer",
        "Une mise qui est décidée par le prochain lancer.",
    ),
    "proposition-bet": (
        "mise de proposition",
        "Une des mises au milieu du tapis, le plus souvent sur un seul total au prochain lancer.",
    ),
    "field-bet": (
        "champ",
        "Une mise d’un seul lancer qui gagne sur 2, 3, 4, 9, 10, 11 et 12.",
    ),
    "any-craps": (
        "tout craps",
        "Une mise d’un seul lancer sur 2, 3 et 12 ensemble ; ces trois totaux s’appellent craps.",
    ),
    "any-seven": (
        "tout sept",
        "Une mise d’un seul lancer sur le 7.",
    ),
    "horn-bet": (
        "mise Horn",
        "Une mise d’un seul lancer en quatre parts égales sur 2, 3, 11 et 12.",
    ),
    "horn-high": (
        "Horn High",
        "Une mise Horn avec une cinquième part sur celui de ses quatre numéros que le joueur nomme.",
    ),
    "world-bet": (
        "mise World",
        "Une mise Horn avec une cinquième part sur le 7. Le Maryland l’appelle « whirl bet ».",
    ),
    "c-and-e": (
        "C et E",
        "Une mise d’un seul lancer en deux parts, l’une sur tout craps et l’autre sur le 11.",
    ),
    "hop-bet": (
        "mise Hop",
        "Une mise d’un seul lancer sur deux faces nommées, peu importe quel dé montre laquelle.",
    ),
    "fire-bet": (
        "mise Fire",
        "Une mise annexe sur le nombre de points différents qu’un lanceur réussit avant un sept perdant.",
    ),
    "sharpshooter": (
        "Sharpshooter",
        "Une mise annexe sur le nombre de points qu’un lanceur réussit avant un sept perdant ; un numéro "
        "réussi deux fois compte deux fois.",
    ),
    "bonus-craps": (
        "Bonus Craps",
        "Trois mises annexes sur la sortie de tous les numéros d’un groupe avant tout 7 : les petits, de "
        "2 à 6, les grands, de 8 à 12, ou les dix.",
    ),
    "dealer-bet": (
        "mise du croupier",
        "Un pourboire qu’un joueur place comme mise pour les croupiers.",
    ),
    "house-edge": (
        "avantage de la maison",
        "La part d’une mise que la maison garde en moyenne si la mise est faite encore et encore. Un "
        "avantage de 1,41 % sur une mise de 100 coûte à la longue 1,41 par décision. Il est calculé "
        "exactement d’après ce que paie la mise et la fréquence de ses gains.",
    ),
    "pay-table": (
        "table de paiement",
        "Une liste imprimée de ce que paie une mise. Là où un document en imprime plusieurs pour une "
        "mise, nommées A, B et ainsi de suite, le casino en choisit une, et le registre montre laquelle.",
    ),
    "true-odds": (
        "cote réelle",
        "Un paiement qui ne laisse aucun avantage à la maison : exactement ce qu’exigent les chances de "
        "gain et de perte.",
    ),
    "even-money": (
        "à 1 contre 1",
        "Un paiement de 1 contre 1 : le gain est égal à la mise.",
    ),
    "vigorish": (
        "commission (vigorish)",
        "Ce que la maison perçoit sur une mise payée à la cote réelle, par exemple 5 % de la mise ou du "
        "gain.",
    ),
    "payable-unit": (
        "unité payable",
        "Une somme dont le gain peut être payé exactement avec les jetons en usage. Une cote de 5 sur un "
        "6, payée 6 contre 5, est payable en dollars entiers ; une cote de 4 ne l’est pas.",
    ),
    "call-bet": (
        "mise annoncée",
        "Une mise annoncée de vive voix par un joueur. Au Maryland : celle que fait un client connu, sans "
        "jetons ni argent comptant.",
    ),
    "float": (
        "réserve de jetons",
        "Les jetons de la maison à une table, aussi appelés sa banque.",
    ),
    "working-chips": (
        "jetons de travail",
        "Des jetons de la maison, hors de la réserve, avec lesquels un croupier paie de petites sommes.",
    ),
    "color-change": (
        "change de couleur",
        "L’échange de jetons contre des jetons d’une autre valeur.",
    ),
    "layout": (
        "tapis",
        "Le drap imprimé d’une table, avec ses zones de mise.",
    ),
    "puck": (
        "marqueur",
        "Un disque, « On » d’un côté et « Off » de l’autre, qui montre s’il y a un point et lequel.",
    ),
    "marker-button": (
        "bouton marqueur",
        "Un petit bouton posé sur une mise pour montrer qu’elle est active, inactive, achetée ou "
        "d’opposition. La Colombie-Britannique dit « lammer ».",
    ),
    "craps-stick": (
        "bâton de craps",
        "Le bâton recourbé avec lequel le bâtonnier déplace les dés.",
    ),
    "dice-bowl": (
        "bol à dés",
        "Le bol ou le gobelet qui contient les dés qui ne servent pas.",
    ),
    "drop-box": (
        "boîte de dépôt",
        "La boîte verrouillée sous une table qui reçoit l’argent comptant.",
    ),
    "tip-box": (
        "boîte à pourboires",
        "La boîte verrouillée à une table qui reçoit les pourboires des croupiers.",
    ),
    "speed-rack": (
        "râtelier à jetons",
        "Un râtelier de jetons à portée d’un croupier de bout. Les règles de Singapour le nomment.",
    ),
    "deck": (
        "jeu de cartes",
        "Un paquet de 52 cartes : 13 rangs dans chacune des quatre couleurs.",
    ),
    "shoe": (
        "sabot",
        "La boîte d’où les cartes sont distribuées une à une.",
    ),
    "burn": (
        "brûler",
        "Retirer une carte du jeu sans la montrer.",
    ),
    "discard-rack": (
        "bac de rejet",
        "L’endroit où le croupier met les cartes qui ont été jouées.",
    ),
    "spread": (
        "écart",
        "Au Red Dog, le nombre de valeurs de cartes entre les deux premières cartes.",
    ),
    "raise": (
        "relance",
        "Au Red Dog, une seconde mise égale à la première, faite une fois les deux premières cartes "
        "retournées.",
    ),
    "consecutive-cards": (
        "cartes consécutives",
        "Au Red Dog, deux cartes sans aucune valeur entre elles, par exemple un 9 et un 10.",
    ),
    "three-of-a-kind": (
        "brelan",
        "Trois cartes de même rang.",
    ),
    "back-betting": (
        "mise sur la main d’un autre",
        "Miser sur la main d’un autre joueur.",
    ),
    "conversion-payout": (
        "paiement converti",
        "Payer un gagnant avec des jetons d’une valeur plus grande que ceux qui ont été misés.",
    ),
    "basic-wager": (
        "mise de base",
        "À Casino War, la première mise : que la carte du joueur est plus haute que celle du croupier.",
    ),
    "tie": (
        "égalité",
        "À Casino War, deux cartes de même rang. Au Red Dog, une main que personne ne gagne : les mises "
        "sont rendues.",
    ),
    "tie-wager": (
        "mise sur l’égalité",
        "À Casino War, une mise que la première carte du joueur et celle du croupier sont de même rang.",
    ),
    "go-to-war": (
        "aller à la bataille",
        "À Casino War, répondre à une égalité par une seconde mise et une carte de plus de chaque côté.",
    ),
    "surrender": (
        "abandonner",
        "Mettre fin à une main en cédant la moitié de la mise.",
    ),
    "wheel-of-fortune": (
        "roue de fortune",
        "Une roue à cases marquées que le croupier fait tourner. Les joueurs misent sur la sorte de case "
        "où elle s’arrête.",
    ),
    "spin": (
        "tour de roue",
        "Mettre une roue de fortune en mouvement, et la manche que cela décide.",
    ),
    "indicator": (
        "indicateur",
        "La pointe qui montre à quelle case une roue s’est arrêtée.",
    ),
    "no-more-bets": (
        "rien ne va plus",
        "L’annonce du croupier qui ferme les mises.",
    ),
    "non-value-chip": (
        "jeton sans valeur",
        "Un jeton sans valeur imprimée, dont la couleur montre à quel joueur il appartient.",
    ),
}
