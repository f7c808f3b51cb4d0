"""The reader in windows of every size, and with large text: nothing overlaps, and all of it can be reached."""

from fixtures import pdf, pdf_of_sizes
from harness import DESKTOP, PHONE, overflow, reader, settle, wait
from info_checks import CHAPTERS
from reader_place_checks import labelled

SIZES = [(390, 844), (820, 1180), (844, 390), (320, 640), (1440, 900)]

# The visible parts of the head and of the bars at the foot, each with its place.
SEEN = """
() => [...document.querySelectorAll(
  '.reader-bar :is(button, a, h1, input, select, .page-total), .reader-foot button',
)].filter((element) => element.checkVisibility({visibilityProperty: true})).map((element) => {
  const isText = element.matches('.page-total');
  const range = new Range();
  range.selectNodeContents(element);
  const {left, top, right, bottom} = (isText ? range : element).getBoundingClientRect();
  const isControl = !element.matches('h1, .page-total');
  return {
    name: element.getAttribute('aria-label') ?? element.textContent, left, top, right, bottom, isControl,
    isTool: element.closest('.reader-foot') === null,
  };
})
"""

# How much of the height of the window is left to the pages.
LEFT = "document.querySelector('.reader-stage').clientHeight / innerHeight"
TOOLBARS = """
() => [...document.querySelectorAll('.reader-bar, .reader-middle, .reader-foot, .board-tools, .board-head > *')].filter(
  (element) => element.checkVisibility()).map((element) => element.getBoundingClientRect()).filter((box) => box.height > 0)
"""


def device(width, height, scale=1):
    """With touch but for a desktop; `scale` enlarges the page as the browser's own zoom does."""
    touch = {} if width == 1440 else {'has_touch': True, 'is_mobile': True}
    return {
        'viewport': {'width': round(width / scale), 'height': round(height / scale)}, 'device_scale_factor': scale, **touch,
    }


def overlaps(boxes):
    """Pairs that lie on one another, by more than a hair."""
    def meet(a, b):
        across = min(a['right'], b['right']) - max(a['left'], b['left'])
        down = min(a['bottom'], b['bottom']) - max(a['top'], b['top'])
        return across > 0.5 and down > 0.5
    return [(a['name'], b['name']) for n, a in enumerate(boxes) for b in boxes[:n] if meet(a, b)]


def faults(page, least):
    """The faults of the head and the foot; `least` pixels are to be on each side of what is pressed."""
    seen = page.evaluate(SEEN)
    tools = [one for one in seen if one['isTool']]
    width, height = page.evaluate('[innerWidth, innerHeight]')
    outside = [
        one['name'] for one in tools
        if one['left'] < -0.5 or one['right'] > width + 0.5 or one['top'] < -0.5 or one['bottom'] > height + 0.5
    ]
    small = [
        one['name'] for one in seen
        if one['isControl'] and min(one['right'] - one['left'], one['bottom'] - one['top']) < least - 0.5
    ]
    title = next((one['right'] - one['left'] for one in seen if one['name'].startswith('An account')), 0)
    narrow = [f'title {title:.0f}'] if title < 40 else []
    return [*overlaps(tools), *outside, *small, *narrow]


def check_reader_head(report, browser, client):
    document = client.upload('An account of the sheaves that were bound in summer.pdf', labelled(117))
    for width, height in SIZES:
        for scale, root in [(1, 1), (2, 1), (1, 2)]:
            name = f'{width}×{height}{", zoomed to 200 %" if scale == 2 else ", text of 200 %" if root == 2 else ""}'
            page = browser.page(device(width, height, scale), f'/d/{document["id"]}#page=57')
            page.evaluate(f"document.documentElement.style.fontSize = '{root * 100}%'")
            page.evaluate("dispatchEvent(new Event('resize'))")
            settle(page)
            found = faults(page, 28 if width == 1440 else 44)
            report.check(f'{name}: nothing in the head overlaps, is cut off or is too small', found == [], found)
            left = page.evaluate(LEFT)
            report.check(f'{name}: the pages have room', left >= 0.45 and overflow(page) <= 0, (left, overflow(page)))
            page.context.close()


