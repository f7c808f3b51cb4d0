"""Every screen of the app, for checks that look at all of them: how a workspace is furnished, and the way to each."""

import io
import json
import zipfile
from dataclasses import dataclass
from functools import cache
from typing import Callable
from urllib.parse import quote

from board_checks import a_card, upload_board
from fixtures import pdf, png
from harness import BASE, card, settle, wait
from info_checks import CHAPTERS
from player_checks import FFMPEG, film

JSON = 'application/json'
READ = 'Annual report of the walled garden.pdf'
FOLDER = 'Household/Insurance'
JOBS = (
    {'id': 9, 'kind': 'download', 'title': 'a.pdf from example.org', 'state': 'running', 'done': 5_000_000, 'total': 10_000_000,
     'unit': 'bytes', 'url': 'https://example.org/a.pdf', 'started': ''},
    {'id': 8, 'kind': 'conversion', 'title': 'Making a PDF of letter.docx', 'state': 'running', 'done': 0, 'total': None, 'started': ''},
    {'id': 7, 'kind': 'clean-up', 'title': 'Emptying the Trash', 'state': 'failed', 'done': 1, 'total': 3, 'started': '',
     'ended': '2026-11-28T09:00:00Z', 'detail': 'the disk is full'},
)


@dataclass(frozen=True)
class Screen:
    """A screen: the address it is at, and what a person then does to see it."""

    name: str
    path: str | Callable
    steps: Callable = lambda page: None
    signed_in: bool = True
    # Whether something goes on there for good.
    is_busy: bool = False

    def open(self, page, documents):
        """Goes there, and waits until it is at rest."""
        page.goto(BASE + (self.path if isinstance(self.path, str) else self.path(documents)))
        settle(page)
        self.steps(page)
        if not self.is_busy:
            settle(page)


def written_page():
    """Lines of text as a page of a report has them."""
    lines = ['BT /F1 26 Tf 64 700 Td (The walled garden) Tj ET']
    for place in range(24):
        words = 'Apples and pears were bound in the last week of summer, as every year.'[:70 - 30 * (place % 6 == 5)]
        lines.append(f'BT /F1 13 Tf 64 {650 - 22 * place} Td ({words}) Tj ET')
    return '\n'.join(lines).encode()


def packed():
    made = io.BytesIO()
    with zipfile.ZipFile(made, 'w', zipfile.ZIP_DEFLATED) as file:
        file.writestr('papers/one.pdf', pdf(pages=3, text='One'))
        file.writestr('papers/notes/two.txt', 'Two words')
        file.writestr('read me.md', '# Read me')
    return made.getvalue()


@cache
def furnish(client):
    """A workspace with a bit of everything, once; the documents by their names."""
    upload = lambda name, data, folder='': client.ask(
        'POST', f'/api/v1/documents?name={quote(name)}&folder={quote(folder)}&conflict=rename', data)[1]
    made = [upload(READ, pdf(pages=12, content=written_page())), upload('Chapters.md', CHAPTERS.encode())]
    made += [upload(f'Letter of {month}.pdf', pdf(pages=place + 1, content=written_page(), unique=month)) for place, month in enumerate(('May', 'June', 'July'))]
    made += [upload('Fence and gate.png', png(640, 420)), upload('A picture that is tall.png', png(300, 620))]
    made += [upload('Shopping list.md', b'# Shopping\n\n* apples\n* pears\n'), upload('Sums.csv', b'name,sum\nApples,3\nPears,4\n')]
    made += [upload('Everything of last year that is worth keeping, in one file.zip', packed())]
    made += [upload('Policy.pdf', pdf(pages=2, text='Policy'), FOLDER), upload('Bill.txt', b'To be paid', 'Household')]
    if FFMPEG:
        made.append(upload('Bees at the hive.mp4', film('bees.mp4', 'libx264', '-pix_fmt', 'yuv420p')))
    documents = {document['name']: document for document in made}
    read = documents[READ]
    change(client, read, favourite=True, tags=['garden', 'to read'])
    change(client, documents['Letter of May.pdf'], tags=['garden'], note='Answered in June')
    cards = [a_card(read['id'], id=f'c{place}', page=place + 1, x=360 * place, rotation=0.02 * place) for place in range(3)]
    documents['board'] = upload_board(client, 'Plan of the beds.board', cards)
    for place, kind in enumerate(('rectangle', 'highlight')):
        mark = {'kind': kind, 'page': 1, 'boxes': [[64, 100 + 60 * place, 300, 30]], 'text': 'Here'}
        client.ask('POST', f'/api/v1/documents/{read["id"]}/annotations', json.dumps({'mark': mark}).encode(), JSON)
    thrown = upload('Thrown away.txt', b'Not wanted')
    client.ask('DELETE', f'/api/v1/documents/{thrown["id"]}')
    client.ask('POST', '/api/v1/inbox?name=Handed%20over.txt&source=Scanner&open=false&annotation=%7B%22note%22%3A%22Please%20file%20it%22%7D', b'handed over')
    compared = documents['Shopping list.md']
    client.ask('PUT', f'/api/v1/documents/{compared["id"]}/content', b'# Shopping\n\n* apples\n* plums\n')
    return documents


def change(client, document, **changes):
    client.ask('PATCH', f'/api/v1/documents/{document["id"]}', json.dumps(changes).encode(), JSON)


def press(*keys):
    """Presses keys one after the other, each where the screen is at rest."""
    def steps(page):
        for key in keys:
            settle(page)
            page.keyboard.press(key)
    return steps


def on_card(*keys, name=READ):
    """Presses keys at a card that has the focus."""
    def steps(page):
        wait(page, lambda: card(page, name).count() == 1 and page.locator('.library-selection').count() == 1)
        card(page, name).locator('.card-main').focus()
        press(*keys)(page)
    return steps


