#!/usr/bin/env python3
"""Backup, restore and repair: what each leaves, and its exit status."""

import contextlib
import json
import os
import random
import shutil
import subprocess
import threading
import time

from client import Client
from load import SHARED
from oracle import sha256
from program import BUSY, INCOMPLETE, said, sheaf
from report import Report
from server import Server, Workspace, arguments, files_below, wait_until

MIB = 1 << 20
# Seconds for periodic tasks, at the most.
SECONDS = 60


# Backup and restore


# Changes of the clients beside a backup: those that let go of no content.
CHANGES = {name: SHARED[name] for name in ('upload', 'put', 'copy', 'move', 'mark', 'trash', 'restore', 'restore_version')}


@contextlib.contextmanager
def load(server, seed, writers=3):
    """Clients that change their documents without a pause, in a `with`."""
    clients = [Client(number, seed, server.root, CHANGES) for number in range(writers)]
    threads = [threading.Thread(target=client.work) for client in clients]
    for client, thread in zip(clients, threads):
        client.server = server
        thread.start()
    try:
        yield clients
    finally:
        for client, thread in zip(clients, threads):
            client.left = 0
            thread.join()


def check_backup_under_load(report, options, folder):
    root, dest = os.path.join(folder, 'root'), os.path.join(folder, 'backups')
    with Server(options.bin, root) as server:
        fixed = server.upload(b'always there', 'fixed.txt', folder='Fixed').json
        server.ask('PUT', f'/api/v1/documents/{fixed["id"]}/content', b'its second version')
        fixed = server.get(f'/api/v1/documents/{fixed["id"]}').json
        found = []
        with load(server, options.seed) as clients:
            wait_until(lambda: all(client.kinds for client in clients), SECONDS)
            for _ in range(3):
                found.append(sheaf(options, 'backup', '--root', root, '--json', dest))
        rejected = [one for client in clients for one in client.rejected]
        report.check('no request of the load failed', not rejected, rejected[:3])
        report.check(
            f'three backups under load ({sum(sum(client.kinds.values()) for client in clients)} changes) are complete',
            all(f.returncode == 0 for f in found),
            [said(f) for f in found],
        )
        checked = sheaf(options, 'verify', '--root', root)
        report.check('verify runs beside a server', checked.returncode == 0, said(checked))
    snapshots = [json.loads(f.stdout)['snapshot'] for f in found]
    report.check('each is a snapshot', sorted(os.listdir(f'{dest}/snapshots')) == sorted(snapshots), snapshots)
    for snapshot in snapshots:
        check_restored(report, options, dest, os.path.join(folder, 'new'), snapshot, fixed)
    return root, dest, fixed


def check_restored(report, options, dest, new, snapshot, fixed):
    shutil.rmtree(new, ignore_errors=True)
    found = sheaf(options, 'restore', '--root', new, '--snapshot', snapshot, dest)
    report.check(f'{snapshot} is restored', found.returncode == 0, said(found))
    found = sheaf(options, 'verify', '--root', new)
    report.check('and passes verify', found.returncode == 0, said(found))
    with Server(options.bin, new) as server:
        answer = server.get(f'/api/v1/documents/{fixed["id"]}')
        report.check('an id is the same document after the restore', answer.json == fixed, (answer, fixed))
        content = server.get(f'/api/v1/documents/{fixed["id"]}/content')
        report.check('with its bytes', sha256(content.body) == fixed['sha256'], content)
        broken = [
            d
            for d in server.documents()
            if sha256(server.get(f'/api/v1/documents/{d["id"]}/content').body) != d['sha256']
        ]
        report.check('every document has the bytes of its hash', not broken, broken[:3])
        report.check('SIGTERM ends it', server.stop() == 0)


