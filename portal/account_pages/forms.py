"""Forms of sign-in, account, team, tokens, webhooks and notices."""

from collections.abc import Iterable
from datetime import date
from typing import TYPE_CHECKING, Any, cast

from django import forms
from django.contrib.auth import authenticate
from django.contrib.auth import forms as auth_forms
from django.core.validators import MaxValueValidator, MinValueValidator

from portal.accounts import services
from portal.accounts.active import deactivated_words
from portal.accounts.models import MACHINE_ROLES_OF_KIND, ROLES_OF_KIND, User
from portal.accounts.selectors import own_organisation
from portal.accounts.tokens import scopes_for
from portal.audit.selectors import actions as audit_actions
from portal.http import UserRequest
from portal.middleware import sign_in_username
from portal.notices.models import Topic, WebhookEvent, When
from portal.notices.resets import request_reset
from portal.notices.selectors import email_choices, topics_for
from portal.pages.forms import PlainForm, set_choices
from portal.pages.templatetags.baize import action_words
from portal.sign_in import guesses

if TYPE_CHECKING:
    SetPasswordForm = auth_forms.SetPasswordForm[User]
else:  # generic for the type checker only
    SetPasswordForm = auth_forms.SetPasswordForm

CHOOSING_HINT = "Use at least 12 characters. Three or four words you can remember work well."
EMAIL_INVALID = "Enter an e-mail address such as name@example.org."
TOKEN_LIFETIMES = [(7, "7 days"), (30, "30 days"), (90, "90 days"), (180, "180 days"), (365, "1 year")]


class SearchInput(forms.TextInput):
    input_type = "search"


class DayField(forms.DateField):
    """A day of the audit trail, in ISO form as a date input sends it."""

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})
        super().__init__(required=False, input_formats=["%Y-%m-%d"], widget=widget, **kwargs)
        self.error_messages["invalid"] = "Enter year, month and day, such as 2026-11-30."
        for limit in (MinValueValidator(date(1990, 1, 1)), MaxValueValidator(date(2200, 12, 31))):
            limit.message = "Enter a day from 1990 to 2200."
            self.validators.append(limit)


class SignInForm(PlainForm, auth_forms.AuthenticationForm):
    error_messages = {
        "invalid_login": "The e-mail address or the password is wrong. Check both, or set a new password.",
        "inactive": "This account is closed. Ask your organisation's administrator.",
    }

    def confirm_login_allowed(self, user: Any) -> None:
        """Said only after the right password: nobody else learns who has an account."""
        super().confirm_login_allowed(user)
        if not user.has_access:
            raise forms.ValidationError(deactivated_words(user.organisation), "deactivated")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].label = "E-mail address"
        self.fields["username"].widget = forms.EmailInput(
            attrs={"autocomplete": "username", "spellcheck": "false"}
        )
        self.fields["username"].error_messages["required"] = "Enter your e-mail address."
        self.fields["password"].error_messages["required"] = "Enter your password."

    def clean(self) -> dict[str, Any]:
        """Compare the password, unless it has to wait: then guesses.Slowed is raised."""
        if self.request is None or not all(self.cleaned_data.get(name) for name in ("username", "password")):
            return super().clean()
        guess = guesses.Guess(
            self.request, guesses.PASSWORD, sign_in_username(self.request, self.cleaned_data)
        )
        cleaned = super().clean()
        guess.was_right()
        return cleaned


def is_own_password(request: UserRequest, typed: str) -> bool:
    """Check it as sign-in does, so that wrong guesses are counted and lead to a lockout."""
    actor = request.user
    try:
        guess = guesses.Guess(request, guesses.PRESENT_PASSWORD, actor.email)
    except guesses.Slowed as slowed:
        raise forms.ValidationError(slowed.message) from None
    if authenticate(request, username=actor.email, password=typed) != actor:
        return False
    guess.was_right()
    return True


