"""Words in documents, found as one types in the library, by mouse, finger and keys."""

import time

from fixtures import pdf
from harness import DESKTOP, PATIENCE_SECONDS, PHONE, at_page, overflow, reader, settle, wait
from touch import Hand

# Where the lines are, and the field.
PLACE = """
() => {
  const {left, top, right, bottom} = document.querySelector('.found-words').getBoundingClientRect();
  const field = document.querySelector('.search-box').getBoundingClientRect();
  return {left, top, right, bottom, field: [field.top, field.bottom], width: innerWidth, height: innerHeight};
}
"""
# How far a mark on the picture is from the word itself: both as fractions of the page.
MARKS = """
() => [...document.querySelectorAll('.found-line')].map((line) => {
  const {width, height} = line.querySelector('.found-picture').getBoundingClientRect();
  return [...line.querySelectorAll('.found-mark')].map(({offsetLeft, offsetTop}) => [offsetLeft / width, offsetTop / height]);
})
"""


def indexed(client, word, documents=1):
    """Whether so many documents come to be found by a word."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while client.ask('GET', f'/api/v1/search?q={word}')[1]['total'] < documents:
        if time.monotonic() > deadline:
            return False
        # The server has no way to tell when words were read, and is not to be kept busy by asking.
        time.sleep(0.1)
    return True


def field(page):
    return page.locator('.search-field')


def lines(page):
    return page.locator('.found-words:popover-open .found-line')


def typed(browser, words, device=DESKTOP, **options):
    page = browser.page(device, '/', **options)
    settle(page)
    page.locator('.search-field[role=combobox]').wait_for()
    field(page).click()
    page.keyboard.type(words)
    return page


def check_found_words(report, browser, client):
    client.upload('book.pdf', pdf(3, text='Zebrafinken singen'))
    client.upload('letter.txt', 'Ein Brief über Größe, und über Zebrafinken im Garten.'.encode())
    report.check('words of new documents are read', indexed(client, 'zebrafinken', 2))
    page = typed(browser, 'zebraf')
    lines(page).first.wait_for()
    report.check('lines stand below the field as one types', lines(page).count() == 4, lines(page).all_inner_texts())
    texts = ' '.join(lines(page).all_inner_texts())
    report.check('with the document, the page and the words', 'letter.txt' in texts and 'Page 3' in texts and 'über Zebrafinken im Garten' in texts, texts)
    marked = page.locator('.found-snippet mark').all_inner_texts()
    report.check('in which the hits are marked', len(marked) == 4 and all(text.startswith('Zebrafinken') for text in marked), marked)
    report.check('also on the picture of the page', all(len(marks) == 1 and 0 < marks[0][0] < 1 for marks in page.evaluate(MARKS)), page.evaluate(MARKS))
    for _ in range(3):
        page.keyboard.press('ArrowDown')
    chosen = page.locator('.found-line[aria-selected=true]')
    report.check('arrows go from line to line', chosen.count() == 1 and chosen.get_attribute('id') == field(page).get_attribute('aria-activedescendant'))
    wanted = chosen.get_attribute('href')
    page.keyboard.press('Enter')
    page.locator('.find-bar:not([hidden])').wait_for()
    settle(page)
    report.check('Enter opens the document at the page', at_page(page, int(wanted.split('page=')[1].split('&')[0]) if 'page=' in wanted else 1), (wanted, reader(page)))
    report.check('where the word is looked for', page.locator('.find-bar input').input_value() == 'Zebrafinken', page.locator('.find-bar input').input_value())
    report.check('and marked', wait(page, lambda: page.locator('.find-bar').inner_text().strip() != '' and page.evaluate('sheaf.inspect().reader') is not None))
    page.context.close()


def check_found_words_together(report, browser, client):
    client.upload('together.txt', b'The otter and the heron. A heron stands, an otter swims, the otters dive.')
    indexed(client, 'heron')
    page = typed(browser, 'heron otter')
    lines(page).first.click()
    page.locator('.find-bar:not([hidden])').wait_for()
    settle(page)
    field_of_find = page.locator('.find-bar input')
    report.check('all words of a line are looked for', set(field_of_find.input_value().split()) >= {'otter', 'heron'}, field_of_find.input_value())
    count = page.locator('.find-count')
    report.check('each of them is a hit', wait(page, lambda: count.inner_text().endswith('of 5')), count.inner_text())
    page.get_by_role('button', name='How to find').click()
    report.check('which is a way to find', page.get_by_role('menuitemcheckbox', name='Any of the words').get_attribute('aria-checked') == 'true')
    page.keyboard.press('Escape')
    page.context.close()
    page = typed(browser, 'otterrs ')
    lines(page).first.wait_for()
    report.check('a typing error is looked through, and said', 'otterrs' in page.locator('.found-foot').inner_text(), page.locator('.found-foot').inner_text())
    page.context.close()


def check_found_words_by_keys(report, browser, client):
    client.upload('keys.txt', b'Kingfishers dive.')
    indexed(client, 'kingfishers')
    page = typed(browser, 'kingfisher')
    lines(page).first.wait_for()
    page.keyboard.press('Escape')
    report.check('Escape closes the lines', wait(page, lambda: lines(page).count() == 0) and field(page).input_value() == 'kingfisher')
    page.keyboard.press('Escape')
    report.check('and then empties the field', field(page).input_value() == '')
    page.keyboard.type('kingfisher')
    lines(page).first.wait_for()
    page.keyboard.press('ArrowUp')
    page.keyboard.press('ArrowDown')
    report.check('from the last line an arrow leads back to the field', field(page).get_attribute('aria-activedescendant') is None)
    page.keyboard.press('Tab')
    report.check('the lines go with the focus', wait(page, lambda: lines(page).count() == 0))
    field(page).focus()
    report.check('and come back with it', wait(page, lambda: lines(page).count() == 1))
    field(page).fill('no such word anywhere')
    report.check('words that stand nowhere have none', wait(page, lambda: lines(page).count() == 0))
    page.context.close()


def check_found_words_by_touch(report, browser, client):
    client.upload('touched.txt', b'Woodpeckers drum. They drum again.')
    indexed(client, 'woodpeckers')
    for device, size in ((PHONE, {}), ({**PHONE, 'viewport': {'width': 320, 'height': 568}}, {})):
        page = typed(browser, 'woodpecker', device, **size)
        lines(page).first.wait_for()
        place = page.evaluate(PLACE)
        beside = place['bottom'] <= place['field'][0] + 1 or place['top'] >= place['field'][1] - 1
        within = place['left'] >= 0 and place['right'] <= place['width'] and place['top'] >= 0 and place['bottom'] <= place['height']
        report.check(f'lines are beside the field, within a window of {place["width"]} px', beside and within and not overflow(page), place)
        box = lines(page).first.bounding_box()
        report.check('and large enough for a finger', box['height'] >= 44, box)
        Hand(page).tap((box['x'] + box['width'] / 2, box['y'] + box['height'] / 2))
        opened = wait(page, lambda: '/d/' in page.url)
        report.check('a tap opens the document', opened, page.url)
        page.context.close()
