"""The tasks of a new user that a phone does by thumb, at 390 by 844: by taps alone.

They are counted as those of `twelve_tasks_checks.py`; a tap and typed words are a press each.
"""

from functools import partial

from fixtures import pdf
from harness import PHONE, attempt, card, settle, wait
from select_checks import facts
from twelve_tasks_checks import Hand, Tasks


class Thumb(Hand):
    """A thumb at a page: what it taps and types is counted."""

    def click(self, place, *keys, button='left'):
        self.press()
        place.first.tap()

    def enter(self):
        """The key of the keyboard on the screen."""
        self.key('Enter')

    def folder(self, name):
        self.click(self.page.locator('.places-button'))
        self.click(self.page.locator(f'.folder-tree a[data-folder="{name}"]'))
        wait(self.page, lambda: self.page.get_by_role('heading', name=name, exact=True).count() > 0)
        settle(self.page)

    def menu(self, name, item):
        self.click(card(self.page, name).locator('.card-action'))
        wait(self.page, lambda: self.page.locator('.menu').count() == 1)
        # What lies where the button is takes no press that comes with it.
        self.page.wait_for_timeout(750)
        self.item(item)

    def card(self, name, *keys):
        self.click(card(self.page, name).locator('.card-main'))


class TouchedTasks(Tasks):
    device, kind = PHONE, Thumb

    def came(self, page):
        return page.locator('.places-button').is_visible()


def rename(tasks):
    document = tasks.put('Thumb papers', 'IMG 3041.pdf', pdf(unique='thumb rename'))
    with tasks.hand() as hand:
        hand.folder('Thumb papers')
        hand.menu('IMG 3041.pdf', 'Rename')
        hand.type('Rent by thumb')
        hand.enter()
        tasks.note('rename by thumb', hand, lambda: facts(tasks.client, document)['name'] == 'Rent by thumb.pdf', 7)


def find(tasks):
    tasks.put('Thumb notes', 'thumb heliotrope.txt', b'Planted in May', 'text/plain')
    with tasks.hand() as hand:
        hand.click(hand.page.get_by_role('searchbox'))
        hand.type('heliotrope')
        tasks.note('find a file by thumb', hand, lambda: card(hand.page, 'thumb heliotrope.txt').count() == 1, 3)


ALL = (rename, find)


def check_touched_tasks(report, browser, client):
    """What a phone can do of the twelve tasks is done by thumb."""
    tasks = TouchedTasks(report, browser, client)
    for task in ALL:
        attempt(report, task.__name__, partial(task, tasks))
        browser.close_pages()
    tasks.table()
