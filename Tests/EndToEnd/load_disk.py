"""A client's changes of its files on the disk, each atomic except for writing in place."""

import os
import shutil

from load import PACKAGE, Operations, some

ON_DISK = Operations()


def holds_copies(root):
    """Whether the disk has room for copies of files that are overwritten in place (`HoldingRule`), and some more."""
    disk = shutil.disk_usage(root)
    return disk.free >= max(4 << 30, disk.total // 10)


def files(run):
    """Documents that are one file each."""
    return [one for one in run.living() if not one.name.endswith(PACKAGE)]


def note(run, kind, document):
    run.kinds[f'{kind} on the disk'] += 1
    document.is_edited = True
    run.touched.add(document.id)


@ON_DISK.add(3)
def edit_on_disk(run, dice):
    document = some(dice, run.living())
    if not document:
        return
    path = inner = run.file(document)
    content = dice.randbytes(400)
    if document.name.endswith(PACKAGE):
        hash = run.remember(run.packed({**run.packages[document.sha256], 'TXT.rtf': content}))
        inner += '/TXT.rtf'
    else:
        hash = run.remember(content := run.body(dice, document.name))
    # An editor writes a new file beside the document, then renames it.
    other = f'{os.path.dirname(path)}/.saving-{run.number}'
    with open(other, 'wb') as file:
        file.write(content)
    os.replace(other, inner)
    document.is_replaced = True
    run.model.overwrite(document, hash)
    note(run, 'edited', document)


@ON_DISK.add(2)
def write_over_on_disk(run, dice):
    document = some(dice, files(run)) if holds_copies(run.root) else None
    if document:
        body = run.body(dice, document.name)
        file = os.open(run.file(document), os.O_WRONLY)
        os.pwrite(file, body, 0)
        os.ftruncate(file, len(body))
        os.close(file)
        run.model.overwrite(document, run.remember(body))
        note(run, 'written over', document)


@ON_DISK.add(1)
def rename_on_disk(run, dice):
    document = some(dice, [one for one in run.living() if not one.is_replaced])
    if not document:
        return
    old, (folder, name) = run.file(document), run.place(dice, document)
    os.makedirs(f'{run.root}/Documents/{folder}', exist_ok=True)
    os.rename(old, f'{run.root}/Documents/{folder}/{name}')
    document.folder, document.name, document.modified, document.is_astray = folder, name, object(), True
    run.model.add_folder(folder)
    note(run, 'renamed', document)


@ON_DISK.add(1)
def remove_on_disk(run, dice):
    document = some(dice, files(run))
    # Many missing files at once look like a disk that is away.
    if not document or run.removals:
        return
    run.removals += 1
    os.remove(run.file(document))
    # The document goes to the Trash without bytes; the server may not know the last ones.
    document.trashed, document.has_file, document.thrown, document.is_astray = True, False, object(), True
    note(run, 'removed', document)


@ON_DISK.add(1)
def put_on_disk(run, dice):
    # A shared folder: a folder of the client's own could be removed before the file is noticed.
    folder, name = dice.choice(run.shared), run.fresh('.bin')
    body = run.body(dice, name)
    os.makedirs(f'{run.root}/Documents/{folder}', exist_ok=True)
    other = f'{run.root}/Documents/{folder}/.putting-{run.number}'
    with open(other, 'wb') as file:
        file.write(body)
    os.rename(other, f'{run.root}/Documents/{folder}/{name}')
    run.model.create(None, folder, name, run.remember(body))
    run.kinds['put on the disk'] += 1
