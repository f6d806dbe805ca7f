"""The settings of the API's framework and of its description. portal/settings.py takes them all."""

# Access and parsing are declared for each operation in portal/api/endpoint.py.
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "portal.api.authentication.BearerToken",
        "portal.api.authentication.SignedInSession",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_RENDERER_CLASSES": ["portal.api.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["portal.api.parsers.JSONParser"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "portal.api.problems.handle",
    "URL_FORMAT_OVERRIDE": None,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Baize",
    "DESCRIPTION": "Check, submit and look up craps table rules. Money and probabilities are exact: strings "
    "such as 40 or 35/3, never floats. Every error is an RFC 9457 problem with a code that never changes.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "POSTPROCESSING_HOOKS": ["portal.api.openapi.complete"],
    "SERVERS": [{"url": "/"}],
}
