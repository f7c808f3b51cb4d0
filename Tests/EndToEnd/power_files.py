"""Whether all that was acknowledged lies on a disk, by names and bytes alone: quick enough to be asked at each answer."""

from package_archive import archive_of
from power_load import REMOVED, THERE, TRASHED, sha256


class Files:
    """What lies on a `Disk`."""

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
        """Of the file or package there; None where nothing is."""
        node = self.found.get(path)
        if not node:
            return None
        if node not in self.hashes:
            content = self.packed(node) if node.is_folder else self.disk.content(node)
            self.hashes[node] = sha256(content)
        return self.hashes[node]

    def packed(self, folder):
        names = self.disk.names[id(folder)]
        return archive_of({name.decode(): self.disk.content(node) for name, node in names.items() if not node.is_folder})

    def missing(self, state):
        """What a client to which nothing is happening is missing on the disk."""
        for document in state.documents.values():
            # What was handed over is saved at any moment.
            if document.draft:
                continue
            thrown = f'Library/Trash/{document.id}'
            if document.where == THERE and self.hash(self.place(document)) != document.hash:
                yield document
            if document.where == TRASHED and self.hash(f'{thrown}/{document.name}') != document.hash:
                yield document
            if document.where == REMOVED and thrown in self.found and self.disk.names[id(self.found[thrown])]:
                yield document
            if document.where != REMOVED:
                yield from self.missing_versions(document)

    def place(self, document):
        return '/'.join(['Documents', *filter(None, [document.folder]), document.name])

    def missing_versions(self, document):
        for number, hash in document.versions.items():
            if hash != document.hash and self.hash(f'Library/Versions/{hash[:2]}/{hash}') != hash:
                yield document.id, number, hash
