"""Sound and film: played by the browser, or converted where it cannot; with FFmpeg on this machine and without."""

import json
import os
import shutil
import subprocess
import tempfile

from access_checks import AUDIT
from harness import BASE, DESKTOP, PHONE, TABLET, inspect, intercept, overflow, settle, wait
from touch import Hand

FFMPEG = shutil.which('ffmpeg')
MEDIA = "document.querySelector('.player-media')"
TIME = f'{MEDIA}.currentTime'
WORDS = '1\n00:00:00,000 --> 00:00:08,000\nGuten Tag\n'


def made(name, *arguments, subtitles=WORDS):
    """The bytes of a sound or film that FFmpeg makes."""
    with tempfile.TemporaryDirectory() as folder:
        words = os.path.join(folder, 'words.srt')
        with open(words, 'w') as file:
            file.write(subtitles)
        path = os.path.join(folder, name)
        given = [words if argument == 'WORDS' else argument for argument in arguments]
        subprocess.run([FFMPEG, '-nostdin', '-v', 'error', *given, path], check=True, timeout=60)
        with open(path, 'rb') as file:
            return file.read()


def film(name, codec, *more, seconds=8, words=WORDS):
    picture = ('-f', 'lavfi', '-i', f'testsrc=size=320x180:rate=10:duration={seconds}')
    return made(name, *picture, '-f', 'lavfi', '-i', f'sine=duration={seconds}', *more, '-c:v', codec, subtitles=words)


def opened(browser, document, device=DESKTOP):
    page = browser.context(device).new_page()
    page.goto(address(document))
    settle(page)
    wait(page, lambda: page.locator('.player').count() == 1)
    return page


def address(document):
    return f'{BASE}/d/{document["id"]}'


def figures(page):
    return page.locator('.player-time').inner_text()


def check_film(report, browser, client):
    """A film that the browser can play, with subtitles."""
    if not FFMPEG:
        return report.check('FFmpeg is installed', False, 'make extras')
    webm = film('a.webm', 'libvpx', '-i', 'WORDS', '-map', '0', '-map', '1', '-map', '2', '-metadata:s:s:0', 'language=deu')
    status, poster = client.ask('POST', '/api/v1/preview?format=png&name=film.webm', webm)
    report.check('a film that is not kept has a picture', status == 200 and bytes(poster).startswith(b'\x89PNG'), (status, poster[:60]))
    document = client.upload('film.webm', webm)
    page = opened(browser, document)
    ready = wait(page, lambda: figures(page) == '0:00 / 0:08')
    report.check('a film shows how long it is, and does not begin by itself', ready and page.evaluate(f'{MEDIA}.paused'), figures(page))
    page.keyboard.press('Space')
    report.check('the space bar plays it', wait(page, lambda: page.evaluate(TIME) > 0.3), page.evaluate(TIME))
    page.keyboard.press('k')
    report.check('and K pauses it', wait(page, lambda: page.evaluate(f'{MEDIA}.paused')))
    page.keyboard.press('5')
    report.check('a digit leads to a tenth', wait(page, lambda: abs(page.evaluate(TIME) - 4) < 0.2), page.evaluate(TIME))
    page.keyboard.press('j')
    report.check('J goes back', wait(page, lambda: page.evaluate(TIME) == 0), page.evaluate(TIME))
    page.keyboard.press('l')
    report.check('no farther than to the end', wait(page, lambda: page.evaluate(TIME) > 7.5), page.evaluate(TIME))
    captions = page.get_by_role('button', name='Captions')
    report.check('its subtitles are offered', wait(page, lambda: captions.is_visible()))
    captions.click()
    page.get_by_role('menuitemradio', name='German').click()
    shown = wait(page, lambda: page.evaluate(f"{MEDIA}.textTracks[0].mode") == 'showing')
    report.check('and shown when they are chosen', shown)
    line = page.locator('.scrubber').bounding_box()
    page.mouse.move(line['x'] + line['width'] / 2, line['y'] + line['height'] / 2)
    bubble = page.locator('.scrubber-bubble')
    report.check('the line of time shows the frame under the hand', wait(page, lambda: bubble.is_visible() and bubble.inner_text().startswith('0:0')))
    check_film_keys_on_line(report, page, line)
    page.get_by_role('button', name='Speed').click()
    page.get_by_role('menuitemradio', name='1.5 ×').click()
    report.check('it goes as fast as it is told', page.evaluate(f'{MEDIA}.playbackRate') == 1.5)
    report.check('it is accessible', page.evaluate(AUDIT) == [], page.evaluate(AUDIT))
    report.check('and is open in the reader', inspect(page)['view'] == 'reader', inspect(page)['view'])
    page.keyboard.press('Escape')
    report.check('Escape leads back', wait(page, lambda: inspect(page)['view'] == 'library'))
    page.context.close()
    page = opened(browser, document, PHONE)
    report.check('on a phone all controls are there', overflow(page) <= 0 and page.get_by_role('button', name='Play').is_visible(), overflow(page))
    wait(page, lambda: page.get_by_role('button', name='Captions').is_visible())
    rows = page.evaluate("new Set([...document.querySelectorAll('.player-bar > .button:not([hidden])')].map((one) => one.getBoundingClientRect().top)).size")
    report.check('in one row below the line of time', rows == 1, rows)
    page.context.close()


