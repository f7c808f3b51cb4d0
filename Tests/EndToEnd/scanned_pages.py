"""Scans made of known texts: PDFs of one picture each, with noise, blur and skew, whose words and boxes are known.

MuPDF sets the text, poppler draws it, and FFmpeg spoils the picture. The box of a word is around its ink in the clean picture.
On a page with skew that box is turned as the page is, and the one that is known is around it.
"""

import math
import os
import re
import subprocess
from typing import NamedTuple

POINTS_PER_INCH, WIDTH, HEIGHT = 72, 595, 842
SECONDS = 120
# Darker pixels are ink: those that are half white at the edge of a letter are not counted.
INK = 144

FONTS = '/usr/share/fonts'
TYPEFACES = {
    'Nimbus Roman': f'{FONTS}/type1/urw-base35/NimbusRoman-Regular.t1',
    'Nimbus Sans': f'{FONTS}/type1/urw-base35/NimbusSans-Regular.t1',
    'Palladio': f'{FONTS}/type1/urw-base35/P052-Roman.t1',
    'Schoolbook': f'{FONTS}/type1/urw-base35/C059-Roman.t1',
    'Courier': f'{FONTS}/type1/urw-base35/NimbusMonoPS-Regular.t1',
    'DejaVu Sans': f'{FONTS}/truetype/dejavu/DejaVuSans.ttf',
    'Liberation Serif': f'{FONTS}/truetype/liberation/LiberationSerif-Regular.ttf',
}

ENGLISH = """
The ferry left the northern harbour at six in the morning, when the fog still lay between the cranes. Nobody on
board had slept well. Margaret carried two suitcases, a folded umbrella and the letter from the museum, which she
had read at least eleven times since it arrived on 14 March. It asked her to value a collection of 2,350 coins and
to name a price for the insurance before the exhibition opened.

She knew the building from a photograph. A wide staircase led to the first floor, where glass cases stood in long
rows under electric light. The director, a quiet man called Ferdinand Whitaker, met her at the door and offered tea.
"We have been waiting for you," he said. "Three experts came before, and each of them wrote a different number."
Their reports were filed in a green box: 48,000 pounds, 61,500 pounds, and finally 112,750 pounds.

Margaret asked for a table near the window. She weighed every coin, measured its thickness, and compared the edge
with the drawings in her notebook. By noon she had finished the first drawer. Some pieces were worn smooth, others
looked as though they had been struck yesterday. A small silver one, no larger than a fingernail, showed a ship with
nine oars and the head of an unknown queen.

In the evening she wrote down what she had found. The collection was genuine, with the exception of seven copies,
which somebody had made with great care about a hundred years ago. She added a list of sources, signed both pages,
and put the letter into the envelope. Then she walked back to the harbour, because the last ferry would not wait.
"""

GERMAN = """
Die Fähre verließ den nördlichen Hafen um sechs Uhr morgens, als der Nebel noch zwischen den Kränen lag. Niemand an
Bord hatte gut geschlafen. Margarete trug zwei Koffer, einen gefalteten Regenschirm und den Brief des Museums, den
sie seit dem 14. März mindestens elfmal gelesen hatte. Darin wurde sie gebeten, eine Sammlung von 2.350 Münzen zu
schätzen und vor der Eröffnung der Ausstellung einen Preis für die Versicherung zu nennen.

Das Gebäude kannte sie von einem Foto. Eine breite Treppe führte in das erste Geschoss, wo gläserne Kästen in langen
Reihen unter elektrischem Licht standen. Der Direktor, ein stiller Mann namens Ferdinand Weißenborn, begrüßte sie an
der Tür und bot ihr Tee an. Drei Gutachter seien schon da gewesen, sagte er, und jeder habe eine andere Zahl
aufgeschrieben. Ihre Berichte lagen in einer grünen Schachtel: 48.000 Euro, 61.500 Euro und zuletzt 112.750 Euro.

Margarete bat um einen Tisch in der Nähe des Fensters. Sie wog jede Münze, maß ihre Dicke und verglich den Rand mit
den Zeichnungen in ihrem Heft. Gegen Mittag war die erste Schublade fertig. Manche Stücke waren völlig abgegriffen,
andere sahen aus, als wären sie gestern geprägt worden. Ein kleines silbernes, nicht größer als ein Fingernagel,
zeigte ein Schiff mit neun Rudern und den Kopf einer unbekannten Königin.

Am Abend schrieb sie auf, was sie herausgefunden hatte. Die Sammlung war echt, mit Ausnahme von sieben Kopien, die
jemand vor etwa hundert Jahren mit großer Sorgfalt angefertigt hatte. Sie fügte ein Verzeichnis der Quellen hinzu,
unterschrieb beide Seiten und steckte den Brief in den Umschlag. Danach ging sie zurück zum Hafen, denn die letzte
Fähre würde nicht warten.
"""

