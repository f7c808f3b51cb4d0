#!/usr/bin/env python3
"""The drop folder: complete files are imported once, growing ones when they are complete, failures set aside."""

import hashlib
import os
import time

from disk_full import SmallDisk
from fixtures import encrypted_pdf, pdf
from report import Report
from server import Server, Workspace, arguments, wait_until

# Fifty files take long where the disk is slow; what fails is tried again after ten seconds.
SECONDS = 120
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

    def passed_over():
        return server.get('/api/v1/watchers').json['watchers'][0]['passedOver']

    counted = wait_until(lambda: passed_over() == 4, SECONDS, 0.25)
    report.check('and all four are counted', counted, passed_over())


def contents(server, before):
    """Contents of the small documents that are not in `before`."""
    return [
        server.get(f'/api/v1/documents/{document["id"]}/content').body
        for document in server.documents()
        if document['name'] not in before and document['size'] < 100
    ]


def check_incomplete(report, server, folder):
    """A PDF that ends in the middle waits for its end (ten minutes), an empty file for its content."""
    put(folder, 'cut.pdf', pdf(30, unique='cut')[:900])
    put(folder, 'empty.txt', b'')
    time.sleep(2 * PAUSE_SECONDS)
    waiting = {'cut.pdf', 'empty.txt'}
    report.check('a file that is cut off, and an empty one, wait', waiting <= set(os.listdir(folder)))
    report.check('and are no documents yet', not waiting & set(names(server)), names(server))

    def pending():
        return server.get('/api/v1/watchers').json['watchers'][0]['pending']

    report.check('the watcher says that it waits for them', wait_until(lambda: pending() == 2, SECONDS), pending())
    put(folder, 'empty.txt', b'now with content')
    report.check('an empty file comes in when it has content', appears(server, 'empty.txt'), names(server))


def check_rejected(report, server, folder):
    """What turns out to be no file is set aside with the reason, and the folder goes on."""
    claim = os.path.join(folder, '.sheaf', '0123456789abcdef')
    # In one step: an empty claim is given up by whoever looks.
    coming = os.path.join(folder, '.coming')
    os.mkdir(coming)
    os.mkfifo(os.path.join(coming, 'pipe.pdf'))
    os.makedirs(os.path.dirname(claim), exist_ok=True)
    os.rename(coming, claim)
    aside = os.path.join(folder, 'Not imported')
    reason = os.path.join(aside, 'pipe.pdf.reason.txt')
    found = wait_until(lambda: os.path.exists(reason) and os.path.getsize(reason) > 0, SECONDS, 0.25)
    report.check('what cannot be imported is set aside with its reason', found, list(os.walk(folder)))
    # The reason is there before the file is: it does not lie there without one.
    moved = wait_until(lambda: os.path.lexists(os.path.join(aside, 'pipe.pdf')), SECONDS)
    report.check('under its name', moved, list(os.walk(folder)))
    report.check('and its claim is given up', wait_until(lambda: not os.path.exists(claim), SECONDS))
    put(folder, 'after.txt', b'after the refusal')
    report.check('the files after it come in', appears(server, 'after.txt'), names(server))


def check_unmovable(report, server, folder):
    """What lies on another disk in the folder cannot be moved out of it; so it is where permissions forbid it to others than root."""
    sub = os.path.join(folder, 'other disk')
    os.mkdir(sub)
    with SmallDisk(sub) as disk:
        if disk.reason:
            report.skip('a file that cannot be moved', disk.reason)
            return
        put(sub, 'stuck.txt', b'stuck')

        def stuck():
            return [each['name'] for each in server.get('/api/v1/watchers').json['watchers'][0].get('stuck', [])]

        named = wait_until(lambda: stuck() == ['stuck.txt'], 15, 0.25)
        report.check('a file that cannot be moved is named', named, server.get('/api/v1/watchers'))
        # Looks come every second, and the file is quiet after two.
        time.sleep(4 * PAUSE_SECONDS)
        lines = [line for line in server.whole_log().splitlines() if b'Invalid cross-device link' in line]
        report.check('and logged once', len(lines) == 1, lines)
        put(folder, 'beside.txt', b'beside it')
        report.check('others come in beside it', appears(server, 'beside.txt'), names(server))
    forgotten = wait_until(lambda: not stuck(), 15, 0.25)
    report.check('it is forgotten with its disk', forgotten, server.get('/api/v1/watchers'))


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
            check_incomplete(report, server, folder)
            check_rejected(report, server, folder)
            check_unmovable(report, server, folder)
            report.check('the server lives', server.is_alive())
            server.stop()
        check_restart(report, options, root, folder)
    report.exit()


if __name__ == '__main__':
    main()
