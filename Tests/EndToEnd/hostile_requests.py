"""Clients that break the rules: nonsense, and slow heads."""

import resource
import socket
import time

from server import wait_until

# The server holds 4,096 connections.
SLOW_CLIENTS = 4_300
FILES = 8_192
# The slow clients' address; other clients use another one.
SLOW_ADDRESS = '127.0.0.2'


def check(report, server):
    check_nonsense(report, server)
    check_slow_clients(report, server)


def status_of(answer):
    return int(answer.split(b' ', 2)[1]) if answer.startswith(b'HTTP/1.1 ') else 0


def check_nonsense(report, server):
    host = f'Host: {server.authority}\r\n'
    nonsense = {
        'random bytes': bytes(range(256)) * 4,
        'HTTP/0.9': b'GET /\r\n\r\n',
        'a later HTTP': f'GET / HTTP/9.9\r\n{host}\r\n'.encode(),
        'a header of 1 MiB': f'GET / HTTP/1.1\r\n{host}X: '.encode() + b'x' * (1 << 20) + b'\r\n\r\n',
        '10,000 headers': f'GET / HTTP/1.1\r\n{host}'.encode() + b'X: y\r\n' * 10_000 + b'\r\n',
        'an address of 1 MiB': b'GET /' + b'a' * (1 << 20) + f' HTTP/1.1\r\n{host}\r\n'.encode(),
        'an unknown method': f'CONJURE / HTTP/1.1\r\n{host}\r\n'.encode(),
        'a TLS greeting': bytes.fromhex('16030100c8010000c40303') + bytes(180),
    }
    for why, request in nonsense.items():
        status = status_of(server.raw(request, timeout=3, half_close=True))
        report.check(f'{why}: refused, not a server error', status in (0, *range(400, 500), 501, 505), status)


def check_slow_clients(report, server):
    """More connections than the server holds, all in the middle of a head (slowloris), keep no client out."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (FILES, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
    slow = []
    try:
        for _ in range(SLOW_CLIENTS):
            slow.append(socket.create_connection(('127.0.0.1', server.port), 5, source_address=(SLOW_ADDRESS, 0)))
            try:
                slow[-1].sendall(b'GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ')
            except ConnectionError:
                # An address may have half of all connections.
                continue
        for _ in range(5):
            start = time.monotonic()
            answer = server.get('/healthz')
            elapsed = time.monotonic() - start
            report.check(
                f'{SLOW_CLIENTS:,} slow clients: other addresses are served ({elapsed * 1000:.0f} ms)',
                answer.status == 200 and elapsed < 2,
                answer,
            )
        served = wait_until(lambda: server.ask('GET', '/healthz', source=SLOW_ADDRESS).status == 200, 5)
        report.check('and so is another client of their address, after the oldest connection is closed', served)
    finally:
        for connection in slow:
            connection.close()
