#!/usr/bin/env python3
"""Kills the server at random moments of uploads and looks for damage after each restart.

Each round: start, upload from several threads at once, kill -9, start again. Every document whose 201 was seen must
be whole; every file in Documents must be whole, acknowledged or not; a file that is replaced again and again must
be its last acknowledged content or a later one; nothing stays behind in staging; `sheaf verify` finds nothing.
"""

import hashlib
import os
import random
import subprocess
import threading
import time

from fixtures import pdf
from report import Report
from server import Server, Workspace, arguments

UPLOADERS = 4
LONGEST_ROUND_SECONDS = 0.6


class Uploads:
    """What was sent and what was acknowledged, by name of the file."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.lock = threading.Lock()
        self.sent = {}
        self.acknowledged = {}
        self.count = 0

    def next(self, writer):
        """A name and a body. Every third one replaces the writer's own file."""
        with self.lock:
            self.count += 1
            number, size = self.count, int(2 ** self.random.uniform(6, 22))
            body = self.random.randbytes(size) if number % 2 else pdf(1 + size % 5, unique=f'{number}')
            name = f'again-{writer}.bin' if number % 3 == 0 else f'upload-{number}.bin'
            self.sent.setdefault(name, []).append(sha256(body))
            return name, body

    def acknowledge(self, name, document):
        with self.lock:
            self.acknowledged[name] = document


def sha256(data):
    return hashlib.sha256(data).hexdigest()


def upload_until_dead(server, uploads, writer, rejected):
    """One writer: uploads until the connection breaks."""
    while True:
        name, body = uploads.next(writer)
        answer = server.upload(body, name, folder='Crash', conflict='replace')
        if answer.status in (200, 201):
            uploads.acknowledge(name, answer.json)
        elif answer.status:
            rejected.append(answer)
            return
        else:
            return


def upload_and_kill(server, uploads, moment):
    """Uploads from several threads and kills the server after `moment` seconds; returns unexpected answers."""
    rejected = []
    writers = [
        threading.Thread(target=upload_until_dead, args=(server, uploads, n, rejected))
        for n in range(UPLOADERS)
    ]
    for writer in writers:
        writer.start()
    time.sleep(moment)
    server.kill()
    for writer in writers:
        writer.join()
    return rejected


def files_below(folder):
    return [os.path.join(path, name) for path, _, names in os.walk(folder) for name in names]


def broken_files(root, uploads, initial):
    """Files in Documents whose content nobody sent under that name."""
    broken = []
    for path in files_below(f'{root}/Documents'):
        with open(path, 'rb') as file:
            found = sha256(file.read())
        if found not in initial and found not in uploads.sent.get(os.path.basename(path), []):
            broken.append((path, os.path.getsize(path)))
    return broken


def lost_documents(server, uploads):
    """Acknowledged documents that the restarted server does not give back, or gives back older than acknowledged."""
    lost = []
    for name, document in list(uploads.acknowledged.items()):
        answer = server.get(f'/api/v1/documents/{document["id"]}/content')
        history = uploads.sent[name]
        if answer.status != 200 or sha256(answer.body) not in history[history.index(document['sha256']) :]:
            lost.append((name, document, answer.status, len(answer.body)))
    return lost


def unequal_documents(server, root):
    """Documents of the index that are not the files of the tree."""
    unequal = []
    for document in server.documents():
        path = os.path.join(root, 'Documents', document['folder'], document['name'])
        if not os.path.isfile(path) or os.path.getsize(path) != document['size']:
            unequal.append(document)
    return unequal


def verify(binary, root):
    return subprocess.run([binary, 'verify', '--root', root], capture_output=True, text=True, timeout=120)


def one_round(report, options, root, uploads, initial, moment):
    with Server(options.bin, root) as server:
        rejected = upload_and_kill(server, uploads, moment)
    title = f'killed after {moment * 1000:.0f} ms, {len(uploads.acknowledged)} acknowledged:'
    report.check(f'{title} no upload was refused before', not rejected, rejected)
    with Server(options.bin, root) as server:
        faults = {
            'lost': lost_documents(server, uploads),
            'broken': broken_files(root, uploads, initial),
            'index and tree differ': unequal_documents(server, root),
            'left in staging': files_below(f'{root}/tmp'),
        }
        report.check(
            f'{title} all is whole after the restart',
            not any(faults.values()),
            {what: found[:3] for what, found in faults.items() if found},
        )
        report.check(f'{title} it ends when asked to', server.stop() == 0, server.process.returncode)
    found = verify(options.bin, root)
    report.check(f'{title} verify is clean', found.returncode == 0, found.stdout + found.stderr)


def main():
    options = arguments(__doc__, rounds=5, seed=random.randrange(2**32))
    print(f'seed {options.seed}')
    report, moments = Report(), random.Random(options.seed)
    with Workspace() as root:
        with Server(options.bin, root) as server:
            initial = {document['sha256'] for document in server.documents()}
            server.stop()
        uploads = Uploads(options.seed)
        for _ in range(options.rounds):
            one_round(report, options, root, uploads, initial, moments.uniform(0.01, LONGEST_ROUND_SECONDS))
        report.check('uploads were acknowledged at all', uploads.acknowledged)
    report.exit()


if __name__ == '__main__':
    main()
