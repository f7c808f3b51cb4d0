"""A server that is killed before the calls on the disk with which it places a package: there is the old package, or the
new one, with all that is in it, and what it was is never lost.
"""

import io
import os
import subprocess
import threading
import zipfile

from preload import CHANGING, Preload, Rule
from package_archive import archive_of
from server import Server, wait_until

# Longer than it takes to kill a server that waits.
WAIT_SECONDS = 30
# What a kill left may need two passes over the tree, and the second of them comes 30 s after one that took long.
SETTLING_SECONDS = 60


def named(server, name):
    return next((one for one in server.documents() if one['name'] == name), None)


def tree_of(top):
    found = {}
    for folder, folders, names in os.walk(top):
        for name in names:
            with open(os.path.join(folder, name), 'rb') as file:
                found[os.path.relpath(os.path.join(folder, name), top)] = file.read()
        found.update({os.path.relpath(os.path.join(folder, name), top) + '/': b'' for name in folders})
    return found


def tree_in(body):
    with zipfile.ZipFile(io.BytesIO(body)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def killed(server, library, skip, ask):
    """Kills the server before the call of this number of those that `ask` leads to; false when there are fewer."""
    answers = []
    library.set(Rule(CHANGING, '/', delay=WAIT_SECONDS, skip=skip, times=1))
    thread = threading.Thread(target=lambda: answers.append(ask()))
    thread.start()
    wait_until(lambda: library.counts()[1] or answers, WAIT_SECONDS, 0.002)
    hit = library.counts()[1]
    server.kill()
    thread.join()
    library.clear()
    return bool(hit), answers[0] if answers else None


def check_crashes(report, options, root, body):
    """`body` is the archive of a package with folders in it; of `options.stride` calls in a row one is tried."""
    with Preload(root) as library:
        for kind in (Creation, Replacement):
            check_calls(report, options, root, library, lambda server, number: kind(server, root, body, number))
    found = subprocess.run([options.bin, 'verify', '--root', root], capture_output=True, text=True, timeout=60)
    report.check('after all of them verify is clean', found.returncode == 0, found.stdout + found.stderr)


def check_calls(report, options, root, library, make):
    """Each server looks at what the killed one before it has left, and is killed in its turn."""
    wrong, skip, seen, trial, answer = [], 0, set(), None, None
    is_hit = True
    while is_hit or trial:
        server = Server(options.bin, root)
        server.environment = library.environment
        with server:
            if trial:
                state, fault = trial.after(server, answer)
                seen.add(state)
                left = wait_until(lambda: not os.listdir(f'{root}/tmp'), 5)
                if fault or not left:
                    wrong.append((skip, state, fault, os.listdir(f'{root}/tmp')))
                skip += options.stride
            # The last one was acknowledged before the call that it was to be killed at.
            trial = make(server, skip) if is_hit else None
            if trial:
                what = trial.__doc__
                is_hit, answer = killed(server, library, skip, lambda: trial.ask(server))
            else:
                server.stop()
    what = f'{what} that is killed before one in {options.stride} of its {skip} calls on the disk'
    report.check(f'{what} is done or not, and nothing is lost', skip > 5 and not wrong, wrong[:3])
    report.check('and both were seen', seen == {'old', 'new'}, seen)


class Creation:
    """An upload of a package"""

    def __init__(self, server, root, body, number):
        self.body, self.name = body, f'new {number}.rtfd'
        self.top = f'{root}/Documents/{self.name}'

    def ask(self, server):
        return server.upload(self.body, self.name)

    def after(self, server, answer):
        if not os.path.exists(self.top):
            return 'old', answer and answer.status == 201 and 'it was acknowledged'
        one = wait_until(lambda: named(server, self.name), SETTLING_SECONDS)
        if tree_of(self.top) != tree_in(self.body):
            return 'new', 'half a package'
        got = one and server.get(f'/api/v1/documents/{one["id"]}/content')
        return 'new', None if got and got.body == self.body else got or 'no document'


class Replacement:
    """A new version of a package"""

    def __init__(self, server, root, body, number):
        self.old, self.new, self.name = body, archive_of({'text.txt': f'new {number}'.encode()}), f'replaced {number}.rtfd'
        self.top = f'{root}/Documents/{self.name}'
        made = server.upload(body, self.name)
        self.address = f'/api/v1/documents/{made.json["id"]}'

    def ask(self, server):
        return server.ask('PUT', f'{self.address}/content', self.new)

    def after(self, server, answer):
        got = wait_until(lambda: (one := server.get(f'{self.address}/content')).status == 200 and one, SETTLING_SECONDS)
        if not got or got.body not in (self.old, self.new):
            return 'neither', got
        state = 'new' if got.body == self.new else 'old'
        if tree_of(self.top) != tree_in(got.body):
            return state, 'the folder is another'
        if state == 'old':
            return state, answer and answer.status == 200 and 'it was acknowledged'
        first = server.get(f'{self.address}/versions/1/content')
        return state, None if first.body == self.old else ('the old one is lost', first)
