"""Twelve tasks of a new user, done by what is seen in the app alone; presses are counted, and what the app takes is timed.

Each task begins at the library's first screen, at 1440 by 900, with a mouse and keys. A click, a key and a stroke are a
press each, and so is a name that is typed. The seconds go from the last press to what is seen of its outcome. The API
brings the documents, and tells what became of them.
"""

import json
import subprocess
import time
from contextlib import contextmanager
from functools import partial
from urllib.parse import quote

from device_checks import read_code
from fixtures import pdf
from harness import BASE, DESKTOP, PHONE, TABLET, attempt, inspect, reader, settle, wait
from player_checks import FFMPEG, MEDIA, TIME, film
from select_checks import facts

LETTERS = 50


class Hand:
    """A person at a page: what they press is counted, and the moment of the latest press is kept."""

    def __init__(self, page):
        self.page, self.presses, self.latest = page, 0, time.monotonic()

    def press(self):
        self.presses, self.latest = self.presses + 1, time.monotonic()

    @contextmanager
    def holding(self, *keys):
        for key in keys:
            self.page.keyboard.down(key)
        yield
        for key in keys:
            self.page.keyboard.up(key)

    def click(self, place, *keys, button='left'):
        """Moves the mouse there once it can be pressed, and presses it while these keys are held."""
        place.hover()
        self.press()
        with self.holding(*keys):
            self.page.mouse.down(button=button)
            self.page.mouse.up(button=button)

    def button(self, name, **options):
        self.click(self.page.get_by_role('button', name=name, **options))

    def item(self, name):
        self.click(self.page.get_by_role('menuitem', name=name))

    def key(self, key):
        self.press()
        self.page.keyboard.press(key)

    def type(self, words):
        """Types once a field has the focus, as it is seen to."""
        wait(self.page, lambda: self.page.locator('input:focus, textarea:focus').count() > 0)
        self.press()
        self.page.keyboard.type(words)

    def folder(self, name):
        """Goes there by the line in the sidebar."""
        self.click(self.page.get_by_role('treeitem', name=name))
        wait(self.page, lambda: self.page.get_by_role('heading', name=name, exact=True).count() > 0)
        settle(self.page)

    def card(self, name, *keys):
        self.click(card_of(self.page, name), *keys)

    def document(self, folder, name):
        """Opens a document, and waits until it is shown."""
        self.folder(folder)
        self.card(name)
        wait(self.page, lambda: self.page.title().startswith(name))
        settle(self.page)

    def more(self, item):
        """Chooses from the menu of the document that is open."""
        self.click(self.page.locator('.reader-more'))
        self.item(item)

    # What a key does here, and taps do elsewhere

    def enter(self):
        self.key('Enter')

    def save(self):
        self.enter()

    def select_all(self):
        self.key('Control+a')

    def tool(self, name):
        """Does something with what is selected."""
        self.button(name)

    def look(self, name):
        """Looks at the first one of the list."""
        self.key('Space')

    def look_on(self):
        self.key('ArrowRight')

    def versions(self):
        self.key('h')

    def restore(self):
        self.key('r')

    def compare(self):
        self.key('c')

    def to_middle(self):
        self.key('5')

    def play(self):
        self.key('Space')


def card_of(page, name):
    return page.get_by_role('link', name=name)


def ids(client, folder):
    return {one['id'] for one in client.ask('GET', f'/api/v1/documents?folder={folder}&limit=200')[1]['documents']}


