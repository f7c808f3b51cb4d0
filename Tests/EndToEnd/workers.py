#!/usr/bin/env python3
"""Kills render workers while they draw: only their own requests may fail, with a typed refusal."""

import os
import re
import signal
import threading
import time

from fixtures import text_page, vector_page
from processes import processor_ticks
from report import Report
from server import Server, Workspace, arguments, wait_until

HEAVY_CURVES = 20_000
# Processor ticks after which a worker counts as drawing: one that was there before, and one that started since. A worker
# that is killed while it starts counts as one that cannot be started.
DRAWING_TICKS, STARTED_TICKS = 5, 25
SAME_IMAGE = ('width=311&format=png', 'format=png&width=311')


def uploaded(server, body, name):
    answer = server.upload(body, name)
    assert answer.status == 201, answer
    return answer.json['id']


class Request(threading.Thread):
    def __init__(self, server, document, **parameters):
        super().__init__()
        self.server, self.document, self.parameters = server, document, parameters
        self.answer = None
        self.start()

    def run(self):
        self.answer = self.server.page(self.document, **self.parameters)


def busiest(server, since):
    """The worker that used most processor time since `since`, or None."""
    used = {
        pid: processor_ticks(pid) - since.get(pid, STARTED_TICKS - DRAWING_TICKS) for pid in server.workers()
    }
    pid = max(used, key=used.get, default=None)
    return pid if pid and used[pid] >= DRAWING_TICKS else None


def kill_the_drawing_one(server, is_over=lambda: False):
    """Waits for a busy worker and kills it; returns its process id, or None when `is_over` comes true first."""
    before = {pid: processor_ticks(pid) for pid in server.workers()}
    found = wait_until(lambda: (pid := busiest(server, before)) and [pid] or is_over() and [None], 20, 0.01)
    pid = found[0] if found else None
    if pid and not killed(pid):
        return kill_the_drawing_one(server, is_over)
    return pid


def killed(pid):
    """Kills a worker; false when the server had already ended it."""
    try:
        os.kill(pid, signal.SIGKILL)
        return True
    except ProcessLookupError:
        return False


def is_answered(answer):
    """An image, or a refusal with a code; never a broken connection or a bare 500."""
    return answer.is_image or bool(answer.code)


def one_kill(server, report, number, light):
    heavy = uploaded(server, vector_page(HEAVY_CURVES, unique=str(number)), f'heavy-{number}.pdf')
    request = Request(server, heavy, width=900, format='png')
    pid = kill_the_drawing_one(server)
    others = [server.page(light, width=300 + number * 10 + n) for n in range(5)]
    request.join()
    report.check(f'kill {number}: a worker was drawing', pid)
    report.check(
        f'kill {number}: its request is answered by an image or a typed refusal',
        is_answered(request.answer),
        request.answer,
    )
    report.check(f'kill {number}: other requests get their pages', all(one.is_image for one in others), others)


def kill_all(server, report, light):
    for pid in server.workers():
        killed(pid)
    answers = [server.page(light, width=700 + n) for n in range(4)]
    report.check('all workers killed: each request is answered', all(map(is_answered, answers)), answers)
    after = wait_until(lambda: server.page(light, width=710 + time.monotonic_ns() % 1000).is_image, 60)
    report.check('all workers killed: pages are drawn again', after)


def quarantine(server, report, light):
    heavy = uploaded(server, vector_page(HEAVY_CURVES, unique='quarantine'), 'quarantine.pdf')
    for width in (901, 902, 903, 904):
        request = Request(server, heavy, width=width, format='png')
        while request.is_alive() and kill_the_drawing_one(server, lambda: not request.is_alive()):
            pass
        request.join()
    answer = server.page(heavy, width=905)
    report.check(
        'a document that killed workers repeatedly is put in quarantine',
        answer.code == 'quarantined',
        answer,
    )
    reason = server.preview(heavy).json.get('reason') or {}
    report.check('its preview reports that', reason.get('code') == 'quarantined', reason)
    report.check(
        'its thumbnail is still an image',
        server.get(f'/api/v1/documents/{heavy}/thumbnail', size=64).is_image,
    )
    report.check('other documents are shown as before', server.page(light, width=555).is_image)
    released = server.ask('DELETE', f'/api/v1/documents/{heavy}/quarantine')
    report.check(
        'when it is released it is drawn again',
        released.status == 204 and server.page(heavy, width=906).is_image,
        released,
    )


