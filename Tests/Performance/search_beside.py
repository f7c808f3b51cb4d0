#!/usr/bin/env python3
"""The search in all documents beside Whoosh and ripgrep: the index's size and building, and queries, in one run.

    search_beside.py --bin .build/release/sheaf [--documents 2000] [--queries 30]

All three have the same text files of 3,000 words, drawn by Zipf's law. Sheaf opens each in a worker, sets it on pages, and
keeps text and boxes, which its answers tell with the words around. Whoosh gets the text as it is, and answers names alone.
ripgrep has no index: it reads all files for each query and lists those that match. It misses a phrase that goes on in
the next line. Whoosh leaves out English words such as "to".
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from urllib.parse import quote

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, '..', 'EndToEnd'))

from results import Results, median, percentile  # noqa: E402
from search_bench import Zipf, kinds_of_queries, settle, vocabulary  # noqa: E402
from server import Server, Workspace, wait_until  # noqa: E402

PEERS = os.path.join(HERE, '..', '..', '.build', 'peers', 'bin', 'python')
PAGES_OF_WORDS, WORDS_OF_LINE = 10, 12
# So long the words of a document may take on a slow machine.
SECONDS_FOR_DOCUMENT = 2


def write_texts(folder, count, words):
    """The files, and how many bytes they have."""
    os.makedirs(folder)
    zipf, size = Zipf(words), 0
    for number in range(count):
        text = [word for _ in range(PAGES_OF_WORDS) for word in zipf.page()]
        lines = (' '.join(text[start : start + WORDS_OF_LINE]) for start in range(0, len(text), WORDS_OF_LINE))
        body = '\n'.join(lines) + '\n'
        with open(f'{folder}/{number:05}.txt', 'w') as file:
            file.write(body)
        size += len(body)
    return size


def memory(pid):
    """The resident memory of a process, in MiB."""
    with open(f'/proc/{pid}/status') as file:
        return next(int(line.split()[1]) for line in file if line.startswith('VmRSS')) / 1024


def sheaf(binary, folder, count, queries):
    """The seconds until all words are in the index, its bytes, the server's memory, and the answers."""
    with Workspace() as root:
        os.makedirs(f'{root}/Documents')
        os.rename(folder, f'{root}/Documents/Texts')
        start = time.perf_counter()
        with Server(binary, root) as server:
            # Without scans all is done when the words are there.
            whole = wait_until(lambda: server.get('/api/v1/search/index').json['read'] >= count, 60 + SECONDS_FOR_DOCUMENT * count, 0.5)
            seconds, answers = time.perf_counter() - start, {}
            settle(server)
            for kind, asked in queries.items():
                answers[kind] = [answer(server, query) for query in asked]
            used = memory(server.process.pid)
        size = os.path.getsize(f'{root}/Library/search.sqlite')
        os.rename(f'{root}/Documents/Texts', folder)
    return {'seconds': seconds, 'bytes': size, 'memory': used, 'answers': answers, 'whole': whole}


def answer(server, query):
    start = time.perf_counter()
    found = server.get(f'/api/v1/search?q={quote(query)}').json
    return {'milliseconds': 1000 * (time.perf_counter() - start), 'shown': len(found['documents']), 'found': found['total']}


def whoosh(folder, place, queries):
    """Its figures; None where it is not installed."""
    script = [PEERS, '-B', os.path.join(HERE, 'whoosh_peer.py'), folder, place]
    if not os.path.exists(PEERS):
        return None
    ran = subprocess.run(script, input=json.dumps(queries), capture_output=True, text=True, check=True)
    return json.loads(ran.stdout)


def ripgrep(folder, queries):
    return {'answers': {kind: [searched(folder, query) for query in asked] for kind, asked in queries.items()}}


def searched(folder, query):
    """The files with all words of a query, or with its phrase on one line."""
    words = [query.strip('"')] if query.startswith('"') else query.split()
    start = time.perf_counter()
    left = [folder]
    for word in words:
        ran = subprocess.run(['rg', '-l', '-i', '-w', '-F', word, *left], capture_output=True, text=True)
        left = ran.stdout.split()
        if not left:
            break
    return {'milliseconds': 1000 * (time.perf_counter() - start), 'found': len(left)}


def add(results, engines, size, count, queries):
    results.section(f'search in {count} texts of 3,000 words, {size / 1e6:.0f} MB')
    for name, engine in engines.items():
        if 'bytes' in engine:
            results.add(f'{name}: its index', engine['bytes'] / 1e6, 'MB')
            results.add(f'{name}: its index to the text', engine['bytes'] / size, 'x')
            results.add(f'{name}: built', count / engine['seconds'], 'texts/s')
    results.add('Sheaf: memory of the server afterwards', engines['Sheaf']['memory'], 'MiB')
    for kind in queries:
        for name, engine in engines.items():
            times = [one['milliseconds'] for one in engine['answers'][kind]]
            results.add(f'{kind}, {name}, median', median(times), 'ms')
            results.add(f'{kind}, {name}, p95', percentile(times, 95), 'ms')
        counts = {name: [one['found'] for one in engine['answers'][kind]] for name, engine in engines.items()}
        for name in list(engines)[1:]:
            alike = sum(ours == theirs for ours, theirs in zip(counts['Sheaf'], counts[name], strict=True))
            results.note(f'Sheaf finds as many as {name} for {alike} of {len(queries[kind])}')


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('--bin', default='.build/release/sheaf')
    parser.add_argument('--documents', type=int, default=2_000)
    parser.add_argument('--queries', type=int, default=30, help='of each kind')
    chosen = parser.parse_args()
    words, results = vocabulary(), Results()
    queries = kinds_of_queries(words, chosen.queries)
    with tempfile.TemporaryDirectory() as place:
        folder = f'{place}/texts'
        size = write_texts(folder, chosen.documents, words)
        engines = {
            'Sheaf': sheaf(chosen.bin, folder, chosen.documents, queries),
            'Whoosh': whoosh(folder, f'{place}/index', queries),
            'ripgrep': ripgrep(folder, queries),
        }
    add(results, {name: engine for name, engine in engines.items() if engine}, size, chosen.documents, queries)
    if not engines['Sheaf']['whole']:
        results.note('not all words came into the index in time')
    results.finish()


if __name__ == '__main__':
    main()
