"""Reading by hand: fingers, mouse and wheel on the pages, with real touches."""

import base64

from fixtures import pdf
from harness import BASE, DESKTOP, PHONE, TABLET, at_page, inspect, open_document, reader, settle, shown, wait
from reader_checks import is_sharp, sharpness
from touch import Hand

# Asked of the page in one go, between two frames.
PLACES = """
(points) => points.map(([x, y]) => {
  for (const page of document.querySelectorAll('.page')) {
    const box = page.getBoundingClientRect();
    if (x < box.left - 1 || x > box.right + 1 || y < box.top - 1 || y > box.bottom + 1) continue;
    return {name: page.querySelector('img')?.alt, x: (x - box.left) / box.width, y: (y - box.top) / box.height};
  }
  return null;
})
"""
# Where a place of a page is now, in CSS pixels of the window.
POINTS = """
(places) => places.map((place) => {
  const page = [...document.querySelectorAll('.page')].find((page) => page.querySelector('img')?.alt === place?.name);
  const box = page?.getBoundingClientRect();
  return box ? [box.left + place.x * box.width, box.top + place.y * box.height] : null;
})
"""
# Where a line in the middle of the window begins and ends.
SEEN_LINE = """
() => {
  const words = [...document.querySelectorAll('.page-word')].map((word) => word.getBoundingClientRect());
  const line = words.filter(({top, bottom}) => top < 330 && bottom > 320);
  return [Math.min(...line.map(({left}) => left)), Math.max(...line.map(({right}) => right))];
}
"""
TWO_FRAMES = '() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))'
TOP = "Math.min(...[...document.querySelectorAll('.page')].map((page) => page.getBoundingClientRect().top))"
# Notes how far the pages are moved in the frame that is shown when a finger comes down.
WATCH_TOUCH = """
() => addEventListener('pointerdown', () => {
  const content = document.querySelector('.pages-content');
  globalThis.seenAtTouch = new DOMMatrix(getComputedStyle(content).transform).f;
}, { capture: true, once: true })
"""
# Notes where the pages are in each frame from the moment on at which the finger lifts.
WATCH_GLIDE = """
() => {
  globalThis.glide = [];
  const content = document.querySelector('.pages-content');
  const look = (at) => {
    glide.push({at, y: new DOMMatrix(getComputedStyle(content).transform).f});
    requestAnimationFrame(look);
  };
  addEventListener('pointerup', () => requestAnimationFrame(look), { capture: true, once: true });
}
"""
# How fast they went at the beginning of the glide and 0.4 s later, in pixels a millisecond, upwards. It begins with the
# first frame of the glide: a browser may take a while to draw that. A frame may come late by more than the glide slows in a
# tenth of a second, so each speed is that of 150 ms. By the later one the glide has lost about half.
GLIDE_SPEEDS = """
() => {
  const start = glide.find(({y}, index) => y !== glide[Math.max(0, index - 1)].y).at;
  const speed = (from, to) => {
    const first = glide.findLast(({at}) => at <= start + from);
    const last = glide.find(({at}) => at >= start + to);
    return (first.y - last.y) / (last.at - first.at);
  };
  return [speed(0, 150), speed(400, 550)];
}
"""
# Counts frames in which a page that is seen has no image, and notes how long each took.
WATCH_FRAMES = """
() => {
  globalThis.bare = 0;
  globalThis.frames = [];
  let before = performance.now();
  const look = (now) => {
    frames.push(now - before);
    before = now;
    for (const page of document.querySelectorAll('.page')) {
      const box = page.getBoundingClientRect();
      const isSeen = box.bottom > 52 && box.top < innerHeight - 150;
      if (isSeen && ![...page.querySelectorAll('img')].some((image) => image.complete)) globalThis.bare += 1;
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
"""


def places(page, *points):
    return page.evaluate(PLACES, list(points))


def distance(page, marks, points):
    """How far the places `marks` are from where they should be, in CSS pixels; the worst of them."""
    now = page.evaluate(POINTS, marks)
    return max(
        max(abs(a - b) for a, b in zip(there, wanted)) if there else 9999 for there, wanted in zip(now, points)
    )


def drawn(page):
    """Lets two frames pass, however long they take."""
    page.wait_for_timeout(40)
    page.evaluate(TWO_FRAMES)


def top(page):
    return page.evaluate(TOP)


