"""Twenty thousand documents are selected, and changed until that is stopped; the app answers meanwhile."""

import os
import re
import tempfile
from contextlib import contextmanager

from harness import DESKTOP, dialogs_gone, inspect, settle, wait
from select_checks import toast
from server import Server

MANY, FOLDER = 20_000, 'Many'
LONGEST_MILLISECONDS = 1000
PATIENCE_SECONDS = 600
DONE = re.compile(r'^([\d,]+) documents are (tagged|in Elsewhere now)$')

WATCH_FRAMES = """
() => {
  globalThis.longestFrame = 0;
  let last = performance.now();
  const next = (now) => {
    globalThis.longestFrame = Math.max(globalThis.longestFrame, now - last);
    last = now;
    requestAnimationFrame(next);
  };
  requestAnimationFrame(next);
}
"""
LONGEST = '() => { const longest = longestFrame; globalThis.longestFrame = 0; return longest; }'


@contextmanager
def server_of_many():
    """A server that has taken up so many small files of one folder."""
    with tempfile.TemporaryDirectory(prefix='sheaf-browser-') as root:
        os.makedirs(f'{root}/Documents/{FOLDER}')
        os.makedirs(f'{root}/Documents/Elsewhere')
        for number in range(MANY):
            with open(f'{root}/Documents/{FOLDER}/many {number:05}.txt', 'w') as file:
                file.write(f'The text of number {number}.\n')
        with Server(os.environ['SHEAF'], root) as server:
            yield server


def folder_count(server, name):
    listed = server.get('/api/v1/folders').json['folders']
    return next((one['documents'] for one in listed if one['path'] == name), 0)


def tagged(server, tag):
    return next((one['documents'] for one in server.get('/api/v1/tags').json['tags'] if one['tag'] == tag), 0)


def stopped(page):
    """Stops what is being done when some of it is, and returns of how many documents that is told."""
    progress = page.locator('.toasts')
    wait(page, lambda: 'Changing document' in progress.inner_text(), 60)
    progress.get_by_role('button', name='Stop').click()
    told = wait(page, lambda: DONE.match(toast(page) or ''), 60)
    return int(told.group(1).replace(',', '')) if told else 0


def check_selection_of_many(report, browser):
    """All of twenty thousand documents are tagged and moved until that is stopped, and one undo each takes it back."""
    with server_of_many() as server:
        page = browser.context(DESKTOP).new_page()
        taken_up = wait(page, lambda: folder_count(server, FOLDER) == MANY, PATIENCE_SECONDS)
        report.check('the server has taken up all of them', taken_up, folder_count(server, FOLDER))
        page.goto(f'http://127.0.0.1:{server.port}/?view=folders&folder={FOLDER}')
        settle(page)
        wait(page, lambda: page.locator('.library-selection').count() == 1)
        page.evaluate(WATCH_FRAMES)
        answers = lambda what: report.check(f'the app answers {what}', (longest := page.evaluate(LONGEST)) < LONGEST_MILLISECONDS, f'{longest:.0f} ms')
        undone = lambda: page.keyboard.press('Control+z') or wait(page, lambda: toast(page) == 'Undone', 60)
        page.keyboard.press('Control+a')
        selected = lambda: page.locator('.selection-count').inner_text()
        report.check('all are selected, and that is said', wait(page, lambda: selected() == '20,000 selected', 60), selected())
        answers('while all are selected')
        page.get_by_role('button', name='Tags…').click()
        page.locator('#tag-field').fill('bulk')
        page.keyboard.press('Enter')
        page.keyboard.press('Enter')
        dialogs_gone(page)
        count = stopped(page)
        report.check('as many are said to be tagged as are', 0 < count < MANY and tagged(server, 'bulk') == count, (count, tagged(server, 'bulk'), toast(page)))
        answers('while they are tagged')
        report.check('one undo takes the tag off all of them', undone() and tagged(server, 'bulk') == 0, (toast(page), tagged(server, 'bulk')))
        answers('while that is undone')
        report.check('all are selected still', selected() == '20,000 selected', selected())
        page.get_by_role('button', name='Move to…').click()
        page.get_by_role('dialog').get_by_role('button', name='Documents', exact=True).click()
        page.get_by_role('dialog').get_by_role('button', name='Elsewhere', exact=True).click()
        wait(page, lambda: page.locator('.folder-picker .trail-step[aria-current]').inner_text() == 'Elsewhere')
        page.get_by_role('button', name='Move here').click()
        count = stopped(page)
        report.check('as many are said to be moved as are', 0 < count < MANY and folder_count(server, 'Elsewhere') == count, (count, folder_count(server, 'Elsewhere'), toast(page)))
        answers('while they are moved')
        report.check('one undo brings all of them back', undone() and folder_count(server, FOLDER) == MANY, (toast(page), folder_count(server, FOLDER)))
        answers('while that is undone, too')
        there = wait(page, lambda: page.locator('li.card').count() > 0 and inspect(page)['library']['shown'] >= 100, 30)
        report.check('the list shows them again', there, inspect(page)['library'])
        page.context.close()
