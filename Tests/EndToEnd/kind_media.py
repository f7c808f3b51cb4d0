"""Pictures, sound and film by file name: FFmpeg's, libvips', and some that are written here."""

import ctypes
import ctypes.util
import gzip
import struct
import subprocess

from kind_books import read

SECONDS = 120
WIDTH, HEIGHT = 320, 240

# Each output of FFmpeg with its options; it writes all of a list in one run.
PICTURES = {
    'test.png': '', 'test.jpg': '', 'test.gif': '', 'test.webp': '', 'test.tiff': '-pix_fmt rgb24', 'test.bmp': '',
    'test.tga': '', 'test.pcx': '', 'test.ppm': '', 'test.pgm': '', 'test.pbm': '', 'test.pam': '',
    'test.xbm': '-vf scale=160:120', 'test.jp2': '', 'test.j2k': '-c:v libopenjpeg -format j2k',
    'test.qoi': '', 'test.exr': '', 'test.fits': '', 'test.jxl': '',
    'test.avif': '-c:v libaom-av1 -still-picture 1 -cpu-used 8 -pix_fmt yuv420p', 'palette.png': '-pix_fmt pal8',
    'grey.png': '-pix_fmt gray16be', 'grey.tiff': '-pix_fmt gray', 'small.png': '-vf scale=64:64',
    'test.rgb': '-f rawvideo -pix_fmt rgb24',
}  # fmt: skip
MOVING = {'moving.gif': '', 'moving.webp': '-c:v libwebp_anim -loop 0', 'moving.png': '-f apng -plays 0'}
SOUNDS = {
    'tone.mp3': '', 'tone.m4a': '', 'tone.m4b': '-f ipod', 'tone.aac': '', 'tone.flac': '', 'tone.ogg': '', 'tone.opus': '',
    'tone.wav': '', 'tone.aiff': '', 'tone.caf': '', 'tone.wma': '', 'tone.au': '', 'tone.ac3': '', 'tone.mka': '',
    'tone.wv': '', 'tone.spx': '-ar 16000',
}  # fmt: skip
FILMS = {
    'film.mp4': '-c:v libx264', 'film, H.265.mp4': '-c:v libx265 -x265-params log-level=none -tag:v hvc1',
    'film.m4v': '-c:v libx264', 'film.mov': '-c:v libx264', 'film.3gp': '-c:v mpeg4 -c:a aac', 'film.mkv': '-c:v libx264',
    'film.webm': '-c:v libvpx -b:v 300k', 'film.avi': '-c:v mpeg4', 'film.mpg': '-c:v mpeg1video -r 25',
    'film.ts': '-c:v mpeg2video -r 25', 'film.ogv': '-c:v libtheora', 'film.wmv': '-c:v wmv2',
    'film.flv': '-c:v flv -ar 44100', 'film.mxf': '-c:v mpeg2video -r 25 -ar 48000',
}  # fmt: skip


def ffmpeg(folder, inputs, outputs):
    """The bytes of all outputs, by name."""
    command = ['ffmpeg', '-nostdin', '-v', 'error', '-threads', '1']
    for one in inputs:
        command += ['-f', 'lavfi', '-i', one]
    for name, options in outputs.items():
        command += [*options.split(), '-y', name]
    subprocess.run(command, cwd=folder, check=True, timeout=SECONDS)
    return read(folder, outputs)


def from_ffmpeg(folder):
    picture, tone = f'testsrc2=size={WIDTH}x{HEIGHT}', 'sine=frequency=440:duration=2,tremolo=f=2:d=0.9'
    one = {name: f'{options} -frames:v 1' for name, options in PICTURES.items()}
    films = {name: f'-pix_fmt yuv420p {options}' for name, options in FILMS.items()}
    return (
        ffmpeg(folder, [picture], one)
        | ffmpeg(folder, ['testsrc2=size=160x120:rate=5:duration=2'], MOVING)
        | ffmpeg(folder, [tone], SOUNDS)
        | ffmpeg(folder, [f'{picture}:rate=10:duration=2', tone], films)
    )


def high_efficiency(folder):
    """A HEIC picture by libvips, the server's own library."""
    vips = ctypes.CDLL(ctypes.util.find_library('vips'))
    vips.vips_image_new_from_file.restype = ctypes.c_void_p
    vips.vips_init(b'kinds')
    picture = vips.vips_image_new_from_file(f'{folder}/test.png'.encode(), None)
    failed = vips.vips_image_write_to_file(ctypes.c_void_p(picture), f'{folder}/test.heic'.encode(), None)
    if failed:
        raise RuntimeError('libvips cannot write HEIC')
    return read(folder, ['test.heic'])


# Pictures that neither writes


def tiff(strips, *entries):
    """A TIFF of several pages, one strip each, with the entries of each: tag, kind, count and packed value."""
    out, place = b'', 8
    for number, strip in enumerate(strips):
        own = sorted([*entries[number], (273, 4, 1, struct.pack('<I', place)), (279, 4, 1, struct.pack('<I', len(strip)))])
        beside = [value for *_, value in own if len(value) > 4]
        directory = struct.pack('<H', len(own))
        far = place + len(strip) + 2 + 12 * len(own) + 4
        for tag, kind, count, value in own:
            is_far = len(value) > 4
            directory += struct.pack('<HHI', tag, kind, count) + (
                struct.pack('<I', far) if is_far else value.ljust(4, b'\0')
            )
            far += len(value) if is_far else 0
        following = 0 if number + 1 == len(strips) else far + len(strips[number + 1])
        out += strip + directory + struct.pack('<I', following) + b''.join(beside)
        place = far
    return struct.pack('<2sHI', b'II', 42, 8 + len(strips[0])) + out


