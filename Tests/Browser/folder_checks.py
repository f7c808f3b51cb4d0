"""Folders: shown, made, renamed, thrown away and taken back, and documents that are moved into them."""

import io
import json
import zipfile
from urllib.parse import quote

from access_checks import AUDIT
from harness import BASE, DESKTOP, PHONE, card, dialogs_gone, inspect, intercept, overflow, settle, undo, wait

JSON = 'application/json'
# Drags one element onto another, as a browser does it.
DRAG = """
([source, target]) => {
  const [from, to] = [source, target].map((selector) => document.querySelector(selector));
  const data = new DataTransfer();
  const event = (kind) => new DragEvent(kind, {dataTransfer: data, bubbles: true, cancelable: true});
  from.dispatchEvent(event('dragstart'));
  to.dispatchEvent(event('dragenter'));
  const over = event('dragover');
  to.dispatchEvent(over);
  const marked = document.querySelector('.takes-drop') !== null;
  to.dispatchEvent(event('drop'));
  from.dispatchEvent(event('dragend'));
  return over.defaultPrevented && marked && document.querySelector('.takes-drop') === null;
}
"""


def make(client, path):
    return client.ask('POST', '/api/v1/folders', json.dumps({'folder': path, 'parents': True}).encode(), JSON)


def put(client, name, folder):
    """The document of a text in a folder."""
    path = f'/api/v1/documents?name={quote(name)}&folder={quote(folder)}'
    return client.ask('POST', path, f'{folder}/{name}'.encode(), 'text/plain')[1]


def remove(client, path):
    client.ask('DELETE', f'/api/v1/folders?folder={quote(path)}')


def listed(client, path=''):
    return [one['path'] for one in client.ask('GET', f'/api/v1/folders?folder={quote(path)}')[1]['folders']]


def place(client, document):
    return client.ask('GET', f'/api/v1/documents/{document["id"]}')[1]['folder']


def at_folder(page, path):
    return wait(page, lambda: inspect(page)['library']['folder'] == path and settle(page))


def folders(page):
    return inspect(page)['library']['folders']


def folder_card(page, name):
    return page.locator('li.card-folder', has=page.get_by_text(name, exact=True))


def opened(browser, path='', device=DESKTOP, **options):
    return browser.page(device, f'/?view=folders&folder={quote(path)}', **options)


def has_toast(page, text):
    return page.locator('.toast-text', has_text=text).count() == 1


def more(page, name, item):
    """Chooses from the menu of a folder."""
    target = folder_card(page, name)
    target.hover()
    target.get_by_role('button', name=f'More for the folder {name}').click()
    page.get_by_role('menuitem', name=item).click()


def check_folders(report, browser, client):
    make(client, 'Shelf/Upper/Left')
    put(client, 'on-shelf.txt', 'Shelf')
    put(client, 'up.txt', 'Shelf/Upper')
    page = browser.page()
    page.get_by_role('link', name='Folders', exact=True).click()
    at_folder(page, '')
    report.check('the folders are a place', 'Shelf' in folders(page), folders(page))
    first = page.locator('li.card').first
    report.check('they come before the documents', 'card-folder' in first.get_attribute('class'))
    text = folder_card(page, 'Shelf').inner_text()
    report.check('a folder says what is in it', '1 document and folders' in text, text)
    folder_card(page, 'Shelf').locator('a').click()
    at_folder(page, 'Shelf')
    report.check('opened, it shows its folders and documents', folders(page) == ['Upper'] and card(page, 'on-shelf.txt').count() == 1)
    report.check('and not what is deeper', card(page, 'up.txt').count() == 0)
    report.check('the title is its name', page.title() == 'Shelf – Sheaf' and page.get_by_role('heading', level=1).inner_text() == 'Shelf')
    folder_card(page, 'Upper').locator('a').focus()
    page.keyboard.press('Enter')
    at_folder(page, 'Shelf/Upper')
    steps = page.locator('.folder-trail .trail-step').all_inner_texts()
    report.check('the way up is shown', steps == ['Folders', 'Shelf', 'Upper'], steps)
    report.check('its address can be kept', 'folder=Shelf%2FUpper' in page.url, page.url)
    page.reload()
    at_folder(page, 'Shelf/Upper')
    report.check('and leads there again', folders(page) == ['Left'], folders(page))
    page.locator('.folder-trail').get_by_role('link', name='Shelf').click()
    at_folder(page, 'Shelf')
    page.go_back()
    report.check('back leads down again', at_folder(page, 'Shelf/Upper'))
    folder_card(page, 'Left').locator('a').click()
    at_folder(page, 'Shelf/Upper/Left')
    report.check('an empty folder says so', page.get_by_role('heading', name='This folder is empty').is_visible())
    page.goto(f'{BASE}/?view=folders&folder=Shelf&q=up')
    report.check('a search looks below the folder', wait(page, lambda: card(page, 'up.txt').count() == 1))
    page.goto(f'{BASE}/?view=folders&folder=No/where')
    lost = page.get_by_role('heading', name='This folder is not here')
    report.check('a folder that is not there is said to be', wait(page, lost.is_visible))
    page.context.close()
    remove(client, 'Shelf')


