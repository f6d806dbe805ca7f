"""What sign-in leaves to the worker."""

from celery import shared_task

from portal.accounts.events import send_changed
from portal.accounts.models import User
from portal.sign_in import events


@shared_task
def note_slowed(email: str, kind: str) -> bool:
    """Tell a person that guesses at their account are slowed.

    Queued whether or not there is such an account: the page's answer takes the same time for both.
    """
    user = User.objects.filter(email=email, is_active=True).first()
    if user is None:
        return False
    send_changed(None, "sign_in.slowed", user, after={"guesses": kind})
    events.slowed.send(sender=User, user=user, kind=kind)
    return True
