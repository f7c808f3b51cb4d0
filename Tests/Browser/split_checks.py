"""The list of the library beside the open document, or over it where there is no room."""

import json

from fixtures import pdf
from harness import PHONE, card, inspect, overflow, reader, settle, shown, wait
from touch import Hand

WIDE = {'viewport': {'width': 1024, 'height': 768}, 'device_scale_factor': 1}
LYING, STANDING = {'width': 1024, 'height': 768}, {'width': 768, 'height': 1024}


def listed(client, word, count=4, pages=6):
    return [client.upload(f'{word} {place}.pdf', pdf(pages, unique=f'{word}{place}')) for place in range(1, count + 1)]


def opened(browser, word, document, device=WIDE):
    page = browser.page(device, f'/?q={word}&sort=name')
    # A card that is far down is drawn when the list comes there.
    for _ in range(20):
        if wait(page, lambda: card(page, document['name']).count() > 0, 0.5):
            break
        page.locator('.library-scroll').evaluate('(list) => { list.scrollTop += 400; }')
    shown(page, document['name'])
    card(page, document['name']).locator('a').click()
    came(page, document)
    return page


def came(page, document):
    there = wait(page, lambda: inspect(page)['document'] == document['id'] and page.title().startswith(document['name']))
    return settle(page) and there


def row(page, document):
    return page.locator(f'.beside [data-document="{document["id"]}"] .beside-row')


def rows(page):
    return page.locator('.beside-name').all_inner_texts()


def is_listed(page):
    return page.locator('.beside').is_visible()


def marked(page):
    return page.locator('.beside-row[aria-current="page"] .beside-name').all_inner_texts()


def check_split_menu(report, browser, client):
    """Documents of the list have their menu while another one is open: by key, and by the right button."""
    first, second, third, _ = listed(client, 'menued')
    page = opened(browser, 'menued', first)
    page.keyboard.press('d')
    wait(page, lambda: len(rows(page)) == 4)
    item = lambda name: page.get_by_role('menuitem', name=name, exact=True)
    row(page, second).focus()
    page.keyboard.press('Shift+F10')
    report.check('a key opens the menu of a row', wait(page, lambda: item('Rename').count() == 1) and item('Details').count() == 0)
    held = lambda: page.locator('.beside-row.has-menu .beside-name').all_inner_texts()
    seen = "getComputedStyle(document.querySelector('.beside-row.has-menu')).boxShadow"
    report.check('MN-1 that row is marked meanwhile', held() == [second['name']] and 'inset' in page.evaluate(seen), held())
    page.keyboard.press('Escape')
    report.check('MN-1 and no longer', wait(page, lambda: held() == []) and item('Rename').count() == 0, held())
    page.keyboard.press('Shift+F10')
    wait(page, lambda: item('Rename').count() == 1)
    item('Rename').click()
    field = page.get_by_role('dialog').get_by_role('textbox')
    wait(page, lambda: field.count() == 1)
    field.fill('menued two.pdf')
    page.keyboard.press('Enter')
    report.check('by which it is renamed', wait(page, lambda: 'menued two.pdf' in rows(page)), rows(page))
    report.check('the open document stays', inspect(page)['document'] == first['id'])
    row(page, third).click(button='right')
    wait(page, lambda: item('Move to Trash').count() == 1)
    report.check('MN-1 the right button marks its row, too', held() == [third['name']], held())
    item('Move to Trash').click()
    report.check('the right button does the same', wait(page, lambda: third['name'] not in rows(page)), rows(page))
    page.get_by_role('button', name='Undo').last.click()
    report.check('and it can be undone', wait(page, lambda: third['name'] in rows(page)), rows(page))


