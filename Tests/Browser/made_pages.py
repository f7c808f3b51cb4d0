"""PDFs that no good program makes, and PDFs in many ways of writing. They need no font of the machine."""

import random

from fixtures import assemble, stream_object

HELVETICA = b'<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'


def pdf_of_pages(pages, catalog='', objects=()):
    """A PDF with a page for each pair of entries of its dictionary and content.

    `catalog` is added to the catalogue. `objects` are further ones, numbered from 4; the font /F is Helvetica.
    """
    first = 4 + len(objects)
    kids = ' '.join(f'{first + 2 * place} 0 R' for place in range(len(pages)))
    tree = f'<< /Type /Pages /Count {len(pages)} /Kids [{kids}] /Resources << /Font << /F 3 0 R >> >> >>'
    bodies = [f'<< /Type /Catalog /Pages 2 0 R {catalog} >>'.encode(), tree.encode(), HELVETICA, *objects]
    for place, (entries, content) in enumerate(pages):
        page = f'<< /Type /Page /Parent 2 0 R /Contents {first + 2 * place + 1} 0 R {entries} >>'
        bodies += [page.encode(), stream_object(content)]
    return assemble(bodies)


def box(width, height):
    return f'/MediaBox [0 0 {width} {height}]'


def line(text, x=40, y=700, size=14):
    return f'BT /F {size} Tf {x} {y} Td ({text}) Tj ET\n'


def with_signs():
    """A paragraph with narrow signs of a font that reaches deep below its line, as those of mathematics do."""
    lines = [('the union', '+', 'of sets is a set'), ('and the sum', '=', 'of numbers is'), ('one that has', '+', 'no sign at all')]
    shown = (
        f'BT /F 10 Tf 40 {700 - 15 * at} Td ({before} ) Tj /S 10 Tf ({sign} ) Tj /F 10 Tf ({after}) Tj ET\n'
        for at, (before, sign, after) in enumerate(lines)
    )
    widths = ' '.join(['250'] * 30)
    signs = f'<< /Type /Font /Subtype /Type1 /BaseFont /Signs /FirstChar 32 /LastChar 61 /Widths [{widths}] /FontDescriptor 5 0 R >>'
    deep = (
        '<< /Type /FontDescriptor /FontName /Signs /Flags 32 /FontBBox [-30 -960 1116 775] /Ascent 750 /Descent -960 /ItalicAngle 0 '
        '/CapHeight 683 /StemV 40 >>'
    )
    fonts = '/Resources << /Font << /F 3 0 R /S 4 0 R >> >>'
    return pdf_of_pages([(f'{box(612, 792)} {fonts}', ''.join(shown).encode())], objects=[signs.encode(), deep.encode()])


