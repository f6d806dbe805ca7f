"""Craps, as the modules of the core know it."""

CALLED = ("craps", "midi craps", "mini-craps")
EDITIONS = ("nz-1998", "nz-revised", "sg-mbs-v2", "bc-craps", "bc-midi", "md-craps", "md-mini")
