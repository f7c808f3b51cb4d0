"""The delay of a viewed page while a thousand previews are queued."""

import asyncio
import random

from connections import Connection, on_each
from fixtures import pdf, text_page
from results import median

QUEUED = 1000
LOOKS = 20
SEED = 20_261_121
BACKGROUND = 'u=7'


def identifier(server, body, name):
    return server.upload(body, name, conflict='rename').json['id']


# Views while previews are queued


async def look(connection, document, first):
    """Milliseconds of new pages: each request has another width."""
    times = []
    for number in range(LOOKS):
        status, _, elapsed = await connection.get(
            f'/api/v1/documents/{document}/pages/1?width={first + number}'
        )
        assert status == 200, status
        times.append(elapsed)
    return times


async def look_while_queued(server, looked_at, queued):
    """Times of the views, and the number of queued previews that were unanswered at their end."""
    answered = 0

    async def ask(connection, number):
        nonlocal answered
        status, _, _ = await connection.get(
            f'/api/v1/documents/{queued}/pages/{number + 1}?width=1200', BACKGROUND
        )
        answered += 1
        return status

    previews = asyncio.create_task(on_each(server.port, QUEUED, ask))
    # Time for all previews to arrive and wait.
    await asyncio.sleep(1)
    async with Connection(server.port) as connection:
        times = await look(connection, looked_at, 700)
    waiting = QUEUED - answered
    statuses = await previews
    return times, waiting, statuses


def measure(results, server):
    results.section(
        f'Views of a page while {QUEUED:,} previews are queued',
        'GET …/pages/1?width=W (a new width each time), beside GET …/pages/N with "Priority: u=7"',
    )
    looked_at = identifier(server, text_page(unique='looked at'), 'looked-at.pdf')
    # Pages that take a while to draw, so that they wait for each other.
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
    # Without waiting previews at the end the views ran beside nothing, and the figures prove nothing.
    proven = waiting > 0
    results.add(
        'previews that still waited at the end of it', waiting, '', 'some', at_least=1, proven=proven
    )
    results.add('against idle', median(times) / alone, 'x', 'at most 2 x', at_most=2, proven=proven)
    results.add('previews not drawn', sum(status != 200 for status in statuses), '', 'none', at_most=0)


def vector_page_content():
    """The content of a page that takes some ten milliseconds to draw."""
    generator = random.Random(SEED)
    curves = ' '.join(
        f'{generator.randint(0, 600)} {generator.randint(0, 780)} m '
        + ' '.join(str(generator.randint(0, 600)) for _ in range(6))
        + ' c S'
        for _ in range(400)
    )
    return curves.encode()
