#!/usr/bin/env python3
"""Uploads by tuspy, a client of the protocol that others wrote (https://github.com/tus/tus-py-client).

Runs in a Python that has `requirements-api.txt` (`make test-api`).
"""

import hashlib
import os

from tusclient import client
from tusclient.exceptions import TusCommunicationError
from tusclient.storage.filestorage import FileStorage

from report import Report
from server import Server, Workspace, arguments

MEBIBYTE = 1 << 20


def begin(server, path, **more):
    tus = client.TusClient(f'{server.url}/api/v1/uploads', headers=server.credentials())
    metadata = {'filename': os.path.basename(path), 'folder': 'From tus', 'filetype': 'application/octet-stream'}
    return tus.uploader(path, chunk_size=MEBIBYTE, metadata=metadata, **more)


def check_whole(report, server, folder):
    for name, size, more in (('plain.bin', 5 * MEBIBYTE + 7, {}), ('checked.bin', 3 * MEBIBYTE, {'upload_checksum': True}), ('empty.bin', 0, {})):
        path = f'{folder}/{name}'
        content = write(path, size)
        begin(server, path, **more).upload()
        report.check(f'{name} becomes a document', is_there(server, name, content), server.documents())


def check_resumed(report, server, folder):
    """The client keeps the address of an upload, and a later run of it goes on across a kill of the server."""
    path, kept = f'{folder}/resumed.bin', f'{folder}/urls.json'
    content = write(path, 8 * MEBIBYTE)
    first = begin(server, path, store_url=True, url_storage=FileStorage(kept))
    first.upload(stop_at=3 * MEBIBYTE)
    report.check('a client stops in the middle', first.offset == 3 * MEBIBYTE, first.offset)
    server.kill()
    port = server.port
    server.start()
    replace(kept, f':{port}/', f':{server.port}/')
    second = begin(server, path, store_url=True, url_storage=FileStorage(kept))
    report.check('the next run goes on from there', second.offset == 3 * MEBIBYTE, second.offset)
    second.upload()
    report.check('resumed.bin becomes a document', is_there(server, 'resumed.bin', content), server.documents())


def check_refused(report, server, folder):
    path = f'{folder}/large.bin'
    write(path, 65 * MEBIBYTE)
    try:
        begin(server, path).upload()
        report.check('a file beyond the limit is refused', False)
    except TusCommunicationError as error:
        report.check('a file beyond the limit is refused', error.status_code == 413, error.status_code)


def write(path, size):
    content = os.urandom(size)
    with open(path, 'wb') as file:
        file.write(content)
    return content


def replace(path, old, new):
    with open(path, encoding='utf-8') as file:
        text = file.read()
    # Uploads are remembered by the whole address.
    with open(path, 'w', encoding='utf-8') as file:
        file.write(text.replace(old, new))


def is_there(server, name, content):
    found = [one for one in server.documents() if one['name'] == name]
    return [(one['folder'], one['sha256']) for one in found] == [('From tus', hashlib.sha256(content).hexdigest())]


def main():
    options = arguments(__doc__)
    report = Report()
    with Workspace() as folder, Server(options.bin, f'{folder}/root', '--max-upload', '64') as server:
        check_whole(report, server, folder)
        check_resumed(report, server, folder)
        check_refused(report, server, folder)
    report.exit()


main()
