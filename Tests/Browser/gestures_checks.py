"""Gestures by real touches: the demos say the same in a browser, played again in it, and played without one."""

import json
import math
import os
import subprocess

from harness import BASE, DESKTOP, PHONE, TABLET, overflow, wait
from touch import SLOP, Hand, along, circle, dragged

REPLAY = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'gestures', 'demo-replay.js')
DEMOS = [
    'taps', 'long-press', 'pan', 'swipe', 'transform', 'screen-edge', 'hover', 'strokes', 'hit-testing', 'motion',
    'dragging', 'home', 'strip', 'scrolling', 'pages', 'wheel', 'keys', 'flags', 'requirements', 'pen-and-palm', 'recorder',
]  # fmt: skip


class Stage:
    """A demo in a page, whichever browser it is in. Places are shares of its stage, and pixels beside them."""

    def at(self, across, down, x=0, y=0):
        box = self.box
        return box['x'] + box['width'] * across + x, box['y'] + box['height'] * down + y

    def log(self):
        """The recognized gestures, when no gesture is open any more."""
        wait(self.page, lambda: self.page.evaluate('demo.isIdle'))
        return self.page.evaluate('demo.log')

    def check_replays(self, report):
        """Holds the log against that of the recording, played in the page and without one. The page is done then."""
        log, recording = self.log(), self.page.evaluate('demo.recording()')
        command = ['node', REPLAY, self.name]
        played = subprocess.run(command, input=recording, capture_output=True, text=True, check=True)
        without = json.loads(played.stdout)
        report.check(
            f'{self.name}: without a browser the same is recognized',
            log and without == log,
            first_difference(log, without),
        )
        self.replay(recording)
        again = self.log()
        report.check(
            f'{self.name}: and when it is replayed in the page', again == log, first_difference(log, again)
        )
        self.close()


class Demo(Stage):
    """A demo in a page of its own in Chromium, and a hand on it."""

    def __init__(self, browser, name, device=TABLET):
        self.name = name
        self.page = browser.context(device).new_page()
        self.page.goto(f'{BASE}/gestures/demo/{name}.html')
        wait(self.page, lambda: self.page.evaluate('globalThis.demo !== undefined'))
        self.box = self.page.locator('#stage').bounding_box()
        self.hand = Hand(self.page)

    def start(self):
        self.page.evaluate('demo.reset()')

    def replay(self, recording):
        self.page.evaluate('(text) => demo.replay(text)', recording)

    def close(self):
        self.page.context.close()


def first_difference(log, other):
    for index in range(max(len(log), len(other))):
        pair = [entries[index] if index < len(entries) else None for entries in (log, other)]
        if pair[0] != pair[1]:
            return index, pair
    return len(log)


def said(log, *names):
    """`name state` of each entry, those of one state in a row only once."""
    lines = [f'{entry["name"]} {entry["state"]}' for entry in log if not names or entry['name'] in names]
    return [line for index, line in enumerate(lines) if index == 0 or lines[index - 1] != line]


def check_demo_pages(report, browser):
    page = browser.context(DESKTOP).new_page()
    page.goto(f'{BASE}/gestures/demo/index.html')
    links = page.locator('li a').evaluate_all('(links) => links.map((link) => link.getAttribute("href"))')
    report.check('the demos have an index', links == [f'{name}.html' for name in DEMOS], links)
    page.context.close()
    for device, width in [(DESKTOP, 1440), (PHONE, 390)]:
        page = browser.context(device).new_page()
        for name in DEMOS:
            page.goto(f'{BASE}/gestures/demo/{name}.html')
            ready = wait(page, lambda: page.evaluate('globalThis.demo !== undefined'))
            stage = page.locator('#stage').bounding_box()
            wide = stage['width'] >= min(width, 1000) and stage['height'] > 250
            report.check(f'{name} opens at {width} px and fits', ready and overflow(page) <= 0 and wide, stage)
        page.context.close()


