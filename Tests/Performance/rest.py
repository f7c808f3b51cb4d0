"""Waits until a server draws nothing, so that the next measurement has the machine alone."""

import re
import time

# The server prepares a first page in several sizes, with short pauses between them.
LOOKS = 3
PAUSE_SECONDS = 0.03
WORK = re.compile(r'^sheaf_(?:workers_busy|render_queue)(?:\{[^}]*\})? ([\d.]+)', re.M)


def is_at_rest(server):
    """Whether no worker is busy and the queue is empty, according to `/metrics`."""
    answer = server.get('/metrics')
    if answer.status != 200:
        return False
    gauges = WORK.findall(answer.body.decode())
    if not gauges:
        raise RuntimeError('the metrics have no gauges of the workers')
    return not any(map(float, gauges))


def wait_for_rest(server, seconds=60):
    """Returns true when the server was at rest in several samples in a row; false after so many seconds, or when it ended."""
    end, calm = time.monotonic() + seconds, 0
    while calm < LOOKS and server.is_alive() and time.monotonic() < end:
        calm = calm + 1 if is_at_rest(server) else 0
        time.sleep(PAUSE_SECONDS)
    return calm == LOOKS
