public import DocumentModel
import FoundationEssentials
import Glibc
package import LinuxSystem

/// Drafts: contents handed over and not saved yet, a directory for each session in `Library/Drafts`.
///
/// ```
///   keep            <session>/<new hash>   draft.json   <session>/<old hash>     after a crash
///     named         new                    –, or of old       old                old, or nothing; new is removed
///     described     new, durable           of new             old                new; old is removed
///     emptied       new                    of new             –                  new
///
///   remove: draft.json goes first, durably; a content that none describes is removed at the next start
/// ```
/// For the one server of the workspace.
public struct DraftFolder: DraftStore {
  /// The steps of keeping a draft, in order; what lies on the disk after each is in the drawing.
  enum Step: CaseIterable, Sendable {
    case named, described, emptied
  }

  let root: SandboxRoot
  private let contents: FileContentStore
  private let onStep: @Sendable (Step) throws -> Void

  static let description = "draft.json"
  private static let maximumBytes = 64 << 10

  /// The drafts of the workspace at `root`.
  public init(root: SandboxRoot) {
    self.init(root: root, onStep: { _ in })
  }

  init(root: SandboxRoot, onStep: @escaping @Sendable (Step) throws -> Void) {
    self.root = root
    self.onStep = onStep
    contents = FileContentStore(root: root)
  }

  /// All drafts whose description can be read and whose content is there; contents without one are removed.
  ///
  /// One that the disk does not give stays for the next start, and keeps no other from being taken up.
  public func drafts() async throws(DocumentError) -> [Draft] {
    try await root.run("the drafts could not be listed") { [root] in
      try Self.sessions(in: root.directory).compactMap { session in
        do {
          return try Self.recover(session, in: root.directory)
        } catch let error as SystemError where !Self.passes(error) {
          // It was removed meanwhile, or lies where the disk is damaged or closed to the server.
          return nil
        }
      }
    }
  }

  /// Keeps staged bytes; see the drawing above.
  public func keep(_ content: any StagedContent, as draft: Draft) async throws(DocumentError) {
    guard let staged = content as? StagedFile, staged.root === root else {
      throw DocumentError(.invalidParameter, "the content was staged in another store")
    }
    guard staged.sha256 == draft.content.sha256 else {
      throw DocumentError(.contentMismatch, "the draft is of another content")
    }
    let (root, onStep) = (root, onStep)
    try await root.run("the draft could not be kept") {
      guard let name = staged.staging.take() else {
        throw DocumentError(.invalidParameter, "the content has been placed already")
      }
      let folder = SandboxPath.draft(draft.session)
      do {
        _ = try root.directory.makeDirectories(folder)
        try root.directory.rename(StagingArea.path(name), to: "\(folder)/\(draft.content.sha256)")
      } catch {
        staged.staging.giveBack(name)
        throw error
      }
      try onStep(.named)
      try Self.describe(draft, in: root.directory)
      try onStep(.described)
      // The draft is kept by now; a refusal would be untrue, and the next start removes leftovers.
      try? Self.removeContents(of: draft.session, but: draft.content.sha256, in: root.directory)
      try onStep(.emptied)
    }
  }

  /// Replaces the description, durably.
  public func note(_ draft: Draft) async throws(DocumentError) {
    try await root.run("the draft could not be noted") { [root] in
      guard try Self.hasContent(draft, in: root.directory) else { throw Self.absent }
      try Self.describe(draft, in: root.directory)
    }
  }

  /// The bytes of a draft.
  public func open(_ draft: Draft) async throws(DocumentError) -> any ReadableContent {
    try await root.run("the draft could not be opened") { [root] in
      guard let (file, status) = try FileContent.open(SandboxPath.content(of: draft), in: root.directory)
      else { throw Self.absent }
      return FileContent(file, status)
    }
  }

  /// A durable copy in `tmp` that the workspace's content store takes.
  public func stage(_ draft: Draft) async throws(DocumentError) -> any StagedContent {
    try await contents.stage(copyOf: try await open(draft), expecting: draft.content.sha256)
  }

  /// Removes a draft.
  public func remove(_ session: SessionID) async throws(DocumentError) {
    try await root.run("the draft could not be removed") { [root] in
      let path = SandboxPath.draft(session)
      guard let folder = try root.directory.directoryIfPresent(path) else { return }
      if try folder.statusIfPresent(Self.description) != nil {
        try folder.remove(Self.description)
        // A draft that a power cut brings back would be saved over the decision not to.
        try folder.synchronize()
      }
      // The rest means nothing, and is removed at the next start.
      try? root.directory.directory(SandboxPath.drafts).removeTree(session.description)
    }
  }

  private static let absent = DocumentError(.notFound, "nothing is kept of that session")
}