# Of the library's head: what is cut off, what lies under an icon, and what lies on one another.
LIBRARY = """
() => {
  const cut = (text, style, room) => {
    const canvas = document.createElement('canvas').getContext('2d');
    canvas.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    return canvas.measureText(text).width > room + 1;
  };
  const title = document.querySelector('.place-title'), field = document.querySelector('.search-field');
  const style = getComputedStyle(field), list = document.querySelector('.order-list');
  const [left, right] = [style.paddingLeft, style.paddingRight].map(Number.parseFloat);
  const glass = field.parentElement.querySelector('.icon').getBoundingClientRect();
  const sort = list.parentElement.querySelector('.icon').getBoundingClientRect(), words = getComputedStyle(list);
  return [
    title.scrollWidth > title.clientWidth && 'title', cut(field.placeholder, style, field.clientWidth - left - right) && 'placeholder',
    glass.right > field.getBoundingClientRect().left + left && 'glass',
    words.color !== 'rgba(0, 0, 0, 0)' && sort.right > list.getBoundingClientRect().left + Number.parseFloat(words.paddingLeft) && 'order',
  ].filter(Boolean);
}
"""
LIBRARY_PARTS = """
() => [...document.querySelectorAll('.place-title, .places-button, .search-field, .select-box, .board-button, .add-button')].map((part) => {
  const {left, top, right, bottom} = part.getBoundingClientRect();
  return {name: part.className, left, top, right, bottom};
}).filter(({right, left}) => right > left)
"""


def enlarge(page, root):
    """Text of another size, as browsers offer it."""
    page.evaluate(f"document.documentElement.style.fontSize = '{root * 100}%'")
    page.evaluate("dispatchEvent(new Event('resize'))")
    page.wait_for_timeout(300)
    settle(page)


def check_library_head(report, browser):
    for width, height in [*SIZES, (1280, 800)]:
        for root in (1, 2):
            name = f'{width}×{height}{", text of 200 %" if root == 2 else ""}'
            page = browser.page(device(width, height))
            enlarge(page, root)
            found = page.evaluate(LIBRARY) + overlaps(page.evaluate(LIBRARY_PARTS))
            report.check(f'{name}: in the head of the library nothing is cut off or covered', found == [], found)
            report.check(f'{name}: and it fits the window', overflow(page) <= 0, overflow(page))
            page.context.close()


# Whether the title of the place is cut, and the pixels between its words and the search.
TITLE = """
() => {
  const [title, search] = ['.place-title', '.search-box'].map((part) => document.querySelector(part));
  return [title.scrollWidth > title.clientWidth, search.getBoundingClientRect().left - title.getBoundingClientRect().right];
}
"""


def check_library_title(report, browser):
    """The title of the place is read whole, and does not touch the search."""
    for width in (700, 820, 1024, 1180, 1240, 1280):
        for touch in (False, True):
            page = browser.page({'viewport': {'width': width, 'height': 768}, 'has_touch': touch, 'is_mobile': touch})
            cut, gap = page.evaluate(TITLE)
            report.check(f'{width} pixels{", touched" if touch else ""}: the title is whole, with air behind it', not cut and gap >= 10, (cut, gap))
            page.context.close()


def check_reader_zoom_buttons(report, browser, client):
    document = client.upload('zoomed.pdf', pdf(pages=3))
    page = browser.page(device(820, 1180), f'/d/{document["id"]}')
    report.check('a tablet has the buttons of the zoom', page.get_by_role('button', name='Zoom in').is_visible())


