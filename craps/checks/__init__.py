"""Every constraint of the rule documents, one function each, in one visible tuple per subject.

A check is listed for an edition only if that edition states it. validation.py runs them.
"""

from __future__ import annotations

from craps.checks import (
    come_out,
    layout,
    limits,
    making,
    odds,
    payouts,
    paytables,
    table,
    units,
    vig,
    wagers,
)
from craps.checks.finding import BREACH, INFO, REFER, SEVERITIES, Check, Finding, Rule

CHECKS: tuple[Check, ...] = (
    *wagers.CHECKS,
    *odds.CHECKS,
    *vig.CHECKS,
    *payouts.CHECKS,
    *paytables.CHECKS,
    *come_out.CHECKS,
    *limits.CHECKS,
    *making.CHECKS,
    *table.CHECKS,
    *layout.CHECKS,
    *units.CHECKS,
)

__all__ = ["BREACH", "CHECKS", "INFO", "REFER", "SEVERITIES", "Check", "Finding", "Rule"]
