public import DocumentModel
import Glibc
import LinuxSystem

extension FileContentStore {
  /// Those of `hashes` that have a file in `Library/Versions`.
  public func keptVersions(
    among hashes: Set<ContentHash>
  ) async throws(DocumentError) -> Set<ContentHash> {
    guard !hashes.isEmpty else { return [] }
    return try await run("the versions could not be examined") {
      try hashes.filter { try root.directory.statusIfPresent(SandboxPath.version($0))?.kind == .regular }
    }
  }

  /// Moves a staged file to `Library/Versions`.
  public func keepVersion(_ staged: any StagedContent) async throws(DocumentError) {
    guard let staged = staged as? StagedFile, staged.root === root else {
      throw DocumentError(.invalidParameter, "the content was staged in another store")
    }
    try await run("the version could not be kept") {
      guard let name = staged.staging.take() else {
        throw DocumentError(.invalidParameter, "the content has been placed already")
      }
      do {
        try VersionFolder(root.directory).keep(StagingArea.path(name), as: staged.sha256)
      } catch {
        staged.staging.giveBack(name)
        throw error
      }
    }
  }

  /// Removes a file in `Library/Versions`, and what is held of the same content.
  ///
  /// Not made durable: a file that a power cut brings back takes room and nothing else, and the check names it.
  public func removeVersion(_ hash: ContentHash) throws(DocumentError) {
    try refusing("the version could not be removed") {
      try held.release(hash)
      do {
        try root.directory.remove(SandboxPath.version(hash))
      } catch let error as SystemError where error.meansAbsence {
        return
      }
    }
  }

  /// A durable copy in `tmp`, made by `copy_file_range(2)`, which shares blocks on file systems that can.
  ///
  /// The copy is read again: a version that the disk damaged never becomes a document's content.
  public func stage(
    copyOf content: any ReadableContent, expecting hash: ContentHash
  ) async throws(DocumentError) -> any StagedContent {
    guard let content = content as? FileContent else {
      throw DocumentError(.invalidParameter, "the content was opened by another store")
    }
    return try await write("the content could not be copied") {
      let name = StagingArea.stageName()
      let copy = try root.directory.open(
        StagingArea.path(name), flags: O_RDWR | O_CREAT | O_EXCL, mode: 0o644)
      let staging = StagingFile(name: name, root: root)
      try content.file.copy(content.size, to: copy)
      guard try FileHasher.hash(copy) == hash else {
        throw DocumentError(.damaged, "the bytes that are kept are no longer those of this version")
      }
      try copy.settleTime()
      try copy.synchronize()
      return try StagedFile((content.size, hash), staging: staging, root: root)
    }
  }
}