def check_toast_over_empty(report, browser, client):
    """A message leaves what is offered on an empty list in reach."""
    client.upload('soon gone.txt', b'Soon')
    page = browser.page(device(844, 390), '/?q=soon+gone')
    page.locator('li.card a').focus()
    page.keyboard.press('Delete')
    toast, button = page.locator('.toast'), page.get_by_role('button', name='Clear the search')
    wait(page, lambda: toast.count() == 1 and button.count() == 1)
    page.wait_for_timeout(400)
    gap = toast.bounding_box()['y'] - button.bounding_box()['y'] - button.bounding_box()['height']
    report.check('a message does not cover “Clear the search”', gap >= 0, gap)


CONTROLS = """
[...document.querySelectorAll('button, a, input, select, textarea, h1, h2, h3')].filter((element) =>
  element.checkVisibility({visibilityProperty: true, opacityProperty: true}) && !element.closest('[inert], .page, .strip'))
"""
KEEP_CONTROLS = f'() => {{ globalThis.keptControls = new Set({CONTROLS.strip()}); }}'
# The controls that have come since, each with its faults: reaching out of the window, squeezed, or covered in its middle.
NEW_CONTROLS = f"""
() => {CONTROLS.strip()}.filter((element) => !globalThis.keptControls.has(element)).map((element) => {{
  const frame = scroller(element);
  // As it is where it has the focus.
  if (frame) element.scrollIntoView({{block: 'nearest', behavior: 'instant'}});
  const {{left, top, right, bottom}} = element.getBoundingClientRect(), faults = [];
  const seen = frame?.getBoundingClientRect() ?? {{left: 0, top: 0, right: innerWidth, bottom: innerHeight}};
  const x = (left + right) / 2, y = (top + bottom) / 2;
  const isSeen = x > Math.max(seen.left, 0) && x < Math.min(seen.right, innerWidth) && y > Math.max(seen.top, 0) && y < Math.min(seen.bottom, innerHeight);
  const over = isSeen ? document.elementFromPoint(x, y) : null;
  if (left < -1 || right > innerWidth + 1) faults.push(`from ${{left.toFixed()}} to ${{right.toFixed()}}`);
  if (Math.min(right - left, bottom - top) < 12) faults.push('is squeezed');
  if (!isSeen && !frame) faults.push('cannot be reached');
  if (over && !element.contains(over) && !over.contains(element)) faults.push(`lies under ${{over.outerHTML.slice(0, 60)}}`);
  return {{name: (element.getAttribute('aria-label') ?? element.textContent).trim().slice(0, 40), faults}};

  function scroller(element) {{
    for (let one = element.parentElement; one; one = one.parentElement) {{
      const {{overflowX, overflowY}} = getComputedStyle(one);
      if (/auto|scroll/.test(overflowY) && one.scrollHeight > one.clientHeight) return one;
      if (/auto|scroll/.test(overflowX) && one.scrollWidth > one.clientWidth) return one;
    }}
    return null;
  }}
}})
"""
# Each part of the reader that a key shows.
SHOWN_BY = {
    '/': 'the search', 'o': 'the contents', 'g': 'all pages', 'i': 'the information', 'h': 'the versions', 'Shift+A': 'the marks',
    'a': 'the marking tools', 'v': 'the page view', 'Control+p': 'the printing',
}


def check_reader_parts(report, browser, client):
    """Panels, bars, menus and sheets of the reader fit every window, also with large text."""
    check_parts(report, browser, client, [(size, root) for size in SIZES for root in (1, 2)])


def check_parts_on_a_phone(report, browser, client):
    """So they do where there is least room for one column."""
    check_parts(report, browser, client, [((390, 844), 2)])


def check_parts(report, browser, client, cases):
    document = client.upload('parts.md', CHAPTERS.encode())
    for (width, height), root in cases:
        for key, part in SHOWN_BY.items():
            page = browser.page(device(width, height), f'/d/{document["id"]}#page=2')
            enlarge(page, root)
            page.evaluate(KEEP_CONTROLS)
            page.keyboard.press(key)
            page.wait_for_timeout(500)
            settle(page)
            shown = page.evaluate(NEW_CONTROLS)
            found = [one for one in shown if one['faults']] if shown else 'nothing is shown'
            name = f'{width}×{height}{", text of 200 %" if root == 2 else ""}'
            report.check(f'{name}: nothing of {part} is covered or cut off', found == [], found)
            report.check('and it fits the window', overflow(page) <= 0, overflow(page))
            page.context.close()