def shift(page):
    """How far all pages are moved together."""
    return page.locator('.pages-content').evaluate('(element) => new DOMMatrix(getComputedStyle(element).transform).f')


def opened(browser, document, device=PHONE, at=''):
    page = browser.page(device, f'/d/{document["id"]}{at}')
    return page, Hand(page)


def double_tap(page, fingers, place, holds):
    """Whether it holds after two taps, which are no third and fourth of what came before."""
    fingers.rest(400)
    fingers.double_tap(place)
    return wait(page, holds)


def check_pinch(report, browser, document):
    page, fingers = opened(browser, document)
    # The pair turns a little on its way, and a page does not: what is under its middle stays there.
    starts, ends, middle = [(130, 300), (190, 340)], [(60, 250), (330, 430)], (160, 320)
    marks = places(page, middle)
    page.evaluate(WATCH_FRAMES)
    fingers.pinch(starts, ends)
    drawn(page)
    apart = distance(page, marks, [(195, 340)])
    report.check('a pinch zooms while the fingers move', reader(page)['zoom'] > 100, reader(page))
    report.check('about the middle of them', apart <= 2, apart)
    fingers.lift()
    settle(page)
    report.check('when they lift it is sharp', is_sharp(page), sharpness(page))
    report.check('no page was without an image meanwhile', page.evaluate('bare') == 0, page.evaluate('bare'))
    report.check('the page has a zoom of its own now', reader(page)['mode'] == 'scale', reader(page))
    page.context.close()


def check_pinch_is_held(report, browser, document):
    """The image under the fingers gives way to a sharper one, and the fingers go on with what they hold."""
    page, fingers = opened(browser, document)
    settle(page)
    page.evaluate("globalThis.held = document.querySelector('.page > img')")
    # No farther than one image goes: beyond it come tiles, which lie on the image that is there.
    fingers.pinch([(130, 300), (190, 340)], [(118, 292), (202, 348)])
    zoomed = reader(page)['zoom']
    sharper = wait(page, lambda: page.evaluate('!held.isConnected') and is_sharp(page))
    report.check('a sharper image comes while the fingers hold the page', sharper, sharpness(page))
    marks = places(page, (118, 292), (202, 348))
    fingers.glide(f0=(82, 268), f1=(238, 372))
    drawn(page)
    further = reader(page)['zoom']
    report.check('and they go on with their pinch', further > 1.2 * zoomed, (zoomed, further))
    places_now = distance(page, marks, [(82, 268), (238, 372)])
    report.check('with what was under them', places_now <= 4, places_now)
    fingers.lift(1)
    start = top(page)
    fingers.glide(f0=(40, 400))
    drawn(page)
    report.check('down to the last finger', top(page) > start + 80, (start, top(page)))
    fingers.lift()
    settle(page)
    page.context.close()


def check_pinch_along_a_line(report, browser, document):
    page, fingers = opened(browser, document)
    settle(page)
    starts = [(120, 320), (180, 320)]
    for ends in ([(40, 320), (300, 320)], [(80, 400), (200, 400)], [(100, 250), (360, 250)]):
        marks = places(page, *starts)
        fingers.pinch(starts, ends)
        drawn(page)
        apart = distance(page, marks, ends)
        report.check(f'the place under the fingers is under them at {ends}', apart <= 2, apart)
        fingers.lift()
        settle(page)
    page.context.close()


def check_fingers_side_by_side(report, browser, document):
    """Two fingers above one another that scroll, 16 px a frame: each event alone would be a pinch."""
    # Here the whole page is smaller than the fit, so that no snap brings it back.
    page, fingers = opened(browser, document, TABLET | {'viewport': {'width': 1180, 'height': 820}})
    settle(page)
    before = reader(page)['zoom']
    fingers.land((600, 560), (600, 620))
    fingers.glide(steps=14, f0=(600, 336), f1=(600, 396))
    fingers.rest(150)
    fingers.lift()
    settle(page)
    report.check('two fingers side by side scroll and do not zoom', reader(page)['zoom'] == before, (before, reader(page)))
    fingers.land((600, 360), (600, 420))
    fingers.glide(steps=6, f0=(600, 330), f1=(600, 420))
    fingers.glide(steps=6, f0=(600, 380), f1=(600, 440))
    fingers.rest(150)
    fingers.lift()
    settle(page)
    report.check('two that part and come back leave the zoom as they found it', reader(page)['zoom'] == before, (before, reader(page)))
    page.set_viewport_size({'width': 700, 'height': 820})
    fits = wait(page, lambda: reader(page)['zoom'] < before, 3)
    report.check('and the page fits the window still', fits, reader(page))


