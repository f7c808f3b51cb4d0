"""Texts that are edited: saved by themselves, whole, and never over another's."""

import json
import os
from urllib.parse import quote

from harness import BASE, DESKTOP, PHONE, WORKSPACE, card, inspect, intercept, overflow, settle, shown, wait

JSON = 'application/json'
FIELD = '.text-field'


def editing(browser, document, device=DESKTOP, more=''):
    page = browser.page(device, f'/d/{document["id"]}?in=text{more}')
    page.locator(FIELD).wait_for()
    settle(page)
    return page


def content(client, document):
    return client.ask('GET', f'/api/v1/documents/{document["id"]}/content')[1]


def facts(client, document):
    return client.ask('GET', f'/api/v1/documents/{document["id"]}')[1]


def versions(client, document):
    return [client.ask('GET', f'/api/v1/documents/{document["id"]}/versions/{one["number"]}/content')[1]
            for one in client.ask('GET', f'/api/v1/documents/{document["id"]}/versions')[1]['versions'] if one['kept']]


def is_saved(page):
    return (inspect(page)['text'] or {}).get('saving') == 'clean'


def value(page):
    return page.locator(FIELD).input_value()


def type_at_end(page, words):
    page.locator(FIELD).focus()
    page.keyboard.press('Control+End')
    page.keyboard.type(words)


def check_text_edited(report, browser, client):
    """From the pages of a text to its characters and back, by keys; what was not touched stays, byte for byte."""
    document = client.upload('edited list.md', b'\xef\xbb\xbf# Fruit\r\n\r\n* apples\n* pears\r\n')
    page = browser.page(path=f'/d/{document["id"]}')
    settle(page)
    page.keyboard.press('e')
    page.locator(FIELD).wait_for()
    report.check('E leads to the text', inspect(page)['view'] == 'text' and value(page) == '# Fruit\n\n* apples\n* pears\n', value(page))
    report.check('which has the focus', page.evaluate("document.activeElement.matches('.text-field')"))
    report.check('an address leads there, too', page.url.endswith('?in=text'), page.url)
    type_at_end(page, '* plums')
    report.check('it is said that it is being saved', page.get_by_text('Saving…').count() == 1)
    wanted = b'\xef\xbb\xbf# Fruit\r\n\r\n* apples\n* pears\r\n* plums'
    report.check('a pause later it is, with its own mark and line ends', wait(page, lambda: content(client, document) == wanted), content(client, document))
    report.check('and that is said', wait(page, lambda: page.get_by_text('Saved', exact=True).count() == 1))
    report.check('its type stays', facts(client, document)['type'] == 'net.daringfireball.markdown', facts(client, document)['type'])
    page.keyboard.press('Control+z')
    report.check('the browser’s own undo takes it back', '* plums' not in value(page), value(page))
    page.keyboard.press('Control+s')
    report.check('Ctrl+S saves at once', wait(page, lambda: is_saved(page) and b'plums' not in content(client, document)))
    page.keyboard.press('Escape')
    report.check('Escape leads out of the text', page.evaluate("document.activeElement.matches('.back-button')"))
    page.get_by_role('button', name='Read', exact=True).click()
    report.check('the pages are one press away', wait(page, lambda: inspect(page)['view'] == 'reader' and page.locator('.page img').count() > 0), inspect(page)['view'])
    report.check('with what was written', wait(page, lambda: 'pears' in page.locator('.page').first.inner_text()), page.url)
    page.context.close()


def check_text_made(report, browser, client):
    """New text: from the menu of the buttons and from that between the cards; two are two documents."""
    client.ask('POST', '/api/v1/folders', json.dumps({'path': 'Made texts'}).encode(), JSON)
    page = browser.page(path='/?view=folders&folder=Made+texts')
    settle(page)
    page.get_by_role('button', name='More ways to add').click()
    page.get_by_role('menuitem', name='New text').click()
    page.locator(FIELD).wait_for()
    settle(page)
    page.keyboard.type('One')
    report.check('a new text is written at once', wait(page, lambda: is_saved(page) and value(page) == 'One'))
    page.keyboard.press('F2')
    page.locator('.name-field').wait_for()
    page.keyboard.type('First')
    page.keyboard.press('Enter')
    report.check('and named', wait(page, lambda: page.locator('.reader-title').inner_text() == 'First.txt'), page.locator('.reader-title').inner_text())
    page.keyboard.press('Escape')
    page.keyboard.press('Escape')
    wait(page, lambda: inspect(page)['view'] == 'library')
    settle(page)
    page.locator('.library-scroll').click(button='right', position={'x': 700, 'y': 560})
    page.get_by_role('menuitem', name='New text').click()
    page.locator(FIELD).wait_for()
    settle(page)
    page.keyboard.type('Two')
    wait(page, lambda: is_saved(page))
    listed = client.ask('GET', f'/api/v1/documents?folder={quote("Made texts")}')[1]['documents']
    found = sorted((one['name'], content(client, one)) for one in listed)
    report.check('two are two documents, in the folder that was shown', found == [('First.txt', b'One'), ('Text.txt', b'Two')], found)
    check_made_late(report, page, listed[0])
    page.context.close()


