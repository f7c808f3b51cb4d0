"""Samples the memory of a process."""

import threading

from processes import resident_bytes

INTERVAL_SECONDS = 0.02


class MemorySampler:
    """Samples every 20 ms in a `with`, and keeps the largest value."""

    def __init__(self, pid):
        self.pid = pid
        self.ended = threading.Event()
        self.thread = threading.Thread(target=self.sample, daemon=True)

    def __enter__(self):
        self.first = self.peak = resident_bytes(self.pid)
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.ended.set()
        self.thread.join()

    def sample(self):
        while not self.ended.wait(INTERVAL_SECONDS):
            self.peak = max(self.peak, resident_bytes(self.pid))

    @property
    def growth(self):
        """Bytes between the first sample and the largest."""
        return self.peak - self.first
