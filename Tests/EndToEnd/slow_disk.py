#!/usr/bin/env python3
"""A disk that takes seconds to make things durable: whoever does not need that does not wait for it."""

import random
import threading
import time

from fault_library import FaultLibrary, Rule
from fault_trial import Trial
from report import Report
from server import Workspace, arguments, wait_until

QUICK_SECONDS = 0.1


def check_slow(trial, seconds):
    """Whoever does not need the slow disk does not wait for it."""
    id = trial.upload('quick.txt').json['id']
    trial.save(id)
    trial.server.get(f'/api/v1/documents/{id}/content')
    # Its times are told from those of a later change from then on.
    time.sleep(0.1)
    trial.server.get(f'/api/v1/documents/{id}/content')
    for title, rule in [
        ('bodies', Rule('fsync', '/tmp/stage-', delay=seconds)),
        ('folders', Rule('fsync', '/Documents', delay=seconds)),
        ('the index', Rule('fsync', '/Library/index.sqlite-wal', delay=seconds, times=2)),
    ]:
        check_slow_sync(trial, id, f'fsync of {title} takes {seconds} s', rule)


def is_slow(times, rule):
    """On a busy machine one in twenty may take longer; none waits for the disk."""
    return percentile(times, 95) >= QUICK_SECONDS or max(times) >= rule.delay / 2


def percentile(values, percent):
    """The smallest value that `percent` per cent of the values do not exceed."""
    ordered = sorted(values)
    return ordered[max(0, -(-len(ordered) * percent // 100) - 1)]


def check_slow_sync(trial, id, title, rule, clients=12):
    trial.library.set(rule)
    answers = []

    def upload(number):
        answers.append(trial.upload(f'slow-{number}-{time.time()}.txt'))

    threads = [threading.Thread(target=upload, args=(number,)) for number in range(clients)]
    for thread in threads:
        thread.start()
    wait_until(lambda: trial.library.counts()[1] > 0, 5)
    times = {}
    while any(thread.is_alive() for thread in threads) and len(times.get('a list', ())) < 40:
        for what, path in [
            ('a list', '/api/v1/documents?limit=20'),
            ('a document', f'/api/v1/documents/{id}?{time.time()}'),
            ('a content', f'/api/v1/documents/{id}/content'),
            ('the versions', f'/api/v1/documents/{id}/versions'),
            ('an earlier content', f'/api/v1/documents/{id}/versions/1/content'),
            ('health', '/healthz'),
        ]:
            start = time.monotonic()
            answer = trial.server.ask('GET', path)
            elapsed = time.monotonic() - start
            times.setdefault(what, []).append(elapsed if answer.status == 200 else 1000 + answer.status)
    slowest = {
        what: [f'{t * 1000:.0f} ms' for t in sorted(found)[-3:]]
        for what, found in times.items()
        if is_slow(found, rule)
    }
    trial.library.clear()
    for thread in threads:
        thread.join()
    count = sum(len(found) for found in times.values())
    trial.report.check(
        f'{title}, {clients} uploads wait: {count} other requests are answered within 100 ms',
        count and not slowest,
        slowest,
    )
    trial.report.check(
        f'{title}: all uploads are taken in the end', {answer.status for answer in answers} == {201}, answers[:3]
    )
    trial.recover(title)


def main():
    options, report = arguments(__doc__, slow=5, seed=random.randrange(2**32)), Report()
    print(f'seed {options.seed}')
    with Workspace() as root, FaultLibrary(root) as library:
        trial = Trial(report, options.bin, library, options.seed)
        with trial.server:
            check_slow(trial, options.slow)
            trial.verify('slow disks')
            report.check('it ends when asked to', trial.server.stop() == 0)
    report.exit()


if __name__ == '__main__':
    main()
