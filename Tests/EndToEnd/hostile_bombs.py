"""Bombs, all at once, beside a client that only reads; and the memory that they leave behind."""

import socket
import statistics
import threading
import time

from fixtures import assemble, endless_page, pdf, png, stream_object, text_page
from processes import resident_bytes
from server import wait_until

# The limit of a bomb's answers, behind other bombs.
BOMB_SECONDS = 120
# For a debug build on a busy machine. A reader waits a second for workers that are all taken, and for a new worker.
MEDIAN_SECONDS, LONGEST_SECONDS = 3.0, 10.0
# The memory of a worker that has been idle for 20 s, and the time until it is down to that.
RESTING_WORKER_BYTES, RESTING_SECONDS = 192 << 20, 60
SERVER_BYTES = 64 << 20
# The reader has an address of its own: without sign-in the server tells clients apart by address.
READER = '127.0.0.2'


def check(report, server):
    light = server.upload(text_page(unique='beside bombs'), 'beside-bombs.pdf').json['id']
    idle = server.resident_bytes()
    with Listener() as listener:
        throw(report, server, light, bombs(listener.port))
        report.check('no document reached out', listener.callers == [], listener.callers)
    check_memory(report, server, idle)


def throw(report, server, light, files):
    """Uploads all bombs at once, while another client reads page after page."""
    readings, ended = [], threading.Event()

    def read():
        width = 200
        while not ended.is_set():
            width += 1
            start = time.monotonic()
            answer = server.ask('GET', f'/api/v1/documents/{light}/pages/1?width={width}', source=READER)
            readings.append((time.monotonic() - start, answer))

    reader = threading.Thread(target=read)
    reader.start()
    bombs = [Bomb(server, name, body) for name, body in files.items()]
    for bomb in bombs:
        bomb.join()
    ended.set()
    reader.join()
    for bomb in bombs:
        bomb.check(report)
    seconds = [taken for taken, _ in readings]
    report.check(
        f'{len(readings)} pages were read beside them, each shown',
        len(readings) >= 5 and all(answer.is_image for _, answer in readings),
        [answer for _, answer in readings if not answer.is_image],
    )
    report.check(
        f'… in {statistics.median(seconds):.2f} s at the median, {max(seconds):.2f} s at most',
        statistics.median(seconds) < MEDIAN_SECONDS and max(seconds) < LONGEST_SECONDS,
    )


def check_memory(report, server, idle):
    """After the bombs neither the server nor any worker keeps the memory that they took."""
    server.get('/healthz')
    light = wait_until(lambda: heaviest(server) <= RESTING_WORKER_BYTES, RESTING_SECONDS, 1)
    report.check(
        f'a worker holds {heaviest(server) >> 20} MiB at most when it has rested', light, server.workers()
    )
    grown = server.resident_bytes() - idle
    report.check(f'the server holds {grown >> 20} MiB more than before', grown < SERVER_BYTES)


def heaviest(server):
    return max(map(resident_bytes, server.workers()), default=0)


class Bomb(threading.Thread):
    """One document, uploaded, looked at and drawn in the background."""

    def __init__(self, server, name, body):
        super().__init__()
        self.server, self.name, self.body = server, name, body
        self.answers, self.seconds = {}, 0
        self.start()

    def run(self):
        start = time.monotonic()
        uploaded = self.server.upload(self.body, self.name)
        self.answers['upload'] = uploaded
        if uploaded.status == 201:
            address = f'/api/v1/documents/{uploaded.json["id"]}'
            for what, path in {
                'page': f'{address}/pages/1?width=333',
                'text': f'{address}/pages/1/text',
                'preview': f'{address}/preview',
                'thumbnail': f'{address}/thumbnail?size=64',
                'manifest': f'/iiif/presentation/3/{uploaded.json["id"]}/manifest',
            }.items():
                # One answer may take most of the time that all of them may take together.
                self.answers[what] = self.server.ask('GET', path, timeout=BOMB_SECONDS)
        self.seconds = time.monotonic() - start

    def check(self, report):
        report.check(
            f'{self.name}: answered in {self.seconds:.1f} s, each with a result or a reason',
            len(self.answers) == 6 and all(map(is_answered, self.answers.values())),
            self.answers,
        )
        report.check(f'{self.name}: within its limits', self.seconds < BOMB_SECONDS, self.seconds)


def is_answered(answer):
    return answer.status in (200, 201) or (answer.status not in (0, 500) and bool(answer.code))


