import DocumentModel
import LinuxSystem
import Storage

extension StoreVerifier {
  /// Every draft: its description, and its content against the hash in that.
  func checkDrafts(_ report: inout VerificationReport) async throws(DocumentError) {
    let sessions = try await root.run("the drafts could not be listed") {
      try DraftFolder.sessions(in: root.directory)
    }
    for session in sessions.sorted(by: { $0.description < $1.description }) {
      try await check(draftOf: session, &report)
    }
  }

  /// A draft that the disk does not give is no damage to be set aside: it may give it the next time.
  private func check(
    draftOf session: SessionID, _ report: inout VerificationReport
  ) async throws(DocumentError) {
    let place = SandboxPath.draft(session)
    do {
      guard let damage = try await damage(of: session, &report) else { return }
      report.add(.damagedDraft, place, damage)
    } catch  where error.code != .busy {
      report.add(.unreadable, place, error.detail)
    }
  }

  private func damage(
    of session: SessionID, _ report: inout VerificationReport
  ) async throws(DocumentError) -> String? {
    let place = SandboxPath.draft(session)
    let (draft, damage) = try await root.run("a draft could not be examined") {
      (
        DraftFolder.described(in: place, of: root.directory),
        try DraftFolder.damage(of: session, in: root.directory)
      )
    }
    if let damage { return damage + (try await wholeContent(in: place, &report) ?? "") }
    // A content that is gone by now was replaced or saved by a server beside.
    guard let draft, case .hashed(_, let sha256) = try await read(SandboxPath.content(of: draft), &report)
    else { return nil }
    let isWhole = sha256 == draft.content.sha256
    return isWhole ? nil : "the bytes of its content are not those that were handed over"
  }

  /// That what was handed over is whole all the same, and how the file is called; nil when it is not.
  private func wholeContent(
    in place: String, _ report: inout VerificationReport
  ) async throws(DocumentError) -> String? {
    let names = try await root.run("a draft could not be listed") {
      try root.directory.directoryIfPresent(place)?.entries().compactMap(\.name).sorted() ?? []
    }
    for hash in names.compactMap({ ContentHash($0) }) {
      if case .hashed(_, hash) = try await read("\(place)/\(hash)", &report) {
        return ", and what was handed over is whole: \(hash)"
      }
    }
    return nil
  }
}
