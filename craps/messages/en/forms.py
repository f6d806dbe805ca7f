"""Figures and lists in English."""

SAID = {
    "odds": "{one} to {other}",
    "for": "{one} for {other}",
    "percent": "{figure}%",
    "mixed": "{whole} and {part}",
    "range": "{first} to {last}",
    "and": "and",
    "or": "or",
    "yes": "yes",
    "no": "no",
    "none": "none",
    "not_stated": "not stated",
}
# What stands in an exact figure for the signs of "1,234.50".
SIGNS: dict[str, str] = {}