class Tasks:
    """Does one task after the other, each on a page of its own, and keeps their figures."""

    device, kind = DESKTOP, Hand
    # How the names of the folders begin, and those of the tasks end.
    word, way = '', ''

    def __init__(self, report, browser, client):
        self.report, self.browser, self.client, self.rows = report, browser, client, []

    def put(self, folder, name, data, kind='application/octet-stream'):
        folder = self.word + folder
        return self.client.ask('POST', f'/api/v1/documents?folder={quote(folder)}&name={quote(name)}', data, kind)[1]

    def put_many(self, folder, word, count, pages=1):
        """They are listed with the last one first."""
        name = lambda n: f'{word} {n:02}'
        return [self.put(folder, f'{name(n)}.pdf', pdf(pages, unique=f'{self.word}{name(n)}', text=f'{word} {n}')) for n in range(1, count + 1)]

    @contextmanager
    def hand(self, **options):
        page = self.browser.page(self.device, **options)
        wait(page, lambda: self.came(page))
        yield self.kind(page)
        page.context.close()

    def came(self, page):
        return page.get_by_role('tree').count() > 0

    def note(self, task, hand, holds, most):
        """Waits for the outcome, and holds the presses to a bound."""
        done, task = wait(hand.page, holds), task + self.way
        seconds = time.monotonic() - hand.latest
        number = len(self.rows) + 1
        self.rows.append((number, task, hand.presses, seconds))
        self.report.check(f'{task}: {hand.presses} presses of at most {most}, {seconds:.1f} s', done and hand.presses <= most, (done, hand.page.url))

    def table(self):
        print('| | Task | Presses | Seconds |', '| --- | --- | --- | --- |', sep='\n')
        for number, task, presses, seconds in self.rows:
            print(f'| {number} | {task} | {presses} | {seconds:.1f} |', flush=True)


def rename(tasks):
    document = tasks.put('Papers', 'IMG 2041.pdf', pdf(unique='rename'))
    with tasks.hand() as hand:
        hand.folder('Papers')
        hand.card('IMG 2041.pdf', 'Control')
        hand.key('F2')
        hand.type('Rent 2026')
        hand.key('Enter')
        tasks.note('rename a document', hand, lambda: card_of(hand.page, 'Rent 2026.pdf').count() == 1, 5)
        tasks.report.check('the server has the name', facts(tasks.client, document)['name'] == 'Rent 2026.pdf')


def tag(tasks, most=6):
    receipts = tasks.put_many('Receipts', 'receipt', 10)
    with tasks.hand() as hand:
        hand.folder('Receipts')
        hand.select_all()
        hand.tool('Tags…')
        hand.type('taxes')
        hand.enter()
        hand.save()
        said = hand.page.get_by_text('10 documents are tagged')
        tasks.note('tag ten files', hand, lambda: said.count() > 0, most)
        tasks.report.check('the server has the tags', all(facts(tasks.client, one)['tags'] == ['taxes'] for one in receipts))


def look_for(hand, word):
    hand.key('/')
    hand.type(word)


def find(tasks):
    """Words inside are found in the document that is open: so the documents are gone through."""
    for n in range(1, 5):
        text = 'Peas and beans.\n' * 40 + ('The heliotrope was planted in May.\n' if n == 2 else '')
        tasks.put('Notes', f'note {n}.txt', text.encode(), 'text/plain')
    with tasks.hand() as hand:
        # They are listed with the newest first.
        hand.document('Notes', 'note 4.txt')
        count = hand.page.locator('.find-count')
        look_for(hand, 'heliotrope')
        for n in (3, 2):
            wait(hand.page, lambda: count.inner_text() == 'Not found')
            hand.key('Escape')
            hand.key('Shift+PageDown')
            wait(hand.page, lambda: hand.page.title().startswith(f'note {n}.txt'))
            settle(hand.page)
            look_for(hand, 'heliotrope')
        tasks.note('find the one of four files that has a word inside', hand, lambda: count.inner_text() == '1 of 1', 12)


def look(tasks, count=20, most=21):
    tasks.put_many('Scans', 'scan', count, pages=2)
    with tasks.hand() as hand:
        hand.folder('Scans')
        hand.look(f'scan {count:02}.pdf')
        place = hand.page.locator('.look-place')
        for n in range(1, count + 1):
            if n > 1:
                hand.look_on()
            sharp = lambda: place.inner_text() == f'{n} of {count}' and hand.page.locator('.look-panel:not([inert]) .look-sharp').count() > 0
            if n < count:
                wait(hand.page, sharp)
        tasks.note(f'look at {count} files in a row', hand, sharp, most)


