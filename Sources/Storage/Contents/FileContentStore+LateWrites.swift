public import DocumentModel
import LinuxSystem

extension FileContentStore {
  /// What was written to files after they were replaced here, of those that nobody has open any more.
  ///
  /// One to which nothing was written goes: what it has is a version.
  public func lateWrites() async throws(DocumentError) -> [LateWrite] {
    var found: [LateWrite] = []
    for (name, location) in root.replaced.all {
      let late = try await run("a replaced file could not be looked at") {
        try lateWrite(name, from: location)
      }
      if let late { found.append(late) }
    }
    return found
  }

  /// Removes a file of which ``lateWrites()`` told: what it has is kept elsewhere.
  public func dismiss(_ late: LateWrite) async throws(DocumentError) {
    try await run("a replaced file could not be removed") { try forget(late.name) }
  }

  private func forget(_ name: String) throws {
    let path = StagingArea.path(name)
    if try root.directory.statusIfPresent(path) != nil { try root.directory.remove(path) }
    root.replaced.remove(name)
  }

  private func lateWrite(_ name: String, from location: Location?) throws -> LateWrite? {
    guard let (replaced, replacement) = StagingArea.hashes(in: name),
      let (file, status) = try FileContent.open(StagingArea.path(name), in: root.directory)
    else {
      root.replaced.remove(name)
      return nil
    }
    guard file.hasWriter() != true else { return nil }
    let hash = try hash(of: file, status)
    if hash == replaced || hash == replacement {
      // Mostly it is a version already, of which this is one more copy.
      if try hash == replacement
        || VersionFolder(root.directory).keepUnshared(StagingArea.path(name), as: hash)
      {
        try forget(name)
      }
      return nil
    }
    return LateWrite(
      name: name, replaced: replaced, replacement: replacement, location: location,
      content: FileContent(file, status), sha256: hash)
  }

  /// Read once, however often it is looked at.
  private func hash(of file: Descriptor, _ status: FileStatus) throws -> ContentHash {
    if let hash = known[status.fingerprint] { return hash }
    let moment = clock()
    let hash = try FileHasher.hash(file)
    if status.isSettled(at: moment) { known[status.fingerprint] = hash }
    return hash
  }
}
