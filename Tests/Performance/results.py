"""What was measured, beside its budget: lines for people, one JSON object for programs."""

import json
import statistics


class Results:
    def __init__(self):
        self.rows = []

    def section(self, title, *commands):
        """A heading, and the commands whose figures follow."""
        print(f'\n== {title}')
        for command in commands:
            print(f'   $ {command}')

    def note(self, text):
        print(f'   {text}')

    def add(self, name, value, unit, budget=None, at_most=None, at_least=None):
        """One figure. `budget` says in words what it is held against; `at_most` or `at_least` is the number."""
        held = None
        if at_most is not None:
            held = value <= at_most
        elif at_least is not None:
            held = value >= at_least
        self.rows.append({'name': name, 'value': round(value, 3), 'unit': unit, 'budget': budget, 'ok': held})
        verdict = '' if held is None else f'   {"ok    " if held else "MISSED"} {budget}'
        print(f'   {name:<52} {value:>10.2f} {unit:<6}{verdict}', flush=True)

    def finish(self):
        """The sums, and the whole as JSON in the last line."""
        held = [row['ok'] for row in self.rows if row['ok'] is not None]
        print(f'\n{sum(held)} of {len(held)} budgets met')
        print(json.dumps({'results': self.rows, 'met': sum(held), 'budgets': len(held)}))


def median(values):
    return statistics.median(values)


def percentile(values, percent):
    """The smallest value that `percent` per cent of the values do not exceed."""
    ordered = sorted(values)
    return ordered[max(0, -(-len(ordered) * percent // 100) - 1)]
