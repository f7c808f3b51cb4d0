"""Fingers, pens and mice as the browser's own input injection makes them: trusted events, through its hit-testing."""

import math
import time
from contextlib import contextmanager

from harness import free, hold

# From one event of a gesture to the next, as a screen of 60 Hz reports them.
PACE_SECONDS = 0.0167

# A drag goes so far before it moves anything, in CSS pixels.
SLOP = 10


def between(start, end, share):
    return tuple(a + (b - a) * share for a, b in zip(start, end))


def dragged(x, y):
    """How far a thing goes by a straight drag: what the slop took is subtracted."""
    share = 1 - SLOP / math.hypot(x, y)
    return x * share, y * share


def along(*corners, steps=6):
    """Points of a line with corners."""
    pairs = zip(corners, corners[1:])
    return [corners[0]] + [between(a, b, step / steps) for a, b in pairs for step in range(1, steps + 1)]


def circle(middle, radius, steps=40):
    """Clockwise from the right."""
    angles = [2 * math.pi * step / steps for step in range(steps + 1)]
    return [(middle[0] + radius * math.cos(angle), middle[1] + radius * math.sin(angle)) for angle in angles]


def zigzag(middle, width, height, legs=6, steps=5):
    """Down and up so often over what lies there."""
    left, top = middle[0] - width / 2, middle[1] - height / 2
    corners = [(left + width * leg / legs, top + height * (leg % 2)) for leg in range(legs + 1)]
    return along(*corners, steps=steps)


class ChromiumPointers:
    """Fingers, a pen and a mouse by Chromium's own protocol."""

    def __init__(self, page):
        self.session = page.context.new_cdp_session(page)

    def touch(self, kind, fingers, time):
        """`kind` is touchStart, touchMove, touchEnd or touchCancel; an end names what lifts, the others what is down."""
        points = [
            {'x': x, 'y': y, 'id': finger, 'radiusX': 12, 'radiusY': 12, 'force': 0.5} for finger, (x, y) in fingers.items()
        ]
        self.session.send('Input.dispatchTouchEvent', {'type': kind, 'touchPoints': points, 'timestamp': time})

    def point(self, event, time):
        self.session.send('Input.dispatchMouseEvent', event | {'timestamp': time})


