#!/usr/bin/env python3
"""How soon the search in all documents answers among many documents of ten pages.

    search_bench.py --bin .build/release/sheaf [--documents 20000] [--keep DIR] [--queries 200]

The documents are small files that the server takes up itself. Then the index of words gets ten pages of 300 words for each.
They are written into its tables as the server writes them, because reading a million real pages takes hours. The small
files then count as read, and scans are not. Words are drawn by Zipf's law from a vocabulary of 60,000. `--keep` prepares
them once and uses them again.
"""

import argparse
import bisect
import contextlib
import itertools
import os
import random
import sqlite3
import struct
import sys
import time
from urllib.parse import quote

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, '..', 'EndToEnd'))

from results import Results, percentile  # noqa: E402
from scale import lay_down, wait_until_taken_up  # noqa: E402
from server import Server, Workspace  # noqa: E402

# At most so long a start is waited for. An idle server uses less than this share of a processor, so many seconds in a row.
MOST_SECONDS, IDLE_SHARE, IDLE_SECONDS = 600, 0.05, 15
PAGES, FIRST, WORDS, VOCABULARY, SEED = 10, 1_000, 300, 60_000, 21
SYLLABLES = [c + v for c in 'bdfgklmnprstvz' for v in 'aeiou']


def vocabulary():
    dice = random.Random(SEED)
    words = set()
    while len(words) < VOCABULARY:
        words.add(''.join(dice.choice(SYLLABLES) for _ in range(dice.randint(2, 5))))
    return sorted(words, key=lambda _: dice.random())


class Zipf:
    """Draws words: the n-th is drawn with a weight of 1/n."""

    def __init__(self, words):
        self.words, self.dice = words, random.Random(SEED)
        self.sums = list(itertools.accumulate(1 / (rank + 1) for rank in range(len(words))))

    def page(self):
        return [self.words[bisect.bisect(self.sums, self.dice.random() * self.sums[-1])] for _ in range(WORDS)]


def boxes():
    largest = struct.pack('<d', 842.0)
    return largest + b''.join(
        struct.pack('<HHHH', 3000 + place % 10 * 5000, 3000 + place // 10 * 2000, 4000, 900) for place in range(WORDS))


def fill(root, words):
    """Gives each content ten pages of words, as the server stores them; nothing else is left to be read of it."""
    database = sqlite3.connect(f'{root}/Library/search.sqlite', isolation_level=None)
    database.execute('PRAGMA synchronous = OFF')
    contents = [number for number, in database.execute('SELECT number FROM content ORDER BY number')]
    places, zipf, pages = boxes(), Zipf(words), {}
    database.execute('BEGIN')
    for content in contents:
        # Behind the pages that the file has.
        for page in range(FIRST, FIRST + PAGES):
            text = zipf.page()
            number = content << 16 | page
            database.execute('INSERT INTO page VALUES (?, 595, 842, ?, ?, NULL, 0, NULL)', (number, '\n'.join(text), places))
            database.execute("INSERT INTO words (rowid, exact, forms, heads) VALUES (?, ?, '', '')", (number, ' '.join(text)))
            for word in set(text):
                pages[word] = pages.get(word, 0) + 1
    database.execute(
        "UPDATE content SET done = ?1, pages = ?1, state = 1, title = '', author = '', about = '', marks = ''", (FIRST + PAGES,))
    database.executemany(
        'INSERT INTO term VALUES (?, ?) ON CONFLICT (word) DO UPDATE SET pages = pages + excluded.pages', pages.items())
    database.execute('COMMIT')
    database.close()


def known(progress):
    return progress['read'] + progress['refused'] + progress['waiting']


def prepare(binary, root, documents, words):
    """Lays the documents down, lets them be taken up, and adds the pages."""
    lay_down(root, 0, documents)
    with Server(binary, root) as server:
        wait_until_taken_up(server, root, documents)
        server.ask('PUT', '/api/v1/preferences/scans.reading', b'"off"', {'Content-Type': 'application/json'})
        while known(server.get('/api/v1/search/index').json) < documents:
            # A pause that keeps the questions from slowing the server.
            time.sleep(0.5)
    fill(root, words)


def used(pid):
    """Seconds of processor time that a process has used."""
    with open(f'/proc/{pid}/stat') as file:
        fields = file.read().rsplit(')', 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf('SC_CLK_TCK')


def settle(server):
    """Waits until the server has compared its index with the files, as it does at each start."""
    before, idle = used(server.process.pid), 0
    for _ in range(MOST_SECONDS):
        # The share of a processor is known after some time alone.
        time.sleep(1)
        now = used(server.process.pid)
        idle = idle + 1 if now - before < IDLE_SHARE else 0
        if idle == IDLE_SECONDS:
            return
        before = now


def measured(server, queries, typing=False):
    """Milliseconds of each query, the second time it is asked: the first one reads the disk."""
    times = []
    for query in queries:
        path = f'/api/v1/search?q={quote(query)}' + ('&typing=true&limit=8' if typing else '')
        for _ in range(2):
            start = time.perf_counter()
            answer = server.get(path)
            taken = 1000 * (time.perf_counter() - start)
            if answer.status != 200:
                raise RuntimeError(f'{query}: {answer}')
        times.append(taken)
    return times


def kinds_of_queries(words, count):
    """Queries by what they are called; of frequent words, of those in the middle, and of rare ones."""
    dice = random.Random(SEED + 1)
    frequent, middle, rare = words[:50], words[200:4000], words[20_000:]
    return {
        'a frequent word': [dice.choice(frequent) for _ in range(count)],
        'a word': [dice.choice(middle) for _ in range(count)],
        'a rare word': [dice.choice(rare) for _ in range(count)],
        'two words': [f'{dice.choice(middle)} {dice.choice(middle)}' for _ in range(count)],
        'a frequent and a rare word': [f'{dice.choice(frequent)} {dice.choice(rare)}' for _ in range(count)],
        'a phrase of frequent words': [f'"{dice.choice(frequent)} {dice.choice(frequent)}"' for _ in range(count)],
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('--bin', default='.build/release/sheaf')
    parser.add_argument('--documents', type=int, default=20_000)
    parser.add_argument('--queries', type=int, default=200)
    parser.add_argument('--keep', help='a folder for the workspace, which is used again')
    chosen = parser.parse_args()
    words, results = vocabulary(), Results()
    with contextlib.nullcontext(chosen.keep) if chosen.keep else Workspace() as root:
        os.makedirs(root, exist_ok=True)
        if not os.path.exists(f'{root}/Library/search.sqlite'):
            prepare(chosen.bin, root, chosen.documents, words)
        size = os.path.getsize(f'{root}/Library/search.sqlite')
        results.section(f'search among {chosen.documents} documents of {PAGES} pages')
        results.add('the index', size / 2**20, 'MiB')
        with Server(chosen.bin, root) as server:
            settle(server)
            for name, queries in kinds_of_queries(words, chosen.queries).items():
                times = measured(server, queries)
                results.add(f'{name}, p50', percentile(times, 50), 'ms')
                results.add(f'{name}, p95', percentile(times, 95), 'ms', '50 ms', at_most=50)
            for letters in (2, 3, 5):
                queries = [word[:letters] for word in random.Random(SEED + 2).sample(words[:4000], chosen.queries)]
                times = measured(server, queries, typing=True)
                results.add(f'{letters} letters that are being typed, p95', percentile(times, 95), 'ms', '30 ms', at_most=30)
    results.finish()


if __name__ == '__main__':
    main()
