"""The app in one hand: rows that a finger draws aside, lists that it draws down, sheets, and what is in reach on each screen."""

import json

from harness import BASE, DESKTOP, PHONE, TABLET, box_of, card, inspect, settle, shown, wait
from looks_checks import folder_page, laid_down
from touch import Hand, along

LIST = '{"view":"list"}'


def list_page(browser, folder, device=PHONE):
    """A folder as a list, whose tools are there."""
    page = folder_page(browser, folder, device, look=LIST)
    wait(page, lambda: page.evaluate("document.querySelector('.library-scroll').style.touchAction") == 'pan-y')
    return page


def draw_aside(page, name, way, steps=12):
    """A finger draws a row so far across, rests, and lets go."""
    box = box_of(card(page, name))
    start = (box['x'] + box['width'] * (0.85 if way < 0 else 0.15), box['y'] + box['height'] / 2)
    hand = Hand(page)
    hand.land(start)
    hand.glide(steps, f0=(start[0] + way, start[1]), rest=160)
    hand.lift()


def offset(page, name):
    return card(page, name).locator('.card-main').evaluate('(element) => new DOMMatrix().m41 + parseFloat(getComputedStyle(element).translate) || 0')


def lies_at(page, name, at):
    return wait(page, lambda: abs(offset(page, name) - at) < 1)


def toast(page):
    return wait(page, lambda: page.locator('.toast-text').count() and page.locator('.toast-text').first.inner_text())


def check_row_swipes(report, browser, client):
    laid_down(client, 'Swiped', 30)
    page = list_page(browser, 'Swiped')
    first, second, third = (f'Swiped {place:02}.txt' for place in range(3))
    names = lambda: card(page, second).count()
    draw_aside(page, second, -110)
    report.check('a short swipe to the start opens the buttons', lies_at(page, second, -152), offset(page, second))
    buttons = card(page, second).locator('.row-actions.at-end .row-action')
    boxes = [box_of(button) for button in buttons.all()]
    report.check('Trash at the edge, Move beside it', buttons.all_inner_texts() == ['Trash', 'Move'] and boxes[0]['x'] > boxes[1]['x'], buttons.all_inner_texts())
    report.check('each is a target', all(min(box['width'], box['height']) >= 44 for box in boxes), boxes)
    hidden = card(page, second).locator('.row-actions').evaluate_all('(panes) => panes.every((pane) => pane.ariaHidden === "true" && [...pane.children].every((button) => button.tabIndex === -1))')
    report.check('keys and screen readers do not come there, as they have the menu', hidden)
    draw_aside(page, first, 70)
    report.check('a swipe to the end opens Favourite', lies_at(page, first, 76), offset(page, first))
    report.check('and closes the other row', wait(page, lambda: page.locator('.swiped').count() == 1), page.locator('.swiped').count())
    page.touchscreen.tap(200, box_of(card(page, third))['y'] + 20)
    report.check('a tap elsewhere closes it, and opens nothing', wait(page, lambda: page.locator('.swiped').count() == 0) and '/d/' not in page.url, page.url)
    draw_aside(page, first, 70)
    wait(page, lambda: lies_at(page, first, 76))
    card(page, first).locator('.row-action', has_text='Favourite').tap()
    favourite = lambda: client.ask('GET', '/api/v1/documents?folder=Swiped&favourite=true')[1].get('documents', [])
    report.check('its button does it', wait(page, lambda: [one['name'] for one in favourite()] == [first]), favourite())
    report.check('and the row lies in its place again', wait(page, lambda: page.locator('.swiped').count() == 0))
    draw_aside(page, second, -260)
    report.check('a long swipe moves it to the Trash', wait(page, lambda: names() == 0), toast(page))
    page.locator('.toast').get_by_role('button', name='Undo').tap()
    report.check('which is undone', wait(page, lambda: names() == 1))
    report.check('no row is aside', page.locator('.swiped, .row-actions').count() == 0, page.locator('.swiped').count())
    draw_aside(page, third, 250)
    report.check('a long one to the end makes it a favourite', wait(page, lambda: {one['name'] for one in favourite()} == {first, third}), favourite())
    page.locator('.toast').get_by_role('button', name='Undo').tap()
    report.check('which is undone, too', wait(page, lambda: [one['name'] for one in favourite()] == [first]), favourite())
    wait(page, lambda: page.locator('.swiped').count() == 0)
    check_what_swipes_leave(report, page, second, third)
    page.context.close()


