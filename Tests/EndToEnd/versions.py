#!/usr/bin/env python3
"""Kills the server while it removes old versions, and looks for versions that lost their bytes.

In each round documents get long histories out of few contents, so that many versions share a file. Then a server that
keeps two versions starts, a client saves and restores at the same time, and kill -9 comes at a random moment. After the
restart every listed version must have its bytes, every document its last acknowledged content or a later one, and `sheaf
verify` finds nothing. At the end an undisturbed clean-up leaves two versions of each document, and no other file.
"""

import os
import random
import threading
import time

from oracle import sha256
from program import damage, said, sheaf
from report import Report
from server import Server, Workspace, arguments, wait_until

DOCUMENTS = 4
SAVES = 40
CONTENTS = 25
LONGEST_ROUND_SECONDS = 0.5
# Seconds of an undisturbed clean-up, on a busy machine.
LETTING_GO_SECONDS = 60
LONG_HISTORY = ('--keep-versions', '1000000')
SHORT_HISTORY = ('--keep-versions', '2', '--keep-days', '0')


class Editor:
    """Saves and restores at random, and keeps the last acknowledged version of each document."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.contents = [f'content {number}\n'.encode() * (1 + number * 40) for number in range(CONTENTS)]
        self.versions = {}
        self.unexpected = []

    def make(self, server, number):
        answer = server.upload(self.random.choice(self.contents), f'history-{number}.txt')
        self.acknowledge(answer)

    def acknowledge(self, answer):
        if answer.status in (200, 201):
            self.versions[answer.json['id']] = answer.json['version']
        elif answer.status and answer.code not in ('not-found', 'version-gone'):
            self.unexpected.append(answer)
        return answer.status

    def save(self, server):
        """Makes one change; returns the status, 0 when the server is gone."""
        document = self.random.choice(list(self.versions))
        path = f'/api/v1/documents/{document}'
        if self.random.random() < 0.3:
            number = self.random.randint(1, self.versions[document])
            return self.acknowledge(server.ask('POST', f'{path}/versions/{number}/restore'))
        return self.acknowledge(server.ask('PUT', f'{path}/content', self.random.choice(self.contents)))

    def save_until_dead(self, server):
        while self.save(server):
            pass


def faults(server, editor):
    """Versions without their bytes, and documents older than their last acknowledged version."""
    found = []
    for document, acknowledged in editor.versions.items():
        path = f'/api/v1/documents/{document}'
        current = server.get(path).json
        if current.get('version', 0) < acknowledged:
            found.append((document, 'older than acknowledged', current, acknowledged))
        cursor = {}
        while cursor is not None:
            page = server.get(f'{path}/versions', limit=100, **cursor).json
            for version in page['versions']:
                answer = server.get(f'{path}/versions/{version["number"]}/content')
                if not version['kept'] or answer.status != 200 or sha256(answer.body) != version['sha256']:
                    found.append((document, version, answer))
            cursor = {'cursor': page['next']} if page['next'] else None
    return found


def one_round(report, options, root, editor, moment):
    with Server(options.bin, root, *LONG_HISTORY) as server:
        for _ in range(SAVES * DOCUMENTS):
            editor.save(server)
        server.kill()
    with Server(options.bin, root, *SHORT_HISTORY) as server:
        writer = threading.Thread(target=editor.save_until_dead, args=(server,))
        writer.start()
        # The kill must come at a random moment.
        time.sleep(moment)
        server.kill()
        writer.join()
    title = f'killed after {moment * 1000:.0f} ms of letting go:'
    with Server(options.bin, root, *LONG_HISTORY) as server:
        found = faults(server, editor)
        report.check(f'{title} every listed version has its bytes', not found, found[:3])
        report.check(f'{title} no other request was refused', not editor.unexpected, editor.unexpected[:3])
        server.stop()
    found = damage(options.bin, root)
    report.check(f'{title} verify is clean', not found, found)


def kept(root):
    """The hashes of all contents stored as versions."""
    return {name for _, _, names in os.walk(f'{root}/Library/Versions') for name in names}


def listed(server, editor):
    """The hashes of all versions of the few documents."""
    pages = [server.get(f'/api/v1/documents/{id}/versions').json['versions'] for id in editor.versions]
    return {version['sha256'] for page in pages for version in page}


def finish(report, options, root, editor):
    with Server(options.bin, root, *SHORT_HISTORY) as server:

        def counts():
            return {len(server.get(f'/api/v1/documents/{id}/versions').json['versions']) for id in editor.versions}

        wait_until(lambda: counts() == {2}, LETTING_GO_SECONDS, 0.1)
        report.check('two versions of each document are left', counts() == {2}, counts())
        report.check('all versions have their bytes', not faults(server, editor))
        # Versions leave the list before their contents are removed; the next start continues an interrupted
        # removal.
        wait_until(lambda: kept(root) <= listed(server, editor), LETTING_GO_SECONDS)
        server.stop()
    found = sheaf(options, 'verify', '--root', root)
    whole = found.returncode == 0 and 'unused-version' not in found.stdout
    report.check('every stored content belongs to a version', whole, said(found))


def main():
    options = arguments(__doc__, rounds=4, seed=random.randrange(2**32))
    print(f'seed {options.seed}')
    report, editor, moments = Report(), Editor(options.seed), random.Random(options.seed)
    with Workspace() as root:
        with Server(options.bin, root, *LONG_HISTORY) as server:
            for number in range(DOCUMENTS):
                editor.make(server, number)
            server.stop()
        for _ in range(options.rounds):
            one_round(report, options, root, editor, moments.uniform(0, LONGEST_ROUND_SECONDS))
        finish(report, options, root, editor)
    report.exit()


if __name__ == '__main__':
    main()
