"""Where one is in a document: what its pages are called, and the place that is kept."""

from fixtures import assemble, pdf, stream_object
from harness import at_page, reader, settle, wait

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