class ResetForm(PlainForm, auth_forms.PasswordResetForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].label = "E-mail address"
        self.fields["email"].error_messages = {
            "required": "Enter the e-mail address you sign in with.",
            "invalid": EMAIL_INVALID,
        }

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Queue it: to look for the account here would take longer for one that exists."""
        request_reset(self.cleaned_data["email"])


class NewPasswordForm(PlainForm, SetPasswordForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        first, second = self.fields["new_password1"], self.fields["new_password2"]
        first.label, first.help_text = "New password", CHOOSING_HINT
        first.error_messages["required"] = "Choose a new password."
        second.label, second.help_text = "Repeat the new password", ""
        second.error_messages["required"] = "Enter the new password a second time."

    def save(self, commit: bool = True) -> User:
        return services.set_password(actor=self.user, password=self.cleaned_data["new_password1"])


class ChangePasswordForm(NewPasswordForm, auth_forms.PasswordChangeForm):
    error_messages = {
        **auth_forms.PasswordChangeForm.error_messages,
        "password_incorrect": "That is not your current password.",
    }

    def __init__(self, request: UserRequest, *args: Any, **kwargs: Any) -> None:
        super().__init__(request.user, *args, **kwargs)
        self.request = request
        self.fields["old_password"].label = "Current password"
        self.fields["old_password"].error_messages["required"] = "Enter your current password."

    def clean_old_password(self) -> str:
        typed = str(self.cleaned_data["old_password"])
        if not is_own_password(self.request, typed):
            raise forms.ValidationError(self.error_messages["password_incorrect"], "password_incorrect")
        return typed


class NameForm(PlainForm):
    name = forms.CharField(
        label="Your name",
        help_text="It appears beside everything you do here.",
        max_length=120,
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
        error_messages={"required": services.ENTER_YOUR_NAME},
    )


class AcceptForm(NameForm):
    password = forms.CharField(
        label="Choose a password",
        help_text=CHOOSING_HINT,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        error_messages={"required": "Choose a password."},
    )


class AcceptWithProviderForm(NameForm):
    """On the same page as the form with a password."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, auto_id="with-provider-%s", **kwargs)


