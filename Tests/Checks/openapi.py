#!/usr/bin/env python3
"""Holds the description of the API against the server's sources: parameters, references, names of operations.

Which routes there are, what their parameters refuse and who has to sign in is held against a running server, by the
tests of WebApp.
"""

import collections
import json
import re

from findings import exit_with, text_of, tracked

DESCRIPTION = 'Resources/openapi.json'
METHODS = ('get', 'put', 'post', 'delete', 'patch')
# A route takes its parameters from the request's `Query` in one of these ways.
READ = re.compile(r'\bquery(?:\["(\w+)"\]|\.values\("(\w+)"\))')


def operations(description):
    for path, item in description['paths'].items():
        for method in METHODS:
            if method in item:
                yield f'{method.upper()} {path}', item[method], item.get('parameters', [])


def described(description):
    """The names of all parameters in queries."""
    return {
        parameter['name']
        for _, operation, shared in operations(description)
        for parameter in [*shared, *operation.get('parameters', [])]
        if parameter.get('in') == 'query'
    }


def read(paths):
    """Each parameter that a source reads, with the first place where it does."""
    places = {}
    for path in paths:
        for number, line in enumerate(text_of(path).split('\n'), 1):
            for found in READ.finditer(line):
                places.setdefault(found[1] or found[2], f'{path}:{number}')
    return places


def references(value):
    """Every `$ref` within a value."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if key == '$ref':
                yield inner
            else:
                yield from references(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from references(inner)


def is_there(reference, description):
    place = description
    for key in reference.removeprefix('#/').split('/'):
        if not isinstance(place, dict) or key not in place:
            return False
        place = place[key]
    return reference.startswith('#/')


def check_parameters(description, places):
    names = described(description)
    for name in sorted(set(places) - names):
        yield f'{places[name]}: reads the parameter {name}, which {DESCRIPTION} does not describe'
    for name in sorted(names - set(places)):
        yield f'{DESCRIPTION}: describes the parameter {name}, which no route reads'


def check_references(description):
    for reference in sorted(set(references(description))):
        if not is_there(reference, description):
            yield f'{DESCRIPTION}: refers to {reference}, which is not there'


def check_operations(description):
    names = collections.Counter()
    for title, operation, _ in operations(description):
        names[operation.get('operationId')] += 1
        if not operation.get('summary') or not operation.get('operationId'):
            yield f'{DESCRIPTION}: {title} has no summary or no operationId'
    for name, count in names.items():
        if name and count > 1:
            yield f'{DESCRIPTION}: {count} operations are called {name}'


def main():
    description = json.loads(text_of(DESCRIPTION))
    paths = tracked('Sources/WebApp/*.swift')
    findings = [
        *check_parameters(description, read(paths)),
        *check_references(description),
        *check_operations(description),
    ]
    exit_with(findings, 'the description of the API', len(paths))


if __name__ == '__main__':
    main()
