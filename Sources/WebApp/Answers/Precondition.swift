import DocumentModel
import FoundationEssentials
import HTTPServer
import HTTPTypes
import LinuxSystem
import Workspace

extension Document {
  /// Names the document as it is now: changes with its content, its place, its Trash and its marks.
  var entityTag: EntityTag {
    let moment = Int64((modified.timeIntervalSince1970 * 1_000_000).rounded())
    let state = trashed == nil ? "" : "-t"
    return EntityTag(
      "\(version)-\(String(moment, radix: 36))-\(sha256.description.prefix(12))\(state)\(marks.tagPart)")
  }

  /// Names the content alone.
  var contentTag: EntityTag { EntityTag(sha256.description) }
}

extension Marks {
  /// What marks add to the tag of their document; nothing where there are none.
  fileprivate var tagPart: String {
    guard self != .none else { return "" }
    // Lengths keep one part from passing for two.
    var parts = tags.map(\.description) + [favourite ? "favourite" : "", note, handler ?? ""]
    // No handler is called so, so that this is never taken for one.
    if excludedFromBackup { parts.append("excluded from backup") }
    let text = parts.map { "\($0.utf8.count):\($0)" }.joined()
    return "-m"
      + SHA256.hash(Array(text.utf8)).prefix(6).map { String($0, radix: 36) }.joined(separator: ".")
  }
}

/// The condition under which a change is wanted (`If-Match`, `If-None-Match` and, where `If-Match` is missing,
/// `If-Unmodified-Since`; RFC 9110, 13.1).
struct Precondition: Sendable {
  private let tags: [String]?
  /// What must not be there; weak or not makes no difference.
  private let unwanted: [String]
  /// A date that is none says nothing.
  private let unmodifiedSince: HTTPDate?

  init(_ head: RequestHead) {
    tags = head[.ifMatch].map(HeaderList.items)
    unmodifiedSince = tags == nil ? head[.ifUnmodifiedSince].flatMap(HTTPDate.init) : nil
    unwanted = (head[.ifNoneMatch].map(HeaderList.items) ?? []).map {
      $0.hasPrefix("W/") ? String($0.dropFirst(2)) : $0
    }
  }

  /// The condition that a header with this value makes.
  init(ifMatch value: String) {
    tags = HeaderList.items(ContentCoding.removed(from: value))
    (unwanted, unmodifiedSince) = ([], nil)
  }

  /// Throws `.versionConflict` when what is there, which has these tags, is what must not be.
  func demandUnwanted(_ present: [EntityTag]) throws(DocumentError) {
    let isThere = unwanted.contains { item in item == "*" || present.contains { $0.description == item } }
    guard !isThere else {
      throw DocumentError(.versionConflict, "it is there already, and If-None-Match asks that it is not")
    }
  }

  /// What something must still be that has the tag `current`; nil where nothing is.
  ///
  /// Throws `.versionConflict` unless it is what the client knows: of nothing even `*` is not met.
  func check(_ current: EntityTag?) throws(DocumentError) {
    if let current { try demandUnwanted([current]) }
    guard let tags else { return }
    guard let current else {
      throw DocumentError(.versionConflict, "it is not there, and If-Match asks that it is")
    }
    guard tags.contains(where: ["*", current.description].contains) else {
      throw DocumentError(.versionConflict, "it has changed since you read it; read it again")
    }
  }

  /// What something must still be that is there and has no tag: `*` is met, and no tag can be.
  ///
  /// A condition is never passed over: who sends a tag wants to be refused when it is not the current one. Throws
  /// `.versionConflict` with the `reason`, as in "a job has no entity tag".
  func checkUntagged(_ reason: String) throws(DocumentError) {
    try demandUnwanted([])
    guard let tags, !tags.contains("*") else { return }
    throw DocumentError(
      .versionConflict, "\(reason), so that none can match; leave If-Match out, or send *")
  }

  /// What a change must still find: of a client that named the content alone, the content, under whatever name.
  ///
  /// Throws `.versionConflict` unless the document is one that the client knows.
  @discardableResult
  func check(_ document: Document) throws(DocumentError) -> Expectation {
    try demandUnwanted([document.entityTag, document.contentTag])
    if let unmodifiedSince {
      let modified = HTTPDate(secondsSince1970: Int64(document.modified.timeIntervalSince1970))
      guard modified <= unmodifiedSince else {
        throw DocumentError(.versionConflict, "the document has changed since then; read it again")
      }
      return .document(document)
    }
    guard let tags, !tags.contains("*") else { return .anything }
    if tags.contains(document.contentTag.description) { return .content(document.sha256) }
    guard tags.contains(document.entityTag.description) else {
      throw DocumentError(.versionConflict, "the document has changed since you read it; read it again")
    }
    return .document(document)
  }

  /// As ``check(_:)-(Document)``, of a folder: its state, which a change must still find.
  func check(_ folder: Folder) throws(DocumentError) -> String? {
    try demandUnwanted([folder.entityTag])
    guard let tags else { return nil }
    guard tags.contains(where: ["*", folder.entityTag.description].contains) else {
      throw DocumentError(.versionConflict, "the folder has changed since you read it; read it again")
    }
    return tags.contains("*") ? nil : folder.state
  }
}
