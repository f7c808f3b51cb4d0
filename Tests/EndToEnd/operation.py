#!/usr/bin/env python3
"""Operators' interfaces: the log, the metrics, readiness, and the permissions of the databases."""

import json
import os
import re
import resource
import stat
import subprocess
import time

from program import said, sheaf
from report import Report
from server import START_SECONDS, Server, Workspace, arguments, started, wait_until

# A line break, a colour, a letter that reverses the reading direction, and a forged field.
FORGED = '/a%0A2026-11-24T07:00:00Z%20error%20sheaf:%20forged%1B%5B31m%E2%80%AE%C2%9B%22%20status=200'
LINE = re.compile(rb'\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ (trace|debug|info|notice|warning|error|critical) [\w.-]+: [\x20-\x7e\xa0-\xff]*')


def main():
    options = arguments(__doc__)
    report = Report()
    for form in ('text', 'json'):
        with Workspace() as root:
            check_log(report, options, root, form)
    with Workspace() as root:
        check_debugging(report, options, root)
    with Workspace() as folder:
        check_names(report, options, folder)
    with Workspace() as folder:
        check_metrics(report, options, folder)
    with Workspace() as root:
        check_permissions(report, options, root)
        check_few_descriptors(report, options, root)
    report.exit()


def log_lines(server):
    return server.whole_log().rstrip(b'\n').split(b'\n')


def check_log(report, options, root, form):
    with Server(options.bin, root, '--log-level', 'info', '--log-format', form) as server:
        server.get(FORGED)
        server.ask('PUT', '/api/v1/state/a%0Ab', b'{"secret":"of the body"}')
        wait_until(lambda: b'forged' in server.whole_log() and b'invalid-parameter' in server.whole_log(), 5)
        lines = log_lines(server)
        server.stop()
    about = [line for line in lines if b'forged' in line]
    report.check(f'{form}: a forged line stays within its own', len(about) == 1, lines)
    report.check(f'{form}: nothing of a body is in the log', not any(b'of the body' in line for line in lines), lines)
    if form == 'text':
        bad = [line for line in lines if not LINE.fullmatch(line)]
        report.check('text: every line is one event, without controls', bad == [], bad)
        report.check('text: a field cannot be forged', b'status=404' in about[0] and about[0].count(b' status=') == 2, about)
        report.check('text: and the forged one is within quotes', rb'\" status=200"' in about[0], about)
        return
    events = [json.loads(line) for line in lines]
    named = {'time', 'level', 'logger', 'message'}
    report.check('json: every line is an object that has time, level and message', all(named <= event.keys() for event in events), events)
    event = next(event for event in events if 'forged' in event.get('path', ''))
    report.check('json: the path is unchanged', event['path'].startswith('/a\n2026-'), event)
    report.check('json: a number is a number', event['status'] == 404 and event['bytes'] > 0 and event['complete'] is True, event)


def check_debugging(report, options, root):
    """A log at the lowest level holds events, and no dumped values of the program."""
    with Server(options.bin, root, '--log-level', 'trace') as server:
        server.get('/healthz')
        server.stop()
        lines = log_lines(server)
        long = [line[:200] for line in lines if len(line) > 1000 or b'WebApp.' in line or b'Optional(' in line]
        report.check('at the lowest level the log dumps no values', lines and long == [], long)


def check_names(report, options, folder):
    """Commands print names of files without control characters."""
    root = f'{folder}/root'
    with Server(options.bin, root) as server:
        server.upload(b'text', 'a.txt')
        server.stop()
    os.makedirs(f'{root}/Documents/\x1b[2Jx\nclean', exist_ok=True)
    with open(f'{root}/Documents/\x1b[2Jx\nclean/b.txt', 'w') as file:
        file.write('b')
    found = sheaf(options, 'verify', '--root', root)
    report.check('verify prints names without control characters', '\x1b' not in found.stdout + found.stderr, said(found))
    report.check('… on one line each', not re.search(r'^clean', found.stdout, re.M), said(found))


