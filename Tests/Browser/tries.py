"""More than one try for checks whose hands are in a hurry.

A throw, a double tap or a flick is a matter of milliseconds, and a browser stamps events when they come: on a machine
that is taken away for the tenth of a second between two of them it is another gesture, and the app is right to see one.
Such a check is tried again from its beginning, in a page of its own. What is always wrong with the
app is wrong each time. A fault that shows now and then may hide behind a try: so each try that was not the last is said with
what it found, and they are counted at the end.
"""

TRIES = 3


def attempt(report, name, check):
    """Runs a check; what it stumbles over is a failure of it and not the end of the others."""
    try:
        check()
    except Exception as error:  # noqa: BLE001
        report.check(f'{name} comes to its end', False, error)


class Tries:
    """Stands before a report, and passes on what the try found that held, or the last one."""

    def __init__(self, report):
        self.report, self.held_back, self.repeated = report, None, 0

    def check(self, what, held, got=''):
        """As a report's; the line waits until it is known whether there is another try."""
        if self.held_back is None:
            return self.report.check(what, held, got)
        self.held_back.append((what, held, got))
        return bool(held)

    def of(self, name, check):
        """Runs the check until all that it looks at holds."""
        for _ in range(TRIES - 1):
            self.held_back = []
            attempt(self, name, check)
            found, self.held_back = self.held_back, None
            missed = [f'{what}: {got}' for what, held, got in found if not held]
            if not missed:
                return self.pass_on(found)
            self.repeated += 1
            print(f'again   {name}: {missed[0][:300]}', flush=True)
        return attempt(self, name, check)

    def pass_on(self, found):
        for line in found:
            self.report.check(*line)
