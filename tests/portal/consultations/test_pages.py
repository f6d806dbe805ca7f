"""Consultations on the page: the whole story by client, what the public reads, and how much one may send."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from portal.accounts.jurisdictions import jurisdiction
from portal.consultations import services
from portal.consultations.models import Comment, Consultation
from portal.editions.models import Edition
from portal.notices.models import Mail
from tests.consulting import (
    FORM,
    MORE,
    answered,
    changed_draft,
    concluded,
    confirmed,
    link_in_mail,
    opened,
    published,
    sent,
)
from tests.factories import House, approved
from tests.portal.doors import signed_in, text
from tests.portal.editions.drafts import change, publish

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def posted(client: Client, row: Consultation, **fields: Any) -> Any:
    given = {name: value for name, value in {**FORM, **fields}.items() if value is not False}
    return client.post(f"/consultations/{row.slug}/comment/", given)


def test_the_whole_story(house: House, client: Client) -> None:
    approved(house)
    draft = changed_draft(house)
    admin, officer = signed_in(house.regulator_admin), signed_in(house.officer)
    assert "Open for comment" in text(admin.get(f"/regulator/editions/{draft.pk}/"))
    day = jurisdiction(draft.jurisdiction).today() + timedelta(days=5)
    answer = admin.post(
        f"/regulator/editions/{draft.pk}/consult/",
        {
            "digest": draft.contents_digest,
            "title": "A field bet at 3 to 1",
            "introduction": "We ask.",
            "questions": "One?\n\nTwo?",
            "closes_on": day.isoformat(),
        },
    )
    row = Consultation.objects.get()
    assert answer["Location"] == f"/regulator/consultations/{row.pk}/"
    services.count_affected(snapshot_id=row.snapshot.pk)
    public = f"/consultations/{row.slug}/"

    page = text(client.get(public))
    for words in (
        "A field bet at 3 to 1",
        "2 to 1 3 to 1 4.14",
        "5.56%",
        "(1/18)",
        "1 approval under",
        "Two?",
    ):
        assert words in page, words
    for name in (house.operator.name, house.property.name):
        assert name not in page
    assert "A field bet at 3 to 1" in text(client.get("/consultations/"))
    assert "A field bet at 3 to 1" in text(client.get("/rulebook/"))

    form = client.get(f"{public}comment/?about=clause-4.14").content.decode()
    assert 'value="clause-4.14" selected' in form
    answer = posted(client, row, about="clause-4.14", text="<b>Too</b> much.", name_withheld="on")
    assert answer["Location"] == f"{public}sent/"
    assert "Check your e-mail" in text(client.get(f"{public}sent/"))
    assert "Too" not in text(client.get(public))
    confirm = f"/consultations/confirm/{link_in_mail()}/"
    assert "<b>Too</b> much." in text(client.get(confirm))
    assert "Confirm" in text(client.get(confirm))  # opening the link changes nothing
    comment = Comment.objects.get()
    assert "is confirmed" in text(client.post(confirm, {"comment_ids": comment.pk}))
    assert client.post(confirm, {"comment_ids": comment.pk}).status_code == 410

    assert "1 comment to moderate" in text(officer.get("/regulator/"))
    assert "Closing" in text(admin.get("/regulator/"))
    moderate = f"/regulator/consultations/comments/{comment.pk}/"
    assert "Change nothing else" in text(officer.get(moderate))
    assert officer.post(moderate, {"act": "publish", "marked": "Nonsense"}).status_code == 422
    assert officer.post(moderate, {"act": "refuse", "reason": ""}).status_code == 422
    officer.post(moderate, {"act": "publish", "marked": "<b>Too</b> [[much]]."})
    page = text(client.get(public))
    assert "Comment 1" in page and "Name withheld" in page and FORM["name"] not in page
    assert "<b>Too</b> [ struck out by the regulator ] ." in page.replace("[", "[ ").replace("]", " ]")
    assert "much" not in client.get(public).content.decode()

    answers = f"/regulator/consultations/{row.pk}/answer/"
    officer.post(answers, {"comment_ids": [comment.pk], "text": "We keep it."})
    assert "We keep it." in text(client.get(public))
    admin.post(f"/regulator/consultations/{row.pk}/close/", {"reason": "All said."})
    assert "All said." in text(client.get(public))
    assert client.get(f"{public}comment/").status_code == 409
    admin.post(f"/regulator/consultations/{row.pk}/statement/", {"text": "Thank you all."})
    page = text(client.get(public))
    assert "Thank you all." in page and "Write a comment" not in page
    assert "Thank you all." not in text(client.get("/consultations/"))
    assert "statement published" in text(admin.get(f"/regulator/editions/{draft.pk}/"))


def test_the_published_edition_links_its_consultation(house: House, client: Client) -> None:
    row = opened(house)
    published(house, row)
    concluded(house, row)
    publish(Edition.objects.get(pk=row.edition_id))
    book = client.get(f"/rulebook/{row.edition_id}/")
    assert f'href="/consultations/{row.slug}/"' in book.content.decode()
    assert "1 comment and the regulator’s statement" in text(book)
    page = text(client.get(f"/consultations/{row.slug}/"))
    assert "now published" in page and FORM["text"] in page


def test_a_kept_page_is_rendered_again_when_anything_of_it_changes(house: House, client: Client) -> None:
    row = opened(house)
    public = f"/consultations/{row.slug}/"
    before = client.get(public)
    assert client.get(public)["ETag"] == before["ETag"]
    comment = confirmed(row)
    assert client.get(public)["ETag"] == before["ETag"]
    signed_in(house.officer).post(
        f"/regulator/consultations/comments/{comment.pk}/", {"act": "publish", "marked": comment.text}
    )
    after = client.get(public)
    assert after["ETag"] != before["ETag"] and FORM["text"] in text(after)
    assert not after.cookies


def test_an_earlier_text_stays_readable(house: House, client: Client) -> None:
    row = opened(house)
    draft = change(Edition.objects.get(pk=row.edition_id), *MORE, actor=house.regulator_admin)
    public = f"/consultations/{row.slug}/"
    assert "Dice" not in text(client.get(public)).partition("Timeline")[0]
    page = signed_in(house.regulator_admin).get(f"/regulator/consultations/{row.pk}/update/")
    assert draft.contents_digest in page.content.decode()
    services.update(
        actor=house.regulator_admin, consultation_id=row.pk, digest=draft.contents_digest, text="More dice."
    )
    latest, earlier = text(client.get(public)), text(client.get(f"{public}?text=1"))
    assert "More dice." in latest and "This is the draft as it was published" in earlier
    assert latest.count("3.3") > earlier.count("3.3")
    assert client.get(f"{public}?text=3").status_code == client.get(f"{public}?text=x").status_code == 404


def test_the_answer_is_the_same_whatever_is_known_of_an_address(house: House, client: Client) -> None:
    row = opened(house)
    first = posted(client, row)
    published(house, opened(house), email="known@example.org")
    for address in (FORM["email"], "new@example.org", "known@example.org"):
        again = posted(client, row, email=address)
        assert (again.status_code, again["Location"]) == (first.status_code, first["Location"])


def test_a_program_that_fills_in_every_field_is_thanked_and_nothing_is_kept(
    house: House, client: Client
) -> None:
    row = opened(house)
    assert posted(client, row, website="https://evil.example").status_code == 302
    assert not Comment.objects.exists() and not Mail.objects.exists()


def test_a_network_address_sends_ten_comments_an_hour(house: House, client: Client) -> None:
    row = opened(house)
    for number in range(10):
        assert posted(client, row, email=f"p{number}@example.org").status_code == 302
    answer = posted(client, row, email="p11@example.org")
    assert answer.status_code == 429 and int(answer["Retry-After"]) > 0
    assert "Wait 60 minutes" in text(answer)
    assert FORM["text"] in answer.content.decode()  # nothing of what was typed is lost
    assert Comment.objects.count() == 10


def test_an_e_mail_address_is_used_ten_times_a_day(house: House) -> None:
    row = opened(house)
    for number in range(12):
        client = Client(REMOTE_ADDR=f"10.0.0.{number}")
        assert posted(client, row).status_code == 302
        Comment.objects.update(state="withdrawn")
    assert Comment.objects.count() == 10
    assert Mail.objects.count() == 1


def test_errors_stand_beside_their_fields_and_nothing_typed_is_lost(house: House, client: Client) -> None:
    row = opened(house)
    answer = posted(client, row, email="nobody", text="Read \u202ethis", about="clause-4.14")
    assert answer.status_code == 422
    page = answer.content.decode()
    assert "U+202E at place 6" in page and 'value="clause-4.14" selected' in page
    assert "Enter an e-mail address" in text(posted(client, row, email="nobody"))
    assert posted(client, row, about="clause-nowhere").status_code == 422
    lines = "\r\n".join("x" * 24 for _ in range(200))  # 4,999 characters to a browser
    assert posted(client, row, text=lines).status_code == 302


def test_links_of_e_mails_are_secret_pages(house: House, client: Client) -> None:
    row = opened(house)
    sent(row)
    answer = client.get(f"/consultations/confirm/{link_in_mail()}/")
    assert "no-store" in answer["Cache-Control"] and answer["Referrer-Policy"] == "same-origin"
    assert client.get("/consultations/confirm/nonsense/").status_code == 404
    assert client.get("/consultations/withdraw/nonsense/").status_code == 404
    declined = client.post(f"/consultations/confirm/{link_in_mail()}/", {"decline": "on"})
    assert "Nobody has seen them" in text(declined) and not Comment.objects.exists()


def test_a_comment_is_withdrawn_by_its_link(house: House, client: Client) -> None:
    confirmed(opened(house))
    link = f"/consultations/withdraw/{link_in_mail('withdraw')}/"
    assert FORM["text"] in text(client.get(link))
    assert "is withdrawn" in text(client.post(link))
    assert client.get(link).status_code == 410


def test_officers_moderate_and_only_administrators_manage(house: House) -> None:
    row = opened(house)
    officer = signed_in(house.officer)
    assert "Close early" not in text(officer.get(f"/regulator/consultations/{row.pk}/"))
    assert officer.post(f"/regulator/consultations/{row.pk}/close/", {"reason": "x"}).status_code == 403
    inspector = signed_in(house.inspector)
    comment = confirmed(row)
    assert inspector.get(f"/regulator/consultations/comments/{comment.pk}/").status_code == 403
    officer.post(f"/regulator/consultations/comments/{comment.pk}/spam/")
    assert "Not spam" in text(officer.get(f"/regulator/consultations/{row.pk}/"))


def test_answers_are_rewritten_on_the_page(house: House, client: Client) -> None:
    row = opened(house)
    comment = published(house, row)
    answered(house, row, comment)
    officer = signed_in(house.officer)
    address = f"/regulator/consultations/answers/{row.answers.get().pk}/"
    assert "We keep ten times." in officer.get(address).content.decode()
    officer.post(address, {"comment_ids": [comment.pk], "text": "On second thoughts."})
    assert "On second thoughts." in text(client.get(f"/consultations/{row.slug}/"))


def test_the_feed_tells_each_step(house: House, client: Client) -> None:
    row = opened(house, introduction="Is <b> bold?")
    concluded(house, row)
    feed = client.get("/consultations/feed.atom").content.decode()
    assert re.findall(r'term="(\w+)"', feed) == ["statement", "closed_early", "opened"]
    assert "<b>" not in feed
