"""Pages of Firefox that answer to what the checks ask of Playwright's pages, and a hand that touches them.

Only what the shared checks use is here. A call that the protocol cannot serve raises, so that no check passes without it.
Firefox implements neither a pen (`Unimplemented pointerMove for pointerType pen`) nor a touch that the system cancels.
"""

import json
import time

from harness import BASE, OWN_PLACES, WATCH_POLICY, settle

KEYS = {
    'Shift': '\ue008', 'Control': '\ue009', 'Alt': '\ue00a', 'Escape': '\ue00c', 'Enter': '\ue007', 'Tab': '\ue004',
    'Home': '\ue011', 'End': '\ue010', 'ArrowLeft': '\ue012', 'ArrowUp': '\ue013', 'ArrowRight': '\ue014', 'ArrowDown': '\ue015',
}  # fmt: skip
BUTTONS = {'left': 0, 'middle': 1, 'right': 2}
# The source of a motion that does nothing but take time.
CLOCK = 'clock'
FRAME_MILLISECONDS = 17
PAUSE = {'type': 'pause', 'duration': 0}


def move(place, milliseconds=0):
    return {'type': 'pointerMove', 'x': place[0], 'y': place[1], 'duration': milliseconds}


def press(button='left'):
    return {'type': 'pointerDown', 'button': BUTTONS[button]}


def release(button='left'):
    return {'type': 'pointerUp', 'button': BUTTONS[button]}


class FirefoxBrowser:
    """As `harness.Browser`: pages that share nothing, and what they complain about."""

    def __init__(self, firefox, cookies=()):
        self.firefox, self.cookies = firefox, cookies
        for script in (WATCH_POLICY, OWN_PLACES):
            firefox.call('script.addPreloadScript', functionDeclaration=f'() => {{ {script} }}')

    def context(self, device):
        return FirefoxContext(self, device)

    def page(self, device, path='/'):
        page = self.context(device).new_page()
        page.goto(BASE + path)
        settle(page)
        return page

    def close_pages(self):
        for context in self.firefox.call('browser.getUserContexts')['userContexts']:
            if context['userContext'] != 'default':
                self.firefox.call('browser.removeUserContext', userContext=context['userContext'])

    @property
    def complaints(self):
        """The errors of pages; Firefox writes no line for an answer that is a refusal."""
        return [entry['text'] for entry in self.firefox.logged if entry['level'] == 'error']


class FirefoxContext:
    """One page with cookies and a storage of its own."""

    def __init__(self, browser, device):
        self.firefox, self.cookies, self.device = browser.firefox, browser.cookies, device
        self.user = self.firefox.call('browser.createUserContext')['userContext']

    def new_page(self):
        tab = self.firefox.call('browsingContext.create', type='tab', userContext=self.user)['context']
        self.firefox.call(
            'browsingContext.setViewport', context=tab, viewport=self.device['viewport'],
            devicePixelRatio=self.device['device_scale_factor'],
        )  # fmt: skip
        for cookie in self.cookies:
            kept = {'name': cookie['name'], 'value': {'type': 'string', 'value': cookie['value']}, 'domain': cookie['domain']}
            kept |= {'path': cookie['path'], 'httpOnly': cookie['httpOnly']}
            self.firefox.call('storage.setCookie', cookie=kept, partition={'type': 'storageKey', 'userContext': self.user})
        return FirefoxPage(self, tab)

    def close(self):
        self.firefox.call('browser.removeUserContext', userContext=self.user)


class FirefoxPage:
    def __init__(self, context, tab):
        self.context, self.tab, self.pointers = context, tab, FirefoxPointers(self)
        self.keyboard, self.mouse = FirefoxKeyboard(self), FirefoxMouse(self)

    def call(self, method, **parameters):
        self.pointers.flush()
        return self.context.firefox.call(method, context=self.tab, **parameters)

    def act(self, *sources):
        """Each source as its id, its kind and its steps; the first steps of all are one moment, and so on."""
        self.pointers.flush()
        self.perform(*sources)

    def perform(self, *sources):
        self.context.firefox.call('input.performActions', context=self.tab, actions=[
            {'id': id, 'type': 'pointer', 'parameters': {'pointerType': kind}, 'actions': steps} if kind in ('touch', 'mouse')
            else {'id': id, 'type': kind, 'actions': steps}
            for id, kind, steps in sources
        ])  # fmt: skip

    def goto(self, address):
        self.call('browsingContext.navigate', url=address, wait='complete')

    def evaluate(self, expression, argument=None):
        """The value of an expression, of the function that it is, or of its promise; as JSON carries it."""
        text = f'async (given) => {{ const it = ({expression}); const input = JSON.parse(given); '
        return self.run(text + 'return typeof it === "function" ? it(input) : it; }', argument)

    def run(self, function, argument, *first):
        """Calls an async function with nodes and what JSON carries, and returns what it returns."""
        self.pointers.flush()
        answer = self.context.firefox.call(
            'script.callFunction', target={'context': self.tab}, awaitPromise=True,
            functionDeclaration=f'async (...given) => JSON.stringify((await ({function})(...given)) ?? null)',
            arguments=[*first, {'type': 'string', 'value': json.dumps(argument)}],
        )  # fmt: skip
        if answer['type'] == 'exception':
            raise RuntimeError(answer['exceptionDetails']['text'])
        return json.loads(answer['result']['value'])

    def wait_for_timeout(self, milliseconds):
        # The checks' own pauses, as of a hand that rests: part of what a held finger does, else nothing happens meanwhile.
        if not self.pointers.rest(milliseconds):
            time.sleep(milliseconds / 1000)

    def locator(self, css):
        return FirefoxLocator(self, {'type': 'css', 'value': css})

    def get_by_role(self, role, name, exact=True):
        return FirefoxLocator(self, {'type': 'accessibility', 'value': {'role': role, 'name': name}})