# A button on the pages, and how often it was pressed.
ADD_BUTTON = """
() => {
  const button = document.createElement('button');
  button.style = 'position: absolute; left: 300px; top: 300px; width: 120px; height: 60px; z-index: 9';
  button.addEventListener('click', () => { globalThis.presses = (globalThis.presses ?? 0) + 1; });
  document.querySelector('.pages-room').append(button);
}
"""


def check_drag_from_button(report, browser, document):
    page = browser.page(DESKTOP, f'/d/{document["id"]}#page=3&zoom=300')
    settle(page)
    page.evaluate(ADD_BUTTON)
    box = page.locator('.pages-room > button').bounding_box()
    x, y = box['x'] + box['width'] / 2, box['y'] + box['height'] / 2
    marks = places(page, (700, 600))
    drag_mouse(page, (x, y), (x, y - 150), rest=150)
    report.check('a drag that began on a button drags', distance(page, marks, [(700, 460)]) <= 2)
    report.check('and does not press it', page.evaluate('globalThis.presses ?? 0') == 0)
    page.mouse.click(x, y)
    report.check('a press does', page.evaluate('globalThis.presses ?? 0') == 1)
    edges = page.evaluate('getComputedStyle(document.documentElement).overscrollBehaviorY')
    report.check('a drag on a bar pulls nothing over the edge of the window', edges == 'none', edges)


def check_pan(report, browser, document):
    page, fingers = opened(browser, document)
    marks = places(page, (200, 600))
    fingers.land((200, 600))
    fingers.glide(steps=12, f0=(200, 350))
    drawn(page)
    # The slop, 10 px of the way, moves nothing.
    report.check('a page follows the finger', distance(page, marks, [(200, 360)]) <= 2)
    fingers.rest(120)
    before = top(page)
    fingers.lift()
    settle(page)
    report.check('a finger that rested before it lifted throws nothing', abs(top(page) - before) < 1, top(page))
    check_throw(report, page, fingers)
    check_edge(report, page, fingers)


def check_throw(report, page, fingers):
    before = places(page, (200, 500))
    page.evaluate(WATCH_GLIDE)
    fingers.swipe((200, 650), (200, 350), steps=6)
    drawn(page)
    report.check('a thrown page glides on', inspect(page)['busy'])
    wait(page, lambda: page.evaluate('glide.at(-1)?.at - glide[0]?.at >= 700'))
    early, late = page.evaluate(GLIDE_SPEEDS)
    report.check('and slower and slower', early > late > 0, (early, late))
    page.evaluate(WATCH_TOUCH)
    fingers.land((200, 300))
    drawn(page)
    caught = shift(page)
    page.wait_for_timeout(150)
    seen = page.evaluate('seenAtTouch')
    report.check('a touch catches it', shift(page) == caught, (caught, shift(page)))
    report.check('where it was seen', abs(seen - caught) < 1, (seen, caught))
    fingers.lift()
    settle(page)
    report.check('and it stays there', shift(page) == caught, (caught, shift(page)))
    report.check('further on than before', before != places(page, (200, 500)))


def check_edge(report, page, fingers):
    page.keyboard.press('Home')
    settle(page)
    rest = top(page)
    fingers.land((200, 300))
    fingers.glide(steps=10, f0=(200, 500))
    drawn(page)
    pulled = top(page) - rest
    report.check('beyond the edge the page gives less and less', 30 < pulled < 150, pulled)
    fingers.lift()
    settle(page)
    report.check('and springs back', abs(top(page) - rest) < 1, top(page))


def check_cancel(report, browser, document):
    page, fingers = opened(browser, document)
    rest = top(page)
    fingers.land((200, 300))
    fingers.glide(steps=6, f0=(200, 480))
    fingers.cancel()
    settle(page)
    report.check('a cancelled drag leaves the page at its edge', abs(top(page) - rest) < 1, top(page))
    fingers.pinch([(120, 320), (180, 320)], [(60, 320), (240, 320)], steps=6)
    fingers.cancel()
    report.check('a cancelled pinch ends', wait(page, lambda: not inspect(page)['busy']))
    before = places(page, (200, 300))
    fingers.swipe((200, 300), (160, 260), steps=4)
    settle(page)
    report.check('and the next drag drags', places(page, (200, 300)) != before)


