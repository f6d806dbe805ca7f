"""Log lines as JSON, and where else they go."""

import json
import logging
import socket
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlsplit

_TEXT = "{asctime} {levelname} {name} [{request_id}] user={user} from={address} {message}"
# What a line may carry besides its text: `extra` of a call.
_FACTS = ("request_id", "user", "address", "event", "object", "actor")


class JsonFormatter(logging.Formatter):
    """One JSON object for each line, with names that do not change."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(),
            "level": record.levelname,
            "logger": record.name,
        }
        line |= {name: getattr(record, name) for name in _FACTS if hasattr(record, name)}
        line["message"] = record.getMessage()
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)


def logging_settings(level: str, form: str, syslog_address: str) -> dict[str, Any]:
    """Django's LOGGING: lines go to standard error, and to syslog if an address is given."""
    handlers: dict[str, dict[str, Any]] = {"stderr": {"class": "logging.StreamHandler"}}
    if syslog_address:
        handlers["syslog"] = _syslog_handler(syslog_address)
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "filters": {
            "id": {"()": "portal.middleware.RequestIdFilter"},
            "secrets": {"()": "portal.middleware.HideSecretsFilter"},
        },
        "formatters": {
            "text": {"format": _TEXT, "style": "{"},
            "json": {"()": "portal.log_lines.JsonFormatter"},
        },
        "handlers": {
            name: handler | {"formatter": form, "filters": ["id", "secrets"]}
            for name, handler in handlers.items()
        },
        "root": {"handlers": list(handlers), "level": level},
        "loggers": {
            "django": {"handlers": [], "propagate": True},
            "axes": {"level": "WARNING"},
            "baize.security": {"level": "INFO"},  # also where LOG_LEVEL hides other lines
            "weasyprint": {"level": "ERROR"},
            "fontTools": {"level": "ERROR"},
            "celery.beat": {"level": "WARNING"},
            "celery.app.trace": {"level": "WARNING"},
            "celery.worker.strategy": {"level": "WARNING"},
        },
    }


def _syslog_handler(address: str) -> dict[str, Any]:
    """Options of the handler for /dev/log, udp://host:514 or tcp://host:601."""
    if address.startswith("/"):
        return {"class": "logging.handlers.SysLogHandler", "address": address}
    url = urlsplit(address)
    kind = socket.SOCK_STREAM if url.scheme == "tcp" else socket.SOCK_DGRAM
    return {
        "class": "logging.handlers.SysLogHandler",
        "address": (url.hostname or "", url.port or 514),
        "socktype": kind,
    }
