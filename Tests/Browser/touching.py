"""Fingers and a pen on a page, by the browser's own injection: what they do passes through all of it, as on a tablet."""

import math

STEP_SECONDS = 1 / 60


class Fingers:
    """Any number of fingers. Places are in CSS pixels of the window."""

    def __init__(self, page):
        self.page = page
        self.session = page.context.new_cdp_session(page)
        self.down = {}

    def send(self, kind, changed):
        points = [{'x': x, 'y': y, 'id': id, 'radiusX': 8, 'radiusY': 8, 'force': 1} for id, (x, y) in changed.items()]
        self.session.send('Input.dispatchTouchEvent', {'type': kind, 'touchPoints': points})

    def land(self, **places):
        self.down |= places
        self.send('touchStart', self.numbered())

    def move(self, **places):
        self.down |= places
        self.send('touchMove', self.numbered())

    def lift(self, *names):
        """Those named, or all."""
        for name in names or list(self.down):
            del self.down[name]
        self.send('touchEnd', self.numbered())

    def cancel(self):
        self.down = {}
        self.send('touchCancel', {})

    def numbered(self):
        return {sum(name.encode()): place for name, place in self.down.items()}

    def glide(self, steps=12, rest=0, **ends):
        """Each finger goes straight to its end, all at once."""
        starts = dict(self.down)
        for step in range(1, steps + 1):
            self.page.wait_for_timeout(1000 * STEP_SECONDS)
            self.move(**{
                name: tuple(a + (b - a) * step / steps for a, b in zip(starts[name], end))
                for name, end in ends.items()
            })
        if rest:
            self.page.wait_for_timeout(rest)

    def draw(self, points, name='a'):
        """One finger, from the first point through all of them, as fast as it goes."""
        first, *rest = points
        self.land(**{name: first})
        for point in rest:
            self.move(**{name: point})
        self.lift(name)


class Pen:
    def __init__(self, page):
        self.session = page.context.new_cdp_session(page)

    def send(self, kind, place, force):
        button = 'none' if kind == 'mouseMoved' and not force else 'left'
        self.session.send('Input.dispatchMouseEvent', {
            'type': kind, 'x': place[0], 'y': place[1], 'button': button, 'buttons': 1 if force else 0,
            'clickCount': 1, 'pointerType': 'pen', 'force': force,
        })

    def draw(self, points, between=lambda: None):
        """Hovers, presses harder and harder, and lifts; `between` happens in the middle of the line."""
        self.send('mouseMoved', points[0], 0)
        self.send('mousePressed', points[0], 0.2)
        for index, point in enumerate(points[1:], 1):
            self.send('mouseMoved', point, 0.2 + 0.6 * index / len(points))
            if index == len(points) // 2:
                between()
        self.send('mouseReleased', points[-1], 0)


def circle(middle, radius, steps=40):
    angles = [2 * math.pi * step / steps for step in range(steps + 1)]
    return [(middle[0] + radius * math.sin(angle), middle[1] - radius * math.cos(angle)) for angle in angles]


def zigzag(middle, width, height, legs=6, steps=5):
    """Down and up so often over what lies there."""
    left, top = middle[0] - width / 2, middle[1] - height / 2
    corners = [(left + width * leg / legs, top + height * (leg % 2)) for leg in range(legs + 1)]
    pairs = zip(corners, corners[1:])
    return [corners[0]] + [
        (a[0] + (b[0] - a[0]) * step / steps, a[1] + (b[1] - a[1]) * step / steps)
        for a, b in pairs for step in range(1, steps + 1)
    ]


def ring(middle, radius, degrees):
    """Where two fingers are that hold something between them."""
    angle = math.radians(degrees)
    x, y = radius * math.cos(angle), radius * math.sin(angle)
    return {'a': (middle[0] - x, middle[1] - y), 'b': (middle[0] + x, middle[1] + y)}
