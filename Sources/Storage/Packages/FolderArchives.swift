public import DocumentModel
import LinuxSystem

/// Folders of `Documents`, and documents and folders that were chosen, as archives (spec documents FS-2).
///
/// An archive is read from the folder while it is sent; nothing is copied aside. Safe from any task.
///
/// ```swift
/// let archive = try await FolderArchives(root).archive(of: FolderPath(parsing: "Papers"))
/// try await archive.write { bytes in try await stream.write(bytes) }   // archive.size bytes altogether
/// ```
public struct FolderArchives: Sendable {
  private static let attempts = 3

  private let root: SandboxRoot

  /// The folders of a workspace.
  public init(_ root: SandboxRoot) {
    self.root = root
  }

  /// The archive of `folder` and all that is in it, as it is now; for the top, of all documents.
  ///
  /// Its entries lie in a folder of the same name. Hidden files, links and names that no document can have are left
  /// out. Packages are folders in it. Each file is opened once, and none is read for this.
  ///
  /// Throws `.notFound` without such a folder, `.contentUnreadable` when a file in it may not be read,
  /// `.contentChanged` while files in it are moved or removed. Throws `.documentTooLarge` for more files, or longer
  /// paths, than an archive takes, and `.busy` when the task is cancelled or too much is under way.
  public func archive(of folder: FolderPath) async throws(DocumentError) -> FolderArchive {
    let name = folder.names.last ?? FileName(sanitizing: SandboxArea.documents.path)
    return try await archive(named: name) { [root] in
      let top = try Self.open(folder, in: root)
      return (top, FolderSurvey(top, of: folder, named: name, packages: root.packages.names))
    }
  }

  /// The archive of documents and folders, as they are now.
  ///
  /// Throws as ``archive(of:)-(FolderPath)``, and `.contentChanged` where a document does not lie where it is said to.
  public func archive(of selection: ArchiveSelection) async throws(DocumentError) -> FolderArchive {
    try await archive(named: selection.name) { [root] in
      for folder in selection.folders { _ = try Self.open(folder, in: root) }
      let places = try selection.places(in: TreeNames(root: root.directory))
      return (root.directory, FolderSurvey(root.directory, places: places, packages: root.packages.names))
    }
  }

  private func archive(
    named name: FileName, _ begin: @escaping @Sendable () throws -> (Directory, FolderSurvey)
  ) async throws(DocumentError) -> FolderArchive {
    for _ in 1..<Self.attempts {
      do throws(DocumentError) {
        return try await survey(named: name, begin)
      } catch  where error.code == .contentChanged {
        continue
      }
    }
    return try await survey(named: name, begin)
  }

  private func survey(
    named name: FileName, _ begin: @escaping @Sendable () throws -> (Directory, FolderSurvey)
  ) async throws(DocumentError) -> FolderArchive {
    let (top, survey) = try await root.run("the folder could not be opened", begin)
    let share = ArchiveRoom.Share(root.archives)
    let (items, length) = try await list(survey, share)
    guard length.total < Int64.max else { throw ArchiveRoom.isTooLarge }
    return FolderArchive(
      root: root, top: top, items: items, share: share, size: length.total, name: Self.name(name))
  }

  private static func open(_ folder: FolderPath, in root: SandboxRoot) throws -> Directory {
    try root.requireInPlace()
    let top = try FolderSurvey.reading("the folder \"\(folder)\"") {
      try root.directory.directoryIfPresent(TreeNames(root: root.directory).path(of: folder))
    }
    guard !root.packages.names.covers(folder), let top else {
      throw DocumentError(.notFound, "there is no such folder")
    }
    return top
  }

  private func list(
    _ first: FolderSurvey, _ share: ArchiveRoom.Share
  ) async throws(DocumentError) -> (items: [ArchivedItem], length: ArchiveLength) {
    var (survey, items, length) = (first, [ArchivedItem](), ArchiveLength())
    while true {
      guard !Task.isCancelled else { throw DocumentError(.busy, "the archive was given up") }
      let (next, found) = try await advance(survey)
      guard let found else {
        let listed = items
        try await root.run("the folder could not be listed") { try next.requireNothingElse(than: listed) }
        return (items, length)
      }
      survey = next
      try share.take(found.reduce(0) { $0 + ArchiveRoom.count(ofPath: $1.name.count) })
      for item in found {
        length.add(
          nameBytes: item.name.count, size: item.size, isDated: true, hasDescriptor: item.hasDescriptor)
      }
      items += found
    }
  }

  private func advance(
    _ survey: FolderSurvey
  ) async throws(DocumentError) -> (survey: FolderSurvey, found: [ArchivedItem]?) {
    try await root.run("the folder could not be listed") { () throws -> (FolderSurvey, [ArchivedItem]?) in
      var next = survey
      let found = try next.advance()
      return (next, found)
    }
  }

  private static func name(_ folder: FileName) -> FileName {
    FileName(sanitizing: "\(folder).zip")
  }
}
