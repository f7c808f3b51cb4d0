"""Sections of the settings: how the app looks and speaks, keys, openers, drop folders, room."""

import json

from access_checks import AUDIT
from harness import BASE, DESKTOP, PHONE, inspect, settle, wait

DARK, LIGHT = 'rgb(21, 20, 19)', 'rgb(233, 230, 224)'
BACKGROUND = 'getComputedStyle(document.documentElement).backgroundColor'


def section(browser, name, **options):
    """A page that shows a section of the settings."""
    page = browser.context(DESKTOP, **options).new_page()
    page.goto(f'{BASE}/settings/{name}')
    settle(page)
    return page


def forget(client, *keys):
    for key in keys:
        client.ask('DELETE', f'/api/v1/preferences/{key}')


def audited(report, page, name):
    report.check(f'{name}: the section is accessible', page.evaluate(AUDIT) == [], page.evaluate(AUDIT))


def check_look(report, browser, client):
    """A theme and a size that are chosen hold over the system's, at once and from the first frame of the next visit."""
    page = section(browser, 'appearance', color_scheme='light')
    page.get_by_role('radio', name='Dark').check()
    report.check('the dark theme is there at once', wait(page, lambda: page.evaluate(BACKGROUND) == DARK), page.evaluate(BACKGROUND))
    page.get_by_label('Size of text and controls', exact=True).select_option(label='Larger')
    size = wait(page, lambda: page.evaluate('getComputedStyle(document.documentElement).fontSize') == '20px')
    report.check('and the size', size)
    wait(page, lambda: client.ask('GET', '/api/v1/preferences/look.size')[1].get('value') == '125')
    page.reload()
    first = page.evaluate(BACKGROUND)
    settle(page)
    report.check('they are there again on the next visit', first == page.evaluate(BACKGROUND) == DARK, first)
    page.get_by_role('radio', name='As the system').check()
    report.check('the system decides again', wait(page, lambda: page.evaluate(BACKGROUND) == LIGHT), page.evaluate(BACKGROUND))
    beside = page.get_by_role('switch', name='Always show the library')
    told = beside.evaluate('(one) => one.getAttribute("aria-describedby").split(" ").map((id) => document.getElementById(id).textContent).join("")')
    report.check('a setting that has no effect on phones says so', 'no effect in windows less than 640 pixels wide, as on phones' in told, told)
    beside.check()
    kept = wait(page, lambda: client.ask('GET', '/api/v1/preferences/library.beside')[1].get('value') is True)
    report.check('and is off until it is chosen', kept and page.get_by_role('button', name='Put back: Always show the library').is_visible())
    audited(report, page, 'appearance')
    page.context.close()
    forget(client, 'look.theme', 'look.size', 'library.beside')


def check_language(report, browser, client):
    """German is spoken after a reload, and its table is fetched by nobody else."""
    page = section(browser, 'appearance')
    asked = []
    page.on('request', lambda request: '/de-' in request.url and asked.append(request.url))
    page.reload()
    settle(page)
    report.check('English needs no table', asked == [], asked)
    page.get_by_role('radio', name='Deutsch').check()
    told = wait(page, lambda: page.get_by_role('heading', name='Einstellungen').count() == 1)
    report.check('German is spoken', told and page.evaluate('document.documentElement.lang') == 'de', page.locator('.settings-nav').inner_text())
    page.keyboard.press('Escape')
    trash = wait(page, lambda: page.get_by_role('link', name='Papierkorb').count() == 1)
    report.check('also in the library', trash and len(asked) == 1, asked)
    page.goto(f'{BASE}/settings/appearance')
    page.get_by_role('radio', name='English').check()
    report.check('and English again', wait(page, lambda: page.get_by_role('heading', name='Settings').count() == 1))
    page.context.close()
    forget(client, 'look.language')
    foreign = browser.page(DESKTOP | {'locale': 'de-AT'}, '/')
    report.check('a German browser needs no choice', wait(foreign, lambda: foreign.get_by_role('link', name='Papierkorb').count() == 1))
    foreign.context.close()
    other = browser.page(DESKTOP | {'locale': 'fr-FR'}, '/')
    report.check('a browser of another language has English', wait(other, lambda: other.get_by_role('link', name='Trash').count() == 1))
    other.context.close()


