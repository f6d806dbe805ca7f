"""Work for the worker that public pages ask for."""

from celery import shared_task

from portal.errors import NotFound


@shared_task(name="portal.public.tasks.make_book")
def make_book(book_id: str) -> None:
    """Typesets the PDF of a rulebook; a book that was withdrawn meanwhile needs none."""
    from portal.public import rulebook, rulebook_pdf

    try:
        volume = rulebook.volume(book_id)
    except NotFound:
        return
    rulebook_pdf.make(volume)