def check_taps(report, browser, document):
    page, fingers = opened(browser, document)
    fit, marks = reader(page), places(page, (150, 330))
    in_detail = double_tap(page, fingers, (150, 330), lambda: reader(page)['zoom'] >= 100)
    report.check('a double tap shows detail', in_detail, reader(page))
    settle(page)
    height = page.evaluate(POINTS, marks)[0][1]
    report.check('of what was tapped', abs(height - 330) <= 2, height)
    line = page.evaluate(SEEN_LINE)
    report.check('whose column is as wide as the window', 0 <= line[0] <= 24 and 366 <= line[1] <= 390, line)
    report.check('and it is sharp', is_sharp(page), sharpness(page))
    is_fit = double_tap(page, fingers, (150, 330), lambda: reader(page) == fit)
    report.check('another one shows the fit', is_fit, reader(page))
    settle(page)
    fingers.pinch([(120, 320), (180, 320)], [(40, 320), (300, 320)])
    fingers.lift()
    settle(page)
    fingers.tap((150, 300), (250, 300))
    report.check('so does a tap by two fingers', wait(page, lambda: reader(page) == fit), reader(page))
    settle(page)
    page.wait_for_timeout(400)
    fingers.pinch([(60, 320), (340, 320)], [(180, 320), (210, 320)])
    fingers.lift()
    settle(page)
    report.check('and a pinch that made it smaller than that', reader(page)['mode'] == 'automatic', reader(page))


def check_taps_that_leave(report, browser, document):
    """J4: three fingers that tap three times lead back to the list; fewer fingers or taps do not."""
    page = browser.page(PHONE, '/?q=handled')
    shown(page, 'handled.pdf')
    open_document(page, 'handled.pdf')
    fingers = Hand(page)

    def tap(times, *places):
        with fingers.at_once():
            for _ in range(times):
                fingers.tap(*places)
        fingers.rest(900)

    for times, count in ((3, 2), (2, 3), (3, 1)):
        tap(times, *[(100 + 80 * finger, 330) for finger in range(count)])
        report.check(f'J4 {times} taps by {count} leave the document open', inspect(page)['view'] == 'reader', inspect(page)['view'])
        settle(page)
    tap(3, (100, 330), (180, 300), (260, 330))
    led = wait(page, lambda: inspect(page)['view'] == 'library' and inspect(page)['library']['q'] == 'handled')
    report.check('J4 three taps by three lead back to its list', led, page.url)
    page.go_forward()
    report.check('J4 one step, from which the browser leads forward', wait(page, lambda: inspect(page)['document'] == document['id']), page.url)
    page.context.close()


def check_swipes(report, browser, document):
    page, fingers = opened(browser, document)
    fingers.swipe((300, 400), (120, 404), steps=6)
    report.check('a swipe to the left turns to the next page', at_page(page, 2), reader(page))
    settle(page)
    fingers.swipe((100, 400), (300, 396), steps=6)
    report.check('one to the right turns back', at_page(page, 1), reader(page))
    settle(page)
    before = places(page, (200, 400))
    fingers.swipe((300, 400), (220, 400), steps=40)
    settle(page)
    report.check('a slow one does not', reader(page)['page'] == 1 and places(page, (200, 400)) == before)
    in_detail = double_tap(page, fingers, (200, 330), lambda: reader(page)['zoom'] >= 100)
    report.check('then a double tap shows detail', in_detail, reader(page))
    settle(page)
    page.wait_for_timeout(400)
    before = places(page, (200, 400))
    fingers.swipe((300, 400), (120, 404), steps=6)
    settle(page)
    after = places(page, (200, 400))
    moved = reader(page)['page'] == 1 and after != before
    report.check('in detail a swipe moves the page', moved, (before, after))


