"""Waits until a server has nothing to draw, so that what is timed next has the machine for itself."""

import re
import time

# A first page is prepared in several sizes, and between two of them no worker is busy for a moment.
LOOKS = 3
PAUSE_SECONDS = 0.03
WORK = re.compile(r'^sheaf_(?:workers_busy|render_queue)(?:\{[^}]*\})? ([\d.]+)', re.M)


def is_at_rest(server):
    """Whether no worker is at work and nothing waits for one, as `/metrics` says."""
    answer = server.get('/metrics')
    if answer.status != 200:
        return False
    gauges = WORK.findall(answer.body.decode())
    if not gauges:
        raise RuntimeError('the server does not say what its workers do')
    return not any(map(float, gauges))


def wait_for_rest(server, seconds=60):
    """Returns when the server was at rest at several looks in a row; False when it was not in that time, or ended."""
    end, calm = time.monotonic() + seconds, 0
    while calm < LOOKS and server.is_alive() and time.monotonic() < end:
        calm = calm + 1 if is_at_rest(server) else 0
        time.sleep(PAUSE_SECONDS)
    return calm == LOOKS
