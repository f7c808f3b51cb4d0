#!/usr/bin/env python3
"""Scans of known texts are read: how many of their words come out right, and how far their boxes are from the ink.

Word accuracy is the share of known words that stand in the text that the server tells, in their order, without the
punctuation around them. A box is off by as much as its worst side. Scans of 300 dpi have bounds; of 150 dpi figures are printed.
"""

import difflib
import json
import os
import re
import shutil
import tempfile
import time

from report import Report
from scanned_pages import POINTS_PER_INCH, Scan, pdf_of, run, scanned
from server import Server, Workspace, arguments, wait_until

ACCURACY = 0.98
# Pixels at 300 dpi, of nearly all words: Tesseract's box of a single letter may be that of its cell.
BOX_SHARE, BOX_BOUND = 0.95, 2.0
SECONDS_PER_SCAN = 60

FINE = [
    Scan('en', 'Nimbus Roman', noise=12, blur=0.6),
    Scan('de', 'Nimbus Sans', noise=12, blur=0.6),
    Scan('en', 'Palladio', skew=2, noise=20, blur=0.8),
    Scan('de', 'Schoolbook', skew=-2, noise=20, blur=0.8),
    Scan('en', 'Courier', noise=12, blur=0.6, points=10),
    Scan('de', 'DejaVu Sans', skew=1, noise=12, points=10),
    Scan('en', 'Liberation Serif', turned=1, noise=12, blur=0.6),
    Scan('de', 'Nimbus Roman', turned=2, noise=12, skew=0.7),
    Scan('de', 'Nimbus Sans', turned=3, noise=12, skew=-1.5),
    Scan('en', 'Nimbus Roman', columns=2, noise=12, points=9.5),
    Scan('de', 'Nimbus Sans', columns=2, noise=12, skew=-1, points=9.5),
    Scan('en', 'Schoolbook', is_shaded=True, noise=20, blur=0.8),
]
COARSE = [scan._replace(resolution=150, noise=scan.noise // 2, blur=scan.blur / 2) for scan in FINE]


def plain(word):
    return re.sub(r'^\W+|\W+$', '', word)


def missing_part():
    """The first program or language that is not there; None where all are."""
    for program in ('tesseract', 'bwrap', 'mutool', 'ffmpeg', 'pdftoppm'):
        if not shutil.which(program):
            return program
    return None


# Reading


def progress(server):
    return server.get('/api/v1/search/index').json


def choose(server, key, value):
    body = json.dumps(value).encode()
    return server.ask('PUT', f'/api/v1/preferences/{key}', body, {'Content-Type': 'application/json'})


def uploaded(server, scan, picture):
    answer = server.upload(pdf_of([picture], scan.resolution), f'{scan.title}.pdf'.replace('/', ' '))
    assert answer.status == 201, answer
    return answer.json['id']


def matches(known, found):
    """Pairs of known words and found ones, in their order."""
    known = [word for word in known if plain(word.text)]
    found = [word for word in found if plain(word[0])]
    order = difflib.SequenceMatcher(None, [plain(one.text) for one in known], [plain(one[0]) for one in found], autojunk=False)
    pairs = [
        (known[block.a + place], found[block.b + place]) for block in order.get_matching_blocks() for place in range(block.size)
    ]
    return pairs, len(pairs) / len(known)


def distances(pairs, resolution):
    """How far boxes are off, in pixels of the scan, the nearest first."""
    scale = resolution / POINTS_PER_INCH
    found = []
    for known, (_, left, top, width, height) in pairs:
        box = (left * scale, top * scale, (left + width) * scale, (top + height) * scale)
        found.append(max(abs(one - other) for one, other in zip(known.box, box, strict=True)))
    return sorted(found)


def words_of(server, document):
    answer = server.get(f'/api/v1/documents/{document}/pages/1/text').json
    return answer, [(word['text'], *word['box']) if isinstance(word, dict) else word for word in answer.get('words', [])]


def check_reading(report, server, folder):
    scans = FINE + COARSE
    pictures = [scanned(scan, os.path.join(folder, str(number))) for number, scan in enumerate(scans)]
    start = time.monotonic()
    documents = [uploaded(server, scan, picture) for scan, (picture, _) in zip(scans, pictures, strict=True)]
    wait_until(lambda: progress(server).get('scansRead', 0) >= len(scans), SECONDS_PER_SCAN * len(scans), 0.5)
    state, seconds = progress(server), time.monotonic() - start
    report.check('all scans are read', (state['scansRead'], state['scansRefused'], state['scans']) == (len(scans), 0, 0), state)
    print(f'        {seconds / len(scans):.1f} s for a page, with its upload')
    for scan, document, (_, known) in zip(scans, documents, pictures, strict=True):
        check_scan(report, server, scan, document, known)
    for number in (0, 6, 7, 8):
        check_searchable(report, server, scans[number], documents[number], *pictures[number], folder)


def check_scan(report, server, scan, document, known):
    answer, found = words_of(server, document)
    pairs, accuracy = matches(known, found)
    off = distances(pairs, scan.resolution) or [float('inf')]
    middle, most = off[len(off) // 2], off[int(len(off) * BOX_SHARE)]
    told = f'{accuracy:.2%} of words, boxes off by {middle:.1f} px, {BOX_SHARE:.0%} within {most:.1f}'
    print(f'        {scan.title}: {told}')
    if scan.resolution < 300:
        return
    report.check(f'{scan.title}: at least {ACCURACY:.0%} of words', accuracy >= ACCURACY and answer.get('source') == 'ocr', told)
    report.check(f'{scan.title}: boxes lie on them', most <= BOX_BOUND, told)


def check_searchable(report, server, scan, document, picture, known, folder):
    """The PDF with words over its pictures, as poppler and MuPDF read it."""
    path = f'/api/v1/documents/{document}/rendition'
    answer, again = server.get(path, ocr=1), server.get(path, ocr=1)
    report.check(f'{scan.title}: the picture of the PDF with words is the one that was scanned', answer.status == 200 and picture in answer.body, answer)
    report.check('it is the same when it is asked for again', answer.body == again.body and answer.headers['ETag'] == again.headers['ETag'])
    made = os.path.join(folder, 'searchable.pdf')
    with open(made, 'wb') as file:
        file.write(answer.body)
    wanted = [plain(word.text) for word in known]
    for program, command in (('poppler', ('pdftotext', '-raw', made, '-')), ('MuPDF', ('mutool', 'draw', '-q', '-F', 'txt', '-o', '-', made))):
        found = [plain(word) for word in run(*command).decode().split()]
        share = difflib.SequenceMatcher(None, wanted, found, autojunk=False).ratio()
        report.check(f'{scan.title}: {program} finds its words', share >= ACCURACY, (share, found[:40]))


def check_choices(report, server, folder):
    """What is chosen is obeyed at once, and refused where it can be nothing."""
    refused = [choose(server, 'scans.hours', '25:00-6:00'), choose(server, 'scans.languages', ['../eng']), choose(server, 'scans.reading', 'maybe')]
    report.check('impossible choices are refused', all((one.status, one.code) == (400, 'invalid-parameter') for one in refused), refused)
    before = progress(server)['scansRead']
    paused = choose(server, 'scans.reading', 'paused')
    state = progress(server)
    report.check('the reading is paused', paused.status == 200 and state['recognition']['state'] == 'paused', (paused, state))
    scan = Scan('en', 'Nimbus Roman', noise=5)
    document = uploaded(server, scan, scanned(scan, os.path.join(folder, 'choices'))[0])
    waits = wait_until(lambda: progress(server)['scans'] == 1, SECONDS_PER_SCAN)
    report.check('a scan waits', waits and progress(server)['scansRead'] == before, progress(server))
    plain_one = server.get(f'/api/v1/documents/{document}/rendition')
    with_words = wait_until(lambda: (answer := server.get(f'/api/v1/documents/{document}/rendition', ocr=1)).status == 200 and answer, SECONDS_PER_SCAN, 1)
    report.check('it is read for a PDF with words all the same', with_words and len(with_words.body) > len(plain_one.body), with_words)
    report.check('and does not wait any more', progress(server)['scans'] == 0 and progress(server)['scansRead'] == before + 1, progress(server))
    choose(server, 'scans.reading', 'on')
    report.check('the reading goes on', progress(server)['recognition']['state'] == 'on', progress(server))
    text = uploaded_text(server)
    same = server.get(f'/api/v1/documents/{text}/rendition', ocr=0), wait_until(lambda: (answer := server.get(f'/api/v1/documents/{text}/rendition', ocr=1)).status == 200 and answer, SECONDS_PER_SCAN, 1)
    report.check('a document without scans is answered as it is', same[1] and same[0].body == same[1].body, same)
    odd = [server.get(f'/api/v1/documents/{text}/rendition', ocr='yes'), server.get(f'/api/v1/documents/{text}/rendition', ocr=1, marks='flat')]
    report.check('odd parameters are refused', all((one.status, one.code) == (400, 'invalid-parameter') for one in odd), odd)


def uploaded_text(server):
    answer = server.upload(b'Words of a text, which need not be read in a picture.\n', 'words of a text.txt')
    assert answer.status == 201, answer
    return answer.json['id']


def main():
    options, report = arguments(__doc__), Report()
    missing = missing_part()
    if missing:
        # Sheaf works without the converters, and the other drivers do not need them.
        report.skip('scans', f'{missing} is not installed: make extras')
        report.exit()
    with Workspace() as root, tempfile.TemporaryDirectory() as folder, Server(options.bin, root) as server:
        check_reading(report, server, folder)
        check_choices(report, server, folder)
    report.exit()


if __name__ == '__main__':
    main()