def check_what_swipes_leave(report, page, name, other):
    top = lambda: page.evaluate("document.querySelector('.library-scroll').scrollTop")
    box = box_of(card(page, name))
    Hand(page).draw(along((300, box['y'] + 300), (280, box['y'] + 60), steps=10))
    report.check('a finger that goes up scrolls, and draws no row aside', wait(page, lambda: top() > 60) and page.locator('.swiped').count() == 0, top())
    page.evaluate("document.querySelector('.library-scroll').scrollTop = 0")
    page.wait_for_timeout(200)
    draw_aside(page, name, -110)
    lies_at(page, name, -152)
    page.evaluate("document.querySelector('.library-scroll').scrollTop = 80")
    report.check('scrolling closes a row', wait(page, lambda: page.locator('.swiped').count() == 0))
    page.evaluate("document.querySelector('.library-scroll').scrollTop = 0")
    page.get_by_role('button', name='Select', exact=True).tap()
    draw_aside(page, name, -110)
    report.check('no row is drawn aside while taps select', page.locator('.swiped').count() == 0)
    page.get_by_role('button', name='Select nothing').tap()
    box = box_of(card(page, name))
    page.mouse.move(300, box['y'] + 20)
    page.mouse.down()
    page.mouse.move(120, box['y'] + 22, steps=6)
    moved = page.locator('.swiped').count()
    page.mouse.up()
    report.check('a mouse draws no row aside', moved == 0)
    page.evaluate("document.documentElement.dir = 'rtl'")
    settle(page)
    draw_aside(page, other, 110)
    trash = card(page, other).locator('.row-action', has_text='Trash')
    at_left = lies_at(page, other, 152) and box_of(trash)['x'] < 20
    report.check('from right to left, Trash is at the left edge', at_left, (offset(page, other), trash.count() and trash.bounding_box()))


def check_row_swipes_elsewhere(report, browser, client):
    """Folders have no favourites, the Trash has ways out of it, and a tablet's rows have columns."""
    client.ask('POST', '/api/v1/documents?folder=Ledge/Inner&name=within.txt', b'within', 'text/plain')
    documents = laid_down(client, 'Ledge', 3)
    page = list_page(browser, 'Ledge', TABLET)
    draw_aside(page, 'Inner', 100)
    report.check('a folder goes to no side without buttons', offset(page, 'Inner') == 0)
    draw_aside(page, 'Inner', -110)
    report.check('but to the one of Trash and Move', lies_at(page, 'Inner', -152), offset(page, 'Inner'))
    card(page, 'Inner').locator('.row-action', has_text='Move').tap()
    report.check('Move asks for a folder', wait(page, lambda: page.get_by_role('dialog').count() == 1))
    page.keyboard.press('Escape')
    draw_aside(page, documents[0]['name'], -420)
    report.check('a long swipe works on a tablet', wait(page, lambda: card(page, documents[0]['name']).count() == 0), toast(page))
    page.goto(f'{BASE}/?view=trash')
    shown(page, documents[0]['name'])
    settle(page)
    wait(page, lambda: page.evaluate("document.querySelector('.library-scroll').style.touchAction") == 'pan-y')
    draw_aside(page, documents[0]['name'], 400)
    back = lambda: client.ask('GET', f'/api/v1/documents/{documents[0]["id"]}')[1].get('trashed') is None
    report.check('in the Trash it restores', wait(page, back), toast(page))
    page.context.close()


