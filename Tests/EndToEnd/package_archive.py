"""Archives of packages, made here to the byte as Sheaf packs them, and archives with false sizes."""

import struct
import zipfile


def archive(entries):
    """An archive of (name, content, declared size); a size of None is the true one."""
    body, records = b'', b''
    for name, content, said in entries:
        size = len(content) if said is None else said
        facts = struct.pack('<HHHHHIIIH', 20, 0x800, 0, 0, 0x21, zipfile.crc32(content), size, size, len(name))
        attributes = 0o40755 << 16 | 0x10 if name.endswith(b'/') else 0o100644 << 16
        records += struct.pack('<IH', 0x02014B50, 0x33F) + facts
        records += struct.pack('<HHHHII', 0, 0, 0, 0, attributes, len(body)) + name
        body += struct.pack('<I', 0x04034B50) + facts + struct.pack('<H', 0) + name + content
    end = struct.pack('<IHHHHIIH', 0x06054B50, 0, 0, len(entries), len(entries), len(records), len(body), 0)
    return body + records + end


def archive_of(files):
    """An archive of contents by their paths; each folder has an entry of its own."""
    folders = {f'{path[:at]}/' for path in files for at in range(len(path)) if path[at] == '/'}
    return archive([(name.encode(), files.get(name, b''), None) for name in sorted(folders | files.keys())])
