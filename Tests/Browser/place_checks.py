"""Places of the library: each with its address, its words, and a way to it by keys."""

import json
import os
import tempfile
from urllib.parse import quote

from access_checks import AUDIT
from details_checks import change
from harness import BASE, DESKTOP, PHONE, card, dialogs_gone, inspect, overflow, settle, shown, wait
from select_checks import facts
from shell_checks import own_server


def named(page):
    return page.locator('li.card .card-name').all_inner_texts()


def upload(client, name, folder='', data=b'words'):
    return client.ask('POST', f'/api/v1/documents?name={quote(name)}&folder={quote(folder)}&conflict=rename', data, 'text/plain')[1]


def tree(page):
    return page.locator('.folder-tree')


def check_places(report, browser, client):
    first, second = upload(client, 'placed one.txt'), upload(client, 'placed two.txt')
    change(client, second, favourite=True, tags=['placing'])
    page = browser.page()
    page.get_by_role('link', name='Favourites').click()
    report.check('favourites are a place', wait(page, lambda: 'placed two.txt' in named(page) and 'placed one.txt' not in named(page)), named(page))
    change(client, first, favourite=True)
    report.check('which follows what is done elsewhere', shown(page, 'placed one.txt'), named(page))
    tag = page.get_by_role('link', name='placing 1')
    wait(page, lambda: tag.count() == 1)
    tag.click()
    report.check('a tag is a place', wait(page, lambda: named(page) == ['placed two.txt']), named(page))
    report.check('with an address', page.url.endswith('/?view=tag&name=placing'), page.url)
    page.go_back()
    report.check('and Back leads out of it', wait(page, lambda: 'placed one.txt' in named(page)) and page.url.endswith('view=favourites'), page.url)
    page.goto(f'{BASE}/?view=spreadsheets')
    empty = page.get_by_role('heading', name='No spreadsheets yet')
    report.check('an empty place says so, and what comes there', wait(page, lambda: empty.count() == 1))
    page.goto(f'{BASE}/?view=tag&name=nowhere')
    report.check('a tag that is on nothing says what to do', wait(page, lambda: 'Select documents and choose Tags' in page.locator('.library-note').inner_text()))
    settle(page)
    report.check('the places are accessible', page.evaluate(AUDIT) == [], page.evaluate(AUDIT))
    page.context.close()


def check_tag_places(report, browser, client):
    documents = [upload(client, f'labelled {number}.txt') for number in range(3)]
    for document in documents:
        change(client, document, tags=['old label'])
    page = browser.page(path='/?view=tag&name=old+label')
    more = page.get_by_role('button', name='More for old label')
    wait(page, lambda: more.count() == 1)
    more.focus()
    page.keyboard.press('Enter')
    page.get_by_role('menuitem', name='Rename').click()
    page.locator('#name-field').fill('new label')
    page.keyboard.press('Enter')
    tags = lambda: [facts(client, document)['tags'] for document in documents]
    report.check('a tag is renamed on all documents', wait(page, lambda: tags() == [['new label']] * 3), tags())
    report.check('and its place goes with it', wait(page, lambda: page.url.endswith('name=new+label')) and wait(page, lambda: len(named(page)) == 3), page.url)
    dialogs_gone(page)
    page.locator('body').press('Control+z')
    report.check('in one step that is undone', wait(page, lambda: tags() == [['old label']] * 3), tags())
    page.context.close()


def check_folder_tree(report, browser, client):
    upload(client, 'branch.txt', 'Trunk/Branch')
    moved = upload(client, 'carried into the tree.txt')
    page = browser.page(path='/?q=carried+into')
    trunk = tree(page).get_by_role('treeitem', name='Trunk')
    wait(page, lambda: trunk.count() == 1)
    report.check('folders below are not there before they are opened', tree(page).get_by_role('treeitem', name='Branch').count() == 0)
    trunk.focus()
    page.keyboard.press('ArrowRight')
    branch = tree(page).get_by_role('treeitem', name='Branch')
    report.check('an arrow opens a folder', wait(page, lambda: branch.count() == 1) and trunk.get_attribute('aria-expanded') == 'true')
    page.keyboard.press('ArrowRight')
    report.check('and goes into it', page.evaluate("document.activeElement.dataset.folder") == 'Trunk/Branch')
    shown(page, 'carried into the tree.txt')
    card(page, 'carried into the tree.txt').locator('.card-main').drag_to(branch)
    report.check('a document is dropped on a line', wait(page, lambda: facts(client, moved)['folder'] == 'Trunk/Branch'), facts(client, moved)['folder'])
    branch.click()
    report.check('a line leads to its folder', wait(page, lambda: 'branch.txt' in named(page)) and 'folder=Trunk%2FBranch' in page.url, page.url)
    report.check('and is marked', wait(page, lambda: branch.get_attribute('aria-current') == 'page'))
    page.reload()
    report.check('an address below opens what it lies in', wait(page, lambda: branch.count() == 1 and branch.get_attribute('aria-current') == 'page'))
    branch.focus()
    page.keyboard.press('ArrowLeft')
    page.keyboard.press('ArrowLeft')
    report.check('arrows go out of it, and close it', wait(page, lambda: branch.count() == 0))
    client.ask('POST', '/api/v1/folders', json.dumps({'folder': 'Sapling'}).encode(), 'application/json')
    report.check('a folder that is made elsewhere comes', wait(page, lambda: tree(page).get_by_role('treeitem', name='Sapling').count() == 1))
    page.context.close()


