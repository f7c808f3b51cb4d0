"""Pages without a session, the policy of a page, and the names that screen readers are told."""

import http.server
import threading
from contextlib import contextmanager
from urllib.parse import quote

from fixtures import pdf
from harness import BASE, DESKTOP, PHONE, SIGN_IN, TABLET, inspect, open_document, overflow, settle, wait

# Every control has a name, every image a text, every field a label; one heading of the first level; one main part.
AUDIT = """
() => {
  const seen = (element) => element.checkVisibility({visibilityProperty: true}) && !element.closest('[inert]');
  const all = (selector) => [...document.querySelectorAll(selector)].filter(seen);
  const name = (element) => (element.getAttribute('aria-label') || element.labels?.[0]?.textContent
    || element.textContent || element.title || '').trim();
  const report = (what, elements) => elements.map((element) => `${what}: ${element.outerHTML.slice(0, 90)}`);
  const ids = [...document.querySelectorAll('[id]')].map((element) => element.id);
  const small = (element) => { const box = element.getBoundingClientRect(); return box.width < 24 || box.height < 24; };
  return [
    ...report('no name', all('button, a[href], input, select, [role=menuitem]').filter((element) => !name(element))),
    ...report('no text', all('img:not([alt]), svg:not([aria-hidden]):not([aria-label])')),
    ...report('too small', all('button, a[href], select, input').filter(small)),
    ...report('above Tab order', all('[tabindex]').filter((element) => element.tabIndex > 0)),
    ...(all('h1').length === 1 ? [] : [`${all('h1').length} h1`]),
    ...(all('main').length === 1 ? [] : [`${all('main').length} main`]),
    ...(document.documentElement.lang ? [] : ['no language']),
    ...(new Set(ids).size === ids.length ? [] : ['an id twice']),
    ...report('role without a name', all('nav, [role=region], [role=group], dialog').filter((element) =>
      !element.getAttribute('aria-label') && !element.getAttribute('aria-labelledby'))),
  ];
}
"""

COLORS = """
() => ({
  desk: getComputedStyle(document.documentElement).backgroundColor,
  panel: getComputedStyle(document.querySelector('.sidebar')).backgroundColor,
  ink: getComputedStyle(document.body).color,
})
"""
LIGHT = {'desk': 'rgb(233, 230, 224)', 'panel': 'rgb(246, 244, 240)', 'ink': 'rgb(28, 26, 24)'}
DARK = {'desk': 'rgb(21, 20, 19)', 'panel': 'rgb(31, 30, 28)', 'ink': 'rgb(241, 238, 233)'}


def check_signed_out(report, browser):
    if not SIGN_IN:
        # `run.py` starts a server with sign-in; one that is given by its address may have none.
        return report.skip('a client that has not signed in', 'this server lets every client in')
    page = browser.page(signed_in=False)
    report.check(
        'without a session the page says where the sign-in link is',
        page.get_by_role('heading', name='Sign in').is_visible(),
    )
    report.check('and how to get another one', 'sheaf token link' in page.inner_text('main'))
    report.check('and inspect says so', inspect(page)['view'] == 'signed-out', inspect(page))
    report.check('and it is accessible', page.evaluate(AUDIT) == [], page.evaluate(AUDIT))


# Pictures of an icon that a browser can show, by their widths.
ICON = """
async () => {
  const image = new Image();
  image.src = '/favicon.ico';
  try { await image.decode(); } catch { return 'no picture'; }
  return image.naturalWidth;
}
"""


def check_unknown_address(report, browser):
    page = browser.page()
    report.check('there is an icon where browsers look for one', page.evaluate(ICON) in (16, 32, 48), page.evaluate(ICON))
    status = page.goto(f'{BASE}/no/such/place').status
    report.check('an unknown address is a page of the app, with 404', status == 404 and settle(page), status)


# The status that another origin's script gets of an address without the user's cookie, or why it gets nothing.
READ = """
async (url) => {
  try {
    const answer = await fetch(url, {credentials: 'omit'});
    return answer.status;
  } catch (error) {
    return String(error);
  }
}
"""


def check_other_ports(report, browser, client, name):
    """Another port of the host is of the same site, and shares the browser's cache with the app."""
    if not SIGN_IN:
        return report.skip('readers at other ports', 'this server lets every client in')
    id = next(document['id'] for document in client.ask('GET', f'/api/v1/documents?q={quote(name)}')[1]['documents'])
    context = browser.context(DESKTOP)
    page = context.new_page()
    page.goto(BASE)
    settle(page)
    with other_origin() as origin:
        other = context.new_page()
        other.goto(origin)
        for path in (f'/iiif/3/{id}_1/full/200,/0/default.jpg', f'/iiif/presentation/3/{id}/manifest'):
            mine = page.evaluate('async (url) => { const answer = await fetch(url); await answer.blob(); return answer.status; }', path)
            again = page.evaluate("async (url) => (await fetch(url, {cache: 'force-cache'})).status", path)
            report.check(f'the app reads {path}', (mine, again) == (200, 200), (mine, again))
            for cache in ('default', 'force-cache'):
                found = other.evaluate(READ.replace("'omit'", f"'omit', cache: '{cache}'"), BASE + path)
                report.check(f'… and a page on another port does not, with cache: {cache}', found == 401, found)


