"""What is known of documents, beside the list: shown, followed and edited."""

import json

from access_checks import AUDIT
from fixtures import pdf
from harness import PHONE, TABLET, card, dialogs_gone, intercept, overflow, settle, shown, wait
from select_checks import facts, library, uploaded


def panel(page):
    return page.locator('.library-details')


def change(client, document, **changes):
    return client.ask('PATCH', f'/api/v1/documents/{document["id"]}', json.dumps(changes).encode(), 'application/json')


def opened(page, name):
    """Shows the details of a document by its menu."""
    shown(page, name)
    card(page, name).locator('.card-action').click()
    page.get_by_role('menuitem', name='Details').click()
    return wait(page, lambda: panel(page).is_visible() and panel(page).locator('.details-name').input_value() == name)


def check_details(report, browser, client):
    document = client.upload('detailed.pdf', pdf(pages=3, text='Detailed'))
    page = browser.page(path='/?q=detailed')
    shown(page, 'detailed.pdf')
    card(page, 'detailed.pdf').locator('.card-main').focus()
    page.keyboard.press('i')
    report.check('a key shows what is known of the document with the focus', wait(page, lambda: panel(page).is_visible()))
    words = lambda: panel(page).inner_text()
    said = wait(page, lambda: all(word in words() for word in ('PDF document', 'Pages\n3', 'Added', 'Opens with', 'Reader')))
    report.check('its kind, pages, times and what opens it', said, words())
    beside, grid = panel(page).bounding_box(), page.locator('.library-main').bounding_box()
    report.check('beside the list', grid['x'] + grid['width'] <= beside['x'] + 1, (grid, beside))
    settle(page)
    report.check('it is accessible', page.evaluate(AUDIT) == [], page.evaluate(AUDIT))
    page.keyboard.press('Escape')
    closed = wait(page, lambda: not panel(page).is_visible())
    report.check('Escape closes it, and the card has the focus again', closed and page.evaluate("document.activeElement.closest('.card') !== null"))
    page.keyboard.press('Alt+Enter')
    report.check('Alt and Enter show it, too', wait(page, lambda: panel(page).is_visible()))
    name = panel(page).locator('.details-name')
    name.fill('detailed once more.pdf')
    page.keyboard.press('Enter')
    renamed = lambda: facts(client, document)['name']
    report.check('its name is edited there', wait(page, lambda: renamed() == 'detailed once more.pdf'), renamed())
    wait(page, lambda: page.locator('.toast', has_text='is called detailed once more.pdf now').count() == 1)
    page.keyboard.press('Control+z')
    report.check('which is undone', wait(page, lambda: renamed() == 'detailed.pdf'), renamed())
    name.fill('')
    report.check('a name that will not do is refused while it is typed', wait(page, lambda: 'A name is needed' in words()), words())
    page.keyboard.press('Escape')
    report.check('and Escape goes back to the one it has', name.input_value() == 'detailed.pdf' and panel(page).is_visible(), name.input_value())
    panel(page).get_by_role('button', name='Favourite').click()
    report.check('it becomes a favourite', wait(page, lambda: facts(client, document)['favourite']))
    page.context.close()


def check_details_tags(report, browser, client):
    document = client.upload('tagged.txt', b'tagged')
    change(client, client.upload('another tagged.txt', b'another'), tags=['Taxes', 'travel'])
    page = browser.page(path='/?q=tagged')
    opened(page, 'tagged.txt') if card(page, 'another tagged.txt').count() == 0 else None
    page.locator(f'.card[data-document="{document["id"]}"] .card-main').focus()
    page.keyboard.press('i')
    wait(page, lambda: panel(page).is_visible() and panel(page).locator('.details-name').input_value() == 'tagged.txt')
    field = panel(page).get_by_role('combobox', name='Add a tag')
    field.fill('ta')
    offers = panel(page).get_by_role('option')
    report.check('tags in use are offered', wait(page, lambda: [offer.split('\n')[0] for offer in offers.all_inner_texts()] == ['Taxes']), offers.all_inner_texts())
    page.keyboard.press('ArrowDown')
    page.keyboard.press('Enter')
    tags = lambda: facts(client, document)['tags']
    report.check('the chosen one is put on', wait(page, lambda: tags() == ['Taxes']), tags())
    field.fill('brand new')
    page.keyboard.press('Enter')
    report.check('and one that is new', wait(page, lambda: sorted(tags()) == ['Taxes', 'brand new']), tags())
    panel(page).get_by_role('button', name='Take off Taxes').click()
    report.check('one is taken off', wait(page, lambda: tags() == ['brand new']), tags())
    # Before the page has its answer, the key undoes the change before.
    wait(page, lambda: page.locator('.toast', has_text='Taxes is taken off').count() == 1)
    page.keyboard.press('Control+z')
    report.check('which is undone', wait(page, lambda: sorted(tags()) == ['Taxes', 'brand new']), tags())
    change(client, document, tags=['from elsewhere'])
    chips = panel(page).locator('.tag-open')
    report.check('tags that are set elsewhere are shown', wait(page, lambda: chips.all_inner_texts() == ['from elsewhere']), chips.all_inner_texts())
    page.context.close()


