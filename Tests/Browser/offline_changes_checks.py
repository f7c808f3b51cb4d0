"""Changes that are made without a connection are shown at once, kept, and go when the server is back."""

import json

from access_checks import AUDIT
from details_checks import change, panel
from harness import BASE, DESKTOP, PHONE, card, dialogs_gone, inspect, overflow, settle, wait
from offline_checks import READY
from select_checks import facts, toast, uploaded
from shell_checks import own_server

KEPT = 'Object.keys(localStorage).filter((name) => name.startsWith("sheaf.changes.waiting."))'


def at_home(browser, word, device=DESKTOP, place=None):
    """A page that was there with a connection, and stays without one: the worker stands between."""
    context = browser.context(device, service_workers='allow')
    page = context.new_page()
    for _ in range(2):
        page.goto(f'{BASE}/?{place or f"q={word}&sort=name"}')
        wait(page, lambda: page.evaluate(READY))
        settle(page)
        # Its tools come while it is idle.
        wait(page, lambda: page.locator('.library-selection').count() == 1)
    page.wait_for_load_state('networkidle')
    return page


def names(page):
    return page.locator('li.card .card-name').all_inner_texts()


def waiting(page):
    """How many changes wait, as the browser keeps them."""
    return len(page.evaluate(KEPT))


def main(page, document):
    return page.locator(f'.card[data-document="{document["id"]}"] .card-main')


def select(page, documents):
    page.keyboard.press('Escape')
    for document in documents:
        main(page, document).click(modifiers=['Control'])


def rename(page, document, name):
    main(page, document).focus()
    page.keyboard.press('F2')
    field = page.locator('.name-field')
    wait(page, lambda: field.count() == 1)
    field.fill(name)
    page.keyboard.press('Enter')
    wait(page, lambda: field.count() == 0)


def tag(page, documents, word):
    select(page, documents)
    page.get_by_role('button', name='Tags…').click()
    page.locator('#tag-field').fill(word)
    page.keyboard.press('Enter')
    page.keyboard.press('Enter')
    dialogs_gone(page)
    page.keyboard.press('Escape')


def move(page, documents, folder):
    select(page, documents)
    page.get_by_role('button', name='Move to…').click()
    page.locator('.folder-choice', has_text=folder).click()
    wait(page, lambda: page.locator('.folder-picker .trail-step[aria-current]').inner_text() == folder)
    page.get_by_role('button', name='Move here').click()
    dialogs_gone(page)
    page.keyboard.press('Escape')


def lost(page):
    page.context.set_offline(True)
    return wait(page, lambda: page.locator('.banner').is_visible())


def back(page):
    page.context.set_offline(False)
    return wait(page, lambda: waiting(page) == 0 and not page.locator('.banner').is_visible(), 40)


