"""Pages that are turned one at a time, by hand and to the side or down, and pages that lie side by side."""

from fixtures import pdf
from harness import PHONE, at_page, reader, settle, wait
from reader_view_checks import choose_view, frames, full_pages, opened
from touch import Hand


def tap_view(page, label):
    """Chooses a view as a finger does on a phone."""
    page.get_by_role('button', name='More', exact=True).tap()
    page.get_by_role('menuitem', name='Page view').tap()
    page.get_by_role('menuitemradio', name=label, exact=True).tap()
    settle(page)


def check_arrangements(report, browser, client):
    document = client.upload('arranged.pdf', pdf(9))
    page = opened(browser, document, at='#page=4')
    choose_view(page, 'Two pages')
    seen = frames(page)
    pair = [frame for frame in seen if frame['name'] in ('Page 3 of 9', 'Page 4 of 9')]
    side_by_side = len(pair) == 2 and abs(pair[0]['top'] - pair[1]['top']) < 1 and pair[1]['left'] - pair[0]['left'] - pair[0]['width'] < 8
    report.check('two pages lie side by side', side_by_side and reader(page)['page'] == 4, seen)
    choose_view(page, 'Two pages, with a cover')
    names = {frame['name'] for frame in frames(page)}
    report.check('with a cover they are others', {'Page 4 of 9', 'Page 5 of 9'} <= names, names)
    choose_view(page, 'One page')
    choose_view(page, 'In a row')
    row = [frame for frame in frames(page) if frame['name']]
    report.check('in a row all have one height', len(row) >= 2 and len({frame['top'] for frame in row}) == 1, row)
    at = reader(page)['page']
    page.mouse.move(700, 400)
    for _ in range(12):
        page.mouse.wheel(0, 240)
    report.check('a wheel leads along the row', wait(page, lambda: reader(page)['page'] > at), reader(page))
    choose_view(page, 'Page by page')
    seen = frames(page)
    report.check('page by page only one is seen, whole', len(seen) == 1 and seen[0]['top'] >= 60, seen)
    page.keyboard.press('v')
    checked = page.locator('[role=menuitemradio][aria-checked=true]').all_inner_texts()
    report.check('the menu says what is chosen', checked == ['Page by page', 'One page'], checked)
    page.keyboard.press('Escape')
    at = reader(page)['page']
    # The address follows within a quarter of a second.
    wait(page, lambda: page.url.endswith(f'#page={at}'))
    page.reload()
    settle(page)
    state = reader(page)
    report.check('all of it comes back', (state['flow'], state['spread'], state['page']) == ('paged', 'single', at), (at, state))
    page.context.close()


def check_paging(report, browser, client):
    """A page follows the finger, can be taken back, and snaps."""
    document = client.upload('paged.pdf', pdf(5))
    page = opened(browser, document, PHONE)
    fingers = Hand(page)
    tap_view(page, 'Page by page')
    rest = frames(page)[0]
    fingers.land((300, 400))
    fingers.glide(steps=10, f0=(190, 402), rest=100)
    seen = {frame['name']: frame['left'] for frame in frames(page)}
    follows = abs(seen.get('Page 1 of 5', 0) - (rest['left'] - 100)) < 2 and 'Page 2 of 5' in seen
    report.check('a page follows the finger, and the next one is seen', follows, (rest, seen))
    fingers.glide(steps=8, f0=(290, 402), rest=120)
    fingers.lift()
    settle(page)
    report.check('and can be taken back', reader(page)['page'] == 1 and abs(frames(page)[0]['left'] - rest['left']) < 1, frames(page))
    fingers.swipe((320, 400), (120, 404), steps=6)
    report.check('a throw turns one page', at_page(page, 2) and settle(page), reader(page))
    report.check('which rests where the one before did', abs(frames(page)[0]['left'] - rest['left']) < 1, frames(page))
    # The browser takes a tap soon after a throw for a finger that stops it.
    fingers.rest(1500)
    fingers.tap((195, 400))
    field = page.get_by_role('textbox', name='Page')
    wait(page, lambda: field.is_visible())
    strip = page.locator('.strip-page[aria-current]').inner_text()
    report.check('field and strip say so', field.input_value() == '2' and strip.strip() == '2', (field.input_value(), strip))
    page.get_by_role('button', name='Next page').tap()
    report.check('a button turns on', at_page(page, 3), reader(page))
    fingers.rest(500)
    fingers.double_tap((195, 350))
    settle(page)
    zoom = reader(page)['zoom']
    fingers.swipe((320, 400), (60, 402), steps=8)
    settle(page)
    report.check('a zoomed page is dragged and not turned', reader(page)['page'] == 3 and reader(page)['zoom'] == zoom, reader(page))
    for _ in range(4):
        fingers.rest(300)
        fingers.swipe((360, 400), (30, 402), steps=8)
        settle(page)
        if reader(page)['page'] == 4:
            break
    report.check('but at its edge it is, and the zoom stays', reader(page)['page'] == 4 and reader(page)['zoom'] == zoom, reader(page))
    page.context.close()