def check_details_note(report, browser, client):
    document = client.upload('noted.txt', b'noted')
    page = browser.page(path='/?q=noted')
    opened(page, 'noted.txt')
    note = panel(page).get_by_role('textbox', name='Note')
    note.fill('First line\nSecond line')
    saved = lambda: facts(client, document).get('note')
    report.check('a note is saved after a pause', wait(page, lambda: saved() == 'First line\nSecond line'), saved())
    change(client, document, note='From elsewhere')
    report.check('one that is written elsewhere is shown', wait(page, lambda: note.input_value() == 'From elsewhere'), note.input_value())
    held = []
    intercept(page, f'**/documents/{document["id"]}', lambda route: held.append(route) if route.request.method == 'PATCH' else route.continue_())
    note.fill('Mine')
    wait(page, lambda: held)
    change(client, document, note='Theirs')
    held.pop().continue_()
    words = lambda: panel(page).locator('.field-notice').all_inner_texts()
    told = wait(page, lambda: any('Theirs' in text for text in words()))
    report.check('a newer one is told, and what is typed is kept', told and note.input_value() == 'Mine' and saved() == 'Theirs', (words(), note.input_value(), saved()))
    page.unroute(f'**/documents/{document["id"]}')
    panel(page).get_by_role('button', name='Keep mine').click()
    report.check('mine can be kept', wait(page, lambda: saved() == 'Mine'), saved())
    note.fill('Typed on the way')
    page.locator('.library-scroll').click(position={'x': 5, 'y': 500})
    report.check('what is typed is saved when another subject is shown', wait(page, lambda: saved() == 'Typed on the way'), saved())
    page.context.close()


def check_details_versions(report, browser, client):
    document = client.upload('versioned.txt', b'first')
    client.ask('PUT', f'/api/v1/documents/{document["id"]}/content', b'second', 'text/plain')
    page = browser.page(path='/?q=versioned')
    opened(page, 'versioned.txt')
    panel(page).get_by_text('Versions (2)').click()
    rows = panel(page).locator('.details-versions li')
    report.check('its versions are listed', wait(page, lambda: rows.count() == 2), rows.all_inner_texts())
    compare = panel(page).get_by_role('link', name='Compare with now version 1').get_attribute('href')
    report.check('each can be compared', compare == f'/d/{document["id"]}?version=1&compare=now', compare)
    panel(page).get_by_role('button', name='Restore version 1').click()
    content = lambda: client.ask('GET', f'/api/v1/documents/{document["id"]}/content')[1]
    report.check('and restored', wait(page, lambda: content() == b'first'), content())
    page.keyboard.press('Control+z')
    report.check('which is undone', wait(page, lambda: content() == b'second'), content())
    page.context.close()


