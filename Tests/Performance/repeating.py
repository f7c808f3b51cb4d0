"""Something done again and again beside other work."""

import threading


class Repeating:
    """Calls `step` every so many seconds on a thread of its own, in a `with`."""

    def __init__(self, seconds):
        self.seconds, self.ended = seconds, threading.Event()
        self.thread = threading.Thread(target=self.run, daemon=True)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.ended.set()
        self.thread.join()

    def run(self):
        while not self.ended.wait(self.seconds):
            self.step()

    def step(self):
        raise NotImplementedError
