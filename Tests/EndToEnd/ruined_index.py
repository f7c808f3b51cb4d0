#!/usr/bin/env python3
"""An index that is lost or ruined: its copy takes its place. A bad row costs one document."""

import glob
import json
import os
import random
import shutil
import sqlite3

from program import INCOMPLETE, said, sheaf
from report import Report
from server import Server, Workspace, arguments, files_below, wait_until

# Seconds for periodic tasks, at the most.
SECONDS = 60


def settle_log(path):
    """Moves SQLite's log into the file; otherwise the log would repair the damage."""
    database = sqlite3.connect(path)
    database.execute('PRAGMA wal_checkpoint(TRUNCATE)')
    database.close()


def ruin_with_random_bytes(path):
    size = os.path.getsize(path)
    with open(path, 'wb') as file:
        file.write(random.Random(1).randbytes(size))


def ruin_a_page(path):
    with open(path, 'r+b') as file:
        file.seek(4096)
        file.write(random.Random(2).randbytes(4096))


def check_ruined_indexes(report, options, folder):
    for ruin in (ruin_with_random_bytes, ruin_a_page, os.remove):
        for way in ('at the next start', 'by verify --repair'):
            root = os.path.join(folder, 'ruined')
            shutil.rmtree(root, ignore_errors=True)
            before = fill(options, root)
            settle_log(f'{root}/Library/index.sqlite')
            ruin(f'{root}/Library/index.sqlite')
            title = f'{ruin.__name__.replace("_", " ")}, {way}:'
            found = sheaf(options, 'verify', '--root', root)
            report.check(f'{title} verify tells', found.returncode == INCOMPLETE, said(found))
            if way == 'by verify --repair':
                found = sheaf(options, 'verify', '--repair', '--root', root)
                report.check(f'{title} it is repaired', found.returncode == 0, said(found))
                report.check(f'{title} and the copy is named', 'Library/Backups/index-of-' in found.stdout, said(found))
                again = sheaf(options, 'verify', '--repair', '--root', root)
                report.check(f'{title} a second run has nothing to do', again.stdout.count('\n') == 1, said(again))
            check_rebuilt(report, options, root, title, before, isRepaired=way == 'by verify --repair')


def fill(options, root):
    """Documents with versions, tags and notes; the state that a client knows of them, and of the one in the Trash."""
    with Server(options.bin, root) as server:
        for n in range(40):
            document = server.upload(f'document {n}'.encode(), f'{n}.txt', folder='F' if n % 2 else '').json
            if n % 4 == 0:
                server.ask('PUT', f'/api/v1/documents/{document["id"]}/content', f'document {n} again'.encode())
                metadata = json.dumps({'tags': ['kept', f'tag {n}'], 'note': f'note {n}', 'favourite': True})
                server.ask('PATCH', f'/api/v1/documents/{document["id"]}', metadata, {'Content-Type': 'application/json'})
        gone = server.upload(b'thrown away', 'gone.txt').json
        server.ask('DELETE', f'/api/v1/documents/{gone["id"]}')
        known = known_of(server)
        server.stop()
    return known, gone


def known_of(server):
    """Every document with its versions, by id."""
    known = {}
    for document in server.documents():
        versions = server.get(f'/api/v1/documents/{document["id"]}/versions').json
        known[document['id']] = (document, versions)
    return known


def check_rebuilt(report, options, root, title, before, isRepaired):
    known, trashed = before
    with Server(options.bin, root) as server:
        settled = wait_until(lambda: known_of(server) == known, SECONDS)
        report.check(f'{title} every document has its id, versions, tags and note', settled, known_of(server))
        aside = glob.glob(f'{root}/Library/index.corrupt-*.sqlite')
        report.check(f'{title} the old index is set aside', aside or title.startswith('remove'), aside)
        state = server.get('/healthz').json.get('index', {}).get('state')
        report.check(f'{title} and /healthz reports it', state == ('whole' if isRepaired else 'rebuilt'), state)
        server.ask('POST', f'/api/v1/documents/{trashed["id"]}/restore')
        content = server.get(f'/api/v1/documents/{trashed["id"]}/content')
        report.check(f'{title} and the document in the Trash can be restored', content.body == b'thrown away', content)
        server.stop()
    found = sheaf(options, 'verify', '--root', root)
    report.check(f'{title} and verify is clean', found.returncode == 0, said(found))


def check_bad_row(report, options, folder):
    """A row that can be no document costs that document alone; a repair keeps it as text, and indexes its file anew."""
    root = os.path.join(folder, 'row')
    known, _ = fill(options, root)
    with sqlite3.connect(f'{root}/Library/index.sqlite') as index:
        index.execute("UPDATE document SET name = 'a/b.txt' WHERE name = '8.txt'")
    with Server(options.bin, root, '--no-file-sharing') as server:
        names = {document['name'] for document in server.documents()}
        report.check('a bad row: a list has the other documents', len(names) == len(known) - 1, names)
        health = server.get('/healthz').json
        counted = health['status'] == 'degraded' and health['index'].get('unreadable') == 1
        report.check('a bad row: /healthz counts it', counted, health)
        server.stop()
    found = sheaf(options, 'verify', '--root', root)
    named = found.returncode == INCOMPLETE and 'unreadable-entry' in found.stdout
    report.check('a bad row: verify names it', named, said(found))
    found = sheaf(options, 'verify', '--repair', '--root', root)
    kept = 'reason.txt' in map(os.path.basename, files_below(f'{root}/Library/Damaged'))
    report.check('a bad row: --repair puts it aside', found.returncode == 0 and 'set-aside' in found.stdout and kept, said(found))
    with Server(options.bin, root) as server:
        again = any(document['name'] == '8.txt' for document in server.documents())
        report.check('a bad row: its file is a document again', again, server.documents())


def check_index_taken_away(report, options, folder):
    """The index is removed while the server runs: changes are refused, and every acknowledged change survives."""
    for name in ('index.sqlite', 'index.sqlite-wal'):
        root = os.path.join(folder, f'taken-{name[-3:]}')
        before = fill(options, root)
        title = f'remove {name} in use:'
        with Server(options.bin, root) as server:
            document = next(iter(before[0]))
            metadata = json.dumps({'tags': ['the last one']})
            server.ask('PATCH', f'/api/v1/documents/{document}', metadata, {'Content-Type': 'application/json'})
            before = known_of(server), before[1]
            os.remove(f'{root}/Library/{name}')
            answer = server.upload(b'too late', 'late.txt')
            report.check(f'{title} changes are refused', answer.status == 403 and answer.code == 'read-only', answer)
            report.check(f'{title} documents can be read', known_of(server) == before[0])
            reported = wait_until(lambda: server.get('/healthz').json['index']['state'] == 'lost', SECONDS)
            report.check(f'{title} /healthz reports it', reported, server.get('/healthz').json)
            found = sheaf(options, 'backup', '--root', root, os.path.join(folder, 'backups'))
            refused = found.returncode != 0 or name != 'index.sqlite'
            report.check(f'{title} no backup is made without it', refused, said(found))
            copied = wait_until(lambda: glob.glob(f'{root}/Library/Backups/index-of-*-2.sqlite'), SECONDS)
            report.check(f'{title} a copy is made', copied)
            server.kill()
        check_rebuilt(report, options, root, title, before, isRepaired=False)


def main():
    options = arguments(__doc__)
    options.bin = os.path.abspath(options.bin)
    report = Report()
    with Workspace() as folder:
        check_ruined_indexes(report, options, folder)
        check_bad_row(report, options, folder)
        check_index_taken_away(report, options, folder)
    report.exit()


if __name__ == '__main__':
    main()
