"""Hypothesis runs the same examples every time, so that a failure in the suite is one you can repeat.

HYPOTHESIS_PROFILE=long looks much further, with new examples on every run.
"""

import os

from hypothesis import HealthCheck, settings

_CALM = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("suite", _CALM, max_examples=60, derandomize=True, database=None)
settings.register_profile("quick", _CALM, max_examples=10, derandomize=True, database=None)
settings.register_profile("long", _CALM, max_examples=3000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "suite"))
