"""Deep zoom: all tiles of a page against one image of it, other sizes, and many tiny tiles."""

import asyncio
import http.client
import random
import re
import time

from connections import on_each
from fixtures import image_page, pdf, png, text_page, vector_page
from iiif_image import Image
from results import median
from wrk import command, compare_hits

COPIES = 3
LARGE = 20_000
TINY = 32
TINY_REQUESTS = 100_000
# Memory of a cached tile: its entry in the cache's index, and its other data.
TINY_BYTES = 512
# The number of tiny tiles that are requested again.
TINY_HITS = 1_000
CLIENTS = 50
SEED = 20_261_121
PAGES = 10_000


def milliseconds(connection, paths):
    """Milliseconds of sequential requests."""
    start = time.perf_counter()
    for path in paths:
        connection.request('GET', path)
        response = connection.getresponse()
        response.read()
        assert response.status == 200, (path, response.status)
    return (time.perf_counter() - start) * 1000


def measure_all_tiles(results, server):
    results.section(
        'All tiles of a page, one after the other, against the page in one image',
        'GET /iiif/3/{id}_1/{x,y,w,h}/{w},/0/default.jpg against …/full/{w},/0/default.jpg',
    )
    kinds = {
        'text': lambda n: text_page(unique=n),
        'curves': lambda n: vector_page(1500, unique=n),
        'picture': lambda n: image_page(1000, unique=n),
    }
    connection = http.client.HTTPConnection('127.0.0.1', server.port, timeout=120)
    for kind, make in kinds.items():
        for factor in (1, 2):
            ratios = []
            for copy in range(COPIES):
                # Two documents that differ in a comment, so that neither run uses the other's cached
                # images.
                whole = Image(server, make(f'whole {kind} {factor} {copy}'), 'whole.pdf')
                tiled = Image(server, make(f'tiled {kind} {factor} {copy}'), 'tiled.pdf')
                one = milliseconds(connection, [whole.full(factor)])
                ratios.append(milliseconds(connection, tiled.tiles(factor)) / one)
            results.add(
                f'{kind}, scale factor {factor}: tiles against the whole', median(ratios), 'x', 'at most 2 x', at_most=2
            )
    connection.close()


def measure_large_picture(results, server):
    results.section(
        f'All tiles of a picture of {LARGE:,} × {LARGE:,} pixels, row by row',
        'GET /iiif/3/{id}_1/{x,y,w,h}/{w},/0/default.jpg; Server-Timing',
    )
    image = Image(server, png(LARGE, LARGE), 'large.png')
    connection = http.client.HTTPConnection('127.0.0.1', server.port, timeout=120)
    # A small image of the whole picture takes one decoding and little else.
    one = drawn_milliseconds(connection, f'{image.path}/full/100,/0/default.jpg')
    tiles = [drawn_milliseconds(connection, path) for path in image.tiles()]
    connection.close()
    results.add('one decoding', one, 'ms')
    results.add('all tiles', sum(tiles), 'ms')
    results.add(
        f'of {len(tiles)} tiles, as long as half a decoding took', sum(took > one / 2 for took in tiles), '',
        'at most 2', at_most=2,
    )


def drawn_milliseconds(connection, path):
    """Processor time of drawing an image, according to the server."""
    connection.request('GET', path)
    response = connection.getresponse()
    response.read()
    found = re.search(r'render;dur=([\d.]+)', response.headers['Server-Timing'] or '')
    assert response.status == 200 and found, (path, response.status, response.headers)
    return float(found[1])


def measure_another_size(results, server):
    results.section(
        'A document that takes long to open, and the same page of it at another size',
        'GET …/pages/1?width=100, then 101',
    )
    results.note(f'a PDF of {PAGES:,} pages without a table of its objects, which makes poppler search for each')
    connection = http.client.HTTPConnection('127.0.0.1', server.port, timeout=120)
    ratios = []
    for copy in range(COPIES):
        body = pdf(PAGES, unique=f'sizes {copy}').replace(b'startxref', b'startxxxx')
        document = server.upload(body, 'sizes.pdf', conflict='rename').json['id']
        path = f'/api/v1/documents/{document}/pages/1?width='
        first = milliseconds(connection, [path + '100'])
        ratios.append(milliseconds(connection, [path + '101']) / first)
    connection.close()
    results.add('the second against the first', median(ratios), 'x', 'not parsed again', at_most=0.5)


def tiny_places(image):
    """Distinct places of tiny tiles in random order: the left and top of each."""
    columns, rows = image.width - TINY, image.height - TINY
    chosen = random.Random(SEED).sample(range(columns * rows), TINY_REQUESTS)
    return [(number % columns, number // columns) for number in chosen]


def measure_tiny_tiles(results, server, nginx):
    results.section(
        f'{TINY_REQUESTS:,} different tiles of {TINY} × {TINY} pixels from {CLIENTS} clients',
        'GET /iiif/3/{id}_1/{x,y,32,32}/…',
        ' '.join(command('URL', '-s', 'those again, in turn')),
    )
    results.note('no other server that Debian has draws tiles of a PDF, so first requests have no peer')
    results.note('repeated requests are compared with nginx, which sends the same bytes')
    image = Image(server, text_page(unique='tiny'), 'tiny.pdf')
    places, wrong = tiny_places(image), []

    def address(left, top):
        return f'{image.path}/{left},{top},{TINY},{TINY}/max/0/default.png'

    async def client(connection, number):
        for place in places[number::CLIENTS]:
            path = address(*place)
            status, _, _ = await connection.get(path)
            if status != 200:
                wrong.append((status, path))

    before = server.resident_bytes()
    start = time.perf_counter()
    asyncio.run(on_each(server.port, CLIENTS, client))
    elapsed = time.perf_counter() - start
    for status, path in wrong[:3]:
        results.note(f'{status} {path}')
    results.add('requests a second', TINY_REQUESTS / elapsed, '/s')
    results.add('errors', len(wrong), '', 'none', at_most=0)
    grown = (server.resident_bytes() - before) / (1 << 20)
    bound = 64 + TINY_REQUESTS * TINY_BYTES / (1 << 20)
    results.add('the server grew by', grown, 'MiB', f'under 64 MiB and {TINY_BYTES} bytes a tile', at_most=bound)
    again = [address(*place) for place in places[-TINY_HITS:]]
    compare_hits(results, 'tiny tiles again', server, nginx, again, least=0.8)


def measure(results, server, nginx):
    measure_all_tiles(results, server)
    measure_large_picture(results, server)
    measure_another_size(results, server)
    measure_tiny_tiles(results, server, nginx)