def check_touch_taps(report, browser):
    demo = Demo(browser, 'taps')
    middle, hand = demo.at(0.5, 0.5), demo.hand
    hand.tap(middle)
    report.check('a tap is a single tap, once no second one comes', said(demo.log()) == ['single tap ended'], demo.log())
    demo.start()
    with hand.at_once():
        for _ in range(3):
            hand.tap(middle)
    report.check('three taps are one triple tap', said(demo.log()) == ['triple tap ended'], demo.log())
    demo.start()
    hand.tap(*[demo.at(0.5, 0.5, x=60 * finger) for finger in (-1, 0, 1)])
    log = demo.log()
    report.check('three fingers tap', said(log) == ['three-finger tap ended'], log)
    report.check(
        'in their middle', abs(log[0]['x'] - demo.box['width'] / 2) < 1 and abs(log[0]['y'] - demo.box['height'] / 2) < 1, log
    )
    demo.check_replays(report)


def check_touch_press(report, browser):
    demo = Demo(browser, 'long-press')
    demo.hand.land(demo.at(0.5, 0.42))
    began = wait(demo.page, lambda: said(demo.page.evaluate('demo.log')) == ['long press began'])
    report.check('a press begins by itself while the finger rests', began, demo.page.evaluate('demo.log'))
    demo.hand.rest(0)
    demo.hand.move(f0=demo.at(0.5, 0.42, x=80))
    demo.hand.lift()
    wanted = ['long press began', 'long press changed', 'long press ended']
    report.check('and goes where it likes then', said(demo.log()) == wanted, demo.log())
    demo.check_replays(report)


def check_touch_pan(report, browser):
    demo = Demo(browser, 'pan')
    demo.hand.drag(demo.at(0.5, 0.5), (120, -80))
    demo.hand.lift()
    log = demo.log()
    report.check('a drag pans', said(log) == ['pan began', 'pan changed', 'pan ended'], log)
    way = tuple(round(part, 2) for part in dragged(120, -80))
    report.check('by as much as the finger went, less the slop', (log[-1]['dx'], log[-1]['dy']) == way, log[-1])
    report.check('and knows how fast', log[-1]['vx'] > 0 > log[-1]['vy'], log[-1])
    demo.start()
    demo.hand.drag(demo.at(0.5, 0.5), (100, 0))
    demo.hand.rest(200)
    demo.hand.lift()
    report.check('a finger that rested before it lifts throws nothing', demo.log()[-1]['vx'] == 0, demo.log()[-1])
    demo.check_replays(report)


def check_touch_cancel(report, browser):
    demo = Demo(browser, 'pan')
    demo.hand.drag(demo.at(0.5, 0.5), (60, 0))
    demo.hand.cancel()
    report.check('a touch that the system takes away is cancelled, not ended', said(demo.log())[-1] == 'pan cancelled', demo.log())
    demo.hand.drag(demo.at(0.5, 0.5), (60, 0))
    demo.hand.lift()
    report.check('and the next drag is as any other', said(demo.log())[-3:] == ['pan began', 'pan changed', 'pan ended'])
    demo.check_replays(report)


def check_touch_fingers_change(report, browser):
    """From one finger to two and back: the translation goes on where it was."""
    demo = Demo(browser, 'pan')
    start = demo.at(0.5, 0.5)
    demo.hand.drag(start, (40, 0))
    demo.hand.land(demo.at(0.5, 0.5, x=70, y=50), first=1)
    demo.hand.move(f0=demo.at(0.5, 0.5, x=60), f1=demo.at(0.5, 0.5, x=90, y=50))
    demo.hand.lift(0)
    demo.hand.move(f1=demo.at(0.5, 0.5, x=100, y=50))
    demo.hand.lift()
    ways = [entry['dx'] for entry in demo.log()]
    steps = [after - before for before, after in zip(ways, ways[1:])]
    report.check('a second finger that comes and a first that goes make no jump', max(map(abs, steps)) <= 20.01, ways)
    report.check('and the way is the sum, less the slop', ways[-1] == 60, ways)
    demo.check_replays(report)


