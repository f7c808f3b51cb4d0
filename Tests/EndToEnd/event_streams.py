#!/usr/bin/env python3
"""Event streams that are opened in hundreds and never read: they cost neither memory nor others their time."""

import http.client
import socket
import sqlite3
import subprocess
import time

from honest import HonestClient
from report import Report
from server import Server, Workspace, arguments, wait_until

# Streams of one address, and how many addresses open them all.
MOST, ADDRESSES, STALLED = 64, 4, 200
RECEIVE_BYTES = 4096
# What the stalled streams together may cost, and what another client may wait for its writes.
GROWTH, SLOWEST_P99 = 64 << 20, 250


def main():
    options = arguments(__doc__, events=100_000)
    report = Report()
    with Workspace() as root:
        with Server(options.bin, root) as server:
            server.upload(b'one', 'one.txt')
            server.stop()
        make_events(root, options.events)
        with Server(options.bin, root) as server:
            check_stalled(report, server, options.events)
            check_bound(report, server)
            report.check('it ends when asked to', server.stop() == 0)
    with Workspace() as root, Server(options.bin, root, auth=True) as server:
        check_revoked(report, server)
    report.exit()


def make_events(root, count):
    """As many events as if the document had been changed so often."""
    with sqlite3.connect(f'{root}/Library/index.sqlite') as index:
        kind, document, date = index.execute('SELECT kind, document, date FROM event').fetchone()
        index.executemany(
            'INSERT INTO event (kind, document, date) VALUES (?, ?, ?)', [(kind, document, date)] * (count - 1)
        )


def listen(server, source='127.0.0.1', after='0', token=None):
    """A connection that has asked for the events, and takes nothing more than its kernel does."""
    connection = socket.socket()
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, RECEIVE_BYTES)
    connection.settimeout(10)
    connection.bind((source, 0))
    connection.connect(('127.0.0.1', server.port))
    bearer = f'Authorization: Bearer {token}\r\n' if token else ''
    connection.sendall(
        f'GET /api/v1/events?after={after} HTTP/1.1\r\nHost: {server.authority}\r\n{bearer}\r\n'.encode()
    )
    return connection


def addresses():
    return [f'127.0.0.{1 + number % ADDRESSES}' for number in range(STALLED)]


def check_stalled(report, server, events):
    document = server.documents()[0]['id']
    write = (f'/api/v1/documents/{document}', 'PATCH', b'{"favourite":true}')
    with HonestClient(server, *write) as idle:
        time.sleep(3)
    print(f'        writes, idle: {idle}')
    before, streams = server.resident_bytes(), []
    try:
        with HonestClient(server, *write) as honest:
            for source in addresses():
                streams.append(listen(server, source))
            time.sleep(5)
        grown = server.resident_bytes() - before
        report.check(
            f'{STALLED} streams that replay {events} events and are not read cost {grown >> 20} MiB', grown < GROWTH
        )
        report.check(
            f'… and others their writes no time: {honest}',
            honest.served and honest.p99 <= max(2 * idle.p99, SLOWEST_P99) and len(honest.waits) > 50,
        )
        check_replay(report, server, events)
    finally:
        for stream in streams:
            stream.close()


def check_replay(report, server, events):
    """One that reads hears all of them, beside the others."""
    start, count, rest = time.monotonic(), 0, b''
    connection = http.client.HTTPConnection('127.0.0.1', server.port, timeout=60, source_address=('127.0.0.9', 0))
    connection.request('GET', '/api/v1/events?after=0')
    stream = connection.getresponse()
    while count < events and (more := stream.read1(1 << 20)):
        count += (rest + more).count(b'\nevent: ')
        # One byte short of what is counted.
        rest = (rest + more)[-7:]
    connection.close()
    elapsed = time.monotonic() - start
    report.check(f'one that reads hears all {events} beside them, in {elapsed:.1f} s', count >= events, count)


def check_bound(report, server):
    """The streams of before are gone; of one address so many are open at once, and another has its own."""
    streams = []

    def status(source='127.0.0.1'):
        streams.append(listen(server, source, after=''))
        return int(streams[-1].recv(4096).split(b' ', 2)[1])

    try:
        opened = wait_until(lambda: status() == 200, 10)
        report.check('streams that ended make room', opened)
        statuses = [status() for _ in range(MOST)]
        report.check(f'{MOST} streams of one address are taken, one more is 429', statuses.count(200) == MOST - 1, statuses)
        report.check('and answered with its code', statuses[-1] == 429, statuses[-1])
        report.check('another address has its own', status('127.0.0.2') == 200)
    finally:
        for stream in streams:
            stream.close()


def check_revoked(report, server):
    def token_command(*words):
        return subprocess.check_output([server.binary, 'token', *words, '--root', server.root], text=True).strip()

    token = token_command('create', '--name', 'lost')
    stream = listen(server, after='', token=token)
    report.check('a stream with a token is open', b'200 OK' in stream.recv(4096))
    token_command('revoke', 'lost')
    start = time.monotonic()
    rest = b''
    try:
        while not rest.endswith(b'0\r\n\r\n') and (chunk := stream.recv(4096)):
            rest += chunk
        ended = True
    except OSError:
        ended = False
    elapsed = time.monotonic() - start
    report.check(f'it ends {elapsed:.2f} s after its token is taken away', ended and elapsed < 1)


if __name__ == '__main__':
    main()
