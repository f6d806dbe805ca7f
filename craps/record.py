"""``@record``: ``@dataclass(frozen=True, slots=True)`` for the modules that programs import first.

Importing dataclasses takes 14 ms, and each of its classes half a millisecond, whether it is used or not. Here
a class gets its constructor when its first object is made.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any, TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True)
def record(cls: type[T]) -> type[T]:
    """Give a class a constructor, comparison and slots for its annotated fields, those of its base first;
    mypy keeps them frozen."""
    body = dict(vars(cls))
    own = tuple(body["__annotations__"])
    defaults = {name: body.pop(name) for name in own if name in body}
    inherited: tuple[str, ...] = getattr(cls, "_record_fields", ())
    names = (*inherited, *own)
    body["_record_fields"] = names

    def first(self: object, *args: Any, **kwargs: Any) -> None:
        made = _constructor(names, defaults)
        setattr(slotted, "__init__", made)  # noqa: B010 - mypy knows that a method is not assigned to
        made(self, *args, **kwargs)

    body.setdefault("__init__", first)
    body.setdefault("__eq__", _equal)
    body.setdefault("__hash__", _hash)
    body.setdefault("__repr__", _text)
    caches = any(isinstance(value, cached_property) for value in body.values())
    body["__slots__"] = (*own, "__dict__") if caches else own
    for added in ("__dict__", "__weakref__"):  # they belong to the class without slots
        body.pop(added, None)
    slotted: type[T] = type(cls.__name__, cls.__bases__, body)
    return slotted


def replace(instance: T, **changes: Any) -> T:
    """The same record with other values in some fields."""
    return type(instance)(**fields(instance) | changes)


def fields(instance: Any) -> dict[str, Any]:
    """The values of a record by field."""
    return {name: getattr(instance, name) for name in instance._record_fields}


def _constructor(names: tuple[str, ...], defaults: dict[str, Any]) -> Any:
    arguments = ", ".join(f"{name}={name}" if name in defaults else name for name in names)
    assignments = "; ".join(f"self.{name} = {name}" for name in names)
    made: dict[str, Any] = {}
    exec(f"def __init__(self, {arguments}): {assignments}", dict(defaults), made)  # noqa: S102 - our own names  # nosec B102
    return made["__init__"]


def _equal(self: object, other: object) -> bool:
    return type(self) is type(other) and fields(self) == fields(other)


def _hash(self: object) -> int:
    return hash(tuple(fields(self).values()))


def _text(self: object) -> str:
    values = ", ".join(f"{name}={value!r}" for name, value in fields(self).items())
    return f"{type(self).__name__}({values})"
