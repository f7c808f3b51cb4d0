"""Where hits lie on pages: beside the boxes that poppler tells, and beside the ink of the page's own picture."""

import html
import os
import re

from fixtures import assemble, stream_object
from scanned_pages import DARK, LAST_DARK, POINTS_PER_INCH, Scan, clean_pdf, known_words, run
from server import wait_until

RESOLUTION = 96
# A pixel at that resolution, in points.
PIXEL = POINTS_PER_INCH / RESOLUTION
SECONDS = 60
# IIIF's boxes have whole numbers, rounded outwards.
WHOLE = 1.05

# Words of the texts of `scanned_pages`, each on its page once or more often.
WORDS = {
    'en': ('harbour', 'Margaret', 'umbrella', '2,350', 'Whitaker', 'ferry', 'number'),
    'de': ('Hafen', 'Margarete', 'Münzen', '61.500', 'Weißenborn', 'Fähre', 'Schachtel'),
}
TEXTS = {
    'Roman.pdf': Scan('en', 'Nimbus Roman', resolution=RESOLUTION),
    'Mono.pdf': Scan('en', 'Courier', resolution=RESOLUTION, points=9),
    'Columns.pdf': Scan('de', 'Nimbus Sans', resolution=RESOLUTION, columns=2, points=9.5),
    'Small.pdf': Scan('de', 'Schoolbook', resolution=RESOLUTION, points=8),
}
# Entries of a page with one word, and the operators before it.
PAGES = {
    'plain': ('/MediaBox [0 0 595 842]', '12 Tf 300 400 Td'),
    'turned by 90': ('/MediaBox [0 0 595 842] /Rotate 90', '12 Tf 300 400 Td'),
    'turned by 180': ('/MediaBox [0 0 595 842] /Rotate 180', '12 Tf 300 400 Td'),
    'turned by 270': ('/MediaBox [0 0 595 842] /Rotate 270', '12 Tf 300 400 Td'),
    'cropped': ('/MediaBox [0 0 595 842] /CropBox [100 200 500 700]', '12 Tf 300 400 Td'),
    'cropped and turned': ('/MediaBox [0 0 595 842] /CropBox [100 200 500 700] /Rotate 90', '12 Tf 300 400 Td'),
    'with its origin elsewhere': ('/MediaBox [-200 -300 395 542]', '12 Tf -30 400 Td'),
    'of larger units': ('/MediaBox [0 0 300 420] /UserUnit 2', '12 Tf 100 200 Td'),
    'of large letters': ('/MediaBox [0 0 595 842]', '40 Tf 40 400 Td'),
    'of small letters': ('/MediaBox [0 0 595 842]', '5 Tf 40 400 Td'),
    'of stretched letters': ('/MediaBox [0 0 595 842]', '12 Tf 150 Tz 40 400 Td'),
    'of letters apart': ('/MediaBox [0 0 595 842]', '12 Tf 1.5 Tc 40 400 Td'),
    'of text upwards': ('/MediaBox [0 0 595 842]', '12 Tf 0 1 -1 0 300 400 Tm'),
    'at an edge': ('/MediaBox [0 0 595 842]', '12 Tf 2 4 Td'),
    'of a poster': ('/MediaBox [0 0 2400 3400]', '12 Tf 2200 3300 Td'),
}
# It begins and ends with letters without space at their sides.
WORD = 'wheelbarrow'


def page_of_one_word(entries, operators):
    bodies = [
        b'<< /Type /Catalog /Pages 2 0 R >>',
        b'<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
        f'<< /Type /Page /Parent 2 0 R {entries} /Contents 5 0 R /Resources << /Font << /F 4 0 R >> >> >>'.encode(),
        b'<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
        stream_object(f'BT /F {operators} ({WORD}) Tj ET'.encode()),
    ]
    return assemble(bodies)


def uploaded(server, body, name):
    answer = server.upload(body, name)
    assert answer.status == 201, answer
    return answer.json['id']


def hits(server, document, name, word):
    """The page as it is told, or an empty one."""
    found = server.get('/api/v1/search', q=f'name:"{name}" "{word}"').json['documents']
    pages = [page for one in found for page in one['pages'] if one['document']['id'] == document]
    return pages[0] if pages else {'hits': [], 'size': [1, 1]}


def corners(box):
    left, top, width, height = box
    return left, top, left + width, top + height


def away(one, other):
    return max(abs(a - b) for a, b in zip(one, other, strict=True))


# Pages of text


def plain(word):
    return re.sub(r'^\W+|\W+$', '', word)


