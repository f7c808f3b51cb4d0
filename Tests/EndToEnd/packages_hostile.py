"""Packages made to do harm.

They hold links and devices, names that no archive can keep, or more files than a package may have; and archives have
false sizes.
"""

import io
import os
import socket
import time
import zipfile

from package_archive import archive
from server import wait_until

SECRET = b'not for anybody'
# Seconds until a change on the disk must be noticed, at the most, also where passes take long. A new file waits for a
# second pass over the tree, which on a busy machine comes half a minute after the first.
NOTICED, NOTICED_IN_CROWDS = 60, 180
# The largest number of files in a package, and many more.
MOST, FAR_TOO_MANY = 10_000, 100_000


def make(top, name, content=b'x'):
    os.makedirs(os.path.dirname(os.path.join(top, name)) or top, exist_ok=True)
    with open(os.path.join(top, name), 'wb') as file:
        file.write(content)


def document(server, name):
    return next((one for one in server.documents() if one['name'] == name), None)


def check_hostile(report, server, root):
    check_odd_packages(report, server, root)
    check_gained_link(report, server, root)
    check_crowded(report, server, root)
    check_archives(report, server, root)


# Entries that make a folder unfit


def link(top):
    os.symlink('/etc/passwd', f'{top}/passwd')


def inner_link(top):
    os.symlink('TXT.rtf', f'{top}/same.rtf')


def folder_link(top):
    os.symlink('/', f'{top}/everything')


def pipe(top):
    os.mkfifo(f'{top}/pipe')


def listener(top):
    with socket.socket(socket.AF_UNIX) as one:
        here = os.getcwd()
        # The name of a socket has 107 bytes at most.
        os.chdir(top)
        one.bind('socket')
        os.chdir(here)


def no_utf8(top):
    with open(os.fsencode(top) + b'/\xff\xfe.txt', 'wb') as file:
        file.write(b'x')


def line_break(top):
    make(top, 'two\nlines.txt')


def backslash(top):
    make(top, '..\\..\\evil.txt')


def depth(top):
    make(top, '/'.join('d' for _ in range(40)) + '/deep.txt')


ODD = [link, inner_link, folder_link, pipe, listener, no_utf8, line_break, backslash, depth]


def check_odd_packages(report, server, root):
    """Each unfit package is passed over as a whole; the documents beside them are not."""
    for odd in ODD:
        top = f'{root}/Documents/Odd/{odd.__name__}.rtfd'
        make(top, 'TXT.rtf')
        odd(top)
    make(f'{root}/Documents/Odd', 'beside.txt')
    make(f'{root}/Documents/Odd/fit.rtfd', 'TXT.rtf')
    wait_until(lambda: document(server, 'beside.txt') and document(server, 'fit.rtfd'), NOTICED)
    names = sorted(one['name'] for one in server.documents(folder='Odd', deep='true'))
    report.check(
        'packages with links, pipes, sockets and names that cannot be kept are no documents',
        names == ['beside.txt', 'fit.rtfd'],
        names,
    )
    report.check('nor are they folders', server.get('/api/v1/folders', folder='Odd').json.get('folders') == [])


def check_gained_link(report, server, root):
    """A package that becomes unfit stays a document: reads are refused with the reason until it is fit again."""
    top = f'{root}/Documents/gained.rtfd'
    make(top, 'TXT.rtf', SECRET)
    one = wait_until(lambda: document(server, 'gained.rtfd'), NOTICED)
    address = f'/api/v1/documents/{one["id"]}'
    link(top)
    make(f'{root}/Documents', 'after.txt')
    wait_until(lambda: document(server, 'after.txt'), NOTICED)
    # Several passes, because one pass may wait before it takes a file for missing.
    for number in range(3):
        make(f'{root}/Documents', f'after {number}.txt')
        wait_until(lambda: document(server, f'after {number}.txt'), NOTICED)
    now = document(server, 'gained.rtfd')
    report.check('a package that gains a link stays in the list', now and now['id'] == one['id'], server.documents())
    answer = server.get(f'{address}/content')
    report.check('its content is refused with the reason', answer.status == 422 and answer.code == 'unfit-package', answer)
    thumbnail = server.get(f'{address}/thumbnail')
    report.check('it still has a thumbnail', thumbnail.is_image, thumbnail)
    preview = server.preview(one['id'])
    code = (preview.json.get('reason') or {}).get('code')
    report.check('and a preview with the reason', code == 'unfit-package', preview)
    os.remove(f'{top}/passwd')
    read = wait_until(lambda: (got := server.get(f'{address}/content')).status == 200 and got, 10)
    report.check('without the link it can be read', read and SECRET in read.body, read)
    report.check('and the document is unchanged', document(server, 'gained.rtfd') == one, document(server, 'gained.rtfd'))


