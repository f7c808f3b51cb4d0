/// Makes PDFs, or PNGs of pictures, of documents with one kind of converter, somewhere safe.
///
/// Implementations are safe to call from any task. Cancelling the calling task ends the converter.
public protocol RenditionMaker: Sendable {
  /// Its kind.
  var kind: ConverterKind { get }
  /// The conversions that may run at once.
  var width: Int { get }
  /// Names the program and its version, as of the last look at the disk; nil while the program is not there.
  var version: String? { get }
  /// Takes the leading pages of a document, as a file of the same format.
  typealias Leading = @Sendable (any ReadableContent) -> Void
  /// The document as a file for the converter's ``ConverterKind/renderer``.
  ///
  /// - Parameters:
  ///   - content: the document.
  ///   - fileExtension: the preferred extension of its type, by which programs tell similar formats.
  ///   - leading: called before the rest of a long document is converted, again where that is tried again. The last of these
  ///     pages may be cut off; the others are as they come to be.
  /// - Returns: bytes that begin as a PDF or a PNG does; the rest is as trustworthy as the document.
  /// - Throws: `.damaged`, `.passwordRequired`, `.documentTooLarge`, `.renderTimeout`, `.rendererCrashed`,
  ///   `.contentChanged`, `.converterMissing`, and `.busy` when it was cancelled.
  func rendition(
    of content: any ReadableContent, fileExtension: String, leading: @escaping Leading
  ) async throws(DocumentError) -> any ReadableContent
}

extension RenditionMaker {
  /// The document as a file, without its leading pages before.
  public func rendition(
    of content: any ReadableContent, fileExtension: String
  ) async throws(DocumentError) -> any ReadableContent {
    try await rendition(of: content, fileExtension: fileExtension) { _ in }
  }
}

/// Identifies a rendition: equal keys are equal bytes, or at least equal pages.
public struct RenditionKey: Hashable, Sendable {
  /// The document's content.
  public let hash: ContentHash
  /// The converter.
  public let kind: ConverterKind
  /// The converter's program and version.
  public let version: String
  /// The extension by which the converter knew the format.
  public let fileExtension: String
  /// The part of it that was made, as a word: "pdf" for all of it, "leading", or a ``MediaPart/name``.
  public let part: String

  /// A key from its parts.
  public init(
    hash: ContentHash, kind: ConverterKind, version: String, fileExtension: String, part: String = "pdf"
  ) {
    self.hash = hash
    self.kind = kind
    self.version = version
    self.fileExtension = fileExtension
    self.part = part
  }
}

/// Keeps renditions for as long as there is room; all of them can be made again.
public protocol RenditionCache: Sendable {
  /// The PDF, or other part, that is kept under the key.
  func rendition(_ key: RenditionKey) async -> (any ReadableContent)?
  /// Keeps it; returns at once.
  func keep(_ pdf: any ReadableContent, as key: RenditionKey)
}
