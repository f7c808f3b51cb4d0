#!/usr/bin/env python3
"""Backup, restore, repair, damaged settings, quota, a full disk, one server per root."""

import glob
import hashlib
import json
import os
import random
import shutil
import subprocess
import threading
import time

from disk_full import SmallDisk
from event_log import EventLog
from program import BUSY, INCOMPLETE, said, sheaf
from report import Report
from server import Server, Workspace, arguments, files_below, wait_until

MIB = 1 << 20
# Seconds for periodic tasks, at the most: a drop folder that failed rests for ten seconds.
SECONDS = 60


def sha256(data):
    return hashlib.sha256(data).hexdigest()


# Backup and restore


class Load:
    """Clients that upload, replace, move and throw away documents; in a `with`."""

    def __init__(self, server, seed, writers=3):
        self.server, self.ended, self.unexpected, self.count = server, threading.Event(), [], 0
        self.threads = [threading.Thread(target=self.work, args=(seed + n, n)) for n in range(writers)]

    def __enter__(self):
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *_):
        self.ended.set()
        for thread in self.threads:
            thread.join()

    def work(self, seed, writer):
        dice, mine = random.Random(seed), []
        while not self.ended.is_set():
            answer = self.change(dice, mine, writer)
            self.count += 1
            if answer.status not in (200, 201, 204):
                self.unexpected.append(answer)

    def change(self, dice, mine, writer):
        kind = dice.choice(['add', 'add', 'replace', 'replace', 'move', 'trash']) if mine else 'add'
        body = dice.randbytes(int(2 ** dice.uniform(4, 17)))
        if kind == 'add':
            answer = self.server.upload(body, f'{writer}-{self.count}.bin', folder=f'F{dice.randrange(3)}')
            if answer.status == 201:
                mine.append(answer.json['id'])
            return answer
        path = f'/api/v1/documents/{dice.choice(mine)}'
        if kind == 'replace':
            return self.server.ask('PUT', f'{path}/content', body)
        if kind == 'trash':
            mine.remove(path.rsplit('/', 1)[1])
            return self.server.ask('DELETE', path)
        name = json.dumps({'folder': f'G{dice.randrange(3)}'})
        return self.server.ask('PATCH', path, name, {'Content-Type': 'application/json'})