def check_paging_down(report, browser, client):
    """Pages below one another: a drag up goes forward, one to the side does nothing, and the edges that turn are above and below."""
    document = client.upload('paged down.pdf', pdf(5))
    page = opened(browser, document, PHONE)
    fingers = Hand(page)
    tap_view(page, 'Page by page, downwards')
    rest = frames(page)[0]
    fingers.rest(500)
    fingers.swipe((320, 400), (60, 404), steps=8)
    settle(page)
    report.check('PV-2 a swipe to the side does nothing', reader(page)['page'] == 1 and frames(page)[0] == rest, (rest, frames(page)))
    fingers.rest(500)
    fingers.land((195, 500))
    fingers.glide(steps=10, f0=(197, 400), rest=100)
    seen = {frame['name']: frame['top'] for frame in frames(page)}
    report.check('a page follows the finger up', abs(seen.get('Page 1 of 5', 0) - (rest['top'] - 100)) < 12, (rest, seen))
    fingers.glide(steps=8, f0=(197, 495), rest=120)
    fingers.lift()
    settle(page)
    report.check('and can be taken back', reader(page)['page'] == 1 and abs(frames(page)[0]['top'] - rest['top']) < 1, frames(page))
    fingers.rest(500)
    fingers.swipe((195, 620), (199, 300), steps=6)
    report.check('PV-2 a swipe up goes forward', at_page(page, 2) and settle(page), reader(page))
    report.check('to a page that rests where the one before did', abs(frames(page)[0]['top'] - rest['top']) < 1, frames(page))
    fingers.rest(1500)
    box = page.locator('.pages').bounding_box()
    fingers.tap((195, box['y'] + box['height'] * 0.82))
    report.check('a tap below turns on', at_page(page, 3), reader(page))
    settle(page)
    fingers.rest(500)
    fingers.double_tap((195, 380))
    settle(page)
    zoom = reader(page)['zoom']
    ways = 0
    while reader(page)['page'] == 3 and ways < 6:
        ways += 1
        fingers.rest(500)
        fingers.swipe((195, 640), (197, 240), steps=8)
        settle(page)
    state = reader(page)
    report.check('a zoomed page is read to its end first, and keeps its zoom', ways > 1 and state['page'] == 4 and state['zoom'] == zoom, (ways, zoom, state))
    page.context.close()


def check_edge_taps(report, browser, client):
    """Two taps at the edge turn the page for a person who chose that, and one then shows the bars as anywhere."""
    document = client.upload('edge taps.pdf', pdf(5))
    client.ask('PUT', '/api/v1/preferences/reader.edges', b'"two"', kind='application/json')
    try:
        page = opened(browser, document, PHONE)
        fingers = Hand(page)
        tap_view(page, 'Page by page')
        bars = page.get_by_role('button', name='More', exact=True)
        fingers.rest(600)
        fingers.tap((370, 400))
        report.check('K4 one tap at the edge turns no page and hides the bars', wait(page, lambda: not bars.is_visible()) and reader(page)['page'] == 1, reader(page))
        fingers.rest(700)
        fingers.double_tap((370, 400))
        report.check('two turn it, and leave the bars as they are', at_page(page, 2) and settle(page) and not bars.is_visible(), reader(page))
        page.context.close()
        client.ask('PUT', '/api/v1/preferences/reader.edges', b'"none"', kind='application/json')
        page = opened(browser, document, PHONE)
        fingers = Hand(page)
        tap_view(page, 'Page by page')
        zoom = reader(page)['zoom']
        fingers.rest(600)
        fingers.double_tap((370, 400))
        settle(page)
        zoomed = wait(page, lambda: reader(page)['zoom'] > zoom)
        report.check('PV-12 where edges turn no page, two taps there zoom as anywhere', zoomed and reader(page)['page'] == 1, reader(page))
        page.context.close()
    finally:
        client.ask('DELETE', '/api/v1/preferences/reader.edges')