def check_server_in_german(report, browser, client):
    """Jobs, refusals and drop folders, which the server tells of in English, are told in German."""
    damaged = client.upload('kaputt.pdf', b'%PDF-1.4 broken')
    page = section(browser, 'appearance')
    page.get_by_role('radio', name='Deutsch').check()
    wait(page, lambda: page.get_by_role('heading', name='Einstellungen').count() == 1)
    jobs = [
        {'id': 9, 'kind': 'conversion', 'title': 'Preparing brief.docx', 'state': 'failed', 'done': 0, 'started': '', 'ended': '2026-11-28T09:00:00Z',
         'code': 'render-timeout', 'detail': 'the converter took more than 60 s'},
        {'id': 8, 'kind': 'clean-up', 'title': 'Emptying the Trash', 'state': 'finished', 'done': 3, 'started': '', 'ended': '2026-11-28T09:00:00Z',
         'detail': '3 documents were removed'},
        {'id': 7, 'kind': 'reconcile', 'title': 'Comparing files and index', 'state': 'running', 'done': 0, 'started': ''},
    ]
    page.route('**/api/v1/jobs', lambda route: route.fulfill(json={'jobs': jobs}))
    watcher = {'name': 'Scans', 'state': 'failing', 'reason': 'open: Permission denied', 'pending': 0, 'passedOver': 0, 'imported': 0, 'rejected': 0, 'stuck': []}
    page.route('**/api/v1/watchers', lambda route: route.fulfill(json={'watchers': [watcher]}))
    page.goto(f'{BASE}/settings/folders')
    told = lambda: page.locator('.settings-page').inner_text()
    report.check('why a drop folder cannot be read', wait(page, lambda: 'Open: keine Berechtigung.' in told()), told())
    page.goto(f'{BASE}/')
    wait(page, lambda: page.locator('.activity-button').is_visible())
    page.locator('.activity-button').click()
    rows = lambda: ' '.join(page.locator('.activity-row').all_inner_texts())
    wanted = ('brief.docx vorbereiten', 'Das Zeichnen dauerte zu lange.', 'Papierkorb leeren', 'Dateien und Verzeichnis vergleichen', '3 Dokumente wurden entfernt')
    report.check('jobs and how they ended', wait(page, lambda: all(part in rows() for part in wanted)), rows())
    page.goto(f'{BASE}/d/{damaged["id"]}')
    shown = lambda: page.locator('.notice:visible, main:visible').last.inner_text()
    report.check('why a document is not shown', wait(page, lambda: 'beschädigt' in shown()), shown())
    page.unroute_all(behavior='wait')
    page.goto(f'{BASE}/settings/appearance')
    page.get_by_role('radio', name='English').check()
    wait(page, lambda: page.get_by_role('heading', name='Settings').count() == 1)
    page.context.close()
    forget(client, 'look.language')


