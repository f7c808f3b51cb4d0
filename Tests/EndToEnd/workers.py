#!/usr/bin/env python3
"""Kills render workers while they draw: the request gets an image or a typed refusal, nobody else notices."""

import os
import signal
import threading
import time

from fixtures import text_page, vector_page
from processes import processor_ticks
from report import Report
from server import Server, Workspace, arguments, wait_until

HEAVY_CURVES = 20_000


def uploaded(server, body, name):
    answer = server.upload(body, name)
    assert answer.status == 201, answer
    return answer.json['id']


class Request(threading.Thread):
    """A page asked for in the background."""

    def __init__(self, server, document, **parameters):
        super().__init__()
        self.server, self.document, self.parameters = server, document, parameters
        self.answer = None
        self.start()

    def run(self):
        self.answer = self.server.page(self.document, **self.parameters)


def busiest(server, since):
    """The worker that used most processor time since `since`, when one used any."""
    used = {pid: processor_ticks(pid) - since.get(pid, 0) for pid in server.workers()}
    pid = max(used, key=used.get, default=None)
    return pid if pid and used[pid] >= 5 else None


def kill_the_drawing_one(server):
    """Waits for a worker to be at work, then kills it; returns its process id."""
    before = {pid: processor_ticks(pid) for pid in server.workers()}
    pid = wait_until(lambda: busiest(server, before), 20, 0.01)
    if pid:
        os.kill(pid, signal.SIGKILL)
    return pid


def is_answered(answer):
    """An image, or a refusal whose code says why; never a broken connection or a bare 500."""
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
    report.check(f'kill {number}: others get their pages', all(one.is_image for one in others), others)


def kill_all(server, report, light):
    for pid in server.workers():
        os.kill(pid, signal.SIGKILL)
    answers = [server.page(light, width=700 + n) for n in range(4)]
    report.check('all workers killed: each request is answered', all(map(is_answered, answers)), answers)
    after = wait_until(lambda: server.page(light, width=710 + time.monotonic_ns() % 1000).is_image, 10)
    report.check('all workers killed: pages come again', after)


def quarantine(server, report, light):
    heavy = uploaded(server, vector_page(HEAVY_CURVES, unique='quarantine'), 'quarantine.pdf')
    for width in (901, 902, 903, 904):
        request = Request(server, heavy, width=width, format='png')
        while request.is_alive() and kill_the_drawing_one(server):
            pass
        request.join()
    answer = server.page(heavy, width=905)
    report.check(
        'a document that killed workers again and again is put in quarantine',
        answer.code == 'quarantined',
        answer,
    )
    reason = server.preview(heavy).json.get('reason') or {}
    report.check('its preview says so', reason.get('code') == 'quarantined', reason)
    report.check(
        'its thumbnail is still an image',
        server.get(f'/api/v1/documents/{heavy}/thumbnail', size=64).is_image,
    )
    report.check('others are shown as before', server.page(light, width=555).is_image)
    released = server.ask('DELETE', f'/api/v1/documents/{heavy}/quarantine')
    report.check(
        'when it is released it is drawn again',
        released.status == 204 and server.page(heavy, width=906).is_image,
        released,
    )


def main():
    options = arguments(__doc__, kills=4)
    report = Report()
    with Workspace() as root, Server(options.bin, root) as server:
        light = uploaded(server, text_page(), 'light.pdf')
        report.check('a page is drawn', server.page(light, width=300).is_image)
        report.check('workers are children of the server', server.workers())
        for number in range(options.kills):
            one_kill(server, report, number, light)
        kill_all(server, report, light)
        quarantine(server, report, light)
        report.check('the server lives', server.is_alive() and server.get('/healthz').status == 200)
    report.exit()


if __name__ == '__main__':
    main()
