"""Wheels of Fortune: bets on the space where the wheel stops. British Columbia's chapter 5."""

CALLED = ("wheel of fortune",)
EDITIONS = ("bc-wheel",)
