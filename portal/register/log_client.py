"""HTTP to the logs and witnesses that the settings name. Redirects are not followed, answers are short."""

import urllib.error
import urllib.request
from http.client import HTTPException
from typing import NamedTuple

TIMEOUT = 10  # seconds
MAX_ANSWER = 64 * 1024


class LogUnreachable(Exception):
    """There is no usable answer. The message says what happened."""


class LogAnswer(NamedTuple):
    status: int
    content_type: str
    body: bytes


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *args: object, **kwargs: object) -> None:
        return None


_opener = urllib.request.build_opener(urllib.request.ProxyHandler({}), _NoRedirect)


def get(url: str) -> bytes:
    """The bytes at an address. Any status but 200 is LogUnreachable."""
    answer = _open(urllib.request.Request(url))  # noqa: S310 - settings allow http and https only
    if answer.status != 200:
        raise LogUnreachable(f"{url} answers with status {answer.status}.")
    return answer.body


def post(url: str, body: bytes) -> LogAnswer:
    headers = {"Content-Type": "text/plain; charset=utf-8"}
    return _open(urllib.request.Request(url, body, headers, method="POST"))  # noqa: S310 - as above


def _open(request: urllib.request.Request) -> LogAnswer:
    request.add_header("User-Agent", "baize")
    try:
        try:
            answer = _opener.open(request, timeout=TIMEOUT)
        except urllib.error.HTTPError as error:
            answer = error
        with answer:
            body = answer.read(MAX_ANSWER + 1)
            reply = LogAnswer(answer.status or 0, answer.headers.get_content_type(), body)
    except (OSError, HTTPException, ValueError) as error:
        reason = getattr(error, "reason", error)
        raise LogUnreachable(f"{request.full_url} cannot be reached: {reason}.") from None
    if len(body) > MAX_ANSWER:
        raise LogUnreachable(f"{request.full_url} answers with more than {MAX_ANSWER:,} bytes.")
    return reply