def check_split_wide(report, browser, client):
    first, second, third, _ = documents = listed(client, 'beside')
    page = browser.page(WIDE, '/?q=beside&sort=name', has_list=True)
    asked = []
    page.on('request', lambda request: asked.append(request.url.rsplit('/', 1)[-1]))
    shown(page, first['name'])
    card(page, first['name']).locator('a').click()
    came(page, first)
    wait(page, lambda: len(rows(page)) == 4)
    part = next((place for place, name in enumerate(asked) if name.startswith('beside-list')), None)
    preview = next((place for place, name in enumerate(asked) if name.startswith('preview')), None)
    report.check('the document comes first, and then the list', part is not None and preview is not None and preview < part, asked)
    box = page.locator('.beside').bounding_box()
    report.check('2.1 the list stands beside it', (box['x'], box['width']) == (0, 320), box)
    report.check('with the documents of the library’s list', rows(page) == [document['name'] for document in documents], rows(page))
    report.check('and the open one marked', marked(page) == [first['name']], marked(page))
    report.check('the document keeps the rest', page.locator('.opened').bounding_box()['width'] > 690 and not overflow(page), overflow(page))
    page.evaluate("document.querySelectorAll('.beside, .beside-row').forEach((one) => { one.isTheSame = true; })")
    loads = []
    page.on('request', lambda request: '/preview' in request.url and loads.append(request.url.split('/documents/')[1].split('/')[0]))
    steps = page.evaluate('history.length')
    row(page, third).click()
    report.check('2.2 choosing another one shows that', came(page, third) and marked(page) == [third['name']], marked(page))
    same = page.evaluate("[...document.querySelectorAll('.beside, .beside-row')].every((one) => one.isTheSame)")
    report.check('the list is the same, and the document asked for once', same and loads == [third['id']], (same, loads))
    report.check('without a step of the browser', page.evaluate('history.length') == steps, steps)
    page.keyboard.press('ArrowUp')
    page.keyboard.press('Enter')
    focused = lambda: page.evaluate("document.activeElement.closest('[data-document]')?.dataset.document")
    report.check('arrows and Enter go through the list, and stay in it', came(page, second) and focused() == second['id'], focused())
    page.keyboard.press('Escape')
    there = wait(page, lambda: focused() is None)
    report.check('Escape leads to the document, and not out of it', there and inspect(page)['document'] == second['id'], focused())
    page.reload()
    came(page, second)
    report.check('it comes back with the page', wait(page, lambda: is_listed(page) and len(rows(page)) > 0), rows(page))
    page.get_by_role('button', name='Close the list').click()
    report.check('closed, it gives the document all of the window', wait(page, lambda: page.locator('.opened').bounding_box()['width'] == 1024))
    report.check('with the focus on what opens it', page.evaluate("document.activeElement.matches('.beside-button')"))
    page.reload()
    came(page, second)
    report.check('which is kept, too', not is_listed(page))
    page.keyboard.press('d')
    report.check('a key shows the list again', wait(page, lambda: is_listed(page) and len(rows(page)) > 0), rows(page))
    page.context.close()


ORDER = "[...document.querySelectorAll('.beside li')].map((one) => Number(one.getAttribute('aria-posinset')))"


def check_split_long(report, browser, client):
    """The open document is in a list that is longer than the window, and which changes."""
    documents = [client.upload(f'longbeside {place:02}.txt', f'Row {place}'.encode()) for place in range(30, 80)]
    page = browser.page(WIDE, '/?q=longbeside&sort=name', has_list=True)
    shown(page, documents[0]['name'])
    page.locator('.library-scroll').evaluate('(list) => { list.scrollTop = list.scrollHeight / 2; }')
    shown(page, documents[24]['name'])
    card(page, documents[24]['name']).locator('a').click()
    came(page, documents[24])
    in_sight = lambda: marked(page) == [documents[24]['name']] and row(page, documents[24]).evaluate(
        '(row) => { const [one, all] = [row, row.closest(".beside-scroll")].map((part) => part.getBoundingClientRect()); return one.top >= all.top - 1 && one.bottom <= all.bottom + 1; }'
    )
    report.check('the row of the open document is in sight', wait(page, in_sight), rows(page))
    page.reload()
    came(page, documents[24])
    report.check('after a reload, too', wait(page, in_sight), rows(page))
    page.locator('.beside-scroll').hover()
    page.mouse.wheel(0, -4000)
    wait(page, lambda: page.locator('.beside-scroll').evaluate('(list) => list.scrollTop') == 0)
    page.get_by_role('button', name='Close the list').focus()
    focused = lambda: page.evaluate("document.activeElement.closest('[data-document]')?.dataset.document")
    for _ in range(3):
        page.keyboard.press('Tab')
        if focused():
            break
    first, second = (page.locator('.beside li').nth(place).get_attribute('data-document') for place in (0, 1))
    report.check('Tab reaches the first row in sight where the open one is out of it', focused() == first, (focused(), rows(page)))
    page.keyboard.press('ArrowDown')
    report.check('and arrows go on from there', focused() == second, focused())
    for place in (10, 5, 20):
        client.upload(f'longbeside {place:02}.txt', f'Row {place}'.encode())
        wait(page, lambda: f'longbeside {place:02}.txt' in rows(page))
    order = page.evaluate(ORDER)
    report.check('rows that come are read in the order in which they stand', order == sorted(order) and focused() == second, order)
    page.context.close()