def limits_of(pid):
    """The kernel's limits of a process, as (soft, hard) by their names in /proc."""
    with open(f'/proc/{pid}/limits', encoding='ascii') as file:
        rows = re.findall(r'^(\S.*?) {2,}(\S+) +(\S+)', file.read(), re.M)
    return {name: (soft, hard) for name, soft, hard in rows}


def check_limits(server, report):
    """The limits that SECURITY.md names, as the kernel reports them; a process that is not root cannot raise them."""
    wanted = {
        'Max cpu time': ('3600', '3605'),
        'Max address space': (str(2 << 30),) * 2,
        'Max file size': (str(256 << 20),) * 2,
        'Max open files': ('768',) * 2,
        'Max core file size': ('0',) * 2,
    }

    def others():
        found = [limits_of(pid) for pid in server.workers()]
        return [(name, one.get(name)) for one in found for name in wanted if one.get(name) != wanted[name]]

    # A worker that has just started is still setting its limits.
    report.check(
        'each worker has its limits, also that of processor time, which the server sets',
        wait_until(lambda: not others(), 20),
        others(),
    )


def series(server):
    """The value of each series in /metrics by its name and labels."""
    text = server.get('/metrics').body.decode()
    return {name: float(value) for name, value in re.findall(r'^((?:sheaf|http)_\S+) (\S+)$', text, re.M)}


def settled(server):
    """The series when no drawing is on its way: one that ends while they are read counts in some of them alone."""
    seen = [{}]

    def is_settled():
        seen.append(series(server))
        names = [name for name in seen[-1] if name.startswith('sheaf_render')]
        return all(seen[-2].get(name) == seen[-1][name] for name in names)

    wait_until(is_settled, 10, 0.3)
    return seen[-1]


def check_metrics(server, report, light):
    """A drawing, a cache hit and the death of a worker are counted; queues and busy workers are reported."""
    drawn, seconds = 'sheaf_renders_total{outcome="ok",task="render"}', 'sheaf_render_seconds_count{task="render"}'
    before = settled(server)
    # Two addresses of one image: the second response is not cached, but its image is.
    pages = [server.get(f'/api/v1/documents/{light}/pages/1?{query}') for query in SAME_IMAGE]
    report.check('a page under two addresses is one image', pages[0].is_image and pages[0].body == pages[1].body)
    after = series(server)

    def grown(now):
        names = (drawn, seconds, 'sheaf_cache_misses_total', 'sheaf_cache_hits_total')
        return {name: now.get(name, 0) - before.get(name, 0) for name in names}

    # Drawings ahead of time may come in between; each is counted a moment before its time is.
    counted = wait_until(lambda: (counts := grown(series(server)))[drawn] == counts[seconds] >= 1, 10)
    report.check('metrics count the drawing, with its time', counted, grown(series(server)))
    counts = grown(series(server))
    report.check('metrics count a miss and a hit of the cache', min(counts.values()) >= 1, counts)
    report.check('metrics say how large the cache is', wait_until(lambda: series(server)['sheaf_cache_bytes'] > 0, 5))
    queues = [name for name in after if name.startswith('sheaf_render_queue{priority=')]
    report.check('metrics say how long the queue is, by urgency', len(queues) >= 2, after)

    def at_rest():
        now = series(server)
        is_idle = sum(now[name] for name in [*queues, 'sheaf_workers_busy']) == 0
        return is_idle and now['sheaf_workers_alive'] == len(server.workers())

    report.check('metrics count the workers, none of which is busy in the end', wait_until(at_rest, 20), series(server))
    died = 'sheaf_worker_ends_total{reason="died"}'
    os.kill(server.workers()[0], signal.SIGKILL)
    counted = wait_until(lambda: series(server).get(died, 0) > after.get(died, 0), 10)
    report.check('metrics count a worker that died', counted, series(server))


def main():
    options = arguments(__doc__, kills=4)
    report = Report()
    with Workspace() as root, Server(options.bin, root) as server:
        light = uploaded(server, text_page(), 'light.pdf')
        report.check('a page is drawn', server.page(light, width=300).is_image)
        report.check('workers are children of the server', server.workers())
        check_limits(server, report)
        check_metrics(server, report, light)
        for number in range(options.kills):
            one_kill(server, report, number, light)
        kill_all(server, report, light)
        quarantine(server, report, light)
        report.check('the server lives', server.is_alive() and server.get('/healthz').status == 200)
    report.exit()


if __name__ == '__main__':
    main()
