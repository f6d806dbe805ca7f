"""People, the organisations they act for, and an operator's casinos and tables."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from datetime import UTC, datetime, tzinfo
from typing import Any

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.functional import cached_property

from portal.accounts.absence_models import Absence as Absence
from portal.accounts.invitation_models import Invitation as Invitation
from portal.accounts.invitation_models import InvitationState as InvitationState
from portal.accounts.jurisdictions import jurisdiction, jurisdiction_name
from portal.accounts.role_models import RoleChange as RoleChange
from portal.accounts.scopes import SCOPES, permissions_of
from portal.accounts.second_factor import SecondFactor


class Kind(models.TextChoices):
    OPERATOR = "operator", "Operator"
    REGULATOR = "regulator", "Regulator"
    EXPERT = "expert", "Experts, such as a test laboratory"


class Role(models.TextChoices):
    OPERATOR_SUBMITTER = "operator_submitter", "Submitter"
    OPERATOR_VIEWER = "operator_viewer", "Viewer"
    OPERATOR_ADMIN = "operator_admin", "Operator administrator"
    REGULATOR_OFFICER = "regulator_officer", "Reviewing officer"
    REGULATOR_APPROVER = "regulator_approver", "Approver"
    REGULATOR_INSPECTOR = "regulator_inspector", "Inspector"
    REGULATOR_ADMIN = "regulator_admin", "Regulator administrator"
    EXPERT = "expert", "Expert"
    EXPERT_ADMIN = "expert_admin", "Expert administrator"
    SITE_ADMIN = "site_admin", "Site administrator"


ROLES_OF_KIND: dict[str, tuple[Role, ...]] = {
    Kind.OPERATOR: (Role.OPERATOR_SUBMITTER, Role.OPERATOR_VIEWER, Role.OPERATOR_ADMIN),
    Kind.REGULATOR: (
        Role.REGULATOR_OFFICER,
        Role.REGULATOR_APPROVER,
        Role.REGULATOR_INSPECTOR,
        Role.REGULATOR_ADMIN,
    ),
    Kind.EXPERT: (Role.EXPERT, Role.EXPERT_ADMIN),
}

# An administrator decides who may act, an inspector stands at a table, an expert gives an opinion: a program
# must do none of it.
PEOPLES_ROLES = (
    Role.OPERATOR_ADMIN,
    Role.REGULATOR_ADMIN,
    Role.REGULATOR_INSPECTOR,
    Role.EXPERT,
    Role.EXPERT_ADMIN,
)
# The roles of a regulator's people that decide, or say who decides: two administrators give them.
DECIDING_ROLES = (Role.REGULATOR_OFFICER, Role.REGULATOR_APPROVER, Role.REGULATOR_ADMIN)
MACHINE_ROLES_OF_KIND: dict[str, tuple[Role, ...]] = {
    kind: tuple(role for role in roles if role not in PEOPLES_ROLES) for kind, roles in ROLES_OF_KIND.items()
}


class Organisation(models.Model):
    name = models.CharField(max_length=120, unique=True)
    kind = models.CharField(max_length=10, choices=Kind.choices)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    # By the site administrator (deactivation.py). All three are empty while it is active.
    deactivated_at = models.DateTimeField(null=True, blank=True)
    deactivated_by = models.ForeignKey("User", on_delete=models.PROTECT, null=True, related_name="+")
    deactivated_because = models.CharField("why", max_length=500, blank=True)

    class Meta:
        ordering = ["name"]
        constraints = [
            models.CheckConstraint(condition=models.Q(kind__in=Kind.values), name="organisation_kind_known"),
            models.CheckConstraint(
                condition=models.Q(deactivated_at=None, deactivated_by=None, deactivated_because="")
                | models.Q(deactivated_at__isnull=False, deactivated_by__isnull=False)
                & ~models.Q(deactivated_because=""),
                name="organisation_deactivated_by_someone",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_active(self) -> bool:
        return self.deactivated_at is None

    @property
    def is_operator(self) -> bool:
        return self.kind == Kind.OPERATOR

    @property
    def is_regulator(self) -> bool:
        return self.kind == Kind.REGULATOR

    @property
    def is_expert(self) -> bool:
        return self.kind == Kind.EXPERT

    @cached_property
    def jurisdiction_codes(self) -> tuple[str, ...]:
        """The jurisdictions a regulator is responsible for; none for an operator."""
        return tuple(sorted(self.oversights.values_list("jurisdiction", flat=True)))

    @cached_property
    def zone(self) -> tzinfo:
        """In which its people read times that belong to no single jurisdiction: that of its jurisdictions.

        A regulator's are those it oversees, an operator's those of its casinos. If they do not share one
        zone, and for experts, it is UTC.
        """
        codes = set(self.jurisdiction_codes)
        if self.is_operator:
            codes = set(self.properties.order_by().values_list("jurisdiction", flat=True))
        zones = {found.time_zone: found.zone for found in map(jurisdiction, codes)}
        return next(iter(zones.values())) if len(zones) == 1 else UTC


class Oversight(models.Model):
    """A regulator's responsibility for a jurisdiction."""

    organisation = models.ForeignKey(Organisation, on_delete=models.CASCADE, related_name="oversights")
    jurisdiction = models.CharField(max_length=8)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["organisation", "jurisdiction"], name="oversight_once"),
        ]

    def __str__(self) -> str:
        return f"{self.organisation}: {jurisdiction_name(self.jurisdiction)}"


