"""Kills a server before each call on the disk of one change: it is made or not, and nothing is lost."""

import random
import threading

from armed_client import CHANGES, ArmedClient
from client import Interrupted
from preload import CHANGING, Preload, Rule
from program import damage
from server import Server, Workspace, wait_until
from sight import Allowed, Sight

# Longer than the kill of a stopped server takes.
WAIT_SECONDS = 30
# After a kill two passes over the tree may be needed; the second comes 30 s after a long one.
SETTLING_SECONDS = 60
# Of so many tried calls one comes before the change is made, and one after it.
FEWEST_TRIED = 6
# Changes of many calls: with folders, several documents, or both.
KINDS = ['package uploaded', 'package saved', 'folder renamed', 'folder thrown away', 'batch', 'undone']


class KilledClient(ArmedClient):
    """Its server dies before call number `skip` of the request that meets the fault."""

    shared, seldom = ['Steps'], 1000

    def __init__(self, seed, library):
        super().__init__(seed, library.root)
        self.library, self.skip, self.was_hit = library, 0, False
        # Whether the request on its way was found to be made.
        self.state = None

    def meet(self, request):
        answers = []
        self.library.set(Rule(CHANGING, '/', delay=WAIT_SECONDS, skip=self.skip, times=1))
        thread = threading.Thread(target=lambda: answers.append(self.ask(request)))
        thread.start()
        wait_until(lambda: self.library.counts()[1] or answers, WAIT_SECONDS, 0.002)
        self.was_hit = bool(self.library.counts()[1])
        if self.was_hit:
            self.server.kill()
        thread.join()
        self.library.clear()
        if answers[0].status:
            return self.accept(request, answers[0])
        self.in_flight = request
        raise Interrupted

    def look(self):
        """Faults after a start; without any, the client continues with the state of the server."""
        sight, allowed = Sight(self.server, self.root), Allowed(self.model, self.in_flight)
        found, [model] = sight.faults([allowed])
        if not found:
            ids = {one.id for one in allowed.last.changed(allowed.before)}
            self.state = 'old' if self.in_flight and model is allowed.before else 'new'
            self.model, self.in_flight = sight.adopt(model, allowed), None
            documents = self.model.documents.values()
            if unread := list(sight.unread([one for one in documents if one.id in ids or one.id in self.touched])):
                found['contents and versions'] = unread[:3]
            self.touched.clear()
        return found


def check_every_call(report, options, stride, seed):
    """Tries one of `stride` calls in a row, for each kind of change."""
    print(f'-- {__doc__}')
    with Workspace() as root, Preload(root) as library:
        client = KilledClient(seed, library)
        for change in [one for one in CHANGES if one.kind in KINDS]:
            check_calls(report, options, client, change, stride, random.Random(seed))
        found = damage(options.bin, root)
        report.check('after all of them verify is clean', not found, found)


def check_calls(report, options, client, change, stride, dice):
    """Each server starts on the state that the killed one before it has left, and is killed in its turn."""
    stride *= change.seldom
    wrong, seen, client.skip, is_over = [], set(), 0, False
    # The first call is always tried, because the change may be made by the second.
    step = dice.randrange(stride) + 1
    while not is_over and not wrong:
        server = client.server = Server(options.bin, client.root)
        server.environment = client.library.environment
        with server:
            # The change was acknowledged before the call at which the server would have been killed.
            is_over = client.state is not None and not client.was_hit
            if found := settled(client):
                wrong.append((client.skip, found))
            seen.add(client.state)
            if is_over:
                server.stop()
            elif not wrong:
                client.was_hit = False
                client.attempt(change)
                client.skip, step = client.skip + step, stride
    client.state = None
    what = f'"{change.kind}", killed before one in {stride} of its {client.skip} calls on the disk'
    report.check(f'{what} is made or not, and nothing is lost', client.skip > 5 and not wrong, wrong)
    missed = {'old', 'new'} - seen if client.skip > FEWEST_TRIED * stride else None
    report.check('  and both results were seen', not missed, missed)


def settled(client):
    """Waits until no fault is found; the faults when time is up."""
    found = {}

    def look():
        found.clear()
        found.update(client.look())
        return not found

    wait_until(look, SETTLING_SECONDS)
    return found or client.rejected
