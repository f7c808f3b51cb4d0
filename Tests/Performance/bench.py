#!/usr/bin/env python3
"""Measures a built Sheaf against its budgets, and against nginx, pdftoppm and mutool in one run.

Budgets are ratios, because on another machine, or a busy one, all figures of a run move together. Missed budgets are
printed. The exit status is 1 when a figure proves nothing, because its peer or its load was missing.
"""

import argparse
import os
import subprocess
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'EndToEnd'))

import answers
import first_pages
import life
import load
import mixture
import never_seen
import scale
import tiles
import transfers
from nginx import Nginx
from results import Results
from server import Server, Workspace

# Above this count documents are written as files, with ten versions each.
MANY = 10_000


def options():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--bin', default='.build/release/sheaf', help='the built server')
    parser.add_argument('--corpus', help='a folder of PDFs to draw first pages of, instead of generated ones')
    parser.add_argument('--upload-mib', type=int, default=1024, help='size of the large upload')
    parser.add_argument(
        '--documents', type=int, default=MANY, help='how many documents the list is measured with; more take minutes'
    )
    parser.add_argument(
        '--report', metavar='FILE', help='writes the figures to FILE.md, as a table, and to FILE.json'
    )
    return parser.parse_args()


def machine():
    processors = os.cpu_count()
    versions = [
        subprocess.run(command, capture_output=True, text=True)
        for command in (['nginx', '-v'], ['pdftoppm', '-v'], ['mutool', '-v'])
    ]
    return f'{processors} processors; ' + '; '.join(
        (one.stderr or one.stdout).splitlines()[0] for one in versions
    )


def measure(results, chosen):
    with Workspace() as root, Workspace() as folder:
        with Server(chosen.bin, root) as server, Nginx() as nginx:
            answers.measure(results, server, nginx)
            first_pages.measure(results, server, folder, chosen.corpus)
            transfers.measure(results, server, nginx, folder, chosen.upload_mib)
    never_seen.measure(results, chosen.bin, chosen.corpus)
    with Workspace() as root, Server(chosen.bin, root) as server, Nginx() as nginx:
        load.measure(results, server)
        mixture.measure(results, server, nginx)
        tiles.measure(results, server, nginx)
    with Workspace() as root:
        Server(chosen.bin, root).start().stop()
        life.measure_start(results, chosen.bin, root, 'with the sample documents')
        life.measure_many(results, chosen.bin, root, min(chosen.documents, MANY))
    if chosen.documents > MANY:
        scale.measure_import(results, os.path.abspath(chosen.bin))
        scale.measure(results, os.path.abspath(chosen.bin), chosen.documents)


def main():
    chosen, results, complete = options(), Results(), False
    print(machine())
    try:
        measure(results, chosen)
        complete = True
    finally:
        # An aborted run keeps its figures.
        if chosen.report:
            results.write(chosen.report, machine(), complete)
    results.finish()
    sys.exit(0 if results.is_proven else 1)


if __name__ == '__main__':
    main()