def check_made_late(report, page, other):
    """A new text that comes late takes nobody away from what was opened meanwhile."""
    held = []
    page.goto(f'{BASE}/?view=folders&folder=Made+texts')
    settle(page)
    page.route('**/api/v1/documents?name=Text.txt*', lambda route: held.append(route))
    page.get_by_role('button', name='More ways to add').click()
    page.get_by_role('menuitem', name='New text').click()
    wait(page, lambda: held)
    card(page, other['name']).locator('a').click()
    wait(page, lambda: inspect(page)['document'] == other['id'])
    settle(page)
    held[0].continue_()
    told = wait(page, lambda: 'was made' in page.locator('.toast-text').inner_text())
    report.check('a new text that comes late is told of, and the open document stays', told and inspect(page)['document'] == other['id'], page.url)
    page.unroute_all()
    page.get_by_role('button', name='Open', exact=True).click()
    report.check('it is one press away', wait(page, lambda: value(page) == '' and inspect(page)['document'] != other['id']), page.url)
    page.get_by_role('button', name='Read', exact=True).click()
    wait(page, lambda: inspect(page)['view'] == 'reader')
    settle(page)
    report.check('an empty text is not taken for a damaged one', page.locator('.toast').count() == 0, page.locator('.toast').all_inner_texts())


def check_text_left_in_time(report, browser, client):
    """Typing that is cut off by whatever comes is stored: the tab, the focus, another place of the app."""
    other = browser.page()
    for name, leave in {
        'a closed tab': lambda page: page.close(run_before_unload=True),
        'another address': lambda page: page.goto(f'{BASE}/settings'),
        'the way back': lambda page: page.locator('.back-button').click(),
        'a field that is left': lambda page: page.locator('.back-button').focus(),
    }.items():
        document = client.upload(f'left by {name}.txt', b'Begun')
        page = editing(browser, document)
        type_at_end(page, ', and left')
        leave(page)
        arrived = wait(other, lambda document=document: content(client, document) == b'Begun, and left')
        report.check(f'{name} loses nothing', arrived, content(client, document))
    other.context.close()


def check_text_changed_elsewhere(report, browser, client):
    document = client.upload('shared text.txt', b'one\ntwo\nthree\n')
    page = editing(browser, document)
    page.locator(FIELD).evaluate('(field) => field.setSelectionRange(8, 13)')
    client.ask('PUT', f'/api/v1/documents/{document["id"]}/content', b'zero\none\ntwo\nthree\n')
    report.check('a change elsewhere is shown', wait(page, lambda: value(page).startswith('zero\n')), value(page))
    selected = page.locator(FIELD).evaluate('(field) => field.value.slice(field.selectionStart, field.selectionEnd)')
    report.check('and the same words are selected', selected == 'three', selected)
    page.keyboard.type('3')
    report.check('typing goes on', wait(page, lambda: content(client, document) == b'zero\none\ntwo\n3\n'), content(client, document))
    if WORKSPACE:
        with open(os.path.join(WORKSPACE, 'Documents', document['name']), 'w') as file:
            file.write('by an editor\n')
        report.check('so is an edit on the disk', wait(page, lambda: value(page) == 'by an editor\n', seconds=8), value(page))
    client.ask('PATCH', f'/api/v1/documents/{document["id"]}', b'{"name":"renamed text.txt"}', JSON)
    report.check('and another name', wait(page, lambda: page.locator('.reader-title').inner_text() == 'renamed text.txt'))
    client.ask('PUT', f'/api/v1/documents/{document["id"]}/content', b'f\xfcr\n')
    report.check('one that is no UTF-8 any more is only read', wait(page, lambda: inspect(page)['view'] == 'reader'), inspect(page)['view'])
    page.context.close()


