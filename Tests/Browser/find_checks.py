"""Finding words in a document: typed, counted, listed, stepped through and marked on the page."""

from access_checks import AUDIT
from fixtures import png
from harness import BASE, DESKTOP, PHONE, intercept, overflow, reader, settle, wait

MARKED = "[...(CSS.highlights.get('{}') ?? [])].map((range) => range.toString())"
# How far the box of a marked range lies from the word that it marks, in CSS pixels, and whether it is seen.
CHOSEN = """(() => {
  const [range] = CSS.highlights.get('found-chosen') ?? [];
  if (!range) return null;
  const [box, pages] = [range.getBoundingClientRect(), document.querySelector('.pages').getBoundingClientRect()];
  return { text: range.toString(), width: box.width, isSeen: box.top >= pages.top && box.bottom <= pages.bottom };
})()"""


def document_of(client):
    """Some pages of lines; three of them have the word: on pages 1, 1 and a late one."""
    lines = [f'Line {number} of the field.' for number in range(400)]
    lines[5] = 'A Needle and a needlework.'
    lines[390] = 'The last nëedle is here.'
    return client.upload('hay.txt', '\n'.join(lines).encode())


def marked(page, name='found'):
    return page.evaluate(MARKED.format(name))


def count(page):
    return page.locator('.find-count').inner_text()


def opened(browser, document, device=DESKTOP):
    page = browser.context(device | {'reduced_motion': 'reduce'}).new_page()
    page.goto(f'{BASE}/d/{document["id"]}')
    settle(page)
    wait(page, lambda: page.locator('.page-text').count() > 0)
    return page


def check_find(report, browser, client):
    page = opened(browser, document_of(client))
    page.keyboard.press('/')
    field = page.get_by_role('searchbox', name='Find in the document')
    report.check('a key opens the bar, with the focus in it', wait(page, lambda: field.evaluate('(field) => field === document.activeElement')))
    page.keyboard.type('NEEDLE')
    report.check('hits are counted', wait(page, lambda: count(page) == '1 of 3'), count(page))
    report.check('all on the page are marked', wait(page, lambda: marked(page) == ['needle'] and marked(page, 'found-chosen') == ['Needle']), marked(page))
    page.keyboard.press('Enter')
    page.keyboard.press('Enter')
    report.check('Enter goes to the next ones', wait(page, lambda: count(page) == '3 of 3' and reader(page)['page'] > 3), (count(page), reader(page)))
    seen = wait(page, lambda: (chosen := page.evaluate(CHOSEN)) and chosen['text'] == 'nëedle' and chosen['isSeen'] and chosen['width'] > 10)
    report.check('where the hit is seen and marked', seen, page.evaluate(CHOSEN))
    page.keyboard.press('Enter')
    report.check('and round to the first', wait(page, lambda: count(page) == '1 of 3' and reader(page)['page'] == 1), count(page))
    page.keyboard.press('Shift+Enter')
    report.check('with Shift to the one before', wait(page, lambda: count(page) == '3 of 3'), count(page))
    page.keyboard.press('F3')
    page.keyboard.press('Control+g')
    report.check('F3 and Ctrl G go on, too', wait(page, lambda: count(page) == '2 of 3'), count(page))
    ticks = page.locator('.find-ticks')
    report.check('there are ticks along the scroll bar', ticks.is_visible() and ticks.evaluate(PAINTED) > 0)
    report.check('it is accessible', page.evaluate(AUDIT) == [], page.evaluate(AUDIT))
    page.get_by_role('button', name='How to find').click()
    page.get_by_role('menuitemcheckbox', name='Whole words').click()
    report.check('whole words are fewer', wait(page, lambda: count(page).endswith(' of 2')), count(page))
    page.get_by_role('button', name='How to find').click()
    page.get_by_role('menuitemcheckbox', name='Match accents').click()
    report.check('accents can count', wait(page, lambda: count(page) == '1 of 1'), count(page))
    field.fill('nothing of the kind')
    report.check('a missing word is reported', wait(page, lambda: count(page) == 'Not found'), count(page))
    page.keyboard.press('Escape')
    report.check('Escape closes the bar', wait(page, lambda: not field.is_visible()))
    report.check('and takes the marks away', marked(page) == [] and marked(page, 'found-chosen') == [], marked(page))
    report.check('the document stays', reader(page) != {}, page.url)
    page.keyboard.press('Control+f')
    report.check('Ctrl F opens it again', wait(page, field.is_visible))
    page.context.close()


def exact(page, label):
    page.get_by_role('button', name='How to find').click()
    page.get_by_role('menuitemcheckbox', name=label).click()


def check_find_exactly(report, browser, client):
    """Case and whole words count where that is chosen, one by one and together, and no longer."""
    words = 'Oat oat OAT oats boat Öat oat-meal oat.'
    page = opened(browser, client.upload('exactly.txt', words.encode()))
    page.keyboard.press('/')
    page.keyboard.type('oat')
    steps = [
        (None, 8), ('Match case', 5), ('Whole words', 3), ('Match case', 6), ('Match accents', 5), ('Whole words', 7), ('Match accents', 8),
    ]
    for label, number in steps:
        if label:
            exact(page, label)
        found = wait(page, lambda number=number: count(page) == f'1 of {number}')
        report.check(f'{label or "at first"}: {number} are found', found, count(page))
        marks = wait(page, lambda number=number: len(marked(page)) + len(marked(page, 'found-chosen')) == number)
        report.check('and marked', marks, (marked(page, 'found-chosen'), marked(page)))
    exact(page, 'Match case')
    page.locator('.find-field').fill('OAT')
    report.check('of great letters great ones alone', wait(page, lambda: count(page) == '1 of 1' and marked(page, 'found-chosen') == ['OAT']), count(page))
    page.context.close()


