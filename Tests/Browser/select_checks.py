"""Selecting documents of the library, and what is done with many at once."""

from urllib.parse import quote

from harness import DESKTOP, PHONE, TABLET, card, dialogs_gone, hold, inspect, intercept, overflow, settle, shown, undo, wait, wait_held
from touch import Hand

COUNT = '.selection-count'


def uploaded(client, word, count=6):
    """Texts that a search for the word lists alone, in this order."""
    path = '/api/v1/documents?name=' + quote(word)
    return [client.ask('POST', f'{path}%20{place}.txt', f'{word} {place}'.encode(), 'text/plain')[1] for place in range(count)]


def library(browser, word, device=DESKTOP):
    page = browser.page(device, f'/?q={word}&sort=name')
    wait(page, lambda: card(page, f'{word} 0.txt').count() > 0)
    settle(page)
    wait(page, lambda: page.locator('.library-selection').count() == 1)
    return page


def count(page):
    return page.locator(COUNT).inner_text() if page.locator(COUNT).is_visible() else None


def facts(client, document):
    return client.ask('GET', f'/api/v1/documents/{document["id"]}')[1]


def toast(page):
    return page.locator('.toast-text').last.inner_text() if page.locator('.toast-text').count() else ''


def check_select_by_mouse(report, browser, client):
    texts = uploaded(client, 'moused')
    page = library(browser, 'moused')
    main = lambda place: card(page, texts[place]['name']).locator('.card-main')
    main(1).click(modifiers=['Control'])
    main(4).click(modifiers=['Shift'])
    report.check('Control and Shift select up to there', count(page) == '4 selected', count(page))
    main(2).click()
    report.check('a further click takes one out, and opens nothing', count(page) == '3 selected' and '/d/' not in page.url, page.url)
    report.check('the toolbar gives way', not page.locator('.toolbar .search-field').is_visible())
    page.keyboard.press('Escape')
    report.check('Escape selects nothing', wait(page, lambda: count(page) is None) and page.locator('.search-field').is_visible())
    card(page, texts[0]['name']).hover()
    card(page, texts[0]['name']).locator('.card-check').click()
    report.check('the check of a card selects it', count(page) == '1 selected', count(page))
    page.keyboard.press('Escape')
    box = page.locator('.grid').bounding_box()
    page.mouse.move(box['x'] - 8, box['y'] - 4)
    page.mouse.down()
    page.mouse.move(box['x'] + box['width'] - 4, box['y'] + 60, steps=6)
    framed = count(page)
    page.mouse.up()
    report.check('a frame selects what it touches', framed == '5 selected' and count(page) == framed, (framed, box))
    main(5).click(button='right')
    report.check('a menu of one that is not selected is its own', page.get_by_role('menuitem', name='Versions').count() == 1)
    marked = page.locator('.card.has-menu').all_inner_texts()
    page.keyboard.press('Escape')
    unmarked = wait(page, lambda: page.locator('.card.has-menu').count() == 0)
    report.check('its card is marked meanwhile', unmarked and len(marked) == 1 and texts[5]['name'] in marked[0], marked)
    main(1).click(button='right')
    report.check('that of a selected one is for all', page.get_by_role('menuitem', name='Tags…').count() == 1)
    page.keyboard.press('Escape')
    page.context.close()