def check_changes_on_a_train(report, browser, client):
    """Renamed, tagged, moved, marked, noted and thrown away: all of it is shown, outlives the tab, and goes in order."""
    texts = uploaded(client, 'train', 10)
    client.ask('POST', '/api/v1/folders', json.dumps({'folder': 'Station'}).encode(), 'application/json')
    page = at_home(browser, 'train')
    report.check('without a connection one line says so', lost(page) and page.locator('.banner').count() == 1)
    rename(page, texts[0], 'train renamed.txt')
    report.check('another name is shown at once', wait(page, lambda: 'train renamed.txt' in names(page)), names(page))
    tag(page, texts, 'travel')
    report.check('tags are said to be set', wait(page, lambda: toast(page) == '10 documents are tagged'), toast(page))
    move(page, texts[1:4], 'Station')
    report.check('documents are said to be moved', wait(page, lambda: toast(page) == '3 documents are in Station now'), toast(page))
    select(page, texts[4:5])
    page.get_by_role('button', name='Favourite').click()
    wait(page, lambda: 'is a favourite now' in toast(page))
    page.keyboard.press('Escape')
    main(page, texts[5]).focus()
    page.keyboard.press('i')
    note = panel(page).get_by_role('textbox', name='Note')
    wait(page, lambda: note.count() == 1)
    note.fill('Written on the way')
    counted = lambda: page.locator('.banner').inner_text()
    noted = wait(page, lambda: '16 changes wait' in counted())
    report.check('a note waits with the others', noted, counted())
    page.keyboard.press('Escape')
    select(page, texts[6:8])
    page.keyboard.press('Delete')
    gone = wait(page, lambda: toast(page) == '2 documents are in the Trash' and len(names(page)) == 8)
    report.check('what is thrown away leaves the list', gone, (toast(page), names(page)))
    marked = page.locator('.card.waits').count()
    report.check('documents that wait are marked, quietly', marked == 8 and page.locator('.toast').count() == 1, marked)
    report.check('the line counts what waits', wait(page, lambda: '18 changes wait' in counted()), counted())
    before = names(page)
    report.check('nothing has reached the server', all(facts(client, text)['tags'] == [] for text in texts))
    page.reload()
    wait(page, lambda: len(names(page)) == 8)
    report.check('all of it is there after a reload', wait(page, lambda: names(page) == before), names(page))
    context = page.context
    page.close()
    page = context.new_page()
    page.goto(f'{BASE}/?q=train&sort=name')
    report.check('and in another tab after the first was closed', wait(page, lambda: names(page) == before), names(page))
    button = page.locator('.activity-button')
    wait(page, lambda: button.is_visible() and '18 changes wait' in (button.get_attribute('aria-label') or ''))
    button.click()
    listed = page.get_by_role('list', name='Changes that wait').get_by_role('listitem')
    report.check('the activity lists what waits', wait(page, lambda: listed.count() == 18), button.get_attribute('aria-label'))
    report.check('it is accessible', page.evaluate(AUDIT) == [], page.evaluate(AUDIT))
    page.keyboard.press('Escape')
    page.goto(f'{BASE}/?view=folders&folder=Station')
    report.check('the folder has what was moved there', wait(page, lambda: len(names(page)) == 3), names(page))
    report.check('all goes when the server is back', back(page), waiting(page))
    now = [facts(client, text) for text in texts]
    report.check('the name', now[0]['name'] == 'train renamed.txt', now[0])
    report.check('the tags', all(one['tags'] == ['travel'] for one in now), now)
    report.check('the folder', [one['folder'] for one in now[1:4]] == ['Station'] * 3, now[1:4])
    report.check('the favourite and the note', now[4]['favourite'] and now[5]['note'] == 'Written on the way', now[4:6])
    report.check('and the Trash', ['trashed' in one for one in now] == [False] * 6 + [True] * 2 + [False] * 2, now)
    wait(page, lambda: page.locator('.card.waits').count() == 0)
    report.check('then nothing is marked', page.locator('.card.waits').count() == 0 and not button.is_visible())
    page.context.close()


def check_changes_beside(report, browser, client):
    """The list beside the open document marks what waits as the main list does."""
    first, second = uploaded(client, 'besides', 2)
    page = at_home(browser, 'besides')
    main(page, first).click()
    wait(page, lambda: inspect(page)['document'] == first['id'])
    settle(page)
    page.keyboard.press('d')
    row = lambda document: page.locator(f'.beside [data-document="{document["id"]}"] .beside-row')
    wait(page, lambda: row(second).count() == 1)
    lost(page)
    report.check('nothing is marked at first', page.locator('.beside-name .icon').count() == 0)
    page.keyboard.press('F2')
    field = page.locator('.name-field')
    wait(page, lambda: field.count() == 1)
    field.fill('besides renamed.txt')
    page.keyboard.press('Enter')
    marked = wait(page, lambda: row(first).locator('.beside-name .icon').count() == 1 and 'besides renamed.txt' in row(first).inner_text())
    report.check('what waits is marked beside the document', marked, row(first).inner_text())
    report.check('and said', 'Waits for the connection' in (row(first).get_attribute('aria-label') or ''), row(first).get_attribute('aria-label'))
    report.check('the others are not marked', row(second).locator('.beside-name .icon').count() == 0 and row(second).get_attribute('aria-label') is None)
    report.check('it is accessible', page.evaluate(AUDIT) == [], page.evaluate(AUDIT))
    back(page)
    report.check('the mark goes with the change', wait(page, lambda: page.locator('.beside-name .icon').count() == 0), row(first).inner_text())
    page.context.close()