class UserManager(BaseUserManager["User"]):
    def get_queryset(self) -> models.QuerySet[User]:
        """Join the organisation, which nearly every page needs."""
        return super().get_queryset().select_related("organisation")

    def create_user(self, email: str, password: str | None = None, **fields: Any) -> User:
        if not email:
            raise ValueError("A user needs an e-mail address to sign in with.")
        user = self.model(email=email.strip().lower(), **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, email: str, password: str | None = None, **fields: Any) -> User:
        user = self.create_user(email, password, is_superuser=True, **fields)
        UserRole.objects.using(self._db).create(user=user, role=Role.SITE_ADMIN)
        return user

    def get_by_natural_key(self, username: str | None) -> User:
        return self.get(email=(username or "").strip().lower())


class User(AbstractBaseUser, PermissionsMixin):
    """Signs in with an e-mail address and acts for one organisation, in one or more roles."""

    email = models.EmailField("e-mail address", unique=True)
    name = models.CharField(max_length=120)
    organisation = models.ForeignKey(
        Organisation, on_delete=models.PROTECT, null=True, blank=True, related_name="users"
    )
    is_active = models.BooleanField(default=True)
    # A program of the organisation: it has tokens, no password, and never decides (permissions.PEOPLE_ONLY).
    is_machine = models.BooleanField("machine account", default=False)
    # Raised when access ends: a session made before is valid no more, even if the account is opened again.
    sessions_ended = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    # The token of this request; None for somebody who signed in. It narrows what `can` allows.
    token: Token | None = None
    # What this request's session knows of the second factor; None outside a browser's session.
    second_factor: SecondFactor | None = None
    # Since when the person has each role, and who gave it if nobody confirmed that; filled by `roles`.
    role_origins: dict[str, tuple[datetime, int | None]]

    objects = UserManager()

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS = ["name"]

    class Meta:
        ordering = ["name", "email"]
        base_manager_name = "objects"  # a person reached from a row brings the organisation too
        constraints = [
            models.UniqueConstraint(Lower("email"), name="user_email_once_in_any_case"),
            models.CheckConstraint(
                condition=models.Q(is_machine=False) | models.Q(organisation__isnull=False),
                name="machine_acts_for_an_organisation",
            ),
        ]

    def __str__(self) -> str:
        return self.name or self.email

    def get_session_auth_hash(self) -> str:
        """Bind sessions to `sessions_ended` as well as to the password."""
        return super().get_session_auth_hash() + self._ended_suffix

    def get_session_auth_fallback_hash(self) -> Iterator[str]:
        for value in super().get_session_auth_fallback_hash():
            yield value + self._ended_suffix

    @property
    def _ended_suffix(self) -> str:
        return f"-{self.sessions_ended}" if self.sessions_ended else ""

    @cached_property
    def roles(self) -> frozenset[str]:
        rows = self.role_rows.values_list("role", "since", "given_by_id", "confirmed_by_id")
        self.role_origins = {
            role: (since, None if confirmed else giver) for role, since, giver, confirmed in rows
        }
        return frozenset(self.role_origins)

    @property
    def role_names(self) -> list[str]:
        return [role.label for role in Role if role.value in self.roles]

    def has_role(self, *roles: str) -> bool:
        return not self.roles.isdisjoint(roles)

    @property
    def has_access(self) -> bool:
        """Whether the account is open and its organisation active: sign-in, tokens and feeds ask this."""
        return self.is_active and (self.organisation is None or self.organisation.is_active)

    @property
    def is_site_admin(self) -> bool:
        return self.is_active and self.has_role(Role.SITE_ADMIN)

    @property
    def is_operator(self) -> bool:
        return self.organisation is not None and self.organisation.is_operator

    @property
    def is_regulator(self) -> bool:
        return self.organisation is not None and self.organisation.is_regulator

    @property
    def is_expert(self) -> bool:
        return self.organisation is not None and self.organisation.is_expert


