public import FoundationEssentials

/// The index over the documents in the Trash, and the ways into it and out of it.
///
/// **Atomicity**, **threading** and **errors** as in ``DocumentIndex``.
public protocol TrashIndex: Sendable {
  /// To the Trash.
  func trash(_ id: DocumentID, at date: Date) async throws(DocumentError) -> DocumentEvent
  /// Back from the Trash to `location`. Throws `.nameTaken` when a document is there.
  func restore(
    _ id: DocumentID, to location: Location, at date: Date
  ) async throws(DocumentError) -> DocumentEvent
  /// Lets go of a document in the Trash, of its versions and metadata. The event shows it as it was.
  ///
  /// Its contents wait for ``VersionIndex/releaseContents(limit:removing:)``, its file for
  /// ``releaseRemoved(limit:removing:)``.
  ///
  /// Throws `.notFound` unless it is in the Trash, `.versionConflict` unless it went there at `moment`.
  func remove(
    _ id: DocumentID, trashedAt moment: Date, at date: Date
  ) async throws(DocumentError) -> DocumentEvent
  /// To the Trash with all documents in `folder` and below it, at the same moment; an event for each. Returns how many
  /// they were.
  func trashFolder(_ folder: FolderPath, at date: Date) async throws(DocumentError) -> Int
  /// Documents that went to the Trash at `date` or before, the first one first, at most `limit`.
  func trashed(until date: Date, limit: Int) async throws(DocumentError) -> [Document]
  /// Documents that went to the Trash at `date` from `folder` and below it, by id, after `id`; at most `limit`.
  func trashed(
    within folder: FolderPath, at date: Date, after id: DocumentID?, limit: Int
  ) async throws(DocumentError) -> [Document]
  /// Documents in the Trash with this content, or that lay at this place, at most a hundred of each. The most alike
  /// and last thrown away come first.
  func trashed(like sha256: ContentHash, from location: Location) async throws(DocumentError) -> [IndexEntry]
  /// Calls `remove` for documents that were let go of and whose file is still to be removed.
  ///
  /// `remove` also gets the content of the file where a version of another document has that and no document
  /// does. The content must be kept then.
  ///
  /// Those for which it throws are tried again at the next call, as after a crash. A document that is there again is left
  /// alone. At most `limit`. `remove` is called on a thread that may block, and nothing changes while it runs.
  func releaseRemoved(
    limit: Int, removing remove: @escaping @Sendable (DocumentID, ContentHash?) throws -> Void
  ) async throws(DocumentError) -> Released<DocumentID>
}

/// The time that documents stay in the Trash before they are removed.
public struct TrashRetention: Hashable, Sendable {
  /// In seconds; nil for an unlimited time.
  public let age: TimeInterval?

  /// Thirty days.
  public static let standard = TrashRetention(days: 30)

  /// A number of days; 0 or less is an unlimited time.
  public init(days: Int) {
    age = days > 0 ? TimeInterval(days) * 86_400 : nil
  }

  /// The time at which a document is removed; nil outside the Trash and without a limit.
  public func expiry(of document: Document) -> Date? {
    guard let age, let trashed = document.trashed else { return nil }
    return trashed.addingTimeInterval(age)
  }

  /// Documents trashed at or before this time have expired at `date`; nil without a limit.
  public func horizon(at date: Date) -> Date? {
    age.map { date.addingTimeInterval(-$0) }
  }
}
