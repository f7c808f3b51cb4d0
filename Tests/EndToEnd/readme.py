#!/usr/bin/env python3
"""Runs the examples of README.md and of the page after it: bash, curl, a server of their own.

Every block between ```bash and ``` that holds `curl` is run, in order, in one shell, with $SHEAF and $TOKEN set as the
README says. A failing command fails the check. The tables are compared with the program's help.
"""

import os
import re
import subprocess

from fixtures import pdf
from report import Report
from server import Server, Workspace, arguments

TOP = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..')
# The README, and the page that continues in the same shell.
PAGES = ('README.md', 'Sources/WebApp/Documentation.docc/API.md')
CALLS_IN_README = 11
# Files that the README leaves to the reader, and their contents.
FILES = {'report.pdf': 'quarterly report', 'corrected.pdf': 'corrected report'}


def examples(text):
    """The commands of all curl blocks, a continued line joined with the next."""
    blocks = [block for block in re.findall(r'```bash\n(.*?)```', text, re.S) if 'curl ' in block]
    lines = '\n'.join(blocks).replace('\\\n', ' ').split('\n')
    return [line for line in lines if line.strip() and not line.startswith('#')]


def calls(commands):
    """How many times the commands call curl."""
    return len(re.findall(r'\bcurl ', '\n'.join(commands)))


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


def section(text, title):
    """The text below a heading, up to the next heading of its level."""
    return text.partition(f'\n## {title}\n')[2].partition('\n## ')[0]


def help_of(binary, *words):
    """The program's help for these words."""
    return subprocess.run([binary, *words, '--help'], capture_output=True, text=True, check=True).stdout


def options_of(help_):
    """The options of a help text, each with its default where that is one word, else None."""
    found = {}
    for name, text in re.findall(r'^  (--[a-z-]+)(.*(?:\n {4,}.*)*)', help_, re.M):
        default = re.search(r'\(default:\s+(\S+)\)', text)
        found[name] = default[1] if default else None
    found.pop('--version', None)
    return found


def check_options(report, binary, text):
    """The table of the configuration has all options with their defaults."""
    there = options_of(help_of(binary, 'serve'))
    rows = re.findall(r'^\| `(--[a-z-]+)[^|]*\| ([^|]*?) ?\|', section(text, 'Configuration'), re.M)
    said = {name: default.strip('` ') for name, default in rows}
    report.check('the table has every option of serve', len(there) > 10 and set(said) == set(there), (said, there))
    wrong = {name: said.get(name) for name, default in there.items() if default and said.get(name) != default}
    report.check('and its default', not wrong, wrong)


def check_commands(report, binary, text):
    """The table of the commands has all commands."""
    there = set(re.findall(r'^  ([a-z]+) {2,}', help_of(binary).partition('SUBCOMMANDS:')[2], re.M))
    said = set(re.findall(r'^\| `sheaf ([a-z]+)', section(text, 'Commands'), re.M))
    report.check('the table has every command', len(there) > 5 and said == there, (said, there))


def main():
    options, report = arguments(__doc__), Report()
    texts = []
    for page in PAGES:
        with open(os.path.join(TOP, page)) as file:
            texts.append(file.read())
    check_options(report, options.bin, texts[0])
    check_commands(report, options.bin, texts[0])
    pages = [examples(text) for text in texts]
    said = [calls(commands) for commands in pages]
    report.check('the README has eleven calls', said[0] == CALLS_IN_README, said)
    report.check('and many more follow on a page of their own', said[1] > 3 * CALLS_IN_README, said)
    with Workspace() as root, Workspace() as folder:
        for name, text in FILES.items():
            with open(os.path.join(folder, name), 'wb') as file:
                file.write(pdf(3, text=text))
        token = subprocess.run(
            [options.bin, 'token', 'create', '--root', root], capture_output=True, text=True, check=True
        ).stdout.split()[-1]
        with Server(options.bin, root, auth=True) as server:
            environment = {**os.environ, 'SHEAF': server.url, 'TOKEN': token}
            run_all(report, [command for commands in pages for command in commands], environment, folder)
    report.exit()


if __name__ == '__main__':
    main()
