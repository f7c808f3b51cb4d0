"""Other renderers on the first page of a file: whole programs, and PDFium within a process."""

import os
import subprocess
import time

from line_process import LineProcess

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
    """Command lines with IN and OUT for the files."""
    pdftoppm = ['pdftoppm', '-f', '1', '-singlefile', '-scale-to-x', str(width), '-scale-to-y', '-1']
    return {
        'pdftoppm -jpeg': [*pdftoppm, '-jpeg', 'IN', 'OUT'],
        'pdftoppm -png': [*pdftoppm, '-png', 'IN', 'OUT'],
        'pdftoppm (no encoding)': [*pdftoppm, 'IN', 'OUT'],
        'mutool draw': ['mutool', 'draw', '-q', '-w', str(width), '-o', 'OUT.png', 'IN', '1'],
    }


def milliseconds_of_program(command, source, folder):
    """Milliseconds of the whole program; None when it fails or takes too long."""
    words = [word.replace('IN', source).replace('OUT', os.path.join(folder, 'out')) for word in command]
    start = time.perf_counter()
    try:
        found = subprocess.run(words, capture_output=True, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return None
    return (time.perf_counter() - start) * 1000 if found.returncode == 0 else None


class Pdfium:
    """PDFium in one process that stays, as a server would use it; a crash costs one file."""

    NAME = 'pypdfium2, in process, JPEG'

    def __init__(self):
        self.process = LineProcess([PDFIUM_PYTHON, '-c', PDFIUM])

    @staticmethod
    def is_installed():
        return os.path.exists(PDFIUM_PYTHON)

    def milliseconds(self, source, width, folder):
        """Milliseconds of opening, drawing and encoding; None when it fails or takes too long."""
        answer = self.process.ask(f'{source}\t{width}\t{folder}/out.jpg', SECONDS)
        return float(answer) if answer and answer != 'failed' else None

    def end(self):
        self.process.end()
