"""One call of a change fails, then a later one, until its last; with a stride of one, each of them."""

from armed_client import CHANGES
from fault_client import is_refusal
from preload import ALL, CHANGING, EIO, ENOSPC, Rule

# Of so many tried steps one is refused.
FEWEST_TRIED = 6


def check_every_step(trial, stride):
    """Each call of each change fails once; the answer says whether the change has happened."""
    for calls, error, name in [(CHANGING, ENOSPC, 'ENOSPC'), (ALL, EIO, 'EIO')]:
        for change in CHANGES:
            check_steps(trial, change, calls, error, name, stride)
            trial.recover(f'{name} at each step of "{change.kind}"', change.leaves)
        trial.verify(f'{name} at each step')


def check_steps(trial, change, calls, error, name, stride):
    """One call after the other fails, until none is left; of `stride` in a row one is tried."""
    client, stride = trial.client, stride * change.seldom
    wrong, refused, skip, client.answer = [], 0, trial.dice.randrange(stride), None
    client.rule = Rule(calls, '/', error, skip=skip, times=1)
    while client.attempt(change):
        refused += is_refusal(client.answer)
        if client.wrong:
            wrong.append((skip, client.wrong))
        if not client.hit:
            break
        skip += stride
        client.rule.skip = skip
    trial.report.check(
        f'{name} at each of the {skip} steps of "{change.kind}": {refused} refused, each wholly',
        # Of few steps the dice may leave out those whose failure causes a refusal.
        client.answer and not wrong and (refused or change.patient or skip < FEWEST_TRIED * stride),
        wrong[:3] or client.rejected,
    )
