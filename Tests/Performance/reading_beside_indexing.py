#!/usr/bin/env python3
"""How long a visible page takes while many documents are uploaded, indexed and read by OCR, beside the time of an idle server.

    reading_beside_indexing.py --bin .build/release/sheaf [--documents 900] [--scans 100] [--looks 100]

One reader turns the pages of a PDF ten times a second, each in a new size, from a process of its own. Each phase has a copy of
the PDF, so that all are asked for the same pages in the same sizes. Meanwhile four clients upload PDFs with words and PDFs of
one scanned page. Each phase has figures: the uploads, the indexing of words, the reading of scans. A page may take twice as
long as on an idle server.
"""

import argparse
import os
import random
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, '..', 'EndToEnd'))

from kinds_load import PAUSE_SECONDS, Looking  # noqa: E402
from placed_words import placed  # noqa: E402
from rest import wait_for_rest  # noqa: E402
from results import Results, median, percentile  # noqa: E402
from scanned_pages import Scan, pdf_of, scanned  # noqa: E402
from server import Server, Workspace, wait_until  # noqa: E402

CLIENTS, PAGES, ROWS, WORDS_OF_ROW = 4, 4, 36, 8
BOOK_PAGES, WIDTH = 60, 1_000
SEED = 21
FACTOR = 2
# So long the words of a document, and a scanned page, may take on a slow machine.
SECONDS_FOR_DOCUMENT, SECONDS_FOR_SCAN = 5, 30
SYLLABLES = [c + v for c in 'bdfgklmnprstvz' for v in 'aeiou']
SCANS = [
    Scan('en', 'Nimbus Roman', noise=12, blur=0.6),
    Scan('de', 'Nimbus Sans', noise=12, skew=1),
    Scan('en', 'Schoolbook', resolution=150, noise=6),
    Scan('de', 'Palladio', noise=20, is_shaded=True),
]


class Turning(Looking):
    """Looks at one page after the other, each time in another size."""

    def place(self, number):
        return number % BOOK_PAGES + 1, number // BOOK_PAGES


def page_of_words(dice):
    rows = (' '.join(''.join(dice.choices(SYLLABLES, k=dice.randint(2, 4))) for _ in range(WORDS_OF_ROW)) for _ in range(ROWS))
    return '\n'.join(rows)


def text_file(number):
    dice = random.Random(f'{SEED}-{number}')
    return placed(*(page_of_words(dice) for _ in range(PAGES)))[0]


def scan_files(folder, count):
    """PDFs of a scanned page; those of one picture differ in a comment behind their end, and are read once each."""
    pages = [pdf_of([scanned(scan, os.path.join(folder, str(place)))[0]], scan.resolution) for place, scan in enumerate(SCANS[:count])]
    return [pages[number % len(pages)] + b'%% %d\n' % number for number in range(count)]


def progress(server):
    return server.get('/api/v1/search/index').json


def upload(server, file):
    name, body = file
    return server.upload(body, name).status == 201


def looks_until(server, document, condition, seconds):
    """The times of pages until the condition holds, whether it came to hold, and how long that took."""
    start = time.perf_counter()
    with Turning(server, document, WIDTH) as looking:
        is_done = wait_until(condition, seconds, 0.2)
    return looking.times, is_done, time.perf_counter() - start


def add(results, title, times, idle=None, proven=True):
    """The median and the 95th percentile, with their budgets where an idle server was measured."""
    results.note(f'{title}: {len(times)} looks')
    for name, figure in (('median', median), ('95th percentile', lambda values: percentile(values, 95))):
        bound = FACTOR * figure(idle) if idle else None
        results.add(f'a new page, {title}, {name}', figure(times), 'ms', f'{FACTOR} × idle' if idle else None, at_most=bound, proven=proven)
        if idle:
            results.note(f'{figure(times) / figure(idle):.2f} × idle')


def uploaded_books(server):
    """Four copies of a book, each opened once: the first page of a process and of a document takes longer."""
    body = placed(*(page_of_words(random.Random(number)) for number in range(BOOK_PAGES)))[0]
    books = [server.upload(body + b'%% %d\n' % number, f'book {number}.pdf').json['id'] for number in range(4)]
    for book in books:
        with Turning(server, book, WIDTH // 2):
            # So long for some looks; they end when they are told to.
            time.sleep(20 * PAUSE_SECONDS)
    return books


def measure(server, results, chosen, folder):
    idle_book, *books = uploaded_books(server)
    scans = [(f'scan {number}.pdf', body) for number, body in enumerate(scan_files(folder, chosen.scans))]
    texts = [(f'text {number}.pdf', text_file(number)) for number in range(chosen.documents)]
    wait_until(lambda: progress(server)['waiting'] == 0, 60, 0.2)
    wait_for_rest(server)
    with Turning(server, idle_book, WIDTH) as idle:
        # Nothing else happens while the server is idle: the looks have their time.
        time.sleep(chosen.looks * PAUSE_SECONDS)
    add(results, 'idle', idle.times)
    start = time.perf_counter()
    with Turning(server, books[0], WIDTH) as looking, ThreadPoolExecutor(CLIENTS) as clients:
        arrived = sum(clients.map(lambda file: upload(server, file), scans + texts))
    results.note(f'{arrived} documents were uploaded in {time.perf_counter() - start:.0f} s')
    are_all = arrived == len(scans) + chosen.documents
    add(results, 'while documents arrive', looking.times, idle.times, are_all)
    times, is_done, seconds = looks_until(server, books[1], lambda: progress(server)['waiting'] == 0, 60 + SECONDS_FOR_DOCUMENT * chosen.documents)
    results.note(f'their words were in the index {seconds:.0f} s later')
    if times:
        add(results, 'while words are indexed', times, idle.times, are_all and is_done)
    times, is_done, seconds = looks_until(server, books[2], lambda: progress(server)['scans'] == 0, 60 + SECONDS_FOR_SCAN * chosen.scans)
    state = progress(server)
    results.note(f'the scans were read in {seconds:.0f} s more: {state}')
    if times:
        add(results, 'while scans are read', times, idle.times, are_all and is_done and state['scansRead'] >= chosen.scans)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('--bin', default='.build/release/sheaf')
    parser.add_argument('--documents', type=int, default=900, help='PDFs with words')
    parser.add_argument('--scans', type=int, default=100, help='PDFs of a scanned page')
    parser.add_argument('--looks', type=int, default=100, help='so many pages are looked at on the idle server')
    chosen, results = parser.parse_args(), Results()
    results.section(f'pages beside the indexing of {chosen.documents} documents and the reading of {chosen.scans} scans')
    with Workspace() as root, tempfile.TemporaryDirectory() as folder, Server(chosen.bin, root) as server:
        measure(server, results, chosen, folder)
    results.finish()


if __name__ == '__main__':
    main()