def check_keys_moved(report, browser, client):
    """A key is moved by pressing another one; the one that it had does nothing then."""
    document = client.upload('moved keys.txt', b'words\n' * 400)
    page = section(browser, 'keys')
    control = page.get_by_role('button', name='All pages: G. Move it')
    control.click()
    page.keyboard.press('w')
    refused = wait(page, lambda: page.get_by_text('W is “Fit width” there.').count() == 1)
    report.check('a key that is taken is refused, and says by what', refused, page.locator('.settings-page').inner_text()[-200:])
    control.click()
    page.keyboard.press('x')
    moved = page.get_by_role('button', name='All pages: X. Move it')
    report.check('a free one is taken', wait(page, lambda: moved.count() == 1))
    audited(report, page, 'keys')
    page.goto(f'{BASE}/d/{document["id"]}')
    wait(page, lambda: page.locator('.page img').count() > 0)
    settle(page)
    panel = page.locator('#thumbnails-title')
    page.keyboard.press('g')
    settle(page)
    before = panel.count()
    page.keyboard.press('x')
    report.check('it does what the other one did, which does nothing', wait(page, lambda: panel.count() > before) and before == 0, (before, panel.count()))
    page.goto(f'{BASE}/settings/keys')
    page.get_by_role('button', name='Put back: All pages').click()
    report.check('it is put back', wait(page, lambda: control.count() == 1))
    page.context.close()
    forget(client, 'keys.moved')


def check_openers_of_types(report, browser, client):
    """A kind of documents is given another opener; a web app is added, and removed with a way back."""
    document = client.upload('opened as text.md', b'# Heading')
    page = section(browser, 'opening')
    choice = page.get_by_label('Opens Text', exact=True)
    choice.select_option(label='Text')
    kept = wait(page, lambda: client.ask('GET', f'/api/v1/documents/{document["id"]}/preview')[1]['kind'] == 'text')
    report.check('a kind opens with what was chosen for it', kept, client.ask('GET', '/api/v1/preferences')[1]['preferences'])
    page.get_by_role('button', name='Put back: Text', exact=True).click()
    back = wait(page, lambda: client.ask('GET', f'/api/v1/documents/{document["id"]}/preview')[1]['kind'] == 'pages')
    report.check('and as usual again', back)
    page.get_by_text('Add a web app', exact=True).click()
    page.get_by_label('Name', exact=True).fill('Draw')
    page.get_by_role('button', name='Add the web app').click()
    report.check('an app without an address is refused in words', wait(page, lambda: page.get_by_text('must begin with https://').count() == 1))
    page.get_by_label('Address, with {id}').fill('https://draw.example.org/{id}')
    page.get_by_label('Kinds of documents').fill('public.nothing-like-it')
    page.get_by_role('button', name='Add the web app').click()
    told = wait(page, lambda: 'public.nothing-like-it' in page.locator('#app-problem').inner_text())
    report.check('the refusal of the server is told, too', told, page.locator('#app-problem').inner_text())
    page.get_by_label('Kinds of documents').fill('public.image')
    page.get_by_role('button', name='Add the web app').click()
    remove = page.get_by_role('button', name='Remove: Draw')
    report.check('a good one is listed', wait(page, lambda: remove.count() == 1), page.locator('.settings-page').inner_text()[-300:])
    audited(report, page, 'opening')
    remove.click()
    wait(page, lambda: remove.count() == 0)
    page.get_by_role('button', name='Undo').click()
    report.check('one that was removed is brought back', wait(page, lambda: remove.count() == 1))
    page.context.close()
    client.ask('DELETE', '/api/v1/handlers/org.example.draw.draw')
    forget(client, 'opening.handlers')


def check_drop_folders(report, browser, client):
    """Drop folders tell what is stuck and why; a document in quarantine is tried again."""
    document = client.upload('left alone.txt', b'words')
    page = browser.context(DESKTOP).new_page()
    watcher = {'name': 'Scans', 'state': 'failing', 'reason': 'the folder is gone', 'pending': 1, 'passedOver': 2, 'imported': 3,
               'rejected': 1, 'stuck': [{'name': 'bad.pdf', 'reason': 'it cannot be moved'}]}
    page.route('**/api/v1/watchers', lambda route: route.fulfill(json={'watchers': [watcher]}))
    kept = [{'sha256': document['sha256'], 'reason': 'render-timeout', 'pages': [2], 'document': document}]
    page.route('**/api/v1/quarantine', lambda route: route.fulfill(json={'quarantined': kept, 'next': None}))
    page.goto(f'{BASE}/settings/folders')
    settle(page)
    words = page.locator('.settings-page').inner_text()
    wanted = ('Cannot be read', 'The folder is gone.', 'It cannot be moved.', 'took too long', 'Pages: 2', '3 files were taken in')
    report.check('the state of a drop folder is told, with what is stuck', all(part in words for part in wanted), words)
    audited(report, page, 'drop folders')
    released = []
    page.on('request', lambda request: request.method == 'DELETE' and released.append(request.url))
    page.get_by_role('button', name='Try again: left alone.txt').click()
    report.check('a document is tried again', wait(page, lambda: [url for url in released if url.endswith('/quarantine')]), released)
    page.unroute_all(behavior='wait')
    page.context.close()


