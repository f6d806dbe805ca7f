"""Background work for public pages."""

from celery import shared_task

from portal.errors import NotFound


@shared_task(name="portal.public.tasks.make_book")
def make_book(book_id: str) -> None:
    """Make the PDF of a rulebook; nothing to do if the book is no longer public."""
    from portal.public import rulebook, rulebook_pdf

    try:
        volume = rulebook.volume(book_id)
    except NotFound:
        return
    rulebook_pdf.make(volume)
