"""First page of a new PDF over HTTP, against tools that draw the same page at the same size."""

import http.client
import os
import re
import time

from fixtures import image_page, pdf, text_page, vector_page
from peers import milliseconds_of_program, programs
from rest import wait_for_rest
from results import median, percentile

WIDTH = 1224
COPIES = 5
TOOLS = programs(WIDTH)


def own_documents():
    """Names and bytes of generated documents, several of each kind, all different."""
    kinds = {
        'text': lambda n: text_page(unique=n),
        'curves': lambda n: vector_page(1500, unique=n),
        'picture': lambda n: image_page(1000, unique=n),
        '200 pages': lambda n: pdf(200, unique=n),
    }
    return [(kind, make(f'bench {copy}')) for copy in range(COPIES) for kind, make in kinds.items()]


def documents_below(folder):
    """Names and bytes of the PDFs below a folder."""
    found = [
        os.path.join(path, name)
        for path, _, names in os.walk(folder)
        for name in names
        if name.lower().endswith('.pdf')
    ]
    for path in sorted(found):
        with open(path, 'rb') as file:
            yield os.path.basename(path), file.read()


def milliseconds_of_server(server, connection, body, format_, unique, width=WIDTH):
    """Uploads the document with a comment that makes it a new one, and requests its first page.

    The server draws a first page of its own as soon as it has the document. The first clock therefore starts before the
    upload, so that no work is left out. Returns milliseconds from there, of the request for the page, and of the worker
    for that request; None for a refusal.
    """
    # The server closes a connection that rests for long, as while other programs draw a hostile document.
    connection.close()
    connection.connect()
    begin = time.perf_counter()
    answer = server.upload(body + f'\n%{unique}\n'.encode(), f'{unique}.pdf', conflict='rename')
    if answer.status != 201:
        return None
    path = f'/api/v1/documents/{answer.json["id"]}/pages/1?width={width}&format={format_}'
    start = time.perf_counter()
    connection.request('GET', path)
    response = connection.getresponse()
    response.read()
    end = time.perf_counter()
    whole, request = (end - begin) * 1000, (end - start) * 1000
    return (whole, request, worker_milliseconds(response)) if response.status == 200 else None


def worker_milliseconds(response):
    """The worker's time for drawing and encoding, from the response (`Server-Timing: render;dur=`)."""
    found = re.search(r'render;dur=([\d.]+)', response.headers.get('Server-Timing') or '')
    return float(found[1]) if found else 0.0


def time_document(server, connection, number, body, folder):
    """Milliseconds by contender, or None when one of them could not draw the document.

    The server has finished its own drawing of the document before the next contender starts.
    """
    source, times = os.path.join(folder, 'source.pdf'), {}
    with open(source, 'wb') as file:
        file.write(body)
    for format_ in ('png', 'jpg'):
        found = milliseconds_of_server(server, connection, body, format_, f'{format_}-{number}')
        wait_for_rest(server)
        names = (f'sheaf {format_}', f'request alone, {format_}', f'worker alone, {format_}')
        times |= dict(zip(names, found or (None,) * len(names)))
    times |= {tool: milliseconds_of_program(command, source, folder) for tool, command in TOOLS.items()}
    return None if None in times.values() else times


def add_ratios(results, rows):
    """The ratio of each document first, then the median, so that slow documents weigh no more than others."""

    def ratio(ours, peer):
        return median([row[ours] / row[peer] for row in rows])

    results.add(
        'pdftoppm -png takes times sheaf png',
        1 / ratio('sheaf png', 'pdftoppm -png'),
        'x',
        'at least 3 x faster',
        at_least=3,
    )
    results.add(
        'sheaf jpg against pdftoppm -jpeg', ratio('sheaf jpg', 'pdftoppm -jpeg'), 'x', 'no slower', at_most=1
    )
    results.add(
        'sheaf png against mutool draw', ratio('sheaf png', 'mutool draw'), 'x', 'within 1.3 x', at_most=1.3
    )


def measure(results, server, folder, corpus=None):
    documents = documents_below(corpus) if corpus else own_documents()
    results.section(
        f'First page of a PDF never seen, {WIDTH} pixels wide',
        'GET /api/v1/documents/{id}/pages/1 (worker warm)',
        *(' '.join(command) for command in TOOLS.values()),
    )
    results.note('the tools are timed as whole programs, Sheaf from the first byte of the upload to the last of the page')
    results.note('the document may already be open at a request: the server draws a first page of its own')
    connection = http.client.HTTPConnection('127.0.0.1', server.port, timeout=120)
    for format_ in ('png', 'jpg'):
        milliseconds_of_server(server, connection, pdf(unique='warm'), format_, f'warm-{format_}')
    wait_for_rest(server)
    rows = [
        row
        for number, (_, body) in enumerate(documents)
        if (row := time_document(server, connection, number, body, folder))
    ]
    connection.close()
    if not rows:
        raise RuntimeError('no document was drawn by all: nothing was measured')
    for contender in rows[0]:
        times = [row[contender] for row in rows]
        results.add(f'{contender}: median of {len(rows)}', median(times), 'ms')
        results.add(f'{contender}: 95th percentile', percentile(times, 95), 'ms')
    add_ratios(results, rows)