def check_select_by_keys(report, browser, client):
    texts = uploaded(client, 'typed')
    page = library(browser, 'typed')
    card(page, texts[0]['name']).locator('.card-main').focus()
    page.keyboard.press('Shift+ArrowRight')
    page.keyboard.press('Shift+ArrowRight')
    report.check('arrows with Shift select', count(page) == '3 selected', count(page))
    page.keyboard.press('x')
    report.check('X takes out the one with the focus', count(page) == '2 selected', count(page))
    page.keyboard.press('Control+a')
    report.check('Control and A select all', count(page) == '6 selected', count(page))
    page.keyboard.press('Delete')
    gone = wait(page, lambda: toast(page) == '6 documents are in the Trash')
    report.check('Delete moves all of them to the Trash', gone and page.locator('.card').count() == 0, toast(page))
    report.check('and the server has them there', all('trashed' in facts(client, text) for text in texts))
    page.keyboard.press('Control+z')
    back = wait(page, lambda: page.locator('.card').count() == 6)
    report.check('one undo brings all of them back', back and not any('trashed' in facts(client, text) for text in texts), toast(page))
    card(page, texts[2]['name']).locator('.card-main').focus()
    page.keyboard.press('F2')
    page.keyboard.type('typed once more')
    page.keyboard.press('Enter')
    renamed = lambda: facts(client, texts[2])['name']
    report.check('F2 gives another name, and keeps the extension', wait(page, lambda: renamed() == 'typed once more.txt'), renamed())
    dialogs_gone(page)
    shown(page, 'typed once more.txt')
    undo(page)
    report.check('which is undone', wait(page, lambda: renamed() == texts[2]['name']), renamed())
    card(page, texts[2]['name']).locator('.card-main').focus()
    page.keyboard.press('F2')
    page.locator('.name-field').fill(texts[3]['name'])
    page.keyboard.press('Enter')
    said = page.locator('.name-field-problem')
    report.check('a name that is taken is refused in words', wait(page, lambda: 'is named' in said.inner_text()), said.inner_text())
    page.keyboard.press('Escape')
    page.context.close()


def check_batches(report, browser, client):
    texts = uploaded(client, 'batched', 4)
    client.ask('POST', f'/api/v1/documents?folder=Batches&name={quote(texts[0]["name"])}', b'another', 'text/plain')
    page = library(browser, 'batched')
    shown_names = page.locator('.card-name').all_inner_texts()
    main = lambda text: page.locator(f'.card[data-document="{text["id"]}"] .card-main')
    main(texts[1]).click(modifiers=['Control'])
    main(texts[2]).click()
    page.get_by_role('button', name='Tags…').click()
    page.locator('#tag-field').fill('paid')
    page.mouse.click(5, 5)
    report.check('H13 a press beside the sheet loses no tag that is being typed', page.locator('#tag-field').input_value() == 'paid')
    page.locator('#tag-field').press('Enter')
    page.mouse.click(5, 5)
    report.check('H13 nor one that was chosen', page.locator('.tag-sheet input:checked').count() == 1)
    page.locator('#tag-field').press('Enter')
    tagged = lambda: [facts(client, text)['tags'] for text in texts[1:3]]
    report.check('tags are set on all', wait(page, lambda: tagged() == [['paid'], ['paid']]), tagged())
    dialogs_gone(page)
    wait(page, lambda: 'tagged' in toast(page))
    page.keyboard.press('Control+z')
    report.check('and taken away in one step', wait(page, lambda: tagged() == [[], []]), tagged())
    page.get_by_role('button', name='Favourite').click()
    favourites = lambda: [facts(client, text)['favourite'] for text in texts]
    report.check('favourites are made', wait(page, lambda: favourites() == [False, True, True, False]), favourites())
    page.get_by_role('button', name='Select all').click()
    report.check('all are selected', wait(page, lambda: count(page) == f'{len(shown_names)} selected'), count(page))
    page.keyboard.press('Escape')
    for place in (0, 3):
        main(texts[place]).click(modifiers=['Control'])
    page.get_by_role('button', name='Move to…').click()
    page.locator('.folder-choice', has_text='Batches').click()
    wait(page, lambda: page.locator('.folder-picker .trail-step[aria-current]').inner_text() == 'Batches')
    page.get_by_role('button', name='Move here').click()
    places = lambda: [(facts(client, text)['folder'], facts(client, text)['name']) for text in (texts[0], texts[3])]
    moved = wait(page, lambda: all(folder == 'Batches' for folder, _ in places()))
    report.check('documents are moved, a taken name gets a number', moved and 'batched 0 2.txt' in dict(map(reversed, places())), places())
    page.context.close()


