"""The records django-axes keeps of sign-ins, with address and browser: they are not kept for ever."""

from datetime import timedelta

from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django.conf import settings
from django.utils import timezone


def delete_old() -> int:
    """Delete the records that are older than the privacy page says. Returns how many there were."""
    before = timezone.now() - timedelta(days=settings.SIGN_IN_RECORD_DAYS)
    models = (AccessAttempt, AccessFailureLog, AccessLog)
    return sum(model.objects.filter(attempt_time__lt=before).delete()[0] for model in models)
