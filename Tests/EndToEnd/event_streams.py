#!/usr/bin/env python3
"""Hundreds of event streams that are never read cost little memory and delay no other client."""

import http.client
import socket
import sqlite3
import time

from honest import HonestClient
from report import Report
from server import Server, Workspace, arguments

# The addresses with streams, and the streams.
ADDRESSES, STALLED = 4, 200
RECEIVE_BYTES = 4096
CHANGE = b'\nevent: document.'
# The memory of all stalled streams, and the longest wait of another client's writes.
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
            report.check('SIGTERM ends it', server.stop() == 0)
    report.exit()


def make_events(root, count):
    """Writes rows to the index as if the document had been changed so often."""
    with sqlite3.connect(f'{root}/Library/index.sqlite') as index:
        kind, document, date = index.execute('SELECT kind, document, date FROM event').fetchone()
        index.executemany(
            'INSERT INTO event (kind, document, date) VALUES (?, ?, ?)', [(kind, document, date)] * (count - 1)
        )


def listen(server, source):
    """A connection that has asked for the events and reads no more than its kernel buffers."""
    connection = socket.socket()
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, RECEIVE_BYTES)
    connection.settimeout(10)
    connection.bind((source, 0))
    connection.connect(('127.0.0.1', server.port))
    connection.sendall(f'GET /api/v1/events?after=0 HTTP/1.1\r\nHost: {server.authority}\r\n\r\n'.encode())
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
            f'… and do not delay the writes of another client: {honest}',
            honest.served and honest.p99 <= max(2 * idle.p99, SLOWEST_P99) and len(honest.waits) > 50,
        )
        check_replay(report, server, events)
    finally:
        for stream in streams:
            stream.close()


def check_replay(report, server, events):
    """A stream that is read receives all events beside the stalled ones."""
    start, count, rest = time.monotonic(), 0, b''
    connection = http.client.HTTPConnection('127.0.0.1', server.port, timeout=60, source_address=('127.0.0.9', 0))
    connection.request('GET', '/api/v1/events?after=0')
    stream = connection.getresponse()
    while count < events and (more := stream.read1(1 << 20)):
        count += (rest + more).count(CHANGE)
        # The rest is one byte shorter than the marker, so no event is counted twice.
        rest = (rest + more)[1 - len(CHANGE) :]
    connection.close()
    elapsed = time.monotonic() - start
    report.check(f'a reader receives all {events} beside the stalled streams, in {elapsed:.1f} s', count >= events, count)


if __name__ == '__main__':
    main()