def check_words(report, browser, client):
    """The index and the reading of scans tell how far they are; the reading is paused, has hours and languages, or a line to install."""
    page = section(browser, 'words')
    told = page.locator('.settings-page')
    report.check('the index tells how far it is', wait(page, lambda: 'The words of ' in told.inner_text()), told.inner_text()[:300])

    def value(name):
        return client.ask('GET', f'/api/v1/preferences/scans.{name}')[1].get('value')

    state = client.ask('GET', '/api/v1/search/index')[1]['recognition']
    if state['state'] == 'missing':
        report.check('without the program the line is told that installs it', 'make extras' in told.inner_text(), told.inner_text())
        return page.context.close()
    report.check('and the reading of scans', 'pages were read' in told.inner_text() or 'page was read' in told.inner_text(), told.inner_text())
    page.get_by_role('button', name='Pause').click()
    paused = wait(page, lambda: value('reading') == 'paused' and page.get_by_role('button', name='Go on reading').count() == 1)
    report.check('it is paused', paused and 'The reading is paused.' in told.inner_text(), told.inner_text())
    page.get_by_role('button', name='Go on reading').click()
    report.check('and goes on', wait(page, lambda: value('reading') == 'on' and page.get_by_role('button', name='Pause').count() == 1), value('reading'))
    page.get_by_role('button', name='Only at night').click()
    report.check('it may have hours', wait(page, lambda: value('hours') == '22:00-06:00'), value('hours'))
    wait(page, lambda: page.get_by_label('Scans are read from').count() == 1)
    page.get_by_label('Scans are read from').fill('20:30')
    report.check('which are chosen', wait(page, lambda: value('hours') == '20:30-06:00'), value('hours'))
    boxes = page.locator('.scan-language input')
    if wait(page, lambda: boxes.count() > 1):
        boxes.first.uncheck()
        wanted = state['languages'][1:]
        report.check('and languages', wait(page, lambda: value('languages') == wanted), value('languages'))
    audited(report, page, 'words')
    page.context.close()
    forget(client, 'scans.reading', 'scans.hours', 'scans.languages')


def check_storage(report, browser, client):
    """What takes up room is told by kind, and earlier versions and caches make room after it was asked."""
    document = client.upload('versions.txt', b'1' * 5000)
    client.ask('PUT', f'/api/v1/documents/{document["id"]}/content', b'2' * 6000)
    page = section(browser, 'storage')
    words = page.locator('.settings-page').inner_text()
    report.check('kinds are listed with their bytes', 'Text' in words and 'Earlier versions' in words, words[:300])
    audited(report, page, 'storage')
    page.get_by_role('button', name='Clean up').click()
    confirm = page.get_by_role('alertdialog').get_by_role('button', name='Clean up')
    report.check('what cannot be undone is asked first', wait(page, lambda: confirm.count() == 1))
    confirm.click()
    gone = wait(page, lambda: len(client.ask('GET', f'/api/v1/documents/{document["id"]}/versions')[1]['versions']) == 1)
    report.check('earlier versions make room', gone, json.dumps(client.ask('GET', '/api/v1/storage?by=kind')[1]))
    clear = page.get_by_role('button', name='Clear', exact=True)
    if wait(page, lambda: clear.count() == 1):
        clear.click()
    report.check('and so do caches', wait(page, lambda: page.locator('.toast', has_text='free again').count() == 1), inspect(page)['view'])
    page.context.close()