def check_film_keys_on_line(report, page, line):
    """The player keeps its keys while the line of time has the focus."""
    page.mouse.click(line['x'] + 8, line['y'] + line['height'] / 2)
    wait(page, lambda: page.evaluate(TIME) < 0.2)
    focus = page.evaluate('document.activeElement.className')
    page.keyboard.press('ArrowRight')
    moved = wait(page, lambda: abs(page.evaluate(TIME) - 5) < 0.3)
    report.check('on the line of time an arrow goes five seconds, too', moved and focus == 'scrubber-slider', (page.evaluate(TIME), focus))
    page.keyboard.press('m')
    report.check('M mutes', wait(page, lambda: page.evaluate(f'{MEDIA}.muted')))
    page.keyboard.press('Space')
    report.check('and the space bar plays', wait(page, lambda: not page.evaluate(f'{MEDIA}.paused')))
    page.keyboard.press('k')


# The boxes of the player's parts, by name; a part that comes later has none before.
BOXES = """() => Object.fromEntries([...document.querySelectorAll(
  '.player, .player-stage, .player-bar, .scrubber, .is-film .player-media, .player-bar > .button:not([hidden])')]
  .map((part) => [part.getAttribute('aria-label') ?? part.className.split(' ')[0], part.getBoundingClientRect().toJSON()]))"""
SHIFTS = """new PerformanceObserver((list) => {
  for (const one of list.getEntries()) (globalThis.shifts ??= []).push([one.value, ...one.sources.map(({ node }) => node?.className ?? String(node))]);
}).observe({ type: 'layout-shift' })"""
# What comes late, in the order in which it is let go: facts, pictures, the bytes.
LATE = ['facts', 'pictures', 'bytes']
CAME = {
    'facts': "/ 0:0/.test(document.querySelector('.player-time').textContent)",
    'pictures': "performance.getEntriesByType('resource').some(({ name, responseEnd }) => /media\\/(poster|waveform)/.test(name) && responseEnd > 0)",
    'bytes': f'{MEDIA}.readyState >= HTMLMediaElement.HAVE_METADATA',
}
LYING = {**PHONE, 'viewport': {'width': 844, 'height': 390}}
SMALL = {**PHONE, 'viewport': {'width': 320, 'height': 568}}
# A move of a few pixels of a small part; the bar that moves by 20 pixels makes ten times as much.
MOST_SHIFT = 0.0005


def check_media_stands(report, browser, client):
    """VI-2: nothing in the player moves when facts, poster, strip, waveform, cover and the film itself come."""
    if not FFMPEG:
        return report.check('FFmpeg is installed', False, 'make extras')
    film_body = film('late.webm', 'libvpx', '-i', 'WORDS', '-map', '0', '-map', '1', '-map', '2', '-metadata:s:s:0', 'language=deu')
    cover = ('-f', 'lavfi', '-i', 'sine=duration=3', '-f', 'lavfi', '-i', 'color=red:size=300x300:d=1', '-frames:v', '1', '-map', '0', '-map', '1', '-disposition:v', 'attached_pic')
    bodies = {'late.webm': film_body, 'late.ogg': made('late.ogg', '-f', 'lavfi', '-i', 'sine=duration=3'), 'late.mp3': made('late.mp3', *cover)}
    for name, body in bodies.items():
        document = client.upload(name, body)
        for device, size in ((DESKTOP, 'on a desktop'), (PHONE, 'on a phone'), (LYING, 'on a phone that lies'), (SMALL, 'on a small phone')):
            check_media_at(report, browser, document, device, f'{name} {size}')