def check_spread_of_itself(report, browser, client):
    """Two pages lie side by side where the window is wide enough, and one where it is not; gaps can be left out."""
    document = client.upload('of itself.pdf', pdf(5))
    page = opened(browser, document, at='#page=2')
    choose_view(page, 'Page by page')
    choose_view(page, 'Two pages where they fit')
    names = [frame['name'] for frame in frames(page)]
    report.check('PV-11 a wide window shows two pages', names == ['Page 2 of 5', 'Page 3 of 5'], names)
    page.set_viewport_size({'width': 700, 'height': 900})
    one = wait(page, lambda: settle(page) and [frame['name'] for frame in frames(page)] == ['Page 2 of 5'])
    report.check('a narrow one shows one', one, frames(page))
    page.keyboard.press('v')
    checked = page.locator('[role=menuitemradio][aria-checked=true]').all_inner_texts()
    report.check('and the choice stays', checked == ['Page by page', 'Two pages where they fit'], checked)
    page.keyboard.press('Escape')
    choose_view(page, 'Continuous')
    page.keyboard.press('v')
    page.get_by_role('menuitemcheckbox', name='Gaps between pages').click()
    settle(page)
    page.reload()
    settle(page)
    page.mouse.move(350, 450)
    page.mouse.wheel(0, 700)
    touching = wait(page, lambda: settle(page) and len(frames(page)) == 2 and abs(frames(page)[1]['top'] - frames(page)[0]['top'] - frames(page)[0]['height']) < 0.6)
    report.check('PV-4 without gaps one page touches the next, also when the document is opened again', touching, frames(page))
    page.context.close()


def check_jump_and_swipe(report, browser, client):
    """PV-7, PV-9, PV-10: of many pages three are drawn; behind the page that was jumped to comes the one that follows it."""
    document = client.upload('thousand.pdf', pdf(1000))
    page = opened(browser, document, PHONE)
    fingers = Hand(page)
    tap_view(page, 'Page by page')
    asked = []
    page.on('request', lambda request: asked.append(request.url))
    page.reload()
    settle(page)
    # Those that are fetched ahead come when all else is at rest.
    wait(page, lambda: 3 in full_pages(asked))
    report.check('PV-7 of 1,000 pages three are asked for', full_pages(asked) == {1, 2, 3}, full_pages(asked))
    papers = page.locator('.pages-content > .page').count()
    report.check('PV-7 and the page and its neighbour are in the document', papers == 2, papers)
    field = page.get_by_role('textbox', name='Page')
    field.fill('500')
    field.press('Enter')
    report.check('PV-8 a number leads to its page', at_page(page, 500) and settle(page), reader(page))
    fingers.rest(600)
    fingers.swipe((320, 400), (120, 404), steps=6)
    turned = at_page(page, 501) and settle(page)
    seen = frames(page)
    report.check('PV-9 a swipe from there leads to the page behind it', turned and [frame['name'] for frame in seen] == ['Page 501 of 1,000'], seen)
    fingers.rest(1500)
    fingers.tap((195, 400))
    wait(page, lambda: field.is_visible())
    report.check('PV-10 the field counts on by itself', wait(page, lambda: field.input_value() == '501'), field.input_value())
    page.locator('.strip').get_by_role('button', name='Page 502 of 1,000', exact=True).tap()
    report.check('PV-10 so does a tap right of it in the strip', at_page(page, 502) and wait(page, lambda: field.input_value() == '502'), reader(page))
    page.context.close()


def check_ends(report, browser, client):
    """PV-6, PV-11: before the first page and behind the last a drag gives way and comes back, and no page is told of."""
    document = client.upload('both ends.pdf', pdf(3))
    page = opened(browser, document, PHONE)
    fingers = Hand(page)
    tap_view(page, 'Page by page')
    for number, way in ((1, 1), (3, -1)):
        page.evaluate('(number) => { location.hash = `page=${number}`; }', number)
        at_page(page, number)
        settle(page)
        fingers.rest(600)
        rest = frames(page)
        told = page.evaluate(TOLD_PAGES)
        fingers.land((195, 400))
        fingers.glide(steps=10, f0=(195 + way * 150, 402), rest=100)
        seen = frames(page)
        given = (seen[0]['left'] - rest[0]['left']) * way
        report.check(f'PV-6 at page {number} a drag beyond the end gives way a little', len(seen) == 1 and 5 < given < 140, (rest, seen))
        fingers.lift()
        settle(page)
        report.check(f'PV-6 and page {number} comes back', frames(page) == rest and reader(page)['page'] == number, (rest, frames(page)))
        report.check('PV-11 nothing tells of another page', page.evaluate('pagesTold') == told, page.evaluate('pagesTold'))
    page.context.close()


# Writes down each page that the field says.
TOLD_PAGES = """
(() => {
  globalThis.pagesTold = [];
  const field = document.querySelector('.page-field');
  globalThis.pagesTelling ??= setInterval(() => {
    if (pagesTold.at(-1) !== field.value) pagesTold.push(field.value);
  }, 8);
  return pagesTold = [field.value];
})()
"""