def check_folder_download(report, browser, client):
    put(client, 'carried home.txt', 'Take away')
    put(client, 'deeper.txt', 'Take away/Zo\u00eb')
    make(client, 'Take away/Hollow')
    page = opened(browser)
    target = folder_card(page, 'Take away')
    target.hover()
    target.get_by_role('button', name='More for the folder Take away').click()
    with page.expect_download() as coming:
        page.get_by_role('menuitem', name='Download').click()
    name = coming.value.suggested_filename
    report.check('a folder is downloaded under its name', name == 'Take away.zip', name)
    with open(coming.value.path(), 'rb') as file:
        archive = zipfile.ZipFile(io.BytesIO(file.read()))
    names = archive.namelist()
    report.check(
        'as an archive of all in it, empty folders too',
        set(names)
        == {
            'Take away/',
            'Take away/carried home.txt',
            'Take away/Hollow/',
            'Take away/Zo\u00eb/',
            'Take away/Zo\u00eb/deeper.txt',
        },
        names,
    )
    report.check('which is whole', archive.testzip() is None and archive.read(names[1]) == b'Take away/carried home.txt')
    page.context.close()
    remove(client, 'Take away')


def check_folder_names(report, browser, client):
    make(client, 'Names/Taken')
    document = put(client, 'kept.txt', 'Names/Old')
    page = opened(browser, 'Names')
    page.get_by_role('button', name='New folder').click()
    field = page.get_by_label('Name', exact=True)
    report.check('a new folder asks for a name, with the cursor in the field', field.evaluate('(one) => one === document.activeElement'))
    field.fill('Taken')
    page.keyboard.press('Enter')
    problem = page.locator('.name-problem')
    report.check('a name that is there is refused, and why', wait(page, lambda: 'already' in problem.inner_text()), problem.inner_text())
    field.fill('.hidden')
    page.keyboard.press('Enter')
    report.check('so is one that no folder can have', wait(page, lambda: 'dot' in problem.inner_text()), problem.inner_text())
    field.fill('Fresh & new')
    page.keyboard.press('Enter')
    # The folder may be heard of before its sheet is closed, and a sheet keeps the keys.
    sheet = page.get_by_role('dialog')
    made = wait(page, lambda: 'Fresh & new' in folders(page) and sheet.count() == 0)
    report.check('a good one makes it', made, folders(page))
    report.check('on the server', 'Names/Fresh & new' in listed(client, 'Names'))
    undo(page)
    report.check('undone, it is gone', wait(page, lambda: 'Fresh & new' not in folders(page)), folders(page))
    more(page, 'Old', 'Rename')
    field = page.get_by_label('Name of Old')
    report.check('a folder is renamed from its name', field.input_value() == 'Old')
    field.fill('Newer')
    page.keyboard.press('Enter')
    report.check('and shows the new one', wait(page, lambda: folders(page) == ['Newer', 'Taken']), folders(page))
    report.check('its document went along', place(client, document) == 'Names/Newer', place(client, document))
    page.get_by_role('button', name='Undo').click()
    report.check('and back', wait(page, lambda: folders(page) == ['Old', 'Taken']) and place(client, document) == 'Names/Old')
    page.context.close()
    remove(client, 'Names')