def short(*values):
    return 3, len(values), struct.pack(f'<{len(values)}H', *values)


def pages_of_tiff(pixels):
    size = [(256, *short(WIDTH)), (257, *short(HEIGHT)), (278, *short(HEIGHT))]
    colours = [(258, *short(8, 8, 8)), (259, *short(1)), (262, *short(2)), (277, *short(3))]
    return tiff([pixels, bytes(255 - part for part in pixels), pixels[::-1]], *3 * [size + colours])


def raw_camera_image(pixels, preview):
    """A DNG: the camera's JPEG, and one colour of each pixel, as a sensor with a Bayer pattern sees it."""
    mosaic = bytes(pixels[3 * (y * WIDTH + x) + (x % 2 + y % 2)] for y in range(HEIGHT) for x in range(WIDTH))
    matrix = struct.pack('<18i', *(part for n in range(9) for part in (1 if n % 4 == 0 else 0, 1)))
    size = [(256, *short(WIDTH)), (257, *short(HEIGHT)), (278, *short(HEIGHT))]
    return tiff(
        [preview, mosaic],
        [
            *size, (254, 4, 1, struct.pack('<I', 1)), (258, *short(8, 8, 8)), (259, *short(7)), (262, *short(6)),
            (271, 2, 6, b'Sheaf\0'), (272, 2, 5, b'Test\0'), (274, *short(1)), (277, *short(3)),
            (50706, 1, 4, bytes([1, 4, 0, 0])), (50707, 1, 4, bytes([1, 1, 0, 0])), (50708, 2, 11, b'Sheaf Test\0'),
            (50721, 10, 9, matrix), (50728, 5, 3, struct.pack('<6I', 1, 1, 1, 1, 1, 1)), (50778, *short(21)),
        ],
        [
            *size, (254, 4, 1, struct.pack('<I', 0)), (258, *short(8)), (259, *short(1)), (262, *short(32803)),
            (277, *short(1)), (33421, *short(2, 2)), (33422, 1, 4, bytes([0, 1, 1, 2])),
        ],
    )  # fmt: skip


def radiance(pixels):
    """A picture of high range whose range is the usual one: a common exponent after each pixel."""
    rows = b''.join(pixels[n : n + 3] + b'\x80' for n in range(0, len(pixels), 3))
    return f'#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y {HEIGHT} +X {WIDTH}\n'.encode() + rows


def photoshop(pixels):
    head = struct.pack('>4sH6xHIIHH', b'8BPS', 1, 3, HEIGHT, WIDTH, 8, 3)
    return head + bytes(12) + bytes(2) + b''.join(pixels[part::3] for part in range(3))


def icon(kind, picture):
    """An icon (1) or a cursor (2) of Windows with one PNG of 64 pixels."""
    return struct.pack('<HHH', 0, kind, 1) + struct.pack('<BBBBHHII', 64, 64, 0, 0, 1, 32, len(picture), 22) + picture


def apple_icon(picture):
    return struct.pack('>4sI4sI', b'icns', 16 + len(picture), b'icp6', 8 + len(picture)) + picture


def pixmap():
    """An X pixmap: a disc."""
    rows = [''.join('o' if (x - 24) ** 2 + (y - 24) ** 2 < 400 else ' ' for x in range(48)) for y in range(48)]
    lines = ['48 48 2 1', '  c #fffaf0', 'o c #d8b24a', *rows]
    return '/* XPM */\nstatic char *disc[] = {\n' + ',\n'.join(f'"{line}"' for line in lines) + '};\n'


DRAWING = """<svg xmlns="http://www.w3.org/2000/svg" width="320" height="240" viewBox="0 0 320 240">
<rect width="320" height="240" fill="#fffaf0"/>
<circle cx="160" cy="120" r="90" fill="#d8b24a" stroke="#8a5a00" stroke-width="6"/>
<text x="160" y="130" font-size="32" text-anchor="middle">The sheaf</text></svg>
"""


def melody():
    """A MIDI file of four notes."""
    notes = b''.join(b'\0\x90' + bytes([note, 80]) + b'\x60\x80' + bytes([note, 0]) for note in (60, 64, 67, 72))
    track = notes + b'\0\xff\x2f\0'
    return struct.pack('>4sIHHH', b'MThd', 6, 0, 1, 96) + struct.pack('>4sI', b'MTrk', len(track)) + track


def pictures_and_media(folder):
    """Pictures, then sound and film, both as bytes by name."""
    made = from_ffmpeg(folder)
    pixels = made.pop('test.rgb')
    small = made.pop('small.png')
    media = {name: made.pop(name) for name in (*SOUNDS, *FILMS)}
    pictures = {
        **made,
        **high_efficiency(folder),
        'pages.tiff': pages_of_tiff(pixels),
        'camera.dng': raw_camera_image(pixels, made['test.jpg']),
        'test.hdr': radiance(pixels),
        'test.psd': photoshop(pixels),
        'test.ico': icon(1, small),
        'test.cur': icon(2, small),
        'test.icns': apple_icon(small),
        'disc.xpm': pixmap().encode(),
        'drawing.svg': DRAWING.encode(),
        'drawing.svgz': gzip.compress(DRAWING.encode(), mtime=0),
    }
    return pictures, media
