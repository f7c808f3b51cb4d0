"""Fingers of the browser's own touch injection: real events, from the input thread on."""

import time

FRAME_MILLISECONDS = 16


class Fingers:
    """Touches on a page, as many as are put down; places in CSS pixels of the window.

    A movement has the times of a hand, a frame from step to step, however busy the machine is that plays it.
    """

    def __init__(self, page):
        self.page = page
        self.session = page.context.new_cdp_session(page)
        self.time = 0

    def send(self, kind, places=()):
        touches = [{'x': x, 'y': y, 'id': number} for number, (x, y) in enumerate(places)]
        event = {'type': kind, 'touchPoints': touches, 'timestamp': self.time}
        self.session.send('Input.dispatchTouchEvent', event)

    def down(self, *places):
        self.time = time.time()
        for count in range(1, len(places) + 1):
            self.send('touchStart', places[:count])

    def move(self, *places):
        self.send('touchMove', places)

    def up(self):
        self.send('touchEnd')

    def cancel(self):
        self.send('touchCancel')

    def glide(self, starts, ends, steps=20, pause=FRAME_MILLISECONDS):
        """Moves fingers that are down along straight lines."""
        for step in range(1, steps + 1):
            self.rest(pause)
            share = step / steps
            places = [
                (x + (to_x - x) * share, y + (to_y - y) * share)
                for (x, y), (to_x, to_y) in zip(starts, ends)
            ]
            self.move(*places)

    def rest(self, milliseconds):
        """Lets time pass while the fingers are where they are."""
        self.page.wait_for_timeout(milliseconds)
        self.time += milliseconds / 1000

    def drag(self, start, end, **how):
        self.down(start)
        self.glide([start], [end], **how)
        self.up()

    def pinch(self, starts, ends, **how):
        """Two fingers land, move and stay down."""
        self.down(*starts)
        self.glide(starts, ends, **how)

    def tap(self, *places):
        self.down(*places)
        self.up()

    def double_tap(self, place):
        self.tap(place)
        self.tap(place)