def lay_on_board(tasks):
    tasks.put_many('Plans', 'plan', 3)
    with tasks.hand() as hand:
        hand.folder('Plans')
        hand.select_all()
        lay_selected(tasks, hand, 4)


def lay_selected(tasks, hand, most):
    hand.tool('Add to a board…')
    hand.item('New board')
    said = hand.page.get_by_text('3 pages of 3 documents lie on “Board')
    tasks.note('put three documents on a board', hand, lambda: said.count() > 0, most)


def send_to_phone(tasks, most=4):
    tasks.put('Travel', 'ticket.pdf', pdf(3, unique=f'{tasks.word}ticket', text='Ticket'))
    with tasks.hand() as hand:
        hand.document('Travel', 'ticket.pdf')
        hand.more('Send to a phone…')
        code = lambda: read_code(hand.page).startswith(BASE)
        tasks.note('send one to the phone by QR code', hand, code, most)
        phone = tasks.browser.context(PHONE, signed_in=False).new_page()
        phone.goto(read_code(hand.page))
        shown = wait(phone, lambda: phone.title().startswith('ticket.pdf') and reader(phone).get('pageCount') == 3)
        tasks.report.check('the phone shows it', shown, phone.url)
        phone.context.close()


def undo_move(tasks, most=6):
    letters = tasks.put_many('Letters', 'letter', LETTERS)
    tasks.put('Archive', 'old.pdf', pdf(unique=f'{tasks.word}old'))
    inside = lambda folder: ids(tasks.client, quote(tasks.word + folder)) >= {one['id'] for one in letters}
    with tasks.hand() as hand:
        hand.folder('Letters')
        hand.select_all()
        hand.tool('Move to…')
        picker = hand.page.get_by_role('dialog')
        for folder in ('Documents', f'{tasks.word}Archive'):
            hand.click(picker.get_by_role('button', name=folder, exact=True))
        hand.button('Move here')
        wait(hand.page, lambda: hand.page.get_by_text(f'{LETTERS} documents are in {tasks.word}Archive now').count() > 0)
        tasks.report.check(f'{LETTERS} are moved with {hand.presses} presses', inside('Archive') and hand.presses <= most)
        hand.presses = 0
        hand.button('Undo')
        tasks.note('undo a move of fifty documents', hand, lambda: card_of(hand.page, f'letter {LETTERS}.pdf').count() == 1, 1)
        tasks.report.check('the server has all of them back', wait(hand.page, lambda: inside('Letters')))


def versions(tasks, name, *texts):
    document = tasks.put('Drafts', name, texts[0].encode(), 'text/plain')
    for text in texts[1:]:
        tasks.client.ask('PUT', f'/api/v1/documents/{document["id"]}/content', text.encode())
    return document


def first_version(hand, name, count):
    """Opens the document, and its first version of so many."""
    hand.document('Drafts', name)
    hand.versions()
    hand.click(hand.page.get_by_role('button', name='Version 1 ·'))
    wait(hand.page, lambda: hand.page.get_by_text(f'Version 1 of {count}').count() > 0)


def restore(tasks, most=5):
    document = versions(tasks, 'speech.txt', 'Dear friends\n', 'Dear all\n', 'Hello\n')
    with tasks.hand() as hand:
        first_version(hand, 'speech.txt', 3)
        hand.restore()
        said = hand.page.get_by_text('it is version 4 now')
        tasks.note('restore an earlier version', hand, lambda: said.count() > 0, most)
        now = tasks.client.ask('GET', f'/api/v1/documents/{document["id"]}/content')[1]
        tasks.report.check('the server has its content', now == b'Dear friends\n', now)


