public import DocumentModel

extension SandboxRoot {
  /// Takes folders of these names for documents from now on, and writes that down for commands that know no types.
  ///
  /// Who follows the tree is told that it may be another anywhere (``FileContentStore/notices()``).
  ///
  /// Throws `.storageFull`, `.storageFailed` or `.readOnly` when it cannot be written down; then nothing has changed.
  public func takeForDocuments(_ names: PackageNames) async throws(DocumentError) {
    guard names != packages.names else { return }
    let file = LibraryFile(root: self, path: SandboxPath.packages, maximumBytes: PackageRule.maximumBytes)
    try await file.write(try LibraryFile.json(names, at: SandboxPath.packages))
    packages.names = names
  }
}

extension SandboxRoot {
  /// The names in `Documents`, with packages for documents.
  var names: TreeNames { TreeNames(root: directory, packages: packages.names) }
}
