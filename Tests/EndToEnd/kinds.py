#!/usr/bin/env python3
"""Shows more than 200 files of more than 150 types: each as wanted, without an error of the server.

The table of the documentation lists the same files, types, previews and makers; `--table` writes it anew, with times.
`--pictures` photographs the app's view of each file in Chromium.
"""

import argparse
import os
import re
import time
from concurrent.futures import ThreadPoolExecutor

from kind_files import sample_files
from report import Report
from server import Server, Workspace

TOP = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..')
TABLE = os.path.join(TOP, 'Sources', 'WebApp', 'Documentation.docc', 'Kinds.md')
MOST_AT_ONCE = 2
FEWEST_FILES, FEWEST_TYPES = 150, 80
FIRST_WIDTH, SECOND_WIDTH = 1000, 700
PAGE = """# Kinds of files

How each kind of file is shown, by which program or library, and after how long.

## Overview

`make kinds` writes this table: it makes {files} files of {types} types and shows them. `Tests/EndToEnd/kinds.py` compares
it with the server in `make soak`. *First* runs from the first byte of the upload to the last byte of the first page. A film
has its poster in place of a page, a sound its waveform, the rest lists or facts. *Again* is the same in another size. The times
are milliseconds of one run on a machine of {processors} slow processors; the first document of a converter also waits for its
start.

| file | type | shown as | by | first | again |
|---|---|---|---|---:|---:|
{rows}
"""


class Shown:
    """A file as the server shows it."""

    def __init__(self, file):
        self.file = file
        self.document = self.reason = None
        self.type = self.kind = self.maker = ''
        self.first = self.again = 0.0
        self.refusals, self.faults = [], []

    def note(self, answer):
        """Keeps a refusal, and as a fault one of the server or without a code. Returns the answer."""
        if answer.status >= 400 or answer.status == 0:
            self.refusals.append(answer.code)
            if answer.status >= 500 or not answer.code:
                self.faults.append(answer)
        return answer

    def fail(self, fault):
        self.faults.append(fault)

    @property
    def cells(self):
        """All cells of its row but the times."""
        return [self.file.name, self.type, self.kind, self.maker]

    @property
    def row(self):
        return '| ' + ' | '.join([*self.cells, f'{self.first:.0f}', f'{self.again:.0f}']) + ' |'


def milliseconds(action):
    start = time.perf_counter()
    answer = action()
    return answer, (time.perf_counter() - start) * 1000


def show(server, names, file):
    """Uploads the file and asks for all that the app asks for; `names` are those of the types."""
    shown, start = Shown(file), time.perf_counter()
    uploaded = shown.note(server.upload(file.body, file.name))
    if uploaded.status != 201:
        return shown
    shown.document = uploaded.json['id']
    preview = shown.note(server.preview(shown.document)).json
    explain = preview.get('explain', {})
    shown.type = names.get(explain.get('type'), 'Unknown data')
    shown.kind, shown.reason = preview.get('kind'), preview.get('reason')
    # The version of a library is not part of its name.
    shown.maker = explain.get('converter') or re.sub(r' [\d.]+$', '', explain.get('renderer') or '')
    VIEWS.get(shown.kind, show_facts)(server, shown, preview, start)
    thumbnail = shown.note(server.get(f'/api/v1/documents/{shown.document}/thumbnail', size=256))
    if not thumbnail.is_image:
        shown.fail(f'thumbnail: {thumbnail}')
    return shown


def show_pages(server, shown, preview, start):
    page = shown.note(server.page(shown.document, width=FIRST_WIDTH))
    shown.first = (time.perf_counter() - start) * 1000
    other, shown.again = milliseconds(lambda: shown.note(server.page(shown.document, width=SECOND_WIDTH)))
    if not (page.is_image and other.is_image and preview['pageCount']):
        shown.fail(f'{preview["pageCount"]} pages: {page}, {other}')


def show_media(server, shown, _, start):
    """The poster or the waveform, where FFmpeg reads the file; the browser plays some others."""
    facts = shown.note(server.get(f'/api/v1/documents/{shown.document}/media'))
    shown.maker = 'FFmpeg' if facts.status == 200 else 'browser'
    if facts.status != 200:
        return
    is_film = any(track['kind'] == 'video' for track in facts.json['tracks'])
    path = f'/api/v1/documents/{shown.document}/media/{"poster" if is_film else "waveform"}'
    picture = shown.note(server.get(path))
    shown.first = (time.perf_counter() - start) * 1000
    shown.again = milliseconds(lambda: shown.note(server.get(path)))[1]
    if not picture.is_image:
        shown.fail(f'{path}: {picture}')


def show_facts(server, shown, _, start):
    shown.first = (time.perf_counter() - start) * 1000
    shown.again = milliseconds(lambda: shown.note(server.preview(shown.document)))[1]


VIEWS = {'pages': show_pages, 'media': show_media}


def check(report, shown):
    held = shown.kind == shown.file.kind and not shown.faults
    found = f'{shown.kind}, {shown.reason}, refused: {shown.refusals}, faults: {shown.faults}'
    report.check(f'{shown.file.name}: {shown.type} as {shown.file.kind}', held, found)


def cells_of(text):
    """The rows of the table in the documentation, without the times."""
    return [row.strip('| ').split(' | ')[:4] for row in text.splitlines() if row.startswith('| ')][1:]


def check_table(report, every):
    with open(TABLE, encoding='utf-8') as file:
        written = cells_of(file.read())
    found = [one.cells for one in every]
    wrong = [row for row in found if row not in written] + [row for row in written if row not in found]
    report.check('the table of the documentation says the same; `make kinds` writes it', written == found, wrong[:3])


def write_table(path, every):
    types = len({one.type for one in every})
    rows = '\n'.join(one.row for one in every)
    with open(path, 'w', encoding='utf-8') as file:
        file.write(PAGE.format(files=len(every), types=types, processors=os.cpu_count(), rows=rows))


def show_all(report, server, files, at_once):
    names = {one['identifier']: one['name'] for one in server.get('/api/v1/types').json['types']}
    with ThreadPoolExecutor(at_once) as clients:
        every = list(clients.map(lambda file: show(server, names, file), files))
    for one in every:
        check(report, one)
    types = {one.type for one in every}
    report.check(f'{len(every)} files of {len(types)} types', len(every) >= FEWEST_FILES and len(types) >= FEWEST_TYPES)
    report.check('the server lives', server.is_alive() and server.get('/healthz').status == 200)
    return every


def options():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--bin', default='.build/release/sheaf', help='the built server')
    parser.add_argument('--table', metavar='FILE', help='writes the table, with the times of one client')
    parser.add_argument(
        '--pictures', metavar='FOLDER', help="photographs the app's view of each file; needs Playwright"
    )
    return parser.parse_args()


def main():
    chosen, report = options(), Report()
    with Workspace() as root, Workspace() as folder:
        files = sample_files(folder)
        with Server(chosen.bin, root) as server:
            every = show_all(report, server, files, 1 if chosen.table else MOST_AT_ONCE)
            if chosen.table:
                write_table(chosen.table, every)
            else:
                check_table(report, every)
            if chosen.pictures:
                from kind_pictures import photograph

                photograph(report, server, every, chosen.pictures)
    report.exit()


if __name__ == '__main__':
    main()
