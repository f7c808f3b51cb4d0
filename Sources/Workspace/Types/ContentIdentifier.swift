public import DocumentModel

/// Says what bytes are: by their content first, by their name second.
public struct ContentIdentifier: Sendable {
  private static let headBytes = 4096

  private let renderer: any PageRenderer

  /// An identifier that asks libmagic through `renderer`'s workers.
  public init(renderer: any PageRenderer) {
    self.renderer = renderer
  }

  /// The type of the bytes, with the reasons.
  ///
  /// Never fails: where libmagic cannot be asked, patterns and name decide, and the reasons show it.
  ///
  /// - Parameter hash: names the content, so that what is found is kept; nil where it is not known, or the content may
  ///   not stay.
  public func identify(
    _ content: any ReadableContent, hash: ContentHash? = nil, named name: FileName,
    in registry: FileTypeRegistry
  ) async -> Identification {
    let sniffed = content.size > 0 ? try? await sniff(content, hash) : nil
    // A few kilobytes that were just written or are about to be read: not worth another thread.
    let head = content.bytes(from: 0, count: Self.headBytes)
    return registry.identify(name: name, head: head, size: content.size, sniffed: sniffed)
  }

  private func sniff(
    _ content: any ReadableContent, _ hash: ContentHash?
  ) async throws(DocumentError) -> SniffedContent {
    guard let hash else { return try await renderer.sniff(content) }
    return try await renderer.sniff(content, hash: hash)
  }
}
