#!/usr/bin/env python3
"""Archives of folders, the same changes through the API and on the disk, and the list of the whole tree.

A folder downloads as one archive of any size that other programs read, equal to the files on the disk. Each operation on
files and folders has the same effect through the API and on the disk. The tree of the whole workspace is listed as it
lies on the disk.
"""

import base64
import http.client
import io
import json
import os
import shutil
import stat
import struct
import subprocess
import tempfile
import zipfile

from event_log import EventLog
from report import Report
from server import Server, Workspace, arguments, wait_until

# Seconds until a change on the disk must be noticed, at the most.
NOTICED = 60
# Times of files; the last one is before 1980, the first year that a ZIP's own field can hold.
LONG_AGO = [1_000_000_000, 1_234_567_890, 300_000_000]
# More than the server may hold in memory for one download.
LARGE = 128 << 20
MEMORY = 48 << 20
# One more than an archive of the old form can count, with the folder itself.
MANY = 65_535


def make(top, tree):
    """Writes these files, each with an old time; a path that ends in a slash is a folder."""
    for number, (path, content) in enumerate(tree.items()):
        place = f'{top}/{path}'
        os.makedirs(place if path.endswith('/') else os.path.dirname(place), exist_ok=True)
        if path.endswith('/'):
            continue
        with open(place, 'wb') as file:
            file.write(content)
        os.utime(place, (LONG_AGO[number % 3], LONG_AGO[number % 3]))


def on_disk(top, name):
    """The expected content of an archive of the folder `top`: bytes and time of each file, and folders."""
    found = {f'{name}/': None}
    for folder, folders, files in os.walk(top):
        folders[:] = [one for one in folders if not one.startswith('.')]
        inner = os.path.relpath(folder, os.path.dirname(top))
        inner = name + inner[len(os.path.basename(top)) :]
        found.update({f'{inner}/{one}/': None for one in folders})
        for one in files:
            path = f'{folder}/{one}'
            if one.startswith('.') or os.path.islink(path) or not os.path.isfile(path):
                continue
            with open(path, 'rb') as file:
                found[f'{inner}/{one}'] = (file.read(), int(os.stat(path).st_mtime))
    return found


def written(info):
    """The time of an entry in seconds since 1970, from the extended field, which counts in UTC."""
    rest = info.extra
    while len(rest) >= 4:
        kind, length = struct.unpack('<HH', rest[:4])
        if kind == 0x5455:
            return struct.unpack('<i', rest[5:9])[0]
        rest = rest[4 + length :]
    return None


def in_archive(body):
    """Content, time and folders of an archive, as `on_disk` gives them; None when it is damaged."""
    with zipfile.ZipFile(io.BytesIO(body)) as archive:
        if archive.testzip() is not None:
            return None
        return {
            one.filename: None if one.is_dir() else (archive.read(one), written(one)) for one in archive.infolist()
        }


def archive(server, folder=''):
    return server.get('/api/v1/folders/archive', folder=folder)


def times(top):
    """The times of writing of everything below a folder."""
    return {
        os.path.join(folder, name): os.lstat(os.path.join(folder, name)).st_mtime_ns
        for folder, folders, files in os.walk(top)
        for name in ['.', *folders, *files]
    }


TREE = {
    'a.txt': b'hello',
    'b 10.txt': b'ten',
    'b 2.txt': b'two',
    'empty': b'',
    'just as long as is read at once': b'0123456789abcdef' * (1 << 14),
    'and one more': b'0123456789abcdef' * (1 << 14) + b'!',
    'Zo\u00eb/\u65e5\u672c\u8a9e.txt': 'na\u00efve'.encode(),
    'deep/er/and/deeper.txt': b'deep',
    'hollow/': None,
    '.hidden': b'h',
    '.git/config': b'g',
    'letter.rtfd/TXT.rtf': b'{\\rtf1 hello}',
    'letter.rtfd/Data/picture': b'picture',
}


