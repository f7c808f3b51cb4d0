#!/usr/bin/env python3
"""Archives of folders: of any size, read by other programs, and equal to the files on the disk."""

import http.client
import io
import os
import shutil
import struct
import subprocess
import tempfile
import zipfile

from report import Report
from server import Server, Workspace, arguments, wait_until

# Seconds until a change on the disk must be noticed, at the most.
NOTICED = 60
# Times of files; the last one is before 1980, the first year that a ZIP's own field can hold.
LONG_AGO = [1_000_000_000, 1_234_567_890, 300_000_000]
# More than the server may hold in memory for one download.
LARGE = 128 << 20
MEMORY = 48 << 20


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


def main():
    binary = arguments(__doc__).bin
    report = Report()
    with Workspace() as root, Server(binary, root) as server:
        body = check_content(report, server, root)
        check_readers(report, body, on_disk(f'{root}/Documents/Papers', 'Papers').keys())
        check_large(report, server, root)
    report.exit()


if __name__ == '__main__':
    main()
