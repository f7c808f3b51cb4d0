#!/usr/bin/env python3
"""Bombs, all at once, beside a client that only reads; and the memory that they leave behind."""

import os
import statistics
import threading
import time

import bomb_kinds
from fixtures import endless_page, pdf, png, stream_object, text_page
from memory import MemorySampler
from processes import resident_bytes
from report import Report
from server import Server, Workspace, arguments, wait_until

LINE_BYTES, ADOPTION_SECONDS = 2 << 30, 120
# The limit of a bomb's answers, behind other bombs.
BOMB_SECONDS = 120
# For a debug build on a busy machine. A reader waits a second for workers that are all taken, and for a new worker.
MEDIAN_SECONDS, LONGEST_SECONDS = 3.0, 10.0
# The memory of a worker that has been idle for 20 s, and the time until it is down to that.
RESTING_WORKER_BYTES, RESTING_SECONDS = 192 << 20, 60
SERVER_BYTES = 64 << 20
# The manifest of a text of 16,667 pages is one answer of 13 MB, and the allocator keeps what it was made in.
SERVER_BYTES_AFTER_KINDS = 160 << 20
# The most that the server's memory grows meanwhile.
GROWTH_BYTES, GROWTH_BYTES_WITH_KINDS = 128 << 20, 192 << 20
# The reader has an address of its own: without sign-in the server tells clients apart by address.
READER = '127.0.0.2'


def main():
    options, report = arguments(__doc__), Report()
    with Workspace() as root, Server(options.bin, root) as server, MemorySampler(server.process.pid) as memory:
        check(report, server, memory)
        report.check('the server lives', server.is_alive() and server.get('/healthz').status == 200)
        report.check('SIGTERM ends it', server.stop() == 0, server.process.returncode)
    report.exit()


def check(report, server, memory):
    light = server.upload(text_page(unique='beside bombs'), 'beside-bombs.pdf').json['id']
    idle = server.resident_bytes()
    throw(report, server, light, bombs())
    check_memory(report, server, idle, SERVER_BYTES)
    check_growth(report, memory, GROWTH_BYTES)
    throw(report, server, light, bomb_kinds.bombs())
    check_long_line(report, server)
    check_memory(report, server, idle, SERVER_BYTES_AFTER_KINDS)
    check_growth(report, memory, GROWTH_BYTES_WITH_KINDS)


def check_growth(report, memory, most):
    grown = memory.growth
    report.check(f'its memory grew by less than {most >> 20} MiB (by {grown >> 20})', grown < most)


def check_long_line(report, server):
    """A text of 2 GiB in one line, which another program writes into the workspace."""
    bomb_kinds.write_line(os.path.join(server.root, 'Documents', 'bomb-line.txt'), LINE_BYTES)

    def found():
        documents = server.get('/api/v1/documents?q=bomb-line').json['documents']
        return documents[0]['id'] if documents and documents[0]['size'] == LINE_BYTES else None

    document = wait_until(found, ADOPTION_SECONDS, 0.5)
    report.check('a text of 2 GiB in one line becomes a document', document)
    if not document:
        return
    start = time.monotonic()
    answers = [
        server.ask('GET', f'/api/v1/documents/{document}/{what}', timeout=BOMB_SECONDS)
        for what in ['preview', 'pages/1?width=333', 'pages/1/text', 'thumbnail?size=64']
    ]
    seconds = time.monotonic() - start
    report.check(f'and is answered in {seconds:.1f} s', all(map(is_answered, answers)) and seconds < BOMB_SECONDS, answers)


def throw(report, server, light, files):
    """Uploads all bombs at once, while another client reads page after page."""
    readings, ended = [], threading.Event()

    def read():
        width = 200
        while not ended.is_set():
            width += 1
            start = time.monotonic()
            answer = server.ask('GET', f'/api/v1/documents/{light}/pages/1?width={width}', source=READER)
            readings.append((time.monotonic() - start, answer))

    reader = threading.Thread(target=read)
    reader.start()
    bombs = [Bomb(server, name, body) for name, body in files.items()]
    for bomb in bombs:
        bomb.join()
    ended.set()
    reader.join()
    for bomb in bombs:
        bomb.check(report)
    seconds = [taken for taken, _ in readings]
    report.check(
        f'{len(readings)} pages were read beside them, each shown',
        len(readings) >= 5 and all(answer.is_image for _, answer in readings),
        [answer for _, answer in readings if not answer.is_image],
    )
    report.check(
        f'… in {statistics.median(seconds):.2f} s at the median, {max(seconds):.2f} s at most',
        statistics.median(seconds) < MEDIAN_SECONDS and max(seconds) < LONGEST_SECONDS,
    )


def check_memory(report, server, idle, most):
    """After the bombs neither the server nor any worker keeps the memory that they took."""
    server.get('/healthz')
    light = wait_until(lambda: heaviest(server) <= RESTING_WORKER_BYTES, RESTING_SECONDS, 1)
    report.check(
        f'a worker holds {heaviest(server) >> 20} MiB at most when it has rested', light, server.workers()
    )
    grown = server.resident_bytes() - idle
    report.check(f'the server holds {grown >> 20} MiB more than before', grown < most)


def heaviest(server):
    return max(map(resident_bytes, server.workers()), default=0)


class Bomb(threading.Thread):
    """One document, uploaded, looked at and drawn in the background."""

    def __init__(self, server, name, body):
        super().__init__()
        self.server, self.name, self.body = server, name, body
        self.answers, self.seconds = {}, 0
        self.start()

    def run(self):
        start = time.monotonic()
        uploaded = self.server.upload(self.body, self.name)
        self.answers['upload'] = uploaded
        if uploaded.status == 201:
            address = f'/api/v1/documents/{uploaded.json["id"]}'
            for what, path in {
                'page': f'{address}/pages/1?width=333',
                'text': f'{address}/pages/1/text',
                'preview': f'{address}/preview',
                'thumbnail': f'{address}/thumbnail?size=64',
                'manifest': f'/iiif/presentation/3/{uploaded.json["id"]}/manifest',
            }.items():
                # One answer may take most of the time that all of them may take together.
                self.answers[what] = self.server.ask('GET', path, timeout=BOMB_SECONDS)
        self.seconds = time.monotonic() - start

    def check(self, report):
        report.check(
            f'{self.name}: answered in {self.seconds:.1f} s, each with a result or a reason',
            len(self.answers) == 6 and all(map(is_answered, self.answers.values())),
            self.answers,
        )
        report.check(f'{self.name}: within its limits', self.seconds < BOMB_SECONDS, self.seconds)


def is_answered(answer):
    return answer.status in (200, 201) or (answer.status not in (0, 500) and bool(answer.code))


def bombs():
    """Names and files that cost most: pixels, and a page without an end."""
    return {
        'bomb-cut.pdf': pdf(20, text='cut', unique='bomb')[:4_000],
        'bomb-pixels.png': png(19_000, 19_000),
        'bomb-pixels-in-a-page.pdf': pixels_in_a_page(12_000),
        'bomb-endless.pdf': endless_page(unique='bomb'),
    }


def pixels_in_a_page(side):
    """A small page with a picture of many pixels that is a few kilobytes as a file."""
    picture = stream_object(
        bytes(side * side // 8),
        f'/Type /XObject /Subtype /Image /Width {side} /Height {side} /ColorSpace /DeviceGray /BitsPerComponent 1',
    )
    return pdf(content=b'q 532 0 0 532 40 130 cm /X5 Do Q', objects=[picture], unique='pixels')


if __name__ == '__main__':
    main()
