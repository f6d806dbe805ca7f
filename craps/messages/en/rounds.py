"""What games played in rounds have alike, in English."""

SUBJECTS = {"making": "How a round is played"}
STATES = {"betting": "Bets are open"}
SAID = {
    "table": "The table",
    "own": "What only this game has.",
    "payout_of": "Payout of {what}",
    "limits_of": "Limits of {name}",
}
