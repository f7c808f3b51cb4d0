public import FoundationEssentials

/// Keeps the current bytes of documents, at their places in `Documents` and in the Trash.
///
/// **Durability.** When a method has returned, the content and its name survive power loss.
/// Between any two steps there is the old content or the new one, never a mixture.
/// **Packages.** A store that has folders takes those of certain names for documents. The content of one is its archive,
/// which is the same for equal folders. Bytes that replace or make one are an archive, else `.unfitPackage`.
/// **Threading** and **errors** as in ``ContentStore``; ``removeTrashed(_:keepingAs:)`` alone blocks.
public protocol DocumentFiles: Sendable {
  /// Gives staged bytes their name, and makes both durable.
  ///
  /// - Parameters:
  ///   - location: where; missing folders are made.
  ///   - replacing: nil to require that nothing lies there (else `.nameTaken`). Otherwise the hash of the content
  ///     that is there now, which is kept as a version first.
  func place(
    _ staged: any StagedContent, at location: Location, replacing: ContentHash?
  ) async throws(DocumentError) -> PlacedContent

  /// Takes back what was placed at `location` a moment ago and became no document's: the file goes for good,
  /// durably.
  ///
  /// Nothing happens when another content than `hash` is there by now. Throws `.notFound` when nothing is.
  func withdraw(_ hash: ContentHash, from location: Location) async throws(DocumentError)

  /// The current bytes at `location`. Throws `.notFound` when nothing, or no regular file, is there, `.unfitPackage` when
  /// it is a package that can be no document as it is.
  func open(_ location: Location) async throws(DocumentError) -> any ReadableContent

  /// Another name or folder; `.nameTaken` when something lies there, missing folders are made.
  func move(_ source: Location, to target: Location) async throws(DocumentError)
  /// Out of `Documents` into the Trash.
  func trash(_ id: DocumentID, at location: Location) async throws(DocumentError)
  /// Back from the Trash; `.nameTaken` when something lies at `location`.
  func restore(_ id: DocumentID, to location: Location) async throws(DocumentError)
  /// The bytes of a document in the Trash. Throws `.notFound` when its file is not there.
  func openTrashed(_ id: DocumentID) async throws(DocumentError) -> any ReadableContent

  /// Removes what lies in the Trash of a document, durably; nothing happens when nothing does.
  ///
  /// - Parameter hash: keeps the content as an earlier version first, if it is the one of this hash and no such
  ///   version is kept. Nil for a content that no version needs.
  ///
  /// Blocks for a moment: to be called from a thread that may.
  func removeTrashed(_ id: DocumentID, keepingAs hash: ContentHash?) throws(DocumentError)
}

/// A file as a walk and a placement know it: enough to notice that it changed, without reading it.
public struct PlacedContent: Hashable, Sendable {
  /// Where it lies.
  public let location: Location
  /// Length in bytes.
  public let size: Int64
  /// How it looks from outside.
  public let fingerprint: Fingerprint
  /// When it was last written.
  public var modified: Date { Date(timeIntervalSince1970: Double(fingerprint.modified) / 1e9) }

  /// A finding from its parts.
  ///
  /// - Parameter size: nil for the length that the fingerprint tells.
  public init(location: Location, size: Int64? = nil, fingerprint: Fingerprint) {
    self.location = location
    self.size = size ?? fingerprint.size
    self.fingerprint = fingerprint
  }
}
