#!/usr/bin/env python3
"""How soon a frame is there after a jump in a film of a gigabyte, in headless Chromium, and how much memory the server takes.

    film_jumps.py --bin .build/release/sheaf [--mebibytes 1024] [--jumps 20]

The film is written into `Documents`, and played by the app's own player. A jump ends when the browser
has drawn a frame at the new place. The figures are milliseconds.
"""

import argparse
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path += [os.path.join(HERE, '..', 'EndToEnd'), os.path.join(HERE, '..', 'Browser')]

from kinds_load import Memory  # noqa: E402
from playwright.sync_api import sync_playwright  # noqa: E402
from results import median, percentile  # noqa: E402
from server import Server, Workspace, wait_until  # noqa: E402

MIB = 1 << 20
NAME = 'film.mp4'
# Seconds of film that are encoded; they are repeated until the file is long enough.
SCENE = 60
JUMP = """
([share]) => new Promise((resolve) => {
  const film = document.querySelector('video');
  film.pause();
  const start = performance.now();
  film.requestVideoFrameCallback(() => resolve(performance.now() - start));
  film.currentTime = film.duration * share;
})
"""
READY = "() => (document.querySelector('video')?.readyState ?? 0) >= 2"


def make_film(folder, wanted):
    """A film of at least so many bytes, with a whole frame every two seconds and its index at the end, as cameras write it. Returns its path."""
    scene, film = f'{folder}/.scene.mp4', f'{folder}/{NAME}'
    subprocess.run(
        ['ffmpeg', '-v', 'error', '-f', 'lavfi', '-i', f'testsrc2=size=1280x720:rate=25:duration={SCENE}', '-vf', 'noise=alls=12',
         '-c:v', 'libx264', '-preset', 'ultrafast', '-b:v', '8M', '-g', '50', '-pix_fmt', 'yuv420p', scene], check=True,
    )  # fmt: skip
    times = wanted // os.path.getsize(scene)
    subprocess.run(['ffmpeg', '-v', 'error', '-stream_loop', str(times), '-i', scene, '-c', 'copy', film], check=True)
    os.remove(scene)
    return film


def measure(server, document, jumps):
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path='/usr/bin/chromium', args=['--no-sandbox'])
        page = browser.new_page()
        page.goto(f'{server.url}/d/{document}')
        page.wait_for_function(READY)
        times = [page.evaluate(JUMP, [(index * 37 % jumps + 0.5) / jumps]) for index in range(jumps)]
        browser.close()
    return times


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition('\n')[0])
    parser.add_argument('--bin', required=True)
    parser.add_argument('--mebibytes', type=int, default=1024)
    parser.add_argument('--jumps', type=int, default=20)
    options = parser.parse_args()
    with Workspace() as root:
        folder = os.path.join(root, 'Documents')
        with Server(options.bin, root) as server:
            film = make_film(folder, options.mebibytes * MIB)
            found = wait_until(lambda: [one for one in server.documents() if one['name'] == NAME], 120)
            with Memory(server) as memory:
                times = measure(server, found[0]['id'], options.jumps)
        size = os.path.getsize(film) // MIB
        print(
            f'{size} MiB, {len(times)} jumps: median {median(times):.0f}, p95 {percentile(times, 95):.0f}, '
            f'longest {max(times):.0f} ms; all processes of the server {memory.most // MIB} MiB at most'
        )


if __name__ == '__main__':
    main()