def shuffled(words, columns=6, seed=1):
    """A page whose words are drawn one by one, in no order."""
    places = [line(word, 40 + 90 * (at % columns), 740 - 20 * (at // columns), 12) for at, word in enumerate(words)]
    random.Random(seed).shuffle(places)
    return pdf_of_pages([(box(612, 792), ''.join(places).encode())])


def crowded(pages, rows=500, words=100):
    """Pages of `rows` lines of words in type of 3 points; they share one content."""
    lines = (f'1 0 0 1 20 {1780 - 3.45 * row:.2f} Tm ({" ".join(f"w{row}x{at}" for at in range(words))}) Tj' for row in range(rows))
    content = stream_object(('BT /F 3 Tf\n' + '\n'.join(lines) + '\nET').encode())
    kids = ' '.join(f'{5 + place} 0 R' for place in range(pages))
    page = f'<< /Type /Page /Parent 2 0 R {box(1800, 1800)} /Contents 4 0 R /Resources << /Font << /F 3 0 R >> >> >>'
    tree = f'<< /Type /Pages /Count {pages} /Kids [{kids}] >>'
    return assemble([b'<< /Type /Catalog /Pages 2 0 R >>', tree.encode(), HELVETICA, content, *[page.encode()] * pages])


def linked(actions):
    """A page with a line for each link, and a second page. Links are below one another, 24 points apart."""
    first = 4
    annotations = [
        f'<< /Type /Annot /Subtype /Link /Border [0 0 0] /Rect [40 {738 - 24 * at} 300 {756 - 24 * at}] {action} >>'.encode()
        for at, action in enumerate(actions)
    ]
    references = ' '.join(f'{first + at} 0 R' for at in range(len(actions)))
    content = ''.join(line(f'Link{at}', 40, 742 - 24 * at) for at in range(len(actions)))
    return pdf_of_pages(
        [(f'{box(612, 792)} /Annots [{references}]', content.encode()), (box(612, 792), line('Second').encode())],
        objects=annotations,
    )


def circular_outline():
    """Two entries, each of which follows the other and holds itself."""
    entries = [
        b'<< /Type /Outlines /First 5 0 R /Last 6 0 R >>',
        b'<< /Title (One) /Parent 4 0 R /Next 6 0 R /Prev 6 0 R /Dest [7 0 R /Fit] /First 5 0 R /Last 4 0 R >>',
        b'<< /Title (Two) /Parent 5 0 R /Next 5 0 R /Prev 5 0 R /Dest [9 0 R /Fit] /First 6 0 R /Last 5 0 R >>',
    ]
    pages = [(box(612, 792), line(word).encode()) for word in ('First', 'Second')]
    return pdf_of_pages(pages, '/Outlines 4 0 R', entries)


def form():
    """Fields with values, which the file has no pictures of: readers draw them."""
    widget = '<< /Type /Annot /Subtype /Widget /DA (/F 12 Tf 0 g)'
    fields = [
        f'{widget} /FT /Tx /T (name) /V (Barleycorn) /Rect [40 600 300 630] >>',
        f'{widget} /FT /Ch /Ff 131072 /T (colour) /V (Amber) /Opt [(Amber) (Green)] /Rect [40 560 300 590] >>',
        f'{widget} /FT /Btn /T (agreed) /V /Yes /AS /Yes /Rect [40 520 60 540] >>',
    ]
    entry = '/AcroForm << /NeedAppearances true /Fields [4 0 R 5 0 R 6 0 R] /DA (/F 12 Tf 0 g) /DR << /Font << /F 3 0 R >> >> >>'
    page = (f'{box(612, 792)} /Annots [4 0 R 5 0 R 6 0 R]', line('A form to fill in').encode())
    return pdf_of_pages([page], entry, [field.encode() for field in fields])


def carrier(files):
    """A PDF that holds files of those names."""
    names = ' '.join(f'(file{at:03}) {5 + 2 * at} 0 R' for at in range(len(files)))
    objects = [f'<< /Names [{names}] >>'.encode()]
    for at, (name, content) in enumerate(files):
        written = ('\ufeff' + name).encode('utf-16-be').hex()
        objects += [
            f'<< /Type /Filespec /F <{written}> /UF <{written}> /EF << /F {6 + 2 * at} 0 R >> >>'.encode(),
            stream_object(content, f'/Type /EmbeddedFile /Params << /Size {len(content)} >>'),
        ]
    return pdf_of_pages([(box(612, 792), line('A carrier').encode())], '/Names << /EmbeddedFiles 4 0 R >>', objects)


class Script:
    """A font whose letters are boxes, and that says which letters they are: as readers see those of any language."""

    def __init__(self, text, vertical=False):
        self.letters = {letter: 1 + at for at, letter in enumerate(sorted(set(text)))}
        self.vertical = vertical

    def codes(self, text):
        return ''.join(f'{self.letters[letter]:04X}' if self.vertical else f'{self.letters[letter]:02X}' for letter in text)

    def objects(self, first):
        """The font, which is the object `first`, and its parts."""
        digits = 4 if self.vertical else 2
        mapped = '\n'.join(f'<{code:0{digits}X}> <{letter.encode("utf-16-be").hex()}>' for letter, code in self.letters.items())
        span = f'1 begincodespacerange <{"0" * digits}> <{"F" * digits}> endcodespacerange'
        unicode = stream_object(
            f'/CIDInit /ProcSet findresource begin begincmap {span}\n{len(self.letters)} beginbfchar\n{mapped}\nendbfchar\n'
            'endcmap end'.encode()
        )
        return [*(self.downward(first) if self.vertical else self.boxes(first)), unicode]

    def boxes(self, first):
        last = len(self.letters)
        names = ' '.join(f'/b{code}' for code in range(1, last + 1))
        glyphs = ' '.join(f'/b{code} {first + 1} 0 R' for code in range(1, last + 1))
        widths = ' '.join(['600'] * last)
        font = (
            f'<< /Type /Font /Subtype /Type3 /FontBBox [0 -200 600 800] /FontMatrix [0.001 0 0 0.001 0 0] /FirstChar 1 '
            f'/LastChar {last} /Widths [{widths}] /Encoding << /Type /Encoding /Differences [1 {names}] >> '
            f'/CharProcs << {glyphs} >> /Resources << >> /ToUnicode {first + 2} 0 R >>'
        )
        return [font.encode(), stream_object(b'600 0 60 0 540 700 d1 60 0 480 700 re f')]

    def downward(self, first):
        font = (
            f'<< /Type /Font /Subtype /Type0 /BaseFont /Made /Encoding /Identity-V /DescendantFonts [{first + 1} 0 R] '
            f'/ToUnicode {first + 2} 0 R >>'
        )
        part = (
            '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Made /DW 1000 /DW2 [880 -1000] /CIDSystemInfo << /Registry (Adobe) '
            '/Ordering (Identity) /Supplement 0 >> /FontDescriptor << /Type /FontDescriptor /FontName /Made /Flags 4 '
            '/FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 880 /Descent -120 /CapHeight 700 /StemV 80 >> >>'
        )
        return [font.encode(), part.encode()]


def leftward(rows, size=20):
    """Lines of a language that is written to the left: PDFs have their letters from the left, as they are drawn."""
    script = Script(''.join(rows))
    drawn = ''.join(
        f'BT /S {size} Tf {560 - 0.6 * size * len(row)} {700 - 2 * size * at} Td <{script.codes(row[::-1])}> Tj ET\n'
        for at, row in enumerate(rows)
    )
    return pdf_of_pages([(f'{box(612, 792)} /Resources << /Font << /S 4 0 R >> >>', drawn.encode())], objects=script.objects(4))


def downward(columns, size=20):
    """Columns of letters below one another, the first at the right."""
    script = Script(''.join(columns), vertical=True)
    drawn = ''.join(
        f'BT /S {size} Tf {540 - 2 * size * at} 740 Td <{script.codes(column)}> Tj ET\n' for at, column in enumerate(columns)
    )
    return pdf_of_pages([(f'{box(612, 792)} /Resources << /Font << /S 4 0 R >> >>', drawn.encode())], objects=script.objects(4))


def columned(*columns, turn=0):
    """Columns beside one another, drawn line by line across them."""
    rows = max(map(len, columns))
    drawn = ''.join(
        line(column[row], 50 + 270 * at, 720 - 16 * row, 11)
        for row in range(rows) for at, column in enumerate(columns) if row < len(column)
    )
    return pdf_of_pages([(f'{box(612, 792)} /Rotate {turn}', drawn.encode())])


def on_its_side(rows):
    """Lines that are drawn upwards on an upright page."""
    drawn = ''.join(f'BT /F 14 Tf 0 1 -1 0 {100 + 20 * at} 80 Tm ({row}) Tj ET\n' for at, row in enumerate(rows))
    return pdf_of_pages([(box(612, 792), drawn.encode())])
