"""A server of contents that are imported: honest answers, and those of a hostile one, written byte by byte."""

import contextlib
import os
import socket
import ssl
import subprocess
import threading
import time


class Origin:
    """Answers each path by the function in `answers` of that path, in a `with`."""

    def __init__(self, answers, host='127.0.0.1', tls=None):
        self.answers, self.requests, self.ended, self.tls = answers, [], threading.Event(), tls
        self.listener = socket.create_server((host, 0), family=socket.AF_INET6 if ':' in host else socket.AF_INET)
        self.port = self.listener.getsockname()[1]

    def __enter__(self):
        threading.Thread(target=self.serve, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.ended.set()
        self.listener.close()

    def url(self, path, host='127.0.0.1'):
        return f'{"https" if self.tls else "http"}://{host}:{self.port}{path}'

    def serve(self):
        with contextlib.suppress(OSError):
            while not self.ended.is_set():
                connection, _ = self.listener.accept()
                threading.Thread(target=self.answer, args=(connection,), daemon=True).start()

    def answer(self, connection):
        connection.settimeout(30)
        with contextlib.ExitStack() as stack, contextlib.suppress(OSError):
            stack.enter_context(connection)
            if self.tls:
                connection = stack.enter_context(self.tls.wrap_socket(connection, server_side=True))
            head = b''
            while b'\r\n\r\n' not in head:
                piece = connection.recv(65536)
                if not piece:
                    return
                head += piece
            lines = head.decode('latin-1').split('\r\n')
            path = lines[0].split(' ')[1]
            fields = {name.lower(): value.strip() for name, _, value in (line.partition(':') for line in lines[1:])}
            self.requests.append((path, fields))
            answer = self.answers.get(path.partition('?')[0])
            if answer:
                answer(connection, fields)
            else:
                connection.sendall(b'HTTP/1.1 404 Not Found\r\nContent-Length: 9\r\n\r\n<p>no</p>')

    def asked(self, path):
        return [fields for asked, fields in self.requests if asked == path]


def self_signed(folder):
    """TLS with a certificate for 127.0.0.1 that nobody vouches for."""
    key, certificate = os.path.join(folder, 'key.pem'), os.path.join(folder, 'certificate.pem')
    command = ['openssl', 'req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=127.0.0.1']
    names = ['-addext', 'subjectAltName=IP:127.0.0.1', '-keyout', key, '-out', certificate]
    subprocess.run([*command, *names], check=True, capture_output=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    return context


def whole(body, *lines):
    """An honest answer with further lines in its head."""
    head = ['HTTP/1.1 200 OK', f'Content-Length: {len(body)}', *lines]
    return lambda connection, _: connection.sendall('\r\n'.join(head).encode() + b'\r\n\r\n' + body)


def raw(*pieces):
    def answer(connection, _):
        for piece in pieces:
            connection.sendall(piece)

    return answer


def redirect(location, status=302):
    head = f'HTTP/1.1 {status} Found\r\nLocation: {location}\r\nContent-Length: 0\r\n\r\n'
    return raw(head.encode())


def endless(head=b'HTTP/1.1 200 OK\r\n\r\n', piece=b'x' * 65536):
    def answer(connection, _):
        connection.sendall(head)
        while True:
            connection.sendall(piece)

    return answer


def slowly(body, pause, head=b'HTTP/1.1 200 OK\r\n', count=1):
    """Bytes of a body, so many at a time with a pause behind each."""

    def answer(connection, _):
        connection.sendall(head + f'Content-Length: {len(body)}\r\n\r\n'.encode())
        for start in range(0, len(body), count):
            connection.sendall(body[start : start + count])
            # The pace of the sender is under test.
            time.sleep(pause)

    return answer
