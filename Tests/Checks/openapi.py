#!/usr/bin/env python3
"""Compares the description of the API with the server's sources.

The tests of WebApp compare the routes, the limits of parameters and the sign-in with a running server.
"""

import collections
import json
import re

from findings import exit_with, text_of, tracked

DESCRIPTION = 'Resources/openapi.json'
METHODS = ('get', 'put', 'post', 'delete', 'patch')
# The ways in which a route takes its parameters from the request's `Query`.
READ = re.compile(r'\bquery(?:\["(\w+)"\]|\.values\("(\w+)"\))')


def operations(description):
    for path, item in description['paths'].items():
        for method in METHODS:
            if method in item:
                yield f'{method.upper()} {path}', item[method], item.get('parameters', [])


def described(description):
    """The names of all query parameters."""
    return {
        parameter['name']
        for _, operation, shared in operations(description)
        for parameter in [*shared, *operation.get('parameters', [])]
        if parameter.get('in') == 'query'
    }


def read(paths):
    """Each parameter that a source reads, with the first place that reads it."""
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
    names, tags = collections.Counter(), {tag['name'] for tag in description.get('tags', [])}
    for title, operation, _ in operations(description):
        names[operation.get('operationId')] += 1
        for member in ('summary', 'description', 'operationId'):
            if not operation.get(member):
                yield f'{DESCRIPTION}: {title} has no {member}'
        if not operation.get('tags') or not tags.issuperset(operation['tags']):
            yield f'{DESCRIPTION}: {title} has no tag, or one that is not described'
    for name, count in names.items():
        if name and count > 1:
            yield f'{DESCRIPTION}: {count} operations are called {name}'


def check_models(description):
    """Generated clients need a named schema for each JSON object of an operation, and the items of each array."""
    for title, operation, _ in operations(description):
        contents = [operation.get('requestBody', {}), *operation.get('responses', {}).values()]
        for kind, content in ((kind, content) for one in contents for kind, content in one.get('content', {}).items()):
            if kind.endswith('json') and content['schema'].get('type') == 'object':
                yield f'{DESCRIPTION}: {title} has {kind} without a name'
    for place, schema in schemas(description):
        if 'array' in schema.get('type', '') and 'items' not in schema:
            yield f'{DESCRIPTION}: an array without items at {place}'


def schemas(value, place=''):
    """Every schema with a type within a value, with its place."""
    if isinstance(value, dict):
        if isinstance(value.get('type'), str | list):
            yield place, value
        for key, inner in value.items():
            yield from schemas(inner, f'{place}/{key}')
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from schemas(inner, f'{place}/{number}')


def main():
    description = json.loads(text_of(DESCRIPTION))
    paths = tracked('Sources/WebApp/*.swift')
    findings = [
        *check_parameters(description, read(paths)),
        *check_references(description),
        *check_operations(description),
        *check_models(description),
    ]
    exit_with(findings, 'the description of the API', len(paths))


if __name__ == '__main__':
    main()