def check_backup_under_load(report, options, folder):
    root, dest = os.path.join(folder, 'root'), os.path.join(folder, 'backups')
    with Server(options.bin, root) as server:
        fixed = server.upload(b'always there', 'fixed.txt', folder='Fixed').json
        server.ask('PUT', f'/api/v1/documents/{fixed["id"]}/content', b'its second version')
        fixed = server.get(f'/api/v1/documents/{fixed["id"]}').json
        found = []
        with Load(server, options.seed) as load:
            # The load needs time to begin.
            time.sleep(0.5)
            for _ in range(3):
                found.append(sheaf(options, 'backup', '--root', root, '--json', dest))
        report.check('no request of the load failed', not load.unexpected, load.unexpected[:3])
        report.check(
            f'three backups under load ({load.count} changes) are complete',
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
    check_verified_backup(report, options, root, dest, victim)


def check_verified_backup(report, options, root, dest, victim):
    found = sheaf(options, 'verify', '--backup', dest)
    report.check(
        'verify --backup names a content of the right size with other bytes',
        found.returncode == INCOMPLETE and os.path.basename(victim) in found.stdout,
        said(found),
    )
    os.remove(victim)
    found = sheaf(options, 'backup', '--root', root, dest)
    report.check('the next backup copies a removed content again', found.returncode == 0, said(found))
    manifest = f'{dest}/snapshots/{sorted(os.listdir(f"{dest}/snapshots"))[-1]}/manifest.json'
    found = sheaf(options, 'verify', '--backup', dest, '--json')
    report.check(
        'and verify --backup finds nothing',
        found.returncode == 0 and json.loads(found.stdout)['findings'] == [],
        said(found),
    )
    with open(manifest, 'w') as file:
        file.write('{')
    found = sheaf(options, 'verify', '--backup', dest)
    report.check('a damaged manifest is named', found.returncode == INCOMPLETE and 'damaged-snapshot' in found.stdout, said(found))
    found = sheaf(options, 'backup', '--root', root, '--keep', 2, dest)
    report.check('and old snapshots can still be removed', found.returncode == 0, said(found))
    for words in (['--backup', f'{root}/Documents'], ['--backup', dest, '--repair'], ['--backup', dest, '--root', root], []):
        found = sheaf(options, 'verify', *words)
        report.check(f'verify {" ".join(words[::2]) or "of nothing"} is refused', found.returncode not in (0, 2) and found.stderr, said(found))


# Repair


def check_events(report, options, folder):
    """The cursor of an event stream is reset after a restore and after the loss of the index, but not after a restart."""
    root, dest, new = (os.path.join(folder, name) for name in ('heard', 'heard-backups', 'heard-new'))
    log = EventLog()
    with Server(options.bin, root) as server:
        log.connect(server)
        server.upload(b'one', '1.txt')
        found = sheaf(options, 'backup', '--root', root, dest)
        server.upload(b'two', '2.txt')
        heard = log.wait(2, SECONDS)
        log.disconnect()
        report.check('a client receives two changes, one after the backup', heard and not log.faults, log.faults)
        report.check('the backup is complete', found.returncode == 0 and server.stop() == 0, said(found))
    with Server(options.bin, root) as server:
        again = EventLog(log.id)
        again.connect(server)
        server.upload(b'three', '3.txt')
        heard = again.wait(1, SECONDS)
        again.disconnect()
        report.check('after a restart the stream continues at the cursor', heard and not again.faults, again.faults)
        report.check('SIGTERM ends it', server.stop() == 0)
    found = sheaf(options, 'restore', '--root', new, dest)
    report.check('the backup is restored', found.returncode == 0, said(found))
    check_reset(report, options, new, log.id, 'after a backup was restored')
    for file in glob.glob(f'{root}/Library/index.sqlite*'):
        os.remove(file)
    check_reset(report, options, root, log.id, 'after the index was lost')


def check_reset(report, options, root, id, title):
    log = EventLog(id)
    with Server(options.bin, root) as server:
        log.connect(server)
        # The new index gives the client's last number to another event.
        server.upload(b'later', 'later.txt')
        heard = wait_until(lambda: any(event.document['name'] == 'later.txt' for event in log.events), SECONDS)
        log.disconnect()
        report.check(f'{title} a client first receives a reset', log.resets == [(0, 'unknown-epoch')], log.resets)
        goes_on = heard and len(log.faults) == 1
        report.check('and then the events after it', goes_on, (log.faults, log.events))
        report.check('SIGTERM ends it', server.stop() == 0)


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


# Settings

SETTINGS = ('types.json', 'packages.json', 'preferences.json', 'time.json')
SCRAPBOOK = {
    'identifier': 'com.example.scrapbook',
    'name': 'Scrapbook',
    'extensions': ['scraps'],
    'conformsTo': ['com.apple.package'],
}


def check_settings(report, options, folder):
    """Damaged settings do not prevent a start, nothing of them is lost, and packages of a lost type stay whole."""
    root = os.path.join(folder, 'settings')
    with Server(options.bin, root) as server:
        server.ask('POST', '/api/v1/types', json.dumps({'types': [SCRAPBOOK]}))
        server.ask('PUT', '/api/v1/preferences/library.order', '"name"')
        os.makedirs(f'{root}/Documents/book.scraps')
        with open(f'{root}/Documents/book.scraps/page.txt', 'wb') as file:
            file.write(b'page')
        book = wait_until(lambda: next(iter(server.documents()), None), SECONDS)
        report.check('a package of a declared type is one document', book and book['name'] == 'book.scraps', book)
        server.stop()
    whole = {name: open(f'{root}/Library/{name}', 'rb').read() for name in SETTINGS}
    for way in ('at the next start', 'by verify --repair'):
        for name in SETTINGS:
            with open(f'{root}/Library/{name}', 'wb') as file:
                # packages.json stays whole: the types and the rule for packages are restored from each other.
                file.write(whole[name] if name == 'packages.json' else b'{ ' + name.encode())
        check_damaged_settings(report, options, root, way, book)
        shutil.rmtree(f'{root}/Library/Damaged')
    with open(f'{root}/Library/types.json', 'wb') as file:
        file.write(whole['types.json'])
    with open(f'{root}/Library/packages.json', 'wb') as file:
        file.write(b'damaged')
    with Server(options.bin, root) as server:
        report.check('with the old types put back the document is the same', server.documents() == [book], server.documents())
        report.check('and the log reports no lost types', 'types are lost' not in server.tail_of_log(), server.tail_of_log())
        withdrawn = server.ask('DELETE', f'/api/v1/types/{SCRAPBOOK["identifier"]}')
        apart = wait_until(lambda: any(d['name'] == 'page.txt' for d in server.documents()), SECONDS)
        report.check('until its type is withdrawn', withdrawn.status == 204 and apart, server.documents())
    report.check('a rule that was damaged is made anew', b'"rtfd"' in open(f'{root}/Library/packages.json', 'rb').read())


def check_damaged_settings(report, options, root, way, book):
    damaged = [f'Library/{name}' for name in SETTINGS if name != 'packages.json']
    found = sheaf(options, 'verify', '--root', root, '--json')
    listed = json.loads(found.stdout or '{}')
    kinds = {f['place']: f['kind'] for f in listed.get('findings', []) + listed.get('notes', [])}
    report.check(
        f'damaged settings, {way}: verify tells',
        found.returncode == INCOMPLETE and kinds == dict.fromkeys(damaged, 'damaged-settings'),
        said(found),
    )
    if way == 'by verify --repair':
        found = sheaf(options, 'verify', '--repair', '--root', root)
        report.check('they are repaired', found.returncode == 0 and found.stdout.count('set-aside') == 3, said(found))
    drop = os.path.join(os.path.dirname(root), f'dropped {way}')
    os.makedirs(drop)
    with Server(options.bin, root, '--drop', drop) as server:
        log = server.tail_of_log()
        told = way == 'by verify --repair' or all(f'name={path}' in log for path in damaged)
        report.check('the server starts, and its log names them', told and 'types are lost' in log, log)
        # Time for a pass over the tree: the files in the package must not become documents.
        time.sleep(3)
        report.check('the package is the same document', server.documents() == [book], server.documents())
        chosen = server.get('/api/v1/preferences/library.order').json.get('value')
        report.check('preferences are as they were at first', chosen == '-created', chosen)
        shutil.copytree(f'{root}/Documents/book.scraps', f'{drop}/new.scraps')
        new = wait_until(lambda: next((d for d in server.documents() if d['name'] == 'new.scraps'), None), SECONDS)
        report.check('a package in the drop folder comes in as one document', new and len(server.documents()) == 2, server.documents())
        server.ask('DELETE', f'/api/v1/documents/{new["id"] if new else None}')
        server.stop()
    aside = sorted(os.path.basename(path) for path in files_below(f'{root}/Library/Damaged'))
    report.check('each is in Damaged', [n for n in aside if n != 'reason.txt'] == sorted(os.path.basename(p) for p in damaged), aside)
    found = sheaf(options, 'verify', '--root', root)
    report.check('and verify is clean', found.returncode == 0, said(found))


# Quota and full disks


def check_quota(report, options, folder):
    root, drop = os.path.join(folder, 'quota'), os.path.join(folder, 'drop')
    os.makedirs(drop)
    with Server(options.bin, root, '--quota', '4', '--drop', drop) as server:
        report.check('a document within the quota is taken', server.upload(os.urandom(3 * MIB), 'three.bin').status == 201)
        answer = server.upload(os.urandom(2 * MIB), 'two.bin')
        report.check(
            'a larger one is 507, with the numbers',
            answer.status == 507
            and answer.code == 'quota-exceeded'
            and answer.json.get('quotaBytes') == 4 * MIB
            and answer.json.get('usedBytes') == 3 * MIB,
            answer,
        )
        # A refusal may be lost with the connection while the client still sends the body.
        refused = wait_until(lambda: chunked(server, os.urandom(2 * MIB)).startswith(b'HTTP/1.1 507'), 10)
        report.check('also without a Content-Length', refused)
        report.check('no part of it is left', not files_below(f'{root}/tmp'), files_below(f'{root}/tmp'))
        check_quota_race(report, server, root)
        check_waiting_drop(report, server, drop)
        report.check('the documents can still be read', len(server.documents()) >= 1)
        storage = server.get('/api/v1/storage').json
        report.check('and the state reports the quota', storage.get('quotaBytes') == 4 * MIB, storage)


def check_quota_recovery(report, options, folder):
    """The API alone makes room in a full workspace, also after a file was removed on the disk."""
    root = os.path.join(folder, 'recovery')
    with Server(options.bin, root, '--quota', '4') as server:
        large = server.upload(os.urandom(3 * MIB), 'three.bin').json
        os.remove(f'{root}/Documents/three.bin')
        refused = server.upload(os.urandom(2 * MIB), 'two.bin')
        report.check('a file removed on the disk still counts', refused.code == 'quota-exceeded', refused)
        answer = server.ask('DELETE', f'/api/v1/documents/{large["id"]}')
        report.check('its document can be thrown away', answer.status == 204, answer)
        job = server.ask('DELETE', '/api/v1/trash').json
        done = wait_until(lambda: server.get(f'/api/v1/jobs/{job["id"]}').json['state'] == 'finished', SECONDS)
        report.check('and the Trash can be emptied', done, job)
        answer = server.upload(os.urandom(2 * MIB), 'two.bin')
        report.check('then there is room at once', answer.status == 201, answer)
        used = lambda: server.get('/api/v1/storage').json['usedBytes']
        report.check('and the numbers follow', wait_until(lambda: used() == 2 * MIB, SECONDS), used())


def chunked(server, body):
    head = (
        f'POST /api/v1/documents?name=chunked.bin HTTP/1.1\r\nHost: {server.authority}\r\n'
        'Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n'
    ).encode()
    return server.raw(head + b'%x\r\n' % len(body) + body + b'\r\n0\r\n\r\n')


def check_quota_race(report, server, root):
    answers = []
    body = [os.urandom(700_000) for _ in range(6)]
    threads = [
        threading.Thread(target=lambda n=n: answers.append(server.upload(body[n], f'race-{n}.bin'))) for n in range(6)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    stored = sum(os.path.getsize(path) for path in files_below(f'{root}/Documents'))
    taken = [answer.status for answer in answers].count(201)
    report.check(
        'parallel uploads share one quota',
        stored <= 4 * MIB and taken == 1,
        (stored, answers),
    )


def check_waiting_drop(report, server, drop):
    with open(f'{drop}/large.bin', 'wb') as file:
        file.write(os.urandom(2 * MIB))
    watcher = lambda: server.get('/api/v1/watchers').json['watchers'][0]
    waits = wait_until(lambda: watcher()['state'] == 'failing', SECONDS)
    report.check('the drop folder says why it waits', waits, watcher())
    report.check(
        'and sets no file aside',
        not os.path.exists(f'{drop}/Not imported') and b'large.bin' in b' '.join(map(os.fsencode, files_below(drop))),
        files_below(drop),
    )


def check_watermark(report, options):
    with Workspace() as folder, SmallDisk(folder) as disk:
        if disk.reason:
            return report.skip('a disk that fills up', disk.reason)
        root, drop = os.path.join(folder, 'root'), os.path.join(folder, 'drop')
        os.makedirs(drop)
        with Server(options.bin, root, '--keep-free', '16', '--drop', drop) as server:
            kept = server.upload(b'kept', 'kept.txt').json
            gone = server.upload(b'gone', 'gone.txt').json
            report.check('a roomy disk is open', storage(server) == 'open', server.get('/healthz'))
            fill_disk(folder, 12)
            report.check('a disk with too little left is low', wait_until(lambda: storage(server) == 'low', SECONDS))
            check_low(report, server, kept, gone, drop, root)
            fill_disk(folder, 17)
            # Time for two measurements of the disk by the server.
            time.sleep(2)
            report.check('a little room is not enough', storage(server) == 'low', server.get('/healthz'))
            os.remove(f'{folder}/ballast')
            report.check('with room it opens again', wait_until(lambda: storage(server) == 'open', SECONDS))
            report.check('and takes things', server.upload(b'new', 'new.txt').status == 201)
            taken = lambda: any(d['name'] == 'waits.txt' for d in server.documents())
            report.check('and takes the file that waited in the drop folder', wait_until(taken, SECONDS))


def storage(server):
    return server.get('/healthz').json.get('storage')


def fill_disk(folder, leave):
    """Fills the disk up to so many MiB; the free room only shrinks on the way."""
    with open(f'{folder}/ballast', 'ab') as file:
        disk = os.statvfs(folder)
        size = os.fstat(file.fileno()).st_size + disk.f_bavail * disk.f_frsize - leave * MIB
        os.posix_fallocate(file.fileno(), 0, size)
        os.truncate(file.fileno(), size)


def check_low(report, server, kept, gone, drop, root):
    answer = server.upload(b'more', 'more.txt')
    report.check(
        'an upload is 507, with the reason and the numbers',
        answer.status == 507 and answer.code == 'storage-low' and answer.json.get('keepFreeBytes') == 16 * MIB,
        answer,
    )
    answer = server.ask('PUT', f'/api/v1/documents/{kept["id"]}/content', b'changed')
    report.check('and so is a new version', answer.status == 507 and answer.code == 'storage-low', answer)
    report.check('reading goes on', server.get(f'/api/v1/documents/{kept["id"]}/content').body == b'kept')
    report.check('deleting goes on', server.ask('DELETE', f'/api/v1/documents/{gone["id"]}').status in (200, 204))
    request = f'GET /api/v1/events HTTP/1.1\r\nHost: {server.authority}\r\n\r\n'.encode()

    def told():
        events = server.raw(request, timeout=2)
        return b'event: workspace.storage' in events and b'"state":"low"' in events

    report.check('an event reports it', wait_until(told, SECONDS))
    # The server measures the disk every second, also without requests.
    measured = wait_until(lambda: b'sheaf_storage_low 1' in server.get('/metrics').body, SECONDS)
    report.check('the metrics tell', measured)
    with open(f'{drop}/waits.txt', 'wb') as file:
        file.write(b'waits')
    # Twice the time that a file has to lie unchanged.
    time.sleep(4)
    report.check('the drop folder leaves files where they are', os.listdir(drop) == ['waits.txt'], os.listdir(drop))
    report.check('no file stays in staging', not files_below(f'{root}/tmp'))


def main():
    options = arguments(__doc__, rounds=6, seed=random.randrange(2**32))
    options.bin = os.path.abspath(options.bin)
    print(f'seed {options.seed}')
    report = Report()
    with Workspace() as folder:
        root, dest, _ = check_backup_under_load(report, options, folder)
        check_killed_backups(report, options, root, folder)
        check_backup_refusals(report, options, root, dest, folder)
        check_events(report, options, folder)
        check_repair(report, options, folder)
        check_settings(report, options, folder)
        check_quota_recovery(report, options, folder)
        check_quota(report, options, folder)
    check_watermark(report, options)
    report.exit()


if __name__ == '__main__':
    main()
