#!/usr/bin/env python3
"""Packages: folders on the disk that are one document with one content for every client.

A package is listed, downloaded, uploaded, changed inside, restored, thrown away, verified, backed up, and restored from a
backup.
"""

import io
import json
import os
import shutil
import zipfile

from package_archive import archive_of
from program import damage, said, sheaf
from report import Report
from server import Server, Workspace, arguments, wait_until

# Seconds until a change on the disk must be noticed: at the most, and by its notification, below the interval of 30 seconds
# between passes.
NOTICED, SOON = 60, 25

TREE = {
    'TXT.rtf': b'{\\rtf1 hello}',
    '.hidden': b'h',
    'Data/picture.txt': b'picture',
    'Zo\u00eb.txt': b'name',
    'Empty/': None,
    'Data/nothing': b'',
    'inner.bundle/part.txt': b'a package in a package is a folder of it',
}
# Folders of the archive, with entries of their own.
FOLDERS = {'Data/', 'Empty/', 'inner.bundle/'}


def make(top, tree):
    """Writes these files; a path that ends in a slash is an empty folder."""
    for path, content in tree.items():
        if path.endswith('/'):
            os.makedirs(f'{top}/{path}')
            continue
        os.makedirs(os.path.dirname(f'{top}/{path}'), exist_ok=True)
        with open(f'{top}/{path}', 'wb') as file:
            file.write(content)


def tree_of(top):
    found = {}
    for folder, folders, names in os.walk(top):
        if not folders and not names:
            found[os.path.relpath(folder, top) + '/'] = None
        for name in names:
            with open(os.path.join(folder, name), 'rb') as file:
                found[os.path.relpath(os.path.join(folder, name), top)] = file.read()
    return found


def packed(body):
    with zipfile.ZipFile(io.BytesIO(body)) as archive:
        names = archive.namelist()
        files = {name: archive.read(name) for name in names if not name.endswith('/')}
        return files, {name for name in names if name.endswith('/')}


FILES = {path: content for path, content in TREE.items() if content is not None}


def named(server, name):
    return next((one for one in server.documents() if one['name'] == name), None)


def content(server, document, version=None):
    middle = f'versions/{version}/' if version else ''
    return server.get(f'/api/v1/documents/{document["id"]}/{middle}content')


def foreign_archive():
    body = io.BytesIO()
    with zipfile.ZipFile(body, 'w', zipfile.ZIP_DEFLATED) as archive:
        archive.writestr('TXT.rtf', b'{\\rtf1 hello}' * 100)
    return body.getvalue()


def check_found(report, server, root):
    make(f'{root}/Documents/Letters/letter.rtfd', TREE)
    document = wait_until(lambda: named(server, 'letter.rtfd'), NOTICED)
    report.check('a package put into Documents is a document', document, server.documents())
    for question in ({}, {'folder': '', 'deep': 'true'}, {'folder': 'Letters', 'deep': 'true'}, {'folder': 'Letters'}):
        names = [one['name'] for one in server.documents(**question)]
        report.check(f'its files are no documents, in the list {question}', names == ['letter.rtfd'], names)
    for word in ('picture', 'part', 'nothing'):
        report.check(f'nor when "{word}" is searched for', server.documents(q=word) == [], server.documents(q=word))
    inside = server.get('/api/v1/documents', folder='Letters/letter.rtfd', deep='true')
    report.check('and no list shows its inside', not inside.json.get('documents'), inside)
    folders = server.get('/api/v1/folders', folder='Letters')
    report.check('it is no folder', folders.status == 200 and 'rtfd' not in folders.body.decode(), folders)
    got = content(server, document)
    report.check('its content is an archive of all its files', packed(got.body) == (FILES, FOLDERS), got)
    report.check('of its size', len(got.body) == document['size'], document)
    return document, got.body