def is_at(box, after):
    """Whether a part is where it was, and as large."""
    return after and all(abs(box[side] - after[side]) < 1 for side in ('left', 'top', 'width', 'height'))


def check_media_at(report, browser, document, device, what):
    page, held = browser.context(device).new_page(), {late: [] for late in LATE}
    page.goto(BASE)
    settle(page)
    open_gates = set()

    def keep(late):
        return lambda route: route.continue_() if late in open_gates else held[late].append(route)

    intercept(page, '**/media/*', keep('pictures'))
    intercept(page, '**/media', keep('facts'))
    intercept(page, '**/content*', keep('bytes'))
    page.goto(address(document))
    wait(page, lambda: page.locator('.player').count() == 1 and held['facts'])
    # The sheet of the reader may still be on its way in.
    wait(page, lambda: page.evaluate('document.getAnimations().length') == 0)
    page.evaluate(SHIFTS)
    before = page.evaluate(BOXES)
    for late in LATE:
        open_gates.add(late)
        while held[late]:
            held[late].pop().continue_()
        came = wait(page, lambda late=late: page.evaluate(CAME[late]))
        after = page.evaluate(BOXES)
        moved = {part: (box, after.get(part)) for part, box in before.items() if not is_at(box, after.get(part))}
        report.check(f'VI-2 {what}: when the {late} come nothing moves', came and not moved, (came, moved))
    cover = page.locator('.player-cover')
    if document['name'].endswith('.mp3') and wait(page, lambda: cover.count() == 1):
        above = lambda: (box := cover.bounding_box()) and box['y'] + box['height'] <= page.locator('.player-bar').bounding_box()['y'] + 1
        report.check(f'VI-2 {what}: the cover lies above the line', wait(page, above), page.evaluate(BOXES))
    shifts = page.evaluate('globalThis.shifts ?? []')
    report.check(f'VI-2 {what}: the browser saw nothing jump', sum(value for value, *_ in shifts) < MOST_SHIFT, shifts)
    page.context.close()


def check_film_pinched(report, browser, client):
    """VI-3: spread fingers fill the screen, drawn together they leave it."""
    if not FFMPEG:
        return report.check('FFmpeg is installed', False, 'make extras')
    page = opened(browser, client.upload('pinched.webm', film('a.webm', 'libvpx')), TABLET)
    wait(page, lambda: figures(page) == '0:00 / 0:08')
    page.get_by_role('button', name='Play', exact=True).click()
    box = page.locator('.player-stage').bounding_box()
    middle = (box['x'] + box['width'] / 2, box['y'] + box['height'] / 2)
    beside = lambda way: [(middle[0] - way, middle[1]), (middle[0] + way, middle[1])]
    full, plays = 'document.fullscreenElement !== null', f'!{MEDIA}.paused'
    hand = Hand(page)
    hand.pinch(beside(40), beside(140))
    hand.lift()
    report.check('VI-3 fingers that spread fill the screen', wait(page, lambda: page.evaluate(full)) and page.evaluate(plays))
    hand.pinch(beside(140), beside(40))
    hand.lift()
    report.check('VI-3 drawn together they leave it, and it plays on', wait(page, lambda: not page.evaluate(full)) and page.evaluate(plays))
    page.context.close()


def conversions(client):
    return [job for job in client.ask('GET', '/api/v1/jobs')[1]['jobs'] if job['title'].startswith('Playing')]


def check_film_converted(report, browser, client):
    """A film that no browser plays is converted while it is sent."""
    if not FFMPEG:
        return
    page = opened(browser, client.upload('old.avi', film('a.avi', 'mpeg4', '-c:a', 'mp3')))
    report.check('a film of an old kind has its length', wait(page, lambda: figures(page).endswith('/ 0:08')), figures(page))
    page.keyboard.press('Space')
    report.check('and plays', wait(page, lambda: page.evaluate(TIME) > 0.3), page.evaluate(f'[{MEDIA}.src, {MEDIA}.error?.code]'))
    page.keyboard.press('5')
    moved = wait(page, lambda: figures(page).startswith('0:04') and 'start=4' in page.evaluate(f'{MEDIA}.src'))
    report.check('also from a place that is sought', moved, (figures(page), page.evaluate(f'{MEDIA}.src')))
    page.goto(BASE)
    ended = wait(page, lambda: not any(job['state'] == 'running' for job in conversions(client)))
    report.check('its conversion ends with it', ended, conversions(client))
    page.context.close()


