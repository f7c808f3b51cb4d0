"""Words in documents, found as one types in the library, by mouse, finger and keys."""

import json
import time
from urllib.parse import quote

from fixtures import pdf
from harness import BASE, DESKTOP, PATIENCE_SECONDS, PHONE, at_page, intercept, overflow, reader, settle, wait
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
    marked = page.locator('.found-words .found-snippet mark').all_inner_texts()
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
    # All at once: a later answer would draw the lines anew between two keys.
    field(page).fill('kingfisher')
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
        box = wait(page, lambda: lines(page).first.bounding_box())
        report.check('and large enough for a finger', box['height'] >= 44, box)
        Hand(page).tap((box['x'] + box['width'] / 2, box['y'] + box['height'] / 2))
        opened = wait(page, lambda: '/d/' in page.url)
        report.check('a tap opens the document', opened, page.url)
        page.context.close()


def chips(page):
    return page.locator('.found-words:popover-open .found-chip')


def put(client, name, data, folder=''):
    return client.ask('POST', f'/api/v1/documents?folder={quote(folder)}&name={quote(name)}', data)[1]


def furnish_filters(client, word, folder):
    """Three documents with a word: of two types, two of them in a folder, and one with a tag."""
    put(client, f'{word}.pdf', pdf(1, text=f'{word} nest'), folder)
    put(client, f'{word}.txt', f'{word} nest on the ground.'.encode(), folder)
    tagged = put(client, f'{word} calls.txt', f'{word} churr.'.encode())
    client.ask('PATCH', f'/api/v1/documents/{tagged["id"]}', json.dumps({'tags': [f'{word} heard']}).encode(), 'application/json')
    return indexed(client, quote(f'{word} tag:"{word} heard"')) and indexed(client, word, 3)


def check_found_filters(report, browser, client):
    report.check('three documents have the word', furnish_filters(client, 'nightjars', 'Birds of night'))
    page = typed(browser, 'nightja')
    chips(page).first.wait_for()
    names = [chip.get_attribute('aria-label') for chip in chips(page).all()]
    wanted = {'Only PDF document: 1 document', 'Only Birds of night: 2 documents', 'Only nightjars heard: 1 document'}
    report.check('filters that make fewer of them stand above the lines, with counts', wanted <= set(names), names)
    page.get_by_role('button', name='Only Birds of night').click()
    report.check('a press has the filter in the words', wait(page, lambda: field(page).input_value() == 'folder:"Birds of night" nightja'), field(page).input_value())
    report.check('and fewer lines', wait(page, lambda: lines(page).count() == 2), lines(page).all_inner_texts())
    holding = page.locator('.found-chip.holds')
    report.check('it is a filter that holds', holding.all_inner_texts() == ['Birds of night'], holding.all_inner_texts())
    page.keyboard.press('Tab')
    report.check('keys come to the filters', page.evaluate("document.activeElement.getAttribute('aria-label')") == 'Without the filter Birds of night')
    page.keyboard.press('ArrowRight')
    page.keyboard.press('Enter')
    report.check('of which the next one is added', wait(page, lambda: holding.count() == 2 and lines(page).count() == 1), field(page).input_value())
    page.keyboard.press('Home')
    page.keyboard.press('Delete')
    page.keyboard.press('Enter')
    report.check('and the first one taken away', wait(page, lambda: holding.count() == 1), field(page).input_value())
    page.keyboard.press('Escape')
    report.check('Escape leads back to the field', page.evaluate("document.activeElement.classList.contains('search-field')"))
    field(page).fill('folder:"Birds of night" nosuchword')
    page.locator('.found-foot').get_by_text('Nothing is found with these filters.').wait_for()
    report.check('filters that leave nothing can be taken away', holding.count() == 1 and lines(page).count() == 0)
    page.context.close()


def check_found_filters_by_touch(report, browser, client):
    furnish_filters(client, 'swifts', 'Birds of summer')
    page = typed(browser, 'swif', {**PHONE, 'viewport': {'width': 320, 'height': 568}})
    chips(page).first.wait_for()
    heights = [chip.bounding_box()['height'] for chip in chips(page).all()]
    report.check('filters are large enough for a finger', min(heights) >= 44, heights)
    strip, line = page.locator('.found-chips').bounding_box(), lines(page).first.bounding_box()
    report.check('they stand in one row, which scrolls, and the lines are below', strip['height'] < 70 and line['y'] >= strip['y'] + strip['height'] and not overflow(page), (strip, line))
    first = chips(page).first.bounding_box()
    Hand(page).tap((first['x'] + 30, first['y'] + 22))
    report.check('a tap has one hold', wait(page, lambda: page.locator('.found-chip.holds').count() == 1), field(page).input_value())
    report.check('and the lines stay', lines(page).count() > 0)
    page.context.close()


# How many documents are found by words, where the page of them is scrolled, and the pieces of it that have rows.
FOUND = """
() => ({
  rows: document.querySelectorAll('.found-document').length,
  top: document.querySelector('.library-scroll').scrollTop,
  drawn: [...document.querySelectorAll('.found-piece')].map((piece) => piece.childElementCount > 0),
})
"""


