"""Requests a second by wrk, of Sheaf beside nginx with the same bytes."""

import os
import re
import subprocess
import tempfile

from results import median

ROUNDS = 3
SECONDS = 3
# More bytes of answers than this do not fit into the server's memory (24 MiB, `ResponseCache`).
HIT_BYTES = 16 << 20
SCRIPT = """
local requests, at = {{}}, 0
function init()
  for address in io.lines("{path}") do requests[#requests + 1] = wrk.format("GET", address) end
end
function request()
  at = at % #requests + 1
  return requests[at]
end
"""


def command(url, *options):
    return ['wrk', '-t1', '-c32', f'-d{SECONDS}s', *options, url]


def requests_per_second(url, *options):
    found = subprocess.run(
        command(url, *options), capture_output=True, text=True, check=True, timeout=60
    ).stdout
    if refused := re.search(r'Non-2xx or 3xx responses: (\d+)', found):
        raise RuntimeError(f'{url}: {refused[1]} answers were refusals')
    return float(re.search(r'Requests/sec:\s+([\d.]+)', found)[1])


def requests_per_second_of(url, addresses):
    """Requests the addresses in turn, again and again."""
    with tempfile.TemporaryDirectory(prefix='sheaf-wrk-') as folder:
        path, script = os.path.join(folder, 'addresses'), os.path.join(folder, 'turn.lua')
        with open(path, 'w') as file:
            file.writelines(f'{address}\n' for address in addresses)
        with open(script, 'w') as file:
            file.write(SCRIPT.format(path=path))
        return requests_per_second(url, '-s', script)


def add_ratio(results, name, rounds, least):
    """Adds the medians of both, and their ratio; `least` is the budget, None for none."""
    own, other = median([one for one, _ in rounds]), median([one for _, one in rounds])
    results.add(f'{name}: sheaf', own, 'req/s')
    results.add(f'{name}: nginx', other, 'req/s')
    budget = least and f'at least {least} x nginx'
    results.add(f'{name}: ratio', own / other, 'x', budget, at_least=least)


def compare(results, name, ours, peer, least):
    """Measures both in alternating rounds, with one address each."""
    rounds = [(requests_per_second(ours), requests_per_second(peer)) for _ in range(ROUNDS)]
    add_ratio(results, name, rounds, least)


def compare_hits(results, name, server, nginx, paths, least=None):
    """Requests cached answers of Sheaf in turn, and the same bytes from files of nginx.

    Takes as many of `paths` as fit into the server's memory.
    """
    ours, peers, sizes = [], [], []
    for path in paths:
        server.get(path)  # the second answer comes from memory
        answer = server.get(path)
        if answer.status != 200:
            raise RuntimeError(f'{path}: {answer}')
        if ours and sum(sizes) + len(answer.body) > HIT_BYTES:
            break
        ours.append(path)
        sizes.append(len(answer.body))
        peers.append('/' + nginx.publish(f'hit-{len(peers)}', answer.body).rsplit('/', 1)[1])
    results.note(f'{name}: {len(ours):,} addresses in turn, {sum(sizes) / len(sizes):,.0f} bytes each on average')
    rounds = [
        (requests_per_second_of(server.url, ours), requests_per_second_of(nginx.url, peers))
        for _ in range(ROUNDS)
    ]
    add_ratio(results, name, rounds, least)
