"""Fingers of the browser's own touch injection: real events, from the input thread on."""

FRAME_MILLISECONDS = 16


class Fingers:
    """Touches on a page, as many as are put down; places in CSS pixels of the window."""

    def __init__(self, page):
        self.page = page
        self.session = page.context.new_cdp_session(page)

    def send(self, kind, places=()):
        touches = [{'x': x, 'y': y, 'id': number} for number, (x, y) in enumerate(places)]
        self.session.send('Input.dispatchTouchEvent', {'type': kind, 'touchPoints': touches})

    def down(self, *places):
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
            # Before the step, so that a lift follows the last one at once: a finger that rests throws nothing.
            self.page.wait_for_timeout(pause)
            share = step / steps
            places = [
                (x + (to_x - x) * share, y + (to_y - y) * share)
                for (x, y), (to_x, to_y) in zip(starts, ends)
            ]
            self.move(*places)

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
        # At once: on a busy machine the pause between two calls is longer than between two taps of a person.
        self.tap(place)
        self.tap(place)