def check_changes_undone(report, browser, client):
    """What is undone is taken out of the queue; in the Trash, too."""
    texts = uploaded(client, 'undone', 3)
    page = at_home(browser, 'undone')
    versions = [facts(client, text) for text in texts]
    lost(page)
    rename(page, texts[0], 'undone otherwise.txt')
    wait(page, lambda: 'undone otherwise.txt' in names(page))
    page.keyboard.press('Control+z')
    report.check('an undo takes the change out of the queue', wait(page, lambda: waiting(page) == 0) and names(page) == [text['name'] for text in texts], names(page))
    tag(page, texts, 'quick')
    wait(page, lambda: toast(page) == '3 documents are tagged')
    page.keyboard.press('Control+z')
    report.check('one undo is for all that was done together', wait(page, lambda: waiting(page) == 0), waiting(page))
    main(page, texts[1]).focus()
    page.keyboard.press('Delete')
    wait(page, lambda: len(names(page)) == 2)
    page.get_by_role('button', name='Trash', exact=True).or_(page.get_by_role('link', name='Trash', exact=True)).first.click()
    in_trash = page.locator(f'.card[data-document="{texts[1]["id"]}"]')
    report.check('the Trash shows what was thrown away without a connection', wait(page, lambda: in_trash.count() == 1), names(page))
    in_trash.hover()
    in_trash.get_by_role('button', name=f'Restore {texts[1]["name"]}').click()
    report.check('from where it is taken back', wait(page, lambda: waiting(page) == 0 and in_trash.count() == 0), waiting(page))
    back(page)
    report.check('the server has heard of none of it', [facts(client, text) for text in texts] == versions)
    page.context.close()


def check_changes_in_conflict(report, browser, client):
    """Others changed the same documents: that is told in plain words, all is kept, and can be done all the same."""
    texts = uploaded(client, 'disputed', 5)
    client.ask('POST', '/api/v1/folders', json.dumps({'folder': 'Leaving'}).encode(), 'application/json')
    page = at_home(browser, 'disputed')
    lost(page)
    rename(page, texts[0], 'disputed mine.txt')
    move(page, texts[1:2], 'Leaving')
    rename(page, texts[2], 'disputed late.txt')
    wait(page, lambda: waiting(page) == 3)
    change(client, texts[0], name='disputed theirs.txt')
    client.ask('DELETE', '/api/v1/folders?folder=Leaving')
    client.ask('DELETE', f'/api/v1/documents/{texts[2]["id"]}')
    client.ask('DELETE', f'/api/v1/documents/{texts[2]["id"]}?permanently=true')
    back(page)
    report.check('several that were refused are told of at once', wait(page, lambda: toast(page) == '3 changes could not be made.'), toast(page))
    page.get_by_role('button', name='Show', exact=True).click()
    refused = page.get_by_role('list', name='Not made').get_by_role('listitem')
    wait(page, lambda: refused.count() == 3)
    said = ' '.join(refused.all_inner_texts())
    told = ('is called disputed theirs.txt now', 'The folder Leaving is no longer there', 'was removed for good elsewhere')
    report.check('each in plain words', all(words in said for words in told), said)
    report.check('it is accessible', page.evaluate(AUDIT) == [], page.evaluate(AUDIT))
    page.reload()
    settle(page)
    page.locator('.activity-button').click()
    report.check('they are there after a reload', wait(page, lambda: refused.count() == 3), refused.count())
    page.get_by_role('button', name='Call it disputed mine.txt').click()
    report.check('the name is given all the same', wait(page, lambda: facts(client, texts[0])['name'] == 'disputed mine.txt'), facts(client, texts[0]))
    page.get_by_role('button', name='Make the folder again').click()
    report.check('the folder is made again', wait(page, lambda: facts(client, texts[1])['folder'] == 'Leaving'), facts(client, texts[1]))
    refused.get_by_role('button', name='Dismiss').click()
    report.check('and what is dismissed is gone', wait(page, lambda: refused.count() == 0 and page.get_by_text('Nothing is going on.').count() == 1), refused.count())
    page.context.close()


