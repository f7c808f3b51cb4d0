/// Immutable bytes behind an open descriptor: a version's content, or a drawn image in a sealed memory file.
///
/// The object owns the descriptor and closes it when the last reference goes; a caller that needs it longer duplicates
/// it. Reads must use `pread` or the like: the descriptor's position is shared and means nothing.
public protocol ReadableContent: AnyObject, Sendable {
  /// Open for reading.
  var descriptor: CInt { get }
  /// Length in bytes.
  var size: Int64 { get }
  /// How the file looked when it was opened; nil for bytes that no other program can change.
  var fingerprint: Fingerprint? { get }
  /// Whether the descriptor still shows the bytes that it showed when it was opened, as far as the file tells now.
  ///
  /// A file that was renamed, replaced by another of its name or removed is unchanged behind its descriptor. One that
  /// was written to in place is not. Never blocks for long: it asks for the file's status, and reads nothing. A
  /// second write of the same length within the tick of the file system's clock does not show.
  func isUnchanged() -> Bool
}

extension ReadableContent {
  /// Nil: bytes that only their owner can change.
  public var fingerprint: Fingerprint? { nil }

  /// Bytes that no other program can change are what they were.
  public func isUnchanged() -> Bool { true }
}

/// A content with its hash, by which results are kept.
public struct IdentifiedContent: Sendable {
  /// The bytes.
  public let content: any ReadableContent
  /// Their hash.
  public let hash: ContentHash

  /// A content from its parts.
  public init(content: any ReadableContent, hash: ContentHash) {
    self.content = content
    self.hash = hash
  }
}