def rows(page):
    return page.locator('.found-document')


def sent(browser, words, device=DESKTOP, **options):
    """A page on which words were typed, and sent with Enter."""
    page = typed(browser, words, device, **options)
    page.keyboard.press('Enter')
    return page


def check_found_documents(report, browser, client):
    put(client, 'Curlews.pdf', pdf(16, text='Curlews call'), 'Moor')
    put(client, 'moor.txt', b'Curlews and snipe on the moor.')
    indexed(client, 'curlews', 2)
    page = sent(browser, 'curlew')
    book = rows(page).filter(has_text='Curlews.pdf')
    book.wait_for()
    report.check('Enter shows the documents in the library', rows(page).count() == 2 and lines(page).count() == 0, rows(page).all_inner_texts())
    report.check('each with its folder and three lines', 'Moor' in book.inner_text() and book.locator('.found-hit').count() == 3, book.inner_text())
    report.check('in which the words are marked', book.locator('.found-hit mark').all_inner_texts() == ['Curlews'] * 3)
    report.check('also on the picture of the page', book.locator('.found-picture img').count() == 1 and book.locator('.found-mark').count() >= 1)
    book.get_by_role('button', name='and on 13 more pages').click()
    report.check('further pages unfold', wait(page, lambda: book.locator('.found-hit').count() == 16), book.inner_text())
    report.check('with the words', book.locator('.found-hit mark').count() == 16)
    page.keyboard.press('Enter')
    report.check('and fold again by the same key', wait(page, lambda: book.locator('.found-hit').count() == 3))
    report.check('which keeps the focus there', page.evaluate("document.activeElement.classList.contains('found-unfold')"))
    page.keyboard.press('ArrowUp')
    wanted = page.evaluate("document.activeElement.dataset.page")
    page.keyboard.press('Enter')
    page.locator('.find-bar:not([hidden])').wait_for()
    settle(page)
    report.check('arrows lead to a line, and Enter opens its page', wanted is not None and at_page(page, int(wanted)), (wanted, reader(page)))
    # One step back is the page before the hit.
    page.go_back()
    page.go_back()
    report.check('the way back leads to what was found', wait(page, lambda: rows(page).count() == 2) and 'q=curlew' in page.url, page.url)
    rows(page).first.locator('.found-title').focus()
    page.keyboard.press(' ')
    report.check('Space is a quick look', wait(page, lambda: page.locator('dialog[open]').count() == 1))
    page.keyboard.press('Escape')
    page.context.close()
    page = typed(browser, 'curlew')
    lines(page).first.wait_for()
    page.locator('.found-words:popover-open .found-all').click()
    report.check('so does the last line of those below the field', wait(page, lambda: rows(page).count() == 2 and lines(page).count() == 0))
    page.context.close()


def check_found_documents_in_places(report, browser, client):
    put(client, 'dunlin.txt', b'Dunlins feed.', 'Shore')
    put(client, 'other.txt', b'Dunlins fly.')
    indexed(client, 'dunlins', 2)
    page = browser.page(DESKTOP, '/?view=folders&folder=Shore&q=dunlins')
    rows(page).first.wait_for()
    report.check('an address finds by words in its folder', rows(page).count() == 1, rows(page).all_inner_texts())
    page.goto(f'{BASE}/?view=trash&q=dunlins')
    settle(page)
    report.check('in the Trash nothing is looked for', rows(page).count() == 0)
    page.goto(f'{BASE}/?q=dunlinss')
    remarks = page.locator('.found-remarks')
    remarks.get_by_text('dunlinss').wait_for()
    report.check('a typing error is looked through, and said', rows(page).count() == 2, remarks.inner_text())
    page.goto(f'{BASE}/?q=nosuchwordanywhere')
    page.get_by_text('No document has the words “nosuchwordanywhere”').wait_for()
    report.check('where nothing is found it is said where it was looked', wait(page, lambda: 'Looked for everywhere' in remarks.inner_text()), remarks.inner_text())
    page.context.close()


def check_found_all_gone(report, browser, client):
    """A list whose last row goes to the Trash is as empty as one that found nothing, and as full after Undo."""
    put(client, 'sanderling.txt', b'Sanderlings run before the waves.')
    indexed(client, 'sanderlings')
    page = browser.page(DESKTOP, '/?q=sanderlings+run')
    rows(page).first.wait_for()
    rows(page).first.locator('.found-title').focus()
    page.keyboard.press('Delete')
    none = page.get_by_text('No document has the words “sanderlings run”')
    away = page.get_by_role('button', name='Clear the search')
    report.check('the last row goes', wait(page, lambda: rows(page).count() == 0 and none.count() == 1), rows(page).count())
    report.check('and the way out of the search is offered', wait(page, away.is_visible))
    page.get_by_role('button', name='Undo').last.click()
    report.check('Undo brings the row back', wait(page, lambda: rows(page).count() == 1 and none.count() == 0))
    page.context.close()


