"""The settings of passwords, django-axes and django-allauth. portal/settings.py takes them all."""

AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 12}},
    {"NAME": "portal.accounts.passwords.MaximumLength"},
    {"NAME": "portal.accounts.passwords.NotPredictable"},
    {"NAME": "portal.accounts.passwords.NotCommon"},
    {"NAME": "portal.accounts.passwords.NotOwnWords"},
]

# Five wrong passwords for one account from one address lock that pair for a quarter of an hour.
AXES_FAILURE_LIMIT = 5
AXES_COOLOFF_TIME = 0.25
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_RESET_ON_SUCCESS = True
AXES_HTTP_RESPONSE_CODE = 429
AXES_LOCKOUT_TEMPLATE = "locked.html"
AXES_CLIENT_IP_CALLABLE = "portal.middleware.client_address"
AXES_USERNAME_FORM_FIELD = "username"
AXES_USERNAME_CALLABLE = "portal.middleware.sign_in_username"
AXES_ENABLE_ADMIN = False
AXES_VERBOSE = False

# Second factors, by django-allauth (portal/sign_in).
TRUSTED_BROWSER_DAYS = 30
ACCOUNT_ADAPTER = "portal.sign_in.adapters.AccountAdapter"
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*"]  # nobody can sign up; allauth checks that they agree
ACCOUNT_EMAIL_VERIFICATION = "none"  # an invitation's link has verified it
MFA_ADAPTER = "portal.sign_in.adapters.SecondFactorAdapter"
MFA_SUPPORTED_TYPES = ["recovery_codes", "totp", "webauthn"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_ALLOW_UNVERIFIED_EMAIL = True
MFA_TOTP_ISSUER = "Baize"
MFA_TOTP_TOLERANCE = 1  # a clock may be half a minute wrong

# Sign-in where an organisation's people work, by OpenID Connect (portal/sign_in/oidc).
SOCIALACCOUNT_ADAPTER = "portal.sign_in.adapters.ProviderAdapter"
SOCIALACCOUNT_STORE_TOKENS = False  # who it is, and nothing that acts at the provider
SOCIALACCOUNT_EMAIL_AUTHENTICATION = False  # an address alone opens no account
SOCIALACCOUNT_REQUESTS_TIMEOUT = 5  # seconds
