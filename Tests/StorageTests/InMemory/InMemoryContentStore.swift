import DocumentModel
import Foundation
import LinuxSystem
import Synchronization

@testable import Storage

/// Contents and versions in dictionaries, as an object store has them: no tree.
final class InMemoryContentStore: CheckedFiles {
  struct File {
    let bytes: [UInt8]
    var fingerprint: Fingerprint

    init(_ bytes: [UInt8]) {
      self.bytes = bytes
      fingerprint = .of(UUID().uuidString)
    }
  }

  struct State {
    var files: [Location: File] = [:]
    var folders: Set<FolderPath> = [.top]
    var versions: [ContentHash: [UInt8]] = [:]
    var trash: [DocumentID: File] = [:]
  }

  let state = Mutex(State())
  /// Called before each change, where tests let it fail: a dictionary has no steps in between.
  let onChange: @Sendable () throws(DocumentError) -> Void

  init(onChange: @escaping @Sendable () throws(DocumentError) -> Void = {}) {
    self.onChange = onChange
  }

  func stage(expecting bytes: Int64) async throws(DocumentError) -> any ContentStage {
    InMemoryStage(store: self)
  }

  func place(
    _ staged: any StagedContent, at location: Location, replacing: ContentHash?
  ) async throws(DocumentError) -> PlacedContent {
    guard let staged = staged as? InMemoryStaged, staged.store === self else {
      throw DocumentError(.invalidParameter, "staged elsewhere")
    }
    _ = try FolderPath(parsing: location.folder.description)
    return try state.withLock { state throws(DocumentError) in
      guard staged.isUnplaced.withLock(\.self) else {
        throw DocumentError(.invalidParameter, "placed already")
      }
      try onChange()
      if let replacing {
        guard let old = state.files[location], .of(old.bytes) == replacing else {
          throw DocumentError(.versionConflict, "changed meanwhile")
        }
        state.versions[replacing] = old.bytes
      } else {
        try Self.makeRoom(location, &state)
      }
      let file = File(staged.bytes)
      state.files[location] = file
      staged.isUnplaced.withLock { $0 = false }
      return Self.placed(file, location)
    }
  }

  func withdraw(_ hash: ContentHash, from location: Location) async throws(DocumentError) {
    try state.withLock { state throws(DocumentError) in
      guard let file = state.files[location] else { throw DocumentError(.notFound, "nothing is there") }
      if .of(file.bytes) == hash { state.files[location] = nil }
    }
  }

  func open(_ location: Location) async throws(DocumentError) -> any ReadableContent {
    try content(state.withLock { $0.files[location]?.bytes })
  }

  func openVersion(_ hash: ContentHash) async throws(DocumentError) -> any ReadableContent {
    try content(state.withLock { $0.versions[hash] })
  }

  func keptVersions(among hashes: Set<ContentHash>) async throws(DocumentError) -> Set<ContentHash> {
    state.withLock { hashes.intersection($0.versions.keys) }
  }

  func keepVersion(_ staged: any StagedContent) async throws(DocumentError) {
    guard let staged = staged as? InMemoryStaged, staged.store === self else {
      throw DocumentError(.invalidParameter, "staged elsewhere")
    }
    try state.withLock { state throws(DocumentError) in
      guard staged.isUnplaced.withLock(\.self) else {
        throw DocumentError(.invalidParameter, "placed already")
      }
      state.versions[staged.sha256] = staged.bytes
      staged.isUnplaced.withLock { $0 = false }
    }
  }

  func removeVersion(_ hash: ContentHash) throws(DocumentError) {
    state.withLock { $0.versions[hash] = nil }
  }

  func stage(
    copyOf content: any ReadableContent, expecting hash: ContentHash
  ) async throws(DocumentError) -> any StagedContent {
    guard let content = content as? InMemoryContent, let bytes = try? content.bytes() else {
      throw DocumentError(.invalidParameter, "opened elsewhere")
    }
    guard .of(bytes) == hash else { throw DocumentError(.damaged, "other bytes") }
    return try InMemoryStaged(bytes, store: self)
  }

  func openTrashed(_ id: DocumentID) async throws(DocumentError) -> any ReadableContent {
    try content(state.withLock { $0.trash[id]?.bytes })
  }

  private func content(_ bytes: [UInt8]?) throws(DocumentError) -> any ReadableContent {
    guard let bytes else { throw DocumentError(.notFound, "nothing is there") }
    return try InMemoryContent(bytes)
  }

