"""XML, and ZIPs with XML in them, of which many formats consist."""

import zipfile
from io import BytesIO

XML = '<?xml version="1.0" encoding="UTF-8"?>\n'
PACKAGE = 'http://schemas.openxmlformats.org/package/2006'


def tag(head, *inner):
    """An element; `head` is its name, perhaps with attributes."""
    return f'<{head}>{"".join(inner)}</{head.split()[0]}>'


def document(head, *inner):
    """A file with one element."""
    return XML + tag(head, *inner)


def zipped(members, first=None):
    """A ZIP of texts or bytes by name; the member `first` begins it and is not compressed."""
    out = BytesIO()
    with zipfile.ZipFile(out, 'w') as archive:
        for name in sorted(members, key=lambda name: name != first):
            method = zipfile.ZIP_STORED if name == first else zipfile.ZIP_DEFLATED
            archive.writestr(zipfile.ZipInfo(name, (2026, 8, 1, 6, 0, 0)), members[name], method)
    return out.getvalue()


def relation(kind, target):
    """The part of an Office Open XML or XPS package with one relation."""
    one = f'<Relationship Id="r1" Type="{kind}" Target="{target}"/>'
    return document(f'Relationships xmlns="{PACKAGE}/relationships"', one)


def content_types(extensions, parts=()):
    """The part of such a package with the types, by extension and by path."""
    rels = {'rels': 'application/vnd.openxmlformats-package.relationships+xml'}
    return document(
        f'Types xmlns="{PACKAGE}/content-types"',
        *(f'<Default Extension="{end}" ContentType="{kind}"/>' for end, kind in (rels | extensions).items()),
        *(f'<Override PartName="{path}" ContentType="{kind}"/>' for path, kind in dict(parts).items()),
    )