class Listener:
    """Records connections to a port of this machine; in a `with`."""

    def __enter__(self):
        self.callers = []
        self.socket = socket.create_server(('127.0.0.1', 0))
        self.port = self.socket.getsockname()[1]
        threading.Thread(target=self.listen, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.socket.close()

    def listen(self):
        while True:
            try:
                connection, caller = self.socket.accept()
            except OSError:
                return
            self.callers.append(caller)
            connection.close()


def bombs(port):
    """Names and files. The active ones would connect to `port` if anything ran them."""
    return {
        'bomb-itself.pdf': drawing_itself(),
        'bomb-deep-tree.pdf': deep_tree(3_000),
        'bomb-tree-in-circles.pdf': assemble(
            [b'<< /Type /Catalog /Pages 2 0 R >>', b'<< /Type /Pages /Kids [2 0 R] /Count 1 >>']
        ),
        'bomb-active.pdf': active(port),
        'bomb-active.svg': active_svg(port),
        'bomb-cut.pdf': pdf(20, text='cut', unique='bomb')[:4_000],
        'bomb-pixels.png': png(19_000, 19_000),
        'bomb-pixels-in-a-page.pdf': pixels_in_a_page(12_000),
        'bomb-endless.pdf': endless_page(unique='bomb'),
    }


def drawing_itself():
    form = stream_object(
        b'/X5 Do 0 0 50 50 re f', '/Type /XObject /Subtype /Form /BBox [0 0 612 792] /Resources << /XObject << /X5 5 0 R >> >>'
    )
    return pdf(content=b'/X5 Do', objects=[form], unique='itself')


def deep_tree(levels):
    """A page below `levels` page trees, each the only child of the one before."""
    first = 5
    bodies = [
        b'<< /Type /Catalog /Pages 5 0 R >>',
        b'<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
        stream_object(b'0 0 m 100 100 l S'),
        f'<< /Type /Page /Parent {first + levels - 1} 0 R /MediaBox [0 0 400 300] /Contents 3 0 R >>'.encode(),
    ]
    for number in range(first, first + levels):
        child = 4 if number == first + levels - 1 else number + 1
        bodies.append(f'<< /Type /Pages /Parent {number - 1} 0 R /Kids [{child} 0 R] /Count 1 >>'.encode())
    return assemble(bodies)


def active(port):
    """A PDF with script, a program, a form and links as its actions, on opening and on display."""
    url = f'http://127.0.0.1:{port}/'
    actions = [
        f"<< /S /JavaScript /JS (app.launchURL('{url}js', true); this.submitForm('{url}js');) >>",
        '<< /S /Launch /F (/bin/sh) /Unix << /F (/bin/sh) /P (-c "touch /tmp/sheaf-was-launched") >> >>',
        f'<< /S /SubmitForm /F << /FS /URL /F ({url}form) >> >>',
        f'<< /S /URI /URI ({url}uri) >>',
        f'<< /S /GoToR /F << /FS /URL /F ({url}other.pdf) >> /D [0 /Fit] >>',
    ]
    # Each action names the next one.
    chain = ''
    for action in reversed(actions):
        chain = action[:-2] + (f'/Next {chain} >>' if chain else '>>')
    bodies = [
        f'<< /Type /Catalog /Pages 2 0 R /OpenAction {chain} /AA << /WC {actions[2]} /DP {actions[0]} >> '
        f'/Names << /JavaScript << /Names [(a) {actions[0]}] >> >> >>'.encode(),
        b'<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
        f'<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /AA << /O {actions[1]} /C {actions[3]} >> '
        f'/Annots [{" ".join(link(action, n) for n, action in enumerate(actions))}] >>'.encode(),
        stream_object(b'0 0 m 100 100 l S'),
    ]
    return assemble(bodies)


def link(action, number):
    return f'<< /Type /Annot /Subtype /Link /Rect [{number * 50} 0 {number * 50 + 40} 40] /A {action} >>'


def active_svg(port):
    url = f'http://127.0.0.1:{port}'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="99" height="99" '
        f'onload="fetch(\'{url}/load\')"><script href="{url}/script.js"/><script>fetch("{url}/script")</script>'
        f'<style>@import url("{url}/style.css"); rect {{ fill: url("{url}/fill.svg#a") }}</style>'
        f'<image xlink:href="{url}/picture.png" width="9" height="9"/><use href="{url}/use.svg#a"/>'
        f'<foreignObject width="9" height="9"><iframe xmlns="http://www.w3.org/1999/xhtml" src="{url}/frame"/>'
        f'</foreignObject><rect width="50" height="50"/></svg>'
    ).encode()


def pixels_in_a_page(side):
    """A small page with a picture of many pixels that is a few kilobytes as a file."""
    picture = stream_object(
        bytes(side * side // 8),
        f'/Type /XObject /Subtype /Image /Width {side} /Height {side} /ColorSpace /DeviceGray /BitsPerComponent 1',
    )
    return pdf(content=b'q 532 0 0 532 40 130 cm /X5 Do Q', objects=[picture], unique='pixels')