def check_sheet_presses(report, browser, client):
    """The sheet that a menu is on a phone comes up under the finger that opened it."""
    documents = laid_down(client, 'Sheets', 12)
    page = list_page(browser, 'Sheets')
    row = card(page, documents[9]['name'])
    box = row.locator('.card-action').bounding_box()
    place = (box['x'] + box['width'] / 2, box['y'] + box['height'] / 2)
    later = lambda milliseconds: page.evaluate('(more) => { const now = (globalThis.stopped ?? performance.now()) + more; globalThis.stopped = now; performance.now = () => now; }', milliseconds)
    # However slow the machine is, the second tap comes so long after the first.
    later(0)
    page.touchscreen.tap(*place)
    wait(page, lambda: page.locator('.menu').count() == 1)
    items = page.locator('.menu-item bdi').all_inner_texts()
    report.check('the first item that is not red has the focus', page.evaluate('document.activeElement.textContent') == items[1], items)
    later(380)
    wait(page, lambda: page.locator('.coming').count() == 0)
    page.wait_for_timeout(300)
    under = page.evaluate('([x, y]) => document.elementFromPoint(x, y).closest(".menu-item")?.textContent', list(place))
    page.touchscreen.tap(*place)
    page.wait_for_timeout(200)
    stays = page.locator('.menu').count() == 1 and page.get_by_role('dialog').count() == 0 and '/d/' not in page.url
    report.check('a slow second tap on the button presses no item that came under it', under and stays, (under, page.url))
    report.check('the red item is first, Cancel is last', items[0] == 'Move to Trash' and page.locator('.menu > :last-child').inner_text() == 'Cancel', items)
    later(600)
    page.touchscreen.tap(*place)
    report.check('a tap that comes later does', wait(page, lambda: page.locator('.menu').count() == 0))
    page.context.close()


def cut_off_page(browser, folder, device):
    """A folder's list that hears of nothing that happens elsewhere."""
    context = browser.context(device)
    context.route('**/api/v1/events*', lambda route: route.abort())
    page = context.new_page()
    page.goto(f'{BASE}/?view=folders&folder={folder}&sort=name')
    shown(page, f'{folder} 00.txt')
    wait(page, lambda: page.locator('.pull-mark').count() == 1)
    return page


def pull(page, way, x=195):
    hand = Hand(page)
    hand.land((x, 200))
    hand.glide(14, f0=(x, 200 + way), rest=60)
    seen = page.locator('.pull-disc').evaluate('(disc) => [getComputedStyle(disc).opacity, parseFloat(getComputedStyle(disc).translate.split(" ")[1]) || 0]')
    hand.lift()
    return seen


def check_pull_to_refresh(report, browser, client):
    laid_down(client, 'Pulled', 20)
    page = cut_off_page(browser, 'Pulled', PHONE)
    asked = []
    page.on('request', lambda request: 'folder=Pulled' in request.url and asked.append(request.url))
    new = lambda name: client.ask('POST', f'/api/v1/documents?folder=Pulled&name={name}.txt', name.encode(), 'text/plain')
    new('Pulled%20000')
    # Without events the page says that the connection is lost, perhaps right after.
    page.evaluate("""
      globalThis.told = [];
      new MutationObserver(() => told.push(document.querySelector('#announcements').textContent))
        .observe(document.querySelector('#announcements'), { childList: true, characterData: true, subtree: true });
    """)
    pull(page, 60)
    page.wait_for_timeout(300)
    report.check('half a pull asks for nothing', asked == [] and card(page, 'Pulled 000.txt').count() == 0, asked)
    mark = pull(page, 260)
    report.check('the mark comes down with the finger', float(mark[0]) == 1 and 50 < mark[1] <= 96, mark)
    came = wait(page, lambda: card(page, 'Pulled 000.txt').count() == 1)
    report.check('a pull at the top shows what is new, without events', came and asked)
    report.check('and the mark goes', wait(page, lambda: page.locator('.is-busy, .is-drawn').count() == 0))
    said = lambda: page.evaluate('told')
    report.check('it is said', wait(page, lambda: any('up to date' in text for text in said())), said())
    asked.clear()
    Hand(page).swipe((200, 600), (200, 300))
    scrolled = wait(page, lambda: page.evaluate("document.querySelector('.library-scroll').scrollTop") > 100)
    report.check('at the top a finger that goes up scrolls', scrolled)
    pull(page, 260)
    page.wait_for_timeout(300)
    report.check('below the top the same finger scrolls, and asks for nothing', asked == [], asked)
    page.context.close()