class Hand:
    """Pointers of one page. Each call is one event, awaited, so that their order is the order of the calls.

    A page of another browser than Playwright's has `pointers` of its own, which stamp with the time it is.

    Events are stamped at an even pace, however long the browser takes for each: a slow machine makes no slow hand. Time in
    the page is held from the first finger down to the last one up, or until the hand rests or the check waits.
    """

    def __init__(self, page):
        self.pointers = page.pointers if hasattr(page, 'pointers') else ChromiumPointers(page)
        self.page, self.fingers, self.pointer = page, {}, {'pointerType': 'mouse', 'buttons': 0}
        self.latest, self.holds = 0, 0

    @contextmanager
    def at_once(self):
        """In the block one event follows the other at an even pace, as several taps do."""
        self._hold()
        self.latest = self.latest if self.holds else 0
        self.holds += 1
        yield self
        self.holds -= 1
        self._release()

    def rest(self, milliseconds):
        """Time passes without an event; what comes next comes late."""
        free(self.page)
        self.page.wait_for_timeout(milliseconds)
        self.latest = 0

    def _hold(self):
        # Another browser's events are stamped when they happen.
        if not hasattr(self.page, 'pointers'):
            hold(self.page)

    def _release(self):
        if not self.holds and not self.fingers:
            free(self.page)

    def stamp(self):
        now = time.time()
        self.latest = min(now, self.latest + PACE_SECONDS) if now - self.latest < 5 else now
        return self.latest

    # Fingers

    def land(self, *places, first=0):
        """Puts down fingers at places; they are numbered from `first`. The first one begins anew."""
        if not self.fingers:
            self._hold()
            self.latest = self.latest if self.holds else 0
        self.fingers |= {first + index: place for index, place in enumerate(places)}
        self._touch('touchStart')

    def move(self, **places):
        """Moves fingers, by `f0=(x, y)` and so on, as one event of the device."""
        self.fingers |= {int(name[1:]): place for name, place in places.items()}
        self._touch('touchMove')

    def lift(self, *fingers):
        """Lifts some fingers, or all."""
        lifted = {finger: self.fingers.pop(finger) for finger in fingers}
        if not fingers:
            self.fingers = {}
        self._touch('touchEnd', lifted)
        self._release()

    def cancel(self):
        """The system takes the fingers away."""
        self.fingers = {}
        self._touch('touchCancel', {})
        self._release()

    def tap(self, *places):
        self.land(*places)
        self.lift()

    def double_tap(self, place):
        with self.at_once():
            self.tap(place)
            self.tap(place)

    def glide(self, steps=12, rest=0, **ends):
        """Fingers that are down go straight to their ends, `f0=(x, y)` and so on, all at once, a step a frame."""
        starts = {name: self.fingers[int(name[1:])] for name in ends}
        for step in range(1, steps + 1):
            self.page.wait_for_timeout(1000 * PACE_SECONDS)
            self.move(**{name: between(starts[name], end, step / steps) for name, end in ends.items()})
        if rest:
            self.rest(rest)

    def pinch(self, starts, ends, steps=20):
        """Fingers land, go to their ends, and stay down."""
        self.land(*starts)
        self.glide(steps, **{f'f{index}': end for index, end in enumerate(ends)})

    def swipe(self, start, end, steps=20):
        """One finger lands, goes straight to its end, and lifts in flight."""
        self.pinch([start], [end], steps)
        self.lift()

    def drag(self, start, by, steps=10):
        """As fast as the browser takes it; the finger stays down."""
        self.land(start)
        for step in range(1, steps + 1):
            self.move(f0=(start[0] + by[0] * step / steps, start[1] + by[1] * step / steps))

    def draw(self, points):
        self.land(points[0])
        for point in points[1:]:
            self.move(f0=point)
        self.lift()

    def turn(self, center, radii, degrees, steps=20):
        """Two fingers opposite each other go from one radius and angle to others; they stay down."""
        for step in range(steps + 1):
            share = step / steps
            radius = radii[0] + (radii[1] - radii[0]) * share
            angle = math.radians(degrees[0] + (degrees[1] - degrees[0]) * share)
            arm = (radius * math.cos(angle), radius * math.sin(angle))
            ends = [(center[0] + side * arm[0], center[1] + side * arm[1]) for side in (1, -1)]
            if step == 0:
                self.land(*ends)
            else:
                self.move(f0=ends[0], f1=ends[1])

    def _touch(self, kind, fingers=None):
        # An end names the fingers that lift, or none where all do; everything else names all that are down.
        self.pointers.touch(kind, self.fingers if fingers is None else fingers, self.stamp())

    # A pen or a mouse

    def wheel(self, place, across, down, control=False):
        """One turn of a wheel, in CSS pixels, where the pointer is already."""
        if hasattr(self.page, 'pointers'):
            self.page.mouse.wheel(across, down)
            return
        event = {'type': 'mouseWheel', 'x': place[0], 'y': place[1], 'deltaX': across, 'deltaY': down, 'modifiers': 2 * control}
        self.pointers.point(event, self.stamp())

    def point(self, kind, place, pointer='pen', button='left'):
        """`kind` is mousePressed, mouseMoved or mouseReleased; of a pen that is up, a move is a hover."""
        if kind == 'mousePressed':
            self._hold()
        pressed = kind == 'mousePressed' or (kind == 'mouseMoved' and self.pointer['buttons'])
        self.pointer = {'pointerType': pointer, 'buttons': int(bool(pressed))}
        event = {'type': kind, 'x': place[0], 'y': place[1], 'force': 0.5 * bool(pressed), 'clickCount': 1}
        event |= {'button': button if kind != 'mouseMoved' or pressed else 'none'} | self.pointer
        self.pointers.point(event, self.stamp())
        if kind == 'mouseReleased':
            self._release()
