/// What a content was found to be, and why.
public struct Identification: Hashable, Sendable, Codable {
  /// The type.
  public let type: TypeIdentifier
  /// The media type to serve it as, without parameters.
  public let mediaType: String
  /// The character encoding of text as a MIME charset ("utf-8"); nil for anything else and when unknown.
  public let charset: String?
  /// How sure the encoding is, 0 to 1; 0 where there is none.
  public let confidence: Double
  /// What each source said and what became of it, in the order in which they are believed.
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
  /// What one source said of a content.
  public struct Step: Hashable, Sendable, Codable {
    /// Who speaks of a content, most credible first.
    public enum Source: String, Hashable, Sendable, Codable, CaseIterable {
      /// Its length, which decides when it is nothing.
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

    /// What became of what was said.
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

    /// Who.
    public let source: Source
    /// What it said: a media type, an extension, a pattern; "nothing" when silent.
    public let said: String
    /// What became of it.
    public let verdict: Verdict
    /// The decision's reason in a few words; empty for the others.
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
