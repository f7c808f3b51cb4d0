"""Counts checks and prints their results: a line each, and `N passed, N failed` last."""

import sys
import threading


class Report:
    def __init__(self):
        self.passed = 0
        self.failed = 0
        # Checks of several threads are counted one after the other, and each has a line of its own.
        self.lock = threading.Lock()

    def check(self, what, held, got=''):
        """Prints `what` and whether it held; `got` is shown when it did not. Returns whether it held."""
        with self.lock:
            if held:
                self.passed += 1
                print(f'ok      {what}', flush=True)
            else:
                self.failed += 1
                print(f'FAILED  {what}: {str(got)[:3_000]}', flush=True)
        return bool(held)

    def skip(self, what, reason):
        """Prints a check that could not be made, with the reason; it counts as neither passed nor failed."""
        print(f'skipped {what}: {reason}', flush=True)

    def exit(self):
        """Prints the sums and ends the program; the status is 0 when at least one check was made and none failed."""
        print(f'{self.passed} passed, {self.failed} failed', flush=True)
        sys.exit(1 if self.failed or not self.passed else 0)
