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


def card_of(page, name):
    return page.get_by_role('link', name=name)


def ids(client, folder):
    return {one['id'] for one in client.ask('GET', f'/api/v1/documents?folder={folder}&limit=200')[1]['documents']}


class Tasks:
    """Does one task after the other, each on a page of its own, and keeps their figures."""

    device, kind = DESKTOP, Hand

    def __init__(self, report, browser, client):
        self.report, self.browser, self.client, self.rows = report, browser, client, []

    def put(self, folder, name, data, kind='application/octet-stream'):
        return self.client.ask('POST', f'/api/v1/documents?folder={quote(folder)}&name={quote(name)}', data, kind)[1]

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
        done = wait(hand.page, holds)
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


def tag(tasks):
    receipts = [tasks.put('Receipts', f'receipt {n:02}.pdf', pdf(unique=f'receipt {n}')) for n in range(1, 11)]
    with tasks.hand() as hand:
        hand.folder('Receipts')
        hand.key('Control+a')
        hand.button('Tags…')
        hand.type('taxes')
        hand.key('Enter')
        hand.key('Enter')
        said = hand.page.get_by_text('10 documents are tagged')
        tasks.note('tag ten files', hand, lambda: said.count() > 0, 6)
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


def look(tasks):
    for n in range(1, 21):
        tasks.put('Scans', f'scan {n:02}.pdf', pdf(2, unique=f'scan {n}', text=f'Scan {n}'))
    with tasks.hand() as hand:
        hand.folder('Scans')
        hand.key('Space')
        place = hand.page.locator('.look-place')
        for n in range(1, 21):
            if n > 1:
                hand.key('ArrowRight')
            sharp = lambda: place.inner_text() == f'{n} of 20' and hand.page.locator('.look-panel:not([inert]) .look-sharp').count() > 0
            if n < 20:
                wait(hand.page, sharp)
        tasks.note('look at twenty files in a row', hand, sharp, 22)


def lay_on_board(tasks):
    for n in range(1, 4):
        tasks.put('Plans', f'plan {n}.pdf', pdf(unique=f'plan {n}', text=f'Plan {n}'))
    with tasks.hand() as hand:
        hand.folder('Plans')
        hand.key('Control+a')
        hand.button('Add to a board…')
        hand.item('New board')
        said = hand.page.get_by_text('3 pages of 3 documents lie on “Board”')
        tasks.note('put three documents on a board', hand, lambda: said.count() > 0, 5)


def send_to_phone(tasks):
    tasks.put('Travel', 'ticket.pdf', pdf(3, unique='ticket', text='Ticket'))
    with tasks.hand() as hand:
        hand.document('Travel', 'ticket.pdf')
        hand.click(hand.page.locator('.reader-more'))
        hand.item('Send to a phone…')
        code = lambda: read_code(hand.page).startswith(BASE)
        tasks.note('send one to the phone by QR code', hand, code, 4)
        phone = tasks.browser.context(PHONE, signed_in=False).new_page()
        phone.goto(read_code(hand.page))
        shown = wait(phone, lambda: phone.title().startswith('ticket.pdf') and reader(phone).get('pageCount') == 3)
        tasks.report.check('the phone shows it', shown, phone.url)
        phone.context.close()


def undo_move(tasks):
    letters = [tasks.put('Letters', f'letter {n:02}.pdf', pdf(unique=f'letter {n}')) for n in range(1, LETTERS + 1)]
    tasks.put('Archive', 'old.pdf', pdf(unique='old'))
    inside = lambda folder: ids(tasks.client, folder) >= {one['id'] for one in letters}
    with tasks.hand() as hand:
        hand.folder('Letters')
        hand.key('Control+a')
        hand.button('Move to…')
        picker = hand.page.get_by_role('dialog')
        for folder in ('Documents', 'Archive'):
            hand.click(picker.get_by_role('button', name=folder, exact=True))
        hand.button('Move here')
        wait(hand.page, lambda: hand.page.get_by_text(f'{LETTERS} documents are in Archive now').count() > 0)
        tasks.report.check(f'{LETTERS} are moved with {hand.presses} presses', inside('Archive') and hand.presses <= 6)
        hand.presses = 0
        hand.button('Undo')
        tasks.note('undo a move of fifty documents', hand, lambda: card_of(hand.page, f'letter {LETTERS}.pdf').count() == 1, 1)
        tasks.report.check('the server has all of them back', wait(hand.page, lambda: inside('Letters')))


def versions(tasks, name, *texts):
    document = tasks.put('Drafts', name, texts[0].encode(), 'text/plain')
    for text in texts[1:]:
        tasks.client.ask('PUT', f'/api/v1/documents/{document["id"]}/content', text.encode())
    return document


