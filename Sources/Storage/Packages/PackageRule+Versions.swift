package import DocumentModel
import LinuxSystem

extension PackageRule {
  /// Makes a version of what a package was packed into, durably.
  func keepVersion(_ archive: FileContent, as hash: ContentHash) throws {
    let path = StagingArea.path(StagingArea.stageName())
    do {
      let copy = try root.open(path, flags: StagingArea.newFile, mode: 0o644)
      try archive.file.copy(archive.size, to: copy)
      guard try FileHasher.hash(copy) == hash else {
        throw DocumentError(.storageFailed, "the archive of a package could not be copied")
      }
      try copy.synchronize()
      try VersionFolder(root).keep(path, as: hash)
    } catch {
      try? root.remove(path)
      throw error
    }
  }

  /// Makes a version of the content at `path`, durably, and removes what lies there.
  func keepAsVersion(_ path: String) throws {
    guard let content = try open(path, isPackage: true) else { return }
    let hash = try FileHasher.hash(content.file)
    guard content.isArchive else { return try VersionFolder(root).keep(path, as: hash) }
    try keepVersion(content, as: hash)
    try root.removeTree(path)
  }

  /// As ``PackageRule/open(_:)``; nil also for a package that can be no document, or that changes all the time.
  package func openIfFit(_ path: String) throws -> FileContent? {
    do {
      return try open(path)
    } catch let error as DocumentError where [.unfitPackage, .contentChanged].contains(error.code) {
      return nil
    }
  }

  /// The path in staging of what is to get the name `name` for the staged file at `path`: for a package's archive under
  /// a package's name it is the folder that the archive was packed from, durable and in place of the file.
  package func unpacked(_ path: String, for name: FileName) throws -> String {
    guard names.contains(name), let (file, status) = try FileContent.open(path, in: root),
      try ArchiveReader.looksLikeArchive(file)
    else { return path }
    let folder = StagingArea.path(StagingArea.stageName())
    _ = try root.makeDirectory(folder)
    do {
      try ArchiveReader(file: file, size: status.size).unpack(into: root.directory(folder))
    } catch let error as DocumentError where error.code == .unfitPackage {
      // It was a regular file of such a name.
      try root.removeTree(folder)
      return path
    } catch {
      try? root.removeTree(folder)
      throw error
    }
    try root.remove(path)
    return folder
  }
}
