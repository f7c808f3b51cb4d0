#!/usr/bin/env python3
"""First pages of many kinds of files: Sheaf, PyPI's preview-generator, and LibreOffice started for each file.

Each contender shows three copies of a file that differ in bytes without meaning; a figure is the median. "First" begins
with a file never seen and ends with its first page as a picture; for Sheaf that includes the upload. "Again" is the same
page in another size. A film's page is a frame. Then four clients upload 200 Office files (`kinds_load.py`).
"""

import argparse
import os
import struct
import subprocess
import sys
import tempfile
import time

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'EndToEnd'))

import kinds_load
from kind_books import book_documents
from kind_data import MEMBERS
from kind_media import ffmpeg
from kind_office import flat_documents, stored, zipped
from kind_sources import SOURCES
from kind_texts import DATA, HTML, MARKED_UP, STORY, message
from line_process import LineProcess
from rest import wait_for_rest
from results import median
from server import Server, Workspace

COPIES = 3
# Ten pages of text, two hundred rows, forty slides.
LENGTH = 40
WIDTHS = (1000, 700)
SECONDS = 120
PEER_PYTHON = '.build/peers/bin/python'
PEER = """
import sys, time
from preview_generator.manager import PreviewManager
for line in sys.stdin:
    path, folder, width = line.rstrip('\\n').split('\\t')
    start = time.perf_counter()
    try:
        PreviewManager(folder, create_folder=True).get_jpeg_preview(path, page=0, width=int(width), height=2 * int(width))
        print((time.perf_counter() - start) * 1000, flush=True)
    except Exception as error:
        print('failed', flush=True)
"""


def bodies(folder):
    """A file of each kind, by extension."""
    office = stored(folder, flat_documents(LENGTH))
    media = ffmpeg(
        folder,
        ['testsrc2=size=1600x1200:duration=3'],
        {'photo.jpg': '-frames:v 1', 'photo.png': '-frames:v 1', 'film.mp4': '-pix_fmt yuv420p'},
    )
    books = book_documents(folder, media['photo.jpg'])
    return {
        **{
            name.partition('.')[2]: office[name]
            for name in ('report.docx', 'fields.xlsx', 'talk.pptx', 'report.odt', 'report.rtf')
        },
        'md': (MARKED_UP['story.md'] * LENGTH).encode(),
        'csv': (MARKED_UP['fields.csv'] * LENGTH).encode(),
        'py': (SOURCES['sheaves.py'] * LENGTH).encode(),
        'png': media['photo.png'],
        'jpg': media['photo.jpg'],
        'mp4': media['film.mp4'],
        'eml': message('The sheaf', STORY, HTML, [('fields.json', 'application/json', DATA['fields.json'].encode())]),
        'zip': zipped(MEMBERS),
        'epub': books['book.epub'],
        'djvu': books['photograph.djvu'],
        'ps': books['page.ps'],
        'html': books['page.html'],
    }


# The bytes that a format ignores, before and after a mark; elsewhere a mark behind the end is ignored.
COMMENTS = {
    'html': (b'<!-- ', b' -->'), 'md': (b'\n', b'\n'), 'csv': (b'', b',,\n'), 'py': (b'# ', b'\n'), 'eml': (b'\n', b'\n'),
    'ps': (b'%% ', b'\n'),
}  # fmt: skip


def unlike(extension, body, mark):
    """The same file in other bytes."""
    mark = str(mark).encode()
    if body.startswith(b'PK'):
        return body[:-2] + struct.pack('<H', len(mark)) + mark
    if extension == 'rtf':
        return body.replace(b'{\\rtf1', b'{\\rtf1{\\*\\mark ' + mark + b'}', 1)
    if extension == 'mp4':
        return body + struct.pack('>I4s', 8 + len(mark), b'free') + mark
    before, after = COMMENTS.get(extension, (b'', b''))
    return body + before + mark + after


class Sheaf:
    """The built server over HTTP; LibreOffice runs already, as it does after the first document."""

    NAME = 'Sheaf'

    def __init__(self, server, extension, body):
        self.server = server
        self.show('warm', extension, unlike(extension, body, 'warm'))

    def show(self, name, extension, body):
        start = time.perf_counter()
        self.document = self.server.upload(body, f'{name}.{extension}', conflict='rename').json['id']
        kind = self.server.preview(self.document).json['kind']
        first = self.picture(kind, WIDTHS[0])
        milliseconds = (time.perf_counter() - start) * 1000
        return (milliseconds, kind) if first.status == 200 else (None, kind)

    def picture(self, kind, width):
        if kind == 'pages':
            return self.server.page(self.document, width=width)
        path = f'/api/v1/documents/{self.document}/' + ('media/poster' if kind == 'media' else 'preview')
        return self.server.get(path)

    def times(self, path, extension):
        wait_for_rest(self.server)
        with open(path, 'rb') as file:
            first, kind = self.show(os.path.basename(path).partition('.')[0], extension, file.read())
        start = time.perf_counter()
        again = self.picture(kind, WIDTHS[1])
        return first, (time.perf_counter() - start) * 1000 if again.status == 200 else None