def check_refresh_on_a_desk(report, browser, client):
    laid_down(client, 'Anew', 3)
    page = cut_off_page(browser, 'Anew', DESKTOP)
    client.ask('POST', '/api/v1/documents?folder=Anew&name=by%20menu.txt', b'by menu', 'text/plain')
    page.mouse.click(1200, 800, button='right')
    page.get_by_role('menuitem', name='Refresh').click()
    report.check('the menu of the place refreshes it', wait(page, lambda: card(page, 'by menu.txt').count() == 1))
    client.ask('POST', '/api/v1/documents?folder=Anew/Below&name=x.txt', b'x', 'text/plain')
    page.keyboard.press('r')
    report.check('so does R, folders too', wait(page, lambda: card(page, 'Below').count() == 1))
    page.route('**/api/v1/documents?*', lambda route: route.abort())
    page.keyboard.press('r')
    report.check('a failure is told, and leaves the list', wait(page, lambda: page.locator('.toast, .banner:not([hidden]), [role=alert]').count() > 0) and card(page, 'by menu.txt').count() == 1)
    page.unroute('**/api/v1/documents?*')
    page.goto(f'{BASE}/?view=trash')
    wait(page, lambda: page.locator('.pull-mark').count() == 1)
    page.mouse.click(1200, 850, button='right')
    report.check('the Trash has that menu, too', wait(page, lambda: page.get_by_role('menuitem', name='Refresh').count() == 1) and page.get_by_role('menuitem', name='New folder').count() == 0)
    page.context.close()


# The visible controls of the page, each with its faults: reaching out of the window, smaller than a finger, covered, or cut off.
# A control that scrolls is reached by that; one under an open sheet does not count.
FAULTS = """
() => {
  const top = [...document.querySelectorAll('dialog[open], .menu-room:popover-open, .drawer-open .sidebar')].at(-1) ?? document.body;
  const controls = [...top.querySelectorAll('button, a[href], input, select, textarea, [role=button], [role=checkbox], [role=switch]')];
  const scroller = (one) => {
    for (let at = one.parentElement; at; at = at.parentElement) {
      const {overflowY, overflowX} = getComputedStyle(at);
      if ((/auto|scroll/.test(overflowY) && at.scrollHeight > at.clientHeight + 1) || (/auto|scroll/.test(overflowX) && at.scrollWidth > at.clientWidth + 1)) return at;
    }
    return null;
  };
  const isSeen = (one) => one.checkVisibility({visibilityProperty: true, opacityProperty: true}) && !one.closest('[inert], [aria-hidden=true], .page, .card-check');
  return controls.filter(isSeen).flatMap((one) => {
    const box = one.getBoundingClientRect(), frame = scroller(one)?.getBoundingClientRect(), faults = [];
    const {left, top: above, right, bottom, width, height} = box;
    const [x, y] = [(left + right) / 2, (above + bottom) / 2];
    const seen = {
      left: Math.max(frame?.left ?? 0, 0), right: Math.min(frame?.right ?? innerWidth, innerWidth),
      top: Math.max(frame?.top ?? 0, 0), bottom: Math.min(frame?.bottom ?? innerHeight, innerHeight),
    };
    const isThere = x > seen.left && x < seen.right && y > seen.top && y < seen.bottom;
    if (!frame && !isThere) faults.push('cannot be reached');
    if (!frame && (left < -1 || right > innerWidth + 1 || above < -1 || bottom > innerHeight + 1)) faults.push(`reaches out: ${[left, above, right, bottom].map(Math.round)}`);
    const label = one.closest('label')?.getBoundingClientRect();
    const isInline = getComputedStyle(one).display === 'inline';
    const [across, down] = [Math.max(width, label?.width ?? 0), Math.max(height, label?.height ?? 0)];
    if (!isInline && (across < 43.5 || down < 39.5 || (down < 43.5 && !one.closest('.card')))) faults.push(`${Math.round(across)} x ${Math.round(down)}`);
    const over = isThere ? document.elementFromPoint(x, y) : null;
    const isOwn = !over || one.contains(over) || over.contains(one) || over.closest('label')?.contains(one) || getComputedStyle(over).position === 'sticky';
    if (!isOwn) faults.push(`lies under ${over.outerHTML.slice(0, 70)}`);
    const cut = [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim()) && one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).fontSize !== '0px';
    if (cut) faults.push(`its words are cut: ${one.scrollWidth} in ${one.clientWidth}`);
    return faults.length ? [`${(one.getAttribute('aria-label') ?? one.textContent ?? '').trim().slice(0, 30) || one.className}: ${faults.join(', ')}`] : [];
  }).concat(document.documentElement.scrollWidth > innerWidth + 1 ? ['the page is wider than its window'] : []);
}
"""


def at_library(page):
    page.goto(f'{BASE}/?sort=name')


def as_list(page):
    page.goto(f'{BASE}/?sort=name')
    page.evaluate(f"localStorage.setItem('sheaf.library.view', '{LIST}')")
    page.reload()


