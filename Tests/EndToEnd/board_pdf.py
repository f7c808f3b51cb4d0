#!/usr/bin/env python3
"""A board as a PDF: words are text, ink is curves, only pictures are pixels."""

import json
import os
import re
import subprocess
import tempfile
import zlib

from fixtures import encrypted_pdf, pdf, png
from report import Report
from server import Server, Workspace, arguments

INK = [
    {'id': 'even', 'color': '#b3261e', 'width': 4, 'points': [[-80, -60, 0.5, 0], [0, -90, 0.5, 9], [80, -60, 0.5, 18]]},
    {'id': 'pressed', 'color': '#2b55c9', 'width': 6, 'points': [[-80, 60, 0.1, 0], [0, 90, 0.9, 9], [80, 60, 0.4, 18]]},
]


def card(document, x=0, y=0, **facts):
    return {'id': f'{document}{x}', 'document': document, 'page': 1, 'x': x, 'y': y, 'width': 300, **facts}


def board(cards=(), strokes=(), **members):
    value = {'format': 'org.sheaf.board', 'formatVersion': 1, 'cards': list(cards), 'strokes': list(strokes)}
    return json.dumps(value | members).encode()


def uploaded(server, body, name):
    answer = server.upload(body, name)
    return answer.json['id']


def rendition(server, document, headers=None, **parameters):
    query = '&'.join(f'{name}={value}' for name, value in ({'format': 'pdf'} | parameters).items())
    return server.ask('GET', f'/api/v1/documents/{document}/rendition?{query}', headers=headers)


class Poppler:
    """The facts that poppler's tools report of a PDF."""

    def __init__(self, body):
        self.body = body

    def run(self, *command):
        with tempfile.TemporaryDirectory(prefix='sheaf-pdf-') as folder:
            path = os.path.join(folder, 'board.pdf')
            with open(path, 'wb') as file:
                file.write(self.body)
            done = subprocess.run([command[0], *command[1:-1], path, *command[-1]], capture_output=True, timeout=60)
            return done.stdout.decode(errors='replace')

    @property
    def words(self):
        return set(self.run('pdftotext', ['-']).split())

    @property
    def images(self):
        return self.run('pdfimages', '-list', []).splitlines()[2:]

    @property
    def svg(self):
        return self.run('pdftocairo', '-svg', ['-'])


def streams(body):
    """The content of every compressed stream."""
    for found in re.finditer(rb'stream\r?\n(.*?)\r?\nendstream', body, re.S):
        try:
            yield zlib.decompress(found[1])
        except zlib.error:
            yield found[1]


def check_drawing(report, server):
    first, second = uploaded(server, pdf(1, text='Harbour'), 'a.pdf'), uploaded(server, pdf(1, text='Lantern'), 'b.pdf')
    document = uploaded(server, board([card(first), card(second, 420, 60, scale=1.2)], INK), 'Plan.board')
    answer = rendition(server, document)
    report.check('a board is a PDF', answer.status == 200 and answer.body.startswith(b'%PDF-'), answer)
    drawn = Poppler(answer.body)
    report.check('pdftotext finds the words of its cards', {'Harbour', 'Lantern'} <= drawn.words, drawn.words)
    report.check('pdfimages finds no picture', drawn.images == [], drawn.images)
    curves = drawn.svg.count(' C ')
    report.check('its ink is curves', curves > 20, curves)
    operators = b'\n'.join(streams(answer.body)).split()
    report.check('and PDF operators of curves', operators.count(b'c') > 20, operators.count(b'c'))
    check_change(report, server, document, first, answer)


def check_change(report, server, document, lying, first):
    tag = first.headers['ETag']
    known = rendition(server, document, {'If-None-Match': tag})
    report.check('a known tag is answered 304', known.status == 304 and not known.body, known)
    server.ask('PUT', f'/api/v1/documents/{lying}/content', pdf(1, text='Orchard'))
    changed = rendition(server, document, {'If-None-Match': tag})
    report.check('a change of a document changes the tag', changed.status == 200 and changed.headers['ETag'] != tag, changed)
    words = Poppler(changed.body).words
    report.check('the new PDF has the new words', 'Orchard' in words and 'Harbour' not in words, words)


def check_pictures(report, server):
    picture = uploaded(server, png(800, 600), 'p.png')
    document = uploaded(server, board([card(picture)]), 'Picture.board')
    images = Poppler(rendition(server, document).body).images
    report.check('a picture is one image of the resolution that is shown', len(images) == 1 and ' 800 ' in images[0], images)


def check_missing(report, server):
    kept = uploaded(server, pdf(1, text='Kept'), 'kept.pdf')
    others = [
        uploaded(server, encrypted_pdf(), 'locked.pdf'), uploaded(server, b'%PDF-1.7 nothing', 'broken.pdf'),
        uploaded(server, b'words', 'text.txt'), '0' * 16, '../../../etc/passwd', 'x' * 100_000,
    ]
    cards = [card(other, 400 * (place + 1)) for place, other in enumerate(others)]
    answer = rendition(server, uploaded(server, board([card(kept), *cards, card(kept, 9_000, page=77)]), 'Missing.board'))
    report.check('a card that cannot be drawn does not fail the board', answer.status == 200, answer)
    words = Poppler(answer.body).words
    report.check('and the remaining cards are drawn', words == {'Kept'}, words)


def check_hostile(report, server):
    head = b'{"format":"org.sheaf.board",'
    many = b'{"document":"x"},' * 1_001
    boards = {
        'no JSON': b'no JSON', 'not a number': head + b'"cards":[{"document":"x","x":NaN}]}',
        'a deep nest': head + b'"more":' + b'[' * 1_000_000, 'too many cards': head + b'"cards":[' + many[:-1] + b']}',
        'a million strokes': head + b'"strokes":[' + b'{"points":[[1,1]]},' * 1_000_000 + b'0]}',
        'wrong types': head + b'"cards":{"cards":[]},"strokes":"none"}',
        'huge numbers': head + b'"cards":[{"document":"x","x":1e999}],"strokes":[{"points":[[1e308,1e308]]}]}',
        'nothing': board(),
    }
    for name, body in boards.items():
        answer = rendition(server, uploaded(server, body, f'{name}.board'))
        refused = 400 <= answer.status < 500 and answer.code in ('damaged', 'not-showable', 'document-too-large')
        report.check(f'a board of {name} is refused with a reason', refused, answer)
    answer = rendition(server, uploaded(server, pdf(1), 'p.pdf'), format='png')
    report.check('another format is refused', answer.status == 400 and answer.code == 'invalid-parameter', answer)
    alive = len(server.workers()) > 0 and server.get('/healthz').status == 200
    report.check('and the server lives', alive, server.tail_of_log())


def main():
    options = arguments(__doc__)
    report = Report()
    with Workspace() as root, Server(options.bin, root) as server:
        check_drawing(report, server)
        check_pictures(report, server)
        check_missing(report, server)
        check_hostile(report, server)
    report.exit()


if __name__ == '__main__':
    main()