def check_changes_of_a_session_that_ended(report, browser, client):
    """A session that ends meanwhile keeps what waits, and it goes after signing in."""
    texts = uploaded(client, 'expiring', 2)
    page = at_home(browser, 'expiring')
    lost(page)
    rename(page, texts[0], 'expiring renamed.txt')
    wait(page, lambda: waiting(page) == 1)
    cookies = page.context.cookies()
    page.context.clear_cookies()
    page.context.set_offline(False)
    again = page.get_by_role('button', name='I have signed in')
    report.check('the end of the session is told', wait(page, lambda: again.count() == 1, 40))
    report.check('the change waits on', waiting(page) == 1, waiting(page))
    page.context.add_cookies(cookies)
    with page.expect_navigation():
        again.click()
    done = wait(page, lambda: facts(client, texts[0])['name'] == 'expiring renamed.txt', 40)
    report.check('and goes after signing in', done and wait(page, lambda: waiting(page) == 0), facts(client, texts[0]))
    page.context.close()


def check_changes_in_two_tabs(report, browser, client):
    """Tabs of one browser show the same, and send it once."""
    texts = uploaded(client, 'tabbed', 2)
    page = at_home(browser, 'tabbed')
    other = page.context.new_page()
    other.goto(f'{BASE}/?q=tabbed&sort=name')
    settle(other)
    sent = []
    page.context.on('request', lambda request: sent.append(request.method) if request.method == 'PATCH' else None)
    lost(page)
    rename(page, texts[0], 'tabbed renamed.txt')
    report.check('the other tab shows it, too', wait(other, lambda: 'tabbed renamed.txt' in names(other)), names(other))
    rename(other, texts[0], 'tabbed twice.txt')
    report.check('and this one what is done there', wait(page, lambda: 'tabbed twice.txt' in names(page)), names(page))
    back(page)
    report.check('it is sent once', wait(page, lambda: facts(client, texts[0])['name'] == 'tabbed twice.txt') and len(sent) == 1, sent)
    page.context.close()


def check_changes_while_a_server_starts(report, browser, client):
    """The server ends under the page, and another one starts in its place."""
    with own_server() as server:
        document = server.upload(b'words', 'restarted.txt').json
        # The harness adds the session of another server, which this one does not ask for.
        page = browser.context(DESKTOP).new_page()
        page.goto(f'http://127.0.0.1:{server.port}/')
        settle(page)
        wait(page, lambda: page.locator('.library-selection').count() == 1)
        page.wait_for_load_state('networkidle')
        port = server.port
        server.kill()
        rename(page, document, 'restarted anew.txt')
        report.check('a change waits for a server that has ended', wait(page, lambda: 'restarted anew.txt' in names(page) and waiting(page) == 1), names(page))
        server.options += ['--port', str(port)]
        server.start()
        name = lambda: server.get(f'/api/v1/documents/{document["id"]}').json.get('name')
        report.check('and goes when another one starts', wait(page, lambda: name() == 'restarted anew.txt' and waiting(page) == 0, 60), name())
        page.context.close()