def check_metrics(report, options, folder):
    root = f'{folder}/root'
    with Server(options.bin, root) as server:
        ready = wait_until(lambda: server.get('/readyz').status == 200, 10)
        report.check('the server becomes ready', ready, server.get('/readyz'))
        document = server.upload(b'%PDF-1.4', 'a.pdf').json
        server.get(f'/api/v1/documents/{document["id"]}/thumbnail')
        server.get('/metrics')
        report.check('without a backup its metric is 0', figure(server, 'sheaf_last_backup_timestamp_seconds') == 0)
        made = sheaf(options, 'backup', '--root', root, f'{folder}/backups')
        age = time.time() - figure(server, 'sheaf_last_backup_timestamp_seconds')
        report.check('the age of a backup is known', made.returncode == 0 and -1 < age < 10, (said(made), age))
        text = server.get('/metrics').body
        found = subprocess.run(['promtool', 'check', 'metrics'], input=text, capture_output=True)
        report.check('promtool finds nothing', found.returncode == 0 and not found.stdout + found.stderr, said(found))
        report.check('the version is a metric', re.search(rb'^sheaf_build_info\{version="[\d.]+"\} 1', text, re.M), text[:300])
        memory, open_files = figure(server, 'process_resident_memory_bytes'), figure(server, 'process_open_fds')
        report.check('memory is that of the kernel', 0.5 < memory / server.resident_bytes() < 2, (memory, server.resident_bytes()))
        counted = len(os.listdir(f'/proc/{server.process.pid}/fd'))
        report.check('and open files', abs(open_files - counted) <= 3, (open_files, counted))
        report.check('and the start', abs(time.time() - figure(server, 'process_start_time_seconds')) < 60)
        os.rename(f'{root}/Library/index.sqlite', f'{root}/Library/away')
        lost = wait_until(lambda: server.get('/readyz').code == 'not-ready', 10)
        report.check('a server that takes no changes is not ready', lost and server.get('/healthz').status == 200, server.get('/readyz'))
        os.rename(f'{root}/Library/away', f'{root}/Library/index.sqlite')
        report.check('and is again', wait_until(lambda: server.get('/readyz').status == 200, 10), server.get('/readyz'))


def figure(server, name):
    return float(re.search(rf'^{name} (\S+)$', server.get('/metrics').body.decode(), re.M).group(1))


def check_permissions(report, options, root):
    """New databases, and existing ones with wider permissions, are readable by the owner alone."""
    before = os.umask(0)
    try:
        with Server(options.bin, root) as server:
            check_modes(report, root, 'new')
            server.stop()
        for name in ('accounts.sqlite', 'index.sqlite'):
            os.chmod(f'{root}/Library/{name}', 0o644)
        with Server(options.bin, root):
            check_modes(report, root, 'earlier')
    finally:
        os.umask(before)


def check_modes(report, root, which):
    names = [name for name in sorted(os.listdir(f'{root}/Library')) if '.sqlite' in name]
    modes = {name: oct(stat.S_IMODE(os.stat(f'{root}/Library/{name}').st_mode)) for name in names}
    report.check(f'{which} databases are for the owner alone', len(modes) > 2 and set(modes.values()) == {'0o600'}, modes)


def check_few_descriptors(report, options, root):
    """A start with too few descriptors names them as the reason; with fewer than 8 the Swift runtime ends the process."""
    for limit in (8, 16, 40, 63):
        limited = lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))
        with started(options.bin, root, START_SECONDS, '--no-auth', preexec_fn=limited) as process:
            error = '' if 'is ready at' in process.stdout.readline() else process.stderr.read().lower()
            report.check(f'a start with {limit} descriptors says that they are too few', 'too many open files' in error, error)


if __name__ == '__main__':
    main()
