public import DocumentModel
import LinuxSystem

extension FileContentStore {
  /// Takes back what was placed a moment ago and became nobody's.
  ///
  /// It leaves `Documents` in one step, durably, before anything of it goes: a crash leaves it there, or in `tmp`, which the
  /// next start empties.
  public func withdraw(_ hash: ContentHash, from location: Location) async throws(DocumentError) {
    guard let found = try await self.hash(location), found.sha256 == hash else { return }
    let (root, names) = (root.directory, root.names)
    try await run("the content could not be taken back") {
      let aside = StagingArea.stageName()
      try root.rename(try names.path(of: location), to: StagingArea.path(aside), rule: .keep)
      try names.synchronize(location.folder)
      names.leave(location.folder)
      try TreeRemoval.remove(aside, in: root.directory(SandboxArea.temporary.path))
    }
  }
}