def check_content(report, server, root):
    top = f'{root}/Documents/Papers'
    make(top, TREE)
    os.symlink('/etc/passwd', f'{top}/link.txt')
    os.mkfifo(f'{top}/pipe')
    make(f'{root}/Documents/Inbox', {'handed over.txt': b'from others'})
    # The server may still index new files, which would change times of writing during the download.
    wait_until(lambda: len(server.documents(folder='Papers')) == 7, NOTICED)
    before = times(f'{root}/Documents')
    got = archive(server, 'Papers')
    report.check('a folder is downloaded', got.status == 200 and got.headers['Content-Type'] == 'application/zip', got)
    report.check('of the length of its Content-Length', len(got.body) == int(got.headers.get('Content-Length', -1)))
    held, wanted = in_archive(got.body), on_disk(top, 'Papers')
    report.check('the archive holds all files and nothing else', held == wanted, set(held or ()) ^ set(wanted))
    names = [name for name in held if name.count('/') == 1 and name.endswith('.txt')]
    report.check('documents in the order of lists', names == [f'Papers/{one}.txt' for one in ('a', 'b 2', 'b 10')], names)
    again = archive(server, 'Papers')
    report.check('the same folder is the same bytes', again.body == got.body)
    everything = in_archive(archive(server).body)
    report.check(
        'all documents download as one archive, the Inbox included', everything == on_disk(f'{root}/Documents', 'Documents'), everything
    )
    report.check('no time of writing changed', times(f'{root}/Documents') == before)
    inside = archive(server, 'Papers/letter.rtfd')
    report.check('a package is no folder', inside.status == 404 and inside.code == 'not-found', inside)
    return got.body


def check_readers(report, body, wanted):
    """unzip and libarchive read the archive and make the same tree."""
    # With another locale unzip replaces letters in names.
    language = {**os.environ, 'LC_ALL': 'C.UTF-8'}
    with tempfile.TemporaryDirectory(prefix='sheaf-test-') as place:
        with open(f'{place}/archive.zip', 'wb') as file:
            file.write(body)
        command = ['unzip', '-q', 'archive.zip', '-d', 'unzipped']
        ended = subprocess.run(command, cwd=place, env=language, capture_output=True)
        report.check('unzip reads it', ended.returncode == 0, ended.stderr)
        report.check('and makes the same tree', on_disk(f'{place}/unzipped/Papers', 'Papers').keys() == wanted)
        command = ['bsdtar', '-xf', '-']
        ended = subprocess.run(command, input=body, cwd=place, env=language, capture_output=True)
        report.check('libarchive reads a stream', ended.returncode == 0, ended.stderr)
        report.check('and makes the same tree', on_disk(f'{place}/Papers', 'Papers').keys() == wanted)


def descriptors(server, name):
    """How often the server has a file of this name open."""
    place, count = f'/proc/{server.process.pid}/fd', 0
    for one in os.listdir(place):
        try:
            count += os.readlink(f'{place}/{one}').endswith(name)
        except OSError:
            pass
    return count


def check_large(report, server, root):
    top = f'{root}/Documents/Large'
    os.mkdir(top)
    with open(f'{top}/large.bin', 'wb') as file:
        file.truncate(LARGE)
    connection = http.client.HTTPConnection('127.0.0.1', server.port, timeout=600)
    connection.request('GET', '/api/v1/folders/archive?folder=Large')
    response = connection.getresponse()
    before, most, count = server.resident_bytes(), 0, 0
    while piece := response.read(1 << 20):
        count += len(piece)
        most = max(most, server.resident_bytes())
    connection.close()
    report.check('a large file comes whole', count == int(response.headers['Content-Length']) > LARGE, count)
    report.check('and is never held in memory as a whole', most - before < MEMORY, most - before)
    connection = http.client.HTTPConnection('127.0.0.1', server.port, timeout=600)
    connection.request('GET', '/api/v1/folders/archive?folder=Large')
    connection.getresponse().read(1 << 20)
    connection.close()
    is_closed = wait_until(lambda: descriptors(server, '/large.bin') == 0, NOTICED)
    report.check('a client that disconnects leaves no file open', is_closed)
    shutil.rmtree(top)


def check_many(report, binary):
    """More entries than two bytes can count. The download does not wait for the index, which would take long."""
    with Workspace() as root, Server(binary, root, '--no-file-sharing') as server:
        top = f'{root}/Documents/Many'
        os.makedirs(top)
        for number in range(MANY):
            os.close(os.open(f'{top}/{number}', os.O_CREAT | os.O_WRONLY))
        got = server.ask('GET', '/api/v1/folders/archive?folder=Many', timeout=600)
        report.check('very many files are downloaded', got.status == 200, got)
        with zipfile.ZipFile(io.BytesIO(got.body)) as archive:
            names = archive.namelist()
        report.check('each of them once', len(names) == MANY + 1 == len(set(names)), len(names))


# The workspace as it lies on the disk


