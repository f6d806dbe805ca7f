from celery import shared_task


@shared_task
def repeat_outdated() -> int:
    """After a new core or a corrected edition: checks again what is still open or in force."""
    from portal.validation.recheck import repeat_outdated

    return repeat_outdated()