# Of each kind the picture, or the sound, is one that Chromium does not decode.
HALF_PLAYED = {
    'hevc.mp4': ('libx265', '-x265-params', 'log-level=none', '-tag:v', 'hvc1', '-c:a', 'aac'),
    'hevc.mkv': ('libx265', '-x265-params', 'log-level=none', '-c:a', 'aac'),
    'mpeg4.mkv': ('mpeg4', '-c:a', 'aac'),
    'prores.mov': ('prores', '-c:a', 'pcm_s16le'),
    'ac3.mkv': ('libx264', '-pix_fmt', 'yuv420p', '-c:a', 'ac3'),
    'ac3.mp4': ('libx264', '-pix_fmt', 'yuv420p', '-c:a', 'ac3'),
}
PLAYED = {
    'h264.mp4': ('libx264', '-pix_fmt', 'yuv420p', '-c:a', 'aac'),
    'h264.mkv': ('libx264', '-pix_fmt', 'yuv420p', '-c:a', 'mp3'),
    'h264.mov': ('libx264', '-pix_fmt', 'yuv420p', '-c:a', 'pcm_s16le'),
    'vp9.webm': ('libvpx-vp9', '-c:a', 'libopus'),
}
HEARD_AND_SEEN = f'{MEDIA}.videoWidth > 0 && {MEDIA}.webkitAudioDecodedByteCount > 0 && {MEDIA}.webkitDecodedFrameCount > 0'


def coded(name, codec, *more):
    return film(name, codec, *more, seconds=3)


def check_film_tracks(report, browser, client):
    """Picture and sound both come, where the browser decodes but one of them; where it decodes both nothing is converted."""
    if not FFMPEG:
        return
    for name, kind in [*HALF_PLAYED.items(), *PLAYED.items()]:
        page = opened(browser, client.upload(name, coded(name, kind[0], *kind[1:])))
        way = '/media/stream' if name in HALF_PLAYED else '/content'
        chosen = wait(page, lambda way=way: way in page.evaluate(f'{MEDIA}.src'))
        page.keyboard.press('Space')
        whole = wait(page, lambda: page.evaluate(HEARD_AND_SEEN))
        source = page.evaluate(f'{MEDIA}.src')
        report.check(f'{name} is seen and heard', whole and chosen and way in source, (source, page.evaluate(f'{MEDIA}.videoWidth')))
        page.context.close()


def check_film_sought(report, browser, client):
    """A conversion keeps up with keys that are held, with captions, speed and its end."""
    if not FFMPEG:
        return
    words = '1\n00:00:41,000 --> 00:00:59,000\nGuten Abend\n'
    more = ('-i', 'WORDS', '-map', '0', '-map', '1', '-map', '2', '-c:a', 'ac3', '-c:s', 'srt')
    page = opened(browser, client.upload('long.mkv', film('a.mkv', 'mpeg4', *more, seconds=60, words=words)))
    wait(page, lambda: 'stream' in page.evaluate(f'{MEDIA}.src') and figures(page) == '0:00 / 1:00')
    page.get_by_role('button', name='Speed').click()
    page.get_by_role('menuitemradio', name='1.5 ×').click()
    page.keyboard.press('c')
    page.keyboard.press('k')
    wait(page, lambda: page.evaluate(TIME) > 0.2)
    streams = []
    page.on('request', lambda request: 'media/stream' in request.url and streams.append(request.url))
    page.keyboard.press('0')
    for _ in range(30):
        page.keyboard.down('ArrowRight')
        page.wait_for_timeout(30)
    page.keyboard.up('ArrowRight')
    plays = wait(page, lambda: streams and figures(page)[:4] in ('0:59', '1:00'))
    report.check('an arrow that is held leads to the end of a conversion', plays and page.locator('.player').count() == 1, page.locator('.reader-body').all_inner_texts())
    report.check('with few conversions on the way', 0 < len(streams) <= 3, len(streams))
    report.check('it is still as fast as it was told', page.evaluate(f'{MEDIA}.playbackRate') == 1.5, page.evaluate(f'{MEDIA}.playbackRate'))
    wait(page, lambda: page.evaluate(f'{MEDIA}.ended'))
    page.keyboard.press('k')
    again = wait(page, lambda: figures(page).startswith('0:0') and not page.evaluate(f'{MEDIA}.paused'))
    report.check('at its end K plays it from the beginning', again, (figures(page), page.evaluate(f'{MEDIA}.src')))
    shown = f"[...{MEDIA}.textTracks[0].activeCues ?? []].map((cue) => cue.text).join()"
    wait(page, lambda: page.evaluate(TIME) > 0.1)
    early = page.evaluate(shown)
    page.keyboard.press('7')
    report.check('captions come at the times of the film', wait(page, lambda: page.evaluate(shown) == 'Guten Abend') and early == '', (early, page.evaluate(shown)))
    page.keyboard.press('2')
    report.check('and go', wait(page, lambda: figures(page).startswith('0:12') and page.evaluate(shown) == ''), page.evaluate(shown))
    page.context.close()


