#!/usr/bin/env python3
"""Measures a built Sheaf against its budgets, and against nginx, pdftoppm and mutool on the same bytes in one run.

Ratios are what counts: on another machine, or a busy one, all of a run's figures move together.
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
import tiles
import transfers
from nginx import Nginx
from results import Results
from server import Server, Workspace


def options():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--bin', default='.build/release/sheaf', help='the built server')
    parser.add_argument('--corpus', help='a folder of PDFs to draw first pages of, instead of generated ones')
    parser.add_argument('--upload-mib', type=int, default=1024, help='size of the large upload')
    parser.add_argument(
        '--documents', type=int, default=10_000, help='how many documents the list is measured with'
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


def main():
    chosen, results = options(), Results()
    print(machine())
    with Workspace() as root, Workspace() as folder:
        with Server(chosen.bin, root) as server, Nginx() as nginx:
            answers.measure(results, server, nginx)
            first_pages.measure(results, server, folder, chosen.corpus)
            transfers.measure(results, server, nginx, folder, chosen.upload_mib)
    with Workspace() as root, Server(chosen.bin, root) as server:
        load.measure(results, server)
        tiles.measure(results, server)
    with Workspace() as root:
        Server(chosen.bin, root).start().stop()
        life.measure_start(results, chosen.bin, root, 'with the sample documents')
        life.measure_many(results, chosen.bin, root, chosen.documents)
    results.finish()


if __name__ == '__main__':
    main()