def in_conflict(browser, client, name):
    """A text that another client changes a moment before its own change arrives."""
    document = client.upload(name, b'first\nsecond\n')
    page = editing(browser, document)
    once = []

    def other_first(route):
        if route.request.method == 'PUT' and not once:
            once.append(1)
            client.ask('PUT', f'/api/v1/documents/{document["id"]}/content', b'first\ntheirs\n')
        route.continue_()

    intercept(page, '**/sessions/*/content*', other_first)
    type_at_end(page, 'mine')
    bar = page.get_by_role('group', name='Changed elsewhere')
    wait(page, bar.is_visible)
    return document, page, bar


def check_text_in_conflict(report, browser, client):
    document, page, bar = in_conflict(browser, client, 'conflict mine.txt')
    report.check('both changed, a bar asks', bar.is_visible())
    lines = page.locator('.conflict-lines').all_inner_texts
    shown_both = wait(page, lambda: lines() == ['first\nsecond\nmine', 'first\ntheirs\n'])
    report.check('and shows both from just before the first line that differs', shown_both, lines())
    report.check('the document is theirs until then', content(client, document) == b'first\ntheirs\n')
    bar.get_by_role('button', name='Keep mine').click()
    report.check('mine: it is kept', wait(page, lambda: content(client, document) == b'first\nsecond\nmine'), content(client, document))
    report.check('and theirs is in the history', b'first\ntheirs\n' in versions(client, document), versions(client, document))
    page.context.close()
    document, page, bar = in_conflict(browser, client, 'conflict theirs.txt')
    bar.get_by_role('button', name='Take theirs').click()
    report.check('theirs: it is shown', wait(page, lambda: value(page) == 'first\ntheirs\n'), value(page))
    report.check('and mine is in the history', b'first\nsecond\nmine' in versions(client, document), versions(client, document))
    page.context.close()
    document, page, bar = in_conflict(browser, client, 'conflict both.txt')
    bar.get_by_role('button', name='Keep both').click()
    report.check('both: work goes on in a copy', wait(page, lambda: document['id'] not in page.url), page.url)
    type_at_end(page, '!')
    copy = {'id': page.url.split('/d/')[1].split('?')[0]}
    report.check('which is saved', wait(page, lambda: content(client, copy) == b'first\nsecond\nmine!'), content(client, copy))
    report.check('and the other is theirs', content(client, document) == b'first\ntheirs\n', content(client, document))
    page.context.close()


def check_text_without_line(report, browser, client):
    document = client.upload('text on a train.txt', b'')
    page = editing(browser, document)
    page.context.set_offline(True)
    page.locator(FIELD).focus()
    page.keyboard.type('Written in a tunnel')
    report.check('without a line it is said that nothing is saved', wait(page, lambda: page.get_by_text('not saved yet').count() > 0))
    report.check('and closing the window would ask', wait(page, lambda: page.evaluate("!dispatchEvent(new Event('beforeunload', { cancelable: true }))")))
    page.context.set_offline(False)
    saved = wait(page, lambda: content(client, document) == b'Written in a tunnel')
    report.check('it is saved as soon as the line is back', saved, content(client, document))
    page.context.close()


def check_text_only_shown(report, browser, client):
    """Texts that cannot be edited, or are not to be: they are shown, and it is said why."""
    for name, data, words in (
        ('only shown latin.txt', 'Müller schloß die Tür – für immer.'.encode('windows-1252'), 'not in UTF-8'),
        ('only shown long.txt', b'0123456789abcde\n' * 66_000, 'too long'),
    ):
        document = client.upload(name, data)
        page = browser.page(path=f'/d/{document["id"]}?in=text')
        report.check(f'{name}: it is said why', wait(page, lambda words=words: page.get_by_text(words).count() > 0))
        report.check('and it is shown', page.locator('pre.text-sheet').count() == 1 and page.locator(FIELD).count() == 0)
        page.context.close()
    document = client.upload('only shown version.txt', b'before')
    client.ask('PUT', f'/api/v1/documents/{document["id"]}/content', b'now')
    page = browser.page(path=f'/d/{document["id"]}?in=text&version=1')
    report.check('an earlier version is only shown', wait(page, lambda: inspect(page)['version'] == 1) and page.locator(FIELD).count() == 0)
    page.context.close()
    client.ask('PATCH', f'/api/v1/documents/{document["id"]}', b'{"handler":"viewer"}', JSON)
    page = browser.page(path=f'/d/{document["id"]}?in=text')
    report.check('one for which the reader was chosen is only shown, and that is said', wait(page, lambda: page.get_by_text('only shows it').count() > 0))
    settle(page)
    page.keyboard.press('e')
    settle(page)
    report.check('and no key edits it', inspect(page)['view'] == 'reader', inspect(page)['view'])
    page.context.close()
    client.ask('DELETE', f'/api/v1/documents/{document["id"]}')
    page = browser.page(path=f'/d/{document["id"]}?in=text')
    settle(page)
    report.check('so is one in the Trash', inspect(page)['view'] == 'reader' and page.locator(FIELD).count() == 0)
    page.context.close()