def check_slashes_in_names(report, browser, client):
    """A slash divides folders: in a name it is refused while it is typed, and nothing is made or moved."""
    make(client, 'Slashes/Old')
    page = opened(browser, 'Slashes')
    page.get_by_role('button', name='New folder').click()
    field, sheet = page.get_by_label('Name', exact=True), page.get_by_role('dialog')
    field.press_sequentially('this/that')
    said = wait(page, lambda: 'slash' in sheet.get_by_role('alert').inner_text(), 3)
    report.check('a slash in the name of a folder is refused while it is typed', said, sheet.inner_text())
    report.check('the field says so to screen readers', field.get_attribute('aria-invalid') == 'true')
    page.keyboard.press('Enter')
    page.wait_for_timeout(300)
    report.check('it makes no folders', listed(client, 'Slashes') == ['Slashes/Old'], listed(client, 'Slashes'))
    report.check('and the sheet stays', sheet.count() == 1)
    for name, word in [('a\u202eb', 'direction'), ('a\u0007b', 'control')]:
        field.fill(name)
        said = wait(page, lambda word=word: word in sheet.get_by_role('alert').inner_text(), 3)
        report.check(f'so is {name!r}, for its own reason', said, sheet.inner_text())
    field.fill('a/b')
    reported = sheet.get_by_role('alert').inner_text()
    report.check('a reason has one full stop', reported.endswith('slash.') and '..' not in reported, reported)
    field.fill('this and that')
    cleared = wait(page, lambda: sheet.get_by_role('alert').inner_text() == '')
    report.check('without it nothing is said', cleared and field.get_attribute('aria-invalid') is None)
    page.keyboard.press('Escape')
    wait(page, lambda: sheet.count() == 0)
    more(page, 'Old', 'Rename')
    field = page.get_by_label('Name of Old')
    for name in ['Old/Deeper', '../Old', '.hidden']:
        field.fill(name)
        page.keyboard.press('Enter')
        page.wait_for_timeout(200)
        report.check(f'renamed to {name} a folder stays', listed(client, 'Slashes') == ['Slashes/Old'] and field.count() == 1)
    page.context.close()
    remove(client, 'Slashes')


def check_folder_trash(report, browser, client):
    documents = [put(client, f'gone {number}.txt', 'Bin/Deep' if number else 'Bin') for number in range(3)]
    make(client, 'Hollow')
    page = opened(browser)
    more(page, 'Bin', 'Move to Trash')
    report.check('a folder is deleted', wait(page, lambda: 'Bin' not in folders(page)), folders(page))
    text = page.locator('.toast-text').inner_text()
    report.check('and says what is in the Trash', '3 documents are in the Trash' in text, text)
    trashed = client.ask('GET', '/api/v1/documents?trashed=true&limit=200')[1]['documents']
    report.check('all its documents are there', {one['id'] for one in documents} <= {one['id'] for one in trashed})
    page.get_by_role('button', name='Undo').click()
    # The folder is there before its documents are; the message comes when all of it is done.
    back = wait(page, lambda: 'Bin' in folders(page) and has_toast(page, 'Bin is back'))
    report.check('undone, it is back', back, folders(page))
    places = [place(client, one) for one in documents]
    report.check('with every document in its folder', places == ['Bin', 'Bin/Deep', 'Bin/Deep'], places)
    folder_card(page, 'Hollow').locator('a').focus()
    page.keyboard.press('Delete')
    gone = wait(page, lambda: 'Hollow' not in folders(page) and has_toast(page, 'Hollow was removed'))
    report.check('an empty one goes by key', gone, folders(page))
    page.keyboard.press('Control+z')
    report.check('and comes back by key', wait(page, lambda: 'Hollow' in folders(page)), folders(page))
    page.context.close()
    remove(client, 'Bin')
    remove(client, 'Hollow')


