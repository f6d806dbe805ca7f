"""This site as a witness of other logs: where they send their checkpoints (c2sp.org/tlog-witness)."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from portal.public.log_tiles import TEXT
from portal.register import keys, witnessing


@csrf_exempt  # no account is involved: what counts is the signature of the log in the body
@require_POST
def add_checkpoint(request: HttpRequest) -> HttpResponse:
    """Sign a checkpoint of a known log that adds to the last one signed here."""
    try:
        body = request.read(witnessing.MAX_REQUEST + 1)
        if len(body) > witnessing.MAX_REQUEST:
            raise witnessing.SigningRefused(f"A request has at most {witnessing.MAX_REQUEST:,} bytes.")
        line = witnessing.add_checkpoint(request=witnessing.read_request(body))
    except witnessing.OtherSize as refusal:
        return HttpResponse(f"{refusal.size}\n", content_type=witnessing.SIZE_TYPE, status=refusal.status)
    except witnessing.SigningRefused as refusal:
        return HttpResponse(f"{refusal}\n", content_type=TEXT, status=refusal.status)
    except keys.KeyProblem:
        return HttpResponse("This witness has no usable key.\n", content_type=TEXT, status=503)
    return HttpResponse(line, content_type=TEXT)
