"""Casino War: one card against the dealer's, and what follows a tie. British Columbia's chapter 7."""

CALLED = ("casino war",)
EDITIONS = ("bc-war",)
