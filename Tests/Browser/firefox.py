"""Firefox by WebDriver BiDi, as far as touches need it: no driver program and no package, only the browser itself."""

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
            first, size = self.stream.read(2)
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
    """One headless Firefox with one page. Use it in a `with`."""

    def __enter__(self):
        self.profile = tempfile.TemporaryDirectory(prefix='sheaf-firefox-')
        arguments = ['--headless', '--no-remote', '--profile', self.profile.name, '--remote-debugging-port', '0']
        self.process = subprocess.Popen(
            [program(), *arguments], stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True
        )
        alarm = threading.Timer(START_SECONDS, self.process.kill)
        alarm.start()
        try:
            lines = iter(self.process.stderr.readline, '')
            found = next((at for at in (re.search(r'BiDi listening on ws://127\.0\.0\.1:(\d+)', line) for line in lines) if at), None)
        finally:
            alarm.cancel()
        if not found:
            raise RuntimeError('Firefox does not start')
        # Whatever else it says is read and let go, or it would stand still when the pipe is full.
        threading.Thread(target=lambda: [None for _ in self.process.stderr], daemon=True).start()
        self.web_socket, self.number = WebSocket(int(found[1]), '/session'), 0
        self.call('session.new', capabilities={})
        self.context = self.call('browsingContext.getTree')['contexts'][0]['context']
        return self

    def __exit__(self, *_):
        self.web_socket.close()
        self.process.kill()
        self.process.wait()
        self.profile.cleanup()

    def call(self, method, **parameters):
        """The result of a command; events that come meanwhile are let go."""
        self.number += 1
        self.web_socket.send(json.dumps({'id': self.number, 'method': method, 'params': parameters}))
        while (answer := json.loads(self.web_socket.receive())).get('id') != self.number:
            pass
        if answer['type'] == 'error':
            raise RuntimeError(f'{method}: {answer["error"]}: {answer["message"]}')
        return answer['result']

    def open(self, address):
        self.call('browsingContext.navigate', context=self.context, url=address, wait='complete')

    def evaluate(self, expression):
        """What an expression, or its promise, comes to; as JSON carries it."""
        text = f'(async () => JSON.stringify((await ({expression})) ?? null))()'
        answer = self.call('script.evaluate', expression=text, target={'context': self.context}, awaitPromise=True)
        if answer['type'] == 'exception':
            raise RuntimeError(answer['exceptionDetails']['text'])
        return json.loads(answer['result']['value'])

    def wait_for_timeout(self, milliseconds):
        """As a page of Playwright has it, for `harness.wait`."""
        self.evaluate(f'new Promise((done) => setTimeout(done, {milliseconds}))')

    def touch(self, *ways, milliseconds=10):
        """Each finger lands at the first place of its way, goes along it with the others, and lifts."""
        sources = []
        for index, way in enumerate(ways):
            steps = [{'type': 'pointerMove', 'x': round(x), 'y': round(y), 'duration': milliseconds} for x, y in way]
            actions = [{**steps[0], 'duration': 0}, {'type': 'pointerDown', 'button': 0}, *steps[1:], {'type': 'pointerUp', 'button': 0}]
            sources.append({'type': 'pointer', 'id': f'finger{index}', 'parameters': {'pointerType': 'touch'}, 'actions': actions})
        self.call('input.performActions', context=self.context, actions=sources)


