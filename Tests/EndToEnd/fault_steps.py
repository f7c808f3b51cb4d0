"""One call of a change fails, then another, a few calls later, until its last; with a stride of one, each of them."""

from collections import namedtuple

from client import OPERATIONS, Interrupted
from fault_client import is_refusal
from load import PACKAGE
from load_sessions import TEXT
from preload import ALL, CHANGING, EIO, ENOSPC, Rule

# Of so many steps that are tried one is refused.
FEWEST_TRIED = 6
# So often the dice may not find what a change works with.
TRIES = 10

# An operation, and the kind of its request that meets the fault. Of so many steps that others try it tries one: it has
# many, or each takes long. `patient` is answered well though a part could not be done now, and the answer says which;
# `leaves` what a failing disk does not let go of in staging until the next start.
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


def check_every_step(trial, stride):
    """Each call of each change fails once; the change has happened or not, and the answer does not say more."""
    for calls, error, name in [(CHANGING, ENOSPC, 'ENOSPC'), (ALL, EIO, 'EIO')]:
        for change in CHANGES:
            check_steps(trial, change, calls, error, name, stride)
            trial.recover(f'{name} at each step of what is {change.kind}', change.leaves)
        trial.verify(f'{name} at each step')


def check_steps(trial, change, calls, error, name, stride):
    """One call after the other fails, until none is left to fail; of `stride` in a row one is tried."""
    client, stride = trial.client, stride * change.seldom
    wrong, refused, skip = [], 0, trial.dice.randrange(stride)
    while meet(client, change, Rule(calls, '/', error, skip=skip, times=1)):
        refused += is_refusal(client.answer)
        if client.wrong:
            wrong.append((skip, client.wrong))
        if not client.hit:
            break
        skip += stride
    trial.report.check(
        f'{name} at each of the {skip} steps of what is {change.kind}: {refused} refused, each as a whole',
        # Of few steps the dice may leave out the ones that a refusal comes of.
        client.answer and not wrong and (refused or change.patient or skip < FEWEST_TRIED * stride),
        wrong[:3] or client.rejected,
    )


def meet(client, change, rule):
    """Does what the change needs, and the change, which meets the rule; whether it came to that."""
    client.ending, client.answer, client.hit, client.wrong = change.ending, None, 0, None
    for _ in range(TRIES):
        try:
            for need in ['upload', *OPERATIONS[change.operation][0].needs]:
                OPERATIONS[need][0](client, client.dice)
            client.rule, client.kind = rule, change.kind
            OPERATIONS[change.operation][0](client, client.dice)
        except Interrupted:
            return False
        finally:
            client.rule = None
        if client.answer:
            return True
    return False