def check_touch_swipe(report, browser):
    demo = Demo(browser, 'swipe')
    for by in [(120, 0), (0, 120), (-120, 0), (0, -120)]:
        demo.hand.drag(demo.at(0.5, 0.5), by, steps=2)
        demo.hand.lift()
    ways = [entry['direction'] for entry in demo.log()]
    report.check('swipes know their direction', ways == ['right', 'down', 'left', 'up'], ways)
    demo.check_replays(report)


def check_touch_pinch(report, browser):
    demo = Demo(browser, 'transform')
    center = demo.at(0.4, 0.38)
    demo.hand.turn(center, (30, 75), (0, 0))
    demo.hand.lift()
    scales = [entry['scale'] for entry in demo.log() if entry['name'] == 'pinch']
    report.check('two fingers that part from 30 to 75 px pinch by 2.5', abs(scales[-1] - 2.5) < 0.011, scales)
    turns = [entry for entry in demo.log() if entry['name'] == 'rotation']
    report.check('without turning', turns == [], turns[:2])
    report.check('and the card stays where it is', near(demo.log(), (0.4, 0.38), demo.box), (demo.log()[-1], demo.box))
    demo.check_replays(report)


def check_touch_rotate(report, browser):
    demo = Demo(browser, 'transform')
    demo.hand.turn(demo.at(0.58, 0.62), (60, 60), (10, 100))
    demo.hand.lift()
    degrees = [entry['degrees'] for entry in demo.log() if entry['name'] == 'rotation']
    report.check('two fingers that turn by a quarter rotate by it', abs(degrees[-1] - 90) < 0.2, degrees)
    report.check('and do not pinch', not any(entry['name'] == 'pinch' for entry in demo.log()), demo.log())
    demo.start()
    x, y = demo.at(0.58, 0.62)
    demo.hand.turn((x, y), (60, 60), (0, 400), steps=60)
    demo.hand.lift()
    degrees = [entry['degrees'] for entry in demo.log() if entry['name'] == 'rotation']
    report.check('more than a turn is counted on', abs(degrees[-1] - 400) < 0.2, degrees[-1])
    demo.check_replays(report)


def near(log, place, box):
    last = [entry for entry in log if entry['name'] == 'transform'][-1]
    return math.dist((last['x'], last['y']), (place[0] * box['width'], place[1] * box['height'])) < 1


def check_touch_edges(report, browser):
    demo = Demo(browser, 'screen-edge')
    demo.hand.drag(demo.at(0, 0.5, x=4), (180, 0))
    demo.hand.lift()
    demo.hand.drag(demo.at(1, 0.5, x=-4), (-100, 0))
    demo.hand.lift()
    demo.hand.drag(demo.at(0.5, 0.5), (100, 0))
    demo.hand.lift()
    ended = [line for line in said(demo.log()) if line.endswith('ended')]
    report.check('pans from two edges are known, and one from the middle is none', ended == ['left edge ended', 'right edge ended'], ended)
    demo.check_replays(report)


def check_pointer_hover(report, browser, pointers=('mouse', 'pen')):
    demo = Demo(browser, 'hover', DESKTOP)
    for pointer in pointers:
        for place in [demo.at(0.1, 0.4), demo.at(0.3, 0.4), demo.at(0.31, 0.4), demo.at(0.5, 0.7), demo.at(0.9, 0.9)]:
            demo.hand.point('mouseMoved', place, pointer)
    log = said(demo.log())
    once = [f'hover {name} {state}' for name in ('left', 'round') for state in ('began', 'changed', 'ended')]
    once.remove('hover round changed')
    what = ' and '.join(f'a {pointer}' for pointer in pointers)
    report.check(f'figures know what hovers over them: {what}', log == once * len(pointers), log)
    demo.check_replays(report)


