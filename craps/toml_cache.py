"""Data files, parsed once: what Python does for modules, done for TOML, which takes milliseconds to parse.

The result is kept beside the compiled modules and thrown away when the file changes. Where nothing can be
written there, the file is parsed each time.
"""

from __future__ import annotations

import marshal
import os
import sys
from importlib.util import cache_from_source
from typing import Any


def load_toml(path: str) -> dict[str, Any]:
    """The content of a TOML file."""
    status = os.stat(path)  # noqa: PTH116
    stamp = (status.st_mtime_ns, status.st_size)
    cache = cache_from_source(path).removesuffix("pyc") + "marshal"
    try:
        with open(cache, "rb") as file:  # noqa: PTH123 - pathlib takes 4 ms to import
            cached_stamp, data = marshal.load(file)  # noqa: S302 - trusted like the compiled modules beside it  # nosec B302
        if cached_stamp == stamp:
            content: dict[str, Any] = data
            return content
    except (OSError, EOFError, ValueError, TypeError):
        pass  # none yet, or not a complete one
    import tomllib  # only where it is needed: it takes 3 ms to import

    with open(path, "rb") as file:  # noqa: PTH123
        content = tomllib.load(file)
    if not sys.dont_write_bytecode:
        _write(cache, marshal.dumps((stamp, content)))
    return content


def _write(cache: str, data: bytes) -> None:
    """All of it or nothing: other processes may be reading."""
    unfinished = f"{cache}.{os.getpid()}"
    try:
        os.makedirs(os.path.dirname(cache), exist_ok=True)  # noqa: PTH103, PTH120
        with open(unfinished, "wb") as file:  # noqa: PTH123
            file.write(data)
        os.replace(unfinished, cache)  # noqa: PTH105
    except OSError:
        pass
