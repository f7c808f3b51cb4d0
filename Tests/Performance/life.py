"""Start, idle memory, and answers with many documents."""

import http.client
import json
import threading
import time
import urllib.parse

from results import median, percentile
from server import Server

STARTS = 10
SAMPLES = 200
SMALL = 1000
WRITERS = 4


def milliseconds_to_first_answer(binary, root):
    start = time.perf_counter()
    with Server(binary, root) as server:
        server.get('/healthz')
        return (time.perf_counter() - start) * 1000


def measure_start(results, binary, root, title):
    results.section(f'Start, {title}', 'sheaf serve --root ROOT --port 0; GET /healthz')
    # The first start copies the samples into a new workspace, so that every measured start finds them.
    with Server(binary, root, '--samples') as server:
        found = len(server.documents())
        if not found:
            raise RuntimeError('the workspace holds no documents: nothing would be measured')
    results.note(f'{found:,} documents are there')
    times = [milliseconds_to_first_answer(binary, root) for _ in range(STARTS)]
    results.add(f'to the first answer, median of {STARTS}', median(times), 'ms', 'under 300 ms', at_most=300)
    with Server(binary, root) as server:
        time.sleep(2)
        results.add(
            'memory at rest, workers not counted',
            server.resident_bytes() / (1 << 20),
            'MiB',
            'under 60 MiB',
            at_most=60,
        )


def add_documents(server, first, count):
    """Uploads small documents over several connections; returns documents a second."""

    def write(numbers):
        for number in numbers:
            server.upload(
                f'document number {number}'.encode(), f'document-{number}.txt', folder=f'Many/{number % 50}'
            )

    start = time.perf_counter()
    writers = [
        threading.Thread(target=write, args=(range(first + n, first + count, WRITERS),))
        for n in range(WRITERS)
    ]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    return count / (time.perf_counter() - start)


def list_milliseconds(server):
    """Milliseconds of pages of the list, read from the top again and again, and of searches by name."""
    times, cursor = [], None
    connection = http.client.HTTPConnection('127.0.0.1', server.port, timeout=60)
    for number in range(SAMPLES):
        question = (
            f'q=number-{number}' if number % 4 == 3 else f'limit=100{f"&cursor={cursor}" if cursor else ""}'
        )
        start = time.perf_counter()
        connection.request('GET', f'/api/v1/documents?{question}')
        body = connection.getresponse().read()
        times.append((time.perf_counter() - start) * 1000)
        if number % 4 != 3:
            cursor = next_cursor(body)
    connection.close()
    return times


def next_cursor(body):
    cursor = json.loads(body).get('next')
    return urllib.parse.quote(cursor) if cursor else None


def measure_many(results, binary, root, count):
    results.section(f'{count:,} documents', 'GET /api/v1/documents?limit=100&cursor=…, every fourth ?q=…')
    with Server(binary, root) as server:
        results.add('uploads of small documents, 4 connections', add_documents(server, 0, SMALL), '/s')
        few = percentile(list_milliseconds(server), 95)
        results.add(f'list with {SMALL:,}: 95th percentile', few, 'ms')
        add_documents(server, SMALL, count - SMALL)
        many = percentile(list_milliseconds(server), 95)
        results.add(f'list with {count:,}: 95th percentile', many, 'ms', 'under 50 ms', at_most=50)
        results.add(
            f'growth from {SMALL:,} to {count:,}',
            many / few,
            'x',
            'slower than the count',
            at_most=count / SMALL,
        )
    measure_start(results, binary, root, f'with {count:,} documents')
