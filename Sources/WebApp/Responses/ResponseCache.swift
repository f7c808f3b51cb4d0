import DocumentModel
import HTTPServer
import HTTPTypes
import Previews
import Synchronization
import Workspace

/// Complete responses, kept in memory by address and sent again inside the HTTP callback.
///
/// A response is valid until its subject changes: a document, or the index as a whole. Events count up the revision of
/// each subject. A response carries the revision at which its making began, so that a change in the meantime makes it
/// invalid. A change of the type registry, or of the converters, invalidates every response.
///
/// ```
///   request ──► entity(for:) ── found, revision holds ──► sent in the callback
///      │ not found
///      ▼
///   ticket(for:) ──► read, render … ──► keep(…, ticket)      event ──► forget(_:) counts the revision up
/// ```
final class ResponseCache: Sendable {
  enum Subject: Hashable, Sendable {
    case document(DocumentID)
    case index
    /// The registry of types alone: no event of a document changes it.
    case types
  }

  struct Ticket: Sendable {
    fileprivate let subject: Subject
    fileprivate let revision: UInt64
  }

  private struct Entry: Sendable {
    let entity: Representation
    let ticket: Ticket
    /// The format that was chosen by `Accept`; nil when the address names it.
    let negotiated: ImageFormat?
  }

  /// The largest response; larger ones are sent from their file by the kernel, which is as fast.
  static let maximumBytes = 512 * 1024

  let large = LargeResponses()
  private let entries: HotCache<String, Entry>
  private let revisions = Mutex(Revisions())

  private let converters: @Sendable () -> UInt64
  /// Whether responses with a content must not be kept by anybody.
  let isPrivate: @Sendable (ContentHash) -> Bool

  /// - Parameters:
  ///   - bytes: the most bytes of all responses.
  ///   - isPrivate: whether pictures of a content must not be kept by anybody.
  ///   - converters: a count that grows when a converter comes or goes, by which documents are shown.
  init(
    bytes: Int = 24 << 20, isPrivate: @escaping @Sendable (ContentHash) -> Bool = { _ in false },
    converters: @escaping @Sendable () -> UInt64 = { 0 }
  ) {
    entries = HotCache(byteLimit: bytes)
    self.isPrivate = isPrivate
    self.converters = converters
  }

  /// The key of a request's response: its address, and below `/iiif` the other inputs of the response.
  ///
  /// IIIF documents and links contain absolute addresses, and their type depends on `Accept`.
  static func key(of head: RequestHead) -> String {
    guard CrossOriginAccess.applies(to: head) else { return head.rawTarget }
    let type = JSONLinkedData(accept: head[.accept])
    return "\(type.rawValue) \(head.host ?? "") \(head.rawTarget)"
  }

  /// A ticket, to be taken before anything of the subject is read.
  func ticket(for subject: Subject) -> Ticket {
    Ticket(subject: subject, revision: revision(of: subject))
  }

  /// A document of a workspace, and a ticket for its responses, taken before it was read.
  ///
  /// A text may show other documents as its pictures, so that any change makes its responses outdated.
  func subject(
    _ id: DocumentID, of workspace: DocumentWorkspace, includingTrash: Bool = false
  ) async throws(DocumentError) -> (Document, Ticket) {
    let (own, every) = (ticket(for: .document(id)), ticket(for: .index))
    let document = try await workspace.document(id, includingTrash: includingTrash)
    let showsOthers = workspace.types.current.renderer(for: document.type) == .markdown
    return (document, showsOthers ? every : own)
  }

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

  /// Keeps the response of an address; `negotiated` is its format if `Accept` chose it.
  func keep(
    _ entity: Representation, bytes: Int, for target: String, negotiated: ImageFormat? = nil, _ ticket: Ticket
  ) {
    // A client without the password must not get it.
    guard PasswordAccess.current?.wasUsed != true else { return }
    guard bytes <= Self.maximumBytes, target.utf8.count <= 1024 else { return }
    // The overhead of an entry beside its bytes: headers, address, dictionary.
    entries.insert(
      Entry(entity: entity, ticket: ticket, negotiated: negotiated), for: target,
      bytes: bytes + target.utf8.count + 1024)
  }

  /// Invalidates the responses that a message makes outdated: those of one document, or all.
  func forget(_ message: EventMessage) {
    switch message {
    case .event(let event): forget(event)
    case .reset: forgetEverything()
    }
  }

  func forget(_ event: DocumentEvent) {
    revisions.withLock {
      $0.count(.index)
      $0.count(.document(event.document.id))
    }
  }

  func forgetEverything() {
    revisions.withLock { $0.ofEverything += 1 }
    entries.removeAll { _ in true }
  }

  func holds(_ ticket: Ticket) -> Bool { ticket.revision == revision(of: ticket.subject) }

  /// The number of subjects that are counted separately.
  var revisionCount: Int { revisions.withLock(\.bySubject.count) }

  private func revision(of subject: Subject) -> UInt64 {
    converters() + revisions.withLock { $0.ofEverything + ($0.bySubject[subject] ?? 0) }
  }

  /// The most subjects that are counted separately; at the limit all responses become invalid once.
  static let maximumRevisions = 16_384

  /// Counters that only grow, so that their sum changes with each.
  private struct Revisions {
    var bySubject: [Subject: UInt64] = [:]
    var ofEverything: UInt64 = 0

    mutating func count(_ subject: Subject) {
      if bySubject.count >= ResponseCache.maximumRevisions { forgetSubjects() }
      bySubject[subject, default: 0] += 1
    }

    /// Adds more than any single counter had, so that no sum repeats one that a ticket may have.
    private mutating func forgetSubjects() {
      ofEverything += (bySubject.values.max() ?? 0) + 1
      bySubject = [:]
    }
  }
}
