"""Forms of tokens, machine accounts and webhooks."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.auth import authenticate
from django.http import HttpRequest

from portal.accounts.models import User
from portal.accounts.tokens import scopes_for
from portal.notices.models import WebhookEvent
from portal.pages.account_forms import RolesForm
from portal.pages.forms import PlainForm

LASTS = [(7, "7 days"), (30, "30 days"), (90, "90 days"), (180, "180 days"), (365, "1 year")]


class TokenForm(PlainForm):
    name = forms.CharField(
        label="Name",
        help_text="After the program that will use it, so that you know later what you would break.",
        max_length=120,
        error_messages={
            "required": "Name the token after the program that will use it.",
            "max_length": "Use at most 120 characters.",
        },
    )
    scopes = forms.MultipleChoiceField(
        label="What the program may do",
        help_text="As little as it needs. Whoever may write may also read.",
        widget=forms.CheckboxSelectMultiple,
        error_messages={
            "required": "Choose at least one scope.",
            "invalid_choice": "Choose from the list.",
        },
    )
    days = forms.TypedChoiceField(
        label="It works for",
        choices=LASTS,
        coerce=int,
        initial=90,
        error_messages={"required": "Choose how long it works.", "invalid_choice": "Choose from the list."},
    )
    password = forms.CharField(
        label="Your password",
        help_text="Asked for again: whoever holds the token acts without one.",
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
        error_messages={"required": "Enter your password."},
    )

    def __init__(self, request: HttpRequest, owner: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.request = request
        self.fields["scopes"].choices = [
            (scope.name, f"{scope.label} ({scope.name})") for scope in scopes_for(owner)
        ]

    def clean_password(self) -> str:
        """Through the front door, so that guesses are counted and locked out as they are at sign-in."""
        actor = self.request.user
        if authenticate(self.request, username=actor.email, password=self.cleaned_data["password"]) != actor:
            raise forms.ValidationError("That is not your password.")
        return ""


class MachineForm(RolesForm):
    name = forms.CharField(
        label="Name",
        help_text="After the system it stands for. It stands beside what the system does here.",
        max_length=120,
        error_messages={
            "required": "Name the account after the system it stands for.",
            "max_length": "Use at most 120 characters.",
        },
    )
    field_order = ["name", "roles"]


class EndpointForm(PlainForm):
    url = forms.CharField(
        label="Address",
        help_text="Where your system listens, such as https://hooks.example.org/baize.",
        widget=forms.TextInput(attrs={"inputmode": "url", "spellcheck": "false", "autocapitalize": "none"}),
        error_messages={"required": "Give the address that should be called."},
    )
    events = forms.MultipleChoiceField(
        label="Tell it when",
        widget=forms.CheckboxSelectMultiple,
        choices=WebhookEvent.choices,
        error_messages={"required": "Choose at least one event.", "invalid_choice": "Choose from the list."},
    )
