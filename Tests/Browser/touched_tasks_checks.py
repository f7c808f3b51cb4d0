"""The tasks of a new user that a phone does by thumb, at 390 by 844: by taps, a long press and swipes alone.

They are counted as those of `twelve_tasks_checks.py`; a tap, a swipe and typed words are a press each.
"""

import time
from functools import partial

from fixtures import pdf
from harness import PHONE, attempt, box_of, card, settle, wait
from select_checks import facts
from touch import Hand as Fingers
from twelve_tasks_checks import (
    Hand, Tasks, compare, hand_over, lay_selected, look, play, read_on, restore, send_to_phone, tag, undo_move,
)

# How the names of the folders begin: the tasks of the mouse are done on the same server.
WORD = 'Thumb '


def middle(place):
    box = box_of(place.first)
    return box['x'] + box['width'] / 2, box['y'] + box['height'] / 2


class Thumb(Hand):
    """A thumb at a page: what it taps, draws and types is counted."""

    def __init__(self, page):
        super().__init__(page)
        self.fingers = Fingers(page)

    def press(self):
        # Playwright's tap makes no click right after another touch, as it would be a double tap's second.
        self.fingers.rest(max(0, 500 - 1000 * (time.monotonic() - self.latest)))
        super().press()

    def click(self, place, *keys, button='left'):
        self.press()
        place.first.tap()

    def press_long(self, place):
        at = middle(place)
        self.press()
        self.fingers.land(at)
        self.fingers.rest(700)
        self.fingers.lift()

    def item(self, name):
        wait(self.page, lambda: self.page.get_by_role('menuitem', name=name).count() == 1)
        # What lies where the button is takes no press that comes with it.
        self.page.wait_for_timeout(750)
        super().item(name)

    def folder(self, name):
        name = WORD + name
        self.click(self.page.locator('.places-button'))
        self.click(self.page.locator(f'.folder-tree a[data-folder="{name}"]'))
        wait(self.page, lambda: self.page.get_by_role('heading', name=name, exact=True).count() > 0)
        settle(self.page)
        # The tools of the list come after it.
        wait(self.page, lambda: self.page.locator('.library-selection').count() == 1)

    def menu(self, name, item):
        self.click(card(self.page, name).locator('.card-action'))
        self.item(item)

    def card(self, name, *keys):
        self.click(card(self.page, name).locator('.card-main'))

    def save(self):
        self.button('Set tags')

    def select_all(self):
        self.button('Select', exact=True)
        self.button('Select all')

    def tool(self, name):
        """By its button in the bar, or else by the menu there."""
        bar = self.page.locator('.library-selection')
        if bar.get_by_role('button', name=name).is_visible():
            return self.click(bar.get_by_role('button', name=name))
        self.click(bar.locator('.selection-more'))
        self.item(name)

    def look(self, name):
        self.menu(name, 'Quick look')

    def look_on(self):
        self.press()
        self.fingers.swipe((320, 400), (80, 400), steps=8)

    def versions(self):
        self.more('Versions')

    def restore(self):
        self.button('Restore')

    def compare(self):
        self.button('Compare')

    def to_middle(self):
        self.click(self.page.get_by_role('slider', name='Position'))

    def play(self):
        self.button('Play')


class TouchedTasks(Tasks):
    device, kind, word, way = PHONE, Thumb, WORD, ' by thumb'

    def came(self, page):
        return page.locator('.places-button').is_visible()


def rename(tasks):
    document = tasks.put('Papers', 'IMG 3041.pdf', pdf(unique='thumb rename'))
    with tasks.hand() as hand:
        hand.folder('Papers')
        hand.menu('IMG 3041.pdf', 'Rename')
        hand.type('Rent by thumb')
        hand.enter()
        tasks.note('rename', hand, lambda: facts(tasks.client, document)['name'] == 'Rent by thumb.pdf', 6)


def find(tasks):
    tasks.put('Notes', 'thumb heliotrope.txt', b'Planted in May', 'text/plain')
    with tasks.hand() as hand:
        hand.click(hand.page.locator('.search-field'))
        hand.type('heliotrope')
        tasks.note('find a file', hand, lambda: card(hand.page, 'thumb heliotrope.txt').count() == 1, 2)


def lay_on_board(tasks):
    """Three of more: a long press selects the first one, and taps the others."""
    tasks.put_many('Plans', 'plan', 5)
    with tasks.hand() as hand:
        hand.folder('Plans')
        hand.press_long(card(hand.page, 'plan 05.pdf').locator('.card-picture'))
        wait(hand.page, lambda: hand.page.get_by_text('1 selected').count() > 0)
        for name in ('plan 04.pdf', 'plan 03.pdf'):
            hand.card(name)
        lay_selected(tasks, hand, 8)


ALL = {
    'rename': rename,
    'find': find,
    'tag': partial(tag, most=9),
    'look': partial(look, count=5, most=8),
    'lay on a board': lay_on_board,
    'send to a phone': partial(send_to_phone, most=5),
    'undo a move': partial(undo_move, most=8),
    'restore': partial(restore, most=7),
    'play': partial(play, most=5),
    'hand over': hand_over,
    'compare': partial(compare, most=7),
    'read on': partial(read_on, device=PHONE),
}


def check_touched_tasks(report, browser, client):
    """What a phone can do of the twelve tasks is done by thumb."""
    tasks = TouchedTasks(report, browser, client)
    for name, task in ALL.items():
        attempt(report, name, partial(task, tasks))
        browser.close_pages()
    tasks.table()
