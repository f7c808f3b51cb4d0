import DocumentModel
import HTTPServer
import HTTPTypes
import Previews
import Synchronization
import Workspace

/// Whole answers kept in memory by the address they answer, to be sent again inside the HTTP callback.
///
/// An answer holds as long as what it is about has not changed: a document, or the index as a whole. Each has a
/// revision that events count up; an answer carries the revision at which its making began, so one that was made of
/// something that changed meanwhile is never served. When the registry of types changes, every answer is made anew.
///
/// ```
///   request ──► entity(for:) ── found, revision holds ──► sent in the callback
///      │ not found
///      ▼
///   ticket(for:) ──► read, render … ──► keep(…, ticket)      event ──► forget(_:) counts the revision up
/// ```
final class AnswerCache: Sendable {
  /// What an answer is about.
  enum Subject: Hashable, Sendable {
    case document(DocumentID)
    case index
  }

  /// A subject at the moment when the making of an answer began.
  struct Ticket: Sendable {
    fileprivate let subject: Subject
    fileprivate let revision: UInt64
  }

  private struct Entry: Sendable {
    let entity: Representation
    let ticket: Ticket
    /// The format that the client's `Accept` asked for; nil when the address names it.
    let negotiated: ImageFormat?
  }

  /// Larger answers are sent from their file by the kernel, which is as fast.
  static let maximumBytes = 512 * 1024

  /// For those that are larger and would be made anew for each who asks.
  let large = LargeAnswers()
  private let entries: HotCache<String, Entry>
  private let revisions = Mutex(Revisions())

  /// A cache of at most `bytes` bytes.
  init(bytes: Int = 24 << 20) {
    entries = HotCache(byteLimit: bytes)
  }

  /// Under what the answer to a request is kept: its address, and below `/iiif` what else the answer depends on.
  ///
  /// IIIF documents and links hold absolute addresses, and their type is what the client accepts.
  static func key(of head: RequestHead) -> String {
    guard CrossOriginAccess.applies(to: head) else { return head.rawTarget }
    let type = JSONLinkedData(accept: head[.accept])
    return "\(type.rawValue) \(head.host ?? "") \(head.rawTarget)"
  }

  /// To be taken before anything of the subject is read.
  func ticket(for subject: Subject) -> Ticket {
    Ticket(subject: subject, revision: revision(of: subject))
  }

  /// The answer to a request, if there is one that still holds.
  func entity(for head: RequestHead) -> Representation? {
    let target = Self.key(of: head)
    guard let entry = entries.value(for: target) else { return nil }
    guard holds(entry.ticket) else {
      entries.remove(target)
      return nil
    }
    if let format = entry.negotiated, format != AcceptedFormat.of(head) { return nil }
    return entry.entity
  }

  /// Keeps the answer to an address; `negotiated` is its format when `Accept` chose it.
  func keep(
    _ entity: Representation, bytes: Int, for target: String, negotiated: ImageFormat? = nil, _ ticket: Ticket
  ) {
    guard bytes <= Self.maximumBytes, target.utf8.count <= 1024 else { return }
    // The entry's own weight beside its bytes: headers, address, dictionary.
    entries.insert(
      Entry(entity: entity, ticket: ticket, negotiated: negotiated), for: target,
      bytes: bytes + target.utf8.count + 1024)
  }

  /// Stops serving what a message makes old: what was said of a document, or everything.
  func forget(_ message: EventMessage) {
    switch message {
    case .event(let event): forget(event)
    case .reset: forgetEverything()
    }
  }

  /// Stops serving what was said of a document before this event.
  func forget(_ event: DocumentEvent) {
    revisions.withLock {
      $0.count(.index)
      $0.count(.document(event.document.id))
    }
  }

  /// Stops serving anything that was said before: what documents are has been declared anew.
  func forgetEverything() {
    revisions.withLock { $0.ofEverything += 1 }
    entries.removeAll { _ in true }
  }

  /// Whether nothing has changed since then that the ticket is for.
  func holds(_ ticket: Ticket) -> Bool { ticket.revision == revision(of: ticket.subject) }

  /// Subjects whose changes are counted apart.
  var revisionCount: Int { revisions.withLock(\.bySubject.count) }

  private func revision(of subject: Subject) -> UInt64 {
    revisions.withLock { $0.ofEverything + ($0.bySubject[subject] ?? 0) }
  }

  /// More subjects than this are not told apart: everything is made anew once instead.
  static let maximumRevisions = 16_384

  /// Counters that only grow, so that their sum changes with each.
  private struct Revisions {
    var bySubject: [Subject: UInt64] = [:]
    var ofEverything: UInt64 = 0

    mutating func count(_ subject: Subject) {
      if bySubject.count >= AnswerCache.maximumRevisions { forgetSubjects() }
      bySubject[subject, default: 0] += 1
    }

    /// No sum is one again that a ticket may have: it grows by more than any of its parts was.
    private mutating func forgetSubjects() {
      ofEverything += (bySubject.values.max() ?? 0) + 1
      bySubject = [:]
    }
  }
}