def folder_card(page, path):
    return page.locator(f'.card-folder[data-folder="{path}"]')


def check_folders_on_a_train(report, browser, client):
    """Folders are made, renamed, moved and thrown away; what they depend on goes before."""
    texts = uploaded(client, 'wagon', 3)
    for folder in ('Wagon', 'Wagon/First', 'Wagon/Second', 'Wagon/Third'):
        client.ask('POST', '/api/v1/folders', json.dumps({'folder': folder}).encode(), 'application/json')
    for text, folder in zip(texts, ('Wagon', 'Wagon/First', 'Wagon/Third')):
        change(client, text, folder=folder)
    page = at_home(browser, 'wagon', place='view=folders&folder=Wagon')
    wait(page, lambda: page.locator('.card-folder').count() == 3)
    lost(page)
    page.keyboard.press('Shift+N')
    field = page.get_by_role('dialog').get_by_role('textbox', name='Name')
    wait(page, lambda: field.count() == 1)
    field.fill('Luggage')
    page.keyboard.press('Enter')
    dialogs_gone(page)
    report.check('a folder is shown at once, marked', wait(page, lambda: folder_card(page, 'Wagon/Luggage').and_(page.locator('.waits')).count() == 1), names(page))
    line = lambda path: page.locator(f'.folder-tree a[data-folder="{path}"]')
    line('Wagon').locator('.tree-fold').click()
    marked = wait(page, lambda: line('Wagon/Luggage').locator('.place-waits').count() == 1)
    report.check('and in the sidebar, too', marked and line('Wagon').locator('.place-waits').count() == 0, page.locator('.folder-tree').inner_text())
    move(page, texts[:1], 'Luggage')
    report.check('a document goes into it', wait(page, lambda: texts[0]['name'] not in names(page)), names(page))
    folder_card(page, 'Wagon/First').locator('.card-main').focus()
    page.keyboard.press('F2')
    field = page.locator('.name-field').or_(page.get_by_role('dialog').get_by_role('textbox', name='Name'))
    wait(page, lambda: field.count() == 1)
    field.fill('Best')
    page.keyboard.press('Enter')
    report.check('a folder has another name', wait(page, lambda: folder_card(page, 'Wagon/Best').count() == 1 and folder_card(page, 'Wagon/First').count() == 0), names(page))
    folder_card(page, 'Wagon/Third').locator('.card-main').focus()
    page.keyboard.press('Delete')
    report.check('one goes to the Trash', wait(page, lambda: folder_card(page, 'Wagon/Third').count() == 0 and 'with all that is in it' in toast(page)), toast(page))
    banner = lambda: page.locator('.banner').inner_text()
    report.check('the line counts them', wait(page, lambda: '4 changes wait' in banner()), banner())
    report.check('it is accessible', page.evaluate(AUDIT) == [], page.evaluate(AUDIT))
    page.keyboard.press('Control+z')
    report.check('an undo brings it back', wait(page, lambda: folder_card(page, 'Wagon/Third').count() == 1 and waiting(page) == 3), waiting(page))
    folder_card(page, 'Wagon/Third').locator('.card-main').focus()
    page.keyboard.press('Delete')
    wait(page, lambda: folder_card(page, 'Wagon/Third').count() == 0)
    before = names(page)
    page.reload()
    report.check('all of it is there after a reload', wait(page, lambda: names(page) == before), (before, names(page)))
    folder_card(page, 'Wagon/Luggage').locator('.card-main').click()
    report.check('the new folder has what was moved there', wait(page, lambda: names(page) == [texts[0]['name']]), names(page))
    page.locator('.activity-button').click()
    listed = page.get_by_role('list', name='Changes that wait').get_by_role('listitem')
    told = lambda: ' '.join(listed.all_inner_texts())
    report.check('the activity lists what waits', wait(page, lambda: listed.count() == 4 and 'Is made in Wagon' in told() and 'Is to be called Best' in told()), told())
    page.keyboard.press('Escape')
    report.check('all goes when the server is back', back(page), waiting(page))
    now = [facts(client, text) for text in texts]
    report.check('in its order', [one['folder'] for one in now] == ['Wagon/Luggage', 'Wagon/Best', 'Wagon/Third'], now)
    report.check('with the Trash', ['trashed' in one for one in now] == [False, False, True], now)
    page.goto(f'{BASE}/?view=folders&folder=Wagon')
    shown = lambda: [one.get_attribute('data-folder') for one in page.locator('.card-folder').all()]
    report.check('and nothing is marked then', wait(page, lambda: shown() == ['Wagon/Best', 'Wagon/Luggage', 'Wagon/Second']) and page.locator('.card.waits').count() == 0, shown())
    page.context.close()


