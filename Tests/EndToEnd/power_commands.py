"""Commands whose result must be durable when they end: only synced data survives the power cut."""

import os
import random
import subprocess

from power_disk import Disk, Weather
from power_history import History
from preload import Preload
from program import said, sheaf
from server import Server, Workspace

DOCUMENTS = 6


def check_commands(report, options):
    with Workspace() as root, Workspace() as folder:
        fill(options, root)
        files = [f'{folder}/{number}.bin' for number in range(DOCUMENTS)]
        for path in files:
            with open(path, 'wb') as file:
                file.write(os.urandom(20_000))
        backup = f'{folder}/backup'
        sheaf(options, 'backup', '--root', root, backup)
        check(report, options, 'sheaf import', lambda place: ['import', '--root', place, *files], is_workspace)
        check(report, options, 'sheaf backup', lambda place: ['backup', '--root', root, place], is_backup)
        check(report, options, 'sheaf restore', lambda place: ['restore', '--root', place, backup], is_workspace)


def fill(options, root):
    """Creates documents, each with a version, one of them in the Trash."""
    with Server(options.bin, root) as server:
        for number in range(DOCUMENTS):
            document = server.upload(os.urandom(20_000), f'{number}.bin', folder='Papers').json
            server.ask('PUT', f'/api/v1/documents/{document["id"]}/content', os.urandom(2_000))
        server.ask('DELETE', f'/api/v1/documents/{document["id"]}')
        server.stop()


def check(report, options, title, words, is_whole):
    """Checks the result in an existing folder, and in one that the command makes."""
    for place in ('', '/new'):
        with Workspace() as top, Preload(top, records=True) as record, Workspace() as disk:
            history = History(top)
            command = [options.bin, *words(f'{top}{place}')]
            environment = {**os.environ, **record.environment}
            done = subprocess.run(command, capture_output=True, text=True, timeout=120, env=environment)
            history.follow(record.entries())
            Disk(history, history.length, Weather('least', random.Random(0))).build(disk)
            wrong = said(done) if done.returncode else is_whole(options, f'{disk}{place}')
        into = 'a new folder' if place else 'a folder'
        report.check(f'{title} into {into}: its result is durable when it ends', not wrong, wrong)


def is_workspace(options, root):
    """The fault of a workspace that lacks the expected documents; empty without one."""
    checked = sheaf(options, 'verify', '--root', root)
    is_whole = checked.returncode == 0 and f'{DOCUMENTS} documents' in checked.stdout
    return '' if is_whole else said(checked)


def is_backup(options, folder):
    with Workspace() as root:
        restored = sheaf(options, 'restore', '--root', root, folder)
        return said(restored) if restored.returncode else is_workspace(options, root)
