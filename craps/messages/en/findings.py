"""Findings as officers and the public read them, in English. Their messages are in craps/checks."""

SAID = {
    "submitted": "Submitted",
    "missing": "Missing",
    "allowed": "Allowed",
    "labelled": "{label}: {words}.",
    "area": "area {number}",
}