def play(tasks, most=4):
    tasks.put('Films', 'garden.webm', film('a.webm', 'libvpx', seconds=20))
    with tasks.hand() as hand:
        hand.document('Films', 'garden.webm')
        tasks.report.check('a film waits to be played', wait(hand.page, lambda: hand.page.get_by_role('button', name='Play').is_visible()))
        hand.to_middle()
        tasks.report.check('one press leads to its middle', wait(hand.page, lambda: abs(hand.page.evaluate(TIME) - 10) < 0.5))
        hand.play()
        tasks.note('play a film from its middle', hand, lambda: not hand.page.evaluate(f'{MEDIA}.paused') and hand.page.evaluate(TIME) > 10.1, most)


def hand_over(tasks):
    token = tasks.client.ask('POST', '/api/v1/tokens', json.dumps({'name': 'curl', 'access': 'full'}).encode(), 'application/json')[1]
    name = f'{tasks.word}bill.pdf'
    address = f'{BASE}/api/v1/inbox?name={quote(name)}&source=Scanner&annotation={quote(json.dumps({"note": "pay by Friday"}))}'
    with tasks.hand() as hand:
        wait(hand.page, lambda: hand.page.evaluate("performance.getEntriesByName('sheaf-ready').length") > 0)
        hand.press()
        command = ['curl', '-fsS', '-H', f'Authorization: Bearer {token["token"]}', '--data-binary', '@-', address]
        sent = subprocess.run(command, input=pdf(2, unique=name), capture_output=True, check=True, timeout=30)
        document = json.loads(sent.stdout)
        line = hand.page.get_by_role('region', name='Handed over')
        wait(hand.page, lambda: 'Handed over by Scanner: pay by Friday' in line.inner_text())
        seconds = time.monotonic() - hand.latest
        tasks.report.check(f'the document and its note are seen after {seconds:.1f} s', hand.page.title().startswith(name), line.inner_text())
        hand.click(line.get_by_role('button', name='Keep'))
        said = hand.page.get_by_text(f'{name} is in Documents now')
        tasks.note('hand a file over by curl with a note, see it, and file it', hand, lambda: said.count() > 0, 2)
        tasks.report.check('the server has it there', facts(tasks.client, document)['folder'] == '')


def compare(tasks, most=5):
    versions(tasks, 'contract.txt', 'The rent is 900.\n', 'The rent is 950.\n')
    with tasks.hand() as hand:
        first_version(hand, 'contract.txt', 2)
        hand.compare()
        marked = hand.page.locator('.diff ins, .diff del')
        tasks.note('compare two versions', hand, lambda: marked.all_inner_texts() == ['900', '950'], most)


def read_on(tasks, device=TABLET):
    document = tasks.put('Books', 'novel.pdf', pdf(14, unique=f'{tasks.word}novel', text='Novel'))
    desk = Hand(tasks.browser.page(DESKTOP, shares_places=True))
    desk.document(f'{tasks.word}Books', 'novel.pdf')
    desk.page.get_by_role('textbox', name='Page').fill('12')
    desk.page.keyboard.press('Enter')
    told = lambda: tasks.client.ask('GET', '/api/v1/state/reading-now')[1].get('state', {})
    wait(desk.page, lambda: (told().get('id'), told().get('page')) == (document['id'], 12))
    other = tasks.kind(tasks.browser.page(device, shares_places=True))
    other.button('Continue')
    tasks.note('go on reading on another device', other, lambda: reader(other.page).get('page') == 12, 1)
    tasks.report.check('it is the same document', inspect(other.page)['document'] == document['id'])


ALL = (rename, tag, find, look, lay_on_board, send_to_phone, undo_move, restore, play, hand_over, compare, read_on)


def check_twelve_tasks(report, browser, client):
    if not FFMPEG:
        return report.check('FFmpeg is installed', False, 'make extras')
    tasks = Tasks(report, browser, client)
    for task in ALL:
        attempt(report, task.__name__, partial(task, tasks))
        browser.close_pages()
    tasks.table()
