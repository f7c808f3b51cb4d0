#!/usr/bin/env python3
"""Hostile names, requests, documents and clients: each gets a clear answer within bounded memory."""

import os

import hostile_documents
import hostile_names
import hostile_requests
from hostile_json import check_json
from memory import MemorySampler
from report import Report
from server import Server, Workspace, arguments

SUBJECTS = [hostile_names, hostile_requests, hostile_documents]
MEMORY_ABOVE_IDLE = 128 << 20


def main():
    options = arguments(__doc__)
    report = Report()
    with Workspace() as folder:
        # The root lies one level down, so that a file written outside it would show beside it.
        root = os.path.join(folder, 'root')
        with Server(options.bin, root) as server, MemorySampler(server.process.pid) as memory:
            for subject in SUBJECTS:
                print(f'-- {subject.__doc__}')
                subject.check(report, server)
                report.check('the server lives', server.is_alive() and server.get('/healthz').status == 200)
            report.check(
                'no file was written beside the root', os.listdir(folder) == ['root'], os.listdir(folder)
            )
            report.check(
                f'its memory grew by less than {MEMORY_ABOVE_IDLE >> 20} MiB (by {memory.growth >> 20})',
                memory.growth < MEMORY_ABOVE_IDLE,
            )
            report.check('SIGTERM ends it', server.stop() == 0, server.process.returncode)
    print('-- JSON that is costly to parse')
    check_json(report, options.bin)
    report.exit()


if __name__ == '__main__':
    main()