class UserRole(models.Model):
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="role_rows")
    role = models.CharField(max_length=24, choices=Role.choices)
    since = models.DateTimeField(default=timezone.now)
    # Both empty for what was set up with the site.
    given_by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+")
    confirmed_by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "role"], name="user_role_once"),
            models.CheckConstraint(condition=models.Q(role__in=Role.values), name="user_role_known"),
            models.CheckConstraint(
                condition=~models.Q(role__in=DECIDING_ROLES)
                | (
                    ~models.Q(given_by=models.F("user"))
                    & ~models.Q(confirmed_by=models.F("user"))
                    & ~models.Q(confirmed_by=models.F("given_by"))
                ),
                name="user_role_given_by_others",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user}: {self.get_role_display()}"


class TokenQuerySet(models.QuerySet["Token"]):
    def live(self) -> TokenQuerySet:
        """Neither revoked nor expired."""
        return self.filter(revoked_at=None, expires_at__gt=timezone.now())


class Token(models.Model):
    """Lets a program act as an account, within its scopes and until it expires. Only a hash is stored."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="tokens")
    name = models.CharField(max_length=120)
    scopes = models.JSONField(default=list)
    prefix = models.CharField("the part that may be shown", max_length=20, unique=True)
    secret_hash = models.CharField(max_length=64)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    created_by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    expires_at = models.DateTimeField()
    warned_at = models.DateTimeField("when its end was announced", null=True, blank=True)
    last_used_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)
    revoked_by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, blank=True, related_name="+")

    objects = TokenQuerySet.as_manager()

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(expires_at__gt=models.F("created_at")), name="token_expires"
            ),
            models.CheckConstraint(
                condition=models.Q(revoked_at__isnull=True, revoked_by__isnull=True)
                | models.Q(revoked_at__isnull=False, revoked_by__isnull=False),
                name="token_revoked_by_someone",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.prefix}…)"

    @property
    def organisation(self) -> Organisation | None:
        return self.user.organisation

    @property
    def is_live(self) -> bool:
        return self.revoked_at is None and self.expires_at > timezone.now()

    @property
    def scope_labels(self) -> list[str]:
        return [scope.label for scope in SCOPES.values() if scope.name in self.scopes]

    @cached_property
    def permissions(self) -> frozenset[str]:
        return permissions_of(self.scopes)


class Property(models.Model):
    """A casino of an operator."""

    organisation = models.ForeignKey(Organisation, on_delete=models.PROTECT, related_name="properties")
    name = models.CharField(max_length=120)
    jurisdiction = models.CharField(max_length=8)
    address = models.CharField(max_length=240, blank=True)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["name"]
        verbose_name_plural = "properties"
        constraints = [
            models.UniqueConstraint(fields=["organisation", "name"], name="property_name_once_per_operator"),
        ]

    def __str__(self) -> str:
        return self.name


def new_table_code() -> str:
    """Eight letters and figures that nobody misreads on a sign: no 0, 1, i, l or o."""
    return "".join(secrets.choice("23456789abcdefghjkmnpqrstuvwxyz") for _ in range(8))


class Table(models.Model):
    """A gaming table in a casino."""

    property = models.ForeignKey(Property, on_delete=models.PROTECT, related_name="tables")
    # In the address of its public page, printed on its sign: it never changes.
    code = models.CharField(max_length=8, unique=True, default=new_table_code, editable=False)
    label = models.CharField(max_length=40)
    game = models.CharField(max_length=40, default="craps")
    active = models.BooleanField(default=True)

    class Meta:
        ordering = ["label"]
        constraints = [
            models.UniqueConstraint(fields=["property", "label"], name="table_label_once_per_property"),
        ]

    def __str__(self) -> str:
        return f"{self.property}, {self.label}"
