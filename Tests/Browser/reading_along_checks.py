"""What goes along with reading: pages fetched ahead, slideshows, notes over pages, a second window, windows that turn together."""

import re

from fixtures import pdf
from harness import BASE, DESKTOP, PHONE, TABLET, at_page, inspect, reader, settle, wait
from touch import Hand


def opened(browser, document, device=DESKTOP, at='', **options):
    page = browser.page(device, f'/d/{document["id"]}{at}', **options)
    settle(page)
    return page


def watch_pages(page):
    """The pages whose images are asked for from now on, with their widths, in order; and those whose request was ended."""
    asked, ended = [], []

    def numbered(request):
        found = re.search(r'/pages/(\d+)\?.*width=(\d+)', request.url)
        return found and (int(found[1]), int(found[2]))

    page.on('request', lambda request: (one := numbered(request)) and one[1] > 300 and asked.append(one))
    page.on('requestfailed', lambda request: (one := numbered(request)) and one[1] > 300 and ended.append(one))
    return asked, ended


def check_pages_ahead(report, browser, client):
    """While page 5 is read, pages 6 and 7 are fetched, after it is sharp; a jump ends that."""
    document = client.upload('ahead.pdf', pdf(40, text='Ahead'))
    page = browser.context(DESKTOP).new_page()
    asked, ended = watch_pages(page)
    page.goto(f'{BASE}/d/{document["id"]}#page=5&zoom=100')
    there = wait(page, lambda: {number for number, _ in asked} >= {5, 6, 7})
    report.check('page 5 is asked for first, then 6, then 7', there and [one for one, _ in asked if one in (5, 6, 7)] == [5, 6, 7], asked)
    report.check('all at the width that is shown', len({width for _, width in asked}) == 1, asked)
    page.wait_for_timeout(400)
    report.check('and none farther ahead', max(number for number, _ in asked) == 7, asked)
    settle(page)
    asked.clear()
    page.keyboard.press('ArrowRight')
    page.keyboard.press('ArrowRight')
    at_page(page, 7)
    settle(page)
    report.check('page 7 is there without a new picture of it', 7 not in [one for one, _ in asked], asked)
    wait(page, lambda: {number for number, _ in asked} >= {8, 9})
    stuck = []
    page.route(re.compile(r'/pages/10\?'), lambda route: stuck.append(route))
    page.keyboard.press('ArrowRight')
    at_page(page, 8)
    wait(page, lambda: stuck)
    report.check('what is two pages on waits for its answer', len(stuck) == 1 and ended == [], (stuck, ended))
    page.keyboard.press('End')
    at_page(page, 40)
    report.check('a jump ends it', wait(page, lambda: [number for number, _ in ended] == [10]), ended)
    settle(page)
    report.check('and is not held up by it', reader(page)['page'] == 40 and inspect(page)['busy'] is False)
    page.context.close()
    page = browser.context(DESKTOP).new_page()
    page.add_init_script("Object.defineProperty(navigator, 'connection', { value: { saveData: true } })")
    asked, _ = watch_pages(page)
    page.goto(f'{BASE}/d/{document["id"]}#page=5&zoom=100')
    wait(page, lambda: {number for number, _ in asked} >= {5, 6})
    page.wait_for_timeout(600)
    report.check('a browser that saves data gets none ahead', 7 not in [one for one, _ in asked], asked)
    page.context.close()