def tree(server, limit):
    """All entries of the workspace's directory by their paths as bytes, and whether each page follows the one before."""
    found, order, cursor = {}, [], None
    while True:
        answer = server.get('/api/v1/container', limit=limit, **({'cursor': cursor} if cursor else {}))
        if answer.status != 200:
            raise RuntimeError(f'the workspace was not listed: {answer}')
        for one in answer.json['entries']:
            path = base64.b64decode(one['pathBytes']) if 'pathBytes' in one else one['path'].encode()
            found[path] = one
            order.append(path)
        cursor = answer.json['next']
        if not cursor:
            return found, len(order) == len(found) and order == sorted(order, key=lambda path: path.split(b'/'))


def walked(root):
    """Kinds of all entries below `root`, with the size of each file, from a walk of the disk."""
    found, top = {}, os.fsencode(root)
    for folder, folders, files in os.walk(top):
        for name in [*folders, *files]:
            facts = os.lstat(os.path.join(folder, name))
            kinds = {stat.S_IFREG: 'file', stat.S_IFDIR: 'folder', stat.S_IFLNK: 'link'}
            kind = kinds.get(stat.S_IFMT(facts.st_mode), 'other')
            path = os.path.relpath(os.path.join(folder, name), top)
            found[path] = (kind, facts.st_size if kind == 'file' else 0)
    return found


def make_odd(root):
    """Makes entries that are no documents; returns the path of a folder at depth fifty."""
    inbox = os.fsencode(f'{root}/Documents/Inbox')
    os.makedirs(inbox, exist_ok=True)
    for name in (b'\xff\xfe no text', b'line\nbreak', 'Zo\u00eb'.encode(), b'back\\slash', b'%2e%2e'):
        with open(os.path.join(inbox, name), 'wb') as file:
            file.write(name)
    os.symlink('/etc', f'{root}/Documents/out')
    os.symlink('..', f'{root}/Documents/Inbox/round')
    os.mkfifo(f'{root}/Documents/Inbox/pipe')
    deep = f'{root}/Documents/' + '/'.join(['deep'] * 50)
    os.makedirs(deep)
    return deep


def state(root):
    """All entries below `root` with their times of writing; None when an entry disappears during the walk.

    SQLite's shared memory is left out: its readers write to it.
    """
    try:
        return walked(root), {path: time for path, time in times(root).items() if not path.endswith('-shm')}
    except FileNotFoundError:
        return None


def undisturbed(root, ask):
    """The result of `ask` with the state before and after, when both are equal; None when every try saw a change.

    The server writes for a while after its start, so the call is repeated until the state is stable.
    """

    def look():
        before = state(root)
        got = ask()
        return (got, before[0]) if before and before == state(root) else None

    return wait_until(look, NOTICED, interval=1)


def check_tree(report, binary):
    with Workspace() as root, Server(binary, root, '--no-file-sharing') as server:
        server.upload(b'words', 'a.txt', folder='Papers')
        deep = make_odd(root)
        with open(f'{deep}/a.txt', 'w') as file:
            file.write('deep')
        for limit in (7, 1000):
            asked = undisturbed(root, lambda: tree(server, limit))
            report.check(f'{limit} at a time: listing changes no time of writing', asked)
            if not asked:
                continue
            (found, is_ordered), wanted = asked
            listed = {path: (one['kind'], one['size']) for path, one in found.items()}
            odd = set(listed.items()) ^ set(wanted.items())
            report.check(f'{limit} at a time: all entries of the disk', listed == wanted, odd)
            report.check(f'{limit} at a time: each once, in order', is_ordered)
            told = ' '.join(str(one) for one in found.values())
            report.check(f'{limit} at a time: no path of the machine', root not in told and len(found) > 60, len(found))


# The same operations through the API and on the disk


class Api:
    def __init__(self, server, root):
        self.server, self.top = server, 'api'

    def document(self, path):
        folder, _, name = f'{self.top}/{path}'.rpartition('/')
        return next(one for one in self.server.documents(folder=folder) if one['name'] == name)

    def add(self, path, body):
        folder, _, name = f'{self.top}/{path}'.rpartition('/')
        self.server.upload(body, name, folder=folder)

    def rename(self, path, name):
        self.server.ask('PATCH', f'/api/v1/documents/{self.document(path)["id"]}', json.dumps({'name': name}))

    def delete(self, path):
        self.server.ask('DELETE', f'/api/v1/documents/{self.document(path)["id"]}')

    def rename_folder(self, path, name):
        self.server.ask(
            'PATCH', '/api/v1/folders', json.dumps({'folder': f'{self.top}/{path}', 'to': f'{self.top}/{name}'})
        )

    def delete_folder(self, path):
        self.server.ask('DELETE', f'/api/v1/folders?folder={self.top}/{path}')


