#!/usr/bin/env python3
"""run.py [--bin .build/debug/sheaf]: starts the built server on an empty workspace and holds the app against it.

Runs in a Python that has Playwright (`requirements.txt`); the browser is the system's Chromium.
"""

import argparse
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, '..', 'EndToEnd'))

from server import Server  # noqa: E402


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('--bin', default='.build/debug/sheaf')
    binary = parser.parse_args().bin
    with (
        tempfile.TemporaryDirectory(prefix='sheaf-browser-') as root,
        Server(binary, root, auth=True) as server,
    ):
        base = f'http://127.0.0.1:{server.port}'
        environment = os.environ | {'BASE_URL': base, 'SIGN_IN_URL': server.sign_in}
        test = [sys.executable, '-B', os.path.join(HERE, 'app.webtest.py')]
        sys.exit(subprocess.run(test, env=environment).returncode)


if __name__ == '__main__':
    main()