def check_moving_into_folders(report, browser, client):
    make(client, 'Tray/Inner')
    document = put(client, 'carried.txt', 'Tray')
    page = opened(browser, 'Tray')
    # What takes up a card comes after the list, with the lines below the search.
    page.locator('.search-field[role=combobox]').wait_for()
    taken = page.evaluate(DRAG, [f'li[data-document="{document["id"]}"] a', 'li[data-folder="Tray/Inner"] .card-name'])
    report.check('a document dragged over a folder is taken up and shown', taken)
    report.check('dropped, it leaves the list', wait(page, lambda: card(page, 'carried.txt').count() == 0))
    report.check('and lies in the folder', wait(page, lambda: place(client, document) == 'Tray/Inner'))
    report.check('whose count follows', wait(page, lambda: '1 document' in folder_card(page, 'Inner').inner_text()))
    # The key takes back the change that the message offers to undo.
    wait(page, lambda: has_toast(page, 'carried.txt is in Inner now'))
    page.keyboard.press('Control+z')
    report.check('undone, it is back', wait(page, lambda: card(page, 'carried.txt').count() == 1))
    up = page.evaluate(DRAG, [f'li[data-document="{document["id"]}"] a', '.trail-step[data-folder=""]'])
    report.check('dragged onto a step of the way up it goes there', up and wait(page, lambda: place(client, document) == ''))
    page.goto(f'{BASE}/?view=folders&q=carried')
    wait(page, lambda: card(page, 'carried.txt').count() == 1)
    card(page, 'carried.txt').locator('a').focus()
    page.keyboard.press('Tab')
    page.keyboard.press('Enter')
    page.get_by_role('menuitem', name='Move to…').focus()
    page.keyboard.press('Enter')
    dialog = page.get_by_role('dialog')
    dialog.get_by_role('button', name='Tray').focus()
    page.keyboard.press('Enter')
    wait(page, lambda: dialog.get_by_role('button', name='Inner').count() == 1)
    dialog.get_by_role('button', name='Move here').focus()
    page.keyboard.press('Enter')
    report.check('by keys alone it moves as well', wait(page, lambda: place(client, document) == 'Tray'), place(client, document))
    make(client, 'Other')
    page.goto(f'{BASE}/?view=folders')
    at_folder(page, '')
    wait(page, lambda: 'Tray' in folders(page))
    more(page, 'Tray', 'Move to…')
    report.check('a moved folder is not offered', dialog.get_by_role('button', name='Tray').count() == 0)
    dialog.get_by_role('button', name='Other').click()
    wait(page, lambda: dialog.get_by_text('There are no folders in here.').is_visible())
    dialog.get_by_role('button', name='Move here').click()
    report.check('a folder moves with its documents', wait(page, lambda: place(client, document) == 'Other/Tray'))
    page.context.close()
    remove(client, 'Other')


def focused(page):
    """The words of what has the focus, if it is in the sheet."""
    return page.evaluate("document.activeElement.closest('dialog') && document.activeElement.innerText.trim()")


def check_folder_picker_focus(report, browser, client):
    """The focus stays in the sheet while a folder is chosen by keys."""
    make(client, 'Pick/Inner/Deep')
    make(client, 'Pick/Other')
    put(client, 'picked.txt', 'Pick')
    page = opened(browser, 'Pick')
    target = card(page, 'picked.txt')
    target.hover()
    target.get_by_role('button', name='More for picked.txt').click()
    page.get_by_role('menuitem', name='Move to…').click()
    report.check('a sheet to choose a folder in begins with the first one', wait(page, lambda: focused(page) == 'Inner'), focused(page))
    page.keyboard.press('Enter')
    report.check('in a folder the focus is on the first one in it', wait(page, lambda: focused(page) == 'Deep'), focused(page))
    page.keyboard.press('Enter')
    report.check('in an empty one on what takes it', wait(page, lambda: focused(page) == 'Move here'), focused(page))
    page.get_by_role('dialog').get_by_role('button', name='Pick', exact=True).focus()
    page.keyboard.press('Enter')
    report.check('on the way up it is on the first one again', wait(page, lambda: focused(page) == 'Inner'), focused(page))
    busy = '{"status": 503, "code": "busy"}'
    intercept(page, '**/api/v1/folders?*', lambda route: route.fulfill(status=503, content_type='application/problem+json', body=busy))
    page.keyboard.press('Enter')
    said = wait(page, lambda: page.get_by_text('The folders could not be listed').is_visible())
    report.check('where they cannot be listed, that is said', said)
    report.check('and the focus stays in the sheet', wait(page, lambda: focused(page) == 'Move here'), focused(page))
    page.unroute_all()
    page.keyboard.press('Escape')
    report.check('Escape closes it', wait(page, lambda: page.get_by_role('dialog').count() == 0))
    page.context.close()
    remove(client, 'Pick')


