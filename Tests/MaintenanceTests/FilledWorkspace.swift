import DocumentModel
import FoundationEssentials
import GRDB
import LinuxSystem
import Testing

@testable import Maintenance
@testable import Storage

final class FilledWorkspace: Sendable {
  let workspace: TemporaryWorkspace
  let root: SandboxRoot
  let contents: FileContentStore
  let index: SQLiteIndex

  var path: String { workspace.path }

  init(_ workspace: TemporaryWorkspace = TemporaryWorkspace()) throws {
    self.workspace = workspace
    root = try workspace.open()
    contents = FileContentStore(root: root)
    index = try SQLiteIndex(root: root)
  }

  @discardableResult
  func add(_ path: String, _ texts: String...) async throws -> Document {
    let placed = try await contents.put(texts[0], at: path)
    var sample = try Sample(path, content: texts[0])
    sample.fingerprint = placed.fingerprint
    var document = try await index.add(sample)
    for (old, new) in zip(texts, texts.dropFirst()) { document = try await save(new, over: old, document) }
    return document
  }

  /// Gives a document another content, as a server does.
  @discardableResult
  func save(_ new: String, over old: String, _ document: Document) async throws -> Document {
    let placed = try await contents.put(new, at: document.location.relativePath, replacing: old)
    return try await index.setContent(
      of: document.id, to: .sample(document.version + 1, new), fingerprint: placed.fingerprint,
      expecting: .of(old)
    ).document
  }

  /// Gives a document another content, as a program that writes to its file.
  ///
  /// `old` is kept as if it had been held.
  @discardableResult
  func overwrite(_ document: Document, with new: String, keeping old: String?) async throws -> Document {
    if let old {
      _ = try root.directory.makeDirectories(SandboxPath.versionFolder(.of(old)))
      try workspace.write(old, to: SandboxPath.version(.of(old)))
      try await index.noteKept(.of(old))
    }
    let path = SandboxPath.document(document.location)
    try workspace.write(new, to: path)
    return try await index.setContent(
      of: document.id, to: .sample(document.version + 1, new, origin: .disk),
      fingerprint: root.directory.status(path).fingerprint(readAt: SystemClock.now()),
      expecting: document.sha256
    ).document
  }

  @discardableResult
  func trash(_ document: Document) async throws -> Document {
    try await contents.trash(document.id, at: document.location)
    return try await index.trash(document.id, at: .at(5)).document
  }

  @discardableResult
  func move(_ document: Document, to path: String) async throws -> Document {
    try await contents.move(document.location, to: .at(path))
    return try await index.move(document.id, to: .at(path), at: .at(6)).document
  }

  func verify() async throws -> VerificationReport {
    try await StoreVerifier(root: workspace.open(for: .inspecting)).verify()
  }

  /// As where nothing of what documents have could be held.
  func letGoOfHeld() throws {
    try FileManager.default.removeItem(atPath: "\(path)/\(SandboxPath.held)")
  }
}

/// Brings the log of the database at `path` into its file, as a clean end does.
func settleLog(of path: String) throws {
  let queue = try DatabaseQueue(path: path)
  try queue.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
  try queue.close()
}
