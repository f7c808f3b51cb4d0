#!/usr/bin/env python3
"""Kills the server at random moments of batches, and looks for half a step after each restart.

Each round: documents lie in one folder; a batch moves all of them to another one, swaps names, marks, throws away and
copies, and kill -9 comes while it is done. After the restart everything is as before the batch, or, when it was
acknowledged, as after it: nothing between. `sheaf verify` finds nothing. In the end a batch is undone and redone.
"""

import json
import random
import subprocess
import threading
import time

from report import Report
from server import Server, Workspace, arguments

DOCUMENTS = 60
LONGEST_ROUND_SECONDS = 0.8


def picture(server):
    """Where every document is, with its marks and content."""
    found = {}
    for trashed in ('false', 'true'):
        for document in server.documents(trashed=trashed):
            place = 'Trash' if trashed == 'true' else f'{document["folder"]}/{document["name"]}'
            found[document['id']] = (place, tuple(document['tags']), document['sha256'])
    return found


def operations(documents, target, number):
    """A batch over all documents: the first two change their names, the last is thrown away, one is copied."""
    first, second, *middle, last = documents
    wanted = [
        {'op': 'move', 'document': first['id'], 'name': second['name']},
        {'op': 'move', 'document': second['id'], 'name': first['name']},
        *({'op': 'move', 'document': document['id'], 'folder': target} for document in middle),
        {'op': 'mark', 'document': middle[0]['id'], 'tags': [f'round {number}']},
        {'op': 'copy', 'document': middle[1]['id'], 'name': f'copy {number}.txt'},
        {'op': 'trash', 'document': last['id']},
    ]
    return {'operations': wanted}


def send(server, batch):
    return server.ask('POST', '/api/v1/batches', json.dumps(batch), {'Content-Type': 'application/json'})


def send_and_kill(server, batch, moment):
    """The answer to a batch that is in the middle of its work when the server is killed, if one came before."""
    answers = []
    client = threading.Thread(target=lambda: answers.append(send(server, batch)))
    client.start()
    # The moment of the kill is what is tried.
    time.sleep(moment)
    server.kill()
    client.join()
    return answers[0]


def expected(before, batch, answer):
    """How everything is after a batch that was acknowledged."""
    after = dict(before)
    for result in answer.json['results']:
        document = result['document']
        place = 'Trash' if 'trashed' in document else f'{document["folder"]}/{document["name"]}'
        after[document['id']] = (place, tuple(document['tags']), document['sha256'])
    return after


def is_whole(before, now, batch, number):
    """Whether all of a batch was done of which no acknowledgement came: its last operation tells."""
    moved = [wish['document'] for wish in batch['operations'] if wish['op'] == 'move' and 'folder' in wish]
    targets = {wish['folder'] for wish in batch['operations'] if 'folder' in wish}
    thrown = batch['operations'][-1]['document']
    copies = set(now) - set(before)
    return (
        all(now[document][0].split('/')[0] in targets for document in moved)
        and now[thrown][0] == 'Trash'
        and [now[copy][0].split('/')[-1] for copy in copies] == [f'copy {number}.txt']
        and f'round {number}' in now[moved[0]][1]
    )


def one_round(report, options, root, generator, number, outcomes):
    target = f'Box {number}'
    with Server(options.bin, root) as server:
        before = picture(server)
        documents = server.documents(sort='name')
        batch = operations(documents, target, number)
        moment = generator.uniform(0.001, LONGEST_ROUND_SECONDS)
        answer = send_and_kill(server, batch, moment)
    with Server(options.bin, root) as server:
        now = picture(server)
        if answer.status == 201:
            outcome, good = 'acknowledged', now == expected(before, batch, answer)
        elif answer.status == 0:
            undone = now == before
            outcome = 'taken back' if undone else 'done'
            good = undone or is_whole(before, now, batch, number)
        else:
            outcome, good = 'refused', False
        outcomes[outcome] = outcomes.get(outcome, 0) + 1
        differing = {key: (before.get(key), now.get(key)) for key in set(before) | set(now)
                     if before.get(key) != now.get(key)}
        report.check(
            f'killed after {moment * 1000:.0f} ms: {outcome}, and nothing between', good,
            (answer, list(differing.items())[:4]),
        )
        report.check('  it ends when asked to', server.stop() == 0, server.process.returncode)
    check = subprocess.run(
        [options.bin, 'verify', '--root', root], capture_output=True, text=True, timeout=120)
    report.check('  verify finds nothing', check.returncode == 0, check.stdout[-500:] + check.stderr[-500:])


def undo_and_redo(report, options, root):
    with Server(options.bin, root) as server:
        before = picture(server)
        documents = server.documents(sort='name')
        answer = send(server, operations(documents, 'Last', 'last'))
        report.check('a batch of all documents is done', answer.status == 201, answer)
        after = picture(server)
        batch = answer.json.get('id')
        undone = server.ask('POST', f'/api/v1/batches/{batch}/undo')
        back = {key: value for key, value in picture(server).items() if key in before}
        report.check('it is undone as one', undone.status == 201 and back == before, undone)
        redone = server.ask('POST', f'/api/v1/batches/{undone.json.get("id")}/undo')
        report.check('and redone', redone.status == 201 and picture(server) == after, redone)
    with Server(options.bin, root) as server:
        again = server.ask('POST', f'/api/v1/batches/{redone.json.get("id")}/undo')
        back = {key: value for key, value in picture(server).items() if key in before}
        report.check('and undone after a restart', again.status == 201 and back == before, again)


def main():
    options = arguments(__doc__, rounds=12, seed=random.randrange(2**32))
    print(f'seed {options.seed}')
    report, generator, outcomes = Report(), random.Random(options.seed), {}
    with Workspace() as root:
        with Server(options.bin, root) as server:
            for number in range(DOCUMENTS):
                server.upload(f'text {number}\n'.encode() * 50, f'{number:03}.txt', folder='Start')
        for number in range(options.rounds):
            one_round(report, options, root, generator, number, outcomes)
        undo_and_redo(report, options, root)
    print(', '.join(f'{count} {outcome}' for outcome, count in sorted(outcomes.items())))
    report.exit()


if __name__ == '__main__':
    main()
