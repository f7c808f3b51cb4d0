import DocumentModel
import FoundationEssentials
import Workspace

struct SessionResponse: Encodable {
  private let facts: SessionFacts

  private enum Key: CodingKey {
    case id, document, author, opened, state, base, loaded, sequence, dirty, inConflict, savingError
  }
  private enum ContentKey: CodingKey { case sha256, version }
  private enum FailureKey: CodingKey { case code, detail, attempts }

  init(_ facts: SessionFacts) {
    self.facts = facts
  }

  /// Missing values are written as `null`.
  func encode(to encoder: any Encoder) throws {
    let state = facts.state
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(facts.id, forKey: .id)
    try container.encode(facts.document, forKey: .document)
    try container.encode(facts.author, forKey: .author)
    try container.encode(facts.opened.internetFormat, forKey: .opened)
    try container.encode(state.phase.rawValue, forKey: .state)
    if let base = state.base {
      var content = container.nestedContainer(keyedBy: ContentKey.self, forKey: .base)
      try content.encode(base.sha256, forKey: .sha256)
      // A content that the client had read before; its version number was not looked up.
      try content.encode(base.version > 0 ? base.version : nil, forKey: .version)
    } else {
      try container.encodeNil(forKey: .base)
    }
    try container.encode(state.loaded, forKey: .loaded)
    try container.encode(state.sequence, forKey: .sequence)
    try container.encode(state.isDirty, forKey: .dirty)
    try container.encode(state.phase == .inConflict, forKey: .inConflict)
    guard let failure = state.failure else { return try container.encodeNil(forKey: .savingError) }
    var reason = container.nestedContainer(keyedBy: FailureKey.self, forKey: .savingError)
    try reason.encode(failure.code.rawValue, forKey: .code)
    try reason.encode(failure.detail, forKey: .detail)
    try reason.encode(failure.attempts, forKey: .attempts)
  }
}

struct SessionListResponse: Encodable {
  let sessions: [SessionResponse]
}

struct ConflictResponse: Encodable {
  struct Mine: Encodable {
    let sha256: ContentHash
    let size: Int64
    let author: String?
    let handed: String?
    let content: String
  }

  let id: String
  let document: String
  let mine: Mine
  let theirs: VersionResponse

  init(_ conflict: Conflict) {
    let session = conflict.session
    id = conflict.id.description
    document = session.document.description
    mine = Mine(
      sha256: conflict.mine.sha256, size: conflict.mine.size, author: session.author,
      handed: session.handed?.internetFormat,
      content: "/api/v1/documents/\(session.document)/sessions/\(session.id)/content")
    theirs = VersionResponse(ListedVersion(version: conflict.theirs, isKept: true, isCurrent: true))
  }
}

struct ConflictListResponse: Encodable {
  let conflicts: [ConflictResponse]
}

struct DecisionResponse: Encodable {
  let session: SessionResponse
  let document: DocumentResponse
}

struct ConflictCountResponse: Encodable {
  let document: DocumentID
  let conflicts: Int
}
