"""Firefox and its WebDriver BiDi: no driver program and no Python package, only the browser itself."""

import base64
import json
import os
import re
import shutil
import socket
import struct
import subprocess
import tempfile
import threading

START_SECONDS = 60
# A window can be made as large as the screen; with a primary pointer that is a finger, as a tablet has it.
SCREEN = {'MOZ_HEADLESS_WIDTH': '1600', 'MOZ_HEADLESS_HEIGHT': '1400'}
PREFERENCES = {'ui.primaryPointerCapabilities': 1, 'ui.allPointerCapabilities': 7, 'dom.w3c_touch_events.enabled': 1}
TEXT, CLOSE, PING, PONG = 1, 8, 9, 10


def program():
    """The path of the browser, or None: `FIREFOX` names it where it is not found by itself."""
    return os.environ.get('FIREFOX') or shutil.which('firefox-esr') or shutil.which('firefox')


class WebSocket:
    """A client of RFC 6455 for text messages."""

    def __init__(self, port, path):
        self.socket = socket.create_connection(('127.0.0.1', port), timeout=START_SECONDS)
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [
            f'GET {path} HTTP/1.1', f'Host: 127.0.0.1:{port}', 'Upgrade: websocket', 'Connection: Upgrade',
            f'Sec-WebSocket-Key: {key}', 'Sec-WebSocket-Version: 13', '', '',
        ]  # fmt: skip
        self.socket.sendall('\r\n'.join(lines).encode())
        self.stream = self.socket.makefile('rb')
        status = self.stream.readline()
        while self.stream.readline() not in (b'\r\n', b''):
            pass
        if b' 101 ' not in status:
            raise RuntimeError(f'no WebSocket: {status}')

    def send(self, text, kind=TEXT):
        """A client's frames are masked."""
        data, mask = text.encode(), os.urandom(4)
        size = len(data)
        if size < 126:
            head = struct.pack('!BB', 0x80 | kind, 0x80 | size)
        elif size < 1 << 16:
            head = struct.pack('!BBH', 0x80 | kind, 0x80 | 126, size)
        else:
            head = struct.pack('!BBQ', 0x80 | kind, 0x80 | 127, size)
        masked = bytes(byte ^ mask[index % 4] for index, byte in enumerate(data))
        self.socket.sendall(head + mask + masked)

    def receive(self):
        """The next whole text."""
        parts = []
        while True:
            first, size = self.stream.read(2) or (0x80 | CLOSE, 0)
            if size == 126:
                (size,) = struct.unpack('!H', self.stream.read(2))
            elif size == 127:
                (size,) = struct.unpack('!Q', self.stream.read(8))
            data = self.stream.read(size)
            kind = first & 0x0F
            if kind == CLOSE:
                raise RuntimeError('the browser has closed the connection')
            if kind == PING:
                self.send(data.decode(), PONG)
                continue
            parts.append(data)
            if first & 0x80:
                return b''.join(parts).decode()

    def close(self):
        self.socket.close()


class Firefox:
    """One headless Firefox. Use it in a `with`; it ends by itself after `seconds`, whatever it hangs on."""

    def __init__(self, seconds):
        self.seconds, self.number, self.logged = seconds, 0, []

    def __enter__(self):
        self.profile = tempfile.TemporaryDirectory(prefix='sheaf-firefox-')
        with open(os.path.join(self.profile.name, 'user.js'), 'w') as preferences:
            preferences.writelines(f'user_pref("{name}", {json.dumps(value)});\n' for name, value in PREFERENCES.items())
        arguments = ['--headless', '--no-remote', '--profile', self.profile.name, '--remote-debugging-port', '0']
        self.process = subprocess.Popen(
            [program(), *arguments], stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True, env=os.environ | SCREEN
        )
        self.alarm = threading.Timer(self.seconds, self.process.kill)
        self.alarm.start()
        try:
            self.connect()
        except BaseException:
            self.__exit__()
            raise
        return self

    def connect(self):
        lines = iter(self.process.stderr.readline, '')
        found = next((at for at in (re.search(r'BiDi listening on ws://127\.0\.0\.1:(\d+)', line) for line in lines) if at), None)
        if not found:
            raise RuntimeError('Firefox does not start')
        # The rest of its output is read and let go, or it would stand still when the pipe is full.
        threading.Thread(target=lambda: [None for _ in self.process.stderr], daemon=True).start()
        self.web_socket = WebSocket(int(found[1]), '/session')
        self.call('session.new', capabilities={})
        self.call('session.subscribe', events=['log.entryAdded'])

    def __exit__(self, *_):
        self.alarm.cancel()
        if hasattr(self, 'web_socket'):
            self.web_socket.close()
        self.process.kill()
        self.process.wait()
        self.profile.cleanup()

    def call(self, method, **parameters):
        """The result of a command; what pages log meanwhile is kept in `logged`."""
        self.number += 1
        self.web_socket.send(json.dumps({'id': self.number, 'method': method, 'params': parameters}))
        while (answer := json.loads(self.web_socket.receive())).get('id') != self.number:
            if answer.get('method') == 'log.entryAdded':
                self.logged.append(answer['params'])
        if answer['type'] == 'error':
            raise RuntimeError(f'{method}: {answer["error"]}: {answer["message"]}')
        return answer['result']
