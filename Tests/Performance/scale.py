#!/usr/bin/env python3
"""Times of lists, folders and searches with a thousand, ten thousand and more documents, and of imports.

The documents are files written into `Documents` while the server is stopped, and indexed at the next start. Some versions
are saved through the API. The other versions, ten to a document, are rows written into the index while the server is
stopped. They have no bytes, and no request here reads any.
"""

import argparse
import http.client
import json
import os
import random
import secrets
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
import urllib.parse

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'EndToEnd'))

from fixtures import pdf, png
from memory import MemorySampler
from results import Results, median, percentile
from server import Server, Workspace

SAMPLES = 200
IN_A_FOLDER = 200
VERSIONS_EACH = 10
SAVES = 1000
IMPORTED = 3000
SEED = 20_261_122
MIB = 1 << 20
LIMIT_MS = 50
WORDS = 'invoice report letter contract minutes plan budget draft photo scan recipe lecture'.split()
ORDERS = [sign + column for column in ('name', 'modified', 'created', 'size') for sign in ('', '-')]


# Making documents


def name_and_body(number, dice):
    """A realistic name, and a few bytes of its type."""
    stem = f'{dice.choice(WORDS).title()} {2000 + number % 27}-{number:06}'
    kind = number % 20
    if kind < 12:
        return f'{stem}.txt', f'{stem}\n{dice.random()}\n'.encode() * dice.randint(1, 40)
    if kind < 16:
        return f'{stem}.md', f'# {stem}\n\n{dice.random()}\n'.encode() * dice.randint(1, 10)
    if kind < 18:
        return f'{stem}.csv', f'a,b\n{number},{dice.random()}\n'.encode()
    if kind == 18:
        return f'{stem}.pdf', pdf(unique=str(number))
    return f'{stem}.png', png(8 + number % 8, 8) + str(number).encode()


def folder_of(number):
    return f'Shelf {number // (IN_A_FOLDER * 50):02}/Folder {number // IN_A_FOLDER:04}'


def lay_down(root, first, count):
    """Writes the files of the documents from `first` on below Documents."""
    dice = random.Random(SEED + first)
    for number in range(first, first + count):
        folder = f'{root}/Documents/{folder_of(number)}'
        os.makedirs(folder, exist_ok=True)
        name, body = name_and_body(number, dice)
        with open(f'{folder}/{name}', 'wb') as file:
            file.write(body)


def index(root, mode='ro'):
    return sqlite3.connect(f'file:{root}/Library/index.sqlite?mode={mode}', uri=True, timeout=60)


def counted(root, table):
    database = index(root)
    try:
        return database.execute(f'SELECT count(*) FROM {table}').fetchone()[0]
    finally:
        database.close()


def wait_until_taken_up(server, root, count):
    """Waits until so many documents are in the index, however long it takes."""
    while counted(root, 'document') < count:
        if not server.is_alive():
            raise RuntimeError(f'the server ended: {server.tail_of_log()}')
        # A pause that keeps the questions from slowing the server.
        time.sleep(0.2)


def take_up(results, binary, root, count, before):
    """Starts a server on the new files and waits until they are documents."""
    start = time.perf_counter()
    with Server(binary, root) as server, MemorySampler(server.process.pid) as memory:
        ready = time.perf_counter() - start
        wait_until_taken_up(server, root, count)
        elapsed = time.perf_counter() - start
        server.stop()
    results.add(f'{count - before:,} new files taken up at the start', (count - before) / elapsed, '/s')
    results.add('  to the first answer, meanwhile', ready * 1000, 'ms')
    results.add('  peak memory of the server', memory.peak / MIB, 'MiB')


# Making versions


def save_versions(results, server, ids):
    connection = http.client.HTTPConnection('127.0.0.1', server.port, timeout=60)
    start = time.perf_counter()
    for number in range(SAVES):
        connection.request('PUT', f'/api/v1/documents/{ids[number % len(ids)]}/content', f'saved {number}'.encode())
        answer = connection.getresponse()
        answer.read()
        if answer.status != 200:
            raise RuntimeError(f'a version was refused: {answer.status}')
    results.add(f'{SAVES:,} new versions by PUT, one after the other', SAVES / (time.perf_counter() - start), '/s')
    connection.close()


def write_versions(results, root, each):
    """Writes rows of versions by SQL with the server stopped; they have no bytes."""
    start = time.perf_counter()
    database = index(root, 'rw')
    documents = database.execute('SELECT key, version, sha256, size, type, created FROM document').fetchall()
    before = counted(root, 'version')
    insert = 'INSERT INTO version (document, number, sha256, size, type, created, origin) VALUES (?, ?, ?, ?, ?, ?, ?)'
    with database:
        for key, version, hash, size, type, created in documents:
            last = version + each - 1
            rows = [
                (key, number, secrets.token_hex(32), size, type, created, 'api') for number in range(version + 1, last)
            ]
            database.executemany(insert, [*rows, (key, last, hash, size, type, created, 'restored')])
            database.execute('UPDATE document SET version = ? WHERE key = ?', (last, key))
    database.execute('PRAGMA wal_checkpoint(TRUNCATE)')
    database.close()
    added = counted(root, 'version') - before
    results.note(f'{added:,} versions were written into the index by SQL, in {time.perf_counter() - start:.0f} s')