def check_split_turned(report, browser, client):
    documents = listed(client, 'turning', 30, 8)
    page = opened(browser, 'turning', documents[19])
    page.keyboard.press('d')
    wait(page, lambda: len(rows(page)) > 0)
    for _ in range(4):
        page.keyboard.press('ArrowRight')
    wait(page, lambda: reader(page)['page'] == 5)
    settle(page)
    scrolled = lambda: page.locator('.beside-scroll').evaluate('(list) => list.scrollTop')
    before = (scrolled(), marked(page))
    for turn in range(5):
        page.set_viewport_size(STANDING)
        settle(page)
        hidden = not is_listed(page) and page.locator('.beside-button').count() == 1
        report.check(f'2.6 without room it hides behind one button ({turn + 1})', hidden and reader(page)['page'] == 5, reader(page))
        page.set_viewport_size(LYING)
        settle(page)
        back = wait(page, lambda: is_listed(page) and page.locator('.beside-button').count() == 1)
        report.check(f'2.8 with room it is back, and the document where it was ({turn + 1})', back and reader(page)['page'] == 5, reader(page))
    report.check('at its place', (scrolled(), marked(page)) == before, (scrolled(), before))
    page.set_viewport_size(STANDING)
    page.locator('.beside-button').click()
    name = page.locator('.beside-button').get_attribute('aria-label')
    report.check('the button has the name of the list, and shows it over the document', is_listed(page) and name == 'All documents', name)
    report.check('the open one is marked and in sight', wait(page, lambda: row(page, documents[19]).is_visible()) and marked(page) == before[1], marked(page))
    page.keyboard.press('Escape')
    report.check('Escape closes it', wait(page, lambda: not is_listed(page)) and inspect(page)['document'] == documents[19]['id'])
    page.locator('.beside-button').click()
    page.mouse.click(700, 500)
    report.check('a press beside it does', wait(page, lambda: not is_listed(page)) and inspect(page)['document'] == documents[19]['id'])
    page.locator('.beside-button').click()
    row(page, documents[18]).click()
    report.check('2.7 choosing shows a document, and closes the list', came(page, documents[18]) and wait(page, lambda: not is_listed(page)))
    page.locator('.beside-button').click()
    page.set_viewport_size(LYING)
    report.check('turned while it is open, nothing stale stays', wait(page, lambda: is_listed(page) and not page.locator('.beside-veil').is_visible()))
    page.context.close()


def choose_always(client, value):
    """Chooses that the library is always shown, as in the settings; None puts it back."""
    path = '/api/v1/preferences/library.beside'
    if value is None:
        return client.ask('DELETE', path)
    return client.ask('PUT', path, json.dumps(value).encode(), kind='application/json')


def stands_beside(page):
    """Whether list and document share the window: neither lies over the other."""
    pane, document = page.locator('.beside'), page.locator('.opened')
    if not pane.is_visible():
        return False
    one, other = pane.bounding_box(), document.bounding_box()
    return one['x'] == 0 and abs(one['width'] - other['x']) <= 1 and abs(other['x'] + other['width'] - page.viewport_size['width']) <= 1


