"""Documents that were found by words, selected as cards are: by mouse, keys and finger, with the same bar."""

from harness import DESKTOP, PHONE, card, overflow, settle, undo, wait
from searching_checks import indexed, put, rows
from select_checks import count, facts, toast
from touch import Hand


def found(browser, client, word, device=DESKTOP):
    """Four documents with a word; the first one has it in its name, too, and so a card above its row."""
    names = [f'{word} of the name.txt', *(f'{word[:3]} note {place}.txt' for place in (1, 2, 3))]
    documents = [put(client, name, f'{word} number {place}, seen by the water.'.encode()) for place, name in enumerate(names)]
    indexed(client, word, 4)
    page = browser.page(device, f'/?q={word}&sort=name')
    wait(page, lambda: rows(page).count() == 4 and card(page, names[0]).count() == 1)
    settle(page)
    wait(page, lambda: page.locator('.library-selection').count() == 1)
    return page, documents


def selected(page):
    """The places of the rows that are selected."""
    return page.evaluate("[...document.querySelectorAll('.found-document')].flatMap((row, place) => row.classList.contains('selected') ? [place] : [])")


def key(page, place):
    return rows(page).nth(place).get_attribute('data-document')


def check_found_selected_by_mouse(report, browser, client):
    page, documents = found(browser, client, 'dotterels')
    title = lambda place: rows(page).nth(place).locator('.found-title')
    title(2).click(button='right')
    held = lambda: page.locator('.found-document.has-menu').all_inner_texts()
    named = title(2).inner_text()
    report.check('MN-1 a row is marked as long as its menu is open', wait(page, lambda: len(held()) == 1) and named in held()[0], held())
    page.keyboard.press('Escape')
    report.check('MN-1 and no longer', wait(page, lambda: held() == []) and selected(page) == [], held())
    title(1).click(modifiers=['Control'])
    report.check('Control and a click select a row, and open nothing', wait(page, lambda: count(page) == '1 selected') and selected(page) == [1] and '/d/' not in page.url, count(page))
    rows(page).nth(3).locator('.found-hit').first.click(modifiers=['Shift'])
    report.check('Shift and a click select those up to there', wait(page, lambda: selected(page) == [1, 2, 3]) and count(page) == '3 selected', (selected(page), count(page)))
    title(2).click()
    report.check('a click takes one out while others are selected', wait(page, lambda: selected(page) == [1, 3]), selected(page))
    mark = rows(page).nth(1).get_by_role('checkbox')
    report.check('checks say so', mark.get_attribute('aria-checked') == 'true', mark.get_attribute('aria-label'))
    mark.click()
    report.check('and take one out', wait(page, lambda: selected(page) == [3]), selected(page))
    page.keyboard.press('Control+a')
    report.check('Control and A select cards and rows, each document once', wait(page, lambda: count(page) == '4 selected') and selected(page) == [0, 1, 2, 3], count(page))
    page.get_by_role('button', name='Favourite', exact=True).click()
    favoured = lambda: [facts(client, document)['favourite'] for document in documents]
    report.check('the bar acts on all of them', wait(page, lambda: all(favoured())), favoured())
    page.get_by_role('button', name='Quick look').click()
    looked = wait(page, lambda: page.locator('dialog[open]').count() == 1 and '4' in page.locator('dialog[open]').inner_text())
    report.check('a quick look goes through them', looked)
    page.keyboard.press('Escape')
    page.keyboard.press('Escape')
    report.check('Escape selects nothing', wait(page, lambda: count(page) is None) and selected(page) == [], count(page))
    check_found_trashed(report, client, page)
    page.context.close()


def check_found_trashed(report, client, page):
    places = {place: key(page, place) for place in range(4)}
    wanted = [place for place in places if 'note' in rows(page).nth(place).inner_text()][:2]
    for place in wanted:
        rows(page).nth(place).locator('.found-title').click(modifiers=['Control'])
    page.keyboard.press('Delete')
    gone = wait(page, lambda: toast(page) == '2 documents are in the Trash' and rows(page).count() == 2)
    report.check('Delete moves those that are selected to the Trash', gone, (toast(page), rows(page).count()))
    undo(page)
    back = wait(page, lambda: rows(page).count() == 4)
    report.check('one undo brings them back, to their places', back and {place: key(page, place) for place in range(4)} == places, rows(page).count())


