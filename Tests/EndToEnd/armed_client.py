"""A client that meets a failing disk, or the end of its server, in one request of a kind."""

from collections import namedtuple

from client import OPERATIONS, Client, Interrupted
from load import PACKAGE
from load_sessions import TEXT

# Tries until the dice find the documents that a change needs.
TRIES = 10
# A change uses the newest documents, which have the form that it needs.
NEWEST = 6

# An operation, and the kind of its request that meets the fault. Of `seldom` steps one is tried: the change has many, or
# each takes long. A `patient` request succeeds although a part could not be done, and the answer names that part.
# `leaves`: a failing disk may leave files in staging until the next start.
Change = namedtuple('Change', 'operation kind seldom patient leaves ending', defaults=(1, False, False, TEXT))
CHANGES = [
    Change('upload', 'uploaded'),
    Change('upload', 'package uploaded', 2, leaves=True, ending=PACKAGE),
    Change('put', 'saved'),
    Change('put', 'package saved', leaves=True, ending=PACKAGE),
    Change('move', 'moved'),
    Change('mark', 'marked'),
    Change('move_and_mark', 'moved and marked', 2),
    Change('copy', 'copied'),
    Change('trash', 'thrown away'),
    Change('restore', 'brought back'),
    Change('remove_for_good', 'removed for good'),
    Change('restore_version', 'went back'),
    Change('choose_preference', 'preference chosen'),
    Change('make_folder', 'folder made', 3),
    Change('rename_folder', 'folder renamed', 3),
    Change('throw_folder_away', 'folder thrown away', 3),
    Change('bring_folder_back', 'folder brought back', 3, patient=True),
    Change('batch', 'batch', 8),
    Change('undo', 'undone', 8),
    Change('hand_over', 'handed over', 5),
    Change('close', 'session closed', 5, patient=True),
    Change('decide', 'decided for mine', 5),
    Change('decide', 'decided for theirs', 5),
    Change('decide', 'decided for both', 5),
]


class ArmedClient(Client):
    """`meet(request)` sends the request that meets the fault; all other requests are sent as usual."""

    longest, seldom, very_long = 12, 30, 100_000

    def __init__(self, seed, root):
        super().__init__(0, seed, root)
        # The kind of the request that meets the fault, and whether one did.
        self.kind, self.is_met = None, False
        self.ending, self.newest = None, None

    def attempt(self, change):
        """Does the preparations and the change; returns whether the request was sent."""
        self.ending, self.is_met = change.ending, False
        self.keeps = [one for one in Client.keeps if change.kind.endswith(one)] or Client.keeps
        for _ in range(TRIES):
            try:
                for need in ['upload', *OPERATIONS[change.operation][0].needs]:
                    OPERATIONS[need][0](self, self.dice)
                self.kind = change.kind
                OPERATIONS[change.operation][0](self, self.dice)
            except Interrupted:
                return self.is_met
            finally:
                self.kind = None
            if self.is_met:
                return True
        return False

    def do(self, request):
        if request.kind != self.kind or request.code:
            return super().do(request)
        self.kind, self.is_met = None, True
        return self.meet(request)

    # Choices: new documents of one kind, in the newest folder

    def living(self, noticed=False):
        return [one for one in super().living(noticed) if one.name.endswith(self.ending or '')][-NEWEST:]

    def thrown_away(self):
        return super().thrown_away()[-NEWEST:]

    def place(self, dice, document=None):
        folder = self.newest if self.newest in self.model.folders and dice.random() < 0.7 else dice.choice(self.shared)
        ending = self.ending or dice.choice(['.txt', '.bin', PACKAGE])
        return folder, self.fresh('.' + document.name.rpartition('.')[2] if document else ending)

    def own_folder(self, dice):
        return self.newest if self.newest in self.model.folders else super().own_folder(dice)

    def new_folder(self, dice):
        self.newest = f'{self.model.home}/{self.fresh()}'
        return self.newest, True