def check_split_fixed(report, browser, client):
    first, second, third, _ = documents = listed(client, 'lasting')
    try:
        page = opened(browser, 'lasting', first, {'viewport': STANDING, 'device_scale_factor': 1})
        report.check('I6 a narrow window shows a document alone at first', not is_listed(page) and page.locator('.beside-button').is_visible())
        page.evaluate("document.querySelector('.opened').isTheSame = true")
        choose_always(client, True)
        report.check('once the library is always shown, both are there at once', wait(page, lambda: stands_beside(page) and len(rows(page)) == 4), rows(page))
        alone = not any(page.locator(one).is_visible() for one in ('.beside-button', '.beside-veil', '.split > .beside-edge'))
        report.check('without a button for the list', alone and page.get_by_role('button', name='Close the list').count() == 0)
        report.check('the document is the same, and can be reached', page.evaluate("document.querySelector('.opened').isTheSame && !document.querySelector('.opened').inert"))
        report.check('nothing is wider than the window', not overflow(page), overflow(page))
        page.evaluate("document.querySelectorAll('.beside, .beside-row').forEach((one) => { one.isTheSame = true; })")
        row(page, third).click()
        report.check('choosing another one shows that', came(page, third) and marked(page) == [third['name']], marked(page))
        same = page.evaluate("[...document.querySelectorAll('.beside, .beside-row')].every((one) => one.isTheSame)")
        report.check('and changes the document’s side alone', same and stands_beside(page))
        page.keyboard.press('ArrowUp')
        page.keyboard.press('Enter')
        report.check('by keys, too', came(page, second) and stands_beside(page), inspect(page)['document'])
        page.keyboard.press('Escape')
        inside = "document.querySelector('.beside').contains(document.activeElement)"
        report.check('Escape leads to the document', wait(page, lambda: not page.evaluate(inside)) and inspect(page)['document'] == second['id'])
        page.keyboard.press('d')
        settle(page)
        report.check('the key of the list does not hide it', stands_beside(page))
        page.get_by_role('separator', name='Width of the list').focus()
        page.keyboard.press('End')
        # The line of the divider is one pixel of it.
        width = page.locator('.opened').bounding_box()['width']
        report.check('the document keeps its room', width >= 479, width)
        page.reload()
        came(page, second)
        report.check('it is so on the next visit', wait(page, lambda: stands_beside(page)))
        turn_and_put_back(report, page, client, second)
        page.context.close()
        check_fixed_on_a_phone(report, browser, client, first)
    finally:
        choose_always(client, None)


def turn_and_put_back(report, page, client, document):
    page.set_viewport_size(LYING)
    settle(page)
    report.check('turned, both stay', wait(page, lambda: stands_beside(page)) and not page.locator('.beside-button').is_visible())
    page.set_viewport_size({'width': 639, 'height': 900})
    there = wait(page, lambda: not is_listed(page) and page.locator('.beside-button').is_visible())
    report.check('without room for both it is as everywhere', there and not overflow(page), overflow(page))
    page.set_viewport_size(STANDING)
    wait(page, lambda: stands_beside(page))
    choose_always(client, False)
    report.check('off again, the document is alone', wait(page, lambda: not is_listed(page) and page.locator('.beside-button').is_visible()))
    page.locator('.beside-button').click()
    over = page.locator('.beside-veil').is_visible() and page.locator('.opened').bounding_box()['width'] == 768
    report.check('and the list comes over it', is_listed(page) and over)
    page.keyboard.press('Escape')
    report.check('Escape closes it', wait(page, lambda: not is_listed(page)) and inspect(page)['document'] == document['id'])


def check_fixed_on_a_phone(report, browser, client, first):
    choose_always(client, True)
    page = opened(browser, 'lasting', first, PHONE)
    report.check('a phone shows the document alone all the same', not is_listed(page) and page.locator('.beside-button').is_visible())
    page.locator('.beside-button').tap()
    report.check('and the list over it', wait(page, lambda: is_listed(page) and page.locator('.beside-veil').is_visible()))
    page.context.close()


def check_split_divided(report, browser, client):
    first, *_ = listed(client, 'divided', 2)
    page = opened(browser, 'divided', first)
    page.keyboard.press('d')
    wait(page, lambda: len(rows(page)) > 0)
    divider = page.get_by_role('separator', name='Width of the list')
    width = lambda: page.locator('.beside').bounding_box()['width']
    box = divider.bounding_box()
    x, y = box['x'] + box['width'] / 2, box['y'] + 300
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 80, y, steps=8)
    page.mouse.up()
    report.check('a mouse moves the divider', abs(width() - 400) <= 2, width())
    divider.focus()
    page.keyboard.press('ArrowLeft')
    report.check('and so do keys', abs(width() - 384) <= 2 and divider.get_attribute('aria-valuenow') == str(round(width())), width())
    page.keyboard.press('End')
    report.check('the document keeps its room', width() <= 544 and not overflow(page), width())
    page.keyboard.press('Home')
    kept = width()
    page.reload()
    came(page, first)
    report.check('the width is kept', wait(page, lambda: is_listed(page)) and width() == kept == 200, (width(), kept))
    divider.dblclick()
    report.check('a double click gives it back its usual one', wait(page, lambda: width() == 320), width())
    page.context.close()