def check_details_of_many(report, browser, client):
    texts = uploaded(client, 'gathered', 3)
    change(client, texts[0], tags=['partly'])
    page = library(browser, 'gathered')
    main = lambda place: card(page, texts[place]['name']).locator('.card-main')
    page.get_by_role('button', name='Details').first.click()
    words = lambda: panel(page).inner_text()
    report.check('where nothing is selected the place is shown', wait(page, lambda: 'Documents\n3' in words()), words())
    main(0).click(modifiers=['Control'])
    main(1).click()
    report.check('it follows the selection', wait(page, lambda: '2 documents' in words()), words())
    report.check('a tag of some is told as one', 'partly' in words() and '1 of 2' in words(), words())
    panel(page).get_by_role('button', name='Put partly on all').click()
    tags = lambda: [facts(client, text)['tags'] for text in texts]
    report.check('it is put on all', wait(page, lambda: tags() == [['partly'], ['partly'], []]), tags())
    field = panel(page).get_by_role('combobox', name='Add a tag')
    field.fill('both')
    page.keyboard.press('Enter')
    report.check('another one is added to all', wait(page, lambda: tags()[:2] == [['both', 'partly']] * 2), tags())
    page.locator('.tag-field').evaluate('(field) => field.blur()')
    page.keyboard.press('Control+z')
    report.check('in one step that is undone', wait(page, lambda: tags()[:2] == [['partly']] * 2), tags())
    panel(page).get_by_role('button', name='Make favourites').click()
    report.check('all become favourites', wait(page, lambda: [facts(client, text)['favourite'] for text in texts] == [True, True, False]))
    # The bar of a selection takes the place of the heading.
    faults = [fault for fault in page.evaluate(AUDIT) if fault != '0 h1']
    report.check('it is accessible', faults == [], faults)
    page.context.close()


def check_details_layouts(report, browser, client):
    client.upload('laid out.txt', b'laid out')
    for name, device in (('phone', PHONE), ('tablet', TABLET)):
        page = browser.page(device, '/?q=laid')
        opened(page, 'laid out.txt')
        settle(page)
        box, view = panel(page).bounding_box(), device['viewport']
        edge = box['y'] + box['height'] if name == 'phone' else box['x'] + box['width']
        report.check(f'{name}: it comes from the edge', abs(edge - (view['height'] if name == 'phone' else view['width'])) <= 1, box)
        report.check(f'{name}: and fits', overflow(page) <= 0, overflow(page))
        small = page.evaluate("""[...document.querySelectorAll('.library-details button, .library-details input, .library-details textarea')]
          .filter((one) => one.getClientRects().length).map((one) => [one.getAttribute('aria-label') ?? one.textContent, one.offsetHeight]).filter(([, height]) => height < 44)""")
        report.check(f'{name}: its controls are high enough for a finger', small == [], small)
        # The list below it is out of reach meanwhile, with its heading.
        faults = [fault for fault in page.evaluate(AUDIT) if fault not in ('0 h1', '0 main')]
        report.check(f'{name}: it is accessible', faults == [], faults)
        page.locator('.details-veil').click(position={'x': 10, 'y': 10})
        report.check(f'{name}: a tap beside it closes it', wait(page, lambda: not panel(page).is_visible()))
        page.context.close()
    page = browser.page({'viewport': {'width': 320, 'height': 640}, 'device_scale_factor': 2}, '/?q=laid')
    opened(page, 'laid out.txt')
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    report.check('large text on a small phone fits', wait(page, lambda: overflow(page) <= 0), overflow(page))
    page.context.close()


ICON = '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><rect width="64" height="64" fill="teal"/></svg>'


def check_preview_ready(report, browser, client):
    """A card that shows an icon while its pages are being made gets its picture, and no number of pages is told before."""
    page = browser.page(path='/?q=prepared')
    ready = []
    thumbnail = lambda route: route.fulfill(body=ICON, content_type='image/svg+xml') if not ready else route.continue_()
    intercept(page, '**/thumbnail?**', thumbnail)
    metadata = []
    intercept(page, '**/metadata', lambda route: metadata.append(route))
    document = client.upload('prepared.pdf', pdf(pages=4, text='Prepared'))
    picture = card(page, 'prepared.pdf').locator('img')
    wait(page, lambda: picture.count() == 1)
    report.check('an icon is shown first', picture.evaluate('(image) => image.naturalWidth === image.naturalHeight'))
    opened(page, 'prepared.pdf')
    words = lambda: panel(page).inner_text()
    wait(page, lambda: metadata)
    report.check('its details say that it is being prepared, and no number', 'Pages\nBeing prepared…' in words(), words())
    ready.append(True)
    metadata.pop().continue_()
    report.check('then how many there are', wait(page, lambda: 'Pages\n4' in words()), words())
    # The server tells of each content once; another tab hears it as this one does.
    tell = """(sha256) => new BroadcastChannel('sheaf-events').postMessage({ ready: { sha256, pageCount: 4, preparing: false } })"""
    page.evaluate(tell, document['sha256'])
    drawn = wait(page, lambda: picture.evaluate('(image) => image.naturalWidth !== image.naturalHeight'))
    report.check('and the card gets its picture', drawn)
    dialogs_gone(page)
    page.context.close()
