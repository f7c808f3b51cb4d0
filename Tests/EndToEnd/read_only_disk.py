"""A disk that the kernel turns read-only under the server, as after an error of the medium.

A mount with files open for writing cannot be remounted read-only. `mount -o remount,abort` does to ext4 what an error
does: from then on every write is refused with EROFS, and files can still be read. Such a disk is unmounted, checked and
mounted again before it is written to.
"""

import json
import os
import shutil
import subprocess

from program import damage
from server import Server, Workspace, wait_until

DISK_MIB = 64
TOOLS = ['mkfs.ext4', 'e2fsck', 'mount', 'umount']


class FailingDisk:
    """An ext4 of 64 MiB in a file, mounted on a folder in a `with`; `reason` says why the mount failed."""

    def __init__(self, folder):
        self.image, self.folder = os.path.join(folder, 'disk'), os.path.join(folder, 'mount')
        self.reason = None

    def __enter__(self):
        missing = [tool for tool in TOOLS if not shutil.which(tool)]
        if os.geteuid() != 0:
            self.reason = 'only root can mount a disk'
        elif missing:
            self.reason = f'there is no {missing[0]} here'
        else:
            self.reason = self.make()
        return self

    def __exit__(self, *_):
        if not self.reason:
            subprocess.run(['umount', '--lazy', self.folder], check=False)

    def make(self):
        """Makes and mounts it; returns the reason of a failure, or None."""
        os.mkdir(self.folder)
        with open(self.image, 'wb') as image:
            image.truncate(DISK_MIB << 20)
        return run('mkfs.ext4', '-q', self.image) or self.mount()

    def mount(self):
        return run('mount', '-o', 'loop,errors=remount-ro', self.image, self.folder)

    def turn_read_only(self):
        """Returns the reason of a failure, or None."""
        return run('mount', '-o', 'remount,abort', self.folder)

    def mend(self):
        """Unmounts, checks and mounts it again; returns the reason of a failure, or None."""
        # Processes with open files there may take a moment to end.
        if not wait_until(lambda: run('umount', self.folder) is None, 10):
            return 'it is in use'
        checked = subprocess.run(['e2fsck', '-p', self.image], capture_output=True, text=True)
        # 1: errors were corrected.
        return checked.stdout if checked.returncode > 1 else self.mount()


def run(*command):
    """The output of a failed command; None after success."""
    found = subprocess.run(command, capture_output=True, text=True)
    return None if found.returncode == 0 else found.stderr.strip() or f'{command[0]}: {found.returncode}'


def check_read_only_disk(report, binary):
    with Workspace() as folder, FailingDisk(folder) as disk:
        # Mounting needs root and a kernel that allows it.
        if disk.reason:
            report.skip('a disk that turns read-only', disk.reason)
            return
        root = os.path.join(disk.folder, 'root')
        with Server(binary, root, '--keep-free', '0') as server:
            known = {name: server.upload(name.encode(), name).json['id'] for name in ('a.txt', 'b.txt')}
            # The mount failed, not the server.
            if reason := disk.turn_read_only():
                report.skip('a disk that turns read-only', reason)
                return
            check_writes(report, server, known)
            check_reads(report, server, known)
            server.kill()
            if not report.check('the disk is mounted again', (reason := disk.mend()) is None, reason):
                return
            server.start()
            check_mended(report, server, known, binary)


def check_writes(report, server, known):
    address = f'/api/v1/documents/{known["a.txt"]}'
    headers = {'Content-Type': 'application/json'}
    answers = {
        'an upload': server.upload(b'new', 'new.txt'),
        'a new content': server.ask('PUT', f'{address}/content', b'new'),
        'a rename': server.ask('PATCH', address, json.dumps({'name': 'c.txt'}), headers),
        'a removal': server.ask('DELETE', address),
        # These changes touch the index alone, and no file that could refuse them.
        'a tag': server.ask('PATCH', address, json.dumps({'tags': ['new']}), headers),
        'a favourite': server.ask('PATCH', address, json.dumps({'favourite': True}), headers),
        'a note': server.ask('PATCH', address, json.dumps({'note': 'new'}), headers),
        'a folder': server.ask('POST', '/api/v1/folders', json.dumps({'folder': 'New'}), headers),
    }
    for what, answer in answers.items():
        report.check(
            f'a read-only disk: {what} is refused with the reason',
            answer.status in (403, 507) and answer.code in ('read-only', 'storage-full'),
            answer,
        )
        report.check(
            f'a read-only disk: {what} does not blame permissions', b'permissions' not in answer.body, answer.body
        )


def check_reads(report, server, known):
    for name, id in known.items():
        answer = server.get(f'/api/v1/documents/{id}/content')
        report.check(f'{name} can still be read', answer.body == name.encode(), answer)
    names = {document['name'] for document in server.documents()}
    report.check('the list is unchanged', names == set(known), names)
    report.check('the server lives', server.is_alive() and server.get('/healthz').status == 200)


def check_mended(report, server, known, binary):
    check_reads(report, server, known)
    answer = server.upload(b'new', 'new.txt')
    report.check('a disk that can be written again: an upload is taken', answer.status == 201, answer)
    address = f'/api/v1/documents/{known["a.txt"]}'
    answer = server.ask('PUT', f'{address}/content', b'newer')
    report.check('and a new content is taken', answer.status == 200, answer)
    report.check('SIGTERM ends it', server.stop() == 0, server.process.returncode)
    found = damage(binary, server.root)
    report.check('files, versions and index are in line', not found, found)
