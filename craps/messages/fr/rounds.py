"""What games played in rounds have alike, in French."""

SUBJECTS = {"making": "Déroulement d’une manche"}
STATES = {"betting": "Les mises sont ouvertes"}
SAID = {
    "table": "La table",
    "own": "Ce que seul ce jeu a.",
    "payout_of": "Paiement pour {what}",
    "limits_of": "Limites de {name}",
}
