"""A browser and a second client for the checks of the app."""

import collections
import json
import os
import shutil
import time
import urllib.error
import urllib.request
from urllib.parse import quote

from playwright.sync_api import Error as PlaywrightError

BASE = os.environ.get('BASE_URL', 'http://127.0.0.1:8080').rstrip('/')
# The folder that is served, for edits past the server; unknown when another program started the server.
WORKSPACE = os.environ.get('WORKSPACE')
SIGN_IN = os.environ.get('SIGN_IN_URL')
PATIENCE_SECONDS = float(os.environ.get('PATIENCE', '20'))

DESKTOP = {'viewport': {'width': 1440, 'height': 900}, 'device_scale_factor': 1}
TABLET = {'viewport': {'width': 820, 'height': 1180}, 'device_scale_factor': 2, 'has_touch': True}
PHONE = {
    'viewport': {'width': 390, 'height': 844},
    'device_scale_factor': 3,
    'has_touch': True,
    'is_mobile': True,
}

# Told by the page itself, before anything of the app runs.
WATCH_POLICY = """
addEventListener('securitypolicyviolation', (event) => {
  console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`);
});
"""

# Time of the page stands still while it is held: its timers wait, and its clock is that of the latest event. A machine
# that is taken away between two events of a gesture then makes no other gesture of it.
HELD_CLOCK = """
(() => {
  const [later, clear, now] = [globalThis.setTimeout, globalThis.clearTimeout, performance.now.bind(performance)];
  const timers = new Map();
  let [latest, held] = [0, null];
  const run = (id) => {
    const timer = timers.get(id);
    timers.delete(id);
    timer?.action();
  };
  const start = (id, timer) => { timer.handle = later(run, Math.max(0, timer.due - now()), id); };
  performance.now = () => held ?? now();
  globalThis.setTimeout = (action, delay = 0, ...rest) => {
    const timer = { action: () => action(...rest), due: performance.now() + Math.max(0, Number(delay) || 0), handle: 0 };
    timers.set(latest += 1, timer);
    if (held === null) start(latest, timer);
    return latest;
  };
  globalThis.clearTimeout = (id) => {
    clear(timers.get(id)?.handle);
    timers.delete(id);
  };
  for (const kind of ['pointerdown', 'pointermove', 'pointerup', 'pointercancel', 'wheel']) {
    addEventListener(kind, ({ timeStamp }) => { if (held !== null) held = Math.max(held, timeStamp); }, { capture: true, passive: true });
  }
  globalThis.heldClock = {
    hold() {
      held ??= now();
      for (const timer of timers.values()) clear(timer.handle);
    },
    free() {
      held = null;
      for (const [id, timer] of [...timers].sort(([, a], [, b]) => a.due - b.due)) {
        clear(timer.handle);
        start(id, timer);
      }
    },
  };
})();
"""


class Client:
    """Another program that speaks to the same server."""

    def __init__(self, cookies=()):
        self.cookie = '; '.join(f'{cookie["name"]}={cookie["value"]}' for cookie in cookies)

    def ask(self, method, path, data=None, kind='application/octet-stream'):
        """The status and the body; as JSON where it is."""
        headers = {'Content-Type': kind, 'Origin': BASE}
        if self.cookie:
            headers['Cookie'] = self.cookie
        request = urllib.request.Request(BASE + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE_SECONDS) as answer:
                return answer.status, as_json(answer.read())
        except urllib.error.HTTPError as error:
            return error.code, as_json(error.read())

    def upload(self, name, data):
        """The document that the server made of it."""
        status, document = self.ask('POST', f'/api/v1/documents?name={quote(name)}&conflict=rename', data)
        if status != 201:
            raise RuntimeError(f'upload of {name}: {status} {document}')
        return document

    def names(self):
        documents = self.ask('GET', '/api/v1/documents?limit=200')[1]['documents']
        return sorted(document['name'] for document in documents)


def as_json(body):
    try:
        return json.loads(body)
    except ValueError:
        return body

# A page that neither tells the server where it and its documents were left nor asks it.
OWN_PLACES = """
{
  const ask = globalThis.fetch;
  globalThis.fetch = (address, ...rest) => (
    /\\/state\\//.test(String(address)) ? Promise.reject(new TypeError('places are not shared')) : ask(address, ...rest)
  );
}
"""

# The document has the window to itself, as after the list beside it was closed.
LIST_CLOSED = """
if (location.protocol !== 'about:' && localStorage.getItem('sheaf.list.beside') === null) localStorage.setItem('sheaf.list.beside', 'false');
"""


