"""Where one is in a document: what its pages are called, and the place that is kept."""

from fixtures import assemble, pdf, stream_object
from harness import BASE, at_page, inspect, open_document, reader, settle, shown, wait

NAMED = "document.querySelector('.strip [aria-current]').getAttribute('aria-label')"


def labelled(pages=12, front=3):
    """A PDF whose first pages are called i, ii, iii, and those after them 1, 2, 3."""
    kids = ' '.join(f'{number + 4} 0 R' for number in range(pages))
    labels = f'/PageLabels << /Nums [0 << /S /r >> {front} << /S /D >>] >>'
    page = b'<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 3 0 R >>'
    return assemble([
        f'<< /Type /Catalog /Pages 2 0 R {labels} >>'.encode(),
        f'<< /Type /Pages /Count {pages} /Kids [{kids}] >>'.encode(),
        stream_object(b'50 50 m 500 700 l S'), *[page] * pages,
    ])


def told(page):
    """What the field with what stands beside it, the strip and the paper say of the page that is shown."""
    field, total = page.get_by_role('textbox', name='Page'), page.locator('.page-total')
    alt = page.locator('.page img').evaluate_all('(images) => images.map((image) => image.alt)')
    return f'Page {field.input_value()} {total.inner_text()}', page.evaluate(NAMED), alt


def check_page_names(report, browser, client):
    document = client.upload('labelled.pdf', labelled())
    page = browser.page(path=f'/d/{document["id"]}#page=7')
    field, strip, alt = told(page)
    wanted = 'Page 4 (7 of 12)'
    report.check('the field says the label and the place', field == wanted, field)
    report.check('the strip says the same', strip == wanted, strip)
    report.check('and the paper', wanted in alt, alt)
    enter = page.get_by_role('textbox', name='Page')
    for typed, number, shown in [('2', 5, '2'), ('iii', 3, 'iii'), ('II', 2, 'ii'), ('12', 12, '9'), ('ix', 12, '9')]:
        enter.fill(typed)
        enter.press('Enter')
        came = at_page(page, number) and wait(page, lambda shown=shown: enter.input_value() == shown)
        report.check(f'{typed} leads to page {number}, which is called {shown}', came, (reader(page), enter.input_value()))
    page.keyboard.press('b')
    menu = page.get_by_role('menu', name='Add page 9 (12 of 12) to a board')
    report.check('so does the menu that lays it on a board', wait(page, menu.is_visible))
    page.context.close()
    plain = client.upload('plain.pdf', pdf(pages=12))
    page = browser.page(path=f'/d/{plain["id"]}#page=7')
    settle(page)
    field, strip, alt = told(page)
    same = field == strip == 'Page 7 of 12' and field in alt
    report.check('where label and number are the same one of them is said', same, (field, strip, alt))
    page.context.close()


def top_of(page, name):
    """Where in the window a page begins."""
    frame = page.locator('.page', has=page.get_by_alt_text(name)).bounding_box()
    return frame and round(frame['y'])


def stays(page, name, before):
    return wait(page, lambda: (top_of(page, name) or 9999) - before in range(-2, 3))


def check_place_kept(report, browser, client):
    document = client.upload('kept place.pdf', pdf(pages=9, text='Kept'))
    page = browser.page(path='/?q=kept+place')
    shown(page, 'kept place.pdf')
    open_document(page, 'kept place.pdf')
    page.get_by_role('textbox', name='Page').fill('4')
    page.keyboard.press('Enter')
    at_page(page, 4)
    page.mouse.move(700, 500)
    page.mouse.wheel(0, 310)
    settle(page)
    before = top_of(page, 'Page 4 of 9')
    page.reload()
    settle(page)
    report.check('loaded anew it shows the same of the page', stays(page, 'Page 4 of 9', before), (before, top_of(page, 'Page 4 of 9')))
    page.keyboard.press('Escape')
    wait(page, lambda: inspect(page)['view'] == 'library')
    open_document(page, 'kept place.pdf')
    report.check('opened from the library, too', stays(page, 'Page 4 of 9', before), (reader(page), top_of(page, 'Page 4 of 9')))
    page.get_by_role('combobox', name='Zoom').select_option('150')
    settle(page)
    before = top_of(page, 'Page 4 of 9')
    again = page.context.new_page()
    again.goto(f'{BASE}/d/{document["id"]}')
    settle(again)
    same = stays(again, 'Page 4 of 9', before) and reader(again)['zoom'] == 150
    report.check('and in another tab, as large as it was', same, (reader(again), top_of(again, 'Page 4 of 9'), before))
    again.goto(f'{BASE}/d/{document["id"]}#page=2')
    again.reload()
    settle(again)
    start = wait(again, lambda: reader(again).get('page') == 2 and abs((top_of(again, 'Page 2 of 9') or 0) - 68) < 4)
    report.check('an address that names another page leads to its start', start, (reader(again), top_of(again, 'Page 2 of 9')))
    client.ask('PUT', f'/api/v1/documents/{document["id"]}/content', pdf(pages=9, text='Changed'))
    page.wait_for_timeout(500)
    settle(page)
    report.check('what changes elsewhere moves nobody', stays(page, 'Page 4 of 9', before), (before, top_of(page, 'Page 4 of 9')))
    page.context.close()


def check_text_place_kept(report, browser, client):
    client.upload('kept lines.txt', b'A line of many.\n' * 900)
    page = browser.page(path='/?q=kept+lines')
    shown(page, 'kept lines.txt')
    open_document(page, 'kept lines.txt')
    scrolled = "document.querySelector('.text-view').scrollTop"
    page.mouse.move(700, 500)
    page.mouse.wheel(0, 4000)
    wait(page, lambda: page.evaluate(scrolled) > 3900)
    page.reload()
    settle(page)
    report.check('a text that is loaded anew shows the same lines', abs(page.evaluate(scrolled) - 4000) < 3, page.evaluate(scrolled))
    page.keyboard.press('Escape')
    wait(page, lambda: inspect(page)['view'] == 'library')
    open_document(page, 'kept lines.txt')
    report.check('opened from the library, too', abs(page.evaluate(scrolled) - 4000) < 3, page.evaluate(scrolled))
    page.context.close()
