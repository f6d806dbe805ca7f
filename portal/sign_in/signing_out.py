"""An administrator ends a colleague's sessions: a phone was lost, or somebody else may know the password."""

from django.db import transaction

from portal.accounts.events import send_changed
from portal.accounts.models import User
from portal.accounts.services import manageable
from portal.errors import NotPossible
from portal.sign_in import events, sessions, trusted


@transaction.atomic
def sign_out_everywhere(*, actor: User, user_id: int) -> int:
    """End all sessions of a person and trust none of their browsers. Return how many sessions are known."""
    person = manageable(actor, user_id)
    if person.pk == actor.pk:
        raise NotPossible("These are your own sessions. End them on your account’s page.")
    if person.is_machine or not person.is_active:
        raise NotPossible(f"{person.name} does not sign in.")
    count = sessions.end_sessions_of(person)
    trusted.forget_trusted(person)
    # Also the sessions that the list does not know.
    person.sessions_ended += 1
    person.save(update_fields=["sessions_ended"])
    send_changed(actor, "session.end_all", person, before={"person": person.name, "sessions": count})
    events.signed_out.send(sender=User, user=person, actor=actor)
    return count
