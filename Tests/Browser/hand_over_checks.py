"""Documents that other programs hand over, what is handed to them, and actions of their own."""

import json
from urllib.parse import quote

from access_checks import AUDIT
from board_checks import drag, middle_of
from fixtures import pdf
from harness import BASE, PHONE, card, inspect, intercept, overflow, settle, shown, undo, wait
from opener_checks import elsewhere, open_in, toast
from unsaved_checks import a_board, moved

JSON = 'application/json'
ENDS = "() => { globalThis.ends = []; document.addEventListener('sheaf-action', ({ detail }) => globalThis.ends.push(detail)); }"
COPIER = {
    'identifier': 'com.example.copier', 'name': 'Copier', 'role': 'editor', 'contentTypes': ['public.plain-text'],
    'url': 'https://copier.example/?from={content}&to={save}',
}
SIGNER = {
    'identifier': 'com.example.signer', 'name': 'Sign it', 'role': 'action', 'icon': '✍', 'contentTypes': ['public.plain-text'],
    'url': 'https://signer.example/?files={contents}&done={outcome}',
}


def hand_over(client, name, data=b'handed over', **words):
    query = '&'.join(f'{key}={quote(str(value))}' for key, value in {'name': name, **words}.items())
    return client.ask('POST', f'/api/v1/inbox?{query}', data)[1]


def facts(client, document):
    return client.ask('GET', f'/api/v1/documents/{document["id"]}')[1]


def waits(client, document):
    return facts(client, document)['provenance']['open']


def line(page):
    """The line over the document that is open."""
    return page.get_by_role('region', name='Handed over')


def open_now(page, document):
    return wait(page, lambda: inspect(page)['document'] == document['id'] and settle(page))


def remove(client, *documents):
    for document in documents:
        client.ask('DELETE', f'/api/v1/documents/{document["id"]}')


def heard(page):
    """Waits until the page hears of what is handed over."""
    return wait(page, lambda: page.evaluate("performance.getEntriesByName('sheaf-ready').length") > 0)


def check_hand_over(report, browser, client):
    page = browser.page()
    heard(page)
    first = hand_over(client, 'three.pdf', pdf(pages=3), source='Mail', annotation=json.dumps({'note': 'please read'}))
    report.check('a document that is handed over opens by itself', open_now(page, first), inspect(page)['document'])
    reader = inspect(page)['reader']
    report.check('at its first page', (reader['page'], reader['pageCount']) == (1, 3), reader)
    text = wait(page, lambda: line(page).is_visible() and line(page).inner_text())
    report.check('a line tells who handed it over and why', text and 'Handed over by Mail: please read' in text, text)
    report.check('the server knows that it was shown', wait(page, lambda: not waits(client, first)))
    report.check('it is accessible', page.evaluate(AUDIT) == [], page.evaluate(AUDIT))
    second, third = hand_over(client, 'second.txt', source='Scanner'), hand_over(client, 'third.txt')
    more = wait(page, lambda: '2 more wait' in line(page).inner_text())
    report.check('others wait, and are told of', more and inspect(page)['document'] == first['id'], line(page).inner_text())
    line(page).get_by_role('button', name='Next').click()
    report.check('one comes after the other', open_now(page, second) and 'Scanner' in line(page).inner_text(), line(page).inner_text())
    report.check('the last one waits still', waits(client, third) and '1 more waits' in line(page).inner_text())
    page.go_back()
    said = wait(page, lambda: [text for text in toast(page) if '1 more document' in text])
    report.check('who goes elsewhere is told of the rest', said, toast(page))
    page.locator('.toast').get_by_role('button', name='Open').click()
    report.check('and can open it', open_now(page, third))
    line(page).get_by_role('button', name='Dismiss').click()
    report.check('the line goes away when it is dismissed', wait(page, lambda: not line(page).is_visible()))
    quiet = hand_over(client, 'quiet.txt', source='Feed', annotation='"weekly"', open='false')
    said = wait(page, lambda: [text for text in toast(page) if 'quiet.txt' in text])
    report.check('what need not open is told of', said and 'Handed over by Feed: weekly' in said[0], said)
    report.check('and nothing else happens', inspect(page)['document'] == third['id'])
    page.locator('.toast').get_by_role('button', name='Open').click()
    report.check('it opens when it is asked for', open_now(page, quiet))
    page.context.close()
    remove(client, first, second, third, quiet)