def check_crowded(report, server, root):
    """Very many inner files: bounded work, while other documents are served."""
    for count, name in [(MOST, 'most.rtfd'), (FAR_TOO_MANY, 'crowd.rtfd')]:
        top = f'{root}/Documents/{name}'
        # Made elsewhere on the same disk, so that it comes in one step.
        os.makedirs(f'{root}/{name}')
        for number in range(count):
            os.close(os.open(f'{root}/{name}/{number}', os.O_CREAT | os.O_WRONLY, 0o644))
        os.rename(f'{root}/{name}', top)
    began = time.monotonic()
    found = wait_until(lambda: document(server, 'most.rtfd'), NOTICED_IN_CROWDS)
    report.check(f'a package of {MOST} files is one', found and found['folder'] == '', time.monotonic() - began)
    make(f'{root}/Documents', 'beside the crowd.txt')
    beside = wait_until(lambda: document(server, 'beside the crowd.txt'), NOTICED_IN_CROWDS)
    report.check(f'one of {FAR_TOO_MANY} is none', beside and not document(server, 'crowd.rtfd'), beside)
    began = time.monotonic()
    packed = server.ask('GET', f'/api/v1/documents/{found["id"]}/content', timeout=600)
    with zipfile.ZipFile(io.BytesIO(packed.body)) as archive:
        names = set(archive.namelist())
    report.check(f'all {MOST} are in its archive', names == {str(number) for number in range(MOST)}, len(names))
    gone = server.ask('DELETE', f'/api/v1/documents/{found["id"]}')
    report.check('it is thrown away at once', gone.status < 300 and not os.path.exists(f'{root}/Documents/most.rtfd'))


# Archives


def plain(*names):
    return archive([(name, b'x' if not name.endswith(b'/') else b'', None) for name in names])


def deflated(content):
    body = io.BytesIO()
    with zipfile.ZipFile(body, 'w', zipfile.ZIP_DEFLATED) as archive:
        archive.writestr('TXT.rtf', content)
    return body.getvalue()


def linked():
    """A symbolic link as zip keeps one."""
    body = io.BytesIO()
    with zipfile.ZipFile(body, 'w') as archive:
        info = zipfile.ZipInfo('link')
        info.create_system, info.external_attr = 3, 0o120777 << 16
        archive.writestr(info, '/etc/passwd')
    return body.getvalue()


def liars():
    good = plain(b'a', b'b')
    yield 'leads out', plain(b'../evil.txt')
    yield 'leads out from within', plain(b'a/', b'a/../../evil.txt')
    yield 'is absolute', plain(b'/tmp/evil.txt')
    yield 'has a backslash', plain(b'..\\evil.txt')
    yield 'is no UTF-8', plain(b'\xff\xfe')
    yield 'has a control character', plain(b'a\nb')
    yield 'is there twice', plain(b'a', b'a')
    yield 'is a file and a folder', plain(b'a', b'a/')
    yield 'lies in a folder that is not there', plain(b'a/b')
    yield 'lies in a file', plain(b'a', b'a/b')
    yield 'is out of order', plain(b'b', b'a')
    yield 'is too long', plain(b'n' * 256)
    yield 'is too deep', plain(*(b'd/' * number for number in range(1, 40)))
    yield 'says more bytes than there are', archive([(b'a', b'x', 0x7FFFFFFF)])
    yield 'says fewer bytes than there are', archive([(b'a', b'xyz', 1)])
    yield 'is a link', linked()
    yield 'is a bomb', deflated(bytes(64 << 20))
    yield 'has something behind it', good + b'evil'
    yield 'has something before it', b'PK\x03\x04' + good
    yield 'ends early', good[:-1]
    yield 'has another checksum', good.replace(b'ax', b'ay', 1)
    yield 'holds too many', plain(*sorted(b'%d' % number for number in range(MOST + 1)))


def check_archives(report, server, root):
    before = {one['name'] for one in server.documents()}
    made = server.upload(plain(b'a', b'd/', b'd/b'), 'good.rtfd')
    report.check('an honest archive is taken', made.status == 201, made)
    target = f'/api/v1/documents/{made.json["id"]}/content'
    kept = server.get(target).body
    for number, (what, body) in enumerate(liars()):
        answer = server.upload(body, f'liar {number}.rtfd')
        saved = server.ask('PUT', target, body)
        refused = all(one.status == 422 and one.code == 'unfit-package' for one in (answer, saved))
        report.check(f'an archive of which a name or all {what} is refused', refused, (answer, saved))
    report.check('the document that they should replace is unchanged', server.get(target).body == kept)
    names = {one['name'] for one in server.documents()} - before
    report.check('they make no document', names == {'good.rtfd'}, names)
    places = ('/tmp', root, f'{root}/tmp', f'{root}/Documents')
    outside = [place for place in places if os.path.exists(f'{place}/evil.txt')]
    report.check('nor anywhere else', not outside, outside)
    left = wait_until(lambda: not os.listdir(f'{root}/tmp'), 5)
    report.check('no file stays in staging', left, os.listdir(f'{root}/tmp'))