def check_select_by_touch(report, browser, client):
    texts = uploaded(client, 'tapped')
    page = library(browser, 'tapped', PHONE)
    box = card(page, texts[1]['name']).locator('.card-picture').bounding_box()
    hand = Hand(page)
    hand.land((box['x'] + box['width'] / 2, box['y'] + box['height'] / 2))
    hand.rest(700)
    hand.lift()
    report.check('a long press selects, and opens nothing', wait(page, lambda: count(page) == '1 selected') and '/d/' not in page.url, page.url)
    card(page, texts[2]['name']).locator('.card-main').tap()
    report.check('a tap selects one more', wait(page, lambda: count(page) == '2 selected'), count(page))
    bar = page.locator('.library-selection').bounding_box()
    report.check('the bar is at the thumb, and nothing is wider than the screen', bar['y'] > 700 and not overflow(page), (bar, overflow(page)))
    page.get_by_role('button', name='More', exact=True).click()
    page.get_by_role('menuitem', name='Move to Trash').click()
    report.check('its menu has the other actions', wait(page, lambda: toast(page) == '2 documents are in the Trash'), toast(page))
    page.get_by_role('button', name='Undo').click()
    report.check('which are undone', wait(page, lambda: page.locator('.card').count() == 6), page.locator('.card').count())
    page.get_by_role('button', name='Select', exact=True).click()
    card(page, texts[0]['name']).locator('.card-main').tap()
    report.check('the Select mode selects by taps', wait(page, lambda: count(page) == '1 selected'), count(page))
    page.get_by_role('button', name='Select nothing').click()
    check_all_selected_by_touch(report, page)
    card(page, texts[0]['name']).locator('.card-main').tap()
    report.check('without it a tap opens', wait(page, lambda: '/d/' in page.url), page.url)
    page.context.close()


def check_all_selected_by_touch(report, page):
    """The bar has no room for the button that selects all and the tools: it has one of them at a time."""
    bar = page.locator('.library-selection')
    shown = lambda: [one.get_attribute('aria-label') or one.inner_text() for one in bar.get_by_role('button').all() if one.is_visible()]
    page.get_by_role('button', name='Select', exact=True).click()
    report.check('while nothing is selected the bar offers to select all', wait(page, lambda: shown() == ['Select nothing', 'Select all']), shown())
    box = bar.get_by_role('button', name='Select all').bounding_box()
    report.check('by a target within the screen', min(box['width'], box['height']) >= 44 and not overflow(page), (box, overflow(page)))
    bar.get_by_role('button', name='Select all').focus()
    page.keyboard.press('Enter')
    report.check('which does it', wait(page, lambda: count(page) == '6 selected'), count(page))
    report.check('then the bar has the tools instead', 'Select all' not in shown() and 'More' in shown(), shown())
    focus = lambda: page.evaluate('document.activeElement.ariaLabel')
    report.check('and keeps the focus', wait(page, lambda: focus() == 'More'), focus())
    bar.get_by_role('button', name='Move to Trash').click()
    report.check('where all have gone, taps select no more', wait(page, lambda: page.locator('.search-field').is_visible() and not bar.is_visible()), shown())
    page.get_by_role('button', name='Undo').click()
    wait(page, lambda: page.locator('.card').count() == 6)


def check_turned_with_a_selection(report, browser, client):
    """4.14: on a tablet that is turned the selected card is still selected, and in sight."""
    texts = [client.upload(f'turned {place:02}.txt', f'turned {place}'.encode()) for place in range(60)]
    page = browser.page(TABLET, '/?q=turned&sort=name')
    shown(page, texts[0]['name'])
    settle(page)
    wait(page, lambda: page.locator('.library-selection').count() == 1)
    scroller = page.locator('.library-scroll')
    for top in (0, 1900):
        scroller.evaluate('(list, top) => { list.scrollTop = top; }', top)
        settle(page)
        page.wait_for_timeout(200)
        room = scroller.bounding_box()
        low = [one for one in page.locator('.grid [data-document]').all() if (box := one.bounding_box()) and box['y'] > room['y'] + 60 and box['y'] + box['height'] < room['y'] + room['height']]
        chosen = low[-1].get_attribute('data-document')
        mark = page.locator(f'.grid [data-document="{chosen}"]')
        mark.locator('.card-check').evaluate('(check) => check.click()')
        page.evaluate('document.activeElement.blur()')
        wait(page, lambda: count(page) == '1 selected')

        def is_seen():
            box, now = mark.bounding_box() if mark.count() else None, scroller.bounding_box()
            return box is not None and box['y'] >= now['y'] - 1 and box['y'] + box['height'] <= now['y'] + now['height'] + 1

        for width, height in ((1180, 820), (820, 1180)):
            page.set_viewport_size({'width': width, 'height': height})
            settle(page)
            seen = wait(page, is_seen)
            report.check(f'4.14 turned to {width} x {height}, the card that is selected is in sight', seen and count(page) == '1 selected', (top, mark.count() and mark.bounding_box(), scroller.bounding_box()))
        mark.locator('.card-check').evaluate('(check) => check.click()')
    page.context.close()


