"""Checks a server that starts on a disk after a power cut."""

import os

from server import Server, wait_until
from sight import Sight

# Seconds for the first pass over the tree, which may run beside the first requests, and for saving drafts.
SETTLING_SECONDS = 45
# The number of a client's latest documents whose versions are read.
READ = 6


class Trial:
    """A rebuilt disk at `root`, the states that each client may have, and the hashes of all contents ever sent."""

    def __init__(self, binary, root, allowed, sent, settling=SETTLING_SECONDS):
        self.binary, self.root, self.sent, self.settling = os.path.abspath(binary), root, sent, settling
        self.allowed, self.record = list(allowed), None

    def faults(self):
        """Starts a server and compares its answers; faults by kind, empty without any."""
        server = Server(self.binary, self.root)
        server.environment = self.record.environment if self.record else {}
        try:
            server.start()
        except RuntimeError as error:
            return {'it does not start': str(error)[-600:]}
        try:
            wait_until(lambda: not self.look(server), self.settling)
            if not self.found:
                self.read()
            if not self.record and (status := server.stop()):
                self.found['it does not end well'] = status
            return self.found
        finally:
            server.kill()

    def look(self, server):
        self.sight = Sight(server, self.root)
        self.found, self.fitting = self.sight.faults(self.allowed)
        if half := [path for path, hash in self.sight.files.items() if hash not in self.sent]:
            self.found['half files'] = half[:3]
        if not self.found:
            undecided = [fault for allowed in self.allowed for fault in self.sight.undecided(allowed)]
            if undecided:
                self.found['handed over and lost'] = undecided[:3]
        self.look_at_preferences(server)
        return self.found

    def look_at_preferences(self, server):
        for number, allowed in enumerate(self.allowed):
            chosen = server.get(f'/api/v1/preferences/weather.client-{number}').json.get('value')
            if chosen not in [model.preference for model in allowed.models]:
                self.found['chosen'] = number, chosen, 'should be', allowed.before.preference

    def read(self):
        for allowed in self.allowed:
            changed = {one.id for one in allowed.last.changed(allowed.before)}
            documents = [one for one in allowed.before.documents.values() if one.id not in changed
                         and self.sight.find(one)][-READ:]  # fmt: skip
            if unread := list(self.sight.unread(documents)):
                self.found['contents and versions'] = unread[:3]
