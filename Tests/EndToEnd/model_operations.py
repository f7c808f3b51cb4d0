"""What clients do: each operation draws its choices from its own dice, asks the server, and changes the model.

An operation works with whatever documents there are, so that a list of operations can be shortened and still be run.
"""

from urllib.parse import quote

from model_documents import sha256
from model_run import FOLDERS, NAMES, TAGS, address, body, demand

OPERATIONS = {}


def operation(weight):
    """Adds a function to OPERATIONS: `weight` says how often it happens."""

    def add(function):
        OPERATIONS[function.__name__] = (function, weight)
        return function

    return add


def place(dice):
    return dice.choice(FOLDERS), dice.choice(NAMES)


def some(dice, documents):
    return dice.choice(documents) if documents else None


# Coming in


@operation(14)
def upload(run, dice):
    (folder, name), bytes = place(dice), body(dice)
    conflict = dice.choice(['rename', 'rename', 'fail', 'replace', 'replace'])
    headers = condition(run, dice, conflict, run.model.at(folder, name))
    hash, refusal = run.model.remember(bytes), None
    if 'If-Match' in headers:
        there = run.model.at(folder, name)
        refusal = None if there and headers['If-Match'] == f'"{there.sha256}"' else (412, 'version-conflict')
    elif run.model.at(folder, name) and (conflict == 'fail' or headers):
        refusal = (409, 'name-taken')
    if refusal:
        run.upload(folder, name, bytes, conflict, status=refusal[0], code=refusal[1], headers=headers)
        return
    answer = run.upload(folder, name, bytes, conflict, status=201, headers=headers)
    put_in(run, answer.json, folder, name, hash, conflict)


def condition(run, dice, conflict, there):
    kind = dice.random()
    if conflict == 'replace' and kind < 0.3:
        hash = there.sha256 if there and kind < 0.2 else sha256(b'never stored')
        return {'If-Match': f'"{hash}"'}
    return {'If-None-Match': '*'} if kind > 0.95 else {}


def put_in(run, shown, folder, name, hash, conflict):
    """What an upload that was taken did."""
    there = run.model.at(folder, name)
    if not there or conflict == 'rename':
        return run.added(shown, folder, run.model.free(folder, name), hash)
    if there.sha256 != hash:
        run.model.set_content(there, hash)
    run.compare(shown, there)
    return there


@operation(4)
def form(run, dice):
    """Several files in one form: those before a refused one are stored, and the refusal names them."""
    folder, conflict = dice.choice(FOLDERS), dice.choice(['rename', 'fail', 'replace'])
    parts = [(dice.choice(NAMES), body(dice)) for _ in range(dice.randint(1, 4))]
    type, bytes = encoded(parts)
    query = f'/api/v1/documents?folder={quote(folder)}&conflict={conflict}'
    answer = run.server.ask('POST', query, bytes, {'Content-Type': type})
    shown = list(answer.json.get('documents', []))
    for name, content in parts:
        if conflict == 'fail' and run.model.at(folder, name):
            demand(answer.status == 409 and answer.code == 'name-taken', f'{name} is taken', answer)
            break
        demand(shown, f'{name} is stored', answer)
        put_in(run, shown.pop(0), folder, name, run.model.remember(content), conflict)
    else:
        demand(answer.status == 201, 'the form is taken', answer)
    demand(not shown, 'no more was stored than should be', answer)


def encoded(parts):
    boundary = b'----between-the-parts'
    out = b''
    for name, content in parts:
        out += b'--' + boundary + b'\r\nContent-Disposition: form-data; name="file"; filename="'
        out += name.encode() + b'"\r\nContent-Type: application/octet-stream\r\n\r\n' + content + b'\r\n'
    return f'multipart/form-data; boundary={boundary.decode()}', out + b'--' + boundary + b'--\r\n'


@operation(12)
def put(run, dice):
    """A new version, without a condition or with one that holds."""
    document = some(dice, run.model.living())
    if not document:
        return
    tag = dice.choice([None, '*', run.fetch(document), f'"{document.sha256}"'])
    hash = run.model.remember(bytes := body(dice))
    answer = run.change('PUT', f'{address(document)}/content', bytes, headers={'If-Match': tag} if tag else None)
    if hash != document.sha256:
        run.model.set_content(document, hash)
    run.compare(answer.json, document)


@operation(6)
def change_with_old_tag(run, dice):
    """A condition that does not hold any more: 412, and nothing happens."""
    document = some(dice, run.model.living())
    if not document:
        return
    current = run.fetch(document)
    tags = [tag for tag in document.tags if tag != current]
    tags += [f'"{one.sha256}"' for one in document.versions if one.sha256 != document.sha256]
    headers = {'If-Match': dice.choice(tags or ['"0-0-0"'])}
    wanted = {'status': 412, 'code': 'version-conflict', 'headers': headers}
    kind = dice.randrange(4)
    if kind == 0:
        run.change('PUT', f'{address(document)}/content', b'too late', **wanted)
    elif kind == 1:
        run.patch(document, {'name': 'too late.txt'}, **wanted)
    elif kind == 2:
        run.change('DELETE', address(document), **wanted)
    else:
        run.change('POST', f'{address(document)}/versions/1/restore', **wanted)


# Places


