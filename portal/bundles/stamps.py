"""The state of a case as far as a bundle shows it."""

from portal.bundles import contents, publication
from portal.bundles.models import Bundle, BundleKind
from portal.submissions.models import Submission


def stamp_for(bundle: Bundle, submission: Submission) -> str:
    if bundle.kind == BundleKind.PUBLICATION:
        return publication.stamp(submission)
    return contents.stamp(bundle.ordered_by, submission)
