"""The embedded broker: kombu's filesystem transport, with messages written atomically.

Kombu creates the file of a message and then writes it. A worker that looks in between would take an empty
file, fail to read it and stop, and everything that `make run` started with it.
"""

import uuid
from pathlib import Path
from time import monotonic_ns
from typing import Any

from kombu.exceptions import ChannelError
from kombu.transport import TRANSPORT_ALIASES, filesystem
from kombu.utils.encoding import str_to_bytes
from kombu.utils.json import dumps


def register_transport() -> None:
    """Make `filesystem://` use the transport below."""
    TRANSPORT_ALIASES["filesystem"] = f"{__name__}:Transport"


class Channel(filesystem.Channel):
    def _put(self, queue: str, payload: Any, **kwargs: Any) -> None:  # type: ignore[override]
        """Write the message, then rename it. Names sort by time, so the oldest is taken first."""
        name = f"{monotonic_ns():020d}_{uuid.uuid4()}"
        folder = Path(self.data_folder_out)
        unfinished = folder / f"{name}.unfinished"
        try:
            unfinished.write_bytes(str_to_bytes(dumps(payload)))
            unfinished.replace(folder / f"{name}.{queue}.msg")
        except OSError as problem:
            unfinished.unlink(missing_ok=True)
            raise ChannelError(f"Cannot add a message to {folder}: {problem.strerror}") from problem


class Transport(filesystem.Transport):
    Channel = Channel
