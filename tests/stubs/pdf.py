"""A small PDF document, written by hand: lines of Latin text on one page each."""

from collections.abc import Sequence


def make_pdf(pages: Sequence[Sequence[str]], *, title: str = "") -> bytes:
    """A document of one font."""
    numbers = [5 + 2 * index for index in range(len(pages))]
    objects = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{' '.join(f'{number} 0 R' for number in numbers)}] /Count {len(pages)} >>",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
        f"<< /Title ({title}) >>",
    ]
    for number, lines in zip(numbers, pages, strict=True):
        drawn = "BT /F1 11 Tf 14 TL 50 750 Td " + " ".join(f"({line}) Tj T*" for line in lines) + " ET"
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents {number + 1} 0 R /Resources << /Font << /F1 3 0 R >> >> >>"
        )
        objects.append(f"<< /Length {len(drawn)} >>\nstream\n{drawn}\nendstream")
    document, offsets = b"%PDF-1.4\n", []
    for index, content in enumerate(objects, 1):
        offsets.append(len(document))
        document += f"{index} 0 obj\n{content}\nendobj\n".encode("latin-1")
    table = "".join(f"{offset:010} 00000 n \n" for offset in offsets)
    trailer = f"<< /Size {len(objects) + 1} /Root 1 0 R /Info 4 0 R >>"
    return (
        document + f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}trailer\n{trailer}\nstartxref\n{len(document)}\n%%EOF".encode()
    )
