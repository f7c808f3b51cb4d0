#!/usr/bin/env python3
"""A made corpus with known answers is found: recall and precision of each group of questions, and where the hits lie.

Recall is the share of the documents that answer a question and are found, precision the share of what is found that answers
it. Documents are counted over all questions of a group. Where it is known where words stand, the boxes of all hits lie on them.
"""

import json
import re
import shutil
import tempfile
import time
import unicodedata
from fnmatch import fnmatchcase

from earlier import Earlier
from hit_boxes import PIXEL, check_boxes
from known_kinds import kind_groups
from known_texts import text_groups
from placed_words import words_of
from report import Report
from server import Server, Workspace, arguments, wait_until

RECALL, PRECISION = 1.0, 0.95
SECONDS = 240
MOST = 100


def missing_part():
    """The first program that is not there; None where all are."""
    return next((one for one in ('soffice', 'tesseract', 'bwrap', 'mutool', 'ffmpeg', 'pdftoppm') if not shutil.which(one)), None)


# Filling


def files_of(groups):
    return [item for group in groups for item in group.files.items()]


def send(server, method, path, body):
    answer = server.ask(method, path, json.dumps(body).encode(), {'Content-Type': 'application/json'})
    assert answer.status in (200, 201), (path, body, answer)
    return answer.json


def upload(server, name, file):
    answer = server.upload(file.body, name, folder=file.folder)
    assert answer.status == 201, (name, answer)
    document = answer.json
    about = {'tags': list(file.tags), 'note': file.note, 'favourite': file.is_favourite}
    if changes := {key: value for key, value in about.items() if value}:
        send(server, 'PATCH', f'/api/v1/documents/{document["id"]}', changes)
    for note in file.marks:
        mark = {'kind': 'note', 'page': 1, 'points': [[300, 400]]}
        send(server, 'POST', f'/api/v1/documents/{document["id"]}/annotations', {'mark': mark, 'body': note})


def upload_earlier(options, root, groups):
    """Uploads those files that are to be older, each on its day."""
    files = sorted((file.since, name, file) for name, file in files_of(groups) if file.since)
    with Earlier() as earlier:
        for day, name, file in files:
            server = Server(options.bin, root)
            server.environment = earlier.environment(day)
            with server:
                upload(server, name, file)
                server.stop()


def progress(server):
    return server.get('/api/v1/search/index').json


def fill(report, server, groups):
    """Uploads all files and waits until their words are in the index."""
    start, files = time.monotonic(), files_of(groups)
    for name, file in files:
        if not file.since:
            upload(server, name, file)
    contents = len({file.body for _, file in files})

    def is_ready():
        state = progress(server)
        return state['read'] + state['refused'] >= contents and state['waiting'] == state['scans'] == 0

    ready = wait_until(is_ready, SECONDS, 0.2)
    # Notes of marks come by a way of their own.
    marked = [question for group in groups if any(file.marks for file in group.files.values()) for question in group.questions]
    wait_until(lambda: all(find(server, question)['total'] for question in marked if question.answers), 10, 0.2)
    state = progress(server)
    report.check('the words of all documents are read', ready and state['refused'] == state['scansRefused'] == 0, state)
    print(f'        {len(files)} documents in {time.monotonic() - start:.0f} s')


# Asking


def find(server, question):
    answer = server.get('/api/v1/search', q=question.query, limit=MOST, typing='true' if question.is_typed else 'false')
    return answer.json if answer.status == 200 else {'documents': [], 'total': 0, 'corrections': {}, 'status': answer}


def wanted_names(question, names):
    found = {name for name in names for answer in question.answers if fnmatchcase(name, answer)}
    assert found or not question.answers, question
    return found


def folded(words):
    return re.sub('[\\s\u00ad-]', '', unicodedata.normalize('NFKC', words)).casefold()


def marked_words(page):
    """The marked parts of a line; the places are counted in units of UTF-16."""
    line = page['snippet']['text'].encode('utf-16-le')
    return [line[2 * start : 2 * (start + length)].decode('utf-16-le') for start, length in page['snippet']['marks']]