class Disk:
    """On the disk, as a file manager does."""

    def __init__(self, server, root):
        self.top, self.place = 'disk', f'{root}/Documents/disk'

    def add(self, path, body):
        place = f'{self.place}/{path}'
        os.makedirs(os.path.dirname(place), exist_ok=True)
        # In one step, so that the server cannot see half a folder.
        aside = f'{os.path.dirname(place)}/.coming'
        with open(aside, 'wb') as file:
            file.write(body)
        os.rename(aside, place)

    def rename(self, path, name):
        os.rename(f'{self.place}/{path}', f'{self.place}/{os.path.dirname(path)}/{name}')

    def delete(self, path):
        os.remove(f'{self.place}/{path}')

    def rename_folder(self, path, name):
        os.rename(f'{self.place}/{path}', f'{self.place}/{name}')

    def delete_folder(self, path):
        shutil.rmtree(f'{self.place}/{path}')


STEPS = [
    ('a document is added', lambda way: way.add('one/a.txt', b'first'), 1),
    ('another is added', lambda way: way.add('one/b.txt', b'second'), 1),
    ('one is renamed', lambda way: way.rename('one/a.txt', 'c.txt'), 1),
    ('their folder is renamed', lambda way: way.rename_folder('one', 'two'), 2),
    ('one is deleted', lambda way: way.delete('two/c.txt'), 1),
    ('another is added to the folder', lambda way: way.add('two/d.txt', b'third'), 1),
    ('the folder is deleted', lambda way: way.delete_folder('two'), 2),
]


def inner(way, folder):
    return folder[len(way.top) :]


def told(log, way):
    """The events of the documents in this way's folder; those of one step are sorted."""
    return [
        (one.kind, inner(way, one.document['folder']), one.document['name'])
        for one in list(log.events)
        if one.document.get('folder', '').split('/')[0] == way.top
    ]


def shown(server, way):
    """Documents and folders of this way's folder in the lists."""
    documents = server.documents(folder=way.top, deep='true')
    folders = server.get('/api/v1/folders', folder=way.top, deep='true').json.get('folders', [])
    return (
        sorted((inner(way, one['folder']), one['name'], one['size'], one['sha256']) for one in documents),
        sorted((inner(way, one['path']), one['documents']) for one in folders),
    )


def check_same_effect(report, server, root):
    """Each operation done once by the API and once on the disk yields the same listing and events."""
    ways = [Api(server, root), Disk(server, root)]
    # A document stays in both folders: an empty tree would look like a disk that is not mounted.
    for way in ways:
        way.add('stays.txt', b'stays ' + way.top.encode())
    wait_until(lambda: all(len(server.documents(folder=way.top)) == 1 for way in ways), NOTICED)
    log = EventLog()
    log.connect(server)
    wait_until(lambda: all(len(told(log, way)) == 1 for way in ways), NOTICED)
    count = 1
    for title, step, events in STEPS:
        count += events
        for way in ways:
            step(way)
        arrived = wait_until(lambda: all(len(told(log, way)) >= count for way in ways), NOTICED)
        api, disk = (sorted(told(log, way)[-events:]) for way in ways)
        report.check(f'{title}: the same events', arrived and api == disk, (api, disk))
        same = wait_until(lambda: shown(server, ways[0])[1] == shown(server, ways[1])[1], NOTICED)
        report.check(f'{title}: the same folders', same, [shown(server, way)[1] for way in ways])
        api, disk = ([one for one in shown(server, way)[0] if one[1] != 'stays.txt'] for way in ways)
        report.check(f'{title}: the same documents', api == disk, (api, disk))
    for way in ways:
        held = in_archive(archive(server, way.top).body)
        report.check(f'{way.top}: only the kept document is on the disk', list(held) == [f'{way.top}/', f'{way.top}/stays.txt'], held)
    log.disconnect()


def main():
    binary = arguments(__doc__).bin
    report = Report()
    with Workspace() as root, Server(binary, root) as server:
        body = check_content(report, server, root)
        check_readers(report, body, on_disk(f'{root}/Documents/Papers', 'Papers').keys())
        check_large(report, server, root)
    with Workspace() as root, Server(binary, root) as server:
        check_same_effect(report, server, root)
    check_many(report, binary)
    check_tree(report, binary)
    report.exit()


if __name__ == '__main__':
    main()
