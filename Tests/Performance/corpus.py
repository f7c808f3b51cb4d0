#!/usr/bin/env python3
"""corpus.py DIR: page 1 of every PDF below DIR through a running server.

Each file is uploaded; then its preview, its first page and its thumbnail are requested. It counts as `shown` when the
page is an image, and as `refused` when the document was refused for its content (4xx with a code). Otherwise it counts as
`failed`: also after the death of a worker, a timeout, or a busy server. The result is compared with that of poppler's
pdfinfo.

The server draws a first page of its own when it has a document, so the clock of a page starts before the upload.
`median_ms` and `p99_ms` run from the first byte of the upload to the last byte of the page. `request_median_ms` and
`request_p99_ms` run from the request for the page. Two clients work at once. Afterwards pdftoppm, mutool and PDFium draw
the same pages beside Sheaf, one after the other, for as long as --peer-seconds allow (`side_by_side.py`).

The last line is JSON. The exit status is 1 when a file failed, the server died, a worker died, or the count of dead
workers is unknown.
"""

import argparse
import json
import os
import queue
import re
import subprocess
import sys
import threading
import time

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'EndToEnd'))

from results import Results, percentile
from server import Server, Workspace
from side_by_side import SEED, Comparison

CLIENTS = 2
PDFINFO_SECONDS = 30


def options():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('folder')
    parser.add_argument('--bin', default='.build/release/sheaf', help='the built server')
    parser.add_argument('--width', type=int, default=1000, help='of the image, in pixels')
    parser.add_argument(
        '--peer-seconds',
        type=int,
        default=600,
        help='how long all renderers may take side by side; 0 for none',
    )
    parser.add_argument('--report', metavar='FILE', help='writes the figures to FILE.md and to FILE.json')
    return parser.parse_args()


def pdfs_below(folder):
    return sorted(
        os.path.join(path, name)
        for path, _, names in os.walk(folder)
        for name in names
        if name.lower().endswith('.pdf') and os.path.isfile(os.path.join(path, name))
    )


class Finding:
    """The result of one file."""

    def __init__(self, path):
        self.path = path
        self.outcome, self.reason, self.detail = 'failed', None, ''
        # From the first byte of the upload, and from the request for the page.
        self.milliseconds = self.request_milliseconds = None
        self.page_count = None
        self.disagreement = None

    def refuse(self, code):
        self.outcome, self.reason = 'refused', code

    def fail(self, detail):
        self.outcome, self.detail = 'failed', str(detail)[:200]


def look_at(server, path, width):
    """Takes one file through the server."""
    finding = Finding(path)
    try:
        with open(path, 'rb') as file:
            body = file.read()
        begin = time.perf_counter()
        answer = server.upload(body, f'{os.path.basename(path)[:100]}', conflict='rename')
        if answer.status == 201:
            ask_for_page(server, finding, answer.json, width, begin)
        elif answer.code and answer.status < 500:
            finding.refuse(answer.code)
        else:
            finding.fail(answer)
    except Exception as error:
        finding.fail(repr(error))
    compare_with_pdfinfo(finding)
    return finding


def ask_for_page(server, finding, document, width, begin):
    """Requests the page; the upload began at `begin`."""
    start = time.perf_counter()
    answer = server.page(document['id'], width=width)
    end = time.perf_counter()
    finding.milliseconds, finding.request_milliseconds = (end - begin) * 1000, (end - start) * 1000
    preview, thumbnail = server.preview(document['id']), server.get(
        f'/api/v1/documents/{document["id"]}/thumbnail', size=128
    )
    finding.page_count = preview.json.get('pageCount')
    if answer.is_image:
        finding.outcome = 'shown'
    elif answer.code and answer.status < 500:
        finding.refuse(answer.code)
    else:
        finding.fail(f'page: {answer}')
    if preview.status != 200 or not thumbnail.is_image:
        finding.fail(f'preview: {preview}, thumbnail: {thumbnail}')


def pdfinfo(path):
    """Page count, and the complaint of pdfinfo: 'encrypted', 'error', 'slow' or nothing."""
    try:
        found = subprocess.run(['pdfinfo', path], capture_output=True, timeout=PDFINFO_SECONDS)
    except subprocess.TimeoutExpired:
        return None, 'slow'
    if b'Incorrect password' in found.stderr:
        return None, 'encrypted'
    pages = re.search(rb'^Pages:\s+(\d+)', found.stdout, re.M)
    if re.search(rb'^Page size:\s+0 x 0', found.stdout, re.M):
        return None, 'error'
    return (int(pages[1]), None) if found.returncode == 0 and pages and int(pages[1]) > 0 else (None, 'error')