def check_changed(report, server, root, document, body):
    with open(f'{root}/Documents/Letters/letter.rtfd/Data/picture.txt', 'wb') as file:
        file.write(b'another picture')
    now = wait_until(lambda: (one := named(server, 'letter.rtfd'))['version'] == 2 and one, SOON)
    report.check('an inner file that changed soon makes a version', now and now['id'] == document['id'], now)
    report.check('the earlier version is kept to the byte', content(server, document, 1).body == body)
    back = server.ask('POST', f'/api/v1/documents/{document["id"]}/versions/1/restore')
    report.check('and comes back', back.status in (200, 201), back)
    report.check('as a folder', tree_of(f'{root}/Documents/Letters/letter.rtfd') == TREE)


def check_uploaded(report, server, root, body):
    made = server.upload(body, 'copy.rtfd')
    report.check('its archive is taken', made.status == 201, made)
    report.check('and unpacked', tree_of(f'{root}/Documents/copy.rtfd') == TREE)
    report.check('as the same content', made.json['sha256'] == named(server, 'letter.rtfd')['sha256'], made)
    other = server.upload(foreign_archive(), 'foreign.rtfd')
    report.check('a ZIP of another form is refused', other.status == 422 and other.code == 'unfit-package', other)
    report.check('and leaves nothing', not os.path.exists(f'{root}/Documents/foreign.rtfd'))
    inside = server.upload(b'x', 'x.txt', folder='copy.rtfd')
    report.check('an upload into a package is refused', 400 <= inside.status < 500, inside)
    address = f'/api/v1/documents/{made.json["id"]}'
    renamed = server.ask('PATCH', address, json.dumps({'name': 'copy.txt'}))
    report.check('it keeps its extension', renamed.status == 400 and renamed.code == 'invalid-name', renamed)
    moved = server.ask('PATCH', address, json.dumps({'name': 'moved.rtfd', 'folder': 'Elsewhere'}))
    top = f'{root}/Documents/Elsewhere/moved.rtfd'
    report.check('it is renamed and moved whole', moved.status == 200 and tree_of(top) == TREE, moved)
    copied = server.ask('POST', f'{address}/copy')
    place = os.path.join(copied.json.get('folder', ''), copied.json.get('name', ''))
    report.check('it is copied whole', copied.status == 201 and tree_of(f'{root}/Documents/{place}') == TREE, copied)
    gone = server.ask('DELETE', address)
    report.check('it goes to the Trash', gone.status < 300 and not os.path.exists(top), gone)
    report.check('and can be read there', content(server, made.json).body == body)
    back = server.ask('POST', f'{address}/restore')
    report.check('and comes back whole', back.status == 200 and tree_of(top) == TREE, back)
    saved = server.ask('PUT', f'{address}/content', archive_of({'only.txt': b'only'}))
    report.check('another archive is its next version', saved.json.get('version') == 2, saved)
    report.check('and replaces all its files', tree_of(top) == {'only.txt': b'only'}, os.listdir(top))
    plain = server.ask('PUT', f'{address}/content', b'no archive')
    report.check('bytes that are no archive are refused', plain.code == 'unfit-package', plain)
    thumbnail = server.get(f'{address}/thumbnail')
    report.check('it has a thumbnail', thumbnail.is_image, thumbnail)
    report.check('and a preview', server.preview(made.json['id']).status == 200, server.preview(made.json['id']))


