"""Forms of second factors: showing one, setting one up, and what an organisation demands."""

from typing import Any

from django import forms

from portal.pages.forms import PlainForm


class CodeForm(PlainForm):
    code = forms.CharField(
        label="Code",
        help_text="The six digits that your authenticator app shows now, or one of your recovery codes.",
        max_length=20,
        widget=forms.TextInput(
            attrs={"autocomplete": "one-time-code", "inputmode": "numeric", "spellcheck": "false"}
        ),
        error_messages={"required": "Enter the code that your app shows now."},
    )

    def __init__(self, *args: Any, has_app: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not has_app:
            self.fields["code"].label = "Recovery code"
            self.fields["code"].help_text = "One of your recovery codes. Each works once."


class SignInCodeForm(CodeForm):
    trust = forms.BooleanField(
        label="Do not ask for the code in this browser for 30 days",
        help_text="Only on a device that nobody else uses. You are still asked before decisions.",
        required=False,
    )

    def __init__(self, *args: Any, may_trust: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not may_trust:
            del self.fields["trust"]


class AppForm(PlainForm):
    code = forms.CharField(
        label="Code that the app shows now",
        max_length=20,
        widget=forms.TextInput(attrs={"autocomplete": "one-time-code", "inputmode": "numeric"}),
        error_messages={"required": "Enter the six digits that the app shows for Baize."},
    )


class PasskeyForm(PlainForm):
    name = forms.CharField(
        label="Name of the passkey",
        help_text="To recognise it in the list, such as “Phone” or “Blue key”.",
        max_length=120,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        error_messages={"required": "Enter a name, such as the device it is on."},
    )
    credential = forms.JSONField(
        widget=forms.HiddenInput(attrs={"data-credential": ""}),
        error_messages={
            "required": "Your browser has not created a passkey. Turn on scripts, then try again.",
            "invalid": "Your browser’s answer could not be read. Try to add the passkey again.",
        },
    )


class RenameForm(PlainForm):
    name = forms.CharField(
        label="Name of the passkey",
        max_length=120,
        error_messages={"required": "Enter a name, such as the device it is on."},
    )


class CredentialForm(PlainForm):
    """The answer of a passkey, which a script fills in."""

    credential = forms.JSONField(widget=forms.HiddenInput(attrs={"data-credential": ""}))


class PolicyForm(PlainForm):
    everybody_at_once = forms.BooleanField(
        label="Everybody needs a second factor from their next sign-in",
        help_text="Otherwise people without an administrator’s role have some days to set one up.",
        required=False,
    )
    no_trusted_browsers = forms.BooleanField(
        label="Ask for the second factor at every sign-in",
        help_text="Otherwise people can choose not to be asked in a browser for 30 days.",
        required=False,
    )


class ResetForm(PlainForm):
    reason = forms.CharField(
        label="How you know that it is lost, and how you checked who is asking",
        help_text="For example: “Phone lost on 3 May. I called her on the office line.” It is kept in the "
        "audit trail.",
        max_length=500,
        widget=forms.Textarea(attrs={"rows": 3}),
        error_messages={"required": "Enter how you know. It is kept in the audit trail."},
    )