def restore(tasks):
    document = versions(tasks, 'speech.txt', 'Dear friends\n', 'Dear all\n', 'Hello\n')
    with tasks.hand() as hand:
        hand.document('Drafts', 'speech.txt')
        hand.key('h')
        hand.click(hand.page.get_by_role('button', name='Version 1 ·'))
        wait(hand.page, lambda: hand.page.get_by_text('Version 1 of 3').count() > 0)
        hand.key('r')
        said = hand.page.get_by_text('it is version 4 now')
        tasks.note('restore an earlier version', hand, lambda: said.count() > 0, 5)
        now = tasks.client.ask('GET', f'/api/v1/documents/{document["id"]}/content')[1]
        tasks.report.check('the server has its content', now == b'Dear friends\n', now)


def play(tasks):
    tasks.put('Films', 'garden.webm', film('a.webm', 'libvpx', seconds=20))
    with tasks.hand() as hand:
        hand.document('Films', 'garden.webm')
        tasks.report.check('a film waits to be played', wait(hand.page, lambda: hand.page.get_by_role('button', name='Play').is_visible()))
        hand.key('5')
        tasks.report.check('5 leads to its middle', wait(hand.page, lambda: abs(hand.page.evaluate(TIME) - 10) < 0.5))
        hand.key('Space')
        tasks.note('play a film from its middle', hand, lambda: not hand.page.evaluate(f'{MEDIA}.paused') and hand.page.evaluate(TIME) > 10.1, 4)


def hand_over(tasks):
    token = tasks.client.ask('POST', '/api/v1/tokens', json.dumps({'name': 'curl', 'access': 'full'}).encode(), 'application/json')[1]
    address = f'{BASE}/api/v1/inbox?name=bill.pdf&source=Scanner&annotation={quote(json.dumps({"note": "pay by Friday"}))}'
    with tasks.hand() as hand:
        wait(hand.page, lambda: hand.page.evaluate("performance.getEntriesByName('sheaf-ready').length") > 0)
        hand.press()
        command = ['curl', '-fsS', '-H', f'Authorization: Bearer {token["token"]}', '--data-binary', '@-', address]
        sent = subprocess.run(command, input=pdf(2, unique='bill'), capture_output=True, check=True, timeout=30)
        document = json.loads(sent.stdout)
        line = hand.page.get_by_role('region', name='Handed over')
        wait(hand.page, lambda: 'Handed over by Scanner: pay by Friday' in line.inner_text())
        seconds = time.monotonic() - hand.latest
        tasks.report.check(f'the document and its note are seen after {seconds:.1f} s', hand.page.title().startswith('bill.pdf'), line.inner_text())
        hand.click(line.get_by_role('button', name='Keep'))
        said = hand.page.get_by_text('bill.pdf is in Documents now')
        tasks.note('hand a file over by curl with a note, see it, and file it', hand, lambda: said.count() > 0, 2)
        tasks.report.check('the server has it there', facts(tasks.client, document)['folder'] == '')


def compare(tasks):
    versions(tasks, 'contract.txt', 'The rent is 900.\n', 'The rent is 950.\n')
    with tasks.hand() as hand:
        hand.document('Drafts', 'contract.txt')
        hand.key('h')
        hand.click(hand.page.get_by_role('button', name='Version 1 ·'))
        wait(hand.page, lambda: hand.page.get_by_text('Version 1 of 2').count() > 0)
        hand.key('c')
        marked = hand.page.locator('.diff ins, .diff del')
        tasks.note('compare two versions', hand, lambda: marked.all_inner_texts() == ['900', '950'], 5)


def read_on(tasks):
    document = tasks.put('Books', 'novel.pdf', pdf(14, unique='novel', text='Novel'))
    with tasks.hand(shares_places=True) as hand:
        hand.document('Books', 'novel.pdf')
        hand.page.get_by_role('textbox', name='Page').fill('12')
        hand.page.keyboard.press('Enter')
        told = '/api/v1/state/reading-now'
        wait(hand.page, lambda: tasks.client.ask('GET', told)[1].get('state', {}).get('page') == 12)
        tablet = tasks.browser.page(TABLET, shares_places=True)
        other = Hand(tablet)
        other.button('Continue')
        tasks.note('go on reading on another device', other, lambda: reader(tablet).get('page') == 12, 1)
        tasks.report.check('it is the same document', inspect(tablet)['document'] == document['id'])
        tablet.context.close()


ALL = (rename, tag, find, look, lay_on_board, send_to_phone, undo_move, restore, play, hand_over, compare, read_on)


def check_twelve_tasks(report, browser, client):
    if not FFMPEG:
        return report.check('FFmpeg is installed', False, 'make extras')
    tasks = Tasks(report, browser, client)
    for task in ALL:
        attempt(report, task.__name__, partial(task, tasks))
        browser.close_pages()
    tasks.table()
