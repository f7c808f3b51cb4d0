"""Clients that race for the same thing: exactly one wins, the others are refused, and nothing is lost."""

import json
import random
import threading
import time
from collections import Counter

from event_log import EventLog
from oracle import sha256
from server import Server, Workspace, wait_until

CLIENTS = 6
REGISTER_SECONDS = 1.5
RACES = []


def race(function):
    RACES.append(function)
    return function


def at_once(server, requests):
    """Sends requests (method, path, body, headers) from as many clients, as nearly at once as possible."""
    barrier, answers = threading.Barrier(len(requests)), [None] * len(requests)

    def send(number):
        barrier.wait()
        answers[number] = server.ask(*requests[number])

    clients = [threading.Thread(target=send, args=(number,)) for number in range(len(requests))]
    for client in clients:
        client.start()
    for client in clients:
        client.join()
    return answers


def statuses(answers):
    return dict(Counter((answer.status, answer.code) for answer in answers))


class Round:
    """One race: a document to compete for, new names, and the expected answers."""

    def __init__(self, server, dice, number):
        self.server, self.dice, self.number = server, dice, number
        self.document = self.make('wanted')
        self.path = f'/api/v1/documents/{self.document["id"]}'

    def make(self, what):
        body = f'{what} {self.number} {self.dice.random()}'.encode()
        return self.server.upload(body, f'{what}-{self.number}.txt', folder='Races').json

    def tag(self):
        return {'If-Match': self.server.get(self.path).headers['ETag']}

    def bodies(self):
        return [f'round {self.number}, client {n}, {self.dice.random()}'.encode() for n in range(CLIENTS)]

    def now(self):
        return self.server.get(self.path).json

    def upload(self, name, conflict, body):
        return ('POST', f'/api/v1/documents?name={name}&folder=Races&conflict={conflict}', body, None)

    def patch(self, path, name, headers=None):
        body = json.dumps({'name': name}).encode()
        return ('PATCH', path, body, {'Content-Type': 'application/json', **(headers or {})})

    def versions(self, id):
        """Hashes by number."""
        found = self.server.get(f'/api/v1/documents/{id}/versions', limit=1000).json['versions']
        return {one['number']: one['sha256'] for one in found}

    def content(self, id):
        return sha256(self.server.get(f'/api/v1/documents/{id}/content').body)


# Each race returns its fault, or None.


@race
def saves_with_one_tag(one):
    tag, bodies = one.tag(), one.bodies()
    answers = at_once(one.server, [('PUT', f'{one.path}/content', body, tag) for body in bodies])
    won = [body for body, answer in zip(bodies, answers) if answer.status == 200]
    good = statuses(answers) == {(200, None): 1, (412, 'version-conflict'): CLIENTS - 1}
    good = good and one.content(one.document['id']) == sha256(won[0]) and one.now()['version'] == 2
    return None if good else (answers, one.now())


@race
def uploads_for_one_name(one):
    name, bodies = f'new-{one.number}.txt', one.bodies()
    answers = at_once(one.server, [one.upload(name, 'fail', body) for body in bodies])
    won = [sha256(body) for body, answer in zip(bodies, answers) if answer.status == 201]
    listed = [document['sha256'] for document in one.server.documents(folder='Races') if document['name'] == name]
    good = statuses(answers) == {(201, None): 1, (409, 'name-taken'): CLIENTS - 1} and listed == won
    return None if good else (answers, listed)


@race
def uploads_that_replace(one):
    name, bodies = f'new-{one.number}.txt', one.bodies()
    answers = at_once(one.server, [one.upload(name, 'replace', body) for body in bodies])
    ids = {answer.json.get('id') for answer in answers}
    versions = one.versions(min(ids)) if len(ids) == 1 and None not in ids else {}
    good = statuses(answers) == {(201, None): CLIENTS} and sorted(versions) == list(range(1, CLIENTS + 1))
    return None if good and set(versions.values()) == set(map(sha256, bodies)) else (answers, versions)


@race
def moves_to_one_name(one):
    documents = [one.make(f'mover-{number}') for number in range(CLIENTS)]
    name = f'goal-{one.number}.txt'
    answers = at_once(one.server, [one.patch(f'/api/v1/documents/{document["id"]}', name) for document in documents])
    listed = [document['id'] for document in one.server.documents(folder='Races') if document['name'] == name]
    won = [answer.json['id'] for answer in answers if answer.status == 200]
    good = statuses(answers) == {(200, None): 1, (409, 'name-taken'): CLIENTS - 1} and listed == won
    return None if good else (answers, listed)


