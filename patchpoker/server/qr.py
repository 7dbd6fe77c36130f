"""QR codes: SVG for pages, blocks for a terminal."""

import io

import segno


def qr_svg(text: str) -> str:
    """An SVG element without a style attribute (the page's policy forbids those), as large as its
    place. Dark on light also in a dark page: cameras want it so."""
    out = io.BytesIO()
    segno.make(text, error="m", micro=False).save(
        out,
        kind="svg",
        xmldecl=False,
        svgns=True,
        omitsize=True,
        nl=False,
        border=2,
        dark="#000",
        light="#fff",
    )
    return out.getvalue().decode()


def qr_text(text: str) -> str:
    """For a terminal: two rows of modules a line."""
    out = io.StringIO()
    segno.make(text, error="l", micro=False).terminal(out, compact=True, border=2)
    return out.getvalue()