def check_declared(report, server, root):
    """A type that a user adds makes documents of folders, until it is withdrawn."""
    make(f'{root}/Documents/book.scraps', {'page.txt': b'one', 'Data/more.txt': b'two'})
    report.check('a folder of no type is a folder', wait_until(lambda: named(server, 'page.txt'), SOON))
    type = {
        'identifier': 'com.example.scrapbook',
        'name': 'Scrapbook',
        'extensions': ['scraps'],
        'conformsTo': ['com.apple.package'],
    }
    added = server.ask('POST', '/api/v1/types', json.dumps({'types': [type]}))
    report.check('a type of packages is added', added.status in (200, 201), added)
    book = wait_until(lambda: named(server, 'book.scraps'), SOON)
    # The files in it leave the list one by one.
    gone = wait_until(lambda: not named(server, 'page.txt') and not named(server, 'more.txt'), SOON)
    report.check('the folder soon is one document', book and book['type'] == type['identifier'], server.documents())
    report.check('and its files are no documents any more', gone, server.documents())
    make(f'{root}/Documents/book.scraps', {'Data/more.txt': b'another'})
    now = wait_until(lambda: (one := named(server, 'book.scraps')) and one['version'] == 2 and one, SOON)
    report.check('a change in it soon is a version', now, named(server, 'book.scraps'))
    withdrawn = server.ask('DELETE', f'/api/v1/types/{type["identifier"]}')
    back = wait_until(lambda: named(server, 'page.txt') and named(server, 'more.txt'), 3 * SOON)
    report.check('a type that is withdrawn leaves a folder', withdrawn.status < 300 and back, server.documents())
    shutil.rmtree(f'{root}/Documents/book.scraps')
    gone = wait_until(lambda: not named(server, 'page.txt') and not named(server, 'more.txt'), 3 * SOON)
    report.check('and its files leave the list with it', gone, server.documents())


def check_dropped(report, server, drop):
    make(f'{drop}/Scans/dropped.rtfd', TREE)
    document = wait_until(lambda: named(server, 'dropped.rtfd'), NOTICED)
    report.check('a package in the drop folder comes in', document and document['folder'] == 'Inbox', server.documents())
    report.check('whole', document and packed(content(server, document).body) == (FILES, FOLDERS))
    names = {one['name'] for one in server.documents(folder='Inbox', deep='true')}
    report.check('and as one document', names == {'dropped.rtfd'}, names)
    # The server removes a file that it claimed a moment after it became a document.
    wait_until(lambda: not os.listdir(f'{drop}/.sheaf'), NOTICED)
    gone = not os.path.exists(f'{drop}/Scans/dropped.rtfd')
    report.check('and is gone from there', gone and not os.listdir(f'{drop}/.sheaf'), os.listdir(f'{drop}/.sheaf'))


def check_imported(report, options, root, outer):
    """An import by the command line, without a server."""
    make(f'{outer}/imported.rtfd', TREE)
    done = sheaf(options, 'import', '--root', root, f'{outer}/imported.rtfd')
    whole = tree_of(f'{root}/Documents/imported.rtfd') == TREE
    report.check('the command line imports a package', done.returncode == 0 and whole, said(done))


def check_commands(report, options, root):
    found = damage(options.bin, root)
    report.check('verify is clean', not found, found)
    with Workspace() as backups, Workspace() as outer:
        made = sheaf(options, 'backup', '--root', root, backups)
        report.check('a backup is complete', made.returncode == 0, said(made))
        target = f'{outer}/restored'
        back = sheaf(options, 'restore', '--root', target, backups)
        report.check('and restored', back.returncode == 0, said(back))
        report.check('as a folder', tree_of(f'{target}/Documents/Letters/letter.rtfd') == TREE)


def main():
    options, report = arguments(__doc__), Report()
    options.bin = os.path.abspath(options.bin)
    with Workspace() as root, Workspace() as outer:
        os.mkdir(f'{outer}/drop')
        with Server(options.bin, root, '--drop', f'{outer}/drop') as server:
            document, body = check_found(report, server, root)
            check_changed(report, server, root, document, body)
            check_uploaded(report, server, root, body)
            check_declared(report, server, root)
            check_dropped(report, server, f'{outer}/drop')
            before = server.documents()
            report.check('SIGTERM ends it', server.stop() == 0)
        with Server(options.bin, root) as server:
            report.check('another start changes nothing', server.documents() == before, server.documents())
            server.stop()
        check_imported(report, options, root, outer)
        check_commands(report, options, root)
    report.exit()


if __name__ == '__main__':
    main()