def check_trash_emptied(report, browser, client):
    texts = uploaded(client, 'emptied', 3)
    for text in texts:
        client.ask('DELETE', f'/api/v1/documents/{text["id"]}')
    there = lambda: [client.ask('GET', f'/api/v1/documents/{text["id"]}')[0] for text in texts]
    page = browser.page(PHONE, '/?view=trash')
    wait(page, lambda: card(page, texts[0]['name']).count() == 1)
    report.check('a card says how long it stays', 'days left' in card(page, texts[0]['name']).inner_text(), card(page, texts[0]['name']).inner_text())
    report.check('nothing is wider than the screen', not overflow(page), overflow(page))
    card(page, texts[0]['name']).locator('.card-main').focus()
    page.keyboard.press('Delete')
    sheet = page.get_by_role('alertdialog')
    sheet.get_by_role('button', name='Cancel').click()
    dialogs_gone(page)
    report.check('it is asked for first, and nothing is done when it is not meant', there() == [200, 200, 200], there())
    report.check('MD-5 the action ends as cancelled', inspect(page)['action']['outcome'] == 'cancelled', inspect(page)['action'])
    page.keyboard.press('Delete')
    sheet.get_by_role('button', name='Delete now').click()
    report.check('one is removed for good', wait(page, lambda: there() == [404, 200, 200]), there())
    dialogs_gone(page)
    page.get_by_role('button', name='Empty Trash').click()
    sheet.get_by_role('button', name='Empty Trash').click()
    report.check('and then all', wait(page, lambda: there() == [404, 404, 404]), there())
    report.check('the Trash says that it is empty', wait(page, lambda: page.get_by_text('The Trash is empty').is_visible()))
    report.check('and offers nothing more to empty', not page.get_by_role('button', name='Empty Trash').is_visible())
    page.context.close()


def check_keys_while_sorting(report, browser, client):
    """Cards that stay until those of another order have come are still those that keys act upon."""
    uploaded(client, 'sortedanew', 3)
    page = library(browser, 'sortedanew')
    # They are found by their words, too, and are still as many.
    wait(page, lambda: page.locator('.found-document').count() == 3)
    asked = []
    # The other order does not come, and the list of before stays while the time of the page is held.
    intercept(page, '**/api/v1/documents?*', lambda route: asked.append(route) if 'sort=-name' in route.request.url else route.continue_())
    hold(page)
    page.get_by_label('Order').select_option('-name')
    wait_held(page, lambda: len(asked) == 1)
    card(page, 'sortedanew 1').locator('.card-main').focus()
    page.keyboard.press('x')
    one = wait_held(page, lambda: count(page) == '1 selected', 5)
    report.check('a key selects one of them', one and len(asked) == 1, (len(asked), count(page)))
    page.keyboard.press('Control+a')
    report.check('another one all of them', wait_held(page, lambda: count(page) == '3 selected', 5), count(page))
    # Other checks want the newest first.
    wait(page, lambda: client.ask('GET', '/api/v1/preferences/library.order')[0] == 200)
    page.context.close()
    client.ask('DELETE', '/api/v1/preferences/library.order')
