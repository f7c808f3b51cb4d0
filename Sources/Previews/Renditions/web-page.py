# Makes a PDF of a web page by WeasyPrint.
#
#     python3 -I web-page.py [options of WeasyPrint] PAGE PDF
#
# WeasyPrint 57 begins the letters of a glyph at the end of those of the glyph before. In text from right to left these are
# later letters, so that words in Hebrew or Arabic could be seen and not found. This program corrects such lines.

import sys
import unicodedata

from weasyprint import draw
from weasyprint.__main__ import main
from weasyprint.text.ffi import ffi

# A reader of a PDF lays the letters of one glyph from left to right. Lam with alef has a character of its own.
LIGATURES = {unicodedata.normalize('NFKC', chr(code)): chr(code) for code in range(0xFEF5, 0xFEFD)}

draw_line = draw.draw_first_line


def draw_first_line(stream, textbox, *place, **options):
    emojis = draw_line(stream, textbox, *place, **options)
    line, _ = textbox.pango_layout.get_first_line()
    runs = list(runs_of(line))
    if any(is_backward(run) for run in runs):
        text = textbox.pango_layout.text.encode()
        for run in runs:
            map_letters(stream.add_font(run.item.analysis.font), run, text)
    return emojis


def runs_of(line):
    run = line.runs[0]
    while run != ffi.NULL:
        yield run.data
        run = run.next


def is_backward(run):
    return run.item.analysis.level & 1 == 1


def map_letters(font, run, text):
    """Maps the glyphs that a run draws to their letters: each of one cluster to one, and the last to all that are left."""
    begin, end = run.item.offset, run.item.offset + run.item.length
    clusters = {}
    for place in range(run.glyphs.num_glyphs):
        clusters.setdefault(begin + run.glyphs.log_clusters[place], []).append(run.glyphs.glyphs[place].glyph)
    starts = sorted(clusters)
    for start, after in zip(starts, [*starts[1:], end]):
        letters = text[start:after].decode()
        letters = LIGATURES.get(letters, letters)
        glyphs = clusters[start][::-1] if is_backward(run) else clusters[start]
        for place, glyph in enumerate(glyphs):
            if glyph in font.cmap:
                font.cmap[glyph] = letters[place:place + 1] if place + 1 < len(glyphs) else letters[place:]


draw.draw_first_line = draw_first_line
sys.exit(main())