def check_copies_on_a_train(report, browser, client):
    """Copies are shown at once, are changed as others are, and are made when the server is back."""
    texts = uploaded(client, 'doubled', 2)
    page = at_home(browser, 'doubled')
    lost(page)
    select(page, texts)
    page.locator('.card.selected .card-main').first.click(button='right')
    page.get_by_role('menuitem', name='Duplicate').click()
    report.check('copies are said to be made', wait(page, lambda: toast(page) == '2 documents are duplicated'), toast(page))
    report.check('they are shown, marked', wait(page, lambda: len(names(page)) == 4 and page.locator('.card.waits').count() == 2), names(page))
    pictures = lambda: page.evaluate("[...document.querySelectorAll('.card.waits img')].filter((one) => one.complete && one.naturalWidth === 0).length")
    report.check('no picture of them is broken', pictures() == 0, pictures())
    page.keyboard.press('Control+z')
    report.check('an undo takes both away', wait(page, lambda: len(names(page)) == 2 and waiting(page) == 0), names(page))
    page.keyboard.press('Escape')
    main(page, texts[0]).click(button='right')
    page.get_by_role('menuitem', name='Duplicate').click()
    wait(page, lambda: page.locator('.card.waits').count() == 1)
    copy = page.locator('.card.waits').get_attribute('data-document')
    rename(page, {'id': copy}, 'doubled apart.txt')
    before = sorted([text['name'] for text in texts] + ['doubled apart.txt'])
    report.check('a copy has another name', wait(page, lambda: names(page) == before), names(page))
    page.reload()
    report.check('it is there after a reload', wait(page, lambda: names(page) == before), names(page))
    report.check('all goes when the server is back', back(page), waiting(page))
    report.check('once, under its name', wait(page, lambda: names(page) == before and page.locator('.card.waits').count() == 0), names(page))
    listed = client.ask('GET', '/api/v1/documents?q=doubled&sort=name')[1]['documents']
    report.check('on the server, too', [one['name'] for one in listed] == before, [one['name'] for one in listed])
    page.context.close()


def cards_on(client, board):
    """The documents whose pages lie on a board; none where there is no board."""
    status, content = client.ask('GET', f'/api/v1/documents/{board["id"]}/content')[:2]
    content = json.loads(content) if isinstance(content, bytes) else content
    return [one['document'] for one in content['cards']] if status == 200 else []


def boards(client):
    return client.ask('GET', '/api/v1/documents?type=org.sheaf.board')[1]['documents']


def add_to_board(page, documents, board):
    select(page, documents)
    page.get_by_role('button', name='Add to a board…').click()
    page.get_by_role('menuitem', name=board, exact=True).click()


