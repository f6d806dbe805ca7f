"""Names of people: they are printed beside what people do, and in the greeting of an e-mail to a stranger."""

import re
import unicodedata

from portal.errors import BadValue

# An address on the web, or of a mailbox, in what should be a name.
_ADDRESS = re.compile(r"://|www\.|@|[<>/\\]|\w\.\w{2,}", re.IGNORECASE)
LONGEST_GREETED = 60


def refuse_address(name: str) -> str:
    """The name; BadValue if it holds an address or characters that cannot be seen."""
    if _is_more(name):
        raise BadValue("Enter a name in letters, without a web or e-mail address.", field="name")
    return name


def greeting(name: str) -> str:
    """The name for a greeting to somebody we do not know yet, or "" if it holds more than a name."""
    words = " ".join(name.split())
    return words if len(words) <= LONGEST_GREETED and not _is_more(words) else ""


def _is_more(name: str) -> bool:
    return bool(_ADDRESS.search(name)) or any(unicodedata.category(each) in ("Cc", "Cf") for each in name)
