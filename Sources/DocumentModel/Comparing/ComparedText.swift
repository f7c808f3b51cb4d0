/// A content read as lines of text, to be compared with another.
public struct ComparedText: Hashable, Sendable {
  /// The encoding by which the bytes were decoded.
  public enum Encoding: String, Hashable, Sendable, Codable {
    /// They are UTF-8 (RFC 3629).
    case utf8 = "utf-8"
    /// Not UTF-8: each byte is one character of Latin-1, which never fails.
    case latin1 = "iso-8859-1"
  }

  /// One line.
  public struct Line: Hashable, Sendable {
    /// The characters without the line feed that ends them; a carriage return is included.
    public let text: String
    /// False for a last line without a line feed.
    public let isTerminated: Bool

    /// A line from its parts.
    public init(_ text: String, isTerminated: Bool = true) {
      self.text = text
      self.isTerminated = isTerminated
    }
  }

  /// The encoding by which the bytes were decoded.
  public let encoding: Encoding
  /// The lines; none for a content without bytes.
  public let lines: [Line]

  /// The largest content, in bytes; larger ones are refused.
  public static let maximumBytes = 4 << 20
  /// The largest number of lines; contents with more are refused.
  public static let maximumLines = 200_000

  /// Decodes `bytes` into lines.
  ///
  /// Throws `.notComparable` for bytes with a NUL, which are no text, and `.documentTooLarge` beyond the limits.
  public init(_ bytes: [UInt8]) throws(DocumentError) {
    guard bytes.count <= Self.maximumBytes else { throw Self.tooLarge }
    guard !bytes.contains(0) else {
      throw DocumentError(.notComparable, "the content is no text: it holds a NUL byte")
    }
    let feed = UInt8(ascii: "\n")
    guard bytes.count(where: { $0 == feed }) < Self.maximumLines else { throw Self.tooLarge }
    let encoding: Encoding = String(validating: bytes, as: UTF8.self) == nil ? .latin1 : .utf8
    var parts = bytes.split(separator: feed, omittingEmptySubsequences: false)
    // The part after the last line feed is a line only if it is not empty.
    let rest = parts.popLast() ?? []
    lines =
      parts.map { Line(Self.text($0, encoding)) }
      + (rest.isEmpty ? [] : [Line(Self.text(rest, encoding), isTerminated: false)])
    self.encoding = encoding
  }

  private static func text(_ bytes: ArraySlice<UInt8>, _ encoding: Encoding) -> String {
    switch encoding {
    case .utf8: String(decoding: bytes, as: UTF8.self)
    case .latin1: String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }
  }

  private static var tooLarge: DocumentError {
    DocumentError(
      .documentTooLarge,
      "texts of at most \(maximumBytes >> 20) MiB and \(maximumLines) lines are compared")
  }
}
