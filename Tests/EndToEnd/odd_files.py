#!/usr/bin/env python3
"""Files of every kind and of any time in Documents, and the longest paths.

Links and devices are never followed nor opened. Paths that are too long are refused or passed over.
"""

import json
import os
import socket
import stat
import subprocess

from event_log import EventLog
from preload import Preload, Rule
from program import damage
from report import Report
from server import Server, Workspace, arguments, wait_until

SECRET = b'not for anybody'
# Seconds until a start has indexed all files, at the most. A new file waits for a second pass over the tree, which on a
# busy machine comes half a minute after the first.
NOTICED = 60


def documents_by_path(server, **question):
    return {os.path.join(one['folder'], one['name']): one for one in server.documents(**question)}


def content(server, document):
    return server.get(f'/api/v1/documents/{document["id"]}/content').body


def bytes_of(path):
    with open(path, 'rb') as file:
        return file.read()


def patch(server, document, **changes):
    return server.ask('PATCH', f'/api/v1/documents/{document["id"]}', json.dumps(changes))


def is_refusal(answer):
    return 400 <= answer.status < 500 and bool(answer.code)


# Links, devices and the like


def make_odd(top, outside):
    """Makes every entry that is no plain file; returns the names, and reasons for those that could not be made."""
    os.makedirs(f'{top}/Odd')
    os.symlink(f'{outside}/secret.txt', f'{top}/Odd/link.txt')
    os.symlink(outside, f'{top}/Odd/linked folder')
    os.symlink('nowhere', f'{top}/Odd/dangling.txt')
    os.symlink('loop.txt', f'{top}/Odd/loop.txt')
    os.symlink('plain.txt', f'{top}/Odd/inner.txt')
    os.mkfifo(f'{top}/Odd/pipe.txt')
    with socket.socket(socket.AF_UNIX) as one:
        here = os.getcwd()
        # The name of a socket has 107 bytes at most.
        os.chdir(f'{top}/Odd')
        one.bind('socket.txt')
        os.chdir(here)
    with open(f'{top}/Odd/plain.txt', 'wb') as file:
        file.write(b'plain')
    try:
        os.mknod(f'{top}/Odd/device.txt', 0o666 | stat.S_IFCHR, os.makedev(1, 5))
    except PermissionError as error:
        return str(error)


def check_odd(report, options, root, outside):
    with open(f'{outside}/secret.txt', 'wb') as file:
        file.write(SECRET)
    with Preload(root) as library:
        server = Server(options.bin, root)
        server.environment = library.environment
        with server:
            server.stop()
        reason = make_odd(f'{root}/Documents', outside)
        if reason:
            report.skip('a device', reason)
        names = [name for name in os.listdir(f'{root}/Documents/Odd') if name != 'plain.txt']
        library.set(*[Rule('open make read', f'/Odd/{name}') for name in names])
        with server:
            check_unopened(report, server, library, names)
            check_requests(report, server, root, names)
            report.check('the file outside is unchanged', bytes_of(f'{outside}/secret.txt') == SECRET)
            report.check('SIGTERM ends it', server.stop() == 0)
        for number, name in enumerate(names):
            seen, _ = library.counts(number)
            # The server may stat and rename a link, a FIFO or a device, but does not open it.
            report.check(f'{name} was never opened', seen == 0, seen)
    found = damage(options.bin, root)
    report.check('verify is clean beside them', not found, found)


def check_unopened(report, server, library, names):
    listed = wait_until(lambda: documents_by_path(server, folder='Odd'), NOTICED)
    report.check(
        'a plain file among links, pipes, sockets and devices is listed, and it alone',
        list(listed) == ['Odd/plain.txt'],
        listed,
    )
    report.check('it is read', content(server, listed['Odd/plain.txt']) == b'plain')


def check_requests(report, server, root, names):
    for name in names:
        before = os.lstat(f'{root}/Documents/Odd/{name}')
        if name != 'linked folder':
            for conflict in ('fail', 'replace'):
                answer = server.upload(b'upload', name, folder='Odd', conflict=conflict)
                report.check(
                    f'an upload over {name} is refused ({conflict})',
                    answer.status == 409 and answer.code == 'name-taken',
                    answer,
                )
            answer = server.upload(f'beside {name}'.encode(), name, folder='Odd', conflict='rename')
            report.check(
                f'an upload beside {name} gets a number', answer.status == 201 and answer.json['name'] != name, answer
            )
        after = os.lstat(f'{root}/Documents/Odd/{name}')
        same = (before.st_ino, before.st_mode) == (after.st_ino, after.st_mode)
        report.check(f'{name} is unchanged', same, (before, after))
    answer = server.upload(b'upload', 'through.txt', folder='Odd/linked folder')
    report.check('an upload through a linked folder is refused', is_refusal(answer), answer)
    plain = documents_by_path(server)['Odd/plain.txt']
    for changes in ({'folder': 'Odd/linked folder'}, {'name': 'pipe.txt'}, {'name': 'link.txt'}):
        answer = patch(server, plain, **changes)
        report.check(f'a move to {changes} is refused', is_refusal(answer), answer)
    # A link takes the place of a document.
    os.rename(f'{root}/Documents/Odd/plain.txt', f'{root}/Documents/Odd/aside.txt')
    os.symlink('/etc/passwd', f'{root}/Documents/Odd/plain.txt')
    answer = server.get(f'/api/v1/documents/{plain["id"]}/content')
    # A pass over the tree in between finds the document's file under its new name.
    is_own = answer.status == 200 and answer.body == b'plain'
    report.check(
        'a link in the place of a document is not followed',
        b'root:' not in answer.body and (answer.status != 200 or is_own),
        answer,
    )
    os.remove(f'{root}/Documents/Odd/plain.txt')
    os.rename(f'{root}/Documents/Odd/aside.txt', f'{root}/Documents/Odd/plain.txt')
    back = wait_until(lambda: content(server, plain) == b'plain', NOTICED)
    report.check('after its removal the document is there again', back, documents_by_path(server))