def refusal(status, code, detail):
    return {'status': status, 'content_type': 'application/problem+json', 'body': json.dumps({'code': code, 'detail': detail, 'status': status})}


def check_film_waits(report, browser, client):
    """A busy server is waited for; one that lacks a program says which."""
    if not FFMPEG:
        return
    document = client.upload('wait.avi', film('a.avi', 'mpeg4', '-c:a', 'mp3'))
    page, asked = browser.context(DESKTOP).new_page(), []

    def answer(route):
        asked.append(route.request.url)
        route.fulfill(**refusal(503, 'busy', 'too many films are converted at once')) if len(asked) < 4 else route.continue_()

    intercept(page, '**/media/stream*', answer)
    page.goto(address(document))
    note = page.locator('.player-note')
    report.check('a film waits for its conversion while the server is busy', wait(page, lambda: note.is_visible() and 'waits for its turn' in note.inner_text()))
    report.check('and then comes', wait(page, lambda: page.evaluate(f'{MEDIA}.videoWidth') > 0 and not note.is_visible()), asked)
    page.context.close()
    page = browser.context(DESKTOP).new_page()
    missing = refusal(422, 'converter-missing', 'Frames of films need FFmpeg: run `make extras` on the server')
    intercept(page, '**/media', lambda route: route.fulfill(**missing))
    intercept(page, '**/media/*', lambda route: route.fulfill(**missing))
    page.goto(address(document))
    body, note = page.locator('.reader-body'), page.locator('.player-note')
    said = wait(page, lambda: 'FFmpeg' in body.inner_text() and 'make extras' in body.inner_text())
    report.check('without the program that converts it, it names the program', said, body.all_inner_texts())
    half = client.upload('half.mp4', coded('half.mp4', *HALF_PLAYED['hevc.mp4']))
    page.goto(address(half))
    report.check('also where but the picture is missing', wait(page, lambda: 'make extras' in note.inner_text()), note.all_inner_texts())
    page.context.close()


def check_film_stalls(report, browser, client):
    """A film whose bytes do not come says so, and plays as soon as they come."""
    if not FFMPEG:
        return
    document = client.upload('late.webm', film('a.webm', 'libvpx'))
    page, held, is_late = browser.context(DESKTOP).new_page(), [], [True]
    intercept(page, '**/content*', lambda route: held.append(route) if is_late[0] else route.continue_())
    page.goto(address(document))
    wait(page, lambda: page.locator('.player').count() == 1 and held)
    page.keyboard.press('Space')
    spinner = page.locator('.player-spinner')
    report.check('VI-4 a film whose bytes do not come says so', wait(page, lambda: spinner.is_visible()), figures(page))
    is_late[0] = False
    for route in held:
        route.continue_()
    plays = wait(page, lambda: page.evaluate(TIME) > 0.3 and not spinner.is_visible())
    report.check('VI-4 and plays as soon as they come', plays, page.evaluate(TIME))
    page.context.close()


def check_film_alone(report, browser, client):
    """Of two windows one is heard."""
    if not FFMPEG:
        return
    document = client.upload('twice.webm', film('a.webm', 'libvpx'))
    page = opened(browser, document)
    other = page.context.new_page()
    other.goto(address(document))
    settle(other)
    page.keyboard.press('Space')
    wait(page, lambda: page.evaluate(TIME) > 0.2)
    other.get_by_role('button', name='Play', exact=True).click()
    paused = wait(page, lambda: page.evaluate(f'{MEDIA}.paused'))
    report.check('a film that begins pauses the one in another window', paused and not other.evaluate(f'{MEDIA}.paused'))
    page.context.close()


