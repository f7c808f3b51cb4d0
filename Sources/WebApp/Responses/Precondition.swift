import DocumentModel
import FoundationEssentials
import HTTPServer
import HTTPTypes
import LinuxSystem
import Workspace

extension Document {
  /// The tag of the document's present state; it changes with content, place, Trash and metadata.
  var entityTag: EntityTag {
    let moment = Int64((modified.timeIntervalSince1970 * 1_000_000).rounded())
    let state = trashed == nil ? "" : "-t"
    return EntityTag(
      "\(version)-\(String(moment, radix: 36))-\(sha256.description.prefix(12))\(state)\(metadata.tagPart)")
  }

  var contentTag: EntityTag { EntityTag(sha256.description) }
}

extension DocumentMetadata {
  /// The part of the document's tag for its metadata; empty without metadata.
  fileprivate var tagPart: String {
    guard self != .none else { return "" }
    // The lengths keep two parts from looking like one.
    var parts = tags.map(\.description) + [favourite ? "favourite" : "", note, handler ?? ""]
    // No handler has this name, so the part is unambiguous.
    if excludedFromBackup { parts.append("excluded from backup") }
    // One of several clients shows it, and the others hear that it was shown.
    if provenance?.open == true { parts.append("to be shown") }
    let text = parts.map { "\($0.utf8.count):\($0)" }.joined()
    return "-m"
      + SHA256.hash(Array(text.utf8)).prefix(6).map { String($0, radix: 36) }.joined(separator: ".")
  }
}

/// The condition of a change (`If-Match`, `If-None-Match`, and `If-Unmodified-Since` in the absence of `If-Match`; RFC
/// 9110, 13.1).
struct Precondition: Sendable {
  private let tags: [String]?
  /// The tags of `If-None-Match`; weak and strong ones are the same here.
  private let unwanted: [String]
  /// An invalid date is ignored.
  private let unmodifiedSince: HTTPDate?

  init(_ head: RequestHead) {
    tags = head[.ifMatch].map(HeaderList.items)
    unmodifiedSince = tags == nil ? head[.ifUnmodifiedSince].flatMap(HTTPDate.init) : nil
    unwanted = (head[.ifNoneMatch].map(HeaderList.items) ?? []).map {
      $0.hasPrefix("W/") ? String($0.dropFirst(2)) : $0
    }
  }

  init(ifMatch value: String) {
    tags = HeaderList.items(ContentCoding.removed(from: value))
    (unwanted, unmodifiedSince) = ([], nil)
  }

  /// Throws `.versionConflict` when one of the present tags is an unwanted one.
  func requireUnwanted(_ present: [EntityTag]) throws(DocumentError) {
    let isThere = unwanted.contains { item in item == "*" || present.contains { $0.description == item } }
    guard !isThere else {
      throw DocumentError(.versionConflict, "it is there already, and If-None-Match asks that it is not")
    }
  }

  /// Checks the condition against the tag `current`; nil means that the target does not exist.
  ///
  /// Throws `.versionConflict` unless the client knows this state; without a target even `*` fails.
  func check(_ current: EntityTag?) throws(DocumentError) {
    if let current { try requireUnwanted([current]) }
    guard let tags else { return }
    guard let current else {
      throw DocumentError(.versionConflict, "it is not there, and If-Match asks that it is")
    }
    guard tags.contains(where: ["*", current.description].contains) else {
      throw DocumentError(.versionConflict, "it has changed since you read it; read it again")
    }
  }

  /// Checks the condition against a target without a tag: `*` is met, and no tag can be.
  ///
  /// A condition is never ignored: a client that sends a tag wants a refusal when it is not the current one. Throws
  /// `.versionConflict` with the `reason`, as in "a job has no entity tag".
  func checkUntagged(_ reason: String) throws(DocumentError) {
    try requireUnwanted([])
    guard let tags, !tags.contains("*") else { return }
    throw DocumentError(
      .versionConflict, "\(reason), so that none can match; leave If-Match out, or send *")
  }

  /// The state that a change must still find; a client that named the content alone accepts it under any name.
  ///
  /// Throws `.versionConflict` unless the client knows this state of the document.
  @discardableResult
  func check(_ document: Document) throws(DocumentError) -> Expectation {
    try requireUnwanted([document.entityTag, document.contentTag])
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

  /// As ``check(_:)-(Document)`` for a folder; returns the state that a change must still find.
  func check(_ folder: Folder) throws(DocumentError) -> String? {
    try requireUnwanted([folder.entityTag])
    guard let tags else { return nil }
    guard tags.contains(where: ["*", folder.entityTag.description].contains) else {
      throw DocumentError(.versionConflict, "the folder has changed since you read it; read it again")
    }
    return tags.contains("*") ? nil : folder.state
  }
}
