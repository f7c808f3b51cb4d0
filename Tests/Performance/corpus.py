#!/usr/bin/env python3
"""corpus.py DIR: page 1 of every PDF below DIR through a running server.

Each file is uploaded; then its preview, its first page and its thumbnail are asked for. It counts as `shown` when the
page came as an image, as `refused` when a typed reason came instead, as `failed` otherwise. What poppler's pdfinfo
says of the same file is held against that. Then pdftoppm, mutool and PDFium draw the same pages, file by file in an order
of chance for as long as --peer-seconds allow, and the times are compared. Ends with one line of JSON; the exit status is 1 when a file failed.
"""

import argparse
import json
import os
import queue
import random
import re
import subprocess
import sys
import threading
import time

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'EndToEnd'))

import peers
from results import median, percentile
from server import Server, Workspace

CLIENTS = 2
PDFINFO_SECONDS = 30


def options():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('folder')
    parser.add_argument('--bin', default='.build/release/sheaf', help='the built server')
    parser.add_argument('--width', type=int, default=1000, help='of the image, in pixels')
    parser.add_argument(
        '--peer-seconds', type=int, default=300, help='how long other renderers may take in all; 0 for none'
    )
    return parser.parse_args()


def pdfs_below(folder):
    return sorted(
        os.path.join(path, name)
        for path, _, names in os.walk(folder)
        for name in names
        if name.lower().endswith('.pdf') and os.path.isfile(os.path.join(path, name))
    )


class Finding:
    """What became of one file."""

    def __init__(self, path):
        self.path = path
        self.outcome, self.reason, self.detail = 'failed', None, ''
        self.milliseconds = self.page_count = None
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
            answer = server.upload(file.read(), f'{os.path.basename(path)[:100]}', conflict='rename')
        if answer.status == 201:
            ask_for_page(server, finding, answer.json, width)
        elif answer.code and answer.status < 500:
            finding.refuse(answer.code)
        else:
            finding.fail(answer)
    except Exception as error:
        finding.fail(repr(error))
    compare_with_pdfinfo(finding)
    return finding


def ask_for_page(server, finding, document, width):
    start = time.perf_counter()
    answer = server.page(document['id'], width=width)
    finding.milliseconds = (time.perf_counter() - start) * 1000
    preview, thumbnail = server.preview(document['id']), server.get(
        f'/api/v1/documents/{document["id"]}/thumbnail', size=128
    )
    finding.page_count = preview.json.get('pageCount')
    if answer.is_image:
        finding.outcome = 'shown'
    elif answer.code and answer.status != 500:
        finding.refuse(answer.code)
    else:
        finding.fail(f'page: {answer}')
    if preview.status != 200 or not thumbnail.is_image:
        finding.fail(f'preview: {preview}, thumbnail: {thumbnail}')


def pdfinfo(path):
    """Page count, and what pdfinfo complains of: 'encrypted', 'error', 'slow' or nothing."""
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
    """Two clients at a time; stops early when the server has died."""
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
    """Workers that ended without being told to, as the server counts them; -1 when it does not count."""
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
    times = [finding.milliseconds for finding in findings if finding.milliseconds is not None] or [0]
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
        'disagreements': sum(bool(one.disagreement) for one in findings),
    }


def compare_with_peers(findings, width, seconds):
    """Prints for each peer its times on the pages that both drew, beside ours."""
    shown = {finding.path: finding.milliseconds for finding in findings if finding.outcome == 'shown'}
    paths = sorted(shown)
    random.Random(len(paths)).shuffle(paths)
    times = peers.time_all(paths, width, seconds)
    ratios = {}
    for peer in next(iter(times.values()), {}):
        both = [(shown[path], found[peer]) for path, found in times.items() if found[peer] is not None]
        if not both:
            continue
        ours, theirs = zip(*both)
        ratios[peer] = round(median([a / b for a, b in both]), 2)
        print(
            f'{peer:<28} {len(both):>5} pages: median {median(theirs):8.1f} ms, p99 {percentile(theirs, 99):8.1f} ms; '
            f'Sheaf PNG over HTTP {median(ours):8.1f} and {percentile(ours, 99):8.1f} ms; '
            f'per page {ratios[peer]} x'
        )
    return ratios


def main():
    chosen = options()
    paths = pdfs_below(chosen.folder)
    if not paths:
        sys.exit(f'no PDF below {chosen.folder}')
    with Workspace() as root, Server(chosen.bin, root) as server:
        findings = look_at_all(server, paths, chosen.width)
        alive = server.is_alive() and server.get('/healthz').status == 200
        print_findings(findings, chosen.folder)
        if not alive:
            print(f'FAILED   the server died: {server.tail_of_log()}')
        result = sums(findings, paths, worker_crashes(server) if alive else -1)
    if chosen.peer_seconds > 0:
        result['ratios'] = compare_with_peers(findings, chosen.width, chosen.peer_seconds)
    print(json.dumps(result))
    sys.exit(1 if result['failed'] or not alive else 0)


if __name__ == '__main__':
    main()
