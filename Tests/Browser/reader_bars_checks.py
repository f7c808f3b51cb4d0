"""The bars of the reader: they go while pages are read, and come back when they are asked for."""

from fixtures import pdf
from harness import DESKTOP, PHONE, at_page, reader, settle, wait
from reader_view_checks import choose_view, frames, opened
from touch import Hand


def are_bars_seen(page):
    return page.locator('.reader-bar').evaluate("(bar) => getComputedStyle(bar).visibility") == 'visible'


# Milliseconds from the next lift to the change of the reader that it makes.
AFTER_LIFT = """() => {
  let lifted = NaN;
  globalThis.afterLift = null;
  addEventListener('pointerup', () => { lifted = performance.now(); }, { capture: true, once: true });
  const seen = new MutationObserver(() => { globalThis.afterLift ??= performance.now() - lifted; });
  seen.observe(document.querySelector('.reader'), { attributes: true, attributeFilter: ['class'] });
}"""


def opacity_of_bar(page):
    return page.locator('.reader-bar').evaluate("(bar) => Number(getComputedStyle(bar).opacity)")


def check_bars(report, browser, client):
    """A tap or reading on hides the bars, and nothing moves; they come back by a tap, a key, or the focus."""
    document = client.upload('bars.pdf', pdf(5))
    page = opened(browser, document, PHONE)
    fingers = Hand(page)
    before = frames(page)
    fingers.tap((195, 420))
    report.check('a tap hides the bars', wait(page, lambda: not are_bars_seen(page)))
    same = [(frame['left'], frame['top']) for frame in before]
    settle(page)
    report.check('and moves no page', same == [(frame['left'], frame['top']) for frame in frames(page)], frames(page))
    under = page.evaluate("document.elementFromPoint(195, 20).closest('.pages') !== null")
    report.check('pages reach under them', under)
    fingers.rest(500)
    fingers.tap((195, 420))
    report.check('another one shows them', wait(page, lambda: are_bars_seen(page)))
    fingers.rest(500)
    fingers.swipe((195, 600), (195, 300), steps=5)
    fingers.land((195, 400))
    fingers.lift()
    fingers.rest(600)
    report.check('a finger that reads on hides them, and one that stops the pages shows none', not are_bars_seen(page))
    fingers.tap((195, 420))
    report.check('a tap brings them back from there', wait(page, lambda: are_bars_seen(page)))
    page.evaluate(AFTER_LIFT)
    fingers.rest(600)
    fingers.tap((195, 420))
    wait(page, lambda: page.evaluate('afterLift') is not None)
    report.check('within a frame or two of its lift', page.evaluate('afterLift') < 40, page.evaluate('afterLift'))
    fingers.rest(600)
    fingers.tap((195, 420))
    fingers.rest(600)
    zoom = reader(page)['zoom']
    fingers.double_tap((195, 420))
    zoomed = wait(page, lambda: reader(page)['zoom'] != zoom)
    report.check('two taps zoom, and leave them as they were', zoomed and are_bars_seen(page), (zoom, reader(page)))
    fingers.rest(900)
    fingers.tap((195, 420))
    wait(page, lambda: not are_bars_seen(page))
    page.keyboard.press('Control+a')
    fingers.rest(900)
    fingers.double_tap((195, 420))
    fingers.rest(600)
    report.check('also where the first of them ends a selection', not are_bars_seen(page), reader(page))
    page.context.close()
    check_edge_taps(report, browser, document)
    check_thumb_between_bars(report, browser, document)
    check_bars_by_mouse_and_keys(report, browser, document)


def check_thumb_between_bars(report, browser, document):
    """E17: the thumb of the scroll bar begins below the bar above the pages and ends above the one below them."""
    page = opened(browser, document)
    upper, lower = (page.locator(part).bounding_box() for part in ('.reader-bar', '.strip'))
    page.mouse.move(700, 400)
    for key, page_number in (('End', 5), ('Home', 1)):
        page.keyboard.press(key)
        at_page(page, page_number)
        settle(page)
        thumb = page.locator('.scroll-thumb.down').bounding_box()
        within = upper['y'] + upper['height'] - 1 <= thumb['y'] and thumb['y'] + thumb['height'] <= lower['y'] + 1
        report.check(f'E17 after {key} the thumb lies between the bars', within, (upper, thumb, lower))
    page.context.close()


