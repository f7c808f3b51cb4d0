#!/usr/bin/env python3
"""The drop folder: complete files are imported once, growing ones when they are complete, failures set aside."""

import hashlib
import os
import time

from fixtures import encrypted_pdf, pdf
from report import Report
from server import Server, Workspace, arguments, wait_until

SECONDS = 40
# Longer than the folder's quiet time: only the file's own end can tell that it is whole.
PAUSE_SECONDS = 3


def names(server):
    return sorted(document['name'] for document in server.documents())


def appears(server, name):
    return wait_until(lambda: name in names(server), SECONDS, 0.25)


def put(folder, name, body):
    with open(os.path.join(folder, name), 'wb') as file:
        file.write(body)


def check_complete(report, server, folder):
    body = pdf(2, unique='complete')
    put(folder, 'complete.pdf', body)
    report.check('a complete file appears by itself', appears(server, 'complete.pdf'), names(server))
    found = [document for document in server.documents() if document['name'] == 'complete.pdf']
    report.check('once', len(found) == 1, found)
    report.check('whole', found and found[0]['sha256'] == hashlib.sha256(body).hexdigest(), found)
    gone = wait_until(lambda: not os.path.exists(os.path.join(folder, 'complete.pdf')), SECONDS)
    report.check('and is gone from the drop folder', gone, os.listdir(folder))


def check_growing(report, server, folder):
    """A scanner that writes a page now and then: the file must not be taken in between."""
    body = pdf(400, unique='growing')
    step, early = len(body) // 6, False
    with open(os.path.join(folder, 'growing.pdf'), 'wb', buffering=0) as file:
        for start in range(0, len(body), step):
            file.write(body[start : start + step])
            time.sleep(PAUSE_SECONDS)
            early = early or (start + step < len(body) and 'growing.pdf' in names(server))
    report.check('a growing file is not taken before it is complete', not early)
    report.check('and appears when it is', appears(server, 'growing.pdf'), names(server))
    found = [document['sha256'] for document in server.documents() if document['name'] == 'growing.pdf']
    report.check('whole', found == [hashlib.sha256(body).hexdigest()], found)


def check_many(report, server, folder):
    wanted = {f'many-{number}.txt' for number in range(50)}
    for name in wanted:
        put(folder, name, name.encode())
    found = wait_until(lambda: wanted <= set(names(server)), SECONDS, 0.5)
    report.check('fifty files at once all appear', found, wanted - set(names(server)))
    report.check('each once', len([name for name in names(server) if name.startswith('many-')]) == 50)


def check_odd(report, server, folder):
    before = set(names(server))
    put(folder, 'half.pdf.part', b'%PDF-1.7 half')
    put(folder, '.hidden', b'hidden')
    os.symlink('/etc/passwd', os.path.join(folder, 'link.txt'))
    os.mkfifo(os.path.join(folder, 'pipe.txt'))
    put(folder, 'locked.pdf', encrypted_pdf(unique='drop'))
    put(folder, 'tab\there\u202efdp.txt', b'odd name')
    report.check('a locked PDF is a document as any other', appears(server, 'locked.pdf'), names(server))
    odd = wait_until(lambda: b'odd name' in contents(server, before), SECONDS, 0.25)
    report.check('a file with an illegal name is stored under a legal one', odd, names(server))
    taken = {'half.pdf.part', '.hidden', 'link.txt', 'pipe.txt', 'passwd'} & set(names(server))
    report.check('unfinished and hidden files, links and pipes are left alone', not taken, taken)


def contents(server, before):
    """Contents of the small documents that are not in `before`."""
    return [
        server.get(f'/api/v1/documents/{document["id"]}/content').body
        for document in server.documents()
        if document['name'] not in before and document['size'] < 100
    ]


def check_failure(report, server, folder):
    """A PDF that ends in the middle stays unchanged and never becomes complete: in the end it is set aside."""
    put(folder, 'cut.pdf', pdf(30, unique='cut')[:900])
    found = wait_until(lambda: reasons(folder), SECONDS, 0.5)
    if not found:
        report.check(
            'a file that never becomes complete waits, and is not lost',
            os.path.exists(os.path.join(folder, 'cut.pdf')) or 'cut.pdf' in names(server),
            os.listdir(folder),
        )
        return
    report.check('a file that cannot be taken is set aside with its reason', found)
    report.check(
        'and its bytes are kept',
        any(name == 'cut.pdf' for _, _, files in os.walk(folder) for name in files),
        list(os.walk(folder)),
    )


def reasons(folder):
    """Reason files that lie beside files set aside."""
    return [
        os.path.join(path, name)
        for path, _, files in os.walk(folder)
        for name in files
        if 'cut.pdf' in name and name != 'cut.pdf'
    ]


def check_restart(report, options, root, folder):
    put(folder, 'while-away.txt', b'dropped while nobody looked')
    with Server(options.bin, root, '--drop', folder) as server:
        report.check(
            'a file dropped while the server was down appears after its start',
            appears(server, 'while-away.txt'),
            names(server),
        )
        report.check(
            'nothing was imported twice', len(names(server)) == len(set(names(server))), names(server)
        )


def main():
    options, report = arguments(__doc__), Report()
    with Workspace() as root, Workspace() as folder:
        with Server(options.bin, root, '--drop', folder) as server:
            check_complete(report, server, folder)
            check_growing(report, server, folder)
            check_many(report, server, folder)
            check_odd(report, server, folder)
            check_failure(report, server, folder)
            report.check('the server lives', server.is_alive())
            server.stop()
        check_restart(report, options, root, folder)
    report.exit()


if __name__ == '__main__':
    main()
