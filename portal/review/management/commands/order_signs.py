from typing import Any

from django.core.management.base import BaseCommand

from portal.review.document_orders import order_missing_signs
from portal.submissions.models import HOLDS_FORCE, State, Submission


class Command(BaseCommand):
    help = "Order a sign for each table under an approval that has none yet. Safe to repeat."

    def handle(self, *args: Any, **options: Any) -> None:
        held = Submission.objects.filter(state__in=[State.APPROVED, *HOLDS_FORCE]).order_by("pk")
        ordered = sum(order_missing_signs([submission]) for submission in held.iterator(chunk_size=200))
        self.stdout.write(f"{ordered} signs ordered. The worker prepares them.")