  func move(_ source: Location, to target: Location) async throws(DocumentError) {
    try state.withLock { state throws(DocumentError) in
      guard var file = state.files[source] else { throw DocumentError(.notFound, "nothing is there") }
      guard source != target else { return }
      try onChange()
      try Self.makeRoom(target, &state)
      file.fingerprint = .of(UUID().uuidString)
      state.files[source] = nil
      state.files[target] = file
    }
  }

  func trash(_ id: DocumentID, at location: Location) async throws(DocumentError) {
    try state.withLock { state throws(DocumentError) in
      guard let file = state.files[location] else { throw DocumentError(.notFound, "nothing is there") }
      try onChange()
      if let left = state.trash[id] { state.versions[.of(left.bytes)] = left.bytes }
      state.files[location] = nil
      state.trash[id] = file
    }
  }

  func restore(_ id: DocumentID, to location: Location) async throws(DocumentError) {
    try state.withLock { state throws(DocumentError) in
      guard let file = state.trash[id] else { throw DocumentError(.notFound, "not in the Trash") }
      try onChange()
      try Self.makeRoom(location, &state)
      state.trash[id] = nil
      state.files[location] = file
    }
  }

  func removeTrashed(_ id: DocumentID, keepingAs hash: ContentHash?) throws(DocumentError) {
    state.withLock { state in
      if let hash, let file = state.trash[id], .of(file.bytes) == hash { state.versions[hash] = file.bytes }
      state.trash[id] = nil
    }
  }

  func found() async throws -> [PlacedContent] {
    state.withLock { $0.files.map { Self.placed($0.value, $0.key) } }
      .sorted { $0.location.relativePath < $1.location.relativePath }
  }

  static func placed(_ file: File, _ location: Location) -> PlacedContent {
    PlacedContent(
      location: location, size: Int64(file.bytes.count), fingerprint: file.fingerprint)
  }

  private static func makeRoom(_ location: Location, _ state: inout State) throws(DocumentError) {
    try makeFolders(location.folder, &state)
    guard state.files[location] == nil, !state.folders.contains(location.folder.appending(location.name))
    else {
      throw DocumentError(.nameTaken, "something is there already")
    }
  }

  static func makeFolders(_ folder: FolderPath, _ state: inout State) throws(DocumentError) {
    _ = try FolderPath(parsing: folder.description)
    guard let name = folder.names.last, let parent = folder.parent else { return }
    try makeFolders(parent, &state)
    guard state.files[Location(folder: parent, name: name)] == nil else {
      throw DocumentError(.nameTaken, "a file lies there")
    }
    state.folders.insert(folder)
  }
}

/// Bytes in a sealed memory file.
private class InMemoryContent: ReadableContent, @unchecked Sendable {
  // Sendable by hand because it is subclassed; both properties are immutable.
  let size: Int64
  private let file: Descriptor
  var descriptor: CInt { file.rawValue }

  init(_ bytes: [UInt8]) throws(DocumentError) {
    size = Int64(bytes.count)
    do {
      file = try bytes.withUnsafeBytes { try MemoryFile(sealing: $0).descriptor }
    } catch {
      throw DocumentError(.storageFailed, "no memory", cause: error)
    }
  }
}

// @unchecked because it is a subclass; everything in it is immutable or guarded.
private final class InMemoryStaged: InMemoryContent, StagedContent, @unchecked Sendable {
  let sha256: ContentHash
  let bytes: [UInt8]
  let store: InMemoryContentStore
  let isUnplaced = Mutex(true)
  private let held = Mutex<(any HeldRoom)?>(nil)

  var room: (any HeldRoom)? {
    get { held.withLock(\.self) }
    set { held.withLock { $0 = newValue } }
  }

  init(_ bytes: [UInt8], store: InMemoryContentStore) throws(DocumentError) {
    self.bytes = bytes
    self.store = store
    sha256 = .of(bytes)
    try super.init(bytes)
  }
}

private final class InMemoryStage: ContentStage {
  private let store: InMemoryContentStore
  private let bytes = Mutex<[UInt8]?>([])

  init(store: InMemoryContentStore) {
    self.store = store
  }

  var written: Int64 { bytes.withLock { Int64($0?.count ?? 0) } }

  func write(_ more: [UInt8]) async throws(DocumentError) {
    try bytes.withLock { bytes throws(DocumentError) in
      guard bytes != nil else { throw DocumentError(.storageFailed, "the upload has ended") }
      bytes?.append(contentsOf: more)
    }
  }

  func finish() async throws(DocumentError) -> any StagedContent {
    let all = bytes.withLock { bytes in
      defer { bytes = nil }
      return bytes
    }
    guard let all else { throw DocumentError(.storageFailed, "the upload has ended") }
    return try InMemoryStaged(all, store: store)
  }

  func abandon() async {
    bytes.withLock { $0 = nil }
  }
}