def check_rules(report, browser, client):
    """A rule is made, tried and switched on; it acts on what arrives, and what it did is undone."""
    there = client.upload('rule there.txt', b'zephyrine letter')
    page = section(browser, 'rules')
    report.check('without a rule the section says what to do', 'Make one' in page.locator('.settings-page').inner_text())
    page.get_by_role('button', name='Make a rule').click()
    page.get_by_label('Name').fill('Letters')
    report.check('a rule without a search is refused at once', refused(page), page.locator('.rule-form').inner_text())
    page.get_by_label('Give them these tags').fill('letter')
    counted = page.get_by_text('Finds 1 document that is there', exact=True)

    def has_counted():
        page.get_by_label('Documents that this search finds').fill('zephyrine ')
        page.get_by_label('Documents that this search finds').fill('zephyrine')
        return wait(page, lambda: counted.count() == 1)

    report.check('what it finds is counted while it is typed', any(has_counted() for _ in range(5)), page.locator('.rule-form').inner_text())
    page.get_by_role('button', name='Try', exact=True).click()
    report.check('trying it tells the changes', wait(page, lambda: page.locator('.rule-tried', has_text='Tags: letter').count() == 1))
    report.check('and makes none', tags(client, there) == [], tags(client, there))
    page.get_by_role('button', name='Keep the rule').click()
    switch = page.get_by_role('switch', name='Letters acts on documents that arrive')
    report.check('it is kept, and off', wait(page, lambda: switch.count() == 1) and not switch.is_checked())
    audited(report, page, 'rules')
    switch.click()
    report.check('it is switched on', wait(page, lambda: client.ask('GET', '/api/v1/rules')[1]['rules'][0]['on']))
    came = client.upload('rule came.txt', b'another zephyrine letter')
    acted = any(wait(page, lambda: tags(client, came) == ['letter']) for _ in range(5))
    report.check('it acts on what arrives', acted, tags(client, came))
    report.check('and not on what was there', tags(client, there) == [], tags(client, there))
    page.reload()
    settle(page)
    page.get_by_role('button', name='Undo: Letters').click()
    report.check('what it did is undone', wait(page, lambda: tags(client, came) == []), tags(client, came))
    page.get_by_role('button', name='Remove: Letters').click()
    page.get_by_role('alertdialog').get_by_role('button', name='Remove').click()
    report.check('a rule is removed', wait(page, lambda: client.ask('GET', '/api/v1/rules')[1]['rules'] == []))
    page.context.close()


def tags(client, document):
    return client.ask('GET', f'/api/v1/documents/{document["id"]}')[1]['tags']


def refused(page):
    """Whether the form says why it is not kept."""
    page.get_by_role('button', name='Keep the rule').click()
    return wait(page, lambda: page.get_by_text('A search is needed.').count() == 1)


SECTIONS = ('', 'appearance', 'keys', 'opening', 'folders', 'rules', 'words', 'storage', 'access', 'devices', 'about')


def check_sections_named(report, browser, client):
    """Each section says by headings where one is, beside the list of sections and without it."""
    for device, name in ((DESKTOP, 'on a desk'), (PHONE, 'on a phone')):
        page = browser.context(device).new_page()
        faults = {}
        for section_name in SECTIONS:
            page.goto(f'{BASE}/settings/{section_name}')
            settle(page)
            wait(page, lambda: page.locator('.settings-screen').is_visible())
            if found := page.evaluate(AUDIT):
                faults[section_name] = found
        report.check(f'{name} each section has a heading of the first level, and is the main part', faults == {}, faults)
        page.context.close()
