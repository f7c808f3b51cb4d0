#!/usr/bin/env python3
"""A manipulated index and backup: one bad row costs one document, and no foreign object is restored."""

import hashlib
import json
import os
import sqlite3
from concurrent.futures import ThreadPoolExecutor

from program import INCOMPLETE, said, sheaf
from report import Report
from server import Server, Workspace, arguments, wait_until

# Of each column a value of the right kind that no document has.
WRONG = {
    'id': '../../etc',
    'name': 'a/b.txt',
    'folder': '/etc',
    'type': 'no type at all',
    'sha256': 'not a hash',
    'marks': '[1',
    'size': -5,
    'created': 2**63 - 1,
}
SPARSE_BYTES = 1 << 40


def main():
    options = arguments(__doc__)
    report = Report()
    def check(column, value):
        with Workspace() as root:
            check_row(report, options, root, column, value)

    # Each of them waits for the watching of its server most of the time.
    with ThreadPoolExecutor(len(WRONG)) as pool:
        list(pool.map(check, *zip(*WRONG.items())))
    with Workspace() as folder:
        check_restore(report, options, folder)
    report.exit()


def fill(options, root):
    with Server(options.bin, root) as server:
        ids = [server.upload(f'text {n}'.encode(), f'paper {n}.txt', folder='Papers').json['id'] for n in range(5)]
        server.stop()
    return ids


def check_row(report, options, root, column, value):
    ids = fill(options, root)
    with sqlite3.connect(f'{root}/Library/index.sqlite') as index:
        index.execute(f'UPDATE document SET {column} = ? WHERE id = ?', (value, ids[2]))
    with Server(options.bin, root, '--no-file-sharing') as server:
        check_lists(report, server, column)
        if column != 'id':
            answer = server.get(f'/api/v1/documents/{ids[2]}')
            report.check(f'{column}: a request for it is a server error', answer.status == 500, answer)
        server.stop()
    with Server(options.bin, root) as server:
        with open(f'{root}/Documents/Papers/put there.txt', 'w') as file:
            file.write('by another program')
        found = wait_until(lambda: server.get('/api/v1/documents', q='there').json['documents'], 40)
        report.check(f'{column}: new files on the disk are found', found, server.tail_of_log())
        os.remove(f'{root}/Documents/Papers/put there.txt')
        wait_until(lambda: not server.get('/api/v1/documents', q='there').json['documents'], 40)
        server.stop()
    found = sheaf(options, 'verify', '--root', root)
    report.check(
        f'{column}: verify names the row',
        found.returncode == INCOMPLETE and b'unreadable-entry  Library/index.sqlite#document-3' in as_bytes(found),
        said(found),
    )
    found = sheaf(options, 'verify', '--repair', '--root', root)
    report.check(f'{column}: --repair puts it aside', found.returncode == 0 and b'set-aside' in as_bytes(found), said(found))
    damaged = f'{root}/Library/Damaged'
    aside = [name for _, _, names in os.walk(damaged) for name in names]
    report.check(f'{column}: the row is kept as text with the reason', 'reason.txt' in aside and len(aside) >= 2, aside)
    with Server(options.bin, root) as server:
        names = sorted(document['name'] for document in server.documents())
        report.check(f'{column}: its file is a document again', names == [f'paper {n}.txt' for n in range(5)], names)
        health = server.get('/healthz').json
        report.check(f'{column}: and /healthz reports no fault', health['index'] == {'state': 'whole', 'unreadable': 0}, health)


def as_bytes(found):
    return found.stdout if isinstance(found.stdout, bytes) else found.stdout.encode()


def check_lists(report, server, column):
    good = {f'paper {n}.txt' for n in (0, 1, 3, 4)}
    lists = {
        'the list': '/api/v1/documents?folder=Papers',
        'the deep list': '/api/v1/documents?deep=true&sort=name',
        'the search': '/api/v1/documents?q=paper',
        'the oldest': '/api/v1/documents?sort=created',
    }
    for what, path in lists.items():
        answer = server.ask('GET', path)
        names = {document['name'] for document in answer.json.get('documents', [])}
        report.check(f'{column}: {what} has the other documents', answer.status == 200 and names == good, answer)
    answer = server.ask('GET', '/api/v1/documents?limit=1&sort=created')
    pages = [answer.json]
    while pages[-1].get('next') and len(pages) < 9:
        pages.append(server.get('/api/v1/documents', limit=1, sort='created', cursor=pages[-1]['next']).json)
    names = {document['name'] for page in pages for document in page.get('documents', [])}
    report.check(f'{column}: also page by page', names == good, names)
    for path in ('/api/v1/folders', '/api/v1/folders?deep=true'):
        report.check(f'{column}: {path} is answered', server.ask('GET', path).status == 200)
    health = server.get('/healthz').json
    report.check(
        f'{column}: /healthz counts it',
        health['status'] == 'degraded' and health['index'].get('unreadable') == 1,
        health,
    )


