"""A client that sends plain requests and measures the time of each answer."""

import http.client
import threading
import time


class HonestClient:
    """Repeats a request on one connection, in a `with`, and keeps the milliseconds of each answer."""

    def __init__(self, server, path='/api/v1/folders', method='GET', body=None, pause=0.01):
        self.server, self.path, self.method, self.body, self.pause = server, path, method, body, pause
        self.waits, self.failures = [], []
        self.ended = threading.Event()
        self.thread = threading.Thread(target=self.ask, daemon=True)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.ended.set()
        self.thread.join(60)

    def ask(self):
        connection = http.client.HTTPConnection('127.0.0.1', self.server.port, timeout=30)
        headers = {**self.server.credentials(), 'Content-Type': 'application/json'}
        while not self.ended.wait(self.pause):
            start = time.monotonic()
            try:
                connection.request(self.method, self.path, self.body, headers)
                answer = connection.getresponse()
                answer.read()
                if answer.status >= 400:
                    self.failures.append(answer.status)
            except (OSError, http.client.HTTPException) as error:
                self.failures.append(repr(error))
                connection.close()
            self.waits.append((time.monotonic() - start) * 1000)

    def percentile(self, share):
        waits = sorted(self.waits) or [float('inf')]
        return waits[min(len(waits) - 1, int(len(waits) * share))]

    @property
    def p99(self):
        return self.percentile(0.99)

    @property
    def served(self):
        return bool(self.waits) and not self.failures

    def __repr__(self):
        return (
            f'{len(self.waits)} answers, p50 {self.percentile(0.5):.1f}, p99 {self.p99:.1f}, '
            f'worst {self.percentile(1):.1f} ms, {len(self.failures)} failed {self.failures[:2]}'
        )