PAINTED = """(canvas) => {
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  return data.filter((value, place) => place % 4 === 3 && value > 0).length;
}"""


def check_find_listed(report, browser, client):
    page = opened(browser, document_of(client))
    page.keyboard.press('/')
    page.keyboard.type('needle')
    wait(page, lambda: count(page) == '1 of 3')
    page.get_by_role('button', name='All hits').click()
    hits = page.locator('.find-hit')
    listed = wait(page, lambda: hits.count() == 3)
    report.check('all hits are listed with their lines', listed and 'needlework' in hits.nth(1).inner_text(), hits.all_inner_texts())
    report.check('by the name of their page', page.locator('.find-list h3').first.inner_text().startswith('Page 1'), page.locator('.find-list h3').all_inner_texts())
    hits.nth(2).click()
    report.check('one leads to its page', wait(page, lambda: reader(page)['page'] > 3 and count(page) == '3 of 3'), count(page))
    report.check('and is marked in the list', wait(page, lambda: 'nëedle' in page.locator('.find-hit[aria-current]').inner_text()))
    report.check('it is accessible', page.evaluate(AUDIT) == [], page.evaluate(AUDIT))
    page.context.close()
    check_many_listed(report, browser, client)
    page = opened(browser, document_of(client), PHONE)
    page.get_by_role('button', name='Find', exact=True).tap()
    page.keyboard.type('needle')
    report.check('on a phone it finds, too', wait(page, lambda: count(page) == '1 of 3'), count(page))
    report.check('and fits', overflow(page) <= 0, overflow(page))
    page.get_by_role('button', name='Next hit').tap()
    report.check('its buttons step', wait(page, lambda: count(page) == '2 of 3'), count(page))
    page.context.close()


def check_many_listed(report, browser, client):
    """Of many hits those round the chosen one are listed, and more where one scrolls."""
    page = opened(browser, client.upload('many.txt', '\n'.join(f'Needle {number}.' for number in range(3000)).encode()))
    page.keyboard.press('/')
    page.keyboard.type('needle')
    wait(page, lambda: count(page) == '1 of 3,000')
    page.get_by_role('button', name='All hits').click()
    hits, chosen = page.locator('.find-hit'), page.locator('.find-hit[aria-current]')
    wait(page, lambda: chosen.count() == 1)
    page.get_by_role('button', name='Previous hit').click()
    last = wait(page, lambda: chosen.count() == 1 and '2999' in chosen.inner_text())
    report.check('the last of many hits is listed', last and hits.count() < 1000, hits.count())
    seen = chosen.bounding_box()
    page.mouse.move(seen['x'] + 20, seen['y'])
    for _ in range(200):
        page.mouse.wheel(0, -3000)
        page.wait_for_timeout(40)
        if 'Needle 0.' in hits.first.inner_text():
            break
    report.check('and those before it where one scrolls', 'Needle 0.' in hits.first.inner_text(), hits.first.inner_text())
    page.context.close()


def check_find_failing(report, browser, client):
    """A line that goes away is told, and the same words are looked for anew."""
    page = opened(browser, document_of(client))
    intercept(page, '**/find?*', lambda route: route.abort())
    page.keyboard.press('/')
    page.keyboard.type('needle')
    report.check('that the server cannot be reached is said', wait(page, lambda: page.locator('.find-count.problem').count() == 1), count(page))
    page.unroute('**/find?*')
    page.keyboard.type(' ')
    page.keyboard.press('Backspace')
    report.check('and it is found when it is back', wait(page, lambda: count(page) == '1 of 3'), count(page))
    page.context.set_offline(True)
    page.keyboard.type('work')
    wait(page, lambda: page.locator('.find-count.problem').count() == 1)
    page.context.set_offline(False)
    report.check('also without a key', wait(page, lambda: count(page) == '1 of 1'), count(page))
    page.context.close()
    page = opened_picture(browser, client)
    report.check('a picture has nothing to be found', page.get_by_role('button', name='Find', exact=True).count() == 0)
    page.context.close()


def opened_picture(browser, client):
    page = browser.page(path=f'/d/{client.upload("only a picture.png", png(60, 40))["id"]}')
    settle(page)
    return page


def check_find_in_new_content(report, browser, client):
    """The text in the search field stays when the content of the document changes, and so does the focus."""
    document = document_of(client)
    page = opened(browser, document)
    page.keyboard.press('/')
    page.keyboard.type('needle')
    wait(page, lambda: count(page) == '1 of 3')
    client.ask('PUT', f'/api/v1/documents/{document["id"]}/content', b'One needle is left.', kind='text/plain')
    report.check('it is looked for in the new content', wait(page, lambda: count(page) == '1 of 1'), count(page))
    page.keyboard.type('s')
    report.check('and typing goes on', wait(page, lambda: count(page) == 'Not found'), count(page))
    page.context.close()
