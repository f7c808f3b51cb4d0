"""What somebody who looks at a page notices of everybody else: queued previews, requests of every kind at once."""

import asyncio
import random
import time

from connections import Connection, on_each
from fixtures import image_page, pdf, png, text_page, vector_page
from processes import resident_bytes
from results import median, percentile

QUEUED = 1000
LOOKS = 20
CLIENTS = 50
REQUESTS = 24_000
SEED = 20_261_121
BACKGROUND = 'u=7'


def identifier(server, body, name):
    return server.upload(body, name, conflict='rename').json['id']


# Somebody looks while previews are queued


async def look(connection, document, first):
    """Milliseconds of pages that nobody has asked for before: each look at another width."""
    times = []
    for number in range(LOOKS):
        status, _, elapsed = await connection.get(
            f'/api/v1/documents/{document}/pages/1?width={first + number}'
        )
        assert status == 200, status
        times.append(elapsed)
    return times


async def look_while_queued(server, looked_at, queued):
    """Times of the looks, and how many of the queued previews had not been answered when they ended."""
    answered = 0

    async def ask(connection, number):
        nonlocal answered
        status, _, _ = await connection.get(
            f'/api/v1/documents/{queued}/pages/{number + 1}?width=1200', BACKGROUND
        )
        answered += 1
        return status

    previews = asyncio.create_task(on_each(server.port, QUEUED, ask))
    # Until all of them have arrived and wait.
    await asyncio.sleep(1)
    async with Connection(server.port) as connection:
        times = await look(connection, looked_at, 700)
    waiting = QUEUED - answered
    statuses = await previews
    return times, waiting, statuses


def measure_queue(results, server):
    results.section(
        f'Somebody looks while {QUEUED:,} previews are queued',
        'GET …/pages/1?width=W (a new width each time), beside GET …/pages/N with "Priority: u=7"',
    )
    looked_at = identifier(server, text_page(unique='looked at'), 'looked-at.pdf')
    # Pages that take a while, so that they wait for each other.
    queued = identifier(server, pdf(QUEUED, content=vector_page_content(), unique='queued'), 'queued.pdf')

    async def idle():
        async with Connection(server.port) as connection:
            await look(connection, looked_at, 400)
            return await look(connection, looked_at, 500)

    alone = median(asyncio.run(idle()))
    times, waiting, statuses = asyncio.run(look_while_queued(server, looked_at, queued))
    results.add('alone, median', alone, 'ms')
    results.add('beside the queue, median', median(times), 'ms')
    results.add('beside the queue, the slowest', max(times), 'ms')
    results.add('previews that still waited at the end of it', waiting, '')
    results.add('against idle', median(times) / alone, 'x', 'at most 2 x', at_most=2)
    results.add('previews not drawn', sum(status != 200 for status in statuses), '', 'none', at_most=0)


def vector_page_content():
    """A page's content that takes some ten milliseconds to draw."""
    generator = random.Random(SEED)
    curves = ' '.join(
        f'{generator.randint(0, 600)} {generator.randint(0, 780)} m '
        + ' '.join(str(generator.randint(0, 600)) for _ in range(6))
        + ' c S'
        for _ in range(400)
    )
    return curves.encode()


# Everybody at once


def questions(documents, generator):
    """Endless requests of every kind, most of them new, some of them often."""
    kinds = {
        'list': lambda _: f'/api/v1/documents?limit={generator.randint(1, 50)}',
        'document': lambda one: f'/api/v1/documents/{one}',
        'preview': lambda one: f'/api/v1/documents/{one}/preview',
        'page': lambda one: f'/api/v1/documents/{one}/pages/1?width={generator.randint(50, 900)}&format='
        + generator.choice(['png', 'jpg', 'webp']),
        'often': lambda one: f'/api/v1/documents/{one}/pages/1?width=600',
        'thumbnail': lambda one: f'/api/v1/documents/{one}/thumbnail?size={generator.choice([128, 256, 352])}',
        'text': lambda one: f'/api/v1/documents/{one}/pages/1/text',
    }
    names = list(kinds)
    while True:
        yield kinds[generator.choice(names)](generator.choice(documents))


async def ask_everything(server, documents):
    """Milliseconds of all requests, and those that were not answered with what they asked for."""
    times, wrong = [], []

    async def client(connection, number):
        asking = questions(documents, random.Random(SEED + number))
        for _ in range(REQUESTS // CLIENTS):
            path = next(asking)
            status, _, elapsed = await connection.get(path)
            times.append(elapsed)
            if status != 200:
                wrong.append((status, path))

    await on_each(server.port, CLIENTS, client)
    return times, wrong


def memory(server):
    """MiB of the server, and of its workers together."""
    workers = sum(resident_bytes(worker) for worker in server.workers())
    return server.resident_bytes() / (1 << 20), workers / (1 << 20)


def measure_mixture(results, server):
    results.section(
        f'{REQUESTS:,} requests of every kind from {CLIENTS} clients', 'list, document, preview, page, thumbnail, text'
    )
    documents = [
        identifier(server, body, name)
        for number in range(5)
        for name, body in {
            'text.pdf': text_page(unique=f'mixture {number}'),
            'curves.pdf': vector_page(300, unique=f'mixture {number}'),
            'picture.pdf': image_page(400, unique=f'mixture {number}'),
            'picture.png': png(300 + number, 200),
        }.items()
    ]
    asyncio.run(ask_everything(server, documents[:1]))
    before = memory(server)
    start = time.perf_counter()
    times, wrong = asyncio.run(ask_everything(server, documents))
    elapsed = time.perf_counter() - start
    after = memory(server)
    for status, path in wrong[:5]:
        results.note(f'{status} {path}')
    results.add('requests a second', len(times) / elapsed, '/s')
    results.add('median', median(times), 'ms')
    results.add('99th percentile', percentile(times, 99), 'ms')
    results.add('errors', len(wrong), '', 'none', at_most=0)
    results.add('the server grew by', after[0] - before[0], 'MiB', 'under 64 MiB', at_most=64)
    results.add('the workers grew by', after[1] - before[1], 'MiB')


def measure(results, server):
    measure_queue(results, server)
    measure_mixture(results, server)