def check_killed_backups(report, options, root, folder):
    dest, dice = os.path.join(folder, 'killed'), random.Random(options.seed)

    def names():
        return sorted(os.listdir(f'{dest}/snapshots')) if os.path.isdir(f'{dest}/snapshots') else []

    for number in range(options.rounds):
        with open(f'{root}/Documents/new-{number}.bin', 'wb') as file:
            file.write(dice.randbytes(4 * MIB))
        process = subprocess.Popen(
            [options.bin, 'backup', '--root', root, dest], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        # The kill must come at a random moment.
        time.sleep(dice.uniform(0.01, 0.3))
        process.kill()
        process.wait()
    finished = names()
    found = sheaf(options, 'backup', '--root', root, '--json', dest)
    report.check(
        f'after {options.rounds} backups that were killed the next one is complete',
        found.returncode == 0 and len(names()) == len(finished) + 1,
        said(found),
    )
    report.check('and removes unfinished snapshots', not os.listdir(f'{dest}/incoming'), os.listdir(f'{dest}/incoming'))
    wrong = [p for p in files_below(f'{dest}/objects') if sha256(open(p, 'rb').read()) != os.path.basename(p)]
    report.check('every content has the hash of its name', not wrong, wrong[:3])
    for snapshot in finished + [json.loads(found.stdout or '{}').get('snapshot')]:
        new = os.path.join(folder, 'new')
        shutil.rmtree(new, ignore_errors=True)
        found = sheaf(options, 'restore', '--root', new, '--snapshot', snapshot, dest)
        report.check(f'{snapshot}, made between the killed ones, is whole', found.returncode == 0, said(found))


def check_backup_refusals(report, options, root, dest, folder):
    found = sheaf(options, 'restore', '--root', root, dest)
    report.check('restore into a workspace is refused', found.returncode == 1 and found.stderr, said(found))
    found = sheaf(options, 'backup', '--root', root, f'{root}/Documents/backup')
    report.check('a backup in the workspace is refused', found.returncode == 1 and found.stderr, said(found))
    found = sheaf(options, 'backup', '--root', f'{folder}/mistyped', dest)
    report.check(
        'a mistyped root is refused and not made',
        found.returncode == 1 and not os.path.exists(f'{folder}/mistyped'),
        said(found),
    )
    found = sheaf(options, 'backup', '--root', root, '--keep', 1, '--json', dest)
    report.check(
        '--keep removes earlier snapshots',
        found.returncode == 0 and len(os.listdir(f'{dest}/snapshots')) == 1,
        said(found),
    )
    victim = max(files_below(f'{dest}/objects'), key=os.path.getsize)
    with open(victim, 'r+b') as file:
        file.write(b'damage')
    new = os.path.join(folder, 'new')
    shutil.rmtree(new, ignore_errors=True)
    found = sheaf(options, 'restore', '--root', new, dest)
    report.check(
        'a damaged content is named, the rest restored, and the exit status says so',
        found.returncode == INCOMPLETE and os.path.basename(victim) in found.stdout,
        said(found),
    )
    found = sheaf(options, 'verify', '--backup', dest)
    report.check('and verify --backup says the same', found.returncode == INCOMPLETE and os.path.basename(victim) in found.stdout, said(found))
    for words in (['--backup', f'{root}/Documents'], ['--backup', dest, '--repair'], ['--backup', dest, '--root', root], []):
        found = sheaf(options, 'verify', *words)
        report.check(f'verify {" ".join(words[::2]) or "of nothing"} is refused', found.returncode not in (0, 2) and found.stderr, said(found))


# Repair


def check_repair(report, options, folder):
    root = os.path.join(folder, 'damaged')
    with Server(options.bin, root) as server:
        first = server.upload(b'first', 'a.txt').json
        server.ask('PUT', f'/api/v1/documents/{first["id"]}/content', b'second')
        server.upload(b'vanishes', 'b.txt')
        found = sheaf(options, 'verify', '--repair', '--root', root)
        report.check('repair is refused while a server runs', found.returncode == BUSY and found.stderr, said(found))
        found = sheaf(options, 'restore', '--root', root, folder)
        report.check('and so is restore', found.returncode == 1 and found.stderr, said(found))
        server.stop()
    digest = sha256(b'first')
    for path, body in {
        f'Library/Versions/{digest[:2]}/{digest}': b'FIRST',
        'Documents/stranger.txt': b'stranger',
        'tmp/stage-left': b'half',
    }.items():
        with open(f'{root}/{path}', 'wb') as file:
            file.write(body)
    os.remove(f'{root}/Documents/b.txt')
    found = sheaf(options, 'verify', '--root', root)
    report.check('verify names a damaged version and a missing file', found.returncode == INCOMPLETE, said(found))
    found = sheaf(options, 'verify', '--repair', '--json', '--root', root)
    actions = {action['kind'] for action in json.loads(found.stdout or '{}').get('actions', [])}
    report.check(
        'repair prints its actions', found.returncode == 0 and actions == {'settled', 'indexed', 'set-aside'}, said(found)
    )
    aside = [open(path, 'rb').read() for path in files_below(f'{root}/Library/Damaged')]
    report.check('the damaged bytes are kept', b'FIRST' in aside, aside)
    found = sheaf(options, 'verify', '--repair', '--json', '--root', root)
    report.check(
        'a second run finds nothing to do',
        found.returncode == 0 and json.loads(found.stdout)['actions'] == [],
        said(found),
    )


def main():
    options = arguments(__doc__, rounds=6, seed=random.randrange(2**32))
    options.bin = os.path.abspath(options.bin)
    print(f'seed {options.seed}')
    report = Report()
    with Workspace() as folder:
        root, dest, _ = check_backup_under_load(report, options, folder)
        check_killed_backups(report, options, root, folder)
        check_backup_refusals(report, options, root, dest, folder)
        check_repair(report, options, folder)
    report.exit()


if __name__ == '__main__':
    main()