def check_bars_by_mouse_and_keys(report, browser, document):
    """Without a touch screen the bars fade, so that they are there under the mouse."""
    page = opened(browser, document)
    page.mouse.move(700, 400)
    page.mouse.wheel(0, 30)
    page.wait_for_timeout(400)
    report.check('a wheel that goes a little leaves them', opacity_of_bar(page) == 1, opacity_of_bar(page))
    page.mouse.wheel(0, 200)
    report.check('they fade when it reads on', wait(page, lambda: opacity_of_bar(page) == 0), opacity_of_bar(page))
    page.mouse.move(700, 20)
    report.check('are there under the mouse', wait(page, lambda: opacity_of_bar(page) == 1), opacity_of_bar(page))
    page.mouse.move(700, 400)
    report.check('fade again behind it', wait(page, lambda: opacity_of_bar(page) == 0), opacity_of_bar(page))
    page.keyboard.press('v')
    report.check('under a menu that a key opens', wait(page, lambda: opacity_of_bar(page) == 1), opacity_of_bar(page))
    page.keyboard.press('Escape')
    page.mouse.wheel(0, 200)
    wait(page, lambda: opacity_of_bar(page) == 0)
    page.keyboard.press('Escape')
    report.check('and Escape brings them back', wait(page, lambda: opacity_of_bar(page) == 1) and '/d/' in page.url, page.url)
    page.keyboard.press('m')
    report.check('a key hides them, too', wait(page, lambda: not are_bars_seen(page)))
    page.keyboard.press('Escape')
    report.check('Escape shows them, and stays', wait(page, lambda: are_bars_seen(page)) and '/d/' in page.url, page.url)
    page.keyboard.press('m')
    wait(page, lambda: not are_bars_seen(page))
    page.keyboard.press('Tab')
    report.check('so does a focus that moves on', wait(page, lambda: are_bars_seen(page)))
    page.mouse.click(700, 300)
    page.wait_for_timeout(500)
    report.check('a click of the mouse hides none', are_bars_seen(page))
    page.keyboard.press('m')
    wait(page, lambda: not are_bars_seen(page))
    page.mouse.click(700, 300)
    report.check('but brings them back', wait(page, lambda: are_bars_seen(page)))
    page.keyboard.press('End')
    at_page(page, 5)
    # As a tap does: a click of the mouse edits it.
    page.locator('.reader-title').evaluate('(title) => title.click()')
    report.check('the title leads to the start', at_page(page, 1), reader(page))
    page.context.close()


def check_edge_taps(report, browser, document):
    page = opened(browser, document, PHONE)
    fingers = Hand(page)
    choose_view(page, 'Page by page')
    fingers.tap((370, 420))
    report.check('a tap at the right edge turns the page', at_page(page, 2), reader(page))
    settle(page)
    fingers.rest(500)
    fingers.tap((20, 420))
    report.check('and one at the left edge back', at_page(page, 1) and are_bars_seen(page), reader(page))
    page.context.close()


def top_of(page, selector):
    return page.locator(selector).bounding_box()['y']


def check_beside_hidden_bars(report, browser, client):
    """Where the bars are hidden, what is opened lies at the upper edge, and not below a band of nothing."""
    document = client.upload('beside bars.pdf', pdf(5))
    for device, highest in ((DESKTOP, 8), (PHONE, 0)):
        page = opened(browser, document, device)
        width = device['viewport']['width']
        page.keyboard.press('m')
        wait(page, lambda: not are_bars_seen(page))
        page.keyboard.press('/')
        at_edge = wait(page, lambda: top_of(page, '.find-bar') <= highest)
        report.check(f'{width}: a search is at the upper edge', at_edge and not are_bars_seen(page), top_of(page, '.find-bar'))
        page.keyboard.press('Escape')
        page.keyboard.press('i')
        report.check(f'{width}: a panel, too', wait(page, lambda: top_of(page, '.info-panel') == 0), top_of(page, '.info-panel'))
        page.keyboard.press('Escape')
        wait(page, lambda: are_bars_seen(page))
        below = wait(page, lambda: top_of(page, '.info-panel') > 50)
        report.check(f'{width}: and below the bar when it comes back', below, top_of(page, '.info-panel'))
        page.context.close()
    page = opened(browser, document)
    page.mouse.move(700, 400)
    page.mouse.wheel(0, 400)
    wait(page, lambda: opacity_of_bar(page) == 0)
    page.keyboard.press('/')
    report.check('bars that have faded come back with a search', wait(page, lambda: opacity_of_bar(page) == 1), opacity_of_bar(page))
    page.mouse.wheel(0, 400)
    page.wait_for_timeout(400)
    report.check('and stay beside it', opacity_of_bar(page) == 1, opacity_of_bar(page))
    page.keyboard.press('Escape')
    report.check('Escape closes it, and they fade again', wait(page, lambda: opacity_of_bar(page) == 0), opacity_of_bar(page))
    page.context.close()


def check_bars_in_full_screen(report, browser, client):
    """The bars are of use in full screen, and there is one set of them afterwards."""
    page = opened(browser, client.upload('filled bars.pdf', pdf(5)))
    filled = lambda: page.evaluate('document.fullscreenElement !== null')
    page.keyboard.press('v')
    page.get_by_role('menuitem', name='Full screen').click()
    report.check('full screen begins without bars', wait(page, lambda: filled() and not are_bars_seen(page)))
    page.keyboard.press('n')
    report.check('keys turn its pages', at_page(page, 2), reader(page))
    page.keyboard.press('Tab')
    report.check('the bars come with the focus', wait(page, lambda: are_bars_seen(page)))
    zoom = reader(page)['zoom']
    page.get_by_role('button', name='Zoom in').click()
    report.check('and work there', wait(page, lambda: reader(page)['zoom'] > zoom) and filled(), (zoom, reader(page)))
    page.keyboard.press('v')
    page.get_by_role('menuitem', name='Full screen').or_(page.get_by_role('menuitem', name='Leave full screen')).click()
    left = wait(page, lambda: not filled() and are_bars_seen(page))
    bars = [page.locator(bar).count() for bar in ('.reader-bar', '.reader-foot')]
    report.check('behind it there is one set of them', left and bars == [1, 1], (filled(), bars))
    page.context.close()