class PreviewGenerator:
    """PyPI's preview-generator in one process that stays."""

    NAME = 'preview-generator'

    def __init__(self, folder):
        self.process, self.folder = LineProcess([PEER_PYTHON, '-c', PEER]), folder

    def times(self, path, _):
        found = [self.process.ask(f'{path}\t{self.folder}\t{width}', SECONDS) for width in WIDTHS]
        return tuple(None if one in (None, 'failed') else float(one) for one in found)


class ProgramEach:
    """LibreOffice started for each file, then pdftoppm, as a converting server without instances does."""

    NAME = 'soffice, pdftoppm'

    def __init__(self, folder):
        self.folder = folder

    def times(self, path, _):
        pdf = os.path.join(self.folder, os.path.basename(path).rpartition('.')[0] + '.pdf')
        profile = f'-env:UserInstallation=file://{self.folder}/profile'
        convert = ['soffice', profile, '--headless', '--convert-to', 'pdf', '--outdir', self.folder, path]
        first = milliseconds(convert, self.draw(pdf, WIDTHS[0]))
        return first, milliseconds(self.draw(pdf, WIDTHS[1])) if first else None

    @staticmethod
    def draw(pdf, width):
        return [
            'pdftoppm',
            '-f',
            '1',
            '-singlefile',
            '-scale-to-x',
            str(width),
            '-scale-to-y',
            '-1',
            '-png',
            pdf,
            f'{pdf}.page',
        ]


def milliseconds(*commands):
    """Of the programs together; None when one fails or takes too long."""
    start = time.perf_counter()
    try:
        for command in commands:
            subprocess.run(command, capture_output=True, timeout=SECONDS, check=True)
    except (subprocess.TimeoutExpired, subprocess.CalledProcessError):
        return None
    return (time.perf_counter() - start) * 1000


def medians(contender, extension, paths):
    pairs = [contender.times(path, extension) for path in paths]
    return [None if None in values else median(values) for values in zip(*pairs)]


def compare(server, folder):
    """Rows of a kind and each contender's two times."""
    peers = [ProgramEach(folder)]
    if os.path.exists(PEER_PYTHON):
        peers.insert(0, PreviewGenerator(f'{folder}/cache'))
    names = [Sheaf.NAME, *(peer.NAME for peer in peers)]
    yield ['kind', *(f'{name}, {which}' for name in names for which in ('first', 'again'))]
    for extension, body in bodies(folder).items():
        paths = []
        for copy in range(COPIES):
            paths.append(f'{folder}/copy{copy}.{extension}')
            with open(paths[-1], 'wb') as file:
                file.write(unlike(extension, body, f'copy {copy}'))
        found = [medians(one, extension, paths) for one in (Sheaf(server, extension, body), *peers)]
        yield [extension, *('–' if one is None else f'{one:,.0f}' for pair in found for one in pair)]


def options():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--bin', default='.build/release/sheaf', help='the built server')
    parser.add_argument('--report', metavar='FILE', help='writes the tables to FILE.md')
    return parser.parse_args()


def main():
    chosen, lines = options(), []

    def report(line):
        lines.append(line)
        print(line, flush=True)

    report(
        f'{os.cpu_count()} processors; load {os.getloadavg()[0]:.1f} at the start. Milliseconds, medians of {COPIES}.\n'
    )
    with Workspace() as root, tempfile.TemporaryDirectory(prefix='sheaf-bench-') as folder, Server(
        chosen.bin, root
    ) as server:
        for number, row in enumerate(compare(server, folder)):
            report('| ' + ' | '.join(row) + ' |')
            if number == 0:
                report('|---' + '|---:' * (len(row) - 1) + '|')
    with Workspace() as root, tempfile.TemporaryDirectory(prefix='sheaf-bench-') as folder, Server(
        chosen.bin, root
    ) as server:
        report('\n' + '\n'.join(kinds_load.measure(server, folder, unlike)))
    if chosen.report:
        with open(chosen.report.removesuffix('.md') + '.md', 'w') as file:
            file.write('\n'.join(lines) + '\n')


if __name__ == '__main__':
    main()