@operation(10)
def move(run, dice):
    document = some(dice, run.model.living())
    if not document:
        return
    (folder, name), kind = place(dice), dice.randrange(3)
    folder, name = (folder if kind else document.folder), (name if kind != 1 else document.name)
    changes = {'folder': folder} if kind == 1 else {'name': name} if kind == 0 else {'name': name, 'folder': folder}
    there = run.model.at(folder, name)
    headers = {'If-Match': run.fetch(document)} if dice.random() < 0.3 else None
    if there and there is not document:
        run.patch(document, changes, status=409, code='name-taken', headers=headers)
        return
    answer = run.patch(document, changes, headers=headers)
    if not there:
        run.model.move(document, folder, name)
    run.compare(answer.json, document)


@operation(7)
def trash(run, dice):
    document = some(dice, run.model.living())
    if document and len(run.model.living()) > 8:
        run.change('DELETE', address(document), status=204)
        run.model.trash(document)


@operation(6)
def restore(run, dice):
    document = some(dice, run.model.thrown_away())
    if not document:
        return
    # Also one whose file others removed: its bytes were held.
    answer = run.change('POST', f'{address(document)}/restore')
    run.model.restore(document, document.folder, run.model.free(*document.place))
    run.compare(answer.json, document)


@operation(2)
def change_in_trash(run, dice):
    """What lies in the Trash cannot be changed, nor thrown away twice; what does not lie there is restored already."""
    document = some(dice, run.model.thrown_away())
    if document:
        wanted = {'status': 404, 'code': 'not-found'}
        run.change('PUT', f'{address(document)}/content', b'lost', **wanted)
        run.patch(document, {'name': 'lost.txt'}, **wanted)
        run.change('DELETE', address(document), **wanted)
        run.change('POST', f'{address(document)}/versions/1/restore', **wanted)
    if living := some(dice, run.model.living()):
        run.compare(run.change('POST', f'{address(living)}/restore').json, living)


# Versions


@operation(7)
def restore_version(run, dice):
    document = some(dice, run.model.living())
    if not document:
        return
    number = dice.randint(1, len(document.versions) + 1)
    path = f'{address(document)}/versions/{number}/restore'
    if number > len(document.versions):
        run.change('POST', path, status=404, code='not-found')
        return
    hash = document.versions[number - 1].sha256
    if not run.model.has_bytes(hash):
        run.change('POST', path, status=410, code='version-gone')
        return
    answer = run.change('POST', path)
    if hash != document.sha256:
        run.model.set_content(document, hash, 'restored', number)
    run.compare(answer.json, document)


# Looking


@operation(6)
def read(run, dice):
    document = some(dice, list(run.model.documents.values()))
    if document:
        run.fetch(document)
        run.compare_content(document)


@operation(3)
def read_condition(run, dice):
    """A part of a content, and a content that the client has already."""
    document = some(dice, run.model.living())
    if not document:
        return
    path, whole = f'{address(document)}/content', run.model.contents[document.sha256]
    answer = run.server.ask('GET', path, headers={'If-None-Match': f'"{document.sha256}"'})
    demand(answer.status == 304 and not answer.body, 'the client has it already', answer)
    if whole:
        start = dice.randrange(len(whole))
        end = dice.randrange(start, len(whole))
        answer = run.server.ask('GET', path, headers={'Range': f'bytes={start}-{end}'})
        demand(answer.status == 206 and answer.body == whole[start : end + 1], f'bytes {start} to {end}', answer)


@operation(6)
def read_versions(run, dice):
    document = some(dice, list(run.model.documents.values()))
    if document:
        run.compare_versions(document)
        run.compare_version_content(document, dice.randint(1, len(document.versions)))


@operation(8)
def list_documents(run, dice):
    order = dice.choice(['name', 'created', 'modified', 'size'])
    question = {'sort': dice.choice(['', '-']) + order}
    if dice.random() < 0.4:
        question['folder'] = dice.choice(FOLDERS)
        if dice.random() < 0.4:
            question['deep'] = 'true'
    if dice.random() < 0.15:
        question['tag'] = dice.choice(TAGS)
    if dice.random() < 0.1:
        question['favourite'] = 'true'
    if dice.random() < 0.3:
        question['q'] = dice.choice(['rep', 'PAGE 1', 'uber', '2', 'txt notes', 'nothing like it', 'bin'])
    if dice.random() < 0.2:
        question['trashed'] = 'true'
    few = len(run.model.documents) < 60
    run.compare_list(dice.randint(1, 7) if few else dice.randint(20, 90), **question)


@operation(1)
def ask_for_nothing(run, dice):
    id = ''.join(dice.choice('abcdefghijklmnopqrstuvwxyz234567') for _ in range(16))
    for method, path in [
        ('GET', ''),
        ('GET', '/content'),
        ('GET', '/versions'),
        ('PUT', '/content'),
        ('DELETE', ''),
        ('POST', '/restore'),
    ]:
        run.change(method, address(id) + path, status=404, code='not-found')


@operation(3)
def hear(run, dice):
    """A listener comes back, and has missed nothing."""
    if dice.random() < 0.5:
        run.log.connect(run.server)
    run.compare_events()


@operation(1)
def restart(run, dice):
    run.compare_events()
    run.restart(killed=dice.random() < 0.5)
    run.compare_events()
