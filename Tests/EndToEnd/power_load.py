"""Clients that note the entries of the record at which each of their requests began and was answered."""

from collections import Counter

from client import Client
from sight import Allowed


class Step:
    """A request: the entries at which it began and was answered, and the client's model before and after it."""

    def __init__(self, kind, start, port=None, request=None):
        self.kind, self.start, self.port, self.request = kind, start, port, request
        self.before = self.after = self.acknowledged = None


class RecordedClient(Client):
    """Sends fewer and shorter bodies, because the record holds all written bytes."""

    longest, seldom, very_long = 15, 10, 200_000

    def __init__(self, number, seed, root, record):
        super().__init__(number, seed, root)
        self.record, self.first, self.answered = record, self.model, []

    def ask(self, request):
        ports = []
        start = self.record.count
        answer = self.server.ask(request.method, request.path, request.body, request.headers, connected=ports.append)
        self.step = Step(request.kind, start, *ports, request)
        return answer

    def accept(self, request, answer):
        self.step.before = self.model
        super().accept(request, answer)
        self.note(self.step)
        return answer

    def note(self, step):
        # Later requests change the model in place.
        step.after = self.model.copy()
        self.answered.append(step)

    def stopped(self):
        """The server has ended normally, and saved all drafts."""
        step = Step('stopped', self.record.count)
        step.before, step.acknowledged = self.model, step.start
        self.model = self.model.copy()
        for document in self.model.documents.values():
            document.is_draft, document.session = False, document.session if document.waits else None
        self.note(step)


class Load:
    """The steps of all clients in one life of a server, by the entries of its record."""

    def __init__(self, clients, history):
        self.clients = clients
        self.steps = [step for client in clients for step in client.answered]
        self.sent = set().union(*(client.sent for client in clients))
        self.unrecorded = []
        answers = {}
        for number, port in history.answers:
            answers.setdefault(port, []).append(number)
        for step in [one for one in self.steps if one.port]:
            step.acknowledged = next((one for one in answers.get(step.port, []) if one >= step.start), None)
            if step.acknowledged is None:
                self.unrecorded.append(step.kind)

    @property
    def kinds(self):
        return Counter(step.kind for step in self.steps if step.port)

    def allowed(self, cut):
        """The states that each client may have after a power cut before the entry `cut`."""
        for client in self.clients:
            done = [step for step in client.answered if step.acknowledged < cut]
            begun = [step for step in client.answered[len(done) : len(done) + 1] if step.start < cut]
            before = done[-1].after if done else client.first
            yield Allowed(before, begun[0].request, begun[0].after) if begun else Allowed(before)

    def latest(self, cut):
        """The step that was acknowledged last before the entry `cut`."""
        done = [step for step in self.steps if step.acknowledged < cut]
        return max(done, key=lambda step: step.acknowledged, default=None)
