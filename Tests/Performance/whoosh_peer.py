"""Indexes and searches text files with Whoosh, the engine of paperless-ngx until its version 3.

    whoosh_peer.py FOLDER INDEX < QUERIES.json > FIGURES.json

Text is indexed as paperless-ngx does: its words with their places, and the text itself is not kept. All files go into one
commit by one process. A query gives the best 20 documents, without the words around.
"""

import json
import os
import sys
import time

from whoosh import fields, index, qparser

SHOWN = 20


def built(folder, place):
    """The index of all files, and the seconds that it took."""
    os.makedirs(place)
    start = time.perf_counter()
    made = index.create_in(place, fields.Schema(name=fields.ID(stored=True), content=fields.TEXT()))
    writer = made.writer(limitmb=256)
    for name in sorted(os.listdir(folder)):
        with open(os.path.join(folder, name)) as file:
            writer.add_document(name=name, content=file.read())
    writer.commit()
    return made, time.perf_counter() - start


def main():
    folder, place = sys.argv[1:]
    made, seconds = built(folder, place)
    parser, answers = qparser.QueryParser('content', made.schema), {}
    with made.searcher() as searcher:
        for kind, queries in json.load(sys.stdin).items():
            answers[kind] = []
            for query in queries:
                start = time.perf_counter()
                found = searcher.search(parser.parse(query), limit=SHOWN)
                names = [hit['name'] for hit in found]
                answers[kind].append({'milliseconds': 1000 * (time.perf_counter() - start), 'shown': len(names), 'found': len(found)})
    size = sum(os.path.getsize(os.path.join(place, name)) for name in os.listdir(place))
    json.dump({'seconds': seconds, 'bytes': size, 'answers': answers}, sys.stdout)


if __name__ == '__main__':
    main()