def check_touch_strokes(report, browser):
    demo = Demo(browser, 'strokes')
    x, y = demo.at(0.5, 0.35)

    def drawn(points):
        before = len(demo.page.evaluate('demo.log'))
        demo.hand.draw(points)
        return demo.log()[before:]

    around = drawn(circle(demo.at(0.32, 0.7), 95, steps=24))
    report.check('a circle around a card selects it', around == [{'name': 'circle', 'state': 'ended', 'around': 'first'}], around)
    square = drawn(along((x - 80, y - 80), (x + 80, y - 80), (x + 80, y + 80), (x - 80, y + 80), (x - 80, y - 80)))
    report.check('a square is no circle', not any(entry['name'] == 'circle' for entry in square), square)
    triangle = drawn(along((x, y - 70), (x - 80, y + 70), (x + 80, y + 70), (x, y - 70)))
    report.check('a triangle is named', triangle and triangle[0].get('sign') == 'triangle', triangle)
    letter = drawn(along((x - 30, y - 60), (x - 30, y + 60), (x - 30, y - 50)) + along((x - 28, y - 50), (x + 40, y - 50)))
    report.check('an r is known', [entry['name'] for entry in letter] == ['letter r'], letter)
    cx, cy = demo.at(0.68, 0.7)
    zigzag = along(*[(cx + (35 if turn % 2 else -35) * 0.9, cy + (30 if turn % 2 else -30)) for turn in range(7)], steps=3)
    scratch = drawn(zigzag)
    report.check('a scratch erases what it is over', [entry.get('target') for entry in scratch] == ['second'], scratch)
    demo.check_replays(report)


def check_touch_hit_testing(report, browser):
    demo = Demo(browser, 'hit-testing')
    touched = {
        (0.27, 0.2, 0, 0): 'circle', (0.27, 0.2, 50, 50): 'stage', (0.73, 0.2, 0, 0): 'stage', (0.73, 0.2, 40, 0): 'ring',
        (0.27, 0.5, 0, -60): 'turned', (0.73, 0.5, 0, 0): 'stage', (0.73, 0.5, 0, -40): 'star', (0.27, 0.8, 40, 40): 'beneath',
        (0.73, 0.8, -40, 40): 'triangle', (0.73, 0.8, 40, -40): 'stage',
    }  # fmt: skip
    for place in touched:
        demo.hand.tap(demo.at(*place))
    names = [entry['name'] for entry in demo.log()]
    wanted = list(touched.values())
    report.check('figures are hit where they are seen', names == wanted, (names, wanted))
    demo.check_replays(report)


def check_touch_motion(report, browser):
    demo = Demo(browser, 'motion')
    for place, by in [((0.25, 0.3), (80, 40)), ((0.7, 0.3), (-60, 60)), ((0.5, 0.82), (90, 0))]:
        demo.hand.drag(demo.at(*place), by, steps=6)
        demo.hand.lift()
    ended = [entry for entry in demo.log() if entry['state'] == 'ended']
    report.check('three things are thrown', [entry['name'] for entry in ended] == ['throw', 'spring', 'snap'], ended)
    report.check('with the velocity of the hand', all(entry['vx'] != 0 for entry in ended), ended)
    demo.check_replays(report)


def rested(demo, name):
    """Where a scroll view has come to rest after its last drag; it may say so before it says that the drag has ended."""

    def rests():
        log = demo.log()
        began = max((index for index, entry in enumerate(log) if (entry['name'], entry['state']) == (name, 'began')), default=0)
        return [entry for entry in log[began:] if (entry['name'], entry['state']) == (name, 'rests')]

    last = (wait(demo.page, rests) or demo.log())[-1]
    return last['x'], last['y']


def check_touch_strip(report, browser):
    """Row by row: 16 px across the strip and less than 12 along it pull an item out; everything else scrolls."""
    demo = Demo(browser, 'strip')
    item = demo.at(0, 0, x=58, y=58)
    demo.hand.drag(item, (0, 200))
    demo.hand.lift()
    log = said(demo.log())
    wanted = ['pull 1 began', 'pull 1 changed', 'pull 1 ended']
    report.check('an item is pulled down out of a strip', [line for line in log if line.startswith('pull')] == wanted, log)
    report.check('and follows the finger', abs(demo.log()[-1]['y'] - 258) < 1, demo.log()[-1])
    report.check('while the strip stays', not any(line == 'strip changed' for line in log), log)
    for by, pulls in [((0, 16), False), ((0, 18), True), ((11, 18), True), ((14, 18), False), ((0, -60), False)]:
        demo.start()
        demo.hand.land(item)
        demo.hand.move(f0=(item[0] + by[0], item[1] + by[1]))
        demo.hand.lift()
        out = any(line.startswith('pull 1 began') for line in said(demo.log()))
        report.check(f'a way of {by} px {"pulls" if pulls else "does not pull"}', out == pulls, said(demo.log()))
    demo.start()
    demo.hand.pinch([demo.at(0, 0, x=360, y=58)], [demo.at(0, 0, x=160, y=60)])
    demo.hand.rest(200)
    demo.hand.lift()
    report.check('dragged sideways the strip scrolls', rested(demo, 'strip') == (200 - SLOP, 0), demo.log()[-1])
    report.check('and nothing comes out', not any(line.startswith('pull') for line in said(demo.log())), said(demo.log()))
    demo.check_replays(report)


