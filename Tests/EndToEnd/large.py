#!/usr/bin/env python3
"""Contents of 0 and 1 byte and of 100 MB come back as they were, and a kill during a 50 MB save loses nothing.

After each kill the document is as it was acknowledged last or as the save on its way would have made it, whole in
either case; every acknowledged version has its bytes; nothing stays in staging; `sheaf verify` finds nothing.
"""

import hashlib
import os
import random
import subprocess
import threading
import time

from report import Report
from server import Server, Workspace, arguments, wait_until

ROUND_TRIPS = (0, 1, 100_000_000)
SAVED_BYTES = 50_000_000
# The first pass over the tree may take long, and the next comes after the interval of 30 seconds.
SETTLING_SECONDS = 45


def sha256(data):
    return hashlib.sha256(data).hexdigest()


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
        report.check(f'the last of {size} bytes is had alone, if there is one', held, last)


class Save(threading.Thread):
    """A save that somebody else may cut short."""

    def __init__(self, server, address, body):
        super().__init__()
        self.server, self.address, self.body = server, address, body
        self.answer = None
        self.start()

    def run(self):
        self.answer = self.server.ask('PUT', f'{self.address}/content', self.body)

    @property
    def is_acknowledged(self):
        return self.answer.status == 200


class Saved:
    """A document and what was acknowledged of it: its versions by number, the last of which it has."""

    def __init__(self, document):
        self.address = f'/api/v1/documents/{document["id"]}'
        self.versions = {document['version']: document['sha256']}

    @property
    def hash(self):
        return self.versions[max(self.versions)]


def state(server, saved):
    """Version and hash as they are told, when the bytes that are given have that hash."""
    document = server.get(saved.address).json
    content = server.get(f'{saved.address}/content')
    is_whole = content.status == 200 and sha256(content.body) == document.get('sha256')
    return (document.get('version'), document['sha256']) if is_whole else None


def check_kill(report, binary, root, saved, body, moment):
    """Saves `body`, kills the server after `moment` seconds, and looks at what the next one has."""
    with Server(binary, root) as server:
        save = Save(server, saved.address, body)
        # The moment of the kill is what is tried.
        time.sleep(moment)
        server.kill()
        save.join()
    title = f'killed {moment * 1000:.0f} ms into a save, {"acknowledged" if save.is_acknowledged else "on its way"}:'
    wanted = {sha256(body)} if save.is_acknowledged else {saved.hash, sha256(body)}
    with Server(binary, root) as server:
        found = wait_until(lambda: state(server, saved), SETTLING_SECONDS)
        report.check(f'{title} it is whole, and as it was or as it was to be', found and found[1] in wanted, found)
        for number, hash in saved.versions.items():
            version = server.get(f'{saved.address}/versions/{number}/content')
            report.check(f'{title} version {number} has its bytes', sha256(version.body) == hash, version)
        staged = [name for _, _, names in os.walk(f'{root}/tmp') for name in names]
        report.check(f'{title} nothing stays in staging', not staged, staged)
        if found:
            saved.versions[found[0]] = found[1]
        server.stop()
    checked = subprocess.run([binary, 'verify', '--root', root], capture_output=True, text=True, timeout=300)
    report.check(f'{title} verify is clean', checked.returncode == 0, checked.stdout + checked.stderr)
    return save.is_acknowledged


def main():
    options = arguments(__doc__, kills=6, seed=random.randrange(2**32))
    binary, report, chance = os.path.abspath(options.bin), Report(), random.Random(options.seed)
    print(f'seed {options.seed}')
    with Workspace() as root:
        with Server(binary, root) as server:
            check_round_trips(report, server, chance)
            saved = Saved(server.upload(b'small', 'saved.bin').json)
            begun = time.monotonic()
            first = server.ask('PUT', f'{saved.address}/content', chance.randbytes(SAVED_BYTES))
            duration = time.monotonic() - begun
            report.check('50 MB are saved', first.status == 200, first)
            saved.versions[first.json.get('version')] = first.json.get('sha256')
            server.stop()
        # Evenly over a save as long as the first, so that kills meet its bytes, its end, and what comes after.
        moments = [1.2 * duration * (n + 0.5) / options.kills for n in range(options.kills)]
        ended = [
            check_kill(report, binary, root, saved, chance.randbytes(SAVED_BYTES), moment) for moment in moments
        ]
    report.check('some kills came before the acknowledgement', not all(ended), ended)
    report.exit()


if __name__ == '__main__':
    main()
