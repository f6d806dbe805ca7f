"""Baize: the portal where operators submit craps rules and regulators approve them."""

from portal.celery import app as celery_app

__all__ = ["celery_app"]
