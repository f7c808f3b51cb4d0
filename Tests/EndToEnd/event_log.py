"""Follows the events of a server over reconnects and restarts, and notes repeats, gaps and disorder."""

import http.client
import json
import socket
import threading
import time


class Event:
    """A change of a document, as an event reports it."""

    def __init__(self, sequence, kind, document):
        self.sequence, self.kind, self.document = sequence, kind, document

    def __repr__(self):
        shown = {name: self.document.get(name) for name in ('id', 'folder', 'name', 'sha256', 'version')}
        return f'{self.sequence} {self.kind} {shown}'


def number_of(id):
    """The number in an event's id; the ids of one index are consecutive."""
    return int(id.partition('-')[0])


class EventLog:
    """All events after the one with this id, over one connection at a time; each connection begins where the last one
    ended.

    A reset is a fault, too. `resets` holds each reset with the number of events before it and its reason.
    """

    def __init__(self, id='0'):
        self.id, self.last, self.events, self.resets, self.faults = id, number_of(id), [], [], []
        self.changed = threading.Condition()
        self.connection = self.socket = self.thread = None

    def connect(self, server):
        self.disconnect()
        self.connection = http.client.HTTPConnection('127.0.0.1', server.port, timeout=60)
        headers = {**server.credentials(), 'Last-Event-ID': self.id}
        self.connection.connect()
        self.socket = self.connection.sock
        self.connection.request('GET', '/api/v1/events', headers=headers)
        response = self.connection.getresponse()
        if response.status != 200:
            raise RuntimeError(f'the events were refused: {response.status} {response.read()!r}')
        self.thread = threading.Thread(target=self.read, args=(response,), daemon=True)
        self.thread.start()

    def disconnect(self):
        if not self.connection:
            return
        try:
            self.socket.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        self.thread.join()
        self.connection.close()
        self.connection = None

    def read(self, response):
        fields = {}
        try:
            while line := response.readline():
                line = line.decode().rstrip('\n')
                if line:
                    name, _, value = line.partition(': ')
                    fields[name] = value
                    continue
                if 'id' in fields:
                    self.note(fields['id'], fields['event'], json.loads(fields['data']))
                fields = {}
        except (OSError, http.client.HTTPException, ValueError, AttributeError):
            # The connection ended; the rest of a half-read event comes again.
            pass

    def note(self, id, kind, data):
        sequence = number_of(id)
        with self.changed:
            if kind == 'gathered':
                if sequence != self.last:
                    self.faults.append(f'the stream behind {self.last} begins at {sequence}')
            elif kind == 'reset':
                self.resets.append((len(self.events), data['reason']))
                self.faults.append(f'reset: {data["reason"]}')
                self.id, self.last = id, sequence
            else:
                if sequence != self.last + 1:
                    self.faults.append(f'{sequence} {kind} came after {self.last}')
                if sequence > self.last:
                    self.id, self.last = id, sequence
                self.events.append(Event(sequence, kind, data['document']))
            self.changed.notify_all()

    def wait(self, count, seconds):
        """Waits until there are `count` events; returns whether they came."""
        end = time.monotonic() + seconds
        with self.changed:
            while len(self.events) < count and time.monotonic() < end:
                self.changed.wait(max(0, end - time.monotonic()))
            return len(self.events) >= count

    def settle(self, seconds):
        """Waits until no event came for so long."""
        count = len(self.events)
        while self.wait(count + 1, seconds):
            count = len(self.events)