def check_restore(report, options, folder):
    root, backup = f'{folder}/root', f'{folder}/backup'
    fill(options, root)
    found = sheaf(options, 'backup', '--root', root, backup)
    report.check('a backup is made', found.returncode == 0, said(found))
    snapshot = f'{backup}/snapshots/{os.listdir(f"{backup}/snapshots")[0]}'
    plant(snapshot)
    found = sheaf(options, 'restore', '--root', f'{folder}/planted', backup)
    report.check('planted objects are reported', found.returncode == INCOMPLETE and b"not Sheaf's" in as_bytes(found), said(found))
    with sqlite3.connect(f'{folder}/planted/Library/index.sqlite') as index:
        objects = {name for (name,) in index.execute('SELECT name FROM sqlite_master')}
    report.check('and no planted object is restored', not objects & {'spy', 'spied', 'spies', 'spying'}, objects)
    with sqlite3.connect(f'{root}/Library/index.sqlite') as index:
        own = {name for (name,) in index.execute('SELECT name FROM sqlite_master')}
    report.check('all objects of Sheaf are restored', own <= objects, own - objects)
    with Server(options.bin, f'{folder}/planted') as server:
        names = [document['name'] for document in server.documents()]
        report.check('the documents are restored', len(names) == 5, names)
        report.check('and changes are taken', server.upload(b'new', 'new.txt').status == 201)
    check_lengths(report, options, folder, backup)


def plant(snapshot):
    """Foreign triggers, a view, a table and an index, and one of Sheaf's triggers with another body."""
    with sqlite3.connect(f'{snapshot}/index.sqlite') as index:
        index.executescript("""
            CREATE TABLE spied (what TEXT);
            CREATE INDEX spies ON document (words);
            CREATE VIEW spying AS SELECT * FROM document;
            CREATE TRIGGER spy AFTER INSERT ON document BEGIN DELETE FROM version; END;
            DROP TRIGGER versionReleased;
            CREATE TRIGGER versionReleased AFTER DELETE ON version BEGIN DELETE FROM document; END;
        """)
        index.execute('PRAGMA journal_mode = DELETE')
    index.close()
    change_manifest(snapshot, 'index.sqlite')


def change_manifest(snapshot, name):
    """Adjusts the manifest to the changed file, as an attacker with access to the backup would."""
    with open(f'{snapshot}/{name}', 'rb') as file:
        content = file.read()
    with open(f'{snapshot}/manifest.json') as file:
        manifest = json.load(file)
    for file in manifest['files']:
        if file['path'] == name:
            file.update(size=len(content), sha256=hashlib.sha256(content).hexdigest())
    with open(f'{snapshot}/manifest.json', 'w') as file:
        json.dump(manifest, file)


def check_lengths(report, options, folder, backup):
    """Contents with a declared length of a terabyte are refused before a byte of them is written."""
    for path, _, names in os.walk(f'{backup}/objects'):
        for name in names:
            os.chmod(os.path.join(path, name), 0o600)
            os.truncate(os.path.join(path, name), SPARSE_BYTES)
    found = sheaf(options, 'restore', '--root', f'{folder}/sparse', backup)
    words = as_bytes(found)
    report.check(
        'contents of a wrong length are refused, each by name',
        found.returncode == INCOMPLETE and words.count(b'bytes in the backup') >= 5,
        said(found),
    )
    report.check('and the output says that nothing was restored', b'Nothing was restored' in words, said(found))
    used = sum(os.stat(os.path.join(path, name)).st_size for path, _, names in os.walk(f'{folder}/sparse') for name in names)
    report.check('no part of them was written', used < 16 << 20, used)


if __name__ == '__main__':
    main()
