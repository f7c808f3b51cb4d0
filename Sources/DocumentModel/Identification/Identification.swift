/// The identified type of a content, and the evidence for it.
public struct Identification: Hashable, Sendable, Codable {
  /// The type.
  public let type: TypeIdentifier
  /// The media type to serve it as, without parameters.
  public let mediaType: String
  /// The character encoding of text as a MIME charset ("utf-8"); nil for other content and an unknown encoding.
  public let charset: String?
  /// The certainty of the encoding, 0 to 1; 0 without an encoding.
  public let confidence: Double
  /// The finding of each source and its part in the decision, in the order of trust.
  public let steps: [Step]

  /// The value of a `Content-Type` header: the media type, with the charset for text.
  public var contentType: String {
    charset.map { "\(mediaType); charset=\($0)" } ?? mediaType
  }

  /// An identification from its parts.
  public init(
    type: TypeIdentifier, mediaType: String, charset: String?, confidence: Double = 1, steps: [Step]
  ) {
    self.type = type
    self.mediaType = mediaType
    self.charset = charset
    self.confidence = confidence
    self.steps = steps
  }
}

extension Identification {
  /// The finding of one source.
  public struct Step: Hashable, Sendable, Codable {
    /// The sources, most credible first.
    public enum Source: String, Hashable, Sendable, Codable, CaseIterable {
      /// The length, which decides about empty content.
      case size
      /// The registry's byte patterns.
      case magic
      /// libmagic.
      case libmagic
      /// Whether the first bytes read as text.
      case text
      /// The file's name or its extension.
      case name
    }

    /// The part of a finding in the decision.
    public enum Verdict: String, Hashable, Sendable, Codable, CaseIterable {
      /// It made the decision.
      case decided
      /// It is the same as the decision.
      case agreed
      /// The decision is a special kind of it.
      case refined
      /// It was not believed.
      case overruled
      /// It said nothing.
      case silent
    }

    /// The source.
    public let source: Source
    /// The finding: a media type, an extension, a pattern; "nothing" when silent.
    public let said: String
    /// The part in the decision.
    public let verdict: Verdict
    /// The decision's reason in a few words; empty for other verdicts.
    public let reason: String

    /// A step from its parts.
    public init(source: Source, said: String, verdict: Verdict, reason: String = "") {
      self.source = source
      self.said = said
      self.verdict = verdict
      self.reason = reason
    }
  }
}
