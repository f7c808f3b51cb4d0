"""A server over a failing disk, what it acknowledged, and what must hold when the fault ends."""

import json
import os
import random
import subprocess

from model_documents import sha256
from server import Server, wait_until

PROBLEMS = {500, 503, 507}


class Trial:
    """The server, and hashes of acknowledged contents by the ids of their documents."""

    def __init__(self, report, binary, library, seed):
        self.report, self.binary, self.library = report, os.path.abspath(binary), library
        self.dice = random.Random(seed)
        self.root = library.root
        self.server = Server(self.binary, self.root)
        self.server.environment = library.environment
        # The hash of each document's acknowledged content; those that a refused request may have made of it all the same.
        self.known, self.perhaps, self.first = {}, {}, {}
        # Documents of which something was acknowledged since the last look.
        self.touched, self.sent, self.count = set(), set(), 0
        # What the next start removes from staging.
        self.rest = set()

    # Requests, noted when they are acknowledged

    def body(self):
        self.count += 1
        body = f'body {self.count}\n'.encode() * 200
        self.sent.add(sha256(body))
        return body

    def note(self, answer, hash, id=None):
        if answer.status in (200, 201):
            id = answer.json['id']
            self.known[id], self.perhaps[id] = hash, set()
            self.first.setdefault(id, hash)
            self.touched.add(id)
        elif id:
            self.perhaps[id].add(hash)
        return answer

    def note_hash(self, id, hash):
        """It was looked at: this is what it has now."""
        self.known[id], self.perhaps[id] = hash, set()
        self.touched.add(id)

    def forget(self, id):
        """It is gone for good."""
        del self.known[id]
        self.touched.discard(id)

    def upload(self, name=None, body=None, folder='Faults'):
        body = body or self.body()
        return self.note(self.server.upload(body, name or f'fault-{self.count}.txt', folder=folder), sha256(body))

    def save(self, id, body=None):
        body = body or self.body()
        return self.note(self.server.ask('PUT', f'/api/v1/documents/{id}/content', body), sha256(body), id)

    def move(self, id):
        self.count += 1
        body = json.dumps({'name': f'moved-{self.count}.txt'})
        return self.server.ask('PATCH', f'/api/v1/documents/{id}', body)

    def throw_away(self, id):
        return self.server.ask('DELETE', f'/api/v1/documents/{id}')

    def bring_back(self, id):
        return self.server.ask('POST', f'/api/v1/documents/{id}/restore')

    def go_back(self, id):
        answer = self.server.ask('POST', f'/api/v1/documents/{id}/versions/1/restore')
        return self.note(answer, self.first[id], id)

    # What must hold afterwards

    def wrong_documents(self, ids):
        """Documents that are not what was acknowledged last."""
        for id in ids:
            answer = self.server.get(f'/api/v1/documents/{id}/content')
            if answer.status != 200 or sha256(answer.body) not in {self.known[id]} | self.perhaps[id]:
                yield id, self.known[id], answer

    def half_files(self):
        for folder, _, names in os.walk(f'{self.root}/Documents'):
            for name in names:
                with open(os.path.join(folder, name), 'rb') as file:
                    if sha256(file.read()) not in self.sent:
                        yield name

    def recover(self, title, leaves_rest=False):
        """The fault ends: the server takes things again, and all is there."""
        self.library.clear()
        report = self.report
        report.check(f'{title}: the server lives', self.server.is_alive() and self.server.get('/healthz').status == 200)
        taken = wait_until(lambda: self.upload().status == 201, 5)
        report.check(f'{title}: when it ends, things are taken again', taken)
        wrong, half = list(self.wrong_documents(self.touched)), list(self.half_files())
        self.touched.clear()
        report.check(f'{title}: all that was acknowledged is there', not wrong, wrong[:3])
        report.check(f'{title}: no half file', not half, half[:3])
        if leaves_rest:
            self.rest = self.staged()
        wait_until(lambda: self.staged() <= self.rest, 5)
        report.check(f'{title}: nothing stays in staging', self.staged() <= self.rest, self.staged() - self.rest)

    def staged(self):
        return set(os.listdir(f'{self.root}/tmp'))

    def verify(self, title):
        """A new start settles what a refusal left between file and index; after it all is in line."""
        self.report.check(f'{title}: it ends when asked to', self.server.stop() == 0, self.server.process.returncode)
        self.server.start()
        self.rest = set()
        # What is being saved again lies there for a moment.
        is_empty = wait_until(lambda: not self.staged(), 10)
        self.report.check(f'{title}: the next start empties staging', is_empty, self.staged())
        # The first pass over the tree may go on beside the first requests; one that took long is followed by the next
        # after the interval of 30 seconds.
        wait_until(lambda: not list(self.wrong_documents(self.known)), 45)
        wrong = list(self.wrong_documents(self.known))
        self.report.check(f'{title}: after a restart, too', not wrong, wrong[:3])
        self.server.stop()
        command = [self.binary, 'verify', '--root', self.root]
        found = subprocess.run(command, capture_output=True, text=True, timeout=120)
        self.report.check(f'{title}: verify is clean', found.returncode == 0, found.stdout + found.stderr)
        self.server.start()


def is_refusal(answer, *codes):
    return answer.status in PROBLEMS and bool(answer.code) and (not codes or answer.code in codes)
