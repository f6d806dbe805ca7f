"""A case with documents attached: one that the operator made public, one that stays with the regulator."""

from __future__ import annotations

from portal.notices.demo.hands import Hands


def sg_reopens_with_documents(hands: Hands) -> None:
    case = hands.draft("Orchid Strait Casino", "sg-mbs-v2", {"chip_unit": "10", "table": {"dice": 6}})
    hands.attach(
        case,
        "dice-measured.pdf",
        paper(
            "Six dice, measured", ["Faces of 19.05 mm, within 0.0125 mm.", "Balance: none favours a face."]
        ),
        kind="laboratory",
        confidential=False,
    )
    hands.attach(
        case,
        "dealer-training.pdf",
        paper("Training of dealers", ["Eleven dealers, forty hours each.", "Names are with the board."]),
        kind="training",
        confidential=True,
    )
    hands.submit(case)
    hands.approve(case, "The rebuilt pit opens with a smallest chip of S$10 and six dice.")


def paper(title: str, lines: list[str]) -> bytes:
    """One plain page. The text has neither brackets nor backslashes, which a PDF would want marked."""
    said = [f"/F 20 Tf ({title}) Tj", "/F 12 Tf", *(f"0 -24 Td ({line}) Tj" for line in lines)]
    said.append("0 -48 Td (Made up for the demonstration.) Tj")
    stream = f"BT 72 740 Td {' '.join(said)} ET"
    objects = [
        "<</Type /Catalog /Pages 2 0 R>>",
        "<</Type /Pages /Kids [3 0 R] /Count 1>>",
        "<</Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R"
        " /Resources <</Font <</F 5 0 R>>>>>>",
        f"<</Length {len(stream)}>>\nstream\n{stream}\nendstream",
        "<</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>",
    ]
    text, places = "%PDF-1.4\n", []
    for number, content in enumerate(objects, start=1):
        places.append(len(text))
        text += f"{number} 0 obj\n{content}\nendobj\n"
    table = "".join(f"{place:010} 00000 n \n" for place in places)
    end = f"trailer\n<</Size {len(places) + 1} /Root 1 0 R>>\nstartxref\n{len(text)}\n%%EOF\n"
    return f"{text}xref\n0 {len(places) + 1}\n0000000000 65535 f \n{table}{end}".encode()
