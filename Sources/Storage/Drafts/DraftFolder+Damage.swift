public import DocumentModel
package import LinuxSystem

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
