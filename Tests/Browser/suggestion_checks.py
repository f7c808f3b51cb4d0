"""A name and dates taken from a document's words: offered in its details."""

import json

from access_checks import AUDIT
from details_checks import opened, panel
from harness import DESKTOP, PHONE, at_page, intercept, overflow, settle, undo, wait
from made_pages import box, line, pdf_of_pages
from select_checks import facts

PAGE = box(595, 842)


def letter(subject):
    """A bill of two pages, with a date on each."""
    first = [
        line('Northwind Traders Ltd.', y=780, size=22), line('Invoice date: 5 March 2024', y=700, size=10),
        line(subject, y=640, size=14), line('Dear Ada, we send you what you asked for.', y=600, size=10),
        line('Please pay it soon, and write to us if you cannot.', y=585, size=10),
    ]
    second = [line('All of it was delivered on March 7, 2024, to your door.', y=780, size=10)]
    return pdf_of_pages([(PAGE, ''.join(first).encode()), (PAGE, ''.join(second).encode())])


def suggested(client, document):
    return client.ask('GET', f'/api/v1/documents/{document["id"]}/suggestions')[1]


def offer(page):
    return panel(page).locator('.details-suggestions')


def check_suggested_name(report, browser, client):
    document = client.upload('kites scanned.pdf', letter('Invoice 2024-117 for kites'))
    page = browser.page(DESKTOP, path='/?q=kites')
    known = wait(page, lambda: suggested(client, document)['state'] == 'ready')
    report.check('a name is known some seconds after a document came', known, suggested(client, document))
    opened(page, 'kites scanned.pdf')
    words = lambda: offer(page).inner_text()
    report.check('its details offer it, with its extension', wait(page, lambda: 'Invoice 2024-117 for kites.pdf' in words()), offer(page).all_inner_texts())
    settle(page)
    report.check('they are accessible', page.evaluate(AUDIT) == [], page.evaluate(AUDIT))
    use = offer(page).get_by_role('button', name='Use the name Invoice 2024-117 for kites.pdf')
    use.focus()
    page.keyboard.press('Enter')
    name = lambda: facts(client, document)['name']
    report.check('a key gives it that name', wait(page, lambda: name() == 'Invoice 2024-117 for kites.pdf'), name())
    report.check('which is not offered any more, and the dates are', wait(page, lambda: not use.is_visible() and 'Dates in it' in words()), offer(page).all_inner_texts())
    report.check('the focus stays in the details', page.evaluate("document.activeElement.closest('.library-details') !== null"))
    undo(page)
    report.check('it is undone', wait(page, lambda: name() == 'kites scanned.pdf'), name())
    report.check('and offered again', wait(page, use.is_visible), offer(page).all_inner_texts())
    client.upload('Invoice 2024-117 for kites.pdf', b'another')
    use.click()
    refused = page.locator('.toast', has_text='Something is named')
    report.check('a name that is taken is refused, and said', wait(page, lambda: refused.count() == 1) and name() == 'kites scanned.pdf', page.locator('.toast').all_inner_texts())
    page.context.close()


def check_suggested_dates(report, browser, client):
    document = client.upload('scan dated 1.pdf', letter('Invoice 2024-118 for ropes'))
    plain = client.upload('dated by nothing.txt', b'and so on,\nand on, and on it goes')
    page = browser.page(DESKTOP, path='/?q=dated')
    wait(page, lambda: suggested(client, document)['state'] == 'ready' and suggested(client, plain)['state'] == 'none')
    opened(page, 'scan dated 1.pdf')
    links = offer(page).get_by_role('link')
    report.check('the dates in a document are told, its own first', wait(page, lambda: links.count() == 2) and ['5' in text for text in links.all_inner_texts()] == [True, False], links.all_inner_texts())
    links.nth(1).click()
    there = wait(page, lambda: f'/d/{document["id"]}' in page.url and at_page(page, 2))
    report.check('one opens its page', there, page.url)
    bar = page.locator('.find-bar')
    report.check('where it is looked for', wait(page, lambda: bar.locator('input').input_value() == '"March 7, 2024"'), bar.locator('input').all_inner_texts())
    report.check('and found', wait(page, lambda: '1 of 1' in bar.inner_text()), bar.inner_text())
    page.context.close()
    page = browser.page(DESKTOP, path='/?q=dated')
    opened(page, 'dated by nothing.txt')
    answered = wait(page, lambda: 'Words' in panel(page).inner_text())
    report.check('nothing is shown where there is nothing', answered and not offer(page).is_visible(), offer(page).all_inner_texts())
    page.context.close()