def then(first, selector):
    """Does the first, and waits for what comes of it."""
    def steps(page):
        first(page)
        page.locator(selector).first.wait_for()
    return steps


def click(selector):
    def steps(page):
        page.locator(selector).first.click()
    return steps


def found(page):
    """The list of all places where a word is found."""
    press('/')(page)
    page.locator('.find-field').fill('apples')
    page.locator('.find-bar').wait_for()
    wait(page, lambda: page.locator('.find-count').inner_text() != '')


def read(page):
    """Waits until the words of the documents are found in all of them."""
    total = "fetch('/api/v1/search?q=apples').then((answer) => answer.json()).then(({ total }) => total)"
    wait(page, lambda: page.evaluate(total) > 0)


def found_by_words(page):
    read(page)
    page.reload()


def searched(*more):
    """Words in the search of the library, and then keys."""
    def steps(page):
        read(page)
        page.locator('.search-field[role=combobox]').click()
        page.locator('.search-field').fill('apples')
        page.locator('.found-words:popover-open .found-line').first.wait_for()
        press(*more)(page)
    return steps


def searched_before(page):
    searched('Enter')(page)
    page.locator('.search-field').fill('')
    page.locator('.search-field').focus()


def activity(page):
    """Jobs under way, and one that failed."""
    page.route('**/api/v1/jobs', lambda route: route.fulfill(content_type=JSON, body=json.dumps({'jobs': JOBS})))
    page.reload()
    wait(page, lambda: page.locator('.activity-button').is_visible())
    page.locator('.activity-button').click()
    page.locator('.activity-panel').wait_for()
    page.unroute('**/api/v1/jobs')


def cut_off(page):
    """The stream of the server's events is cut, and comes no more."""
    page.route('**/api/v1/events*', lambda route: route.abort())
    page.reload()
    page.locator('.banner').wait_for()
    page.unroute('**/api/v1/events*')


def document(name, more=''):
    return lambda documents: f'/d/{documents[name]["id"]}{more}'


LIST = '/?sort=name'
SECTIONS = 'appearance keys opening folders storage access devices about'.split()
# Those that need a workspace without documents.
EMPTY = (
    Screen('a library without documents', '/'),
    Screen('no favourites', '/?view=favourites'),
    Screen('an empty Trash', '/?view=trash'),
    Screen('an empty Inbox', '/?view=inbox'),
)
SCREENS = (
    Screen('the library', LIST),
    Screen('folders', '/?view=folders'),
    Screen('a folder', '/?view=folders&folder=Household'),
    Screen('recently opened', '/?view=opened'),
    Screen('favourites', '/?view=favourites'),
    Screen('the Inbox', '/?view=inbox'),
    Screen('a tag', '/?view=tag&name=garden'),
    Screen('the Trash', '/?view=trash'),
    Screen('a search that finds nothing', '/?q=nowhere+to+be+found'),
    Screen('documents found by words', '/?q=apples', then(found_by_words, '.found-document')),
    Screen('words found as one types', LIST, searched()),
    Screen('recent searches', LIST, then(searched_before, '.searched-line')),
    Screen('places', LIST, lambda page: page.locator('.places-button').click() if page.locator('.places-button').is_visible() else None),
    Screen('activity', LIST, activity, is_busy=True),
    Screen('details', LIST, then(on_card('i'), '.library-details')),
    Screen('selecting', LIST, on_card('Control+a')),
    Screen('the menu of a card', LIST, then(on_card('Shift+F10'), '.menu')),
    Screen('the menu of the view', LIST, then(click('.look-button'), '.menu')),
    Screen('renaming', LIST, then(on_card('F2'), '.name-field')),
    Screen('a new folder', LIST, then(on_card('Shift+N'), 'dialog')),
    Screen('all keys', LIST, then(on_card('?'), 'dialog')),
    Screen('a quick look', LIST, then(on_card(' '), '.look-sheet')),
    Screen('quick looks at all', LIST, then(on_card('Control+a', ' ', 'i'), '.look-index')),
    Screen('the reader', document(READ)),
    Screen('a text', document('Shopping list.md')),
    Screen('a text that is edited', document('Shopping list.md', '?in=text')),
    Screen('finding', document(READ), found),
    Screen('contents', document('Chapters.md'), then(press('o'), '.contents-panel')),
    Screen('all pages', document(READ), press('g')),
    Screen('information', document(READ), then(press('i'), '.info-panel')),
    Screen('marks', document(READ), then(press('Shift+A'), '.marks-panel')),
    Screen('marking', document(READ), then(press('a'), '.mark-tools')),
    Screen('the menu of the reader', document(READ), then(press('v'), '.menu')),
    Screen('versions', document('Shopping list.md', '?versions')),
    Screen('compared versions', document('Shopping list.md', '?version=1&compare=now')),
    *([Screen('a film', document('Bees at the hive.mp4'))] if FFMPEG else []),
    Screen('an archive', document('Everything of last year that is worth keeping, in one file.zip')),
    Screen('a board', document('board')),
    Screen('a board with something selected', document('board'), press('Control+a')),
    Screen('settings', '/settings'),
    *(Screen(f'settings: {section}', f'/settings/{section}') for section in SECTIONS),
    Screen('no such address', '/no/such/place'),
    Screen('no such document', '/d/00000000-0000-4000-8000-000000000000'),
    Screen('signing in', '/', signed_in=False),
    Screen('without a line', LIST, cut_off),
    # The list stays one from here on.
    Screen('the library as a list', LIST, press('v')),
    Screen('selecting in the list', LIST, on_card('Control+a')),
    Screen('an empty search in the list', '/?q=nowhere+to+be+found'),
)