TEXTS = {'en': ENGLISH, 'de': GERMAN}


class Scan(NamedTuple):
    """A page as it is to be scanned: `turned` clockwise by quarters, `skew` in degrees."""

    language: str = 'en'
    typeface: str = 'Nimbus Roman'
    resolution: int = 300
    skew: float = 0
    turned: int = 0
    columns: int = 1
    noise: int = 0
    blur: float = 0
    points: float = 11
    # Whether the paper grows darker towards its corners, as under a lamp.
    is_shaded: bool = False

    @property
    def title(self):
        more = [f'{self.skew:+.1f} degrees'] * bool(self.skew) + [f'turned by {self.turned * 90}'] * bool(self.turned)
        more += [f'{self.columns} columns'] * (self.columns > 1) + [f'noise {self.noise}'] * bool(self.noise)
        more += [f'blur {self.blur}'] * bool(self.blur) + ['shaded'] * self.is_shaded
        return ', '.join([f'{self.resolution} dpi', self.language, f'{self.typeface} {self.points:g}', *more])


class KnownWord(NamedTuple):
    """A word, and the box of its ink in pixels of the scan: left, top, right, bottom."""

    text: str
    box: tuple


# Setting


def lines_of(text, most):
    """The lines of a column; an empty one stands between paragraphs."""
    lines = []
    for paragraph in text.strip().split('\n\n'):
        line = ''
        for word in paragraph.split():
            if line and len(line) + len(word) >= most:
                lines.append(line)
                line = ''
            line = f'{line} {word}' if line else word
        lines += [line, '']
    return lines


def page_commands(scan):
    """The text as operators of PDF."""
    margin, gap = 57, 24
    column = (WIDTH - 2 * margin - gap * (scan.columns - 1)) / scan.columns
    width_of_letter = 0.6 if scan.typeface in ('Courier', 'DejaVu Sans') else 0.5
    lines = lines_of(TEXTS[scan.language], int(column / (scan.points * width_of_letter)))
    # So much that no letter of a line reaches into the box of another's word.
    leading = scan.points * 1.6
    most = int((HEIGHT - 2 * margin) / leading)
    if scan.columns > 1:
        most = min(most, math.ceil(len(lines) / scan.columns))
    rows = []
    for place, line in enumerate(lines[: most * scan.columns]):
        x, y = margin + place // most * (column + gap), HEIGHT - margin - (place % most + 1) * leading
        escaped = re.sub(r'([()\\])', r'\\\1', line)
        rows.append(f'BT /F {scan.points} Tf 1 0 0 1 {x:.1f} {y:.1f} Tm ({escaped}) Tj ET')
    return '\n'.join(rows)


def run(*words, **more):
    return subprocess.run(words, check=True, capture_output=True, timeout=SECONDS, **more).stdout


def clean_pdf(scan, folder):
    source, made = os.path.join(folder, 'page.txt'), os.path.join(folder, 'clean.pdf')
    head = f'%%MediaBox 0 0 {WIDTH} {HEIGHT}\n%%Font F {TYPEFACES[scan.typeface]} Latin\n'
    with open(source, 'wb') as file:
        file.write((head + page_commands(scan)).encode('latin-1'))
    run('mutool', 'create', '-o', made, source)
    return made


# Known words


def gray_picture(pdf, resolution):
    """Width, height and rows of the page's pixels."""
    body = run('pdftoppm', '-r', str(resolution), '-gray', '-singlefile', pdf)
    head = re.match(rb'P5\s+(\d+)\s+(\d+)\s+255\s', body)
    (width, height), pixels = map(int, head.groups()), body[head.end() :]
    return width, height, [pixels[row * width : (row + 1) * width] for row in range(height)]


DARK = re.compile(b'[\\x00-\\x%02x]' % (INK - 1))
LAST_DARK = re.compile(b'[\\x00-\\x%02x][^\\x00-\\x%02x]*$' % (INK - 1, INK - 1))


def ink_points(rows, left, top, right, bottom):
    """The corners of the first and the last dark pixel of each row of an area."""
    points = []
    for y in range(max(0, top), min(len(rows), bottom)):
        area = rows[y][max(0, left) : right]
        first, last = DARK.search(area), LAST_DARK.search(area)
        if first and last:
            points += [(left + x, y + dy) for x in (first.start(), last.start() + 1) for dy in (0, 1)]
    return points


