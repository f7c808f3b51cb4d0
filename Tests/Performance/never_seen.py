"""First page of a new PDF over HTTP, against poppler's own drawing of it (`poppler.py`).

The server opens an uploaded document at once, for a first page of its own. The documents are therefore imported before
the server starts, which has opened none of them. The clock runs from the request to the last byte.
"""

import os
import random
import re
import subprocess
import time
from http.client import HTTPConnection

from first_pages import WIDTH, documents_below, own_documents, worker_milliseconds
from fixtures import text_page
from poppler import Poppler
from results import median, percentile
from server import Server, Workspace

FORMATS = ('png', 'jpg')
# The number of documents taken by chance of a larger corpus.
DOCUMENTS = 200
IMPORTED_AT_ONCE = 100
WARM = 4
SEED = 20_261_122
FACTOR, MARGIN_MS = 1.25, 10
BUDGET = f"at most {FACTOR} x poppler's drawing + {MARGIN_MS} ms"


def lay_down(folder, bodies, name):
    """Writes each body once a format, with a comment that makes it a new content; the paths by number and format."""
    paths = {}
    for number, body in enumerate(bodies):
        for format_ in FORMATS:
            paths[number, format_] = os.path.join(folder, f'{name}-{number}-{format_}.pdf')
            with open(paths[number, format_], 'wb') as file:
                file.write(body + f'\n%{name} {number} {format_}\n'.encode())
    return paths


def import_all(binary, root, paths):
    """Imports the files without a server; a refused file is missing at its request."""
    for first in range(0, len(paths), IMPORTED_AT_ONCE):
        command = [os.path.abspath(binary), 'import', '--root', root, *paths[first : first + IMPORTED_AT_ONCE]]
        subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


class Reader:
    """Requests first pages over one connection."""

    def __init__(self, server):
        self.server = server
        self.ids = {one['name']: one['id'] for one in server.documents()}
        self.connection = HTTPConnection('127.0.0.1', server.port, timeout=120)

    def first_page(self, path, format_):
        """Milliseconds of the request and of the worker, and the image's sides; None for a refusal."""
        document = self.ids.get(os.path.basename(path))
        if document is None:
            return None
        start = time.perf_counter()
        self.connection.request('GET', f'/api/v1/documents/{document}/pages/1?width={WIDTH}&format={format_}')
        response = self.connection.getresponse()
        response.read()
        elapsed = (time.perf_counter() - start) * 1000
        if response.status != 200:
            return None
        timing = response.headers.get('Server-Timing') or ''
        sides = re.search(r'size;desc="(\d+)x(\d+)"', timing)
        if 'render;dur=' not in timing or not sides:
            raise RuntimeError(f'{path} was drawn before its request: {timing}')
        return elapsed, worker_milliseconds(response), (int(sides[1]), int(sides[2]))


def time_document(reader, poppler, paths):
    """Milliseconds of all contenders, with `paths` by format; None when one of them could not draw it."""
    times = {}
    for format_, path in paths.items():
        found = reader.first_page(path, format_)
        # The same bytes, drawn in the same number of pixels.
        own = found and poppler.times(path, *found[2])
        if not own:
            return None
        times |= {f'sheaf {format_}': found[0], f'worker {format_}': found[1]}
        times |= {f'opening {format_}': own['open'], f'drawing {format_}': own['draw']}
    return times


def time_all(binary, bodies):
    """A row for each document that all contenders drew."""
    with Workspace() as root, Workspace() as folder:
        warm = lay_down(folder, [text_page(unique='warm')] * WARM, 'warm')
        paths = lay_down(folder, bodies, 'new')
        import_all(binary, root, [*warm.values(), *paths.values()])
        with Server(binary, root) as server, Poppler() as poppler:
            reader = Reader(server)
            for (_, format_), path in warm.items():
                if not reader.first_page(path, format_) or not poppler.times(path, 100, 100):
                    raise RuntimeError(f'{path}: a plain page is not drawn; {server.tail_of_log()}')
            rows = [
                time_document(reader, poppler, {one: paths[number, one] for one in FORMATS})
                for number in range(len(bodies))
            ]
            return [row for row in rows if row], poppler.version()


def chosen_bodies(corpus):
    if corpus is None:
        return [body for _, body in own_documents()]
    bodies = [body for _, body in documents_below(corpus)]
    return random.Random(SEED).sample(bodies, min(DOCUMENTS, len(bodies)))


def measure(results, binary, corpus=None):
    results.section(
        f'First page of a PDF never seen, {WIDTH} pixels wide, against poppler itself',
        'sheaf import --root ROOT FILE…; sheaf serve --root ROOT; GET /api/v1/documents/{id}/pages/1 (worker warm)',
        'poppler_page_render(page, context of a cairo surface of as many pixels), in a process that stays',
    )
    bodies = chosen_bodies(corpus)
    rows, version = time_all(binary, bodies)
    results.note(f'poppler {version}; {len(rows)} of {len(bodies)} documents were drawn by both')
    if not rows:
        raise RuntimeError('no document was drawn by both: nothing was measured')
    for name in [f'{what} {format_}' for format_ in FORMATS for what in ('sheaf', 'worker', 'opening', 'drawing')]:
        who = f'poppler, {name}' if name.startswith(('opening', 'drawing')) else name
        results.add(f'{who}: median of {len(rows)}', median([row[name] for row in rows]), 'ms')
        results.add(f'{who}: 95th percentile', percentile([row[name] for row in rows], 95), 'ms')
    for format_ in FORMATS:
        add_budget(results, rows, format_)


def add_budget(results, rows, format_):
    """The budget is compared with drawing alone, its strictest reading.

    Opening a new PDF is part of its first page. The figures beside it are the rest above opening and drawing, and
    above the worker's own time with encoding.
    """

    def above(peer):
        return [row[f'sheaf {format_}'] - FACTOR * peer(row) for row in rows]

    def drawing(row):
        return row[f'drawing {format_}']

    strict = above(drawing)
    results.add(
        f'{format_} above {FACTOR} x poppler drawing, median', median(strict), 'ms', BUDGET, at_most=MARGIN_MS
    )
    results.add(f'  documents within it, of {len(rows)}', sum(over <= MARGIN_MS for over in strict), '')
    with_opening = above(lambda row: row[f'opening {format_}'] + drawing(row))
    results.add(f'  above {FACTOR} x poppler opening and drawing', median(with_opening), 'ms')
    results.add(f'  above {FACTOR} x its own worker', median(above(lambda row: row[f'worker {format_}'])), 'ms')
    results.add('  against poppler drawing', median([row[f'sheaf {format_}'] / drawing(row) for row in rows]), 'x')
