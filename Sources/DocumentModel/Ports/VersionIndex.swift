public import FoundationEssentials

/// The index over the versions of documents, and over which contents anything has.
///
/// **Atomicity**, **threading** and **errors** as in ``DocumentIndex``.
public protocol VersionIndex: Sendable {
  /// The versions of a document, in `Documents` or in the Trash: the highest number first, whatever their times say.
  ///
  /// At most `limit` of them, with numbers below `number` if that is given.
  func versions(
    of id: DocumentID, before number: Int?, limit: Int
  ) async throws(DocumentError) -> [Version]
  /// Lets go of versions that `rule` does not keep at `date`: never of a document's current one. Their contents wait for
  /// ``releaseContents(limit:removing:)``.
  ///
  /// At most about `limit` in one transaction; returns how many, 0 when nothing is left to do.
  func expireVersions(
    _ rule: VersionRetention, at date: Date, limit: Int
  ) async throws(DocumentError) -> Int
  /// Notes that a content is kept as a version which another program replaced, or will have replaced, on the
  /// disk.
  ///
  /// The content counts in ``storedBytes()`` for as long as a version has it. Nothing happens for one that no
  /// version has.
  func noteKept(_ hash: ContentHash) async throws(DocumentError)
  /// Calls `remove` with contents of versions that were let go of, if no version and no document, in `Documents` or
  /// in the Trash, has them. While it runs nothing can come to have them.
  ///
  /// Those for which it throws are tried again at the next call, as after a crash. At most `limit` contents; returns
  /// those that were removed, and whether more are waiting. `remove` is called on a thread that may block.
  func releaseContents(
    limit: Int, removing remove: @escaping @Sendable (ContentHash) throws -> Void
  ) async throws(DocumentError) -> Released<ContentHash>
  /// Which of these contents a document, in `Documents` or in the Trash, or a version has, at one moment.
  func contentsInUse(among hashes: [ContentHash]) async throws(DocumentError) -> Set<ContentHash>
  /// Bytes of all contents that are kept, each once: current ones, earlier versions, and what is in the
  /// Trash. A version that another program replaced on the disk counts where ``noteKept(_:)`` said that it is
  /// kept.
  func storedBytes() async throws(DocumentError) -> Int64
  /// The room that each part takes up, at one moment. Its cost grows with the number of documents.
  func storageTally() async throws(DocumentError) -> StorageTally
}

extension VersionIndex {
  /// All versions of a document, the highest number first.
  public func versions(of id: DocumentID) async throws(DocumentError) -> [Version] {
    try await versions(of: id, before: nil, limit: .max)
  }

  /// One version of a document, in `Documents` or in the Trash; nil when it has none of that number (any more).
  public func version(_ number: Int, of id: DocumentID) async throws(DocumentError) -> Version? {
    let next = number == .max ? nil : number + 1
    return try await versions(of: id, before: next, limit: 1).first { $0.number == number }
  }
}

/// Things that waited to be removed from the disk, after some of them were.
public struct Released<Thing: Hashable & Sendable>: Hashable, Sendable {
  /// Those that are gone now.
  public let removed: [Thing]
  /// How many could not be removed.
  public let failures: Int
  /// Whether there are more than were looked at.
  public let isMore: Bool

  /// An outcome from its parts.
  public init(removed: [Thing], failures: Int, isMore: Bool) {
    self.removed = removed
    self.failures = failures
    self.isMore = isMore
  }
}
