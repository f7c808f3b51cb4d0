"""A built Sheaf: starts it on a root and a free port, sends requests, stops or kills it."""

import argparse
import contextlib
import http.client
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time
from urllib.parse import quote, urlencode

from processes import children, resident_bytes

START_SECONDS = 30
# A server that ends waits several times, for some seconds each: for requests, for saves, for its workers.
STOP_SECONDS = 60


class Response:
    """The status, the headers (looked up in any case) and the whole body of a response."""

    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body

    @property
    def json(self):
        """The body as JSON; an empty dictionary when it is not JSON."""
        try:
            return json.loads(self.body)
        except ValueError:
            return {}

    @property
    def code(self):
        """The stable code of a problem (RFC 9457), or None."""
        if 'application/problem+json' not in (self.headers.get('Content-Type') or ''):
            return None
        return self.json.get('code')

    @property
    def is_image(self):
        return self.status == 200 and (self.headers.get('Content-Type') or '').startswith('image/')

    def __repr__(self):
        return f'{self.status} {self.headers.get("Content-Type")} {self.body[:200]!r}'


class Server:
    """A server, ready when its `with` block begins and gone when the block ends."""

    def __init__(self, binary, root, *options, auth=False):
        self.binary, self.root, self.auth = os.path.abspath(binary), root, auth
        self.options = list(options) + ([] if auth else ['--no-auth'])
        self.sign_in = self.process = self.port = None
        self.token = None
        # Added to the environment at the next start.
        self.environment = {}

    def __enter__(self):
        return self.start()

    def __exit__(self, *_):
        self.kill()

    # Start and end

    def start(self):
        """Starts the server and returns when it prints that it is ready."""
        self.log = tempfile.TemporaryFile()
        self.process = subprocess.Popen(
            [self.binary, 'serve', '--root', self.root, '--host', '127.0.0.1', '--port', '0', *self.options],
            stdout=subprocess.PIPE,
            stderr=self.log,
            stdin=subprocess.DEVNULL,
            env={**os.environ, **self.environment},
        )
        # A server that hangs at its start would block the reading of its output, so a timer ends it.
        alarm = threading.Timer(START_SECONDS, self.process.kill)
        alarm.start()
        try:
            self.read_greeting()
        finally:
            alarm.cancel()
        threading.Thread(target=self.process.stdout.read, daemon=True).start()
        return self

    def read_greeting(self):
        for line in self.process.stdout:
            line = line.decode(errors='replace')
            if found := re.search(r'Sheaf is ready at http://127\.0\.0\.1:(\d+)/', line):
                self.port = int(found[1])
                if not self.auth:
                    return
            if found := re.search(r'Sign in.* (http://\S+/sign-in\S+)', line):
                self.sign_in = found[1]
                return
        raise RuntimeError(f'the server did not start: {self.tail_of_log()}')

    def tail_of_log(self):
        self.log.seek(0)
        return self.log.read()[-2000:].decode(errors='replace')

    def whole_log(self):
        self.log.seek(0)
        return self.log.read()

    def is_alive(self):
        return self.process.poll() is None

    def kill(self):
        if self.process and self.is_alive():
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()

    def stop(self, how=signal.SIGTERM):
        """Sends the signal and returns the exit status."""
        self.process.send_signal(how)
        return self.process.wait(timeout=STOP_SECONDS)

    def workers(self):
        return children(self.process.pid, 'sheaf-render')

    def resident_bytes(self):
        """Memory of the server without its workers."""
        return resident_bytes(self.process.pid)

    # Requests

    @property
    def authority(self):
        return f'127.0.0.1:{self.port}'

    @property
    def url(self):
        return f'http://{self.authority}'

    def ask(self, method, path, body=None, headers=None, timeout=60, source=None, connected=lambda port: None):
        """Sends one request on a connection of its own, from the loopback address `source` if there is one.

        `connected` is called with the connection's port before anything is sent. A connection that breaks gives
        an answer of status 0.
        """
        own = (source, 0) if source else None
        connection = http.client.HTTPConnection('127.0.0.1', self.port, timeout=timeout, source_address=own)
        try:
            connection.connect()
            connected(connection.sock.getsockname()[1])
            connection.request(method, path, body, {**self.credentials(), **(headers or {})})
            response = connection.getresponse()
            return Response(response.status, response.headers, response.read())
        except (OSError, http.client.HTTPException) as error:
            return Response(0, {}, repr(error).encode())
        finally:
            connection.close()

    def credentials(self):
        return {'Authorization': f'Bearer {self.token}'} if self.token else {}

    def get(self, path, **parameters):
        return self.ask('GET', path + ('?' + urlencode(parameters, quote_via=quote) if parameters else ''))

    def upload(self, body, name, headers=None, **parameters):
        query = urlencode({'name': name, **parameters}, quote_via=quote)
        return self.ask('POST', f'/api/v1/documents?{query}', body, headers)

    def page(self, document, number=1, **parameters):
        """A page of the document with this id, as an image."""
        return self.get(f'/api/v1/documents/{document}/pages/{number}', **parameters)

    def preview(self, document):
        return self.get(f'/api/v1/documents/{document}/preview')

    def documents(self, **parameters):
        found, cursor = [], None
        while True:
            answer = self.get(
                '/api/v1/documents', limit=200, **parameters, **({'cursor': cursor} if cursor else {})
            )
            if answer.status != 200:
                raise RuntimeError(f'the list was refused: {answer}; {self.tail_of_log()}')
            found += answer.json['documents']
            cursor = answer.json.get('next')
            if not cursor:
                return found

    def raw(self, request, timeout=10, half_close=False):
        """Sends raw bytes and returns the response, read until the other side ends or time is up."""
        with socket.create_connection(('127.0.0.1', self.port), timeout) as connection:
            received = b''
            try:
                connection.sendall(request)
                if half_close:
                    connection.shutdown(socket.SHUT_WR)
                while chunk := connection.recv(65536):
                    received += chunk
            except OSError:
                pass
            return received


@contextlib.contextmanager
def started(binary, root, seconds, *options, **more):
    """The process of a server that may fail to start, with its output as text; it is killed after so many seconds."""
    command = [binary, 'serve', '--root', root, '--port', '0', *options]
    process = subprocess.Popen(command, **{'stdout': subprocess.PIPE, 'stderr': subprocess.PIPE, 'text': True, **more})
    alarm = threading.Timer(seconds, process.kill)
    alarm.start()
    try:
        yield process
    finally:
        alarm.cancel()
        process.kill()
        process.wait()


def wait_until(condition, seconds, interval=0.05):
    """The first true value of `condition()`, or its last one when time is up."""
    end = time.monotonic() + seconds
    while not (value := condition()) and time.monotonic() < end:
        time.sleep(interval)
    return value


def files_below(folder):
    return [os.path.join(path, name) for path, _, names in os.walk(folder) for name in names]


class Workspace:
    """A temporary folder for one run, in a `with`."""

    def __enter__(self):
        self.folder = tempfile.mkdtemp(prefix='sheaf-test-')
        return self.folder

    def __exit__(self, *_):
        shutil.rmtree(self.folder, ignore_errors=True)


def arguments(description, **options):
    """The command line of a driver: `--bin`, and an integer option for each of `options`."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument('--bin', default='.build/release/sheaf', help='the built server')
    for name, default in options.items():
        parser.add_argument(f'--{name}', type=int, default=default, help=f'{default} when not given')
    return parser.parse_args()
