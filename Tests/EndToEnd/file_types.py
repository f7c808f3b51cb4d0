#!/usr/bin/env python3
"""The types of more than 200 files, beside those that the program `file` finds: the same, or different for a named reason.

`file` judges by bytes alone. Its versions differ, so a difference of the table may be missing; one that is not in it fails.
"""

import os
import shutil
import subprocess

from kind_files import sample_files
from report import Report
from server import Server, Workspace, arguments

SECONDS = 30
FEWEST = 200
# By reason, and by what `file` says: the types that Sheaf may find instead.
OTHERWISE = {
    'more exact, by the name or the members': {
        'application/gzip': 'application/x-compressed-tar image/svg+xml-compressed',
        'application/json': 'application/geo+json application/vnd.sheaf.board+json application/x-ipynb+json',
        'application/msword': 'application/msword-template',
        'application/octet-stream': (
            'application/vnd.apache.parquet application/vnd.ms-xpsdocument application/x-bplist '
            'application/x-numpy-data application/x-python-pickle audio/x-caf audio/x-wavpack image/emf '
            'image/vnd.radiance video/mp2t'
        ),
        'application/pdf': 'application/illustrator',
        'application/postscript': 'application/eps',
        'application/vnd.ms-excel': 'application/vnd.ms-excel.template',
        'application/vnd.ms-powerpoint': 'application/vnd.ms-powerpoint.slideshow application/vnd.ms-powerpoint.template',
        'application/vnd.openxmlformats-officedocument.presentationml.presentation': (
            'application/vnd.ms-powerpoint.presentation.macroenabled.12 '
            'application/vnd.openxmlformats-officedocument.presentationml.slideshow '
            'application/vnd.openxmlformats-officedocument.presentationml.template'
        ),
        'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': (
            'application/vnd.ms-excel.sheet.macroenabled.12 '
            'application/vnd.openxmlformats-officedocument.spreadsheetml.template'
        ),
        'application/vnd.openxmlformats-officedocument.wordprocessingml.document': (
            'application/vnd.ms-word.document.macroenabled.12 '
            'application/vnd.openxmlformats-officedocument.wordprocessingml.template'
        ),
        'application/x-bzip2': 'application/x-bzip-compressed-tar',
        'application/x-xz': 'application/x-xz-compressed-tar',
        'application/zip': (
            'application/vnd.comicbook+zip application/x-java-war application/x-numpy-archive application/x-wheel+zip '
            'application/x-xpinstall'
        ),
        'application/zstd': 'application/x-zstd-compressed-tar',
        'audio/ogg': 'audio/opus audio/x-speex',
        'audio/x-m4a': 'audio/x-m4b',
        'font/sfnt': 'font/ttf',
        'image/tiff': 'image/x-adobe-dng',
        'message/rfc822': 'multipart/related',
        'text/plain': (
            'application/graphql application/mbox application/sql application/toml application/x-desktop '
            'application/x-font-afm application/x-pem-file application/yaml audio/mpegurl image/vnd.dxf '
            'image/x-xbitmap model/stl text/asciidoc text/css text/csv text/markdown text/org '
            'text/tab-separated-values text/vnd.graphviz text/x-asm text/x-bibtex text/x-cmake text/x-dockerfile '
            'text/x-erlang text/x-fortran text/x-fsharp text/x-groovy text/x-haskell text/x-hcl text/x-ini text/x-java '
            'text/x-julia text/x-less text/x-log text/x-lua text/x-nim text/x-nix text/x-ocaml text/x-pascal text/x-po '
            'text/x-powershell text/x-protobuf text/x-python text/x-r text/x-rst text/x-ruby text/x-scala text/x-scss '
            'text/x-ssa text/x-tcl text/x-vb text/x-verilog text/x-vhdl text/x-zig'
        ),
        'text/xml': (
            'application/gpx+xml application/rss+xml application/vnd.google-earth.kml+xml '
            'application/vnd.oasis.opendocument.graphics-flat-xml '
            'application/vnd.oasis.opendocument.presentation-flat-xml '
            'application/vnd.oasis.opendocument.spreadsheet-flat-xml application/vnd.oasis.opendocument.text-flat-xml '
            'application/x-fictionbook+xml application/x-plist+xml application/xhtml+xml'
        ),
        'video/x-matroska': 'audio/x-matroska',
        'video/x-ms-asf': 'audio/x-ms-wma video/x-ms-wmv',
    },
    'right, where `file` takes a look-alike for it': {
        'application/javascript': 'text/x-typescript',
        'font/ttf': 'font/collection',
        'image/x-tga': 'application/octet-stream',
        'inode/x-empty': 'text/plain',
        'text/html': 'text/x-svelte text/x-vue',
        'text/x-c': 'text/rust text/x-c++ text/x-d text/x-dart text/x-glsl text/x-go text/x-kotlin text/x-swift',
        'text/x-c++': 'text/x-csharp',
        'text/x-ruby': 'text/x-elixir',
    },
    'the registered or usual name of the same type': {
        'application/javascript': 'text/javascript',
        'application/vnd.ms-opentype': 'font/otf',
        'application/vnd.ms-visio.drawing.main+xml': 'application/vnd.ms-visio.drawing',
        'application/x-dbf': 'application/vnd.dbf',
        'application/x-executable, no program header': 'application/x-executable',
        'application/x-rar': 'application/vnd.rar',
        'audio/vnd.dolby.dd-raw': 'audio/ac3',
        'audio/x-aiff': 'audio/aiff',
        'audio/x-hx-aac-adts': 'audio/aac',
        'audio/x-m4a': 'audio/mp4',
        'image/x-portable-greymap': 'image/x-portable-graymap',
        'text/x-c': 'text/x-chdr',
        'text/x-c++': 'text/x-c++hdr',
        'text/xml': 'application/xml',
    },
}


def said_by_file(path):
    command = ['file', '--mime-type', '--brief', path]
    return subprocess.run(command, capture_output=True, text=True, check=True, timeout=SECONDS).stdout.strip()


def reason_for(said, found):
    """Why a difference is right; None when nothing says so."""
    if said == found:
        return 'the same'
    return next((reason for reason, pairs in OTHERWISE.items() if found in pairs.get(said, '').split()), None)


def check(report, server, folder, file):
    path = os.path.join(folder, 'compared')
    with open(path, 'wb') as copy:
        copy.write(file.body)
    said, answer = said_by_file(path), server.upload(file.body, file.name)
    found = answer.json.get('mediaType')
    reason = reason_for(said, found)
    report.check(f'{file.name}: {found}, {reason}', answer.status == 201 and reason, f'`file` says {said}')


def main():
    options, report = arguments(__doc__), Report()
    if not shutil.which('file'):
        report.skip('types beside those of `file`', 'the program is not installed')
        return
    with Workspace() as root, Workspace() as folder, Workspace() as made, Server(options.bin, root) as server:
        files = sample_files(made)
        for file in files:
            check(report, server, folder, file)
        report.check(f'{len(files)} files', len(files) > FEWEST)
    report.exit()


if __name__ == '__main__':
    main()
