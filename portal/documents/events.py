"""Signals of documents. Receivers run inside the transaction."""

from django.dispatch import Signal

issued = Signal()  # document
failed = Signal()  # document, after the last attempt