def check_touch_direction_lock(report, browser):
    demo = Demo(browser, 'scrolling')
    start = demo.at(0.6, 0.8)
    demo.hand.pinch([start], [(start[0] - 20, start[1] - 200)])
    demo.hand.glide(f0=(start[0] - 140, start[1] - 200), rest=200)
    demo.hand.lift()
    place = rested(demo, 'sheet')
    report.check('a drag that begins downwards stays on that axis, wherever it goes', place == (0, 200 - SLOP), place)
    demo.hand.pinch([start], [(start[0] - 150, start[1] - 20)])
    demo.hand.rest(200)
    demo.hand.lift()
    place = rested(demo, 'sheet')
    report.check('and the next one, that begins sideways, on the other', place == (150 - SLOP, 200 - SLOP), place)
    demo.hand.pinch([start], [(start[0], start[1] + 300)], steps=10)
    demo.hand.rest(200)
    demo.hand.lift()
    dragged = min(entry['y'] for entry in demo.log())
    report.check('over an edge it gives way, and comes back', dragged < 0 and rested(demo, 'sheet')[1] == 0, (dragged, demo.log()[-1]))
    demo.check_replays(report)


def check_touch_pages(report, browser):
    """Scroll views in one another: each drag goes to the view that it is for."""
    demo = Demo(browser, 'pages')
    width = demo.box['width']
    start = demo.at(0.7, 0.7)
    demo.hand.pinch([start], [(start[0], start[1] - 150)])
    demo.hand.rest(200)
    demo.hand.lift()
    report.check('a drag down is the list\u2019s', rested(demo, 'list 1') == (0, 150 - SLOP), demo.log()[-1])
    report.check('alone', not any(line.startswith('pages') for line in said(demo.log())), said(demo.log()))
    demo.hand.pinch([start], [(start[0] - 0.3 * width, start[1])])
    demo.hand.rest(200)
    demo.hand.lift()
    report.check('a drag aside that goes too short a way leads back', rested(demo, 'pages') == (0, 0), demo.log()[-1])
    demo.hand.pinch([start], [(start[0] - 0.6 * width, start[1])])
    demo.hand.rest(200)
    demo.hand.lift()
    report.check('half a page turns it', rested(demo, 'pages') == (round(width), 0), (demo.log()[-1], width))
    demo.hand.swipe(demo.at(0.85, 0.5), demo.at(0.55, 0.5), steps=5)
    report.check('a throw turns one page, not more', rested(demo, 'pages') == (round(2 * width), 0), demo.log()[-6:])
    demo.check_replays(report)


def check_wheel(report, browser):
    demo = Demo(browser, 'wheel', DESKTOP)
    page, place = demo.page, demo.at(0.5, 0.5)
    page.mouse.move(*place)
    with demo.hand.at_once():
        demo.hand.wheel(place, 30, -50)
        demo.hand.wheel(place, 30, -50)
    log = demo.log()
    report.check('the wheel drags the sheet, until it is quiet', said(log) == ['scroll began', 'scroll changed', 'scroll ended'], log)
    report.check('against its own way', (log[-1]['x'], log[-1]['y']) == (-60, 100), log[-1])
    demo.start()
    page.keyboard.down('Control')
    with demo.hand.at_once():
        demo.hand.wheel(place, 0, -40, control=True)
        demo.hand.wheel(place, 0, -40, control=True)
    page.keyboard.up('Control')
    log = demo.log()
    report.check('with Control it zooms', said(log) == ['zoom began', 'zoom changed', 'zoom ended'], log)
    report.check('in, when it is turned away', log[-1]['scale'] > 1.1 and log[-1]['degrees'] == 0, log[-1])
    kept = page.evaluate('[devicePixelRatio, scrollY]')
    report.check('and the page neither zooms nor scrolls', kept == [1, 0], kept)
    demo.check_replays(report)


