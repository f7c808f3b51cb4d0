"""A corpus with known answers: documents in groups, and questions with the documents that answer them.

All groups lie in one workspace and are asked there. So every group is also a heap of other things for the others.
"""

from dataclasses import dataclass, field
from typing import NamedTuple

from placed_words import placed


@dataclass
class File:
    """A document, and what people say of it."""

    body: bytes
    folder: str = ''
    tags: tuple = ()
    note: str = ''
    is_favourite: bool = False
    # The day of its upload, as in ISO 8601; today where there is none.
    since: str = ''
    # Notes of marks on its first page.
    marks: tuple = ()
    # Lines of each page whose places are known.
    pages: list = field(default_factory=list)


class Question(NamedTuple):
    """A query, and the names of the documents that answer it, or beginnings of names that end with a star."""

    query: str
    answers: tuple
    # The page that must be told first, and the words that are marked in its line.
    page: int = 0
    marked: str = ''
    # What the words of that page are taken from, as the answer tells it.
    source: str = None
    # Words that stand nowhere: the answer must name the others that it looked for.
    is_corrected: bool = False
    is_typed: bool = False


class Group(NamedTuple):
    title: str
    files: dict
    questions: list


def asked(query, *answers, **more):
    return Question(query, answers, **more)


def text(words, **more):
    return File(words.encode(), **more)


def pdf(*pages, author=None, title=None, **more):
    """A PDF whose words stand at known places; a page is one text or a list of lines."""
    body, known = placed(*pages, author=author, title=title)
    return File(body, pages=known, **more)
