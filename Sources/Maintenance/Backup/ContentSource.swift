import DocumentModel
import LinuxSystem
import Storage

/// Finds a content of a workspace by its hash, wherever the server has moved it meanwhile.
struct ContentSource: Sendable {
  enum Outcome: Sendable {
    case known
    case kept
    /// Nowhere. The place is that of a file that should have been it and has other bytes. Or it is that of one that
    /// may be it and cannot be read.
    case absent(damaged: String? = nil, unreadable: String? = nil)

    var isNew: Bool {
      if case .kept = self { true } else { false }
    }
  }

  let root: SandboxRoot
  let copy: SQLiteIndex?
  let live: SQLiteIndex?
  var onRead: @Sendable (String) throws -> Void = { _ in }

  /// A content may change its place between two looks; after so many rounds it is not there.
  private static let rounds = 4

  /// Copies `content` into `folder`, unless it is there.
  func keep(_ content: NeededContent, in folder: BackupFolder) async throws(DocumentError) -> Outcome {
    guard !Task.isCancelled else { throw Self.givenUp }
    let isKnown = try await root.run("the backup could not be read") {
      try folder.has(content.hash, size: content.size)
    }
    return isKnown ? .known : try await search(content.hash, in: folder)
  }

  private func search(_ hash: ContentHash, in folder: BackupFolder) async throws(DocumentError) -> Outcome {
    var (damaged, unreadable): (String?, String?)
    for round in 1...Self.rounds {
      for place in try await places(of: hash) {
        do throws(DocumentError) {
          let found = try await copy(of: place, as: hash, in: folder)
          if found == hash { return .kept }
          // Another content under a document's name is another version; under a version's it is damage.
          if found != nil, place.isImmutable { damaged = place.path }
        } catch  where error.code == .contentUnreadable {
          // It may lie elsewhere; where it does not, that is a finding and no reason to keep nothing else.
          unreadable = place.path
        }
      }
      // The server is moving it: between two places for as long as a rename and its index entry take.
      guard round < Self.rounds else { break }
      do { try await Task.sleep(for: .milliseconds(20 * round)) } catch { throw Self.givenUp }
    }
    return .absent(damaged: damaged, unreadable: unreadable)
  }

  /// Copies the file at a place if it is `hash`; nil where there is none.
  ///
  /// Throws `.contentUnreadable` when it is there and cannot be read.
  private func copy(
    of place: Place, as hash: ContentHash, in folder: BackupFolder
  ) async throws(DocumentError) -> ContentHash? {
    let (root, onRead) = (root, onRead)
    return try await root.run("a content could not be copied") { () throws -> ContentHash? in
      guard let file = try Self.open(place.path, in: root, onRead) else { return nil }
      return try folder.keep(file, as: hash)
    }
  }

  private static func open(
    _ path: String, in root: SandboxRoot, _ onRead: (String) throws -> Void
  ) throws -> Descriptor? {
    do {
      try onRead(path)
      return try root.packages.openIfFit(path)?.file
    } catch {
      throw DocumentError(.contentUnreadable, "the disk does not give the file", cause: error)
    }
  }

  private static var givenUp: DocumentError { DocumentError(.busy, "the backup was given up") }

  struct Place: Sendable {
    let path: String
    /// Whether files there are never written to.
    var isImmutable = false
  }

  /// Where the content may lie, the likeliest first; some of these may hold another, or nothing.
  func places(of hash: ContentHash) async throws(DocumentError) -> [Place] {
    var owners = try await copy?.owners(of: hash) ?? []
    owners += try await live?.owners(of: hash) ?? []
    let documents = owners
    return try await root.run("a content could not be looked for") {
      var places = [Place(path: SandboxPath.version(hash), isImmutable: true)]
      for document in documents { places += Self.places(of: document, root.directory) }
      places.append(Place(path: SandboxPath.held(hash)))
      let staged = try root.directory.directoryIfPresent(SandboxArea.temporary.path)?.entries() ?? []
      for name in staged.compactMap(\.name) where StagingArea.replacedHash(name) == hash {
        places.append(Place(path: StagingArea.path(name)))
      }
      return places
    }
  }

  /// Where the document's file is, or was a moment ago.
  private static func places(of document: Document, _ root: Directory) -> [Place] {
    // Where the disk does not give the folder, it does not give the file either, which is told then.
    let spelled = try? TreeNames(root: root).path(of: document.location)
    var places = [Place(path: spelled ?? SandboxPath.document(document.location))]
    if let path = try? FileRelocation.trashed(document.id, root) {
      places.append(Place(path: path))
    }
    return places
  }
}