@contextmanager
def other_origin():
    """An empty page on another port of the server's host."""

    class Empty(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header('Content-Type', 'text/html')
            self.end_headers()
            self.wfile.write(b'<!doctype html><title>Another</title>')

        def log_message(self, *_):
            pass

    with http.server.ThreadingHTTPServer(('127.0.0.1', 0), Empty) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f'http://127.0.0.1:{server.server_address[1]}/'
        finally:
            server.shutdown()


def check_accessibility(report, browser, name):
    for device, what in [(DESKTOP, 'desktop'), (PHONE, 'phone')]:
        page = browser.page(device)
        report.check(
            f'{what}: the library passes the audit', page.evaluate(AUDIT) == [], page.evaluate(AUDIT)
        )
        open_document(page, name)
        report.check(f'{what}: the reader passes the audit', page.evaluate(AUDIT) == [], page.evaluate(AUDIT))
        page.context.close()


def check_colors(report, browser):
    for scheme, wanted in [('light', LIGHT), ('dark', DARK)]:
        page = browser.page(color_scheme=scheme)
        report.check(
            f'{scheme}: desk, panel and ink are the tokens',
            page.evaluate(COLORS) == wanted,
            page.evaluate(COLORS),
        )
        page.context.close()


def check_layouts(report, browser, name):
    for device, what in [(PHONE, 'phone'), (TABLET, 'tablet'), (DESKTOP, 'desktop')]:
        page = browser.page(device)
        report.check(f'{what}: the library does not scroll sideways', overflow(page) <= 0, overflow(page))
        report.check(
            f'{what}: places are {"a column" if what == "desktop" else "a drawer"}',
            is_column(page) == (what == 'desktop'),
        )
        enlarge(page)
        report.check(
            f'{what}: text twice as large loses nothing sideways',
            overflow(page) <= 0 and cut_off(page) == [],
            cut_off(page),
        )
        page.context.close()
    check_phone_reader(report, browser, name)
    check_drawer(report, browser)


def check_phone_reader(report, browser, name):
    page = browser.page(PHONE)
    open_document(page, name)
    report.check(
        'phone: the reader does not scroll sideways',
        overflow(page) <= 0 and sideways(page) <= 0,
        sideways(page),
    )
    bar = page.locator('.page-controls').bounding_box()
    report.check('phone: turning pages is at the thumb', bar and bar['y'] > 700, bar)
    small = page.evaluate("""[...document.querySelectorAll('.page-controls button, .reader-bar .button')].filter((element) =>
      element.checkVisibility()).map((element) => element.getBoundingClientRect()).filter((box) => Math.min(box.width, box.height) < 44).length""")
    report.check('phone: what is tapped has 44 pixels', small == 0, small)
    page.context.close()


def check_drawer(report, browser):
    page = browser.page(PHONE)
    page.get_by_role('button', name='Library').click()
    settle(page)
    report.check(
        'phone: the drawer opens with the focus in it',
        page.evaluate("document.activeElement.closest('.sidebar') !== null"),
    )
    page.keyboard.press('Escape')
    settle(page)
    focus = page.evaluate('document.activeElement.getAttribute("aria-label")')
    report.check('phone: Escape closes it and the focus is back', focus == 'Library', focus)
    page.context.close()


def check_keys_sheet(report, browser):
    page = browser.page()
    page.keyboard.press('?')
    report.check('? shows the keys', wait(page, lambda: page.get_by_role('dialog', name='Keys').is_visible()))
    settle(page)
    page.keyboard.press('Escape')
    report.check('Escape puts them away', wait(page, lambda: page.get_by_role('dialog').count() == 0))


def is_column(page):
    return page.locator('.sidebar').evaluate(
        '(element) => !element.inert && getComputedStyle(element).position !== "fixed"'
    )


def enlarge(page):
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    page.evaluate("dispatchEvent(new Event('resize'))")
    settle(page)


def cut_off(page):
    """Controls that lie outside the window."""
    return page.evaluate("""[...document.querySelectorAll('button, select, input, h1')].filter((element) =>
      element.checkVisibility({visibilityProperty: true}) && !element.closest('[inert], li.card'))
      .map((element) => [element.getBoundingClientRect(), element])
      .filter(([box]) => box.left < -1 || box.right > innerWidth + 1)
      .map(([box, element]) => `${element.outerHTML.slice(0, 60)} ${Math.round(box.left)}-${Math.round(box.right)}`)""")


def sideways(page):
    return page.locator('.pages').evaluate('(element) => element.scrollWidth - element.clientWidth')


def check_cards_by_keys(report, browser, client):
    # The newest come first: what Enter opens is one that is read.
    for number in range(2):
        client.upload(f'by keys {number}.pdf', pdf(text=f'By keys {number}'))
    page = browser.page()
    page.keyboard.press('/')
    report.check('/ goes to the search', page.evaluate('document.activeElement.type') == 'search')
    page.keyboard.press('Escape')
    page.keyboard.press('ArrowRight')
    first = page.evaluate('document.activeElement.closest("li.card")?.ariaPosInSet')
    page.keyboard.press('ArrowRight')
    second = page.evaluate('document.activeElement.closest("li.card")?.ariaPosInSet')
    report.check('arrows walk from card to card', (first, second) == ('1', '2'), (first, second))
    report.check('one card is in the Tab order', page.locator('.grid a[tabindex="0"]').count() == 1)
    page.keyboard.press('Enter')
    report.check('Enter opens the card', wait(page, lambda: inspect(page)['view'] == 'reader'))