def in_folders(page):
    page.goto(f'{BASE}/?view=folders')


def with_places(page):
    at_library(page)
    ready(page)
    page.locator('.places-button').tap()


def with_menu(page):
    at_library(page)
    ready(page)
    page.locator('.card-action').first.tap()
    wait(page, lambda: page.locator('.menu').count() == 1)


def while_selecting(page):
    at_library(page)
    ready(page)
    page.evaluate("document.querySelector('.card-check').click()")
    wait(page, lambda: page.locator('.library-selection:not([hidden])').count() == 1)


def with_details(page):
    at_library(page)
    ready(page)
    page.locator('.card-main').first.focus()
    page.keyboard.press('i')
    wait(page, lambda: page.locator('.details').count() > 0)


def in_quick_look(page):
    at_library(page)
    ready(page)
    page.locator('.card-main').first.focus()
    page.keyboard.press('Space')
    wait(page, lambda: page.locator('dialog[open]').count() == 1)


def in_reader(page):
    at_library(page)
    ready(page)
    page.evaluate("document.querySelector('.card-main').click()")
    wait(page, lambda: '/d/' in page.url)


def in_settings(page):
    page.goto(f'{BASE}/settings')


def ready(page):
    wait(page, lambda: page.locator('.card').count() > 0)
    wait(page, lambda: page.locator('.pull-mark').count() == 1)
    settle(page)


SCREENS = {
    'library': at_library, 'list': as_list, 'folders': in_folders, 'places': with_places, 'menu': with_menu, 'selection': while_selecting,
    'details': with_details, 'quick look': in_quick_look, 'reader': in_reader, 'settings': in_settings,
}


def faults_of(page, make, size=None):
    """What is wrong with a screen; `size` is that of all text."""
    if size:
        page.add_init_script(f"addEventListener('DOMContentLoaded', () => {{ document.documentElement.style.fontSize = '{size}'; }})")
    make(page)
    settle(page)
    page.wait_for_timeout(350)
    return page.evaluate(FAULTS)


def phone(width, height):
    return {'viewport': {'width': width, 'height': height}, 'device_scale_factor': 1, 'has_touch': True, 'is_mobile': True}


def found_on(browser, device, screens, size=None, look=None):
    """The faults of screens, by their names; none where all are as they should be."""
    found = {}
    for screen in screens:
        context = browser.context(device)
        if look:
            context.add_init_script(f"if (location.protocol !== 'about:') localStorage.setItem('sheaf.look.size', '{look}')")
        faults = faults_of(context.new_page(), SCREENS[screen], size)
        found |= {screen: faults} if faults else {}
        context.close()
    return found


def check_one_hand(report, browser, client):
    laid_down(client, 'Reached', 6)
    page = browser.page(PHONE)
    ready(page)
    places = {name: page.locator(f'.toolbar {what}').bounding_box() for name, what in {
        'places': '.places-button', 'search': '.search-field', 'order': '.select-box', 'selecting': '.select-button', 'adding': '.add-button',
    }.items()}
    near = all(box and box['y'] > 700 and min(box['width'], box['height']) >= 43.5 for box in places.values())
    report.check('phone: places, search, order, selecting and adding are at the thumb', near, places)
    page.get_by_role('button', name='Add files').tap()
    wait(page, lambda: page.locator('.menu').count() == 1)
    report.check('phone: adding makes folders and boards, too', all(page.get_by_role('menuitem', name=name).count() == 1 for name in ('New folder', 'New board')))
    page.context.close()
    quick = ('library', 'menu', 'selection')
    for width, height, size in [(320, 640, '200%'), (844, 390, None)]:
        found = found_on(browser, phone(width, height), quick, size)
        report.check(f'{width}×{height}{", text of 200 %" if size else ""}: nothing is covered, cut off or too small', found == {}, found)


def check_thumb_layouts(report, browser, client):
    """All screens of a phone and a tablet, with text of each size."""
    laid_down(client, 'Screens', 12)
    for width, height in [(390, 844), (844, 390), (320, 640), (820, 1180)]:
        for size, look in [(None, None), ('200%', None), (None, '150')]:
            found = found_on(browser, phone(width, height), SCREENS, size, look)
            report.check(f'{width}×{height}, text of {size or look or 100}: nothing is covered, cut off or too small', found == {}, found)


