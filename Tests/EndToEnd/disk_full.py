"""A disk that fills up while documents come in."""

import os
import shutil
import subprocess

from oracle import sha256
from server import Server, Workspace, wait_until

DISK_MIB = 48


class SmallDisk:
    """A file system of 48 MiB in memory, mounted on `folder` in a `with`; `reason` says why the mount failed."""

    def __init__(self, folder):
        self.folder, self.reason = folder, None

    def __enter__(self):
        mount = ['mount', '-t', 'tmpfs', '-o', f'size={DISK_MIB}m', 'tmpfs', self.folder]
        found = subprocess.run(mount, capture_output=True, text=True) if os.geteuid() == 0 else None
        if found is None or found.returncode:
            self.reason = found.stderr.strip() if found else 'only root can mount a small disk'
        return self

    def __exit__(self, *_):
        if not self.reason:
            subprocess.run(['umount', '--lazy', self.folder], check=True)


def fill(folder, leave=0):
    """Fills the disk but for so many bytes; returns the path of the file that fills it."""
    path = os.path.join(folder, 'filler')
    with open(path, 'ab', buffering=0) as file:
        try:
            while shutil.disk_usage(folder).free > leave:
                file.write(bytes(4096))
        except OSError:
            pass
    return path


def check_full_disk(report, binary):
    with Workspace() as folder, SmallDisk(folder) as disk:
        if disk.reason:
            report.skip('a full disk', disk.reason)
            return
        # No safety margin: the disk itself must refuse the write.
        with Server(binary, folder, '--keep-free', '0') as server:
            check_too_large(report, server)
            check_filling_up(report, server)


def files_in(server, area):
    return [
        os.path.join(path, name)
        for path, _, names in os.walk(os.path.join(server.root, area))
        for name in names
    ]


def check_too_large(report, server):
    before = files_in(server, 'Documents')
    answer = server.upload(os.urandom(DISK_MIB << 20), 'larger-than-the-disk.bin')
    report.check(
        'a document larger than the disk: 507', answer.status == 507 and answer.code == 'storage-full', answer
    )
    report.check(
        'no part of it is left',
        files_in(server, 'Documents') == before and not files_in(server, 'tmp'),
        files_in(server, 'tmp'),
    )
    taken = wait_until(lambda: server.upload(b'small', 'small.txt').status == 201, 5)
    report.check('its room is free again: a small document is taken', taken)


def check_filling_up(report, server):
    acknowledged, refused = {}, None
    for number in range(DISK_MIB):
        body = os.urandom(1 << 20)
        answer = server.upload(body, f'fill-{number}.bin')
        if answer.status != 201:
            refused = answer
            break
        acknowledged[f'fill-{number}.bin'] = sha256(body)
    report.check(
        'many documents fill the disk: 507 in the end',
        refused and refused.status == 507 and refused.code == 'storage-full',
        refused,
    )
    whole = {
        os.path.basename(path): sha256(open(path, 'rb').read())
        for path in files_in(server, 'Documents')
    }
    found = {name: digest for name, digest in whole.items() if name.startswith('fill-')}
    report.check(
        f'the {len(acknowledged)} acknowledged ones are whole, and no other document exists',
        found == acknowledged,
        found.keys() ^ acknowledged.keys(),
    )
    report.check('the list still answers', server.get('/api/v1/documents').status == 200)