# Long and deep


def restart(server, log):
    server.stop()
    log.disconnect()
    server.start()
    log.connect(server)


def check_life(report, server, document, body, title):
    """Saves a document, throws it away, restores and reads it."""
    path = f'/api/v1/documents/{document["id"]}'
    statuses = [
        server.ask('PUT', f'{path}/content', body + b' 2').status,
        server.ask('DELETE', path).status,
        server.ask('POST', f'{path}/restore').status,
        server.ask('POST', f'{path}/versions/1/restore').status,
    ]
    report.check(f'{title}: saved, thrown away and restored', statuses == [200, 204, 200, 200], statuses)
    report.check(f'{title}: read', content(server, document) == body)


def check_long_paths(report, server, root, log):
    parts = [letter * 255 for letter in 'abcdefghijklm']
    longest = '/'.join(parts) + '/' + 'z' * 171
    name = 'n' * 255
    answer = server.upload(b'long path', name, folder=longest)
    report.check(
        f'a path of {len(longest) + 256} bytes takes a document', len(longest) == 3499 and answer.status == 201, answer
    )
    check_life(report, server, answer.json, b'long path', 'the longest path')
    answer = server.upload(b'', name, folder=longest + 'zz')
    report.check('a longer folder is refused', is_refusal(answer) and answer.code == 'invalid-name', answer)
    make_too_long(f'{root}/Documents')
    with open(f'{root}/Documents/beside.txt', 'wb') as file:
        file.write(b'beside')
    restart(server, log)
    found = wait_until(lambda: documents_by_path(server).get('beside.txt'), NOTICED)
    report.check('files beyond 4,096 bytes do not hide other files', found, server.documents(folder=''))
    listed = [one for one in server.documents() if one['name'] == 'unreachable.txt']
    report.check('files beyond 4,096 bytes are no documents', not listed, listed)


def make_too_long(top):
    """A file at the end of a path of more than 4,096 bytes, made step by step, since no call takes the whole path."""
    descriptor = os.open(top, os.O_RDONLY)
    for letter in 'ABCDEFGHIJKLMNOPQR':
        os.mkdir(letter * 255, dir_fd=descriptor)
        inner = os.open(letter * 255, os.O_RDONLY, dir_fd=descriptor)
        os.close(descriptor)
        descriptor = inner
    os.close(os.open('unreachable.txt', os.O_WRONLY | os.O_CREAT, dir_fd=descriptor))
    os.close(descriptor)


# Times


# Before 1970, around the limits of nanoseconds in 64 bits (1677 to 2262), and the latest time of ext4.
TIMES = ('1901-12-14', '1969-12-31T23:59:59.5', '2262-04-11', '2262-04-12', '2300-01-01', '2318-06-01', '2446-05-10')


def check_times(report, server, root):
    """A file with any time of writing becomes a document."""
    os.mkdir(f'{root}/Documents/Times')
    for time in TIMES:
        path = f'{root}/Documents/Times/{time[:10]}.txt'
        with open(path, 'w', encoding='utf-8') as file:
            file.write(time)
        subprocess.run(['touch', '--date', time, path], check=True)
    for time in TIMES:
        path = f'Times/{time[:10]}.txt'
        found = wait_until(lambda: documents_by_path(server, folder='Times').get(path), NOTICED)
        report.check(f'a file of {time} is a document', found and content(server, found) == time.encode(), found)
        if found:
            check_life(report, server, found, time.encode(), f'of {time}')
    subprocess.run(['touch', '--date', TIMES[4], f'{root}/Documents/Times'], check=True)
    answer = server.upload(b'beside', '\u00e9.txt', folder='Times')
    report.check('a folder of such a time takes a document', answer.status == 201, answer)
    archive = server.get('/api/v1/folders/archive?folder=Times')
    report.check('and downloads', archive.status == 200, archive)


def main():
    options, report = arguments(__doc__), Report()
    options.bin = os.path.abspath(options.bin)
    with Workspace() as root, Workspace() as outside:
        check_odd(report, options, root, outside)
    with Workspace() as root:
        log = EventLog()
        with Server(options.bin, root) as server:
            log.connect(server)
            check_long_paths(report, server, root, log)
            check_times(report, server, root)
            log.settle(0.2)
            log.disconnect()
            report.check('events were neither skipped nor repeated', not log.faults, log.faults)
            before = {one['id']: one for one in server.documents()}
            report.check('SIGTERM ends it', server.stop() == 0)
        with Server(options.bin, root) as server:
            after = {one['id']: one for one in server.documents()}
            report.check(
                'another start changes nothing',
                before == after,
                [one for one in before if before[one] != after.get(one)],
            )
            server.stop()
        found = damage(options.bin, root)
        report.check('verify is clean', not found, found)
    report.exit()


if __name__ == '__main__':
    main()
