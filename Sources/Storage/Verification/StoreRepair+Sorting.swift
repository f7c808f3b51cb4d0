import DocumentModel
import LinuxSystem

/// Versions that lie under each other's names.
///
/// ```
///   AA: bytes of B      exchange      AA: bytes of C      exchange      AA: bytes of A
///   BB: bytes of C     ─────────►     BB: bytes of B     ─────────►     BB: bytes of B
///   CC: bytes of A                    CC: bytes of A                    CC: bytes of C
/// ```
extension StoreRepair {
  /// Gives the bytes of damaged versions the names of those that they are, where these are wanted and not whole.
  ///
  /// To be done before anything is set aside or noted as lost. Each step is one of the kernel's: nothing is out of its
  /// place that was not so before.
  ///
  /// Also returns the places of those that could not be, as where a file system knows no exchange: their bytes are there,
  /// under a wrong name, and stay so.
  func sortVersions(
    _ report: VerificationReport, _ index: SQLiteMetadataStore
  ) async throws(DocumentError) -> (actions: [RepairAction], stuck: Set<String>) {
    var (sorted, stuck): ([ContentHash], Set<String>) = ([], [])
    for finding in report.findings where finding.kind == .damagedVersion {
      guard let hash = Self.hash(finding.place) else { continue }
      sorted += try await sort(hash, index, &stuck)
    }
    let actions = sorted.map {
      RepairAction(.replaced, SandboxPath.version($0), "its bytes lay under the name of another version")
    }
    return (actions, stuck)
  }

  /// The versions that are whole after the file of `hash` was moved on, and what took its place, until nobody wants what
  /// lies there.
  private func sort(
    _ hash: ContentHash, _ index: SQLiteMetadataStore, _ stuck: inout Set<String>
  ) async throws(DocumentError) -> [ContentHash] {
    var sorted: [ContentHash] = []
    while let found = try await content(of: SandboxPath.version(hash)) {
      if found == hash { return sorted.isEmpty ? [] : sorted + [hash] }
      // Each round makes one more whole, so that there is an end.
      guard try await index.hasVersion(found), try await !isKept(found) else { return sorted }
      guard try await isExchanged(hash, found) else {
        stuck.formUnion([hash, found].map(SandboxPath.version))
        return sorted
      }
      sorted.append(found)
    }
    return sorted
  }

  /// What the bytes at `path` are; nil when none can be read there.
  private func content(of path: String) async throws(DocumentError) -> ContentHash? {
    do throws(DocumentError) {
      return try await ContentReading(root: root).hash(path)?.sha256
    } catch  where error.code != .busy {
      return nil
    }
  }

  /// Whether the version `hash` lies in its place, and whole.
  func isKept(_ hash: ContentHash) async throws(DocumentError) -> Bool {
    try await root.run("a version could not be read") { try VersionFolder(root.directory).isKept(hash) }
  }

  /// Lets two versions change their places, durably; false when that cannot be done.
  private func isExchanged(_ hash: ContentHash, _ other: ContentHash) async throws(DocumentError) -> Bool {
    do throws(DocumentError) {
      try await exchange(hash, other)
      return true
    } catch  where error.code != .busy {
      return false
    }
  }

  /// Lets two versions change their places, durably; where the second has none, the first has none afterwards.
  private func exchange(_ hash: ContentHash, _ other: ContentHash) async throws(DocumentError) {
    let (root, exchange) = (root, exchange)
    try await root.run("a version could not be put in its place") {
      let directory = root.directory
      let (path, target) = (SandboxPath.version(hash), SandboxPath.version(other))
      _ = try directory.makeDirectories(SandboxPath.versionFolder(other))
      if try directory.statusIfPresent(target) != nil {
        try exchange(directory, path, target)
      } else {
        try TreeNames(root: directory).renameKeeping(path, to: target)
      }
      for folder in [other, hash].map(SandboxPath.versionFolder) {
        try directory.directory(folder).synchronize()
      }
    }
  }
}
