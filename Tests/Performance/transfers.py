"""Upload of one large file, against nginx's DAV PUT and against a plain copy."""

import os
import socket
import subprocess
import time

from memory import MemorySampler
from results import median

ROUNDS = 3
MIB = 1 << 20


class Source:
    """A file of random bytes that is new content each time it is `renewed`, so that no store has it already."""

    def __init__(self, folder, mebibytes):
        self.path, self.size = os.path.join(folder, 'source.bin'), mebibytes * MIB
        with open(self.path, 'wb') as file:
            for _ in range(mebibytes):
                file.write(os.urandom(MIB))
            os.fsync(file.fileno())

    def renewed(self):
        with open(self.path, 'r+b') as file:
            file.write(os.urandom(64))
            os.fsync(file.fileno())
        return self


def send(port, method, path, source):
    """Sends the file over a connection of its own; returns seconds until the answer, and the answer."""
    start = time.perf_counter()
    with socket.create_connection(('127.0.0.1', port), 300) as connection, open(source.path, 'rb') as file:
        connection.sendall(
            (
                f'{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Length: {source.size}\r\n'
                'Connection: close\r\n\r\n'
            ).encode()
        )
        connection.sendfile(file)
        answer = b''
        while chunk := connection.recv(65536):
            answer += chunk
    return time.perf_counter() - start, answer


def to_sheaf(server, source, number):
    seconds, answer = send(
        server.port, 'POST', f'/api/v1/documents?name=large-{number}.bin', source.renewed()
    )
    if not answer.startswith(b'HTTP/1.1 201'):
        raise RuntimeError(answer[:300])
    return seconds


def to_nginx(nginx, source, durable):
    seconds, answer = send(nginx.port, 'PUT', '/put/large.bin', source.renewed())
    if not answer.startswith((b'HTTP/1.1 201', b'HTTP/1.1 204')):
        raise RuntimeError(answer[:300])
    stored, start = f'{nginx.folder}/www/put/large.bin', time.perf_counter()
    if durable:
        subprocess.run(['sync', stored], check=True)
        seconds += time.perf_counter() - start
    os.remove(stored)
    return seconds


def by_copy(source, folder):
    source.renewed()
    target, start = os.path.join(folder, 'copy.bin'), time.perf_counter()
    subprocess.run(f'cp "{source.path}" "{target}" && sync "{target}"', shell=True, check=True)
    seconds = time.perf_counter() - start
    os.remove(target)
    return seconds


def measure(results, server, nginx, folder, mebibytes):
    results.section(
        f'Upload of {mebibytes} MiB',
        'POST /api/v1/documents (durable before the 201)',
        'PUT to nginx (it never syncs)',
        'PUT to nginx, then sync FILE',
        'cp SOURCE TARGET && sync TARGET',
    )
    source, rounds, growth = Source(folder, mebibytes), [], []
    for number in range(ROUNDS):
        with MemorySampler(server.process.pid) as memory:
            own = to_sheaf(server, source, number)
        growth.append(memory.growth)
        rounds.append(
            (own, to_nginx(nginx, source, False), to_nginx(nginx, source, True), by_copy(source, folder))
        )
    os.remove(source.path)
    speeds = [mebibytes / median(column) for column in zip(*rounds)]
    for name, speed in zip(('sheaf', 'nginx', 'nginx and sync', 'cp and sync'), speeds):
        results.add(name, speed, 'MiB/s')
    results.add('sheaf against nginx', speeds[0] / speeds[1], 'x', 'at least 0.8 x nginx', at_least=0.8)
    results.add('sheaf against nginx and sync', speeds[0] / speeds[2], 'x')
    results.add('memory of the server above idle', max(growth) / MIB, 'MiB', 'under 64 MiB', at_most=64)