def check_recently_opened(report, browser, client):
    documents = [upload(client, f'opened {number}.txt') for number in range(2)]
    page = browser.page(path='/?q=opened')
    for number in (0, 1, 0):
        page.goto(f'{BASE}/d/{documents[number]["id"]}')
        wait(page, lambda: inspect(page)['view'] == 'reader')
        settle(page)
    page.goto(f'{BASE}/?view=opened')
    report.check('what was opened last comes first', wait(page, lambda: named(page)[:2] == ['opened 0.txt', 'opened 1.txt']), named(page))
    other = browser.page(path='/?view=opened')
    other.reload()
    report.check('in another browser, too', wait(other, lambda: named(other)[:2] == ['opened 0.txt', 'opened 1.txt']), named(other))
    other.context.close()
    page.context.close()


def check_saved_searches(report, browser, client):
    for number in range(2):
        upload(client, f'kept {number}.txt', 'Keeping')
    upload(client, 'kept elsewhere.txt')
    page = browser.page(path='/?view=folders&folder=Keeping&q=kept')
    scope = page.locator('.search-scope')
    report.check('a search says where it looked', wait(page, lambda: '2 in Keeping, 3 everywhere' in scope.inner_text()), scope.inner_text())
    page.get_by_role('button', name='Save this search').click()
    page.locator('#name-field').fill('My keepings')
    page.keyboard.press('Enter')
    dialogs_gone(page)
    link = page.get_by_role('link', name='My keepings')
    report.check('it is kept as a place', wait(page, lambda: link.count() == 1 and link.get_attribute('aria-current') == 'page'))
    page.get_by_role('button', name='Not only in Keeping').click()
    report.check('the place can be taken away', wait(page, lambda: len(named(page)) == 3) and page.url.endswith('/?q=kept'), page.url)
    other = browser.page()
    kept = other.get_by_role('link', name='My keepings')
    wait(other, lambda: kept.count() == 1)
    kept.click()
    report.check('another browser has it, too', wait(other, lambda: sorted(named(other)) == ['kept 0.txt', 'kept 1.txt']), named(other))
    other.get_by_role('button', name='More for My keepings').focus()
    other.keyboard.press('Enter')
    other.get_by_role('menuitem', name='Remove').click()
    report.check('and it is removed', wait(other, lambda: kept.count() == 0) and wait(page, lambda: link.count() == 0))
    other.keyboard.press('Control+z')
    report.check('which is undone', wait(other, lambda: kept.count() == 1))
    other.context.close()
    page.context.close()


def check_places_from_elsewhere(report, browser, client):
    with tempfile.TemporaryDirectory() as outside:
        drop, area = os.path.join(outside, 'scans'), os.path.join(outside, 'archive')
        os.makedirs(drop)
        os.makedirs(os.path.join(area, 'Old'))
        for name in ('letter.txt', 'Old/bill.txt'):
            with open(os.path.join(area, name), 'w') as file:
                file.write('words')
        with own_server('--drop', drop, '--read-only-area', f'Archive={area}') as server:
            page = browser.context(DESKTOP, signed_in=False).new_page()
            page.goto(server.url)
            link = page.get_by_role('link', name='scans')
            wait(page, lambda: link.count() == 1)
            link.click()
            words = lambda: page.locator('.place-view').inner_text()
            report.check('a drop folder says how it gets on', wait(page, lambda: page.locator('.place-view').count() == 1 and 'It is watched' in words()))
            with open(os.path.join(drop, 'dropped.txt'), 'w') as file:
                file.write('dropped')
            report.check('and what it took in', wait(page, lambda: '1 since the server started' in words(), 40), words())
            report.check('the Inbox counts it', wait(page, lambda: page.get_by_role('link', name='Inbox 1').count() >= 1))
            page.get_by_role('link', name='Show the Inbox').click()
            report.check('where it is', shown(page, 'dropped.txt'))
            page.get_by_role('link', name='Archive', exact=True).click()
            page.get_by_role('link', name='Old', exact=True).click()
            report.check('an area is a place, too', wait(page, lambda: 'bill.txt' in words()) and 'view=area&name=Archive&folder=Old' in page.url, page.url)
            page.get_by_role('button', name='Copy bill.txt to the documents').click()
            report.check('of which files are copied', wait(page, lambda: 'was copied from Archive' in page.locator('.toast-text').inner_text()))
            page.go_back()
            report.check('Back leads out of its folder', wait(page, lambda: 'letter.txt' in words()), words())
            report.check('it is accessible', page.evaluate(AUDIT) == [], page.evaluate(AUDIT))


def check_place_layouts(report, browser, client):
    upload(client, 'deep.txt', 'A folder with a long name/Another one with a name that is longer')
    page = browser.page(PHONE)
    page.get_by_role('button', name='Library').click()
    wait(page, lambda: tree(page).is_visible())
    settle(page)
    # An empty Inbox is not listed.
    small = page.evaluate("[...document.querySelectorAll('.sidebar a')].filter((one) => one.checkVisibility()).map((one) => [one.textContent, one.offsetHeight]).filter(([, height]) => height < 44)")
    report.check('on a phone places are high enough for a finger', small == [], small)
    report.check('and fit', overflow(page) <= 0, overflow(page))
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    report.check('with large text, too', wait(page, lambda: overflow(page) <= 0), overflow(page))
    page.keyboard.press('Escape')
    report.check('Escape closes the drawer', wait(page, lambda: page.get_by_role('button', name='Library').get_attribute('aria-expanded') == 'false'))
    page.context.close()