class FirefoxLocator:
    """Elements that are looked for each time something is asked of them."""

    def __init__(self, page, what):
        self.page, self.what = page, what

    def nodes(self):
        return [{'sharedId': node['sharedId']} for node in self.page.call('browsingContext.locateNodes', locator=self.what)['nodes']]

    def count(self):
        return len(self.nodes())

    def evaluate(self, function, argument=None):
        """Calls a function with the first element, as soon as there is one."""
        deadline = time.monotonic() + 20
        while not (nodes := self.nodes()):
            if time.monotonic() > deadline:
                raise RuntimeError(f'there is no {self.what}')
            self.page.wait_for_timeout(30)
        return self.page.run(f'(node, given) => ({function})(node, JSON.parse(given))', argument, nodes[0])

    def bounding_box(self):
        return self.evaluate('(node) => node.getBoundingClientRect().toJSON()')

    def is_visible(self):
        return self.count() > 0 and self.evaluate('(node) => node.checkVisibility() && node.getClientRects().length > 0')

    def is_checked(self):
        return self.evaluate('(node) => node.checked')

    def middle(self):
        box = self.bounding_box()
        return box['x'] + box['width'] / 2, box['y'] + box['height'] / 2

    def tap(self):
        self.page.act(('tapping', 'touch', [move(self.middle()), press(), release()]))

    def click(self):
        self.page.mouse.click(*self.middle())


class FirefoxKeyboard:
    def __init__(self, page):
        self.page = page

    def press(self, keys):
        """As `Control+z`."""
        names = keys.split('+') if len(keys) > 1 else [keys]
        for name in names:
            self.down(name)
        for name in reversed(names):
            self.up(name)

    def down(self, name):
        self.page.act(('keys', 'key', [{'type': 'keyDown', 'value': KEYS.get(name, name)}]))

    def up(self, name):
        self.page.act(('keys', 'key', [{'type': 'keyUp', 'value': KEYS.get(name, name)}]))


class FirefoxMouse:
    def __init__(self, page):
        self.page, self.place = page, (0, 0)

    def move(self, x, y, steps=1):
        (left, top), self.place = self.place, (x, y)
        shares = [step / steps for step in range(1, steps + 1)]
        self.act(*[move((left + (x - left) * share, top + (y - top) * share)) for share in shares])

    def down(self, button='left'):
        self.act(press(button))

    def up(self, button='left'):
        self.act(release(button))

    def click(self, x, y):
        self.move(x, y)
        self.act(press(), release())

    def wheel(self, across, down):
        """Turns the wheel where the mouse is, by pixels."""
        x, y = (round(each) for each in self.place)
        self.page.act(('wheel', 'wheel', [{'type': 'scroll', 'x': x, 'y': y, 'deltaX': across, 'deltaY': down}]))

    def act(self, *steps):
        self.page.act(('mouse', 'mouse', list(steps)))


class FirefoxPointers:
    """The fingers of a `touch.Hand`, as actions of WebDriver: they keep their state from one call to the next.

    Firefox stamps events with the time it is. So a motion is collected until something else is asked of the page. It
    goes there as one call, at a pace that no slow machine changes. Places are rounded to whole pixels there.
    """

    def __init__(self, page):
        self.page, self.down, self.moments = page, {}, []

    def touch(self, kind, fingers, _time):
        if kind == 'touchCancel':
            raise NotImplementedError('WebDriver cancels no touches')
        if kind == 'touchEnd':
            lifted = fingers or dict(self.down)
            self.down = {finger: place for finger, place in self.down.items() if finger not in lifted}
            self.moments.append({finger: release() for finger in lifted})
            return
        moved = {finger: place for finger, place in fingers.items() if self.down.get(finger) != place}
        landed = {finger: press() for finger in moved if finger not in self.down}
        self.down |= moved
        self.moments += [moment for moment in ({finger: move(place) for finger, place in moved.items()}, landed) if moment]

    def rest(self, milliseconds):
        """Whether there is a motion that is collected, of which the rest is a part.

        The last moment lasts so long where that is a frame, so that the pace is that of frames. Firefox spreads a move over
        its moment, so that a finger that rests is a moment of its own.
        """
        if not self.moments:
            return False
        if CLOCK in self.moments[-1] or milliseconds > FRAME_MILLISECONDS:
            self.moments.append({})
        self.moments[-1][CLOCK] = PAUSE | {'duration': round(milliseconds)}
        return True

    def flush(self):
        self.moments, moments = [], self.moments
        sources = sorted({source for moment in moments for source in moment}, key=str)
        if sources:
            self.page.perform(*[
                (str(source), 'none' if source == CLOCK else 'touch', [moment.get(source, PAUSE) for moment in moments])
                for source in sources
            ])  # fmt: skip

    def point(self, event, _time):
        if event['pointerType'] != 'mouse':
            raise NotImplementedError('Firefox makes no pens')
        place, mouse = (event['x'], event['y']), self.page.mouse
        if event['type'] == 'mouseReleased':
            mouse.up(event['button'])
            return
        mouse.move(*place)
        if event['type'] == 'mousePressed':
            mouse.down(event['button'])
