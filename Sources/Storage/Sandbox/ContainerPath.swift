import FoundationEssentials

/// Where something lies beneath a workspace's root, by the bytes that the file system has, whatever they are.
public struct ContainerPath: Hashable, Sendable {
  static let slash = UInt8(ascii: "/")

  /// Names joined by slashes; none for the root itself.
  public let bytes: [UInt8]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// The path as text; nil when its bytes are not UTF-8.
  public var text: String? { String(validating: bytes, as: UTF8.self) }

  /// The path as people may read it: what is not UTF-8 is U+FFFD, so several paths can look the same.
  public var shown: String { String(decoding: bytes, as: UTF8.self) }

  var names: [[UInt8]] { bytes.split(separator: Self.slash).map { Array($0) } }

  func appending(_ name: [UInt8]) -> ContainerPath {
    ContainerPath(bytes.isEmpty ? name : bytes + [Self.slash] + name)
  }

  // MARK: As a cursor

  /// The path as a list's cursor: base64url (RFC 4648 §5), opaque to clients.
  public var cursor: String { Data(bytes).base64URL }

  /// The path that ``cursor`` was made of; nil for anything else.
  public init?(cursor: String) {
    guard let bytes = Data(base64URL: cursor).map({ [UInt8]($0) }), !bytes.isEmpty else { return nil }
    let names = bytes.split(separator: Self.slash, omittingEmptySubsequences: false)
    guard names.allSatisfy({ Self.isName(Array($0)) }) else { return nil }
    self.bytes = bytes
  }

  private static func isName(_ bytes: [UInt8]) -> Bool {
    !bytes.isEmpty && !bytes.contains(0) && bytes != [0x2E] && bytes != [0x2E, 0x2E]
  }
}
