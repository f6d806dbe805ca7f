"""Plain http in production: the API refuses and never redirects a token."""

from django.test import Client, override_settings

SECRET = "Bearer baize_abcdefgh_" + "x" * 43


def test_a_call_by_http_is_refused_and_a_page_redirected() -> None:
    with override_settings(SECURE_SSL_REDIRECT=True):
        client = Client()
        for method in ("get", "post", "put", "delete"):
            answer = getattr(client, method)("/api/v1/submissions", headers={"Authorization": SECRET})
            assert (answer.status_code, answer["Content-Type"]) == (403, "application/problem+json")
            assert "Location" not in answer
            assert answer.json()["code"] == "https_only"
            assert "revoke it" in answer.json()["detail"]
            assert answer["X-Request-ID"] == answer.json()["request_id"]
        assert client.get("/api/v1", headers={"Authorization": SECRET}).status_code == 403
        # The address of a calendar is a secret too, and a program would go on with it.
        feed = client.get("/calendar/abc.ics")
        assert (feed.status_code, "Location" in feed) == (403, False)
        assert "make a new one" in feed.json()["detail"]
        page = client.get("/api/")
        assert page["Location"] == "https://testserver/api/"  # the page for people
        page = client.get("/register/")
        assert (page.status_code, page["Location"]) == (301, "https://testserver/register/")