def complaints(question, answer):
    """What is wrong with the lines of an answer, apart from the documents that it names."""
    pages = [page for found in answer['documents'] for page in found['pages']]
    if question.page and not all(found['pages'] and found['pages'][0]['page'] == question.page for found in answer['documents']):
        yield 'the page', [(found['document']['name'], [page['page'] for page in found['pages']]) for found in answer['documents']]
    if question.page and any(found['pages'][:1] and found['pages'][0].get('source') != question.source for found in answer['documents']):
        yield 'the source', [(found['document']['name'], [page.get('source') for page in found['pages']]) for found in answer['documents']]
    if question.marked and not any(folded(question.marked) == folded(words) for page in pages for words in marked_words(page)):
        yield 'the marks', [marked_words(page) for page in pages]
    if bool(answer['corrections']) != question.is_corrected:
        yield 'the corrections', answer['corrections']
    if 'status' in answer:
        yield 'refused', answer['status']


def strangers(answer, files):
    """Boxes of hits that lie on no word of their page, or not on those of the line, with how far off they are."""
    for found in answer['documents']:
        name, known = found['document']['name'], files[found['document']['name']].pages
        for page in found['pages'] if known else []:
            if page.get('source'):
                continue
            words = [word for line in known[page['page'] - 1] for word in words_of(line)]
            for left, top, width, height in (box for hit in page['hits'] for box in hit):
                sides = (left, top, left + width, top + height)
                off = min(max(abs(one - other) for one, other in zip(sides, word[1:], strict=True)) for word in words)
                if off > PIXEL:
                    yield name, page['page'], sides, off


class Score:
    """Counts of documents over questions."""

    def __init__(self, title):
        self.title = title
        self.wanted = self.found = self.right = self.questions = 0

    def add(self, other):
        for count in ('wanted', 'found', 'right', 'questions'):
            setattr(self, count, getattr(self, count) + getattr(other, count))

    @property
    def recall(self):
        return self.right / self.wanted if self.wanted else 1.0

    @property
    def precision(self):
        return self.right / self.found if self.found else 1.0

    def __str__(self):
        return f'{self.title:<40} {self.questions:>3} questions  recall {self.recall:7.2%}  precision {self.precision:7.2%}'


def ask(report, server, group, files):
    score, lines = Score(group.title), []
    for question in group.questions:
        answer = find(server, question)
        found, wanted = {one['document']['name'] for one in answer['documents']}, wanted_names(question, files)
        one = Score('')
        one.questions, one.wanted, one.found, one.right = 1, len(wanted), len(found), len(found & wanted)
        score.add(one)
        if missed := wanted - found:
            lines.append(f'{question.query} misses {sorted(missed)}')
        if strange := found - wanted:
            lines.append(f'{question.query} finds {sorted(strange)}')
        lines += [f'{question.query}: {part}: {got}' for part, got in complaints(question, answer)]
        lines += [f'{question.query}: a box is off: {one}' for one in strangers(answer, files)]
    is_good = score.recall >= RECALL and score.precision >= PRECISION
    faults = [line for line in lines if ' finds [' not in line]
    report.check(f'{score}', is_good and not faults)
    for line in lines:
        print(f'        {line}', flush=True)
    return score


def main():
    options, report = arguments(__doc__), Report()
    missing = missing_part()
    if missing:
        # Sheaf works without the converters, and the other drivers do not need them.
        report.skip('the corpus', f'{missing} is not installed: make extras')
        report.exit()
    with Workspace() as root, tempfile.TemporaryDirectory() as folder:
        groups = text_groups() + kind_groups(folder)
        files = dict(files_of(groups))
        assert len(files) == sum(len(group.files) for group in groups), 'names are unique'
        upload_earlier(options, root, groups)
        with Server(options.bin, root) as server:
            fill(report, server, groups)
            total = Score('in all')
            for group in groups:
                total.add(ask(report, server, group, files))
            check_boxes(report, server, folder)
            report.check(f'{total}', total.recall >= RECALL and total.precision >= PRECISION)
    report.exit()


if __name__ == '__main__':
    main()
