"""Deep zoom: all tiles of a page against one drawing of it, another size of the same page, and tiny tiles by the thousand."""

import asyncio
import http.client
import json
import random
import time

from connections import on_each
from fixtures import image_page, pdf, text_page, vector_page
from results import median

COPIES = 3
TINY = 32
TINY_REQUESTS = 100_000
CLIENTS = 50
SEED = 20_261_121
PAGES = 10_000


class Image:
    """A page of a new document as an IIIF image."""

    def __init__(self, server, body, name):
        self.document = server.upload(body, name, conflict='rename').json['id']
        self.path = f'/iiif/3/{self.document}_1'
        self.facts = json.loads(server.get(f'{self.path}/info.json').body)
        self.width, self.height = self.facts['width'], self.facts['height']

    def full(self, factor=1):
        return f'{self.path}/full/{-(-self.width // factor)},/0/default.jpg'

    def tiles(self, factor=1):
        """Addresses of all tiles at a scale factor, as a viewer asks for them."""
        side = self.facts['tiles'][0]['width'] * factor
        for top in range(0, self.height, side):
            for left in range(0, self.width, side):
                width, height = min(side, self.width - left), min(side, self.height - top)
                yield f'{self.path}/{left},{top},{width},{height}/{-(-width // factor)},/0/default.jpg'


def milliseconds(connection, paths):
    """Time of requests one after the other."""
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
                # Two documents that differ in a comment, so that neither run finds anything of the other.
                whole = Image(server, make(f'whole {kind} {factor} {copy}'), 'whole.pdf')
                tiled = Image(server, make(f'tiled {kind} {factor} {copy}'), 'tiled.pdf')
                one = milliseconds(connection, [whole.full(factor)])
                ratios.append(milliseconds(connection, tiled.tiles(factor)) / one)
            results.add(
                f'{kind}, scale factor {factor}: tiles against the whole', median(ratios), 'x', 'at most 2 x', at_most=2
            )
    connection.close()


def measure_another_size(results, server):
    results.section(
        'A document that takes long to open, and the same page of it at another size',
        'GET …/pages/1?width=100, then 101',
    )
    results.note(f'a PDF of {PAGES:,} pages without a table of its objects, which poppler has to find one by one')
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


def measure_tiny_tiles(results, server):
    results.section(
        f'{TINY_REQUESTS:,} tiles of {TINY} × {TINY} pixels from {CLIENTS} clients', 'GET /iiif/3/{id}_1/{x,y,32,32}/…'
    )
    image = Image(server, text_page(unique='tiny'), 'tiny.pdf')
    wrong = []

    async def client(connection, number):
        generator = random.Random(SEED + number)
        for _ in range(TINY_REQUESTS // CLIENTS):
            left = generator.randrange(0, image.width - TINY, TINY)
            top = generator.randrange(0, image.height - TINY, TINY)
            path = f'{image.path}/{left},{top},{TINY},{TINY}/max/0/default.png'
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
    results.add('the server grew by', grown, 'MiB', 'under 64 MiB', at_most=64)


def measure(results, server):
    measure_all_tiles(results, server)
    measure_another_size(results, server)
    measure_tiny_tiles(results, server)
