import DocumentModel
import LinuxSystem
import Storage

extension StoreVerifier {
  /// Every version of the index: kept as such, or the current content of a document.
  func checkMissingVersions(
    _ index: SQLiteIndex, _ report: inout VerificationReport
  ) async throws(DocumentError) {
    var last = ""
    while true {
      let page = try await index.replacedContents(after: last)
      for content in page {
        guard !Task.isCancelled else { throw DocumentError(.busy, "the check was given up") }
        let path = SandboxPath.version(content.hash)
        guard try await !exists(path), try await !isSetAside(content.hash), try await !isHeld(content.hash)
        else { continue }
        // A server may have let go of it meanwhile.
        guard try await index.isVersion(content.hash) else { continue }
        if content.wasOverwritten {
          report.note(
            .overwrittenVersion, path,
            "another program overwrote this content on the disk before it was kept")
        } else if try await index.isLost(content.hash) {
          report.note(.lostVersion, path, "this content is lost; a repair noted it")
        } else {
          report.add(.missingVersion, path, "a document has this version, and its content is not kept")
        }
      }
      guard let end = page.last else { return }
      last = end.hash.description
    }
  }

  private func exists(_ path: String) async throws(DocumentError) -> Bool {
    try await root.run("the versions could not be examined") {
      try root.directory.statusIfPresent(path)?.kind == .regular
    }
  }

  /// Whether a content that could not be made a version's file yet is held whole, from where it is given when it is asked
  /// for.
  private func isHeld(_ hash: ContentHash) async throws(DocumentError) -> Bool {
    try await root.run("what is held could not be examined") {
      try HeldFolder.whole(hash, in: root.directory) != nil
    }
  }

  /// Whether an interrupted replacement holds this content in `tmp`, where the next start keeps it.
  private func isSetAside(_ hash: ContentHash) async throws(DocumentError) -> Bool {
    try await root.run("the staging area could not be examined") {
      try root.directory.directoryIfPresent(SandboxArea.temporary.path)?.entries().contains {
        $0.name.flatMap(StagingArea.replacedHash) == hash
      } ?? false
    }
  }

  /// Every file in `Library/Versions` against its name.
  func checkKeptVersions(
    _ index: SQLiteIndex, _ report: inout VerificationReport,
    _ progress: @Sendable (VerificationReport) -> Void
  ) async throws(DocumentError) {
    for folder in try await names(in: SandboxPath.versions) {
      for name in try await names(in: "\(SandboxPath.versions)/\(folder)") {
        try await check(version: name, in: folder, index, &report)
        progress(report)
      }
    }
  }

  private func check(
    version name: String, in folder: String, _ index: SQLiteIndex, _ report: inout VerificationReport
  ) async throws(DocumentError) {
    let path = "\(SandboxPath.versions)/\(folder)/\(name)"
    guard let hash = ContentHash(name), SandboxPath.version(hash) == path else {
      return report.note(.unusedVersion, path, "this is no version of a document")
    }
    guard case .hashed(_, let sha256) = try await read(path, &report) else { return }
    report.versions += 1
    if sha256 != hash {
      report.add(.damagedVersion, path, "the bytes are not those of the version")
    } else if try await !index.isVersion(hash) {
      let waits = try await index.isReleased(hash)
      report.note(
        .unusedVersion, path,
        waits
          ? "its last version was let go of; the server removes it"
          : "no document has this version, as after the loss of an index; it is whole and stays")
    }
  }

  private func names(in path: String) async throws(DocumentError) -> [String] {
    try await root.run("the versions could not be listed") {
      try root.directory.directoryIfPresent(path)?.entries().compactMap(\.name).sorted() ?? []
    }
  }
}