def check_boards_on_a_train(report, browser, client):
    """Documents that are laid on a board wait with the others, are undone, and lie there when the server is back."""
    texts = uploaded(client, 'laid', 3)
    board = client.upload('laid plan.board', b'{"format": "org.sheaf.board", "formatVersion": 1, "cards": [], "strokes": []}')
    before = len(boards(client))
    page = at_home(browser, 'laid')
    lost(page)
    add_to_board(page, texts[:2], 'laid plan')
    said = '2 documents will lie on “laid plan” once the connection is back'
    report.check('documents are said to lie on a board later', wait(page, lambda: toast(page) == said), toast(page))
    marked = page.locator(f'.card.waits[data-document="{board["id"]}"]')
    report.check('the board is marked', wait(page, lambda: marked.count() == 1))
    banner = lambda: page.locator('.banner').inner_text()
    report.check('the line counts it', wait(page, lambda: '1 change waits' in banner()), banner())
    page.keyboard.press('Control+z')
    report.check('an undo takes it out of the queue', wait(page, lambda: waiting(page) == 0 and marked.count() == 0), waiting(page))
    add_to_board(page, texts[:2], 'laid plan')
    wait(page, lambda: waiting(page) == 1)
    add_to_board(page, texts[2:], 'New board')
    report.check('a new board waits, too', wait(page, lambda: waiting(page) == 2 and toast(page) == f'{texts[2]["name"]} will lie on “Board” once the connection is back'), toast(page))
    page.keyboard.press('Escape')
    page.locator('.activity-button').click()
    listed = page.get_by_role('list', name='Changes that wait').get_by_role('listitem')
    told = lambda: ' '.join(listed.all_inner_texts())
    report.check('the activity lists both', wait(page, lambda: listed.count() == 2 and 'Gets the pages of 2 documents' in told() and 'Gets the pages of 1 document' in told()), told())
    report.check('it is accessible', page.evaluate(AUDIT) == [], page.evaluate(AUDIT))
    page.keyboard.press('Escape')
    page.reload()
    report.check('both are there after a reload', wait(page, lambda: '2 changes wait' in banner()), banner())
    report.check('all goes when the server is back', back(page), waiting(page))
    report.check('the pages lie on the board', set(cards_on(client, board)) == {one['id'] for one in texts[:2]}, cards_on(client, board))
    made = [one for one in boards(client) if texts[2]['id'] in cards_on(client, one)]
    report.check('and on one new board', len(made) == 1 and len(boards(client)) == before + 1, boards(client))
    page.context.close()


def check_what_cannot_wait(report, browser, client):
    """Downloads need the connection, and say so."""
    texts = uploaded(client, 'needing', 2)
    page = at_home(browser, 'needing')
    lost(page)
    main(page, texts[0]).click(button='right')
    page.get_by_role('menuitem', name='Download').click()
    report.check('a download says that it needs the connection', wait(page, lambda: '“Download” needs the connection' in toast(page)), toast(page))
    report.check('nothing waits for that', waiting(page) == 0 and page.locator('.banner').count() == 1)
    page.context.close()


def check_changes_on_a_phone(report, browser, client):
    """On a phone what waits is marked and listed within the screen, in German, too."""
    texts = uploaded(client, 'pocket', 2)
    page = at_home(browser, 'pocket', PHONE)
    page.evaluate("localStorage.setItem('sheaf.look.language', 'de')")
    page.reload()
    settle(page)
    wait(page, lambda: page.locator('.library-selection').count() == 1)
    lost(page)
    card(page, texts[0]['name']).locator('.card-action').tap()
    page.get_by_role('menuitem', name='In den Papierkorb').tap()
    banner = lambda: page.locator('.banner').inner_text()
    report.check('the line counts in German', wait(page, lambda: '1 Änderung wartet' in banner()), banner())
    page.locator('.activity-button').tap()
    report.check('the panel lists it', wait(page, lambda: page.get_by_text('Kommt in den Papierkorb').count() == 1))
    report.check('nothing is wider than the screen', not overflow(page), overflow(page))
    back(page)
    report.check('and it goes', wait(page, lambda: 'trashed' in facts(client, texts[0])), inspect(page))
    page.context.close()
