/// The origin of a document in the words of the app that sent it, or the address that it was fetched from.
public struct Provenance: Hashable, Sendable {
  /// The name of the app that handed the document over: "Mail"; nil where none said.
  public let source: String?
  /// The sender's remarks for the app that opens the document; nil where there are none.
  public let annotation: JSONValue?
  /// The address that the content was fetched from; nil for bytes that were sent.
  public let url: String?
  /// Whether the sender asks for the document to be shown at once, and it was not shown yet.
  public let open: Bool

  /// The longest name of an app, in bytes of UTF-8.
  public static let maximumSourceBytes = 200
  /// The longest annotation, as JSON without white space, in bytes.
  public static let maximumAnnotationBytes = 8 << 10
  /// The deepest annotation, as ``JSONValue/depth`` counts: it is written inside other JSON.
  public static let maximumAnnotationDepth = 32

  /// A provenance from its parts; an empty source is none.
  ///
  /// Throws `.invalidParameter` for a source that is too long or no line of text, and for an annotation that is too
  /// long or too deep.
  public init(
    source: String? = nil, annotation: JSONValue? = nil, url: String? = nil, open: Bool = false
  ) throws(DocumentError) {
    self.source = try source.flatMap { (text) throws(DocumentError) in try Self.line(text) }
    if let annotation {
      guard annotation.depth <= Self.maximumAnnotationDepth,
        annotation.written.utf8.count <= Self.maximumAnnotationBytes
      else {
        throw DocumentError(
          .invalidParameter,
          "annotation: must be JSON of at most \(Self.maximumAnnotationBytes) bytes and "
            + "\(Self.maximumAnnotationDepth) levels")
      }
    }
    (self.annotation, self.url, self.open) = (annotation, url, open)
  }

  private init(shown provenance: Provenance) {
    (source, annotation, url) = (provenance.source, provenance.annotation, provenance.url)
    open = false
  }

  /// The same origin, once the document was shown as the sender asked.
  public var shown: Provenance { Provenance(shown: self) }

  private static func line(_ text: String) throws(DocumentError) -> String? {
    guard !text.isEmpty else { return nil }
    guard text.utf8.count <= maximumSourceBytes,
      !text.unicodeScalars.contains(where: { FileName.isIllegal($0) && $0 != "/" && $0 != "\\" }),
      FileName.isVisible(text)
    else {
      throw DocumentError(
        .invalidParameter, "source: must be one line of at most \(maximumSourceBytes) bytes that can be seen")
    }
    return text.composed
  }
}

extension Provenance: Codable {
  private enum CodingKeys: String, CodingKey { case source, annotation, url, open }

  /// Reads a provenance; an annotation is kept as its text.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    let annotation = try members.decodeIfPresent(String.self, forKey: .annotation)
    try self.init(
      source: try members.decodeIfPresent(String.self, forKey: .source),
      annotation: try annotation.map { (text) throws(JSONFault) in try JSONValue(reading: Array(text.utf8)) },
      url: try members.decodeIfPresent(String.self, forKey: .url),
      open: try members.decodeIfPresent(Bool.self, forKey: .open) ?? false)
  }

  /// Writes the members that are there.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encodeIfPresent(source, forKey: .source)
    try members.encodeIfPresent(annotation?.written, forKey: .annotation)
    try members.encodeIfPresent(url, forKey: .url)
    if open { try members.encode(open, forKey: .open) }
  }
}
