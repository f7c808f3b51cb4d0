public import DocumentModel

extension SandboxRoot {
  /// Takes folders of these names for documents from now on, and writes the rule down for commands that know no types.
  ///
  /// - Parameters:
  /// - names: the names by the types.
  /// - declared: extensions of users' types. Extensions of types that were lost stay in the rule
  ///   (``undeclaredPackages``).
  /// - leftOut: extensions of users' types that are written down and not valid, which stay, too.
  /// - Returns: those that are in force.
  ///
  /// Followers of the tree are told to look at all of it (``FileContentStore/notices()``).
  ///
  /// Throws `.storageFull`, `.storageFailed` or `.readOnly` when it cannot be written down; then nothing has changed.
  @discardableResult
  public func takeForDocuments(
    _ names: PackageNames, declared: Set<String> = [], leftOut: Set<String> = []
  ) async throws(DocumentError) -> PackageNames {
    let rule = packages.rule.following(names, declared: declared, leftOut: leftOut)
    guard rule != packages.rule else { return rule.names }
    let file = LibraryFile(root: self, path: SandboxPath.packages, maximumBytes: PackageRule.maximumBytes)
    try await file.write(try LibraryFile.json(rule, at: SandboxPath.packages))
    packages.rule = rule
    return rule.names
  }

  /// Extensions of folders that stay documents though the types that said so were lost.
  public var undeclaredPackages: [String] { packages.rule.heldDocuments.sorted() }
}

extension SandboxRoot {
  /// The names in `Documents`, with packages for documents.
  package var names: TreeNames { TreeNames(root: directory, packages: packages.names) }
}