def check_found_while_rebuilt(report, browser, client):
    put(client, 'redshank.txt', b'Redshanks, they whistle.')
    indexed(client, 'redshanks')
    page = browser.page(DESKTOP)
    settle(page)
    page.locator('.search-field[role=combobox]').wait_for()
    refused = {'status': 503, 'body': json.dumps({'code': 'busy', 'detail': 'the index of words is being made anew'}), 'content_type': 'application/problem+json'}
    state = {'away': True, 'asked': 0}

    def answer(route):
        state['asked'] += 1
        return route.fulfill(**refused) if state['away'] else route.continue_()

    intercept(page, '**/api/v1/search?**', answer)
    field(page).click()
    page.keyboard.type('redshanks')
    words = 'Words in documents cannot be looked for just now'
    report.check('an index that is being made anew is told of below the field', wait(page, lambda: words in page.locator('.found-words:popover-open').inner_text()))
    page.keyboard.press('Enter')
    report.check('and in place of what is found', wait(page, lambda: page.locator('.found-documents h2').inner_text() == words), page.locator('.found-documents').inner_text())
    state['away'] = False
    report.check('it is asked again by itself', wait(page, lambda: rows(page).count() == 1) and words not in page.locator('.found-documents').inner_text(), state)
    marked = page.locator('.found-hit mark').all_inner_texts()
    report.check('signs beside a word are not marked', marked == ['Redshanks'], marked)
    page.context.close()


def check_found_documents_many(report, browser, client):
    for number in range(70):
        put(client, f'many {number}.txt', f'Godwits number {number}.'.encode())
    report.check('seventy documents have the word', indexed(client, 'godwits', 70))
    page = browser.page(DESKTOP, '/?q=godwits')
    rows(page).first.wait_for()
    report.check('the first ones come alone', 20 <= rows(page).count() < 70, page.evaluate(FOUND))
    bottom = "(() => { const scroller = document.querySelector('.library-scroll'); scroller.scrollTop = scroller.scrollHeight; })()"
    last = wait(page, lambda: page.evaluate(bottom) or len(page.evaluate(FOUND)['drawn']) == 4)
    report.check('the others as one scrolls', last, page.evaluate(FOUND))
    report.check('and those far away leave the page', wait(page, lambda: not page.evaluate(FOUND)['drawn'][0] and page.evaluate(FOUND)['rows'] < 70), page.evaluate(FOUND))
    before = page.evaluate(FOUND)['top']
    # The place is kept when scrolling rests.
    wait(page, lambda: page.evaluate("localStorage.getItem('sheaf.found-places')?.includes('godwits')"))
    page.reload()
    report.check('a reload comes back to the same place', wait(page, lambda: abs(page.evaluate(FOUND)['top'] - before) < 200), (before, page.evaluate(FOUND)))
    page.context.close()


def check_recent_searches(report, browser, client):
    put(client, 'plover.txt', b'Plovers run.')
    indexed(client, 'plovers')
    page = sent(browser, 'plovers')
    rows(page).first.wait_for()
    page.keyboard.press('Escape')
    field(page).fill('plovers run')
    page.keyboard.press('Enter')
    field(page).fill('')
    searched = page.locator('.found-words:popover-open .searched-line')
    report.check('the empty field has the last searches', wait(page, lambda: searched.all_inner_texts()[:2] == ['plovers run', 'plovers']), searched.all_inner_texts())
    page.keyboard.press('ArrowDown')
    page.keyboard.press('ArrowDown')
    page.keyboard.press('Enter')
    report.check('keys make one again', wait(page, lambda: field(page).input_value() == 'plovers' and lines(page).count() == 1), field(page).input_value())
    field(page).fill('')
    searched.first.wait_for()
    # That which was made again did not become the first: it was only typed.
    page.keyboard.press('ArrowDown')
    page.keyboard.press('Delete')
    report.check('Delete forgets one', wait(page, lambda: 'plovers' in searched.all_inner_texts() and 'plovers run' not in searched.all_inner_texts()), searched.all_inner_texts())
    kept = json.loads(client.ask('GET', '/api/v1/preferences/library.searched')[1]['value'])
    report.check('on the server, too', 'plovers' in kept and 'plovers run' not in kept, kept)
    page.get_by_role('button', name='Clear all').click()
    report.check('all can be forgotten', wait(page, lambda: page.locator('.found-words:popover-open').count() == 0))
    page.context.close()


def check_words_of_document(report, browser, client):
    made = put(client, 'sandpiper.txt', b'Sandpipers teeter.')
    locked = put(client, 'numbers.bin', bytes(range(256)))
    indexed(client, 'sandpipers')
    for document, words in ((made, 'Its page'), (locked, 'None: this kind of document has no pages with words')):
        page = browser.page(DESKTOP, f'/?q={document["name"]}')
        card = page.locator(f'[data-document="{document["id"]}"] .card-main')
        card.focus()
        page.keyboard.press('i')
        told = page.locator('.details-words')
        report.check(f'the details of {document["name"]} say which of its words are found', wait(page, lambda: told.count() == 1 and told.inner_text() == words), told.all_inner_texts())
        page.context.close()