def layout(path, word):
    """The boxes of a word as poppler tells them."""
    told = run('pdftotext', '-bbox', path, '-').decode()
    found = re.findall(r'<word xMin="([\d.-]+)" yMin="([\d.-]+)" xMax="([\d.-]+)" yMax="([\d.-]+)">(.*?)</word>', told)
    return [tuple(map(float, sides)) for *sides, text in found if plain(html.unescape(text)) == word]


def ink(path, scan, word):
    scale = POINTS_PER_INCH / RESOLUTION
    return [tuple(side * scale for side in known.box) for known in known_words(path, scan) if plain(known.text) == word]


def is_around(box, inner):
    return all(edge <= side + PIXEL for edge, side in zip(box[:2], inner[:2])) and all(edge >= side - PIXEL for edge, side in zip(box[2:], inner[2:]))


def check_text(report, server, folder, name, scan):
    """All places of some words, in the search and in IIIF's."""
    os.makedirs(folder, exist_ok=True)
    path = clean_pdf(scan, folder)
    with open(path, 'rb') as file:
        document = uploaded(server, file.read(), name)
    faults, count = [], 0
    for word in WORDS[scan.language]:
        wait_until(lambda: hits(server, document, name, word)['hits'], SECONDS, 0.2)
        found = sorted(corners(box) for hit in hits(server, document, name, word)['hits'] for box in hit)
        wanted, dark = sorted(layout(path, word)), sorted(ink(path, scan, word))
        count += len(found)
        if not wanted or len(found) != len(wanted):
            faults.append((word, 'places', found, wanted))
            continue
        faults += [(word, *pair) for pair in zip(found, wanted) if away(*pair) > PIXEL]
        faults += [(word, 'ink', *pair) for pair in zip(found, dark, strict=True) if not is_around(*pair)]
        told = sorted(canvas_boxes(server, document, word))
        if len(told) != len(found) or any(away(*pair) > WHOLE for pair in zip(told, found)):
            faults.append((word, 'IIIF', told, found))
    report.check(f'{scan.title}: {count} hits lie on their words, within a pixel', count and not faults, faults)


def canvas_boxes(server, document, word):
    """The boxes of IIIF's search, whose canvas has a unit for each point of these pages."""
    for item in server.get(f'/iiif/search/2/{document}', q=word).json['items']:
        numbers = re.search(r'#xywh=(\d+),(\d+),(\d+),(\d+)', item['target'])
        # It finds parts of words, too.
        if plain(item['body']['value']).casefold() == word.casefold():
            yield corners([int(number) for number in numbers.groups()])


# Pages of one word


def drawn_ink(server, document, size):
    """The box of all that is dark on the page as people see it, in its units."""
    width = min(4_000, round(2 * size[0]))
    answer = server.page(document, width=width, format='png')
    assert answer.is_image, answer
    body = run('ffmpeg', '-loglevel', 'error', '-i', '-', '-f', 'image2pipe', '-c:v', 'pgm', '-pix_fmt', 'gray', '-', input=answer.body)
    head = re.match(rb'P5\s+(\d+)\s+(\d+)\s+255\s', body)
    (width, height), pixels = map(int, head.groups()), body[head.end() :]
    places = []
    for y in range(height):
        row = pixels[y * width : (y + 1) * width]
        if first := DARK.search(row):
            places.append((first.start(), y, LAST_DARK.search(row).start() + 1, y + 1))
    left, top, right, bottom = zip(*places, strict=True)
    scale = size[0] / width
    return min(left) * scale, min(top) * scale, max(right) * scale, max(bottom) * scale


def check_page(report, server, title, entries, operators):
    name = f'One word {title}.pdf'
    document = uploaded(server, page_of_one_word(entries, operators), name)
    wait_until(lambda: hits(server, document, name, WORD)['hits'], SECONDS, 0.1)
    page = hits(server, document, name, WORD)
    boxes = [corners(box) for hit in page['hits'] for box in hit]
    dark = drawn_ink(server, document, page['size'])
    is_upright = dark[3] - dark[1] > dark[2] - dark[0]
    ends = slice(1, 4, 2) if is_upright else slice(0, 3, 2)
    lies = len(boxes) == 1 and is_around(boxes[0], dark) and away(boxes[0][ends], dark[ends]) <= PIXEL
    report.check(f'a page {title}: the hit lies on the ink, within a pixel', lies, (boxes, dark))


def check_boxes(report, server, folder):
    for name, scan in TEXTS.items():
        check_text(report, server, os.path.join(folder, name), name, scan)
    for title, (entries, operators) in PAGES.items():
        check_page(report, server, title, entries, operators)
