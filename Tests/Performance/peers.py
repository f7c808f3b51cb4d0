"""Other renderers on the first page of a file, each timed on its own: whole programs, and PDFium within a process."""

import os
import subprocess
import sys
import tempfile
import time

SECONDS = 20
PDFIUM_PYTHON = '.build/peers/bin/python'
PDFIUM = """
import sys, time
import pypdfium2
for line in sys.stdin:
    path, width, out = line.rstrip('\\n').split('\\t')
    start = time.perf_counter()
    try:
        page = pypdfium2.PdfDocument(path)[0]
        page.render(scale=int(width) / page.get_width()).to_pil().convert('RGB').save(out, quality=85)
        print((time.perf_counter() - start) * 1000, flush=True)
    except Exception:
        print('failed', flush=True)
"""


def programs(width):
    """Command lines with IN and OUT in place of files."""
    pdftoppm = ['pdftoppm', '-f', '1', '-singlefile', '-scale-to-x', str(width), '-scale-to-y', '-1']
    return {
        'pdftoppm -jpeg': [*pdftoppm, '-jpeg', 'IN', 'OUT'],
        'pdftoppm -png': [*pdftoppm, '-png', 'IN', 'OUT'],
        'pdftoppm (no encoding)': [*pdftoppm, 'IN', 'OUT'],
        'mutool draw': ['mutool', 'draw', '-q', '-w', str(width), '-o', 'OUT.png', 'IN', '1'],
    }


def milliseconds_of_program(command, source, folder):
    """Time of the whole program; None when it fails or takes too long."""
    words = [word.replace('IN', source).replace('OUT', os.path.join(folder, 'out')) for word in command]
    start = time.perf_counter()
    try:
        found = subprocess.run(words, capture_output=True, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return None
    return (time.perf_counter() - start) * 1000 if found.returncode == 0 else None


class Pdfium:
    """PDFium in one process that stays, as a server would use it; a file that kills it costs that file."""

    def __init__(self):
        self.process = None

    @staticmethod
    def is_installed():
        return os.path.exists(PDFIUM_PYTHON)

    def milliseconds(self, source, width, folder):
        if self.process is None or self.process.poll() is not None:
            self.process = subprocess.Popen(
                ['timeout', '600', PDFIUM_PYTHON, '-c', PDFIUM],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
            )
        try:
            self.process.stdin.write(f'{source}\t{width}\t{folder}/out.jpg\n')
            self.process.stdin.flush()
            return float(self.process.stdout.readline())
        except (OSError, ValueError):
            return None

    def end(self):
        if self.process:
            self.process.kill()
            self.process.wait()


def time_all(paths, width, seconds):
    """Milliseconds by peer and path, of as many files as time allows; stops in the middle of none."""
    end, pdfium = time.monotonic() + seconds, Pdfium()
    if not Pdfium.is_installed():
        print('pypdfium2 is not installed, so it is not compared', file=sys.stderr)
    times = {}
    with tempfile.TemporaryDirectory() as folder:
        for path in paths:
            if time.monotonic() > end:
                break
            times[path] = {
                name: milliseconds_of_program(command, path, folder)
                for name, command in programs(width).items()
            }
            if Pdfium.is_installed():
                times[path]['pypdfium2, in process, JPEG'] = pdfium.milliseconds(path, width, folder)
    pdfium.end()
    return times
