#!/usr/bin/env python3
"""Documents as they lie about: cut, renamed, joined, locked, hollow or contradictory. Each is shown, or has a typed reason.

Every request that an app makes of a document is made of each. None fails for a fault of the server, none waits beyond its
limit, and another client reads its pages meanwhile.
"""

import os
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import quote

from fixtures import text_page
from odd_kinds import documents
from report import Report
from server import Server, Workspace, arguments, wait_until

FEWEST, AT_ONCE = 60, 4
# Of all answers about one document; Office documents wait for one another, and a failed one for a new LibreOffice.
DOCUMENT_SECONDS, ALL_SECONDS = 45, 120
READING_SECONDS = 10
REQUESTS = [
    'pages/1?width=333', 'pages/1/text', 'rendition', 'metadata', 'thumbnail?size=64', 'entries', 'attachments/1', 'media', 'media/poster', 'openers',
    'annotations/embedded',
]  # fmt: skip
# Without keeping.
FORMATS = ['json', 'png', 'txt']
# Without sign-in the server tells clients apart by address.
READER = '127.0.0.2'


class OddDocument:
    """A document with all answers about it."""

    def __init__(self, server, name, wanted, body):
        self.server, self.name, self.wanted, self.answers = server, name, wanted, {}
        start = time.monotonic()
        self.look(body)
        self.seconds = time.monotonic() - start

    def look(self, body):
        uploaded = self.answers['upload'] = self.server.upload(body, self.name)
        if uploaded.status == 201:
            document = uploaded.json['id']
            for what in ['preview', *REQUESTS]:
                self.answers[what] = self.server.get(f'/api/v1/documents/{document}/{what}')
            self.answers['manifest'] = self.server.get(f'/iiif/presentation/3/{document}/manifest')
        for format in FORMATS:
            path = f'/api/v1/preview?name={quote(self.name)}&format={format}'
            self.answers[f'{format}, not kept'] = self.server.ask('POST', path, body)

    @property
    def found(self):
        """The kind of its preview, or the reason why it has none."""
        preview = self.answers['preview'].json if 'preview' in self.answers else {}
        return (preview.get('reason') or {}).get('code') or preview.get('kind')

    def check(self, report):
        faults = {what: answer for what, answer in self.answers.items() if not is_answered(answer)}
        report.check(f'{self.name}: every answer is a result or a typed refusal', len(self.answers) > len(FORMATS) + 1 and not faults, faults)
        # On a machine without the converter that is the reason.
        report.check(f'{self.name}: {self.wanted}', self.found in (self.wanted, 'converter-missing'), self.found)
        report.check(f'{self.name}: within {DOCUMENT_SECONDS} s ({self.seconds:.1f})', self.seconds < DOCUMENT_SECONDS)


def is_answered(answer):
    """A result, or a refusal with a code that is no fault of the server; 503 is one for the moment."""
    return answer.status in (200, 201, 204) or (400 <= answer.status < 500 or answer.status == 503) and bool(answer.code)


class Reader(threading.Thread):
    """Another client, which reads one document while others are looked at."""

    def __init__(self, server):
        super().__init__(daemon=True)
        self.server, self.ended, self.readings = server, threading.Event(), []
        self.document = server.upload(text_page(unique='beside odd ones'), 'beside.pdf').json['id']

    def run(self):
        width = 200
        while not self.ended.is_set():
            width += 1
            start = time.monotonic()
            answer = self.server.ask('GET', f'/api/v1/documents/{self.document}/pages/1?width={width}', source=READER)
            self.readings.append((time.monotonic() - start, answer))

    def check(self, report):
        self.ended.set()
        self.join()
        others = [answer for _, answer in self.readings if not answer.is_image]
        longest = max(seconds for seconds, _ in self.readings)
        report.check(f'{len(self.readings)} pages were read beside them, each shown', len(self.readings) > AT_ONCE and not others, others)
        report.check(f'… in {longest:.2f} s at most', longest < READING_SECONDS)


def check(report, server):
    reader, start = Reader(server), time.monotonic()
    reader.start()
    with ThreadPoolExecutor(AT_ONCE) as clients:
        every = list(clients.map(lambda one: OddDocument(server, one[0], *one[1]), documents().items()))
    seconds = time.monotonic() - start
    for one in every:
        one.check(report)
    report.check(f'{len(every)} documents in {seconds:.0f} s', len(every) >= FEWEST and seconds < ALL_SECONDS)
    reader.check(report)
    quarantined = server.get('/api/v1/quarantine').json
    report.check('no worker died of any', quarantined.get('quarantined') == [], quarantined)


def main():
    options, report = arguments(__doc__), Report()
    with Workspace() as root, Server(options.bin, root) as server:
        check(report, server)
        left = wait_until(lambda: not os.listdir(f'{root}/tmp'), READING_SECONDS)
        report.check('nothing is left behind', left, os.listdir(f'{root}/tmp'))
        report.check('the server lives', server.is_alive() and server.get('/healthz').status == 200)
        report.check('SIGTERM ends it', server.stop() == 0, server.process.returncode)
    report.exit()


if __name__ == '__main__':
    main()
