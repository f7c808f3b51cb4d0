#!/usr/bin/env python3
"""Thousands of clients that request long answers and read none: an honest client is served as before."""

import os
import resource
import socket
import threading
import time

from report import Report
from server import Server, Workspace, arguments, wait_until

# The server takes 4,096 connections, and 2,048 of one address.
READERS = 4_400
# So many that the moment in which the flood itself is accepted is less than a hundredth of them.
HONEST = 1_000
# The limit of the honest client's p99, and of its slowest request: twice its idle time, or these.
SLOWEST, SLOWEST_OF_ALL = 0.05, 1
ATTACKER, OTHER = '127.0.0.2', '127.0.0.3'


def asking(server, source=None):
    """Seconds that each of some requests took, sorted; an unanswered request took infinitely long."""
    times = []
    for _ in range(HONEST):
        start = time.monotonic()
        answer = server.ask('GET', '/healthz', timeout=10, source=source)
        times.append(time.monotonic() - start if answer.status == 200 else float('inf'))
    return sorted(times)


def p99(times):
    return times[len(times) * 99 // 100 - 1]


def words(times):
    return f'p50 {times[len(times) // 2] * 1000:.1f} ms, p99 {p99(times) * 1000:.1f} ms, worst {times[-1] * 1000:.1f} ms'


class Flood:
    """Connections from another address that request something long and read nothing of it."""

    def __init__(self, server, count, path):
        self.server, self.count, self.path, self.open = server, count, path, []

    def __enter__(self):
        request = f'GET {self.path} HTTP/1.1\r\nHost: localhost\r\n\r\n'.encode()
        for _ in range(self.count):
            connection = socket.socket()
            # A small window and small segments keep each answer unsent.
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, 536)
            connection.settimeout(5)
            try:
                connection.bind((ATTACKER, 0))
                connection.connect(('127.0.0.1', self.server.port))
                connection.sendall(request)
            except OSError:
                connection.close()
            else:
                self.open.append(connection)
        return self

    def __exit__(self, *_):
        for connection in self.open:
            connection.close()


def check_readers(report, server):
    idle, memory = asking(server, OTHER), server.resident_bytes()
    with Flood(server, READERS, '/api/v1/openapi.json') as flood:
        busy, under = asking(server, OTHER), server.resident_bytes()
        same = server.ask('GET', '/healthz', timeout=10, source=ATTACKER)
        report.check(
            f'{len(flood.open):,} slow readers: an honest client has {words(busy)}, idle {words(idle)}',
            p99(busy) <= max(SLOWEST, 2 * p99(idle)) and busy[-1] <= max(SLOWEST_OF_ALL, 2 * idle[-1]),
        )
        report.check(
            f'and the memory is {under >> 20} MiB, idle {memory >> 20} MiB', under < memory + (160 << 20)
        )
        report.check(
            'an honest client of their address waits or is served', same.status in (0, 200), same
        )
    # The server checks its connections once a second.
    after = wait_until(lambda: (now := server.resident_bytes()) < 1.2 * memory and now, 10) or server.resident_bytes()
    report.check(f'the memory is {after >> 20} MiB after it', after < 1.2 * memory)


def check_few_files(report, binary, folder):
    """A process with few descriptors: a flood costs connections, but does not end the process."""
    script = os.path.join(folder, 'few-files.sh')
    with open(script, 'w') as file:
        file.write(f'#!/bin/bash\nulimit -n 1024\nexec {os.path.abspath(binary)} "$@"\n')
    os.chmod(script, 0o755)
    with Server(script, os.path.join(folder, 'few')) as server:
        with Flood(server, 1_500, '/api/v1/openapi.json') as flood:
            uploads = [
                threading.Thread(target=server.upload, args=(os.urandom(200_000), f'{number}.bin')) for number in range(150)
            ]
            for upload in uploads:
                upload.start()
            busy = asking(server, OTHER)
            for upload in uploads:
                upload.join()
            report.check(
                f'with 1,024 files, {len(flood.open):,} connections and 150 uploads the server lives ({words(busy)})',
                server.is_alive() and p99(busy) < 2,
                server.tail_of_log(),
            )
        answer = server.upload(b'after', 'after.txt')
        report.check('and takes documents after the flood', answer.status == 201, answer)
        report.check('its log says that it takes fewer connections', b'ulimit -n' in server.whole_log())
        report.check('SIGTERM ends it', server.stop() == 0, server.process.returncode)


def main():
    options = arguments(__doc__)
    resource.setrlimit(resource.RLIMIT_NOFILE, (8_192, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
    report = Report()
    with Workspace() as folder:
        with Server(options.bin, os.path.join(folder, 'root')) as server:
            check_readers(report, server)
            report.check('the server lives', server.is_alive())
        check_few_files(report, options.bin, folder)
    report.exit()


if __name__ == '__main__':
    main()
