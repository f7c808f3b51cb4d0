#!/usr/bin/env python3
"""Runs the examples of README.md that are marked for it, as a reader would: bash, curl, a server of their own.

Every block between ```bash and ``` that holds `curl` is run, in order, in one shell, with $SHEAF and $TOKEN set as
the README says. A command that fails fails the check.
"""

import os
import re
import subprocess

from fixtures import pdf
from report import Report
from server import Server, Workspace, arguments

README = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..', 'README.md')


def examples(text):
    """The commands of all curl blocks, a continued line joined with the next."""
    blocks = [block for block in re.findall(r'```bash\n(.*?)```', text, re.S) if 'curl ' in block]
    lines = '\n'.join(blocks).replace('\\\n', ' ').split('\n')
    return [line for line in lines if line.strip() and not line.startswith('#')]


def run_all(report, commands, environment, folder):
    """Runs the commands in one shell, so that a variable set by one is there for the next."""
    script = [
        'set -o pipefail',
        *(
            f'{{ {command}\n}} >out-{n} 2>&1 && echo "{n} 0" || echo "{n} $?"'
            for n, command in enumerate(commands)
        ),
    ]
    found = subprocess.run(
        ['bash', '-c', '\n'.join(script)],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
    )
    statuses = dict(line.split() for line in found.stdout.splitlines())
    for number, command in enumerate(commands):
        with open(os.path.join(folder, f'out-{number}'), errors='replace') as file:
            output = file.read()
        report.check(
            f'$ {" ".join(command.split())}', statuses.get(str(number)) == '0', output[-300:] or found.stderr
        )


def main():
    options, report = arguments(__doc__), Report()
    with open(README) as file:
        commands = examples(file.read())
    with Workspace() as root, Workspace() as folder:
        with open(os.path.join(folder, 'report.pdf'), 'wb') as file:
            file.write(pdf(3, text='quarterly report'))
        token = subprocess.run(
            [options.bin, 'token', 'create', '--root', root], capture_output=True, text=True, check=True
        ).stdout.split()[-1]
        with Server(options.bin, root, auth=True) as server:
            environment = {**os.environ, 'SHEAF': server.url, 'TOKEN': token}
            run_all(report, commands, environment, folder)
            report.check('there are ten of them or more', len(commands) >= 10, len(commands))
    report.exit()


if __name__ == '__main__':
    main()