# Controls that Tab reaches though something else is seen in their place, and all that is inert.
UNDER_PANELS = """
() => [...document.querySelectorAll(':is(.reader-bar, .reader-foot, .find-bar) :is(a, button, input, select, [tabindex="0"])')].filter((element) => {
  if (!element.checkVisibility({visibilityProperty: true, opacityProperty: true}) || element.inert || element.disabled || element.tabIndex < 0) return false;
  const {x, y, width, height} = element.getBoundingClientRect();
  const seen = document.elementFromPoint(x + width / 2, y + height / 2);
  return seen?.closest('.info-panel') !== null && seen !== null;
}).map((element) => element.getAttribute('aria-label') ?? element.className)
"""
INERT = "[...document.querySelectorAll('.reader [inert]')].map((element) => element.getAttribute('aria-label') ?? element.className)"


def check_controls_under_panels(report, browser, client):
    """On a phone whatever lies under a panel takes no key, and does again when the panel has gone."""
    document = client.upload('covered.md', CHAPTERS.encode())
    for key, part in [('o', 'the contents'), ('g', 'all pages'), ('i', 'the information'), ('Shift+A', 'the marks')]:
        page = browser.page(PHONE, f'/d/{document["id"]}#page=2')
        report.check(f'before {part} nothing is inert', page.evaluate(INERT) == [], page.evaluate(INERT))
        page.keyboard.press(key)
        wait(page, lambda: page.locator('.info-panel').count() == 1)
        # The panel has come to rest.
        page.wait_for_timeout(400)
        report.check(f'no key reaches what lies under {part}', page.evaluate(UNDER_PANELS) == [], page.evaluate(UNDER_PANELS))
        report.check('and something does', page.evaluate(INERT) != [])
        page.set_viewport_size({'width': 1200, 'height': 844})
        report.check('nothing is inert where there is room beside the pages', wait(page, lambda: page.evaluate(INERT) == []), page.evaluate(INERT))
        page.set_viewport_size({'width': 320, 'height': 844})
        row = page.locator('.strip > .strip-scroller')
        report.check(f'no key reaches the row of pages under {part} in a narrow window', wait(page, lambda: row.evaluate('(row) => row.inert')))
        page.set_viewport_size({'width': 390, 'height': 844})
        report.check('it is again where there is none', wait(page, lambda: page.evaluate(INERT) != [] and page.evaluate(UNDER_PANELS) == []), page.evaluate(UNDER_PANELS))
        page.keyboard.press('Escape')
        gone = wait(page, lambda: page.locator('.info-panel').count() == 0 and page.evaluate(INERT) == [])
        report.check(f'after {part} all of it can be used', gone, page.evaluate(INERT))
        page.get_by_role('button', name='Next page').tap()
        report.check('by touch, too', wait(page, lambda: reader(page)['page'] == 3), reader(page)['page'])
        page.context.close()


def check_reader_tools(report, browser, client):
    """Tools without room in the head are in its menu."""
    document = client.upload('tools.pdf', labelled(20))
    for width, height, scale in [(390, 844, 1), (390, 844, 2), (820, 1180, 1)]:
        page = browser.page(device(width, height, scale), f'/d/{document["id"]}#page=7')
        seen = [one['name'] for one in page.evaluate(SEEN)]
        page.get_by_role('button', name='More', exact=True).tap()
        wait(page, lambda: page.locator('.menu').is_visible())
        listed = page.locator('.menu bdi').all_inner_texts()
        wanted = ['Add this page to a board', 'Versions', 'Open in…', 'Download']
        missing = [tool for tool in wanted if (tool in seen) == (tool in listed)]
        report.check(f'{width}×{height} at {scale}: each tool is in the head or in its menu', missing == [], (seen, listed))
        if 'Versions' in listed:
            page.get_by_role('menuitem', name='Versions').tap()
            report.check('and does there what it does in the head', wait(page, lambda: page.locator('.history').count() == 1))
        page.context.close()


