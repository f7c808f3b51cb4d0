#!/usr/bin/env python3
"""PDFs with marks, as Poppler, MuPDF and PDFium show them: one picture, and the words still there.

Runs in a Python that has `requirements.txt` (`make test-iiif`).
"""

import json
import os
import re
import subprocess

import pypdfium2
from PIL import Image, ImageChops, ImageFilter

from fixtures import text_page
from report import Report
from server import Server, Workspace, arguments

# Pixels for a point; the programs smooth edges in their own ways, which this many pixels allow for.
SCALE, EDGE = 2, 3
MARKS = {
    'highlight': {'boxes': [[40, 26, 200, 12], [40, 38, 120, 12]], 'color': '#f2c744'},
    'underline': {'boxes': [[40, 86, 200, 12]]},
    'strikeout': {'boxes': [[40, 122, 200, 12]]},
    'ink': {'points': [[300 + 4 * n, 300 + n * n / 9, 0.2 + n / 50] for n in range(40)], 'width': 4},
    'note': {'points': [[500, 200]]},
    'rectangle': {'boxes': [[60, 300, 150, 90]], 'width': 3},
    'ellipse': {'boxes': [[60, 420, 150, 90]], 'width': 3},
    'line': {'points': [[300, 600], [520, 640]], 'width': 3},
    'arrow': {'points': [[80, 650], [240, 600]], 'width': 3},
}


def main():
    options = arguments(__doc__)
    report = Report()
    with Workspace() as folder:
        with Workspace() as root, Server(options.bin, root) as server:
            document = server.upload(text_page(), 'report.pdf').json['id']
            path = f'/api/v1/documents/{document}'
            files = {'plain': written(folder, 'plain', server.get(f'{path}/content').body)}
            for kind, mark in MARKS.items():
                body = {'mark': {'kind': kind, 'page': 1, 'color': '#b3261e', **mark}, 'body': 'A note'}
                made = server.ask('POST', f'{path}/annotations', json.dumps(body), {'Content-Type': 'application/json'})
                report.check(f'a mark is made: {kind}', made.status == 201, made)
            for form in ('flat', 'annotations'):
                answer = server.get(f'{path}/rendition?marks={form}')
                files[form] = written(folder, form, answer.body)
        for form in ('flat', 'annotations'):
            check_pictures(report, files['plain'], files[form], form)
            check_words(report, files['plain'], files[form], form)
    report.exit()


def written(folder, name, content):
    path = os.path.join(folder, f'{name}.pdf')
    with open(path, 'wb') as file:
        file.write(content)
    return path


# Pictures


def by_poppler(path):
    run('pdftoppm', '-singlefile', '-png', '-r', str(72 * SCALE), path, path.removesuffix('.pdf'))
    return Image.open(path.replace('.pdf', '.png')).convert('RGB')


def by_mupdf(path):
    picture = path.replace('.pdf', '.mupdf.png')
    run('mutool', 'draw', '-q', '-r', str(72 * SCALE), '-o', picture, path, '1')
    return Image.open(picture).convert('RGB')


def by_pdfium(path):
    return pypdfium2.PdfDocument(path)[0].render(scale=SCALE).to_pil().convert('RGB')


DRAWN_BY = {'poppler': by_poppler, 'MuPDF': by_mupdf, 'PDFium': by_pdfium}


def run(*command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout


def check_pictures(report, plain, marked, form):
    """Each program's marks are the pixels that it draws otherwise than on the page without them."""
    pictures = {name: draw(marked) for name, draw in DRAWN_BY.items()}
    shapes = {name: shape(draw(plain), pictures[name]) for name, draw in DRAWN_BY.items()}
    for kind, mark in MARKS.items():
        box = surroundings(mark)
        parts = {name: picture.crop(box) for name, picture in shapes.items()}
        sizes = {name: part.histogram()[255] for name, part in parts.items()}
        report.check(f'{form}: each program draws the {kind}', min(sizes.values()) > 100, sizes)
        for name in ('MuPDF', 'PDFium'):
            strange = outside(parts[name], parts['poppler']) + outside(parts['poppler'], parts[name])
            report.check(f'{form}: the {kind} of {name} has the shape of poppler\'s', strange == 0, (strange, sizes))
            colors = [color_inside(pictures[one].crop(box), parts[one]) for one in (name, 'poppler')]
            if all(colors):
                far = max(abs(a - b) for a, b in zip(*colors))
                report.check(f'{form}: and its colour', far < 12, colors)


def shape(plain, marked):
    """White where a mark changes the page, black elsewhere."""
    changes = ImageChops.difference(plain, marked).convert('L')
    return changes.point(lambda value: 255 if value > 20 else 0)


def outside(one, other):
    """How many pixels of a shape are farther than an edge from those of another."""
    return ImageChops.subtract(one, other.filter(ImageFilter.MaxFilter(2 * EDGE + 1))).histogram()[255]


def color_inside(picture, mask):
    """The mean colour within the smoothed edge; None for a line so thin that it is all edge."""
    inside = mask.filter(ImageFilter.MinFilter(3))
    count = inside.histogram()[255]
    sums = (sum(value * n for value, n in enumerate(channel.histogram(inside))) for channel in picture.split())
    return [one / count for one in sums] if count > 50 else None


def surroundings(mark):
    """The pixels around a mark; no other mark is so near."""
    places = [place[:2] for place in mark.get('points', [])]
    places += [corner for x, y, width, height in mark.get('boxes', []) for corner in ((x, y), (x + width, y + height))]
    across, down = zip(*places)
    far = 24
    return tuple(int(SCALE * side) for side in (min(across) - far, min(down) - far / 2, max(across) + far, max(down) + far / 2))


# Words


def words_by_pdfium(path):
    return pypdfium2.PdfDocument(path)[0].get_textpage().get_text_range().encode()


def words_by_mupdf(path):
    return run('mutool', 'draw', '-q', '-F', 'txt', path, '1')


def check_words(report, plain, marked, form):
    readers = {'poppler': lambda path: run('pdftotext', path, '-'), 'MuPDF': words_by_mupdf, 'PDFium': words_by_pdfium}
    for name, read in readers.items():
        before, after = (re.findall(rb'\S+', read(path)) for path in (plain, marked))
        report.check(f'{form}: {name} finds the words of the page in their order', len(before) > 500 and after == before, (len(before), len(after)))


if __name__ == '__main__':
    main()
