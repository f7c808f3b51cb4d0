"""JSON that is costly to parse."""

import time

from server import Server, Workspace

# None of these bodies exceeds the length that the server accepts.
LONGEST = 4 << 20
# Seconds in an optimized build, and in those that are not: `swift build`'s own, and the one of `make built-tests`.
SLOWEST, SLOWEST_UNOPTIMIZED = 1, 4
UNOPTIMIZED = '/debug/', '/tests/'


def check_json(report, binary):
    with Workspace() as root, Server(binary, root) as server:
        check_longest(report, server)


def check_longest(report, server):
    texts = {
        'zeros': b'[' + b'0,' * (LONGEST // 2 - 2) + b'0]',
        'empty objects, 60 deep': b'[' * 60 + b'{},' * 90_000 + b'0' + b']' * 60,
        'members': b'{' + b','.join(b'"%d":0' % n for n in range(90_000)) + b'}',
        'one member twice': b'{' + b'"a":0,' * (LONGEST // 6 - 2) + b'"a":0}',
        'escaped pairs': b'"' + rb'\ud83d\ude00' * (LONGEST // 12 - 1) + b'"',
        'half a pair': b'"' + rb'\ud83d' * (LONGEST // 6 - 1) + b'"',
        'a number': b'9' * (LONGEST - 2),
        'no UTF-8': b'"' + b'\xff' * (LONGEST - 2) + b'"',
        'UTF-16': ('\ufeff"' + 'a' * (LONGEST // 2 - 4) + '"').encode('utf-16-le'),
        'a mark over marks': ('"' + 'e' + '\u0301' * (LONGEST // 2 - 4) + '"').encode(),
        "marks over marks in a member's name": ('{"' + '\u0301\u0316' * (LONGEST // 4 - 4) + '":0}').encode(),
        'as many letters with marks': ('"' + ('e' + '\u0301\u0316' * 60) * (LONGEST // 242) + '"').encode(),
    }
    slowest = SLOWEST_UNOPTIMIZED if any(folder in server.binary for folder in UNOPTIMIZED) else SLOWEST
    for what, text in texts.items():
        body = b'{"operations":[{"op":"move","document":' + text + b'}]}'
        # The fastest of several tries, because other programs use the processors, too.
        elapsed = []
        for _ in range(2):
            start = time.monotonic()
            answer = server.ask('POST', '/api/v1/batches', body[:LONGEST])
            elapsed.append(time.monotonic() - start)
        report.check(
            f'{len(body[:LONGEST]) >> 10} KiB of {what} are 400 in time ({min(elapsed) * 1000:.0f} ms)',
            answer.status == 400 and answer.code == 'invalid-parameter' and min(elapsed) < slowest,
            answer,
        )
        report.check('… with a short answer', len(answer.body) < 1000, len(answer.body))
