"""Poppler's own time for the first page of a PDF: opening, and drawing.

The budget of a first page is a multiple of poppler's own time, so it is measured on the poppler that Sheaf uses. The calls go
through glib into a cairo image. `pdftoppm` has another drawer (Splash), starts a program and writes a file. Its time for starting
and parsing differs with the document, so it cannot be measured on an empty page and subtracted. A process of its own
therefore calls the libraries through ctypes and times single calls:

    open   poppler_document_new_from_fd, poppler_document_get_page
    draw   poppler_page_render on an existing white surface, cairo_surface_flush

The process stays, like a worker, so fonts and tables are already loaded for the next document. Both sides use the wall
clock. This file run as a program is that process. A line holds a path, a width and a height in pixels; the answer is a
line of JSON.
"""

import ctypes
import json
import os
import sys
import time

from line_process import LineProcess

SECONDS = 60


class Poppler:
    def __enter__(self):
        self.process = LineProcess([sys.executable, '-B', os.path.abspath(__file__)])
        return self

    def __exit__(self, *_):
        self.process.end()

    def times(self, path, width, height):
        """Milliseconds of `open` and `draw` of page 1 in so many pixels; None when it cannot be drawn."""
        answer = self.process.ask(f'{path}\t{width}\t{height}', SECONDS)
        found = json.loads(answer) if answer else None
        return found and {'open': found['open'], 'draw': found['draw']}

    def version(self):
        answer = self.process.ask('version', SECONDS)
        if answer is None:
            raise RuntimeError('poppler could not be loaded; Resources/debian/run.txt names its package')
        return json.loads(answer)


# The process


RGB24 = 1
NO_ERROR = 0
OBJECT, NUMBER, REAL, TEXT = ctypes.c_void_p, ctypes.c_int, ctypes.c_double, ctypes.c_char_p
SIGNATURES = {
    'libpoppler-glib.so.8': {
        'poppler_get_version': (TEXT, []),
        'poppler_document_new_from_fd': (OBJECT, [NUMBER, TEXT, OBJECT]),
        'poppler_document_get_page': (OBJECT, [OBJECT, NUMBER]),
        'poppler_page_get_size': (None, [OBJECT, ctypes.POINTER(REAL), ctypes.POINTER(REAL)]),
        'poppler_page_render': (None, [OBJECT, OBJECT]),
    },
    'libcairo.so.2': {
        'cairo_image_surface_create': (OBJECT, [NUMBER, NUMBER, NUMBER]),
        'cairo_create': (OBJECT, [OBJECT]),
        'cairo_set_source_rgb': (None, [OBJECT, REAL, REAL, REAL]),
        'cairo_paint': (None, [OBJECT]),
        'cairo_scale': (None, [OBJECT, REAL, REAL]),
        'cairo_surface_flush': (None, [OBJECT]),
        'cairo_status': (NUMBER, [OBJECT]),
        'cairo_destroy': (None, [OBJECT]),
        'cairo_surface_destroy': (None, [OBJECT]),
    },
    'libgobject-2.0.so.0': {'g_object_unref': (None, [OBJECT])},
}


def loaded():
    """The C functions by their names."""
    functions = {}
    for name, signatures in SIGNATURES.items():
        library = ctypes.CDLL(name)
        for function, (result, arguments) in signatures.items():
            functions[function] = getattr(library, function)
            functions[function].restype, functions[function].argtypes = result, arguments
    return functions


def timed(function, *arguments):
    """Milliseconds of a call, and its result."""
    start = time.perf_counter()
    result = function(*arguments)
    return (time.perf_counter() - start) * 1000, result


def times_of(call, path, width, height):
    """Milliseconds of opening and of drawing; None for a document that poppler cannot open."""
    # poppler closes the descriptor, also after a failure.
    descriptor = os.open(path, os.O_RDONLY)
    opening, document = timed(call['poppler_document_new_from_fd'], descriptor, None, None)
    if not document:
        return None
    finding, page = timed(call['poppler_document_get_page'], document, 0)
    try:
        drawing = drawn(call, page, width, height) if page else None
    finally:
        for held in filter(None, (page, document)):
            call['g_object_unref'](held)
    return None if drawing is None else {'open': opening + finding, 'draw': drawing}


def drawn(call, page, width, height):
    """Milliseconds of drawing a page in so many pixels; None for a page without a size."""
    across, down = REAL(), REAL()
    call['poppler_page_get_size'](page, ctypes.byref(across), ctypes.byref(down))
    if not (across.value > 0 and down.value > 0):
        return None
    surface = call['cairo_image_surface_create'](RGB24, width, height)
    context = call['cairo_create'](surface)
    try:
        call['cairo_set_source_rgb'](context, 1, 1, 1)
        call['cairo_paint'](context)
        call['cairo_scale'](context, width / across.value, height / down.value)
        drawing, _ = timed(call['poppler_page_render'], page, context)
        flushing, _ = timed(call['cairo_surface_flush'], surface)
        return drawing + flushing if call['cairo_status'](context) == NO_ERROR else None
    finally:
        call['cairo_destroy'](context)
        call['cairo_surface_destroy'](surface)


def main():
    call = loaded()
    for line in sys.stdin:
        words = line.rstrip('\n').split('\t')
        if words == ['version']:
            answer = call['poppler_get_version']().decode()
        else:
            answer = times_of(call, words[0], int(words[1]), int(words[2]))
        print(json.dumps(answer), flush=True)


if __name__ == '__main__':
    main()