extension DraftFolder {
  /// The sessions of which a directory lies among the drafts.
  ///
  /// Blocks.
  package static func sessions(in root: Directory) throws -> [SessionID] {
    guard let folder = try root.directoryIfPresent(SandboxPath.drafts) else { return [] }
    return try folder.entries().compactMap { entry in
      entry.kind == .regular ? nil : entry.name.flatMap { SessionID($0) }
    }
  }

  private static func recover(_ session: SessionID, in root: Directory) throws -> Draft? {
    let path = SandboxPath.draft(session)
    guard let folder = try root.directoryIfPresent(path) else { return nil }
    guard try folder.statusIfPresent(description) != nil else {
      // Its content was not acknowledged, or not wanted any more.
      try root.directory(SandboxPath.drafts).removeTree(session.description)
      return nil
    }
    guard let draft = try draft(describedIn: folder.open(description)), draft.session == session,
      try hasContent(draft, in: root)
    else { return nil }
    // Leftovers take room, and hide nothing.
    try? removeContents(of: session, but: draft.content.sha256, in: root)
    return draft
  }

  /// Whether it is the server that is short of something for the moment: then no draft is known to be missing.
  static func passes(_ error: SystemError) -> Bool {
    [EMFILE, ENFILE, ENOMEM].contains(error.errno)
  }

  /// The draft that the directory at `path` describes; nil when it describes none.
  ///
  /// Changes nothing, and so may be called beside the server that does. Blocks.
  package static func described(in path: String, of root: Directory) -> Draft? {
    try? draft(describedIn: root.open("\(path)/\(description)"))
  }

  /// The draft that the description in `file` tells of; nil when it cannot be read as one.
  ///
  /// Blocks.
  static func draft(describedIn file: Descriptor) throws(SystemError) -> Draft? {
    let bytes = try file.read(maximumBytes)
    return try? JSONDecoder().decode(Draft.self, from: Data(bytes))
  }

  private static func hasContent(_ draft: Draft, in root: Directory) throws -> Bool {
    let status = try root.statusIfPresent(SandboxPath.content(of: draft))
    return status?.kind == .regular && status?.size == draft.content.size
  }

  /// Writes the description aside and renames it, which makes the content the draft; durable when it returns.
  private static func describe(_ draft: Draft, in root: Directory) throws {
    let folder = SandboxPath.draft(draft.session)
    let path = "\(folder)/\(description)"
    try LibraryFile.replace(path, by: try LibraryFile.json(draft, at: path), in: root)
  }

  private static func removeContents(
    of session: SessionID, but kept: ContentHash, in root: Directory
  ) throws {
    let folder = try root.directory(SandboxPath.draft(session))
    for name in try folder.entries().compactMap(\.name)
    where name != description && name != kept.description {
      try folder.removeTree(name)
    }
  }
}

extension SandboxPath {
  package static func draft(_ session: SessionID) -> String { "\(drafts)/\(session)" }

  package static func content(of draft: Draft) -> String {
    "\(self.draft(draft.session))/\(draft.content.sha256)"
  }
}

// MARK: - Damage

extension DraftFolder {
  /// Drafts that cannot be taken up, as far as names and sizes tell.
  public func damagedDrafts() async throws(DocumentError) -> [DamagedDraft] {
    try await root.run("the drafts could not be examined") { [root] in
      try Self.sessions(in: root.directory).compactMap { session in
        try Self.trouble(with: session, in: root.directory).map {
          DamagedDraft(session: session, place: SandboxPath.draft(session), reason: $0)
        }
      }
    }
  }

  private static func trouble(with session: SessionID, in root: Directory) throws(SystemError) -> String? {
    do {
      return try damage(of: session, in: root)
    } catch  where !passes(error) {
      return "the disk does not give it (\(error))"
    }
  }

  /// Why the draft of `session` cannot be taken up, as far as names and sizes tell; nil when it can, or none is described.
  ///
  /// Changes nothing, and so may be called beside the server that does. Blocks.
  package static func damage(of session: SessionID, in root: Directory) throws(SystemError) -> String? {
    let folder = SandboxPath.draft(session)
    if let draft = try OpenedDraft(in: folder, of: root) { return draft.damage(of: session) }
    let kind = try root.statusIfPresent("\(folder)/\(description)")?.kind
    return kind == nil || kind == .regular ? nil : "its description is no file"
  }
}

extension OpenedDraft {
  fileprivate func damage(of session: SessionID) -> String? {
    guard let draft, draft.session == session else { return "its description cannot be read" }
    guard files.count > 1 else { return "its content is not there" }
    let (size, wanted) = (files[1].status.size, draft.content.size)
    return size == wanted ? nil : "its content has \(size) bytes instead of \(wanted)"
  }
}