class RolesForm(PlainForm):
    roles = forms.MultipleChoiceField(
        label="Roles",
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": "Choose at least one role."},
    )

    def __init__(self, actor: User, *args: Any, machine: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        roles = (MACHINE_ROLES_OF_KIND if machine else ROLES_OF_KIND)[own_organisation(actor).kind]
        set_choices(self, "roles", [(role.value, role.label) for role in roles])


class InviteForm(RolesForm):
    email = forms.EmailField(
        label="E-mail address",
        error_messages={"required": "Enter the e-mail address to invite.", "invalid": EMAIL_INVALID},
    )
    name = forms.CharField(label="Name", max_length=120, required=False)
    field_order = ["email", "name", "roles"]


class CloseAccountForm(PlainForm):
    receiver_id = forms.TypedChoiceField(
        label="Reassign open work to",
        coerce=int,
        empty_value=None,
        required=False,
        error_messages={"invalid_choice": "Choose a colleague from the list."},
    )
    seen = forms.CharField(widget=forms.HiddenInput, required=False)

    def __init__(self, receivers: Iterable[User], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        people = [(str(each.pk), f"{each.name} ({', '.join(each.role_names).lower()})") for each in receivers]
        set_choices(self, "receiver_id", [("", "Nobody: leave it unassigned"), *people])


class AwayForm(PlainForm):
    """Who stands in, and until when."""

    deputy_id = forms.TypedChoiceField(
        label="Deputy",
        coerce=int,
        error_messages={
            "required": "Choose a deputy from the list.",
            "invalid_choice": "Choose a deputy from the list.",
        },
    )
    until = forms.DateField(
        label="Last day away",
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        error_messages={
            "required": "Enter the last day away.",
            "invalid": "Enter year, month and day, such as 2026-11-30.",
        },
    )

    def __init__(self, deputies: Iterable[User], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        people = [(str(each.pk), f"{each.name} ({', '.join(each.role_names).lower()})") for each in deputies]
        set_choices(self, "deputy_id", [("", "Choose a colleague"), *people])


class MachineForm(RolesForm):
    name = forms.CharField(
        label="Name",
        help_text="Name it after the system that uses it. The name appears beside everything it does.",
        max_length=120,
        error_messages={
            "required": "Enter a name for the account, such as the system that uses it.",
            "max_length": "Use at most 120 characters.",
        },
    )
    field_order = ["name", "roles"]


class PasswordAgainForm(PlainForm):
    """Asks for the password once more, before a secret is made that works without one."""

    password = forms.CharField(
        label="Your password",
        help_text="We ask for it again because what you create here works without a password.",
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
        error_messages={"required": "Enter your password."},
    )

    def __init__(self, request: UserRequest, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.request = request

    def clean_password(self) -> str:
        if not is_own_password(self.request, self.cleaned_data["password"]):
            raise forms.ValidationError("That is not your password.")
        return ""


class CalendarForm(PasswordAgainForm):
    own_cases_only = forms.BooleanField(
        label="Only cases that are assigned to me",
        help_text="Otherwise the days of every case in your jurisdictions are included.",
        required=False,
    )
    field_order = ["own_cases_only", "password"]

    def __init__(self, request: UserRequest, *args: Any, **kwargs: Any) -> None:
        super().__init__(request, *args, **kwargs)
        if not request.user.is_regulator:
            del self.fields["own_cases_only"]

    def arguments(self) -> dict[str, Any]:
        return {"own_cases_only": self.cleaned_data.get("own_cases_only", False)}


class TokenForm(PasswordAgainForm):
    name = forms.CharField(
        label="Name",
        help_text="Name it after the program that will use it, so that you know later what depends on it.",
        max_length=120,
        error_messages={
            "required": "Enter a name for the token, such as the program that will use it.",
            "max_length": "Use at most 120 characters.",
        },
    )
    scopes = forms.MultipleChoiceField(
        label="What the program may do",
        help_text="Choose as little as it needs. A scope that allows writing also allows reading.",
        widget=forms.CheckboxSelectMultiple,
        error_messages={
            "required": "Choose at least one scope.",
            "invalid_choice": "Choose from the list.",
        },
    )
    days = forms.TypedChoiceField(
        label="Valid for",
        choices=TOKEN_LIFETIMES,
        coerce=int,
        initial=90,
        error_messages={
            "required": "Choose how long it is valid.",
            "invalid_choice": "Choose from the list.",
        },
    )
    field_order = ["name", "scopes", "days", "password"]

    def __init__(self, request: UserRequest, owner: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(request, *args, **kwargs)
        choices = [(scope.name, f"{scope.label} ({scope.name})") for scope in scopes_for(owner)]
        set_choices(self, "scopes", choices)

    def arguments(self) -> dict[str, Any]:
        return {name: self.cleaned_data[name] for name in ("name", "scopes", "days")}


class EndpointForm(PlainForm):
    url = forms.CharField(
        label="Address",
        help_text="The address your system listens on, such as https://hooks.example.org/baize.",
        widget=forms.TextInput(attrs={"inputmode": "url", "spellcheck": "false", "autocapitalize": "none"}),
        error_messages={"required": "Enter the address to call."},
    )
    events = forms.MultipleChoiceField(
        label="Events",
        widget=forms.CheckboxSelectMultiple,
        choices=WebhookEvent.choices,
        error_messages={"required": "Choose at least one event.", "invalid_choice": "Choose from the list."},
    )


class EmailChoicesForm(PlainForm):
    """For each topic when it is sent by e-mail."""

    def __init__(self, actor: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, initial=email_choices(actor), **kwargs)
        for topic in topics_for(actor):
            offered = [choice for choice in When.choices if topic != Topic.WORK or choice[0] != When.NEVER]
            self.fields[topic.value] = forms.ChoiceField(
                label=topic.label,
                choices=offered,
                error_messages={"required": "Choose when.", "invalid_choice": "Choose from the list."},
            )

    def arguments(self) -> dict[str, Any]:
        return {"choices": self.cleaned_data}


class AuditFilterForm(PlainForm):
    person = forms.CharField(label="Person", required=False, widget=SearchInput)
    action = forms.CharField(label="Action", required=False, widget=forms.Select)
    thing = forms.CharField(
        label="Object", required=False, widget=SearchInput(attrs={"placeholder": "A reference or a name"})
    )
    since = DayField(label="From")
    until = DayField(label="To")
    request_id = forms.CharField(
        label="Request", required=False, widget=SearchInput(attrs={"autocomplete": "off"})
    )

    def __init__(self, actor: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, auto_id="%s", **kwargs)
        actions = [(action, action_words(action)) for action in audit_actions(actor)]
        cast(forms.Select, self.fields["action"].widget).choices = [("", "Any"), *actions]

    @property
    def criteria(self) -> dict[str, str]:
        """The criteria that were given, as text."""
        return {name: str(value) for name, value in self.cleaned_data.items() if value}