def check_keys(report, browser):
    demo = Demo(browser, 'keys', DESKTOP)
    keys = demo.page.keyboard
    for key in ['ArrowRight', 'ArrowDown', '+', ']']:
        keys.press(key)
    ended = [entry for entry in demo.log() if entry['state'] == 'ended']
    wanted = [
        {'name': 'pan', 'state': 'ended', 'x': 24, 'y': 0}, {'name': 'pan', 'state': 'ended', 'x': 24, 'y': 24},
        {'name': 'pinch', 'state': 'ended', 'scale': 1.25}, {'name': 'rotation', 'state': 'ended', 'degrees': 15},
    ]  # fmt: skip
    report.check('keys drag, pinch and turn', ended == wanted, ended)
    before = len(demo.log())
    for key in ['Enter', 'ArrowRight', '-']:
        keys.press(key)
    demo.hand.drag(demo.at(0.5, 0.5), (60, 0))
    demo.hand.lift()
    after = demo.log()[before:]
    report.check(
        'a locked card refuses keys and fingers alike', after == [{'name': 'lock', 'state': 'ended', 'locked': 'no'}], after
    )
    keys.press('Enter')
    keys.press('ArrowLeft')
    last = demo.log()[-1]
    report.check('until it is not', (last['name'], last['x'], last['y']) == ('pan', 0, 24), last)
    demo.start()
    demo.hand.drag(demo.at(0.5, 0.5), (60, 0))
    demo.hand.lift()
    demo.check_replays(report)


def check_flags(report, browser):
    demo = Demo(browser, 'flags')

    def heard(place, by=None):
        demo.start()
        demo.hand.drag(demo.at(*place), by, steps=4) if by else demo.hand.land(demo.at(*place))
        demo.hand.lift()
        return said(demo.log())

    touch, lift, loss = 'hears a finger', 'hears it lift', 'loses it'
    for name, place, by, wanted in [
        ('pan takes', (0.27, 0.14), (40, 0), [touch, loss, 'began', 'changed', 'ended']),
        ('pan leaves', (0.73, 0.14), (40, 0), [touch, 'began', 'changed', 'ended', lift]),
        ('begins late', (0.27, 0.38), (40, 0), ['began', 'changed', 'ended']),
        ('begins late', (0.27, 0.38), None, [touch, lift]),
        ('begins at once', (0.73, 0.38), (40, 0), [touch, loss, 'began', 'changed', 'ended']),
        ('only downwards', (0.27, 0.86), (40, 0), [touch, lift]),
        ('only downwards', (0.27, 0.86), (0, -40), [touch, lift]),
    ]:
        states = [line.removeprefix(name).removeprefix(': pan').strip() for line in heard(place, by)]
        what = f'{name}: dragged by {by}' if by else f'{name}: tapped'
        report.check(what, states == wanted, states)
    for x, wanted in [(-30, [touch, loss, 'ended']), (30, [touch, lift])]:
        demo.start()
        demo.hand.tap(demo.at(0.73, 0.86, x=x))
        states = [line.removeprefix('left half only').removeprefix(': tap').strip() for line in said(demo.log())]
        report.check(f'left half only: tapped at {x} px', states == wanted, states)
    demo.check_replays(report)


def check_touch_requirements(report, browser):
    demo = Demo(browser, 'requirements')
    demo.hand.double_tap(demo.at(0.5, 0.9))
    log = said(demo.log())
    report.check('of taps that wait for one another the one that was meant acts', log == ['double tap ended'], log)
    demo.hand.drag(demo.at(0.5, 0.9), (60, 0))
    demo.hand.lift()
    report.check('and a drag fails them all', said(demo.log())[1:] == ['pan began', 'pan changed', 'pan ended'], demo.log())
    demo.check_replays(report)


