"""Payable units: which amounts pay whole chips."""

from __future__ import annotations

from craps.checks.finding import Check

CHECKS: tuple[Check, ...] = ()
