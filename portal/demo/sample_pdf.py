"""A small PDF to attach to demo cases."""


def one_page_pdf(title: str, lines: list[str]) -> bytes:
    """Returns a PDF of one page. The text must not have parentheses or backslashes: they are not escaped."""
    drawn = [f"/F 20 Tf ({title}) Tj", "/F 12 Tf", *(f"0 -24 Td ({line}) Tj" for line in lines)]
    drawn.append("0 -48 Td (Made up for the demonstration.) Tj")
    stream = f"BT 72 740 Td {' '.join(drawn)} ET"
    objects = [
        "<</Type /Catalog /Pages 2 0 R>>",
        "<</Type /Pages /Kids [3 0 R] /Count 1>>",
        "<</Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R"
        " /Resources <</Font <</F 5 0 R>>>>>>",
        f"<</Length {len(stream)}>>\nstream\n{stream}\nendstream",
        "<</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>",
    ]
    text, offsets = "%PDF-1.4\n", []
    for number, content in enumerate(objects, start=1):
        offsets.append(len(text))
        text += f"{number} 0 obj\n{content}\nendobj\n"
    table = "".join(f"{offset:010} 00000 n \n" for offset in offsets)
    end = f"trailer\n<</Size {len(offsets) + 1} /Root 1 0 R>>\nstartxref\n{len(text)}\n%%EOF\n"
    return f"{text}xref\n0 {len(offsets) + 1}\n0000000000 65535 f \n{table}{end}".encode()
