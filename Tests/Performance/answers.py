"""Requests a second: answers of Sheaf against nginx sending the same bytes from a file."""

import re
import subprocess

from fixtures import text_page
from results import median

ROUNDS = 3
LISTED = 50
SECONDS = 3


def wrk(url):
    return ['wrk', '-t1', '-c32', f'-d{SECONDS}s', url]


def requests_per_second(url):
    found = subprocess.run(wrk(url), capture_output=True, text=True, check=True, timeout=60).stdout
    if refused := re.search(r'Non-2xx or 3xx responses: (\d+)', found):
        raise RuntimeError(f'{url}: {refused[1]} answers were refusals')
    return float(re.search(r'Requests/sec:\s+([\d.]+)', found)[1])


def compare(results, name, ours, peer, least):
    """Interleaved rounds of both; adds the medians and their ratio."""
    rounds = [(requests_per_second(ours), requests_per_second(peer)) for _ in range(ROUNDS)]
    own, other = median([one for one, _ in rounds]), median([one for _, one in rounds])
    results.add(f'{name}: sheaf', own, 'req/s')
    results.add(f'{name}: nginx', other, 'req/s')
    results.add(f'{name}: ratio', own / other, 'x', f'at least {least} x nginx', at_least=least)


def measure(results, server, nginx):
    document = server.upload(text_page(unique='cached'), 'cached.pdf').json
    base = f'/api/v1/documents/{document["id"]}'
    for number in range(LISTED):
        server.upload(f'listed {number}'.encode(), f'listed-{number}.txt', folder='Listed')
    page = f'{base}/pages/1?width=800&format=png&v={document["sha256"]}'
    results.section('Answers a second, on loopback, keep-alive', ' '.join(wrk('URL')))
    for name, path, file, least in [
        ('cached page', page, 'page.png', 0.8),
        ('a document as JSON', base, 'document.json', 0.6),
        ('a list of 50 as JSON', f'/api/v1/documents?limit={LISTED}', 'list.json', 0.6),
    ]:
        server.get(path)  # the second answer comes from memory
        body = server.get(path).body
        results.note(f'{name}: {len(body):,} bytes')
        compare(results, name, server.url + path, nginx.publish(file, body), least)