def check_hand_over_at_work(report, browser, client):
    """It comes at any time: what is edited is stored, and what lies over it closes."""
    board, page = a_board(browser, client, 'At work')
    heard(page)
    drag(page, middle_of(page), (0, 90))
    page.keyboard.press('?')
    sheet = wait(page, lambda: page.locator('dialog[open]').count() == 1)
    report.check('a dialog is open over a board that was changed', sheet and inspect(page)['board']['undo'] > 0, inspect(page)['board'])
    document = hand_over(client, 'urgent.txt', source='Pager')
    report.check('the document opens all the same', open_now(page, document))
    report.check('the dialog is closed', page.locator('dialog[open]').count() == 0)
    report.check('and the board is stored', wait(page, lambda: moved(client, board)))
    focus = page.evaluate("document.activeElement !== document.body && !document.querySelector('[inert]')")
    report.check('the document has the focus', focus)
    # A page that closes before it has said so leaves the document to the next one.
    wait(page, lambda: not waits(client, document))
    page.context.close()
    page = browser.page(PHONE)
    heard(page)
    shown(page, 'urgent.txt')
    card(page, 'urgent.txt').locator('.card-action').tap()
    wait(page, lambda: page.locator('.menu').count() == 1)
    other = hand_over(client, 'menu.txt', source='x' * 90)
    report.check('a menu closes, too', open_now(page, other) and wait(page, lambda: page.locator('.menu').count() == 0))
    report.check('and nothing overlaps on a phone', wait(page, lambda: line(page).is_visible()) and overflow(page) <= 0, overflow(page))
    page.context.close()
    remove(client, board, document, other)


def check_hand_over_at_a_question(report, browser, client):
    """MD-5: a question that a hand-over closes has no answer, not even that nothing is to be done."""
    asked = client.upload('asked about.txt', b'Asked about')
    client.ask('DELETE', f'/api/v1/documents/{asked["id"]}')
    page = browser.page(path='/?view=trash')
    heard(page)
    shown(page, asked['name'])
    card(page, asked['name']).locator('.card-main').focus()
    page.keyboard.press('Delete')
    question = page.get_by_role('alertdialog')
    wait(page, question.is_visible)
    before = inspect(page)['action']
    document = hand_over(client, 'over a question.txt')
    report.check('MD-5 the document opens, and the question is gone', open_now(page, document) and wait(page, lambda: question.count() == 0))
    report.check('MD-5 no end of an action is told of', inspect(page)['action'] == before, (before, inspect(page)['action']))
    report.check('MD-5 and what it asked about is there', client.ask('GET', f'/api/v1/documents/{asked["id"]}')[0] == 200)
    page.context.close()
    client.ask('DELETE', f'/api/v1/documents/{asked["id"]}?permanently=true')
    remove(client, document)


def check_hand_over_before(report, browser, client):
    """With no tab open it waits for the next one, which brings its own state back first."""
    known = client.upload('restored.txt', b'Restored')
    first, second = hand_over(client, 'waits 1.txt', source='Cron'), hand_over(client, 'waits 2.txt')
    page = browser.page(path=f'/d/{known["id"]}')
    report.check('what waited opens', open_now(page, first), inspect(page)['document'])
    report.check('and the next one is told of', wait(page, lambda: '1 more waits' in line(page).inner_text()), line(page).inner_text())
    order = wait(page, lambda: heard(page) and page.evaluate(
        "performance.getEntriesByType('mark').filter(({ name }) => name.startsWith('sheaf-')).sort((a, b) => a.startTime - b.startTime).map(({ name }) => name)"))
    wanted = ['sheaf-restored', 'sheaf-handed-over', 'sheaf-ready']
    report.check('after the state is back, and before input is taken', [name for name in order if name in wanted] == wanted, order)
    page.go_back()
    report.check('the state is behind it', wait(page, lambda: inspect(page)['document'] == known['id']))
    page.context.close()
    pages = [browser.page(), browser.page()]
    for one in pages:
        heard(one)
    wait(pages[0], lambda: not waits(client, second))
    taken = [inspect(one)['document'] for one in pages]
    report.check('of two browsers one shows it', sorted(taken, key=str) == sorted([second['id'], None], key=str), taken)
    for one in pages:
        one.context.close()
    remove(client, known, first, second)


