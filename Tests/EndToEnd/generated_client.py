#!/usr/bin/env python3
"""The API through a client that openapi-python-client generates from the description of the built server.

Runs in a Python that has `requirements-api.txt` (`make test-api`).
"""

import contextlib
import importlib
import io
import json
import os
import subprocess
import sys
import tempfile

from fixtures import pdf
from report import Report
from server import Server, arguments

GENERATOR = os.path.join(os.path.dirname(sys.executable), 'openapi-python-client')
# The generator knows bytes under one name alone (see API.md).
KINDS = (
    'image/png', 'image/jpeg', 'image/webp', 'video/mp4', 'audio/mp4', 'application/pdf', 'application/zip',
    'application/x-ndjson', 'application/offset+octet-stream', 'image/svg+xml',
)
BYTES = {kind: 'application/octet-stream' for kind in KINDS}
UNKNOWN = 'aaaaaaaaaaaaaaaa'
PNG = b'\x89PNG'


def generate(server, folder, name, overrides):
    """Generates the package `name`; returns the generator's output."""
    description, config = (os.path.join(folder, f'{name}.{part}') for part in ('openapi.json', 'config.json'))
    with open(description, 'wb') as file:
        file.write(server.get('/api/v1/openapi.json').body)
    with open(config, 'w', encoding='utf-8') as file:
        json.dump({'post_hooks': [], 'content_type_overrides': overrides}, file)
    command = [GENERATOR, 'generate', '--path', description, '--config', config, '--meta', 'none']
    command += ['--output-path', os.path.join(folder, name)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    return f'exit status {done.returncode}\n{done.stdout}{done.stderr}' if done.returncode else done.stdout + done.stderr


class Generated:
    """A generated package: `client.call('documents.list_documents', …)` returns the detailed answer."""

    def __init__(self, name, server, **options):
        self.name = name
        package = importlib.import_module(name)
        self.types, self.models = (importlib.import_module(f'{name}.{part}') for part in ('types', 'models'))
        token = server.token
        self.client = package.AuthenticatedClient(base_url=server.url, token=token, **options)

    def call(self, operation, *values, **named):
        module = importlib.import_module(f'{self.name}.api.{operation}')
        return module.sync_detailed(*values, client=self.client, **named)


def check_documents(report, client):
    """Uploads, lists and changes; the id and version of the document."""
    file = client.types.File(payload=io.BytesIO(pdf(pages=2)))
    added = client.call('documents.add_documents', body=file, name='a report.pdf', folder='Papers').parsed
    report.check('an upload is a Document', isinstance(added, client.models.Document), added)
    listed = client.call('documents.list_documents', folder='Papers').parsed
    report.check(
        'a list contains it', isinstance(listed, client.models.DocumentList) and listed.documents == [added], listed
    )
    changed = client.call(
        'documents.change_document', added.id, body=client.models.DocumentChanges(favourite=True, tags=['new'])
    ).parsed
    report.check('a change is a Document', changed.favourite is True and changed.tags == ['new'], changed)
    preview = client.call('pages.get_preview', added.id).parsed
    report.check('its preview has its pages', preview.page_count == 2, preview)
    return added


def check_bytes(report, client, document, original):
    page = client.call('pages.get_page', document.id, 1, width=100)
    report.check('a page is a picture', page.status_code == 200 and page.content.startswith(PNG), page)
    content = client.call('documents.get_content', document.id)
    report.check('a content is its bytes', content.content == original, content.content[:80])
    return page, content


def check_refusals(report, client, document):
    problem = client.models.Problem
    for what, answer, status, code in (
        ('an unknown document', client.call('documents.get_document', UNKNOWN), 404, 'not-found'),
        ('a page that is not there', client.call('pages.get_page', document.id, 9), 404, 'not-found'),
        (
            'a removal of another version',
            client.call('documents.trash_document', document.id, if_match='"x"'), 412, 'version-conflict',
        ),
    ):
        held = isinstance(answer.parsed, problem) and answer.parsed.code == code and answer.status_code == status
        report.check(f'{what} is a Problem with {code}', held, answer)


def check_form(report, client):
    """A form whose second file is refused names the first, which was stored."""
    body = client.models.UploadForm(
        file=[
            client.types.File(payload=io.BytesIO(b'one'), file_name=name, mime_type='text/plain')
            for name in ('form.txt', 'a report.pdf')
        ]
    )
    answer = client.call('documents.add_documents', body=body, folder='Papers', conflict=client.models.AddDocumentsConflict.FAIL).parsed
    documents = getattr(answer, 'documents', None)
    held = isinstance(answer, client.models.Problem) and [document.name for document in documents] == ['form.txt']
    report.check('a form that was broken off is a Problem with the documents that were stored', held, answer)


def check_client(report, server, folder):
    said = generate(server, folder, 'plain_client', {})
    report.check('the description makes a client', 'exit status' not in said, said)
    refused = [line for line in said.splitlines() if 'Problem' in line or 'Could not find' in line]
    report.check('with all its problem types', not refused, refused)
    client = Generated('plain_client', server)
    document = check_documents(report, client)
    check_bytes(report, client, document, pdf(pages=2))
    check_refusals(report, client, document)
    check_form(report, client)


def check_typed_bytes(report, server, folder):
    said = generate(server, folder, 'whole_client', BYTES)
    report.check('with bytes declared, the generator leaves no operation out', 'WARNING' not in said, said)
    client = Generated('whole_client', server, raise_on_unexpected_status=True)
    document = client.call('documents.list_documents', folder='Papers', q='a report').parsed.documents[0]
    page, _ = check_bytes(report, client, document, pdf(pages=2))
    report.check('and a page is a File', isinstance(page.parsed, client.types.File), page.parsed)


def main():
    options = arguments(__doc__)
    report = Report()
    with tempfile.TemporaryDirectory(prefix='sheaf-client-') as folder, contextlib.ExitStack() as stack:
        sys.path.insert(0, folder)
        server = stack.enter_context(Server(options.bin, os.path.join(folder, 'root'), auth=True))
        made = subprocess.run(
            [server.binary, 'token', 'create', '--root', server.root], capture_output=True, text=True, check=True
        )
        server.token = made.stdout.split()[-1]
        check_client(report, server, folder)
        check_typed_bytes(report, server, folder)
    report.exit()


if __name__ == '__main__':
    main()
