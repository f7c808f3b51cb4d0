"""Lines that hands draw, and how fingers glide along them."""

import math

STEP_SECONDS = 1 / 60


def glide(hand, steps=12, rest=0, **ends):
    """Each finger goes straight to its end, all at once, a step a frame."""
    starts = {name: hand.fingers[int(name[1:])] for name in ends}
    for step in range(1, steps + 1):
        hand.page.wait_for_timeout(1000 * STEP_SECONDS)
        hand.move(**{
            name: tuple(a + (b - a) * step / steps for a, b in zip(starts[name], end))
            for name, end in ends.items()
        })
    if rest:
        hand.page.wait_for_timeout(rest)


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