def check_pen_and_palm(report, browser):
    demo = Demo(browser, 'pen-and-palm')
    hand = demo.hand
    with hand.at_once():
        hand.land(demo.at(0.7, 0.8))
        hand.move(f0=demo.at(0.7, 0.81))
        hand.point('mousePressed', demo.at(0.4, 0.4))
        hand.point('mouseMoved', demo.at(0.45, 0.45))
        hand.land(demo.at(0.6, 0.9), first=1)
        hand.point('mouseReleased', demo.at(0.5, 0.45))
        hand.lift()
    log = demo.log()
    report.check(
        'the palm that came before the pen is taken back, and one that comes later is not heard',
        log == [
            {'name': 'touch', 'state': 'began'}, {'name': 'touch', 'state': 'cancelled', 'cause': 'palm', 'lines': 0},
            {'name': 'pen', 'state': 'began'}, {'name': 'pen', 'state': 'ended'},
        ],
        log,
    )  # fmt: skip
    hand.rest(1100)
    hand.tap(demo.at(0.5, 0.5))
    report.check('some time after the pen a finger is one again', said(demo.log())[-2:] == ['touch began', 'touch ended'], demo.log())
    hand.rest(700)
    with hand.at_once():
        hand.draw([demo.at(0.7, 0.8), demo.at(0.7, 0.81)])
        hand.point('mousePressed', demo.at(0.4, 0.4))
        hand.point('mouseReleased', demo.at(0.5, 0.45))
    lifted = [
        {'name': 'touch', 'state': 'began'}, {'name': 'touch', 'state': 'ended'},
        {'name': 'touch', 'state': 'retracted', 'fingers': 1, 'lines': 2},
        {'name': 'pen', 'state': 'began'}, {'name': 'pen', 'state': 'ended'},
    ]  # fmt: skip
    report.check('a palm that has lifted before the pen is taken back, too', demo.log()[-5:] == lifted, demo.log()[-5:])
    demo.check_replays(report)


def check_touch_overlay(report, browser):
    demo = Demo(browser, 'recorder')
    report.check('fingers are shown where the page asks for it', demo.page.evaluate('demo.showsFingers'))
    demo.hand.land(demo.at(0.25, 0.5))
    canvas = wait(demo.page, lambda: demo.page.locator('body > canvas[aria-hidden]').count() == 1)
    demo.hand.move(f0=demo.at(0.25, 0.6))
    demo.hand.lift()
    report.check('and the canvas under them is touched', canvas and said(demo.log())[-1] == 'pan one ended', demo.log())
    demo.page.keyboard.press('Alt+t')
    report.check(
        'a key switches them off', wait(demo.page, lambda: demo.page.locator('canvas[aria-hidden]').count() == 0)
    )
    report.check('and the box says so', wait(demo.page, lambda: not demo.page.locator('#fingers').is_checked()))
    demo.hand.tap(demo.at(0.5, 0.5))
    demo.check_replays(report)


def check_touch_scroll(report, browser):
    """Where the browser scrolls, it takes the finger away; nothing ends, and all is possible again."""
    demo = Demo(browser, 'pan')
    demo.page.locator('#stage').evaluate('(canvas) => (canvas.style.touchAction = "pan-y")')
    demo.page.locator('body').evaluate('(body) => { body.style.marginBottom = "200vh"; }')
    hand = demo.hand
    hand.drag(demo.at(0.5, 0.5), (0, -90), steps=12)
    hand.lift()
    states = {entry['state'] for entry in demo.log()}
    scrolled = wait(demo.page, lambda: demo.page.evaluate('scrollY') > 0)
    report.check('a finger that the browser scrolls with ends no pan', scrolled and 'ended' not in states, states)
    demo.page.evaluate('scrollTo(0, 0)')
    hand.drag(demo.at(0.5, 0.5), (90, 0))
    hand.lift()
    report.check('and the next one pans', said(demo.log())[-1:] == ['pan ended'], demo.log())
    demo.check_replays(report)
