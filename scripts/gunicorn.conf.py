"""The web server under `make run`. Production uses its own settings: docs/production.md."""

import os
import signal
from typing import Any

bind = f"{os.environ.get('HOST', '127.0.0.1')}:{os.environ.get('PORT', '8000')}"
worker_class = "gthread"
workers = 2
threads = 4
loglevel = "warning"
graceful_timeout = 10


def ignore_ctrl_c(_: Any) -> None:
    """Ctrl-C reaches the whole process group; the supervisor passes it on. Twice leaves threads hanging."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


when_ready = ignore_ctrl_c
post_worker_init = ignore_ctrl_c
