#!/usr/bin/env python3
"""Contents of 0 bytes to 100 MB come back unchanged, and a kill during a 50 MB save loses nothing.

The kills come before calls on the disk. After each the document is whole: as it was acknowledged last, or as the save on its
way makes it. Every acknowledged version has its bytes, staging is empty, and `sheaf verify` finds nothing.
"""

import random

from armed_client import Change
from crash_steps import KilledClient, check_calls
from oracle import sha256
from preload import Preload
from program import damage
from report import Report
from server import Server, Workspace, arguments

ROUND_TRIPS = (0, 1, 100_000_000)
# The largest number of bytes that a save writes in one call.
SAVED_BYTES, PIECE = 50_000_000, 64 << 10


def check_round_trips(report, server, chance):
    for size in ROUND_TRIPS:
        body = chance.randbytes(size)
        answer = server.upload(body, f'{size}.bin')
        document = answer.json
        report.check(
            f'{size} bytes are taken and hashed',
            (answer.status, document.get('size'), document.get('sha256')) == (201, size, sha256(body)),
            answer,
        )
        address = f'/api/v1/documents/{document.get("id")}/content'
        found = server.get(address)
        report.check(f'{size} bytes come back', found.status == 200 and found.body == body, found)
        report.check('with their length', found.headers.get('Content-Length') == str(size), found)
        last = server.ask('GET', address, headers={'Range': 'bytes=-1'})
        wanted = (206, body[-1:]) if size else (416, last.body)
        held = (last.status, last.body) == wanted
        report.check(f'the last of {size} bytes can be read as a range, if there is one', held, last)


def main():
    options = arguments(__doc__, kills=6, seed=random.randrange(2**32))
    report, chance = Report(), random.Random(options.seed)
    print(f'seed {options.seed}')
    with Workspace() as root, Server(options.bin, root) as server:
        check_round_trips(report, server, chance)
        server.stop()
    with Workspace() as root, Preload(root) as library:
        client = KilledClient(options.seed, library)
        client.size = SAVED_BYTES
        # The kills are spread evenly over the calls of a save, so that they meet its bytes, its end, and the
        # calls after it.
        change = Change('put', 'saved')
        check_calls(report, options, client, change, SAVED_BYTES // PIECE // options.kills, chance)
        found = damage(options.bin, root)
        report.check('verify is clean', not found, found)
    report.exit()


if __name__ == '__main__':
    main()
