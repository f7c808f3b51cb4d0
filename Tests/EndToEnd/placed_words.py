"""PDFs whose lines stand at known places, in any script: each letter is a glyph of its own with a known width.

No font is inside, as in many files of offices. A table says which characters a glyph stands for (PDF 32000-1, 9.10.3). So one
glyph may be a ligature, a soft hyphen, or a character of a script of which this machine has no letters.
"""

from typing import NamedTuple

from fixtures import assemble, stream_object

WIDTH, HEIGHT = 595, 842
POINTS = 12
# Widths in thousandths of the size: of the East those of a full square.
NARROW, SQUARE = 500, 1000


class Line(NamedTuple):
    """A line of glyphs, each one character or several; `left` and `base` in points from the lower left corner."""

    glyphs: object
    left: float = 60
    base: float = 760
    points: float = POINTS


def is_square(glyph):
    return 0x2E80 <= ord(glyph[0]) <= 0xD7FF or 0xFF00 <= ord(glyph[0]) <= 0xFF60


def lines(*texts, top=760, leading=20):
    """Lines below one another."""
    return [Line(text, base=top - leading * number) for number, text in enumerate(texts)]


class Word(NamedTuple):
    """A word, and the sides of its box in points from the upper left corner."""

    text: str
    left: float
    top: float
    right: float
    bottom: float


def words_of(line):
    """The words of a line with their places; the font says that letters reach from 0.8 above to 0.2 below the base."""
    words, glyphs, left, right = [], '', line.left, line.left
    top = HEIGHT - line.base - 0.8 * line.points
    for glyph in (*line.glyphs, ' '):
        if glyph == ' ':
            words += [Word(glyphs, left, top, right, top + line.points)] * bool(glyphs)
            glyphs, left = '', right + NARROW * line.points / 1000
        else:
            glyphs += glyph
        right += (SQUARE if is_square(glyph) else NARROW) * line.points / 1000
    return words


def placed(*pages, author=None, title=None):
    """A PDF of pages, each a list of lines or one text, and the lines of each page."""
    pages = [lines(*page.split('\n')) if isinstance(page, str) else page for page in pages]
    glyphs = sorted({glyph for page in pages for line in page for glyph in line.glyphs})
    codes = {glyph: code for code, glyph in enumerate(glyphs, 1)}
    first = 8
    kids = ' '.join(f'{first + 2 * number} 0 R' for number in range(len(pages)))
    bodies = [
        b'<< /Type /Catalog /Pages 2 0 R >>',
        f'<< /Type /Pages /Count {len(pages)} /Kids [{kids}] >>'.encode(),
        b'<< /Type /Font /Subtype /Type0 /BaseFont /Sans /Encoding /Identity-H /DescendantFonts [4 0 R] /ToUnicode 6 0 R >>',
        f'<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Sans /FontDescriptor 5 0 R /DW {NARROW} /W [{widths(codes)}] '
        '/CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> >>'.encode(),
        b'<< /Type /FontDescriptor /FontName /Sans /Flags 4 /FontBBox [0 -200 1000 800] /ItalicAngle 0 /Ascent 800 '
        b'/Descent -200 /CapHeight 700 /StemV 80 >>',
        stream_object(meanings(codes).encode()),
        properties(author, title),
    ]
    for number, page in enumerate(pages):
        content = f'{first + 2 * number + 1} 0 R'
        bodies.append(
            f'<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {WIDTH} {HEIGHT}] /Contents {content} '
            '/Resources << /Font << /F 3 0 R >> >> >>'.encode()
        )
        bodies.append(stream_object('\n'.join(shown(line, codes) for line in page).encode()))
    return assemble(bodies, trailer='/Info 7 0 R'), pages


def properties(author, title):
    words = {'Author': author, 'Title': title}
    entries = (f'/{name} <feff{value.encode("utf-16-be").hex()}>' for name, value in words.items() if value)
    return f'<< {" ".join(entries)} >>'.encode()


def widths(codes):
    return ' '.join(f'{code} [{SQUARE}]' for glyph, code in codes.items() if is_square(glyph))


def meanings(codes):
    """The table of what glyphs stand for, in parts of a hundred lines as PDF wants them."""
    rows = [f'<{code:04x}> <{glyph.encode("utf-16-be").hex()}>' for glyph, code in codes.items()]
    parts = (rows[place : place + 100] for place in range(0, len(rows), 100))
    table = '\n'.join(f'{len(part)} beginbfchar\n' + '\n'.join(part) + '\nendbfchar' for part in parts)
    return f"""/CIDInit /ProcSet findresource begin 12 dict begin begincmap
/CMapName /Meanings def /CMapType 2 def
1 begincodespacerange <0000> <ffff> endcodespacerange
{table}
endcmap CMapName currentdict /CMap defineresource pop end end"""


def shown(line, codes):
    glyphs = ''.join(f'{codes[glyph]:04x}' for glyph in line.glyphs)
    return f'BT /F {line.points} Tf 1 0 0 1 {line.left} {line.base} Tm <{glyphs}> Tj ET'
