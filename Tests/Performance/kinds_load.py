"""Many Office files from four clients at once: throughput, memory, failures, and how long a visible page waits beside it."""

import multiprocessing
import os
import time
from concurrent.futures import ThreadPoolExecutor

from fixtures import text_page
from kind_office import flat_documents, stored
from repeating import Repeating
from results import median, percentile

FILES, CLIENTS = 200, 4
KINDS = ('report.docx', 'fields.xlsx', 'talk.pptx', 'report.odt', 'fields.ods', 'talk.odp', 'report.rtf')
LENGTH = 4
LOOKS = 50
PAUSE_SECONDS = 0.1
MIB = 1 << 20


def descendants(pid):
    """The process and all that came from it."""
    found, parents = [pid], {}
    for one in filter(str.isdigit, os.listdir('/proc')):
        try:
            with open(f'/proc/{one}/stat') as file:
                parents.setdefault(int(file.read().rsplit(')', 1)[1].split()[1]), []).append(int(one))
        except (FileNotFoundError, ProcessLookupError):
            continue
    for one in found:
        found += parents.get(one, [])
    return found


def own_bytes(pid):
    """The process's share of memory: pages that several use are divided among them."""
    try:
        with open(f'/proc/{pid}/smaps_rollup') as file:
            return next(int(line.split()[1]) * 1024 for line in file if line.startswith('Pss:'))
    except (OSError, StopIteration):
        return 0


class Memory(Repeating):
    """Samples the memory of the server and all its processes, in a `with`."""

    def __init__(self, server):
        super().__init__(0.5)
        self.server, self.most = server, 0

    def step(self):
        self.most = max(self.most, sum(map(own_bytes, descendants(self.server.process.pid))))


def look(server, document, width, page=1):
    """Milliseconds of the visible page in a new width."""
    start = time.perf_counter()
    answer = server.page(document, page, width=width)
    return (time.perf_counter() - start) * 1000 if answer.is_image else float('inf')


class Looking:
    """Looks at a page again and again in a process of its own, in a `with`: Python's lock would make it wait for the clients."""

    def __init__(self, server, document, width):
        self.times, self.ended = [], multiprocessing.Event()
        self.answer, told = multiprocessing.Pipe(duplex=False)
        self.process = multiprocessing.Process(target=self.run, args=(told, server, document, width))

    def __enter__(self):
        self.process.start()
        return self

    def __exit__(self, *_):
        self.ended.set()
        self.times = self.answer.recv()
        self.process.join()

    def run(self, told, server, document, width):
        times = []
        while not self.ended.wait(PAUSE_SECONDS):
            page, grown = self.place(len(times))
            times.append(look(server, document, width + grown, page))
        told.send(times)

    def place(self, number):
        """The page of a look, and how much wider than the first one it is."""
        return 1, number


def show(server, name, body):
    """Uploads a file and asks for its first page; the answer that is no picture, or None."""
    answer = server.upload(body, name)
    if answer.status == 201:
        answer = server.page(answer.json['id'], width=800)
    return None if answer.is_image else answer


def measure(server, folder, unlike):
    """Lines of a report."""
    made = stored(folder, flat_documents(LENGTH))
    files = []
    for number in range(FILES):
        stem, _, extension = KINDS[number % len(KINDS)].partition('.')
        files.append((f'{stem} {number}.{extension}', unlike(extension, made[f'{stem}.{extension}'], number)))
    document = server.upload(text_page(unique='seen'), 'seen.pdf').json['id']
    look(server, document, 300)
    with Looking(server, document, 100) as idle:
        # The looks are spaced as they are beside the load.
        time.sleep(LOOKS * PAUSE_SECONDS)
    with Memory(server) as memory, Looking(server, document, 500) as looking, ThreadPoolExecutor(CLIENTS) as clients:
        start = time.perf_counter()
        failures = [one for one in clients.map(lambda file: show(server, *file), files) if one]
        seconds = time.perf_counter() - start
    yield f'{FILES} Office files of {len(KINDS)} kinds from {CLIENTS} clients, each until its first page:'
    yield f'- {FILES / seconds:.2f} files a second ({seconds:.0f} s), {len(failures)} failures {failures[:2] or ""}'
    yield f'- at most {memory.most / MIB:.0f} MiB in the server and all its processes'
    for title, times in (('idle', idle.times), ('meanwhile', looking.times)):
        figures = f'median {median(times):.0f} ms, 95th percentile {percentile(times, 95):.0f} ms'
        yield f'- a page of a PDF in a new size, {title}: {figures} ({len(times)} looks)'