def check_mouse(report, browser, document):
    page = browser.page(DESKTOP, f'/d/{document["id"]}')
    page.mouse.move(700, 400)
    before = top(page)
    page.mouse.wheel(0, 100)
    settle(page)
    report.check('a notch of the wheel scrolls by a notch', abs(before - top(page) - 100) < 1, (before, top(page)))
    page.mouse.move(700, 300)
    before = top(page)
    drag_mouse(page, (700, 500), (700, 300))
    report.check('a mouse does not drag a page that is not zoomed', top(page) == before)
    page.keyboard.press('Home')
    settle(page)
    thumb = page.locator('.scroll-thumb.down').bounding_box()
    x, y = thumb['x'] + thumb['width'] / 2, thumb['y'] + thumb['height'] / 2
    drag_mouse(page, (x, y), (x, 890))
    report.check('the thumb leads to the end', at_page(page, reader(page)['pageCount']), reader(page))
    page.get_by_role('combobox', name='Zoom').select_option('400')
    settle(page)
    marks = places(page, (700, 400))
    drag_mouse(page, (700, 400), (500, 350), rest=150)
    report.check('but one that is, less the slop', distance(page, marks, [(509.7, 352.4)]) <= 2)


def drag_mouse(page, start, end, rest=0):
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*end, steps=8)
    page.wait_for_timeout(rest)
    page.mouse.up()
    settle(page)


# For how long the tiles fade in that have just come, in ms.
TILE_FADES = """
() => [...new Set(document.getAnimations().filter(({effect}) => effect.target.matches?.('img.tile')).map(({effect}) => effect.getTiming().duration))]
"""


def check_tiles(report, browser, client):
    document = client.upload('tiles.pdf', pdf(pages=3, content=lines_of_text()))
    asked = []
    page = browser.context(DESKTOP).new_page()
    page.on('request', lambda request: asked.append(request.url) if '/default.' in request.url else None)
    for zoom in (400, 6400):
        page.goto('about:blank')
        asked.clear()
        page.goto(f'{BASE}/d/{document["id"]}#page=2&zoom={zoom}')
        settle(page)
        sharp = reader(page)['zoom'] == zoom and is_sharp(page)
        report.check(f'at {zoom} % a page is sharp', sharp, sharpness(page))
        report.check('with the tiles that are seen, and those around them', 0 < len(asked) <= 24, len(asked))
    page.keyboard.press(' ')
    fades = wait(page, lambda: page.evaluate(TILE_FADES))
    report.check('E30 tiles that come fade in for a quarter of a second', fades == [250], fades)
    for _ in range(20):
        page.keyboard.press(' ')
    settle(page)
    tiles = page.locator('img.tile').count()
    report.check('tiles that are out of view are let go of', tiles <= 24, tiles)
    page.keyboard.press('w')
    settle(page)
    report.check('a page that fits one image has no tiles', page.locator('img.tile').count() == 0)


def check_tiles_meet(report, browser, client):
    """Tiles of one page, side by side, show what the whole page shows."""
    document = client.upload('meeting.pdf', pdf(content=b'0.2 0.4 0.8 rg 0 0 612 792 re f'))
    page = browser.page(DESKTOP, f'/d/{document["id"]}#zoom=300')
    page.keyboard.press('ArrowDown')
    settle(page)
    page.wait_for_timeout(1500)
    pixels = page.locator('.reader-stage').screenshot()
    report.check('no seam is seen between tiles', is_one_color(page, pixels), len(pixels))


def is_one_color(page, picture):
    """Whether the middle of a picture has one color."""
    return page.evaluate(
        """async (data) => {
          const image = new Image();
          image.src = `data:image/png;base64,${data}`;
          await image.decode();
          const canvas = document.createElement('canvas');
          [canvas.width, canvas.height] = [image.width - 200, image.height - 100];
          const context = canvas.getContext('2d');
          context.drawImage(image, -100, -50);
          const {data: pixels} = context.getImageData(0, 0, canvas.width, canvas.height);
          const first = new Uint32Array(pixels.buffer)[0];
          return new Uint32Array(pixels.buffer).every((pixel) => pixel === first);
        }""",
        base64.b64encode(picture).decode(),
    )


def check_reduced_motion(report, browser, document):
    page = browser.page(PHONE, f'/d/{document["id"]}', reduced_motion='reduce')
    fingers = Hand(page)
    zooms = set()
    double_tap(page, fingers, (150, 330), lambda: zooms.add(reader(page)['zoom']) or max(zooms) >= 100)
    report.check('with reduced motion detail is there at once', len(zooms) <= 2 and max(zooms) >= 100, zooms)


def lines_of_text():
    """A page full of small text, as a content stream."""
    lines = [
        f'BT /F1 9 Tf 40 {760 - 12 * row} Td (Line {row}: the hedge along the wall was cut in autumn) Tj ET'
        for row in range(60)
    ]
    return '\n'.join(lines).encode()