@race
def returns_from_the_trash(one):
    one.server.ask('DELETE', one.path)
    answers = at_once(one.server, [('POST', f'{one.path}/restore', None, None)] * CLIENTS)
    good = {answer.status for answer in answers} <= {200} and one.content(one.document['id']) == one.document['sha256']
    return None if good and one.now()['name'] == one.document['name'] else (answers, one.now())


@race
def everything_with_one_tag(one):
    """A save, a move, a removal and a restored version: one of them succeeds, and the state is the winner's."""
    one.server.ask('PUT', f'{one.path}/content', b'second')
    tag, body = one.tag(), one.bodies()[0]
    requests = [
        ('PUT', f'{one.path}/content', body, tag),
        one.patch(one.path, f'moved-{one.number}.txt', tag),
        ('DELETE', one.path, None, tag),
        ('POST', f'{one.path}/versions/1/restore', None, tag),
    ]
    answers = at_once(one.server, requests)
    won = [number for number, answer in enumerate(answers) if answer.status in (200, 204)]
    lost = [answer.status in (404, 412) and answer.code for answer in answers if answer.status not in (200, 204)]
    now = one.now()
    facts = [
        now['sha256'] == sha256(body) and now['version'] == 3,
        now['name'] == f'moved-{one.number}.txt' and now['version'] == 2,
        bool(now.get('trashed')),
        now['sha256'] == one.document['sha256'] and now['version'] == 3,
    ]
    return None if len(won) == 1 and all(lost) and facts[won[0]] else (answers, now)


@race
def a_register(one):
    """Parallel writes and reads of one document: every read returns a version that was the last at some moment of the read."""
    done, end = [], time.monotonic() + REGISTER_SECONDS
    lock = threading.Lock()

    def work(number):
        dice = random.Random(one.number * 100 + number)
        while time.monotonic() < end:
            is_write = dice.random() < 0.5
            start = time.monotonic()
            if is_write:
                answer = one.server.ask('PUT', f'{one.path}/content', f'{number} {dice.random()}'.encode())
            else:
                answer = one.server.get(f'{one.path}/content')
            with lock:
                done.append((is_write, start, time.monotonic(), answer))

    workers = [threading.Thread(target=work, args=(number,)) for number in range(CLIENTS)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    return out_of_order(done, one.versions(one.document['id']))


def out_of_order(done, versions):
    """Writes and reads that no sequential order explains; versions give the order of the writes."""
    numbers = {hash: number for number, hash in versions.items()}
    if len(numbers) != len(versions):
        return 'two versions with the same bytes'
    writes, reads = [], []
    for is_write, start, end, answer in done:
        # A read that meets saves repeatedly may give up.
        if not is_write and answer.code in ('busy', 'content-changed'):
            continue
        hash = answer.json.get('sha256') if is_write else sha256(answer.body)
        if answer.status != 200 or hash not in numbers:
            return answer
        (writes if is_write else reads).append((start, end, numbers[hash]))
    for start, end, number in writes + reads:
        before = max((other for _, other_end, other in writes if other_end < start), default=1)
        if number < before:
            return f'version {number} from {start} to {end}, though {before} was there before'
    for start, end, number in reads:
        if any(other == number and other_start > end for other_start, _, other in writes):
            return f'version {number} was read before it was written'
    return None


def check_events(server, log):
    """The events of each document agree with its versions."""
    documents = {one['id']: one for one in server.documents() + server.documents(trashed='true')}
    last = {event.document['id']: event for event in log.events}
    wrong = [
        (last[id], document)
        for id, document in documents.items()
        if id not in last
        or last[id].document['version'] != document['version']
        or last[id].document['name'] != document['name']
    ]
    changed = Counter(
        event.document['id'] for event in log.events if event.kind in ('document.created', 'document.changed')
    )
    return wrong + [id for id, document in documents.items() if changed[id] != document['version']] + log.faults


def check_races(report, binary, rounds, seed):
    dice, log = random.Random(seed), EventLog()
    with Workspace() as root, Server(binary, root) as server:
        log.connect(server)
        wrong = Counter()
        for number in range(rounds):
            function = RACES[number % len(RACES)]
            found = function(Round(server, dice, number))
            if found:
                wrong[function.__name__] += 1
                report.check(f'round {number}: {function.__name__.replace("_", " ")}', False, found)
        for function in RACES[: min(rounds, len(RACES))]:
            title = f'{CLIENTS} clients at once: {function.__name__.replace("_", " ")}'
            report.check(title, not wrong[function.__name__], wrong[function.__name__])
        # Wait for the last events; later ones would be too many.
        wait_until(lambda: not check_events(server, log), 10)
        log.settle(0.3)
        log.disconnect()
        found = check_events(server, log)
        report.check(f'{len(log.events)} events agree with the versions, each once', not found, found)
        report.check('SIGTERM ends it', server.stop() == 0, server.process.returncode)
