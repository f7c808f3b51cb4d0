import DocumentModel

extension PackageNames {
  /// Throws `.invalidName` when `folder` would be a package, or lie in one.
  func demandFolder(_ folder: FolderPath) throws(DocumentError) {
    guard let name = folder.names.first(where: contains) else { return }
    throw DocumentError(
      .invalidName, "a folder called \"\(name)\" is a document, and nothing can be put into it")
  }
}
