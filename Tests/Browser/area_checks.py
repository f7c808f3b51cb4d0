"""Directories that are only read: what lies in them is listed, and becomes a document by being chosen."""

from access_checks import AUDIT
from acting_checks import ended
from harness import wait


def check_copy_from(report, browser, client):
    page = browser.page()
    page.get_by_role('button', name='Copy from…').click()
    menu = page.get_by_role('menu', name='Copy from Samples')
    report.check('the content of the samples is listed', wait(page, lambda: menu.is_visible()))
    report.check('the list is accessible', page.evaluate(AUDIT) == [], page.evaluate(AUDIT))
    page.get_by_role('menuitem', name='Reading list.md').click()
    said = wait(page, lambda: page.locator('.toast-text').all_inner_texts())
    report.check('a copy is told', said == ['Reading list.md was copied from Samples'], said)
    report.check('and how it ended is told to programs', ended(page, 'area-copy', 'done'))
    found = client.ask('GET', '/api/v1/documents?q=Reading+list')[1]['documents']
    names = [document['name'] for document in found]
    report.check('and is a document', names == ['Reading list.md'], names)
    page.get_by_role('button', name='Open', exact=True).click()
    opened = wait(page, lambda: page.locator('.page img').count() > 0)
    report.check('that opens from there, typeset', opened, page.url)
    for document in found:
        client.ask('DELETE', f'/api/v1/documents/{document["id"]}')
