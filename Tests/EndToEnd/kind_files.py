"""More than 200 files of more than 150 types, made at run time, each with the wanted kind of its preview.

They come from Python's library, from programs of `make run`, `make extras` and `make test`, and from bytes written here.
"""

import os
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

from kind_books import book_documents
from kind_data import archives, data, fonts, icons
from kind_media import melody, pictures_and_media
from kind_office import office_documents
from kind_sources import SOURCES
from kind_texts import texts

# Files that are shown otherwise than their neighbours.
EXCEPTIONS = {'locked.pdf': 'icon'}


class SampleFile(NamedTuple):
    """A file, and the wanted `kind` of its preview."""

    name: str
    kind: str
    body: bytes


def of_kind(kind, files):
    return [SampleFile(name, EXCEPTIONS.get(name, kind), body) for name, body in files.items()]


def folder_below(folder, name):
    path = os.path.join(folder, name)
    os.mkdir(path)
    return path


def sample_files(folder):
    """All files, by subject; programs write below `folder`, which is empty. LibreOffice works beside the rest."""
    with ThreadPoolExecutor(1) as beside:
        office = beside.submit(office_documents, folder_below(folder, 'office'))
        pictures, media = pictures_and_media(folder_below(folder, 'media'))
        books = book_documents(folder_below(folder, 'books'), pictures['test.jpg'])
        packed, letters, bytes_ = (make(folder_below(folder, make.__name__)) for make in (archives, fonts, data))
        bytes_['melody.mid'] = melody()
        sources = {name: text.encode() for name, text in SOURCES.items()}
        return [
            *of_kind('pages', texts() | sources | books | office.result() | pictures | letters | bytes_),
            *of_kind('media', media),
            *of_kind('archive', packed),
            *of_kind('icon', icons()),
        ]
