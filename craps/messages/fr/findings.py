"""Findings as officers and the public read them, in French."""

SAID = {
    "submitted": "Présenté",
    "missing": "Manquant",
    "allowed": "Permis",
    "labelled": "{label} : {words}.",
    "area": "zone {number}",
}
