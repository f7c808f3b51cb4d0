"""First pages of a corpus by Sheaf and by other renderers, one after the other, in the same format.

The times of the whole corpus include a second client and the server's own drawing. Here each contender has the machine
alone, and each file is new to Sheaf. Sheaf's clock runs from the first byte of the upload to the last byte of the page. A
program's clock runs from its start to its end. Files come in random order until time is up; the contenders share the same
sample.
"""

import http.client
import os
import random
import tempfile
import time

from first_pages import milliseconds_of_server
from peers import Pdfium, milliseconds_of_program, programs
from rest import wait_for_rest
from results import median, percentile

SEED = 20_261_122
# The format that Sheaf is asked for beside each peer: the peer's own, or the nearest one.
FORMATS = {
    'pdftoppm -jpeg': 'jpg',
    'pdftoppm -png': 'png',
    'pdftoppm (no encoding)': 'png',
    'mutool draw': 'png',
    Pdfium.NAME: 'jpg',
}
# The largest multiple of the peer's time that Sheaf may take, at the median of a large corpus.
BUDGETS = {
    'pdftoppm -png': (1 / 3, 'at least 3 x faster'),
    'pdftoppm -jpeg': (1, 'no slower'),
    'mutool draw': (1.3, 'within 1.3 x'),
}


class Comparison:
    """The times of each file of a sample, by contender."""

    def __init__(self, server, width):
        self.server, self.width = server, width
        self.tools, self.pdfium = programs(width), Pdfium()
        self.rows, self.asked, self.shown = {}, 0, 0

    def run(self, paths, seconds):
        """Draws files of `paths` in random order for so long, each file to its end."""
        self.shown, end = len(paths), time.monotonic() + seconds
        order = sorted(paths)
        random.Random(SEED).shuffle(order)
        with tempfile.TemporaryDirectory(prefix='sheaf-peers-') as folder:
            for path in order:
                if time.monotonic() > end or not self.server.is_alive():
                    break
                self.rows[path] = self.times_of(path, folder)
        self.pdfium.end()

    def times_of(self, path, folder):
        """Milliseconds by contender; None for a contender that could not draw the file."""
        with open(path, 'rb') as file:
            # The comment makes the file a new document for all contenders.
            body = file.read() + b'\n%side by side\n'
        source = os.path.join(folder, 'source.pdf')
        with open(source, 'wb') as file:
            file.write(body)
        times = {f'sheaf {format_}': self.of_sheaf(body, format_) for format_ in ('png', 'jpg')}
        for name, command in self.tools.items():
            times[name] = milliseconds_of_program(command, source, folder)
        if Pdfium.is_installed():
            times[Pdfium.NAME] = self.pdfium.milliseconds(source, self.width, folder)
        return times

    def of_sheaf(self, body, format_):
        self.asked += 1
        connection = http.client.HTTPConnection('127.0.0.1', self.server.port, timeout=120)
        try:
            name = f'side-by-side-{self.asked}'
            found = milliseconds_of_server(self.server, connection, body, format_, name, self.width)
        except (OSError, http.client.HTTPException):
            return None
        finally:
            connection.close()
            # The server's own drawing of the document must not run beside the next contender.
            wait_for_rest(self.server)
        return found and found[0]

    def add_to(self, results):
        """Adds a figure for each peer, on the pages that both drew; returns the ratios by peer."""
        count = len(self.rows)
        which = 'all' if count == self.shown else f'a sample by chance (seed {SEED}), as many as time allowed'
        results.note(f'{count} of {self.shown} shown pages, {which}; the budgets are of a large corpus')
        if not Pdfium.is_installed():
            results.note('pypdfium2 is not installed, so it is not compared')
        failed = sum(row['sheaf png'] is None or row['sheaf jpg'] is None for row in self.rows.values())
        results.add('pages that Sheaf drew before and not now', failed, '', 'none', at_most=0)
        return {peer: found for peer in FORMATS if (found := self.add_peer(results, peer)) is not None}

    def add_peer(self, results, peer):
        ours = f'sheaf {FORMATS[peer]}'
        both = [
            (row[ours], row[peer]) for row in self.rows.values() if row[ours] is not None and row.get(peer) is not None
        ]
        if not both:
            return None
        for name, times in zip((ours, peer), zip(*both)):
            results.note(
                f'{name:<28} {len(both):>5} pages: median {median(times):8.1f} ms, p99 {percentile(times, 99):8.1f} ms'
            )
        ratio = median([own / other for own, other in both])
        most, budget = BUDGETS.get(peer, (None, None))
        results.add(f'{ours} against {peer}', ratio, 'x', budget, at_most=most)
        return round(ratio, 2)