def placed(point, scan, width, height):
    """A point of the clean picture in the scan: turned about the middle by the skew, then by quarters."""
    angle = math.radians(scan.skew)
    x, y = point[0] - width / 2, point[1] - height / 2
    x, y = x * math.cos(angle) - y * math.sin(angle) + width / 2, x * math.sin(angle) + y * math.cos(angle) + height / 2
    for _ in range(scan.turned):
        x, y, width, height = height - y, x, height, width
    return x, y


def known_words(pdf, scan):
    width, height, rows = gray_picture(pdf, scan.resolution)
    scale = scan.resolution / POINTS_PER_INCH
    words = []
    layout = run('pdftotext', '-raw', '-bbox', pdf, '-').decode()
    for *sides, text in re.findall(r'<word xMin="([\d.-]+)" yMin="([\d.-]+)" xMax="([\d.-]+)" yMax="([\d.-]+)">(.*?)</word>', layout):
        left, top, right, bottom = (float(side) * scale for side in sides)
        points = ink_points(rows, round(left) - 1, round(top), round(right) + 2, round(bottom))
        (left, right), (top, bottom) = ((min(side), max(side)) for side in zip(*points, strict=True))
        corners = [placed(corner, scan, width, height) for corner in ((left, top), (right, top), (left, bottom), (right, bottom))]
        xs, ys = zip(*corners, strict=True)
        box = (min(xs), min(ys), max(xs), max(ys))
        text = re.sub('&(quot|amp|lt|gt);', lambda one: {'quot': '"', 'amp': '&', 'lt': '<', 'gt': '>'}[one[1]], text)
        words.append(KnownWord(text, box))
    return words


# Scanning


def filters(scan):
    steps = []
    if scan.skew:
        steps.append(f'rotate={math.radians(scan.skew)}:fillcolor=white:bilinear=1')
    steps += ['transpose=clock'] * scan.turned
    if scan.is_shaded:
        steps.append('vignette=angle=0.9')
    if scan.blur:
        steps.append(f'gblur=sigma={scan.blur}')
    if scan.noise:
        steps.append(f'noise=all_seed=7:all_strength={scan.noise}')
    return ','.join(steps) or 'null'


def photographed(pdf, scan, folder):
    """The page as a JPEG."""
    page, made = os.path.join(folder, 'page.pgm'), os.path.join(folder, 'page.jpg')
    with open(page, 'wb') as file:
        file.write(run('pdftoppm', '-r', str(scan.resolution), '-gray', '-singlefile', pdf))
    run('ffmpeg', '-y', '-loglevel', 'error', '-i', page, '-vf', filters(scan), '-q:v', '3', made)
    with open(made, 'rb') as file:
        return file.read()


def jpeg_size(body):
    """Width and height by the frame's header."""
    frame = re.search(rb'\xff[\xc0-\xc2]..\x08(..)(..)', body, re.DOTALL)
    return int.from_bytes(frame[2], 'big'), int.from_bytes(frame[1], 'big')


def pdf_of(pictures, resolution):
    """A PDF of pages with one JPEG each."""
    objects = [b'<</Type/Catalog/Pages 2 0 R>>', b'']
    pages = []
    for body in pictures:
        width, height = jpeg_size(body)
        box = [side * POINTS_PER_INCH / resolution for side in (width, height)]
        content = b'q %f 0 0 %f 0 0 cm /Scan Do Q' % tuple(box)
        first = len(objects) + 1
        pages.append(first)
        objects += [
            b'<</Type/Page/Parent 2 0 R/MediaBox[0 0 %f %f]/Contents %d 0 R/Resources<</XObject<</Scan %d 0 R>>>>>>'
            % (*box, first + 1, first + 2),
            b'<</Length %d>>stream\n%s\nendstream' % (len(content), content),
            b'<</Type/XObject/Subtype/Image/Width %d/Height %d/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/DCTDecode/Length %d>>stream\n%s\nendstream'
            % (width, height, len(body), body),
        ]
    objects[1] = b'<</Type/Pages/Count %d/Kids[%s]>>' % (len(pages), b' '.join(b'%d 0 R' % page for page in pages))
    return written(objects)


def written(objects):
    body, places = b'%PDF-1.4\n', []
    for number, content in enumerate(objects, 1):
        places.append(len(body))
        body += b'%d 0 obj\n%s\nendobj\n' % (number, content)
    table = b''.join(b'%010d 00000 n \n' % place for place in places)
    end = b'xref\n0 %d\n0000000000 65535 f \n%strailer\n<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n'
    return body + end % (len(objects) + 1, table, len(objects) + 1, len(body))


def scanned(scan, folder):
    """The JPEG of a scan, and its words."""
    os.makedirs(folder, exist_ok=True)
    pdf = clean_pdf(scan, folder)
    return photographed(pdf, scan, folder), known_words(pdf, scan)
