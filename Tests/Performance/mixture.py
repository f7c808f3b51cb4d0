"""Requests of every kind and size from many clients at once: none is refused, and memory stays flat."""

import asyncio
import random
import time

from connections import on_each
from fixtures import image_page, png, text_page, vector_page
from iiif_image import Image
from processes import resident_bytes
from repeating import Repeating
from results import median, percentile
from wrk import command, compare_hits

CLIENTS = 50
REQUESTS = 24_000
SEED = 20_261_121
MIB = 1 << 20
# The side in pixels of an IIIF region at a random place.
REGION = 400
# After this time an idle worker has freed its caches, and its memory was measured (`WorkerLoop`, `PoolLimits`).
REST_SECONDS = 25
SAMPLE_SECONDS = 0.5
# A worker above this is replaced after its answer (`PoolLimits.maximumResidentBytes`), so one large drawing may exceed it
# for a moment.
HEAVIEST_MIB = 512
# The number of answers that are requested again.
HITS = 500


def new_images(server):
    return [
        Image(server, body, name)
        for number in range(5)
        for name, body in {
            'text.pdf': text_page(unique=f'mixture {number}'),
            'curves.pdf': vector_page(300, unique=f'mixture {number}'),
            'picture.pdf': image_page(400, unique=f'mixture {number}'),
            'picture.png': png(300 + number, 200),
        }.items()
    ]


def kinds(generator):
    """Addresses for an image's document by kind, most of them new, some of them frequent."""

    def format_():
        return generator.choice(['png', 'jpg', 'webp'])

    def page(image):
        return f'{documents}/{image.document}/pages/1?width={generator.randint(50, 900)}&format={format_()}'

    def tile(image):
        return generator.choice(list(image.tiles(generator.choice(image.factors))))

    def region(image):
        side = min(REGION, image.width, image.height)
        left, top = generator.randint(0, image.width - side), generator.randint(0, image.height - side)
        return f'{image.path}/{left},{top},{side},{side}/{generator.randint(20, side)},/0/default.{format_()}'

    documents = '/api/v1/documents'
    return {
        'list': lambda _: f'{documents}?limit={generator.randint(1, 50)}',
        'document': lambda image: f'{documents}/{image.document}',
        'preview': lambda image: f'{documents}/{image.document}/preview',
        'page': page,
        'often': lambda image: f'{documents}/{image.document}/pages/1?width=600',
        'thumbnail': lambda image: f'{documents}/{image.document}/thumbnail?size={generator.choice([128, 256, 352])}',
        'text': lambda image: f'{documents}/{image.document}/pages/1/text',
        'IIIF tile': tile,
        'IIIF region': region,
        'info.json': lambda image: f'{image.path}/info.json',
        'manifest': lambda image: f'/iiif/presentation/3/{image.document}/manifest',
    }


def questions(images, generator):
    """Endless pairs of a kind and an address."""
    every = kinds(generator)
    names = list(every)
    while True:
        name = generator.choice(names)
        yield name, every[name](generator.choice(images))


class Answers:
    """The results of the requests: times by kind, all addresses, and the answers other than 200."""

    def __init__(self):
        self.times, self.paths, self.wrong = {}, set(), []

    def add(self, kind, path, status, elapsed):
        self.times.setdefault(kind, []).append(elapsed)
        self.paths.add(path)
        if status != 200:
            self.wrong.append((status, path))

    @property
    def all_times(self):
        return [one for times in self.times.values() for one in times]


async def ask_everything(server, images):
    answers = Answers()

    async def client(connection, number):
        asking = questions(images, random.Random(SEED + number))
        for _ in range(REQUESTS // CLIENTS):
            kind, path = next(asking)
            status, _, elapsed = await connection.get(path)
            answers.add(kind, path, status, elapsed)

    await on_each(server.port, CLIENTS, client)
    return answers


class MemoryOfAll(Repeating):
    """Samples the memory of the server and its workers every half second, in a `with`; MiB."""

    def __init__(self, server):
        super().__init__(SAMPLE_SECONDS)
        self.server = server
        # Pairs: the server, and its heaviest worker.
        self.samples = []

    def __exit__(self, *_):
        super().__exit__()
        self.step()

    def step(self):
        workers = [resident_bytes(worker) for worker in self.server.workers()]
        self.samples.append((self.server.resident_bytes() / MIB, max(workers, default=0) / MIB))

    @property
    def heaviest_worker(self):
        return max(worker for _, worker in self.samples)

    @property
    def growth_in_second_half(self):
        """Growth of the server's memory."""
        own = [server for server, _ in self.samples]
        return max(own[len(own) // 2 :]) - own[len(own) // 2]


def at_rest(server):
    """MiB of the server, and of its workers together, after a time without requests; and the number of workers."""
    time.sleep(REST_SECONDS)
    workers = server.workers()
    return server.resident_bytes() / MIB, sum(map(resident_bytes, workers)) / MIB, len(workers)


def measure(results, server, nginx):
    images = new_images(server)
    results.section(
        f'{REQUESTS:,} requests of every kind from {CLIENTS} clients',
        ', '.join(kinds(random)),
        ' '.join(command('URL', '-s', f'{HITS} of them again, in turn')),
    )
    results.note('no other server that Debian has answers such requests, so first requests have no peer')
    results.note('repeated requests are compared with nginx, which sends the same bytes')
    asyncio.run(ask_everything(server, images[:1]))
    before = at_rest(server)
    start = time.perf_counter()
    with MemoryOfAll(server) as memory:
        answers = asyncio.run(ask_everything(server, images))
        elapsed = time.perf_counter() - start
    grown = server.resident_bytes() / MIB - before[0]
    add_answers(results, answers, elapsed)
    results.add('the server grew by', grown, 'MiB', 'under 64 MiB', at_most=64)
    add_memory(results, memory, before, at_rest(server))
    again = random.Random(SEED).sample(sorted(answers.paths), HITS)
    compare_hits(results, 'requests again', server, nginx, again)


def add_answers(results, answers, elapsed):
    for status, path in answers.wrong[:5]:
        results.note(f'{status} {path}')
    times = answers.all_times
    results.add('requests a second', len(times) / elapsed, '/s')
    results.add('median', median(times), 'ms')
    results.add('99th percentile', percentile(times, 99), 'ms')
    for kind, found in answers.times.items():
        results.note(f'{kind}: {len(found):,}, median {median(found):.1f} ms, p99 {percentile(found, 99):.1f} ms')
    results.add('errors', len(answers.wrong), '', 'none', at_most=0)


def add_memory(results, memory, before, after):
    """`before` and `after` as `at_rest` gives them."""
    results.add(
        'the server, in the second half', memory.growth_in_second_half, 'MiB', 'flat: under 32 MiB', at_most=32
    )
    results.add(
        'the heaviest worker meanwhile',
        memory.heaviest_worker,
        'MiB',
        f'under {HEAVIEST_MIB} MiB',
        at_most=HEAVIEST_MIB,
    )
    bound = 64 * max(1, before[2])
    results.add(
        'the workers at rest grew by', after[1] - before[1], 'MiB', 'under 64 MiB a worker', at_most=bound
    )