BOOK = """;FFMETADATA1
[CHAPTER]
TIMEBASE=1/1
START=0
END=10
title=Sowing
[CHAPTER]
TIMEBASE=1/1
START=10
END=20
title=Growing
[CHAPTER]
TIMEBASE=1/1
START=20
END=30
"""


def check_chapters(report, browser, client):
    """A film and an audio book with chapters: chosen from a list, and gone through by keys."""
    if not FFMPEG:
        return report.check('FFmpeg is installed', False, 'make extras')
    sound = ('-f', 'lavfi', '-i', 'sine=duration=30', '-f', 'ffmetadata', '-i', 'WORDS')
    book = client.upload('book.m4b', made('book.m4b', *sound, '-map_metadata', '1', '-f', 'ipod', subtitles=BOOK))
    page = opened(browser, book)
    button = page.get_by_role('button', name='Chapters')
    report.check('an audio book offers its chapters', wait(page, lambda: button.is_visible()))
    button.click()
    listed = page.get_by_role('menuitemradio').all_inner_texts()
    report.check('each with its name and its start', [one.split() for one in listed] == [['Sowing', '0:00'], ['Growing', '0:10'], ['Chapter', '3', '0:20']], listed)
    page.get_by_role('menuitemradio', name='Growing').click()
    report.check('one that is chosen is gone to', wait(page, lambda: abs(page.evaluate(TIME) - 10) < 0.3), page.evaluate(TIME))
    page.keyboard.press('PageDown')
    report.check('Page Down goes to the next one', wait(page, lambda: abs(page.evaluate(TIME) - 20) < 0.3), page.evaluate(TIME))
    button.click()
    now = page.locator('[role=menuitemradio][aria-checked=true]')
    report.check('the list marks the one that is played', 'Chapter 3' in now.inner_text(), now.all_inner_texts())
    page.keyboard.press('Escape')
    page.keyboard.press('PageUp')
    report.check('Page Up goes back', wait(page, lambda: abs(page.evaluate(TIME) - 10) < 0.3), page.evaluate(TIME))
    report.check('all is accessible', page.evaluate(AUDIT) == [], page.evaluate(AUDIT))
    page.context.close()
    chaptered = film('chaptered.mkv', 'libx264', '-f', 'ffmetadata', '-i', 'WORDS', '-map', '0', '-map', '1', '-map_metadata', '2', seconds=30, words=BOOK)
    page = opened(browser, client.upload('chaptered.mkv', chaptered), SMALL)
    report.check('so does a film', wait(page, lambda: page.get_by_role('button', name='Chapters').is_visible()))
    tops = {round(box['y']) for box in (one.bounding_box() for one in page.locator('.player-bar > .button').all() if one.is_visible())}
    report.check('on a small phone all buttons have one row', overflow(page) <= 0 and len(tops) == 1, (overflow(page), tops))
    page.context.close()


def check_sound(report, browser, client):
    """A sound shows its loudness; what cannot be played says so."""
    if not FFMPEG:
        return
    page = opened(browser, client.upload('tone.ogg', made('a.ogg', '-f', 'lavfi', '-i', 'sine=duration=3')))
    report.check('a sound has its waveform', wait(page, lambda: page.locator('.has-waveform').count() == 1))
    page.keyboard.press('Space')
    report.check('and plays', wait(page, lambda: page.evaluate(TIME) > 0.2), page.evaluate(TIME))
    report.check('it is accessible, too', page.evaluate(AUDIT) == [], page.evaluate(AUDIT))
    report.check('what has no chapters offers none', not page.get_by_role('button', name='Chapters').is_visible())
    page.context.close()
    noise = client.upload('noise.mp3', b'\xff\xfb\x90\x00' + b'no sound' * 400)
    page = browser.context(DESKTOP).new_page()
    page.goto(address(noise))
    settle(page)
    said = wait(page, lambda: 'seems to be damaged' in page.locator('.reader-body').inner_text())
    report.check('a file that nothing can play says so', said, page.locator('.reader-body').all_inner_texts())
