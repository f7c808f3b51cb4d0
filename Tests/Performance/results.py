"""Figures with their budgets: printed as lines, as JSON, and as a Markdown table."""

import json
import statistics


class Results:
    def __init__(self):
        self.rows = []
        self.title = ''

    def section(self, title, *commands):
        """Prints a heading, and the commands that are measured under it."""
        self.title = title
        print(f'\n== {title}')
        for command in commands:
            print(f'   $ {command}')

    def note(self, text):
        print(f'   {text}')

    def add(self, name, value, unit, budget=None, at_most=None, at_least=None, proven=True):
        """Adds one figure. `budget` is the budget in words; `at_most` or `at_least` is its number.

        A figure is not `proven` when its peer or its load was missing; it then counts as missed.
        """
        bound = at_least if at_most is None else at_most
        row = {
            'section': self.title,
            'name': name,
            'value': round(value, 3),
            'unit': unit,
            'budget': budget,
            'ratio': ratio(value, unit, bound),
            'ok': is_held(value, at_most, at_least, proven),
            'proven': proven,
        }
        self.rows.append(row)
        verdict = '' if row['ok'] is None else f'   {verdict_of(row):<10} {budget or ""}'
        print(f'   {name:<52} {value:>10.2f} {unit:<6}{verdict}', flush=True)

    @property
    def held(self):
        return [row for row in self.rows if row['ok'] is not None]

    @property
    def met(self):
        return sum(row['ok'] for row in self.held)

    @property
    def is_proven(self):
        """Whether each figure was measured under the conditions of its name."""
        return all(row['proven'] for row in self.rows)

    def finish(self):
        """Prints the sums, and all figures as JSON in the last line."""
        print(f'\n{self.met} of {len(self.held)} budgets met')
        print(json.dumps(self.summary()))

    def summary(self):
        return {'results': self.rows, 'met': self.met, 'budgets': len(self.held)}

    def write(self, path, machine, complete=True, **further):
        """Writes `path.json` and `path.md`; an extension of `path` is removed first.

        `complete` says whether the run came to its end; `further` members go into the JSON.
        """
        stem = path.removesuffix('.json').removesuffix('.md')
        with open(f'{stem}.json', 'w') as file:
            whole = {'machine': machine, 'complete': complete, **self.summary(), **further}
            json.dump(whole, file, indent=2, ensure_ascii=False)
            file.write('\n')
        with open(f'{stem}.md', 'w') as file:
            file.write(self.markdown(machine, complete))

    def markdown(self, machine, complete=True):
        """The table of all figures, those with a budget first."""
        sums = f'{self.met} of {len(self.held)} budgets met' + ('' if complete else '; the run broke off')
        free = [row for row in self.rows if row['ok'] is None]
        return '\n'.join(
            [
                f'{machine}. {sums}.',
                '',
                'A ratio is the figure where that is one already, and the share of its bound elsewhere.',
                '',
                *table(self.held),
                '',
                'Without a budget:',
                '',
                *table(free),
                '',
            ]
        )


def is_held(value, at_most, at_least, proven):
    """Whether a budget is met; None without a budget, false for an unproven figure."""
    if not proven:
        return False
    if at_most is not None:
        return value <= at_most
    return value >= at_least if at_least is not None else None


def ratio(value, unit, bound):
    """A figure as a share of its peer or its bound; None for a figure with neither, and for a bound of 0."""
    if unit == 'x':
        return round(value, 3)
    return round(value / bound, 3) if bound else None


def verdict_of(row):
    if row['ok'] is None:
        return ''
    if not row['proven']:
        return 'NOT PROVEN'
    return 'met' if row['ok'] else 'MISSED'


def table(rows):
    yield '| name | budget | figure | ratio | |'
    yield '|---|---|---:|---:|---|'
    for row in rows:
        cells = [
            f'{row["section"]}: {row["name"].strip()}',
            row['budget'] or '',
            f'{row["value"]:,.2f} {row["unit"]}'.strip(),
            '' if row['ratio'] is None else f'{row["ratio"]:.2f}',
            verdict_of(row),
        ]
        yield '| ' + ' | '.join(cell.replace('|', '\\|') for cell in cells) + ' |'


def median(values):
    return statistics.median(values)


def percentile(values, percent):
    """The smallest value that `percent` per cent of the values do not exceed."""
    ordered = sorted(values)
    return ordered[max(0, -(-len(ordered) * percent // 100) - 1)]