def choose_edge(client, value):
    """Chooses whether a finger from the edge does anything, as in the settings; None puts it back."""
    path = '/api/v1/preferences/library.edge'
    if value is None:
        return client.ask('DELETE', path)
    return client.ask('PUT', path, json.dumps(value).encode(), kind='application/json')


def from_edge(hand):
    hand.land((6, 400))
    hand.glide(f0=(200, 404))
    hand.lift()
    hand.rest(500)


def check_edge_swipe(report, browser, client):
    """I5: a finger from the edge draws in the list and the places, unless a setting says that it does not."""
    first, *_ = listed(client, 'edged')
    drawn = lambda: page.locator('.library.drawer-open').count() == 1
    strip = lambda screen: page.locator(f'.{screen} .beside-edge')
    try:
        page = browser.page(PHONE, '/?q=edged&sort=name')
        shown(page, first['name'])
        # Before its style sheet has come it has no place.
        wait(page, lambda: page.evaluate("document.elementFromPoint(6, 400).matches('.beside-edge')"))
        hand = Hand(page)
        from_edge(hand)
        inside = wait(page, lambda: drawn() and page.evaluate("document.activeElement.closest('.sidebar') !== null"))
        report.check('I5 a finger from the edge shows the places, with the focus in them', inside)
        report.check('I5 nothing is wider than the screen', not overflow(page), overflow(page))
        page.keyboard.press('Escape')
        wait(page, lambda: not drawn())
        hand.swipe((200, 400), (360, 400), steps=8)
        hand.rest(500)
        report.check('I5 one from further in does not', not drawn())
        choose_edge(client, False)
        report.check('I5 the setting takes the strip away at once', wait(page, lambda: not strip('library').is_visible()))
        from_edge(hand)
        report.check('I5 a finger from the edge shows nothing then', not drawn())
        page.context.close()
        page = opened(browser, 'edged', first, PHONE)
        hand = Hand(page)
        from_edge(hand)
        report.check('I5 nor beside a document', not is_listed(page) and inspect(page)['document'] == first['id'])
        choose_edge(client, None)
        wait(page, lambda: strip('split').is_visible())
        from_edge(hand)
        report.check('I5 put back, it does', wait(page, lambda: is_listed(page)))
        page.context.close()
        page = browser.page(WIDE, '/')
        settle(page)
        strip('library').wait_for(state='attached')
        report.check('I5 where the places have a column there is nothing to draw in', not strip('library').is_visible())
        page.context.close()
    finally:
        choose_edge(client, None)


def check_split_by_hand(report, browser, client):
    first, second, *_ = listed(client, 'rimmed')
    page = opened(browser, 'rimmed', first, PHONE)
    hand = Hand(page)
    hand.land((6, 400))
    hand.glide(f0=(200, 404))
    hand.lift()
    report.check('I5 a finger from the edge shows the list', wait(page, lambda: is_listed(page) and len(rows(page)) == 4), rows(page))
    report.check('nothing is wider than the screen', not overflow(page), overflow(page))
    # Chromium makes no click of a tap right after another touch: none was seen after 60 ms, and one after 400.
    hand.rest(500)
    box = row(page, second).bounding_box()
    hand.tap((box['x'] + box['width'] / 2, box['y'] + box['height'] / 2))
    report.check('a tap shows a document', came(page, second) and wait(page, lambda: not is_listed(page)))
    hand.rest(300)
    hand.swipe((300, 400), (200, 400), steps=6)
    report.check('pages are turned as before', not is_listed(page), rows(page))
    direct = browser.page(WIDE, f'/d/{first["id"]}')
    came(direct, first)
    direct.keyboard.press('d')
    report.check('beside a document that no list has led to are all', wait(direct, lambda: first['name'] in rows(direct)), rows(direct))
    direct.context.close()
    page.context.close()
