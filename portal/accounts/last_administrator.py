"""An organisation and the site keep one administrator at least."""

from portal.accounts.models import Role, User
from portal.accounts.selectors import people_with
from portal.errors import NotPossible


def keep_an_administrator(user: User, *, after: set[str]) -> None:
    """Refuse to remove the last administrator of an organisation or of the site."""
    for role in (Role.OPERATOR_ADMIN, Role.REGULATOR_ADMIN, Role.EXPERT_ADMIN, Role.SITE_ADMIN):
        if not user.is_active or role not in user.roles or role in after:
            continue
        # Locks everyone with the role, in one order, so that the last two cannot remove each other at once.
        administrators = User.objects.filter(
            role_rows__role=role, organisation=user.organisation, is_active=True, is_machine=False
        )
        list(administrators.select_for_update(no_key=True, of=("self",)).order_by("pk"))
        others = people_with(role).filter(organisation=user.organisation).exclude(pk=user.pk)
        if not others.exists():
            raise NotPossible(
                f"{user.name} is the only active {role.label.lower()}. Give that role to someone else first.",
                field="roles",
            )
