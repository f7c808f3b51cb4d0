#!/usr/bin/env python3
"""Frame times of a board of 200 cards and 10,000 points of ink, moved by fingers in headless Chromium.

    board_frames.py --bin .build/release/sheaf [--files DIR] [--device tablet|desktop] [--trace DIR] [name of a motion …]

The browser's touch injection sends an event every 16.7 ms, even when the page is late. A headless browser has no GPU, so
the work of its compositor is printed beside the page's own work, for which Sheaf is responsible.
"""

import argparse
import asyncio
import json
import math
import os
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path += [os.path.join(HERE, '..', 'EndToEnd'), os.path.join(HERE, '..', 'Browser')]

from fixtures import pdf  # noqa: E402
from playwright.async_api import async_playwright  # noqa: E402
from results import Results, percentile  # noqa: E402
from server import Server, Workspace  # noqa: E402

FRAME_MILLISECONDS = 1000 / 60
BUDGET_MILLISECONDS = 16.7
# Frames come at multiples of the screen's interval, with the tolerance of the clock.
LATE_MILLISECONDS = 1.5 * FRAME_MILLISECONDS
STEPS = 120
# A card beside the ink, and ink on another card.
UNINKED_CARD, INKED_CARD, INKED_STROKE = 'c117', 105, 50
CATEGORIES = ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'cc', 'viz', 'benchmark', 'toplevel']
DEVICES = {
    'desktop': {'viewport': {'width': 1440, 'height': 900}, 'device_scale_factor': 1, 'has_touch': True},
    'tablet': {'viewport': {'width': 820, 'height': 1180}, 'device_scale_factor': 2, 'has_touch': True},
}

# Records the start of each frame.
WATCH = """
() => {
  globalThis.frameTimes = [];
  const next = (now) => {
    frameTimes.push(now);
    globalThis.framesWatched = requestAnimationFrame(next);
  };
  globalThis.framesWatched = requestAnimationFrame(next);
}
"""


