public import DocumentModel
import FoundationEssentials
import Glibc
import LinuxSystem

/// Uploads that are not documents yet, a directory for each in `Library/Uploads`.
///
/// ```
///   keep          <id>/data   upload.json     at the next start
///     made        empty       –               removed: no client was told of it
///     described   empty       durable         goes on
///
///   receive       data grows; upload.json says from which offset on bytes are unchecked: those are cut off
///   stage         data gets a second name in tmp, which is emptied at every start; data stays
///   remove        upload.json goes first, durably; data that none describes is removed at the next start
/// ```
/// For the one server of the workspace.
public struct UploadFolder: UploadStore {
  let root: SandboxRoot
  private let contents: FileContentStore

  private static let description = "upload.json"
  private static let data = "data"
  private static let maximumBytes = 64 << 10

  /// The uploads of the workspace at `root`.
  public init(root: SandboxRoot) {
    self.root = root
    contents = FileContentStore(root: root)
  }

  /// All uploads whose description can be read; bytes without one are removed, and unchecked bytes cut off.
  ///
  /// One that the disk does not give stays for the next start, and keeps no other from being taken up.
  public func uploads() async throws(DocumentError) -> [KeptUpload] {
    try await root.run("the uploads could not be listed") { [root] in
      guard let folder = try root.directory.directoryIfPresent(SandboxPath.uploads) else { return [] }
      let ids = try folder.entries().compactMap { entry in entry.name.flatMap { UploadID($0) } }
      return ids.compactMap { try? Self.recover($0, in: root.directory) }
    }
  }

  /// Keeps the description; see the drawing above.
  public func keep(_ upload: ResumableUpload) async throws(DocumentError) {
    try await root.write("the upload could not be kept") { [root] in
      let folder = SandboxPath.upload(upload.id)
      if try root.directory.makeDirectories(folder) {
        let data = try root.directory.open(
          "\(folder)/\(Self.data)", flags: O_WRONLY | O_CREAT | O_EXCL, mode: 0o644)
        try data.synchronize()
      }
      let description = "\(folder)/\(Self.description)"
      try LibraryFile.replace(
        description, by: try LibraryFile.json(upload, at: description), in: root.directory)
    }
  }

  /// Opens the file of an upload.
  public func receive(_ id: UploadID, at offset: Int64) async throws(DocumentError) -> any UploadReceiver {
    let file = try await root.write("the upload could not be opened") { [root] in
      let file = try Self.open(id, for: O_WRONLY | O_APPEND, in: root.directory)
      try Self.cut(file, to: offset)
      return file
    }
    return UploadFile(file, at: offset, root: root)
  }

  /// Cuts the file of an upload off.
  public func cut(_ id: UploadID, to offset: Int64) async throws(DocumentError) {
    try await root.write("the upload could not be cut off") { [root] in
      try Self.cut(Self.open(id, for: O_WRONLY, in: root.directory), to: offset)
    }
  }

  /// Hashes the file of an upload, and gives it a second name in `tmp`; where the disk knows no such names it is copied.
  public func stage(_ id: UploadID) async throws(DocumentError) -> any StagedContent {
    let path = "\(SandboxPath.upload(id))/\(Self.data)"
    try await root.write("the upload could not be made durable") { [root] in
      let file = try Self.open(id, for: O_RDWR, in: root.directory)
      try file.settleTime()
      try file.synchronize()
    }
    guard let found = try await ContentReading(root: root).hash(path) else {
      throw DocumentError(.contentChanged, "another program wrote to the upload")
    }
    let linked = try await root.write("the upload could not be staged") { [root] () -> StagedFile? in
      guard let staging = try Self.link(path, in: root) else { return nil }
      return try StagedFile((found.status.size, found.sha256), staging: staging, root: root)
    }
    if let linked { return linked }
    let content = try await root.run("the upload could not be opened") { [root] in
      guard let (file, status) = try FileContent.open(path, in: root.directory) else { throw Self.absent }
      return FileContent(file, status)
    }
    return try await contents.stage(copyOf: content, expecting: found.sha256)
  }

  /// Removes the file of an upload.
  public func removeBytes(of id: UploadID) async throws(DocumentError) {
    try await root.write("the upload could not be emptied") { [root] in
      let path = "\(SandboxPath.upload(id))/\(Self.data)"
      if try root.directory.statusIfPresent(path) != nil { try root.directory.remove(path) }
    }
  }

  /// Removes an upload.
  public func remove(_ id: UploadID) async throws(DocumentError) {
    try await root.write("the upload could not be removed") { [root] in
      guard let folder = try root.directory.directoryIfPresent(SandboxPath.upload(id)) else { return }
      if try folder.statusIfPresent(Self.description) != nil {
        try folder.remove(Self.description)
        // An upload that a power cut brings back would become a document after all.
        try folder.synchronize()
      }
      // The rest means nothing, and is removed at the next start.
      try? root.directory.directory(SandboxPath.uploads).removeTree(id.description)
    }
  }

  private static let absent = DocumentError(.notFound, "there is no such upload")
}

extension UploadFolder {
  private static func recover(_ id: UploadID, in root: Directory) throws -> KeptUpload? {
    guard let folder = try root.directoryIfPresent(SandboxPath.upload(id)) else { return nil }
    guard try folder.statusIfPresent(description) != nil else {
      try root.directory(SandboxPath.uploads).removeTree(id.description)
      return nil
    }
    let bytes = try folder.open(description).read(maximumBytes)
    let upload = try JSONDecoder().decode(ResumableUpload.self, from: Data(bytes))
    guard upload.id == id else { return nil }
    let found = try folder.statusIfPresent(data)
    if let outcome = upload.outcome {
      // They are the document's by now, and only take room.
      if found != nil { try? folder.remove(data) }
      return KeptUpload(upload, offset: upload.length ?? 0, touched: outcome.date)
    }
    guard let status = found, status.kind == .regular else { return nil }
    let kept = min(status.size, upload.unchecked ?? status.size, upload.length ?? status.size)
    if kept < status.size { try cut(open(id, for: O_WRONLY, in: root), to: kept) }
    let touched = Date(timeIntervalSince1970: Double(status.modified) / 1_000_000_000)
    return KeptUpload(upload, offset: kept, touched: max(upload.created, touched))
  }

  private static func open(_ id: UploadID, for access: CInt, in root: Directory) throws -> Descriptor {
    let path = "\(SandboxPath.upload(id))/\(data)"
    guard try root.statusIfPresent(path)?.kind == .regular else { throw absent }
    return try root.open(path, flags: access)
  }

  private static func cut(_ file: Descriptor, to offset: Int64) throws {
    let size = try file.status().size
    guard size >= offset else {
      throw DocumentError(.damaged, "the upload has \(size) bytes instead of \(offset); begin it again")
    }
    guard size > offset else { return }
    try file.truncate(to: offset)
    try file.synchronize()
  }

  /// A second name for the file at `path`; nil where the file system gives none.
  private static func link(_ path: String, in root: SandboxRoot) throws(SystemError) -> StagingFile? {
    let name = StagingArea.stageName()
    do {
      try root.directory.link(path, to: StagingArea.path(name))
      return StagingFile(name: name, root: root)
    } catch  where [EPERM, EOPNOTSUPP, ENOSYS, EMLINK].contains(error.errno) {
      return nil
    }
  }
}

extension SandboxPath {
  static func upload(_ id: UploadID) -> String { "\(uploads)/\(id)" }
}