def check_filing(report, browser, client):
    # Other checks leave documents in the Inbox.
    remove(client, *client.ask('GET', '/api/v1/documents?folder=Inbox&limit=500')[1]['documents'])
    document = hand_over(client, 'to file.txt', source='Mail', open='false')
    page = browser.page()
    heard(page)
    inbox = page.locator('a[href="/?view=inbox"]')
    listed = wait(page, lambda: inbox.is_visible() and page.get_by_role('link', name='Inbox 1').count() >= 1)
    report.check('the Inbox is listed with what lies in it', listed, inbox.inner_text())
    page.goto(f'{BASE}/d/{document["id"]}')
    wait(page, lambda: line(page).is_visible())
    line(page).get_by_role('button', name='Keep').click()
    report.check('Keep takes a document out of the Inbox', wait(page, lambda: facts(client, document)['folder'] == ''), facts(client, document)['folder'])
    report.check('and the line goes away', wait(page, lambda: not line(page).is_visible()))
    report.check('it tells how it ended', (inspect(page)['action'] or {}).get('action') == 'keep', inspect(page)['action'])
    client.ask('POST', '/api/v1/folders', json.dumps({'folder': 'Filed'}).encode(), JSON)
    filed = hand_over(client, 'to file away.txt', source='Mail', open='false')
    page.goto(f'{BASE}/d/{filed["id"]}')
    wait(page, lambda: line(page).is_visible())
    line(page).get_by_role('button', name='Move to…').click()
    page.get_by_role('dialog').get_by_role('button', name='Filed', exact=True).click()
    page.get_by_role('button', name='Move here').click()
    report.check('Move to… puts it into a folder', wait(page, lambda: facts(client, filed)['folder'] == 'Filed'), facts(client, filed)['folder'])
    report.check('and the line goes away then, too', wait(page, lambda: not line(page).is_visible()))
    remove(client, filed)
    page.goto(f'{BASE}/')
    heard(page)
    report.check('an empty Inbox is not listed', wait(page, lambda: not inbox.is_visible()))
    report.check('the sender is kept', facts(client, document)['provenance']['source'] == 'Mail')
    again = hand_over(client, 'to keep.txt', open='false')
    page.goto(f'{BASE}/?view=inbox')
    shown(page, 'to keep.txt')
    card(page, 'to keep.txt').hover()
    card(page, 'to keep.txt').get_by_role('button', name='More for to keep.txt').click()
    page.get_by_role('menuitem', name='Keep', exact=True).click()
    report.check('the menu of a document in the Inbox keeps it, too', wait(page, lambda: facts(client, again)['folder'] == ''))
    undo(page)
    report.check('which can be undone', wait(page, lambda: facts(client, again)['folder'] == 'Inbox'))
    page.context.close()
    remove(client, document, again)


def check_copies_elsewhere(report, browser, client):
    document = client.upload('copied.txt', b'Copied')
    client.ask('POST', '/api/v1/types', json.dumps({'handlers': [COPIER]}).encode(), JSON)
    page = elsewhere(browser.page(path='/?q=copied'))
    heard(page)
    page.evaluate(ENDS)
    shown(page, 'copied.txt')
    names = open_in(page, 'copied.txt')
    report.check('one that gets a copy is listed', 'Copier' in names, names)
    report.check('with the site that it leads to', 'copier.example, in a new tab' in page.locator('.menu').inner_text())
    page.keyboard.press('Escape')
    ends = wait(page, lambda: page.evaluate('globalThis.ends'))
    report.check('Escape tells that the menu was dismissed, and no more', [(end['action'], end['outcome']) for end in ends] == [('open-in-menu', 'cancelled')], ends)
    open_in(page, 'copied.txt')
    with page.context.expect_page() as coming:
        page.get_by_role('menuitem', name='Copier').click()
    address = wait(coming.value, lambda: 'copier.example' in coming.value.url and coming.value.url)
    report.check('it gets the address of a copy, and one to write back to', address.count('%2Fapi%2Fv1%2Fsnapshots%2F') == 2, address)
    report.check('never the document’s own address', f'/d/{document["id"]}' not in address and f'documents%2F{document["id"]}' not in address)
    ends = wait(page, lambda: len(page.evaluate('globalThis.ends')) >= 3 and page.evaluate('globalThis.ends'))[1:]
    wanted = [('open-in-menu', 'done', None), ('open-in', 'done', 'Copier')]
    report.check('the menu ended, then the sending did', [(end['action'], end['outcome'], end.get('to')) for end in ends] == wanted, ends)
    coming.value.close()
    intercept(page, '**/open-in', lambda route: route.fulfill(json={'presented': False}))
    open_in(page, 'copied.txt')
    page.get_by_role('menuitem', name='Copier').click()
    said = wait(page, lambda: [text for text in toast(page) if 'Nothing here opens' in text])
    report.check('where it cannot be given, a message says so', said, toast(page))
    client.ask('DELETE', f'/api/v1/handlers/{COPIER["identifier"]}')
    page.context.close()
    remove(client, document)