class Browser:
    """Contexts of one Chromium; what their pages complain about is kept in `complaints`."""

    def __init__(self, playwright):
        programs = ('chromium-headless-shell', 'chromium', 'chromium-browser')
        program = os.environ.get('CHROMIUM') or next(filter(None, map(shutil.which, programs)), None)
        self.browser = playwright.chromium.launch(executable_path=program, args=['--no-sandbox'])
        self.complaints, self.state = [], None

    def sign_in(self):
        """Opens the link once; later contexts have the session. Returns its cookies."""
        if not SIGN_IN:
            return []
        context = self.browser.new_context()
        context.new_page().goto(SIGN_IN)
        # Each context is another browser, so nothing else that the page keeps is taken over.
        self.state = context.storage_state() | {'origins': []}
        context.close()
        return self.state['cookies']

    def context(self, device, signed_in=True, shares_places=False, has_list=False, **options):
        """`shares_places` opens documents where another context has left them; else each begins anew. `has_list` leaves the list
        beside documents where it stands at first.

        Checks that answer requests themselves see none that a service worker makes; `service_workers='allow'` has one.
        """
        state = self.state if signed_in else None
        options = {'service_workers': 'block', **options}
        context = self.browser.new_context(storage_state=state, **device, **options)
        context.set_default_timeout(PATIENCE_SECONDS * 1000)
        context.add_init_script(WATCH_POLICY)
        context.add_init_script(HELD_CLOCK)
        if not shares_places:
            context.add_init_script(OWN_PLACES)
        if not has_list:
            context.add_init_script(LIST_CLOSED)
        context.on('page', self.listen)
        return context

    def page(self, device=DESKTOP, path='/', **options):
        """A page in a context of its own, open and at rest."""
        page = self.context(device, **options).new_page()
        page.goto(BASE + path)
        settle(page)
        return page

    def close_pages(self):
        for context in self.browser.contexts:
            context.close()

    def listen(self, page):
        page.on('pageerror', lambda error: self.complaints.append(f'{page.url}: {error}'))
        page.on('console', lambda message: self.hear(page, message))

    def hear(self, page, message):
        # The browser itself writes a line for every answer that is a refusal; refusals are tested elsewhere.
        if message.type == 'error' and not message.text.startswith('Failed to load resource'):
            self.complaints.append(f'{page.url}: {message.text}')


def attempt(report, name, check):
    """Runs a check; an error in it is a failure of it and not the end of the others."""
    start = time.monotonic()
    try:
        check()
    except Exception as error:  # noqa: BLE001
        report.check(f'{name} comes to its end', False, error)
    print(f'{time.monotonic() - start:7.1f} s {name}', flush=True)


def inspect(page):
    """The app's account of itself. While a page loads there is no app yet, and each answer is None."""
    return collections.defaultdict(lambda: None, page.evaluate('globalThis.sheaf?.inspect() ?? {}'))


def wait(page, holds, seconds=PATIENCE_SECONDS):
    """Asks again and again until it holds, and returns the last answer. Time in the page goes on meanwhile.

    Playwright's own waiting runs code from text in the page, which the page's policy forbids.
    """
    free(page)
    return wait_held(page, holds, seconds)


def wait_held(page, holds, seconds=PATIENCE_SECONDS):
    """As `wait`, and the time of a page that is held stands still all the while."""
    deadline = time.monotonic() + seconds
    while not (held := _holds_alone(holds)) and time.monotonic() < deadline:
        page.wait_for_timeout(60)
    return held


def _holds_alone(holds):
    """While one screen takes the place of another both are there, and a question for the one does not hold yet."""
    try:
        return holds()
    except PlaywrightError as error:
        if 'strict mode violation' not in str(error):
            raise
        return False


def hold(page):
    """Stops the time of a page until `free` or `wait`."""
    page.evaluate('globalThis.heldClock?.hold()')
    page.is_held = True


def free(page):
    if getattr(page, 'is_held', False):
        page.is_held = False
        page.evaluate('globalThis.heldClock?.free()')


def intercept(page, url, handler):
    """Answers requests of the page itself, as `page.route`, from the moment this returns.

    Chromium says that it intercepts before the process that draws the page knows: a key pressed at once may ask past it.
    """
    page.route(url, handler)
    if page.url.startswith(BASE):
        page.route('**/intercepted', lambda route: route.fulfill(status=204))
        wait(page, lambda: page.evaluate("fetch('/intercepted').then((answer) => answer.status, () => 0)") == 204)


def dialogs_gone(page):
    """Waits until no sheet is in the page: one that closes has the focus for a moment still, and keys are its own."""
    return wait(page, lambda: page.locator('dialog').count() == 0)


def settle(page):
    """Waits until nothing that is shown is loading or moving."""
    return wait(page, lambda: (state := inspect(page)) and not state['busy'])


def card(page, name):
    """The card of a document."""
    return page.locator('li.card', has_text=name)


def shown(page, name):
    return wait(page, lambda: card(page, name).count() == 1)


def box_of(locator):
    """Where the element is, in pixels of the window, once it is drawn: a list that draws its rows anew has none for a moment."""
    return wait(locator.page, locator.bounding_box)


def reader(page):
    return (inspect(page) or {}).get('reader') or {}


def at_page(page, number):
    """Whether the reader comes to show that page."""
    return wait(page, lambda: reader(page).get('page') == number)


def undo(page):
    """Takes the last change back by its key, once that is offered: the server's answer comes before the message does."""
    wait(page, lambda: page.locator('.toast').get_by_role('button', name='Undo').count() == 1)
    page.keyboard.press('Control+z')


def overflow(page):
    """By how many pixels the page is wider than its window."""
    return page.evaluate('document.documentElement.scrollWidth - innerWidth')


def open_document(page, name):
    """Finds a document by its name and opens it."""
    if not card(page, name).is_visible():
        page.goto(f'{BASE}/?q={quote(name)}')
        shown(page, name)
    card(page, name).locator('a').click()
    wait(page, lambda: inspect(page)['view'] == 'reader')
    return settle(page)
