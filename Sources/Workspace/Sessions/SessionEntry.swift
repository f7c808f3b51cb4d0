import DocumentModel
import FoundationEssentials

struct SessionEntry: Sendable {
  let id: SessionID
  let document: DocumentID
  let author: String?
  /// The client whose share it counts for; nil for none.
  let holder: String?
  let opened: Date
  var state: SessionState
  var location: Location
  /// The draft as it is on the disk; ``SessionState/draft`` says what it should be.
  var draft: Draft?
  /// Lets the draft's bytes count against the room there is.
  var hold: (any HeldRoom)?
  var heard: Duration
  /// Whether something that is due is being done.
  var isAttended = false
  /// Tasks that wait until nothing is being saved.
  var waiting: [AsyncStream<Void>.Continuation] = []

  var facts: SessionFacts {
    SessionFacts(
      id: id, document: document, author: author, opened: opened, state: state, handed: draft?.date)
  }
}

/// How many sessions there may be.
public struct SessionLimits: Hashable, Sendable {
  /// Of one document, undecided conflicts among them.
  public var perDocument = 32
  /// Of all documents.
  public var total = 1024

  /// The most of `limit` that one client may have, so that other clients find room.
  static func share(of limit: Int) -> Int { max(1, limit / 2) }

  /// The usual limits.
  public static let standard = SessionLimits()
}

/// The sessions that ended last, so that a late request is answered so.
struct EndedSessions: Sendable {
  private static let count = 1024
  private var order: [SessionID] = []
  private var last: [SessionID: SessionFacts] = [:]

  subscript(id: SessionID) -> SessionFacts? { last[id] }

  mutating func add(_ facts: SessionFacts) {
    guard last.updateValue(facts, forKey: facts.id) == nil else { return }
    order.append(facts.id)
    if order.count > Self.count { last[order.removeFirst()] = nil }
  }
}
