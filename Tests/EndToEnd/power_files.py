"""Compares the files of a disk with all acknowledged changes, fast enough for a check after each answer."""

from package_archive import archive_of
from oracle import sha256


class Files:
    """The files of a `Disk` by their paths."""

    def __init__(self, disk):
        self.disk, self.found, self.hashes = disk, {}, {}
        self.list(disk.history.top, '')

    def list(self, folder, path):
        for name, node in self.disk.names[id(folder)].items():
            inner = f'{path}{name.decode()}'
            self.found[inner] = node
            if node.is_folder:
                self.list(node, f'{inner}/')

    def hash(self, path):
        """The hash of the file or package there, or None."""
        node = self.found.get(path)
        if not node:
            return None
        if node not in self.hashes:
            content = self.packed(node) if node.is_folder else self.disk.content(node)
            self.hashes[node] = sha256(content)
        return self.hashes[node]

    def packed(self, folder):
        return archive_of({path: self.disk.content(node) for path, node in self.inside(folder, '')})

    def inside(self, folder, path):
        for name, node in self.disk.names[id(folder)].items():
            inner = f'{path}{name.decode()}'
            if node.is_folder:
                yield from self.inside(node, f'{inner}/')
            else:
                yield inner, node

    def missing(self, model):
        """Documents and versions that the disk lacks, of a client without a request on its way."""
        for document in model.documents.values():
            # A draft may be saved at any moment.
            if document.is_draft:
                continue
            folder = f'Library/Trash/{document.id}' if document.trashed else self.folder(document)
            if self.hash(f'{folder}/{document.name}') != document.sha256:
                yield document.path, document.sha256
            yield from self.missing_versions(document)
        for gone in model.gone:
            thrown = self.found.get(f'Library/Trash/{gone}')
            if thrown and self.disk.names[id(thrown)]:
                yield 'still there', gone

    def folder(self, document):
        return f'Documents/{document.folder}' if document.folder else 'Documents'

    def missing_versions(self, document):
        for number, version in document.versions.items():
            hash = version.sha256
            if hash != document.sha256 and self.hash(f'Library/Versions/{hash[:2]}/{hash}') != hash:
                yield document.id, number, hash