def check_popovers_by_touch(report, browser, client):
    """The button of a popover closes it, too, and a popover stays beside its button."""
    page = browser.page(TABLET)
    page.get_by_role('button', name='New board').click()
    wait(page, lambda: inspect(page)['view'] == 'board')
    settle(page)
    page.keyboard.press('Escape')
    button, sheet = page.get_by_role('button', name='Colour and width'), page.locator('.pen-options')
    middle = lambda: (lambda box: (box['x'] + box['width'] / 2, box['y'] + box['height'] / 2))(box_of(button))
    page.touchscreen.tap(*middle())
    report.check('a tap opens the colours', wait(page, lambda: sheet.count() == 1 and button.get_attribute('aria-expanded') == 'true'))
    page.touchscreen.tap(*middle())
    page.wait_for_timeout(300)
    report.check('another closes them', sheet.count() == 0 and button.get_attribute('aria-expanded') == 'false', sheet.count())
    page.touchscreen.tap(*middle())
    wait(page, lambda: sheet.count() == 1)
    page.set_viewport_size({'width': 1180, 'height': 500})
    beside = lambda: (box := sheet.bounding_box()) and box['y'] > 0 and box['y'] + box['height'] <= 500 and abs(box['x'] + box['width'] / 2 - middle()[0]) < 2
    report.check('a turned tablet has them beside their button still', wait(page, beside, 3), sheet.bounding_box())
    page.evaluate("""() => {
      globalThis.told = [];
      const sheet = document.querySelector('.pen-options');
      for (const name of ['shouldDismiss', 'didDismiss']) sheet.addEventListener(name, () => told.push(`${name} ${sheet.matches(':popover-open')}`));
    }""")
    page.touchscreen.tap(400, 250)
    closed = wait(page, lambda: sheet.count() == 0)
    report.check('H13 a tap on the paper closes them, and they are told', closed and page.evaluate('told') == ['shouldDismiss true', 'didDismiss false'], page.evaluate('told'))
    page.touchscreen.tap(*middle())
    wait(page, lambda: sheet.count() == 1)
    page.evaluate("() => void (globalThis.told = [], document.querySelector('.pen-options').addEventListener('didDismiss', () => told.push('did')))")
    page.keyboard.press('Escape')
    report.check('Escape closes them, and the focus is back', wait(page, lambda: sheet.count() == 0) and page.evaluate('document.activeElement.getAttribute("aria-label")') == 'Colour and width')
    report.check('H13 a key tells them of no dismissal', page.evaluate('told') == [], page.evaluate('told'))
    page.context.close()
    job = {'id': 9, 'kind': 'download', 'title': 'a.pdf', 'state': 'running', 'done': 5, 'total': 10, 'unit': 'bytes', 'url': 'https://example.org/a.pdf', 'started': ''}
    context = browser.context(DESKTOP)
    context.route('**/api/v1/jobs', lambda route: route.fulfill(content_type='application/json', body=json.dumps({'jobs': [job]})))
    page = context.new_page()
    page.goto(BASE)
    wait(page, lambda: page.locator('.activity-button').is_visible())
    settle(page)
    for opened in (1, 0, 1):
        wait(page, lambda: page.locator('.popover-shield').count() == opened ^ 1)
        box = page.locator('.activity-button').bounding_box()
        page.mouse.click(box['x'] + box['width'] / 2, box['y'] + box['height'] / 2)
        page.wait_for_timeout(300)
        now = page.locator('.activity-panel:popover-open').count()
        report.check(f'the button of the activity {"opens" if opened else "closes"} its panel', now == opened, now)
    page.set_viewport_size({'width': 900, 'height': 1000})
    button, shown_panel = page.locator('.activity-button'), page.locator('.activity-panel:popover-open')
    gone = wait(page, lambda: shown_panel.count() == 0 and page.locator('.popover-shield').count() == 0)
    report.check('H15 a window that is turned closes the panel', gone and button.get_attribute('aria-expanded') == 'false', shown_panel.count())
    button.click()
    report.check('H15 one press opens it again', wait(page, lambda: shown_panel.count() == 1))
    page.set_viewport_size({'width': 900, 'height': 920})
    page.wait_for_timeout(300)
    report.check('H15 one that is only lower leaves it open', shown_panel.count() == 1, shown_panel.count())
    context.close()
