import FoundationEssentials

/// The name of an annotation: a UUID (RFC 9562), which clients may choose themselves.
///
/// An annotation keeps it when its document gets a newer content.
public struct AnnotationID: Hashable, Sendable, LosslessStringConvertible {
  /// The UUID in lower case.
  public let description: String

  /// A new random name.
  public init() { description = UUID().uuidString.lowercased() }

  /// The name written in `text`, alone or as `urn:uuid:…`; nil when it is no UUID.
  public init?(_ text: some StringProtocol) {
    let bare = text.hasPrefix(Self.scheme) ? String(text.dropFirst(Self.scheme.count)) : String(text)
    guard bare.utf8.count == 36, let uuid = UUID(uuidString: bare) else { return nil }
    description = uuid.uuidString.lowercased()
  }

  /// The name as an IRI: `urn:uuid:…`.
  public var address: String { Self.scheme + description }

  private static let scheme = "urn:uuid:"
}