def board_content(document):
    cards = [
        {
            'id': f'c{at}', 'document': document, 'page': 1 + at % 4, 'x': 180 * (at % 20 - 10), 'y': 240 * (at // 20 - 5),
            'width': 150, 'scale': 1, 'rotation': at % 7 - 3, 'z': at,
        }
        for at in range(200)
    ]  # fmt: skip
    strokes = [
        {'id': f's{at}', 'color': '#2b55c9', 'width': 4, 'points': [
            [180 * (at % 10 - 5) + step * 3, 240 * (at // 10 - 5) + 20 * (step % 7), 0.5, 8 * step]
            for step in range(100)
        ]}
        for at in range(100)
    ]  # fmt: skip
    return {'format': 'org.sheaf.board', 'formatVersion': 1, 'cards': cards, 'strokes': strokes}


def pair(middle, radius, degrees):
    arm = (radius * math.cos(math.radians(degrees)), radius * math.sin(math.radians(degrees)))
    return [(middle[0] + side * arm[0], middle[1] + side * arm[1]) for side in (1, -1)]


def swing(share):
    """A movement there and back: from 0 to 1 to 0."""
    return (1 - math.cos(2 * math.pi * share)) / 2


def motions(desk, card, stroke, pen_from):
    """The positions of the fingers at each share of a motion, by the name of the motion."""
    x, y = desk
    radius = 300
    return {
        'pan': lambda at: [(x - 200 * swing(at), y + 150 * swing(2 * at))],
        'pinch': lambda at: pair(desk, 40 + (radius - 40) * swing(at), 20),
        'pinch far': lambda at: pair(desk, 15 + (radius - 15) * swing(at), 20),
        'pinch out': lambda at: pair(desk, 300 - 240 * swing(at), 20),
        'rotate': lambda at: pair(desk, 150, 10 + 90 * swing(at)),
        'pinch and rotate': lambda at: pair(desk, 60 + radius / 2 * swing(at), 10 + 90 * swing(at)),
        'card drag': lambda at: [(card[0] + 180 * swing(at), card[1] + 120 * swing(2 * at))],
        'card pinch': lambda at: pair(card, 12 + 60 * swing(at), 20 + 60 * swing(at)),
        'ink drag': lambda at: [(stroke[0] + 180 * swing(at), stroke[1] + 120 * swing(2 * at))],
        'writing': lambda at: [
            (pen_from[0] + 500 * at, pen_from[1] + 40 * math.sin(40 * at) + side) for side in (0, 250)
        ],
    }


class Stage:
    """A board that is open in a page, and the measurements in the browser."""

    def __init__(self, browser, page, session):
        self.browser, self.page, self.session = browser, page, session

    async def inspect(self):
        return await self.page.evaluate('globalThis.sheaf?.inspect() ?? null')

    async def settle(self):
        for _ in range(600):
            state = await self.inspect()
            if state and not state['busy'] and state.get('board'):
                return state['board']
            await asyncio.sleep(0.05)
        raise RuntimeError('the board does not come to rest')

    async def touch(self, kind, places):
        points = [{'x': x, 'y': y, 'id': finger, 'force': 0.5} for finger, (x, y) in enumerate(places)]
        await self.session.send('Input.dispatchTouchEvent', {'type': kind, 'touchPoints': points})

    async def play(self, motion):
        """Plays a motion at the interval of a screen; no event waits for the one before it."""
        await self.touch('touchStart', motion(0))
        start, sent = time.monotonic(), []
        for step in range(1, STEPS + 1):
            await asyncio.sleep(max(0, start + step * FRAME_MILLISECONDS / 1000 - time.monotonic()))
            sent.append(asyncio.create_task(self.touch('touchMove', motion(step / STEPS))))
        await asyncio.gather(*sent)

    async def traced(self, act):
        """The trace events of the browser's threads during `act`."""
        events, done = [], asyncio.Event()
        self.browser.on('Tracing.dataCollected', lambda data: events.extend(data['value']))
        self.browser.on('Tracing.tracingComplete', lambda _: done.set())
        await self.browser.send(
            'Tracing.start', {'traceConfig': {'includedCategories': CATEGORIES}, 'transferMode': 'ReportEvents'}
        )
        await act()
        await self.browser.send('Tracing.end')
        await done.wait()
        return events

    async def frames(self, act):
        """Milliseconds between frames during `act`."""
        await self.page.evaluate(WATCH)
        await act()
        times = await self.page.evaluate('() => (cancelAnimationFrame(framesWatched), frameTimes)')
        return [after - before for before, after in zip(times, times[1:])]


def durations(events, name, thread):
    """Milliseconds of the events of that name on the threads of that name."""
    threads = {
        (event['pid'], event['tid'])
        for event in events if event['name'] == 'thread_name' and event['args']['name'].startswith(thread)
    }
    return [
        event['dur'] / 1000 for event in events
        if event['name'] == name and 'dur' in event and (event['pid'], event['tid']) in threads
    ]


def busy_in_frames(events):
    """The page's own work in each frame, without the time in which it waited for the compositor's commit."""
    name = 'LayerTreeHost::WaitForCommitCompletion'
    waits = [event for event in events if event['name'] == name and 'dur' in event]
    return [
        frame['dur'] / 1000 - sum(
            wait['dur'] / 1000 for wait in waits
            if wait['tid'] == frame['tid'] and frame['ts'] <= wait['ts'] < frame['ts'] + frame['dur']
        )
        for frame in events if frame['name'] == 'ProxyMain::BeginMainFrame' and 'dur' in frame
    ]  # fmt: skip


def report(results, name, frames, events):
    page = busy_in_frames(events)
    handlers = durations(events, 'EventDispatch', 'CrRendererMain')
    raster = durations(events, 'RasterTask', 'ThreadPool')
    drawn = durations(events, 'Display::DrawAndSwap', 'VizCompositor')
    late = sum(frame > LATE_MILLISECONDS for frame in frames)
    p95 = percentile(frames, 95)
    results.add(f'{name}: frame p50', percentile(frames, 50), 'ms')
    results.add(
        f'{name}: frame p95', p95, 'ms', f'at most {BUDGET_MILLISECONDS} ms', at_most=BUDGET_MILLISECONDS + 0.3
    )
    results.note(
        f'{len(frames)} frames, {late} late, longest {max(frames):.0f} ms; the page: {percentile(page, 95):.1f} ms a frame '
        f'at p95, longest {max(page):.1f}, events {percentile(handlers, 95):.1f} ms'
    )
    results.note(
        f'without a GPU the compositor: {percentile(drawn, 95) if drawn else 0:.1f} ms a frame at p95, {len(drawn)} drawn; '
        f'rasterized {len(raster)} tiles in {sum(raster):.0f} ms'
    )


async def measure(results, server, options):
    document = server.upload(pdf(pages=4, text='Frames'), 'frames.pdf').json['id']
    content = json.dumps(board_content(document)).encode()
    board = server.upload(content, 'frames.board').json['id']
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=os.environ.get('CHROMIUM', '/usr/bin/chromium'), args=['--no-sandbox']
        )
        tracer = await browser.new_browser_cdp_session()
        for device in options.device or DEVICES:
            results.section(f'{device}: 200 cards, 10,000 points of ink')
            names = list(motions((0, 0), (0, 0), (0, 0), (0, 0)))
            for name in [name for name in names if not options.motions or name in options.motions]:
                context = await browser.new_context(**DEVICES[device])
                page = await context.new_page()
                await page.goto(f'{server.url}/d/{board}')
                stage = Stage(tracer, page, await context.new_cdp_session(page))
                await measure_motion(results, stage, f'{device} {name}', name, options.trace)
                await context.close()
        await browser.close()


def desk_beside(cards, size):
    """The middle of the widest margin beside the cards, where fingers touch the desk."""
    left, top = min(x for x, _ in cards), min(y for _, y in cards)
    if left > top:
        return left / 2, size['height'] / 2
    return size['width'] / 2, top - 50


def stroke_place(state):
    """The position on the screen of the first point of a stroke near the middle of the ink."""
    card = state['cards'][INKED_CARD]
    view = state['viewport']
    x, y, *_ = state['strokes'][INKED_STROKE]['points'][0]
    return (
        card['screen']['x'] + (x - card['x']) * view['zoom'],
        card['screen']['y'] + (y - card['y']) * view['zoom'],
    )


async def measure_motion(results, stage, title, name, folder):
    state = await stage.settle()
    if name == 'writing':
        await stage.page.keyboard.press('p')
    size = stage.page.viewport_size
    middle = (size['width'] / 2, size['height'] / 2)
    places = {card['id']: (card['screen']['x'], card['screen']['y']) for card in state['cards']}
    ways = motions(desk_beside(places.values(), size), places[UNINKED_CARD], stroke_place(state), (middle[0] - 250, middle[1] - 120))
    frames = []

    async def act():
        frames.extend(await stage.frames(lambda: stage.play(ways[name])))

    events = await stage.traced(act)
    await stage.touch('touchEnd', [])
    await stage.settle()
    report(results, title, frames, events)
    if folder:
        with open(os.path.join(folder, f'{title.replace(" ", "-")}.json'), 'w') as file:
            json.dump({'traceEvents': events}, file)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('--bin', default='.build/release/sheaf', help='the built server')
    parser.add_argument('--files', help='where Resources and Public lie, when not beside the program')
    parser.add_argument('--device', action='append', choices=list(DEVICES))
    parser.add_argument('--trace', help='a folder for traces, for chrome://tracing')
    parser.add_argument('motions', nargs='*', help='those that are measured; all where none is named')
    options, results = parser.parse_args(), Results()
    files = ['--files', options.files] if options.files else []
    with Workspace() as root, Server(options.bin, root, *files) as server:
        asyncio.run(measure(results, server, options))
    results.finish()


if __name__ == '__main__':
    main()