def check_suggestions_on_a_phone(report, browser, client):
    long = 'Invoice 2024-119 for all that was ordered by the harbour of Kirkwall'
    document = client.upload('scan held 1.pdf', letter(long))
    page = browser.page(PHONE, path='/?q=scan+held')
    wait(page, lambda: suggested(client, document)['state'] == 'ready')
    opened(page, 'scan held 1.pdf')
    seen = wait(page, lambda: long in offer(page).inner_text())
    offer(page).scroll_into_view_if_needed()
    settle(page)
    report.check('a phone offers them, too, within its width', seen and overflow(page) <= 0, overflow(page))
    targets = [*offer(page).get_by_role('link').all(), *offer(page).get_by_role('button').all()]
    report.check('with targets for fingers', len(targets) == 3 and all(target.bounding_box()['height'] >= 44 for target in targets))
    page.context.close()
    check_suggestions_that_come_late(report, browser, document)


def check_suggestions_that_come_late(report, browser, document):
    """Refusals and words that are still to come show nothing, and the next answer is taken."""
    answers = [
        {'status': 503, 'body': json.dumps({'code': 'busy', 'detail': 'busy'}), 'content_type': 'application/problem+json'},
        {'status': 200, 'body': json.dumps({'state': 'waiting', 'scans': 0, 'title': None, 'dates': []}), 'content_type': 'application/json'},
    ]
    page = browser.page(DESKTOP, path='/?q=scan+held')
    asked = []

    def answer(route):
        asked.append(route.request.url)
        if len(asked) <= len(answers):
            shown.append(offer(page).is_visible())
            return route.fulfill(**answers[len(asked) - 1])
        return route.continue_()

    shown = []
    intercept(page, f'**/documents/{document["id"]}/suggestions', answer)
    opened(page, 'scan held 1.pdf')
    late = wait(page, lambda: offer(page).is_visible(), 60)
    report.check('an answer that failed or waits shows nothing, and is asked for again', late and shown == [False, False] and len(asked) == 3, (shown, len(asked)))
    page.context.close()


def check_suggestions_in_the_reader(report, browser, client):
    document = client.upload('scan read 1.pdf', letter('Invoice 2024-120 for anchors'))
    for device, place in ((DESKTOP, 'beside the pages'), (PHONE, 'over the pages')):
        page = browser.page(device, path=f'/d/{document["id"]}')
        wait(page, lambda: suggested(client, document)['state'] == 'ready')
        settle(page)
        page.keyboard.press('i')
        offers = page.locator('.info-panel .details-suggestions')
        report.check(f'the panel {place} has what is suggested', wait(page, lambda: 'Invoice 2024-120 for anchors.pdf' in offers.inner_text()), offers.all_inner_texts())
        report.check('it is accessible, and fits', page.evaluate(AUDIT) == [] and overflow(page) <= 0, page.evaluate(AUDIT))
        offers.get_by_role('link').nth(1).click()
        report.check('a date leads to its page, and is looked for', wait(page, lambda: at_page(page, 2) and page.locator('.find-bar input').input_value() == '"March 7, 2024"'), page.url)
        report.check('the panel stays where it hides nothing', offers.count() == (1 if device is DESKTOP else 0), offers.count())
        if device is DESKTOP:
            check_suggested_name_in_the_reader(report, client, page, document)
        page.context.close()


def check_suggested_name_in_the_reader(report, client, page, document):
    offers = page.locator('.info-panel .details-suggestions')
    name = lambda: facts(client, document)['name']
    use = offers.get_by_role('button', name='Use the name Invoice 2024-120 for anchors.pdf')
    use.focus()
    page.keyboard.press('Enter')
    report.check('its name is given', wait(page, lambda: name() == 'Invoice 2024-120 for anchors.pdf'), name())
    report.check('the title says so, and the offer is gone', wait(page, lambda: 'anchors' in page.locator('.reader-title').inner_text() and not use.is_visible()), offers.all_inner_texts())
    report.check('the focus stays in the panel', page.evaluate("document.activeElement.closest('.info-panel') !== null"))
    undo(page)
    report.check('it is undone, and offered again', wait(page, lambda: name() == 'scan read 1.pdf' and use.is_visible()), name())
