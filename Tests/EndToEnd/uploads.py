#!/usr/bin/env python3
"""Uploads by tus across kills of the server: an acknowledged offset is never taken back.

In each round a file is sent in pieces, and the server is killed at random moments, also while the document is made. After
each restart the offset is at least the acknowledged one and at most what was sent. The upload goes on from there. At the end
there is one document with the bytes of the file, and nothing is left in `Uploads` but descriptions. `sheaf verify` finds
nothing.
"""

import base64
import hashlib
import os
import random
import socket
import threading
import time

from program import damage
from report import Report
from server import Server, Workspace, arguments, files_below, wait_until

MEBIBYTE = 1 << 20
LONGEST_KILL_SECONDS = 0.25
KILLS = 3


class Upload:
    """One file on its way, by a client that may be cut off at any moment."""

    def __init__(self, server, name, content):
        self.server, self.name, self.content = server, name, content
        self.sent = self.acknowledged = 0
        self.document = None
        metadata = f'filename {base64.b64encode(name.encode()).decode()}'
        answer = self.ask('POST', '/api/v1/uploads', **{'Upload-Length': str(len(content)), 'Upload-Metadata': metadata})
        if answer.status != 201:
            raise RuntimeError(f'the upload was not begun: {answer}')
        self.address = answer.headers['Location']

    def ask(self, method, path, body=None, **headers):
        return self.server.ask(method, path, body, {'Tus-Resumable': '1.0.0', **headers})

    def note(self, answer):
        self.acknowledged = int(answer.headers['Upload-Offset'])
        self.document = answer.headers.get('Sheaf-Document')

    def look(self):
        answer = self.ask('HEAD', self.address)
        if answer.status == 200:
            self.note(answer)
        return answer

    def send(self, count, bytes_per_second):
        """Sends the next bytes at a pace; the answer is noted where one comes."""
        start = self.acknowledged
        piece = self.content[start : start + count]
        headers = ''.join(f'{name}: {value}\r\n' for name, value in {
            'Host': self.server.authority, 'Tus-Resumable': '1.0.0', 'Upload-Offset': start,
            'Content-Type': 'application/offset+octet-stream', 'Content-Length': len(piece), 'Connection': 'close',
        }.items())  # fmt: skip
        try:
            with socket.create_connection(('127.0.0.1', self.server.port), 30) as connection:
                connection.sendall(f'PATCH {self.address} HTTP/1.1\r\n{headers}\r\n'.encode())
                for place in range(0, len(piece), 65536):
                    part = piece[place : place + 65536]
                    connection.sendall(part)
                    self.sent = max(self.sent, start + place + len(part))
                    # At this pace the kill falls between two of them.
                    time.sleep(len(part) / bytes_per_second)
                answer = b''
                while more := connection.recv(65536):
                    answer += more
        except OSError:
            return
        lines = answer.decode(errors='replace').split('\r\n')
        fields = dict(line.split(': ', 1) for line in lines[1:] if ': ' in line)
        if lines[0].startswith('HTTP/1.1 204'):
            self.acknowledged = int(fields['Upload-Offset'])
            self.document = fields.get('Sheaf-Document')


def kill_within(server, chance, go):
    """Kills the server at a random moment of `go()`, and starts it again."""
    thread = threading.Thread(target=go)
    thread.start()
    # The moment is random on purpose: no state of the server may be missed.
    time.sleep(chance.uniform(0, LONGEST_KILL_SECONDS))
    server.kill()
    thread.join()
    server.start()


def run(report, server, number, chance):
    content = chance.randbytes(chance.randrange(1, 8 * MEBIBYTE))
    upload = Upload(server, f'round {number}.bin', content)
    for _ in range(KILLS):
        before = upload.acknowledged
        count = chance.choice([len(content), chance.randrange(1, len(content) + 1)])
        kill_within(server, chance, lambda: upload.send(count, chance.choice([8, 32, 512]) * MEBIBYTE))
        promised, sent = upload.acknowledged, upload.sent
        answer = upload.look()
        held = answer.status == 200 and max(before, promised) <= upload.acknowledged <= max(sent, promised)
        if not held:
            return report.check(f'round {number}: the offset is what came', False, (before, promised, sent, answer, dict(answer.headers)))
    # The last bytes may be there already; a request without any asks for the document then.
    while not upload.document:
        upload.send(len(content), 1024 * MEBIBYTE)
    found = [one for one in server.documents() if one['name'].startswith(f'round {number}.')]
    wanted = hashlib.sha256(content).hexdigest()
    return report.check(
        f'round {number}: one document, with all bytes', [one['sha256'] for one in found] == [wanted] and found[0]['id'] == upload.document,
        (found, upload.document, wanted),
    )  # fmt: skip


def check_hanging(report, server):
    """A connection that sends nothing more keeps the next one waiting no longer than its bytes take to be durable."""
    content = os.urandom(4 * MEBIBYTE)
    upload = Upload(server, 'hanging.bin', content)
    head = (
        f'PATCH {upload.address} HTTP/1.1\r\nHost: {server.authority}\r\nTus-Resumable: 1.0.0\r\nUpload-Offset: 0\r\n'
        f'Content-Type: application/offset+octet-stream\r\nContent-Length: {len(content)}\r\n\r\n'
    )
    with socket.create_connection(('127.0.0.1', server.port), 30) as connection:
        connection.sendall(head.encode() + content[:MEBIBYTE])
        # A look before the first bytes would end the request without any.
        data = f'{server.root}/Library/Uploads/{upload.address.rsplit("/", 1)[1]}/data'
        wait_until(lambda: os.path.getsize(data) > 0, 30)
        start = time.monotonic()
        upload.look()
        held = 0 < upload.acknowledged <= MEBIBYTE and time.monotonic() - start < 20
        report.check('hanging: a look ends the request that hangs', held, upload.acknowledged)
        upload.send(len(content), 1024 * MEBIBYTE)
    report.check('hanging: and the upload goes on', upload.document is not None, upload.acknowledged)


def main():
    options = arguments(__doc__, rounds=12, seed=0)
    seed = options.seed or random.randrange(1 << 30)
    print(f'seed {seed}', flush=True)
    chance, report = random.Random(seed), Report()
    with Workspace() as root:
        with Server(options.bin, root) as server:
            for number in range(options.rounds):
                run(report, server, number, chance)
            check_hanging(report, server)
            left = [path for path in files_below(f'{root}/Library/Uploads') if not path.endswith('upload.json')]
            report.check('no bytes are left of finished uploads', left == [], left)
            server.stop()
        report.check('sheaf verify finds nothing', not (found := damage(options.bin, root)), found)
    report.exit()


main()
