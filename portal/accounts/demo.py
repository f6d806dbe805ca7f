"""The one password of all demo accounts. It opens nothing outside demo mode: no such account exists there."""

DEMO_PASSWORD = "craps-on-green-baize"  # noqa: S105