def check_text_in_the_trash(report, browser, client):
    """What is typed into a text that was moved to the Trash elsewhere is saved when it is restored, or kept as a copy."""
    document = client.upload('thrown away.txt', b'Before')
    path = f'/api/v1/documents/{document["id"]}'
    trash = lambda: client.ask('DELETE', path)
    restore = lambda: client.ask('POST', f'{path}/restore')
    is_refused = lambda page: wait(page, lambda: (inspect(page)['text'] or {}).get('saving') == 'refused')
    page = editing(browser, document)
    trash()
    type_at_end(page, ', one')
    report.check('it is said that what is typed is not saved', is_refused(page) and page.get_by_text('Not saved', exact=True).count() == 1)
    restore()
    report.check('restored elsewhere, it is saved by itself', wait(page, lambda: is_saved(page) and content(client, document) == b'Before, one'), content(client, document))
    trash()
    type_at_end(page, ', two')
    is_refused(page)
    page.get_by_role('button', name='Back').click()
    said = wait(page, lambda: 'in the Trash' in page.locator('.toast-text').inner_text())
    report.check('left, it is said where it is, and what helps', said and page.get_by_role('button', name='Keep as a copy').count() == 1)
    restore()
    report.check('and restored it is saved, too', wait(page, lambda: content(client, document) == b'Before, one, two'), content(client, document))
    page.context.close()
    page = editing(browser, document)
    trash()
    type_at_end(page, ', three')
    is_refused(page)
    page.get_by_role('button', name='Back').click()
    page.get_by_role('button', name='Keep as a copy').click()
    page.get_by_role('button', name='Open', exact=True).click()
    there = wait(page, lambda: inspect(page)['document'] not in (None, document['id']))
    copy = {'id': inspect(page)['document']}
    report.check('kept as a copy it is a document of its own', there and content(client, copy) == b'Before, one, two, three', content(client, copy))
    page.context.close()
    for one in (copy, document):
        client.ask('DELETE', f'/api/v1/documents/{one["id"]}')


def check_text_by_touch(report, browser, client):
    document = client.upload('touched text.md', b'# Touched\n\n' + b'A line of some words.\n' * 80)
    page = browser.page(PHONE, '/?q=touched+text')
    shown(page, 'touched text.md')
    card(page, 'touched text.md').locator('.card-action').tap()
    page.get_by_role('menuitem', name='Edit', exact=True).tap()
    page.locator(FIELD).wait_for()
    settle(page)
    report.check('the menu of a card leads to its text', inspect(page)['view'] == 'text')
    report.check('no keyboard comes before it is tapped', not page.evaluate("document.activeElement.matches('.text-field')"))
    size = page.locator(FIELD).evaluate('(field) => parseFloat(getComputedStyle(field).fontSize)')
    report.check('letters are of a size that phones do not enlarge', size >= 16, size)
    report.check('nothing is wider than the window', overflow(page) <= 0, overflow(page))
    page.locator(FIELD).tap()
    page.keyboard.type('Here ')
    report.check('a tap begins to write', wait(page, lambda: is_saved(page) and b'Here ' in content(client, document)))
    page.locator('.back-button').tap()
    report.check('the way back leads to the list', wait(page, lambda: inspect(page)['view'] == 'library'))
    page.context.close()


def check_text_of_a_hostile_file(report, browser, client):
    hostile = '</textarea><script>document.title = "taken"</script>\n\u202Eright to left\n\u0007nothing\n' + 'a' * 4000
    document = client.upload('hostile text.txt', hostile.encode())
    page = editing(browser, document)
    report.check('its characters are no markup', value(page) == hostile and page.locator('.text-editor script').count() == 0, value(page)[:80])
    type_at_end(page, '!')
    report.check('and are saved as they were', wait(page, lambda: content(client, document) == (hostile + '!').encode()), content(client, document)[:80])
    page.context.close()
    hebrew = client.upload('hebrew text.txt', 'שלום עולם\nhello\n'.encode())
    page = editing(browser, hebrew)
    side = page.locator(FIELD).evaluate("(field) => getComputedStyle(field).direction")
    report.check('a text from right to left stands at the right', side == 'rtl', side)
    page.context.close()
