"""``@record``: ``@dataclass(frozen=True, slots=True)`` for the modules that ``craps settle`` imports.

Importing dataclasses takes 7 ms and each of its classes half a millisecond: a fifth of a call of the command.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any, TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True)
def record(cls: type[T]) -> type[T]:
    """Give a class a constructor, comparison and slots for its annotated fields; mypy keeps them frozen."""
    body = dict(vars(cls))
    names = tuple(body["__annotations__"])
    defaults = {name: body.pop(name) for name in names if name in body}
    arguments = ", ".join(f"{name}={name}" if name in defaults else name for name in names)
    assignments = "; ".join(f"self.{name} = {name}" for name in names)
    exec(f"def __init__(self, {arguments}): {assignments}", defaults, body)  # noqa: S102 - our own names
    body.setdefault("__eq__", _equal)
    body.setdefault("__repr__", _text)
    caches = any(isinstance(value, cached_property) for value in body.values())
    body["__slots__"] = (*names, "__dict__") if caches else names
    for added in ("__dict__", "__weakref__"):  # they belong to the class without slots
        body.pop(added, None)
    slotted: type[T] = type(cls.__name__, cls.__bases__, body)
    return slotted


def replace(instance: T, **changes: Any) -> T:
    """The same record with other values in some fields."""
    return type(instance)(**fields(instance) | changes)


def fields(instance: object) -> dict[str, Any]:
    """The values of a record by field."""
    return {name: getattr(instance, name) for name in type(instance).__annotations__}


def _equal(self: object, other: object) -> bool:
    return type(self) is type(other) and fields(self) == fields(other)


def _text(self: object) -> str:
    values = ", ".join(f"{name}={value!r}" for name, value in fields(self).items())
    return f"{type(self).__name__}({values})"