def compare_with_pdfinfo(finding):
    pages, complaint = pdfinfo(finding.path)
    if complaint == 'slow':
        return
    if finding.outcome == 'shown' and complaint:
        finding.disagreement = f'shown, but pdfinfo says {complaint}'
    elif finding.outcome == 'shown' and finding.page_count != pages:
        finding.disagreement = f'{finding.page_count} pages, but pdfinfo counts {pages}'
    elif finding.outcome == 'refused' and not complaint:
        finding.disagreement = f'refused ({finding.reason}), but pdfinfo counts {pages} pages'
    elif finding.outcome == 'refused' and (complaint == 'encrypted') != (
        finding.reason == 'password-required'
    ):
        finding.disagreement = f'refused ({finding.reason}), but pdfinfo says {complaint}'


def look_at_all(server, paths, width):
    """Uses two clients at once; stops when the server has died."""
    waiting, findings = queue.SimpleQueue(), []
    for path in paths:
        waiting.put(path)

    def client():
        while server.is_alive():
            try:
                path = waiting.get_nowait()
            except queue.Empty:
                return
            findings.append(look_at(server, path, width))
            if len(findings) % 100 == 0:
                print(f'… {len(findings)} of {len(paths)}', flush=True)

    clients = [threading.Thread(target=client) for _ in range(CLIENTS)]
    for one in clients:
        one.start()
    for one in clients:
        one.join()
    return findings


def worker_crashes(server):
    """Workers that ended unexpectedly, as the server counts them; -1 without a count."""
    metrics = server.get('/metrics').body.decode()
    if not re.search(r'^sheaf_workers_alive\b', metrics, re.M):
        return -1
    died = re.findall(r'^sheaf_worker_ends_total\{[^}]*reason="died"[^}]*\} (\d+)', metrics, re.M)
    return sum(map(int, died))


def print_findings(findings, folder):
    for finding in sorted(findings, key=lambda one: one.path):
        name = os.path.relpath(finding.path, folder)
        if finding.outcome == 'failed':
            print(f'FAILED   {name}: {finding.detail}')
        elif finding.outcome == 'refused':
            print(f'refused  {name}: {finding.reason}')
        if finding.disagreement:
            print(f'differs  {name}: {finding.disagreement}')


def sums(findings, paths, crashes):
    asked = [finding for finding in findings if finding.milliseconds is not None]
    times = [finding.milliseconds for finding in asked] or [0]
    requests = [finding.request_milliseconds for finding in asked] or [0]
    count = {
        outcome: sum(one.outcome == outcome for one in findings) for outcome in ('shown', 'refused', 'failed')
    }
    count['failed'] += len(paths) - len(findings)
    return {
        'files': len(paths),
        **count,
        'worker_crashes': crashes,
        'median_ms': round(percentile(times, 50), 1),
        'p99_ms': round(percentile(times, 99), 1),
        'request_median_ms': round(percentile(requests, 50), 1),
        'request_p99_ms': round(percentile(requests, 99), 1),
        'disagreements': sum(bool(one.disagreement) for one in findings),
    }


def is_good(result, alive):
    """Whether no file failed and no process died; an unknown count of crashes is not good."""
    return alive and result['failed'] == 0 and result['worker_crashes'] == 0


def compare_with_peers(results, server, findings, chosen):
    """Members of the last line: ratios by peer, and the pages that they are of."""
    results.section(
        f'First page, {chosen.width} pixels wide, side by side',
        'POST /api/v1/documents, then GET …/pages/1',
        'each peer as a whole program, PDFium within a process',
    )
    comparison = Comparison(server, chosen.width)
    comparison.run([one.path for one in findings if one.outcome == 'shown'], chosen.peer_seconds)
    names = [os.path.relpath(path, chosen.folder) for path in comparison.rows]
    compared = {'pages': len(names), 'of': comparison.shown, 'seed': SEED}
    return {'ratios': comparison.add_to(results), 'compared': compared}, names


def main():
    chosen, results = options(), Results()
    paths = pdfs_below(chosen.folder)
    if not paths:
        sys.exit(f'no PDF below {chosen.folder}')
    with Workspace() as root, Server(chosen.bin, root) as server:
        findings = look_at_all(server, paths, chosen.width)
        alive = lives(server)
        print_findings(findings, chosen.folder)
        compared, names = {}, []
        if chosen.peer_seconds > 0 and alive:
            compared, names = compare_with_peers(results, server, findings, chosen)
            alive = lives(server)
        if not alive:
            print(f'FAILED   the server died: {server.tail_of_log()}')
        result = sums(findings, paths, worker_crashes(server) if alive else -1) | compared
    if chosen.report:
        machine = f'{os.cpu_count()} processors; {len(paths)} files'
        results.write(chosen.report, machine, alive, corpus=result, compared_files=names)
    print(json.dumps(result))
    sys.exit(0 if is_good(result, alive) else 1)


def lives(server):
    return server.is_alive() and server.get('/healthz').status == 200


if __name__ == '__main__':
    main()