def menu_of(page, name):
    card(page, name).hover()
    card(page, name).get_by_role('button', name=f'More for {name}').click()
    wait(page, lambda: page.locator('.menu .menu-item').count() > 0)
    return page.locator('.menu .menu-item bdi').all_inner_texts()


def check_sending_actions(report, browser, client):
    document = client.upload('sent & on.pdf', pdf(pages=2))
    page = browser.page(path='/?q=sent')
    heard(page)
    shown(page, 'sent & on.pdf')
    names = menu_of(page, 'sent & on.pdf')
    report.check('printing, mail and a link are in the menu', {'Print…', 'Mail a link', 'Copy link'} <= set(names), names)
    page.evaluate("() => { globalThis.mails = []; document.addEventListener('click', (event) => { const link = event.target.closest('a[href^=mailto]'); if (link) { event.preventDefault(); globalThis.mails.push(link.href); } }, true); }")
    page.get_by_role('menuitem', name='Mail a link').click()
    mails = wait(page, lambda: page.evaluate('globalThis.mails'))
    wanted = f'mailto:?subject=sent%20%26%20on.pdf&body={quote(BASE + "/d/" + document["id"], safe="")}'
    report.check('a message is begun with the name and the link', mails == [wanted], mails)
    menu_of(page, 'sent & on.pdf')
    page.get_by_role('menuitem', name='Print…').click()
    sheet = page.get_by_role('dialog', name='Print sent & on.pdf')
    report.check('printing asks for the pages', wait(page, lambda: sheet.is_visible()), inspect(page))
    report.check('and tells how it ended', wait(page, lambda: (inspect(page)['action'] or {}).get('action') == 'print'), inspect(page)['action'])
    page.context.close()
    client.ask('PUT', '/api/v1/preferences/actions.without', json.dumps('print').encode(), JSON)
    page = browser.page(path='/?q=sent')
    heard(page)
    shown(page, 'sent & on.pdf')
    fewer = menu_of(page, 'sent & on.pdf')
    report.check('what is excluded is not offered, and all else is', [name for name in names if name not in fewer] == ['Print…'], fewer)
    page.goto(f'{BASE}/d/{document["id"]}')
    settle(page)
    report.check('nor by the open document', page.get_by_role('button', name='Print').count() == 0 and page.get_by_role('link', name='Download').count() == 1)
    board = client.upload('unprinted.board', b'{"format":"org.sheaf.board","formatVersion":1,"cards":[],"strokes":[]}')
    page.goto(f'{BASE}/d/{board["id"]}')
    settle(page)
    page.get_by_role('button', name='More').click()
    items = page.locator('.menu .menu-item bdi').all_inner_texts()
    report.check('nor by a board', 'Print' not in items and 'Download' in items, items)
    client.ask('DELETE', '/api/v1/preferences/actions.without')
    page.context.close()
    remove(client, document)


