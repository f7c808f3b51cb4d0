"""The demos by touches in Firefox: the same gestures are recognized, and the same again without a browser."""

import json
import math

from firefox import Firefox, program
from gestures_checks import Stage, said
from harness import BASE, wait


class FirefoxStage(Stage):
    """A demo in the page of a Firefox."""

    def __init__(self, firefox, name):
        self.name, self.page = name, firefox
        firefox.open(f'{BASE}/gestures/demo/{name}.html')
        wait(firefox, lambda: firefox.evaluate('globalThis.demo !== undefined'))
        self.box = firefox.evaluate('document.querySelector("#stage").getBoundingClientRect().toJSON()')

    def replay(self, recording):
        self.page.evaluate(f'demo.replay({json.dumps(recording)})')

    def close(self):
        """The next demo takes the page."""


def check_firefox_touches(report):
    # Debian's test packages bring Chromium alone; a second browser is looked at where somebody has it.
    if not program():
        report.skip('gestures in Firefox', 'there is none; FIREFOX may name one')
        return
    with Firefox() as firefox:
        for check in [check_taps, check_pan, check_swipe, check_pinch, check_turn]:
            check(report, firefox)


def check_taps(report, firefox):
    stage = FirefoxStage(firefox, 'taps')
    firefox.touch([stage.at(0.5, 0.5)])
    report.check('Firefox: a tap is a single tap', said(stage.log()) == ['single tap ended'], stage.log())
    firefox.touch(*[[stage.at(0.5, 0.5, x=60 * finger)] for finger in (-1, 0, 1)])
    report.check('Firefox: three fingers tap', said(stage.log())[1:] == ['three-finger tap ended'], stage.log())
    stage.check_replays(report)


def check_pan(report, firefox):
    stage = FirefoxStage(firefox, 'pan')
    firefox.touch([stage.at(0.5, 0.5, x=12 * step, y=-8 * step) for step in range(11)])
    log = stage.log()
    report.check('Firefox: a drag pans', said(log) == ['pan began', 'pan changed', 'pan ended'], log)
    near = abs(log[-1]['dx'] - 120) <= 1 and abs(log[-1]['dy'] + 80) <= 1
    report.check('Firefox: by as much as the finger went', near, log[-1])
    stage.check_replays(report)


def check_swipe(report, firefox):
    stage = FirefoxStage(firefox, 'swipe')
    for across, down in [(1, 0), (0, 1), (-1, 0), (0, -1)]:
        firefox.touch([stage.at(0.5, 0.5, x=30 * step * across, y=30 * step * down) for step in range(5)])
    ways = [entry['direction'] for entry in stage.log()]
    report.check('Firefox: swipes know their direction', ways == ['right', 'down', 'left', 'up'], ways)
    stage.check_replays(report)


def arms(stage, place, radii, degrees, steps=15):
    """The ways of two fingers opposite each other."""
    shares = [step / steps for step in range(steps + 1)]
    poses = [
        (radii[0] + (radii[1] - radii[0]) * share, math.radians(degrees[0] + (degrees[1] - degrees[0]) * share))
        for share in shares
    ]
    return [
        [stage.at(*place, x=side * radius * math.cos(angle), y=side * radius * math.sin(angle)) for radius, angle in poses]
        for side in (1, -1)
    ]


def check_pinch(report, firefox):
    stage = FirefoxStage(firefox, 'transform')
    firefox.touch(*arms(stage, (0.4, 0.38), (30, 75), (0, 0)))
    scales = [entry['scale'] for entry in stage.log() if entry['name'] == 'pinch']
    report.check('Firefox: two fingers pinch by 2.5', scales and abs(scales[-1] - 2.5) < 0.05, scales)
    stage.check_replays(report)


def check_turn(report, firefox):
    stage = FirefoxStage(firefox, 'transform')
    firefox.touch(*arms(stage, (0.58, 0.62), (70, 70), (10, 100)))
    degrees = [entry['degrees'] for entry in stage.log() if entry['name'] == 'rotation']
    # Places are whole pixels in this protocol.
    report.check('Firefox: two fingers turn by a quarter', degrees and abs(degrees[-1] - 90) < 1.5, degrees)
    stage.check_replays(report)