# Requests


class Asker:
    """Times each answer over one connection; no answer comes from a cache."""

    def __init__(self, server):
        self.connection = http.client.HTTPConnection('127.0.0.1', server.port, timeout=120)
        self.count = 0

    def get(self, path):
        """The body's bytes, and milliseconds until the last of them."""
        self.count += 1
        start = time.perf_counter()
        self.connection.request('GET', f'{path}{"&" if "?" in path else "?"}unasked={self.count}')
        answer = self.connection.getresponse()
        body = answer.read()
        elapsed = (time.perf_counter() - start) * 1000
        if answer.status != 200:
            raise RuntimeError(f'{path}: {answer.status} {body[:200]}')
        return body, elapsed

    def page(self, **question):
        body, elapsed = self.get('/api/v1/documents?' + urllib.parse.urlencode(question, quote_via=urllib.parse.quote))
        return json.loads(body), elapsed

    def times(self, questions):
        return [self.page(**question)[1] for question in questions]


def questions(count, dice):
    """Lists of requests by their names in the table, each for a page of a hundred."""
    folder = lambda: folder_of(dice.randrange(count))
    every = {f'by {order}': [{'sort': order, 'limit': 100}] * SAMPLES for order in ORDERS}
    return every | {
        'in a folder, by name': [{'folder': folder(), 'sort': 'name', 'limit': 100} for _ in range(SAMPLES)],
        'in a folder, newest': [{'folder': folder(), 'limit': 100} for _ in range(SAMPLES)],
        'of a frequent type': [{'type': 'public.plain-text', 'limit': 100}] * SAMPLES,
        'of a rare type': [{'type': 'com.adobe.pdf', 'limit': 100}] * SAMPLES,
        'of no type there is': [{'type': 'public.audio', 'limit': 100}] * (SAMPLES // 4),
        'of a type in a folder': [{'type': 'public.image', 'folder': folder(), 'limit': 100} for _ in range(SAMPLES)],
        'search, one hit': [{'q': f'{dice.randrange(count):06}', 'limit': 100} for _ in range(SAMPLES)],
        'search, many hits': [{'q': dice.choice(WORDS), 'limit': 100} for _ in range(SAMPLES)],
        'search, two words': [{'q': f'{dice.choice(WORDS)} {2000 + n % 27}', 'limit': 100} for n in range(SAMPLES)],
        'search, one letter': [{'q': dice.choice(WORDS)[0], 'limit': 100} for _ in range(SAMPLES)],
        'search, no hit': [{'q': 'nothing is called so', 'limit': 100}] * SAMPLES,
        'search, many hits, by size': [{'q': dice.choice(WORDS), 'sort': 'size', 'limit': 100} for _ in range(SAMPLES)],
        'search of a type': [{'q': dice.choice(WORDS), 'type': 'com.adobe.pdf', 'limit': 100} for _ in range(SAMPLES)],
    }


def deep_times(asker, count, order):
    """Times of pages around the middle of the list, which only cursors lead to."""
    cursor = {}
    for _ in range(count // 2000):
        found, _ = asker.page(sort=order, limit=1000, **cursor)
        cursor = {'cursor': found['next']}
    times = []
    for _ in range(SAMPLES):
        found, elapsed = asker.page(sort=order, limit=100, **cursor)
        times.append(elapsed)
        cursor = {'cursor': found['next']} if found['next'] else {}
    return times


def ask_everything(server, count, dice):
    """Milliseconds by request."""
    asker, times = Asker(server), {}
    for what, asked in questions(count, dice).items():
        times[what] = asker.times(asked)
    for order in ('name', '-modified', 'size'):
        times[f'deep pages by {order}'] = deep_times(asker, count, order)
    ids = [one['id'] for one in asker.page(limit=SAMPLES)[0]['documents']]
    times['one document'] = [asker.get(f'/api/v1/documents/{id}')[1] for id in ids]
    times['its versions'] = [asker.get(f'/api/v1/documents/{id}/versions')[1] for id in ids]
    asker.connection.close()
    return times


# The measurement


def measure(results, binary, count, each=VERSIONS_EACH):
    steps = sorted({step for step in (1000, 10_000) if step < count} | {count})
    results.section(
        f'{count:,} documents, {count * each:,} versions',
        'files in Documents, taken up at the start of sheaf serve',
        f'GET /api/v1/documents?… a page of 100, {SAMPLES} times each, none from the cache of answers',
    )
    table, before = {}, 0
    with Workspace() as root:
        with Server(binary, root) as server:
            server.stop()
        for step in steps:
            lay_down(root, before, step - before)
            take_up(results, binary, root, step, before)
            if step == steps[-1]:
                with Server(binary, root) as server:
                    save_versions(
                        results,
                        server,
                        [one['id'] for one in server.get('/api/v1/documents', limit=500).json['documents']],
                    )
                    server.stop()
                write_versions(results, root, each)
            before = step
            measure_step(results, binary, root, step, table)
    show(results, table, steps)


def measure_step(results, binary, root, count, table):
    dice = random.Random(SEED)
    start = time.perf_counter()
    with Server(binary, root) as server:
        ready = (time.perf_counter() - start) * 1000
        # The pass over the tree at the start must end first.
        time.sleep(2 + count / 10_000)
        rest = server.resident_bytes() / MIB
        with MemorySampler(server.process.pid) as memory:
            for what, times in ask_everything(server, count, dice).items():
                table.setdefault(what, {})[count] = times
        server.stop()
    versions = counted(root, 'version')
    results.note(f'with {count:,} documents and {versions:,} versions:')
    results.add('  start to the ready line', ready, 'ms')
    results.add('  memory at rest after the first pass', rest, 'MiB')
    results.add('  memory while it is asked, at most', memory.peak / MIB, 'MiB')


def show(results, table, steps):
    results.note('milliseconds, median / 95th percentile')
    results.note(f'{"":<28}' + ''.join(f'{step:>18,}' for step in steps) + f'{"growth":>10}')
    for what, by_count in table.items():
        cells = ''.join(f'{median(by_count[s]):>10.2f} /{percentile(by_count[s], 95):>6.2f}' for s in steps)
        growth = percentile(by_count[steps[-1]], 95) / percentile(by_count[steps[0]], 95)
        results.note(f'{what:<28}{cells}{growth:>9.1f}x')
    for what, by_count in table.items():
        results.add(
            f'{what}: 95th percentile',
            percentile(by_count[steps[-1]], 95),
            'ms',
            f'under {LIMIT_MS} ms',
            at_most=LIMIT_MS,
        )
    worst = max(percentile(by[steps[-1]], 95) / percentile(by[steps[0]], 95) for by in table.values())
    results.add(
        f'worst growth from {steps[0]:,} to {steps[-1]:,}',
        worst,
        'x',
        'slower than the count',
        at_most=steps[-1] / steps[0],
    )


# Importing


def timed(command):
    """Seconds and peak memory of a command."""
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, shell=isinstance(command, str))
    with MemorySampler(process.pid) as memory:
        status = process.wait()
    if status:
        raise RuntimeError(f'{command[:200]}: {status}')
    return time.perf_counter() - start, memory.peak / MIB


def measure_import(results, binary, count=IMPORTED):
    results.section(
        f'Importing {count:,} files of 1 to 60 KiB',
        'sheaf import --root ROOT FILE…',
        'cp FILE… TARGET; sha256sum TARGET/*; sync TARGET/* (each file is made durable, as sheaf does)',
        'cp FILE… TARGET; sha256sum TARGET/*; sync --file-system TARGET (all at once)',
    )
    dice, folder = random.Random(SEED), tempfile.mkdtemp(prefix='sheaf-import-')
    try:
        paths, total = [], 0
        os.makedirs(f'{folder}/source')
        for number in range(count):
            body = dice.randbytes(dice.randint(1 << 10, 60 << 10))
            total += len(body)
            paths.append(f'{folder}/source/file-{number:05}.bin')
            with open(paths[-1], 'wb') as file:
                file.write(body)
        os.sync()
        seconds, memory = timed([binary, 'import', '--root', f'{folder}/root', *paths])
        results.add('sheaf import', count / seconds, '/s')
        results.add('  its memory at most', memory, 'MiB')
        rates = {}
        for name, sync in {
            'cp, sha256sum, sync of each': 'sync {0}/*',
            'cp, sha256sum, sync of all': 'sync --file-system {0}',
        }.items():
            target = f'{folder}/{len(rates)}'
            os.makedirs(target)
            sync = sync.format(target)
            elapsed, _ = timed(f'cp {folder}/source/* {target} && sha256sum {target}/* >/dev/null && {sync}')
            rates[name] = count / elapsed
            results.add(name, rates[name], '/s')
        for name, rate in rates.items():
            results.add(f'sheaf against {name}', count / seconds / rate, 'x')
        results.note(f'{total / MIB:.0f} MiB in all')
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--bin', default='.build/release/sheaf', help='the built server')
    parser.add_argument('--documents', type=int, default=100_000)
    parser.add_argument('--versions', type=int, default=VERSIONS_EACH, help='of each document')
    chosen, results = parser.parse_args(), Results()
    print(f'{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}')
    measure_import(results, os.path.abspath(chosen.bin))
    measure(results, os.path.abspath(chosen.bin), chosen.documents, chosen.versions)
    print(f'load at the end {os.getloadavg()[0]:.1f}')
    results.finish()


if __name__ == '__main__':
    main()