def check_web_actions(report, browser, client):
    text, paper = client.upload('act.txt', b'Act'), client.upload('act.pdf', pdf())
    page = elsewhere(browser.page(path='/settings/opening'))
    heard(page)
    page.get_by_text('Add a web app').click()
    page.locator('#app-name').fill(SIGNER['name'])
    page.locator('#app-url').fill(SIGNER['url'])
    page.locator('#app-types').fill('public.plain-text')
    page.locator('#app-role').select_option('action')
    page.locator('#app-icon').fill(SIGNER['icon'])
    page.get_by_role('button', name='Add the web app').click()
    declared = wait(page, lambda: [one for one in client.ask('GET', '/api/v1/types')[1]['handlers'] if one.get('role') == 'action'])
    report.check('an action is declared in the settings', declared and declared[0]['icon'] == '✍' and declared[0]['name'] == 'Sign it', declared)
    page.goto(f'{BASE}/?q=act.')
    heard(page)
    shown(page, 'act.txt')
    names = menu_of(page, 'act.pdf')
    report.check('it is not offered for what it does not take', 'Sign it' not in names, names)
    page.keyboard.press('Escape')
    wait(page, lambda: page.locator('.menu').count() == 0)
    for name in ('act.pdf', 'act.txt'):
        card(page, name).locator('.card-main').click(modifiers=['Control'])
    page.locator('.library-selection').get_by_role('button', name='More').click()
    item = page.get_by_role('menuitem', name='Sign it')
    report.check('it is where one of several fits, with its sign', wait(page, lambda: item.count() == 1) and '✍' in item.inner_text())
    page.evaluate(ENDS)
    with page.context.expect_page() as coming:
        item.click()
    address = wait(coming.value, lambda: 'signer.example' in coming.value.url and coming.value.url)
    report.check('it gets a copy of the one that fits', address.count('%2Fsnapshots%2F') == 1, address)
    outcome = coming.value.evaluate("new URL(location.href).searchParams.get('done')")
    coming.value.close()
    report.check('it goes on until the web app says how it ended', page.evaluate('globalThis.ends') == [], page.evaluate('globalThis.ends'))
    told = client.ask('POST', outcome.removeprefix(BASE), json.dumps({'completed': True, 'detail': 'signed twice'}).encode(), JSON)[0]
    ends = wait(page, lambda: page.evaluate('globalThis.ends'))
    report.check('then it is done', told == 204 and ends and ends[0]['action'] == 'example.signer.sign-it' and ends[0]['outcome'] == 'done', (told, ends))
    report.check('and says so', wait(page, lambda: [text for text in toast(page) if 'signed twice' in text]), toast(page))
    page.keyboard.press('Escape')
    menu_of(page, 'act.txt')
    report.check('and the menu is accessible', page.evaluate(AUDIT) == [], page.evaluate(AUDIT))
    with page.context.expect_page() as coming:
        page.get_by_role('menuitem', name='Sign it').click()
    wait(coming.value, lambda: 'signer.example' in coming.value.url)
    coming.value.close()
    job = next(job for job in client.ask('GET', '/api/v1/jobs?state=active')[1]['jobs'] if job['kind'] == 'action')
    client.ask('POST', f'/api/v1/jobs/{job["id"]}/cancel')
    ends = wait(page, lambda: len(page.evaluate('globalThis.ends')) > 1 and page.evaluate('globalThis.ends'))
    report.check('one that is cancelled has not completed', ends and ends[-1]['outcome'] == 'cancelled', ends)
    page.goto(f'{BASE}/?q=act.')
    shown(page, 'act.txt')
    card(page, 'act.txt').locator('.card-main').focus()
    page.keyboard.press(' ')
    page.locator('.look-more').click()
    report.check('a quick look offers it, too', wait(page, lambda: item.count() == 1) and page.get_by_role('menuitem', name='Mail a link').count() == 1)
    page.keyboard.press('Escape')
    page.goto(f'{BASE}/d/{text["id"]}')
    settle(page)
    page.evaluate(ENDS)
    page.get_by_role('button', name='More', exact=True).click()
    with page.context.expect_page() as coming:
        item.click()
    wait(coming.value, lambda: 'signer.example' in coming.value.url)
    outcome = coming.value.evaluate("new URL(location.href).searchParams.get('done')")
    coming.value.close()
    client.ask('POST', outcome.removeprefix(BASE), json.dumps({'completed': True, 'detail': 'signed in the reader'}).encode(), JSON)
    ends = wait(page, lambda: page.evaluate('globalThis.ends'))
    report.check('so does the reader, which tells how it ended', ends and ends[0]['action'] == 'example.signer.sign-it' and ends[0]['outcome'] == 'done', ends)
    page.get_by_role('button', name='Information').click()
    last = wait(page, lambda: page.evaluate('globalThis.ends').pop()['action'] == 'details')
    report.check('as it does of each of its tools', last, page.evaluate('globalThis.ends'))
    client.ask('DELETE', f'/api/v1/handlers/{declared[0]["identifier"]}')
    page.context.close()
    remove(client, text, paper)