def check_name_sheet_closed(report, browser, client):
    """A refused name is explained also after its sheet was closed."""
    make(client, 'Named/Taken')
    page, held = opened(browser, 'Named'), []
    intercept(page, '**/api/v1/folders', lambda route: held.append(route))
    page.get_by_role('button', name='New folder').click()
    page.get_by_label('Name', exact=True).fill('Taken')
    page.keyboard.press('Enter')
    wait(page, lambda: held)
    page.keyboard.press('Escape')
    dialogs_gone(page)
    held[0].continue_()
    report.check('a name that will not do is told of after the sheet was closed', wait(page, lambda: has_toast(page, 'already')))
    page.context.close()
    remove(client, 'Named')


def check_folders_elsewhere(report, browser, client):
    make(client, 'Live')
    page = opened(browser, 'Live')
    make(client, 'Live/Theirs')
    report.check('a folder of another client comes', wait(page, lambda: folders(page) == ['Theirs']), folders(page))
    document = put(client, 'theirs.txt', 'Live/Theirs')
    report.check('its count follows', wait(page, lambda: '1 document' in folder_card(page, 'Theirs').inner_text()))
    change = json.dumps({'folder': 'Live/Theirs', 'to': 'Live/Renamed'}).encode()
    client.ask('PATCH', '/api/v1/folders', change, JSON)
    report.check('one that they rename follows', wait(page, lambda: folders(page) == ['Renamed']), folders(page))
    folder_card(page, 'Renamed').locator('a').click()
    at_folder(page, 'Live/Renamed')
    report.check('with its document', wait(page, lambda: card(page, 'theirs.txt').count() == 1))
    change = json.dumps({'folder': 'Live', 'to': 'Alive'}).encode()
    client.ask('PATCH', '/api/v1/folders', change, JSON)
    lost = page.get_by_role('heading', name='This folder is not here')
    report.check('one that goes while it is open says so', wait(page, lost.is_visible))
    report.check('and its document has left the list', wait(page, lambda: card(page, 'theirs.txt').count() == 0))
    report.check('to where it is', place(client, document) == 'Alive/Renamed')
    page.context.close()
    remove(client, 'Alive')


def check_folder_layouts(report, browser, client):
    deep = '/'.join(f'A folder with a long name, number {number}' for number in range(6))
    make(client, f'{deep}/{"n" * 120}')
    for name, device in [('desktop', DESKTOP), ('phone', PHONE)]:
        for scheme in ['light', 'dark']:
            page = opened(browser, deep, device, color_scheme=scheme)
            wait(page, lambda page=page: len(folders(page)) == 1)
            report.check(f'{name}, {scheme}: nothing is wider than the window', overflow(page) <= 0, overflow(page))
            found = page.evaluate(AUDIT)
            report.check(f'{name}, {scheme}: it passes the audit', found == [], found)
            page.get_by_role('button', name='New folder').click()
            report.check(f'{name}, {scheme}: the name can be asked for', page.get_by_label('Name', exact=True).is_visible())
            found = page.evaluate(AUDIT)
            report.check(f'{name}, {scheme}: and passes it as well', found == [] and overflow(page) <= 0, found)
            page.context.close()
    remove(client, deep.split('/')[0])
