public import DocumentModel
public import LinuxSystem

/// Brings files of the machine into the store: what `sheaf import` and drop folders share.
public struct FileImporter: Sendable {
  /// Makes the archive of the package that lies in a folder of the machine.
  ///
  /// Throws `.unfitPackage` for a folder that can be no document, `.contentChanged` for one that other
  /// programs write to all the time.
  public typealias Packing = @Sendable (Directory) async throws(DocumentError) -> any ReadableContent

  private let workspace: DocumentWorkspace
  private let pool: BlockingPool
  private let pack: Packing

  private static let chunk = 1 << 20

  /// An importer that reads on the threads of `pool`, and packages by `pack`.
  public init(into workspace: DocumentWorkspace, pool: BlockingPool, packing pack: @escaping Packing) {
    self.workspace = workspace
    self.pool = pool
    self.pack = pack
  }

  var jobs: Jobs { workspace.jobs }

  /// Throws `.quotaExceeded` or `.storageLow` when nothing more may come in now.
  func requireRoom() async throws(DocumentError) {
    try await workspace.contents.requireRoom(for: 0)
  }

  /// Copies an open file into the store and makes a document of it.
  ///
  /// - Parameters:
  ///   - file: a regular file, open for reading.
  ///   - name: the preferred name.
  ///   - folder: where in `Documents`.
  ///   - origin: which way it came.
  ///   - id: see ``Documents/add(_:named:in:conflict:expecting:origin:author:metadata:id:)``; what an import made that
  ///     was interrupted keeps what was done to it since.
  public func add(
    _ file: Descriptor, named name: FileName, in folder: FolderPath = .top, origin: Origin,
    id: DocumentID = DocumentID()
  ) async throws(DocumentError) -> Document {
    let stage = try await workspace.contents.stage(expecting: size(of: file))
    do {
      try await copy(file, to: stage)
      let staged = try await stage.finish()
      guard let earlier = try await workspace.index.document(id), earlier.trashed == nil else {
        return try await workspace.documents.add(staged, named: name, in: folder, origin: origin, id: id)
      }
      return try await takeUp(staged, named: name, in: folder, origin: origin, as: earlier)
    } catch {
      await stage.abandon()
      throw error
    }
  }

  /// Goes on with an import that was interrupted after it had made the document `earlier`.
  ///
  /// Changes of the document since then stay: it may have been edited while its file could not be removed. A later change
  /// of the file is the next version, or where the document was edited a document of its own.
  private func takeUp(
    _ staged: any StagedContent, named name: FileName, in folder: FolderPath, origin: Origin,
    as earlier: Document
  ) async throws(DocumentError) -> Document {
    let versions = try await workspace.versionIndex.versions(of: earlier.id)
    guard !versions.contains(where: { $0.sha256 == staged.sha256 }) else { return earlier }
    do throws(DocumentError) {
      guard versions.allSatisfy({ $0.origin == origin }) else { throw Self.edited }
      return try await workspace.documents.replace(
        earlier.id, with: staged, expecting: .content(earlier.sha256), origin: origin)
    } catch  where error.code == .notFound {
      return try await workspace.documents.add(
        staged, named: name, in: folder, origin: origin, id: earlier.id)
    } catch  where error.code == .versionConflict {
      // When this is interrupted, too, the document that it made is found by its content.
      if let made = try await workspace.index.document(withContent: staged.sha256), made.trashed == nil {
        return made
      }
      return try await workspace.documents.add(staged, named: name, in: folder, origin: origin)
    }
  }

  private static var edited: DocumentError {
    DocumentError(.versionConflict, "the document was changed after it was imported")
  }

  /// Which folders are documents.
  public var packageNames: PackageNames { workspace.types.packageNames }

  /// As ``add(_:named:in:origin:id:)``, of the package whose folder is `package`.
  ///
  /// Throws `.unfitPackage` when that can be no document, `.contentChanged` when other programs write to it
  /// all the time.
  public func add(
    package: Directory, named name: FileName, in folder: FolderPath = .top, origin: Origin,
    id: DocumentID = DocumentID()
  ) async throws(DocumentError) -> Document {
    let archive = try await pack(package)
    let file: Descriptor
    do {
      // The content closes its own with its end.
      file = try Descriptor(duplicating: archive.descriptor)
    } catch {
      throw DocumentError(.storageFailed, "the package could not be read", cause: error)
    }
    return try await add(file, named: name, in: folder, origin: origin, id: id)
  }

  /// As ``add(_:named:in:origin:id:)``, of what lies in a folder of the machine.
  ///
  /// Throws `SystemError` for what cannot be opened, too.
  public func add(
    _ item: ImportSurvey.Item, of survey: ImportSurvey, origin: Origin
  ) async throws -> Document {
    let (name, folder) = (item.location.name, item.location.folder)
    switch try DropContent(item.place, in: survey.directory, packageNames) {
    case .file(let file): return try await add(file, named: name, in: folder, origin: origin)
    case .package(let package):
      return try await add(package: package, named: name, in: folder, origin: origin)
    case nil: throw DocumentError(.notFound, "it is no longer a file")
    }
  }

  private func size(of file: Descriptor) async throws(DocumentError) -> Int64 {
    do {
      return try await pool.run { () throws(SystemError) in try file.status().size }
    } catch {
      throw DocumentError(.storageFailed, "the file could not be examined", cause: error)
    }
  }

  private func copy(_ file: Descriptor, to stage: any ContentStage) async throws(DocumentError) {
    while true {
      let offset = stage.written
      let bytes: [UInt8]
      do {
        bytes = try await pool.run { () throws(SystemError) in try file.read(Self.chunk, at: offset) }
      } catch {
        throw DocumentError(.storageFailed, "the file could not be read", cause: error)
      }
      if bytes.isEmpty { return }
      try await stage.write(bytes)
    }
  }
}
