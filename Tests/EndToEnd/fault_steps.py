"""One call of a change fails, then another, a few calls later, until its last; with a stride of one, each of them."""

import fault_changes
import fault_folders
import fault_sessions
from fault_library import ALL, CHANGING, EIO, ENOSPC, Rule
from fault_trial import is_refusal

# Of so many steps that are tried one is refused.
FEWEST_TRIED = 6
CHANGES = fault_changes.CHANGES + fault_folders.CHANGES + fault_sessions.CHANGES


def check_every_step(trial, stride):
    """Each call of each change fails once; the change has happened or not, and the answer does not say more."""
    for calls, error, name in [(CHANGING, ENOSPC, 'ENOSPC'), (ALL, EIO, 'EIO')]:
        for change in CHANGES:
            check_steps(trial, change, calls, error, name, stride)
            trial.recover(f'{name} at each step of {change.__doc__}', change.leaves_rest)
        trial.verify(f'{name} at each step')


def check_steps(trial, kind, calls, error, name, stride):
    """One call after the other fails, until none is left to fail; of `stride` in a row one is tried."""
    stride *= kind.seldom
    wrong, refused, skip = [], 0, trial.dice.randrange(stride)
    while True:
        change = kind(trial)
        trial.library.set(Rule(calls, '/', error, skip=skip, times=1))
        answer = change.do()
        _, hit = trial.library.counts()
        trial.library.clear()
        is_typed = answer.status in fault_changes.GOOD or is_refusal(answer)
        refused += is_refusal(answer)
        if not is_typed or (found := change.is_wrong(answer)):
            wrong.append((skip, answer if not is_typed else found))
        if not hit:
            break
        skip += stride
    trial.report.check(
        f'{name} at each of the {skip} steps of {kind.__doc__}: {refused} refused, each as a whole',
        # Of few steps the dice may leave out the ones that a refusal comes of.
        not wrong and (refused or kind.is_patient or skip < FEWEST_TRIED * stride),
        wrong[:3],
    )
