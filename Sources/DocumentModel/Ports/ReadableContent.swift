/// Immutable bytes behind an open descriptor: a version's content, or a drawn image in a sealed memory file.
///
/// The object owns the descriptor and closes it when the last reference goes; whoever needs it longer duplicates
/// it. Reads must use `pread` or the like: the descriptor's position is shared and means nothing.
public protocol ReadableContent: AnyObject, Sendable {
  /// Open for reading.
  var descriptor: CInt { get }
  /// Length in bytes.
  var size: Int64 { get }
  /// How the file looked when it was opened, as in ``PlacedContent/fingerprint``; nil for bytes that nobody else can
  /// change.
  var fingerprint: String? { get }
}

extension ReadableContent {
  /// Nobody else can change these bytes, unless said otherwise.
  public var fingerprint: String? { nil }
}