def check_mixed_fit(report, browser, client):
    """Upright pages among wide ones, each of which fits the window."""
    document = client.upload('mixed.pdf', pdf_of_sizes([(842, 595), (595, 842), (595, 842), (842, 595), (420, 595)]))
    for device, key in [(PHONE, None), (DESKTOP, 'w')]:
        page = browser.page(device, f'/d/{document["id"]}#page=2')
        settle(page)
        if key:
            page.keyboard.press(key)
            settle(page)
        width = device['viewport']['width']
        for number in (2, 4):
            if number != 2:
                page.keyboard.press('ArrowRight')
                page.keyboard.press('ArrowRight')
                settle(page)
            seen = page.evaluate('[...document.querySelectorAll(".page")].map((page) => page.getBoundingClientRect().width)')
            fits = all(width - 32 - 17 <= across <= width - 32 + 1 for across in seen)
            report.check(f'page {number} of mixed ones and those beside it fit the width, {width} px wide', fits, seen)
        page.context.close()


def check_phone_fit(report, browser, client):
    """Below 600 pixels pages are as wide as the window but for the air, whatever they measure."""
    for name, size in [('ticket', (200, 300)), ('letter', (612, 792)), ('slide', (960, 540))]:
        document = client.upload(f'{name}.pdf', pdf(2, *size))
        for width, height in [(390, 844), (320, 640), (590, 360)]:
            page = browser.page(device(width, height), f'/d/{document["id"]}')
            frame = page.locator('.page').first.bounding_box()
            fits = width - 48 <= frame['width'] <= width - 16
            report.check(f'{width}×{height}: a {name} fits the width', fits, frame)
            page.context.close()
    document = client.upload('ticket on a desktop.pdf', pdf(2, 200, 300))
    page = browser.page(path=f'/d/{document["id"]}')
    report.check('in a large window a ticket has its own size', reader(page)['zoom'] == 100, reader(page))


def check_toasts_aside(report, browser, client):
    """A message covers no toolbar, in the reader and on a board."""
    document = client.upload('aside.pdf', pdf(pages=30))
    for width, height in [(390, 844), (844, 390), (1440, 900)]:
        page = browser.page(device(width, height), f'/d/{document["id"]}')
        page.keyboard.press('b')
        page.get_by_role('menuitem', name='New board').click()
        toast = page.locator('.toast')
        wait(page, lambda: toast.count() == 1)
        covered = covers(page, toast)
        report.check(f'{width}×{height}: in the reader a message covers no toolbar', covered == [], covered)
        page.get_by_role('button', name='Open board').click()
        wait(page, lambda: page.locator('.board-tools').count() == 1)
        settle(page)
        page.get_by_role('button', name='More', exact=True).click()
        page.get_by_role('menuitem', name='Open in…').click()
        page.get_by_role('menuitem', name='Always open').click()
        page.get_by_role('menuitemradio', name='Board', exact=True).click()
        wait(page, lambda: toast.count() == 1)
        covered = covers(page, toast)
        report.check(f'{width}×{height}: on a board a message covers no toolbar', covered == [], covered)
        page.context.close()


def covers(page, toast):
    settle(page)
    page.wait_for_timeout(400)
    over = toast.bounding_box()
    over = {'left': over['x'], 'top': over['y'], 'right': over['x'] + over['width'], 'bottom': over['y'] + over['height']}
    return [bar for bar in page.evaluate(TOOLBARS) if overlaps([over | {'name': ''}, bar | {'name': ''}])]
