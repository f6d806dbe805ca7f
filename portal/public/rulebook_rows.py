"""A row of a table about an edition."""

from typing import NamedTuple


class EditionRow(NamedTuple):
    """`label` is the edition's own wording; `plain` is ours, for a row that several editions share.

    `note` is shown beside the value and does not count as a difference between editions. `compared` is what
    counts where it is not the value's words.
    """

    key: str
    label: str
    value: str
    clause: str
    plain: str = ""
    note: str = ""
    compared: str = ""