def check_found_selected_by_keys(report, browser, client):
    page, documents = found(browser, client, 'whimbrels')
    rows(page).nth(0).locator('.found-title').focus()
    page.keyboard.press('Shift+ArrowDown')
    page.keyboard.press('Shift+ArrowDown')
    report.check('arrows with Shift select rows', wait(page, lambda: selected(page) == [0, 1, 2]), selected(page))
    report.check('and the focus goes with them', page.evaluate("document.activeElement.closest('.found-document').dataset.document") == key(page, 2))
    page.keyboard.press('x')
    report.check('X takes out the one with the focus', wait(page, lambda: selected(page) == [0, 1]), selected(page))
    page.keyboard.press('Control+Space')
    report.check('Control and Space take it in again', wait(page, lambda: selected(page) == [0, 1, 2]) and page.locator('dialog[open]').count() == 0, selected(page))
    page.keyboard.press('Escape')
    place = next(place for place in range(4) if 'note' in rows(page).nth(place).inner_text())
    wanted = next(document for document in documents if document['id'] == key(page, place))
    rows(page).nth(place).locator('.found-title').focus()
    page.keyboard.press('i')
    shown = wait(page, lambda: page.locator('.details-name, .library-details').first.inner_text() != '' and page.locator('.library-details .details-picture').get_attribute('href') == f'/d/{wanted["id"]}')
    report.check('the details are of the row with the focus', shown)
    page.keyboard.press('Escape')
    rows(page).nth(place).locator('.found-title').focus()
    page.keyboard.press('F2')
    page.locator('dialog[open] input').fill('renamed by its row.txt')
    page.keyboard.press('Enter')
    report.check('F2 gives the document another name', wait(page, lambda: facts(client, wanted)['name'] == 'renamed by its row.txt'), facts(client, wanted)['name'])
    report.check('which its row has, too', wait(page, lambda: rows(page).filter(has_text='renamed by its row.txt').count() == 1), rows(page).all_inner_texts())
    page.context.close()


def check_found_selected_by_touch(report, browser, client):
    page, _ = found(browser, client, 'avocets', PHONE)
    rows(page).nth(1).scroll_into_view_if_needed()
    settle(page)
    box = rows(page).nth(1).locator('.found-hit').first.bounding_box()
    hand = Hand(page)
    hand.land((box['x'] + box['width'] / 2, box['y'] + box['height'] / 2))
    hand.rest(700)
    hand.lift()
    report.check('a long press selects a row, and opens nothing', wait(page, lambda: selected(page) == [1]) and count(page) == '1 selected' and '/d/' not in page.url, (selected(page), page.url))
    rows(page).nth(2).locator('.found-title').tap()
    report.check('a tap selects one more', wait(page, lambda: selected(page) == [1, 2]), selected(page))
    report.check('nothing is wider than the screen', not overflow(page), overflow(page))
    page.get_by_role('button', name='Select nothing').click()
    page.get_by_role('button', name='Select', exact=True).click()
    rows(page).nth(0).locator('.found-title').tap()
    report.check('the Select mode selects by taps', wait(page, lambda: selected(page) == [0]), selected(page))
    page.get_by_role('button', name='Select nothing').click()
    rows(page).nth(0).locator('.found-title').tap()
    report.check('without it a tap opens', wait(page, lambda: '/d/' in page.url), page.url)
    page.context.close()


def check_found_selected_in_all(report, browser, client):
    for place in range(45):
        put(client, f'wader {place}.txt', f'Phalaropes number {place}.'.encode())
    indexed(client, 'phalaropes', 45)
    page = browser.page(DESKTOP, '/?q=phalaropes')
    rows(page).first.wait_for()
    wait(page, lambda: page.locator('.library-selection').count() == 1)
    settle(page)
    page.keyboard.press('Control+a')
    report.check('all that is found is selected, also what was not listed yet', wait(page, lambda: count(page) == '45 selected'), count(page))
    page.context.close()
