"""Forms of sign-in, invitation, team and account."""

from __future__ import annotations

from typing import Any

from django import forms
from django.conf import settings
from django.contrib.auth import forms as auth_forms
from django.template.loader import render_to_string

from portal.accounts import services
from portal.accounts.models import MACHINE_ROLES_OF_KIND, ROLES_OF_KIND, Organisation, User
from portal.notices.services import queue_mail
from portal.pages.forms import PlainForm

GOOD_PASSWORDS = "At least 12 characters. A few words you can remember do well."


class SignInForm(auth_forms.AuthenticationForm):
    use_required_attribute = False
    error_messages = {
        "invalid_login": "That e-mail address and password do not belong together. "
        "Check both, or set a new password.",
        "inactive": "This account has been closed. Ask your organisation's administrator.",
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, label_suffix="", **kwargs)
        self.fields["username"].label = "E-mail address"
        self.fields["username"].widget = forms.EmailInput(
            attrs={"autocomplete": "username", "spellcheck": "false"}
        )
        self.fields["username"].error_messages["required"] = "Enter your e-mail address."
        self.fields["password"].error_messages["required"] = "Enter your password."


class ResetForm(auth_forms.PasswordResetForm):
    use_required_attribute = False

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, label_suffix="", **kwargs)
        self.fields["email"].label = "E-mail address"
        self.fields["email"].error_messages = {
            "required": "Enter the e-mail address you sign in with.",
            "invalid": "Write an e-mail address such as name@example.org.",
        }

    def send_mail(
        self,
        subject_template_name: str,
        email_template_name: str,
        context: dict[str, Any],
        from_email: str | None,
        to_email: str,
        html_email_template_name: str | None = None,
    ) -> None:
        """Through the outbox, with the portal's own address in the link.

        Nobody waits for a mail server, which would tell who has an account, and no header of the request
        says where the link leads.
        """
        queue_mail(
            to=to_email,
            subject=render_to_string(subject_template_name, context).strip(),
            body=render_to_string(email_template_name, context | {"site_url": settings.SITE_URL}),
            confidential=True,
        )


class _Recorded:
    """A form that sets a new password the one way there is."""

    user: User
    cleaned_data: dict[str, Any]

    def save(self, commit: bool = True) -> User:
        return services.set_password(actor=self.user, password=self.cleaned_data["new_password1"])


class NewPasswordForm(_Recorded, auth_forms.SetPasswordForm):
    use_required_attribute = False

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, label_suffix="", **kwargs)
        _plain_passwords(self)


class ChangePasswordForm(_Recorded, auth_forms.PasswordChangeForm):
    use_required_attribute = False
    error_messages = {
        **auth_forms.PasswordChangeForm.error_messages,
        "password_incorrect": "That is not your present password.",
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, label_suffix="", **kwargs)
        self.fields["old_password"].label = "Present password"
        self.fields["old_password"].error_messages["required"] = "Enter your present password."
        _plain_passwords(self)


class AcceptForm(PlainForm):
    name = forms.CharField(
        label="Your name",
        help_text="It stands beside what you do here.",
        max_length=120,
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
        error_messages={"required": "Give your name: it stands beside what you do here."},
    )
    password = forms.CharField(
        label="Choose a password",
        help_text=GOOD_PASSWORDS,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        error_messages={"required": "Choose a password."},
    )


class NameForm(PlainForm):
    name = forms.CharField(
        label="Your name",
        max_length=120,
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
        error_messages={"required": "Give your name: it stands beside what you do here."},
    )


class RolesForm(PlainForm):
    roles = forms.MultipleChoiceField(
        label="Roles",
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": "Choose at least one role."},
    )

    def __init__(self, organisation: Organisation, *args: Any, machine: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offered = (MACHINE_ROLES_OF_KIND if machine else ROLES_OF_KIND)[organisation.kind]
        self.fields["roles"].choices = [(role.value, role.label) for role in offered]


class InviteForm(RolesForm):
    email = forms.EmailField(
        label="E-mail address",
        error_messages={
            "required": "Enter the e-mail address to invite.",
            "invalid": "Write an e-mail address such as name@example.org.",
        },
    )
    name = forms.CharField(label="Name", max_length=120, required=False)
    field_order = ["email", "name", "roles"]


def _plain_passwords(form: forms.Form) -> None:
    form.fields["new_password1"].label = "New password"
    form.fields["new_password1"].help_text = GOOD_PASSWORDS
    form.fields["new_password1"].error_messages["required"] = "Choose a new password."
    form.fields["new_password2"].label = "New password again"
    form.fields["new_password2"].help_text = ""
    form.fields["new_password2"].error_messages["required"] = "Type the new password a second time."
