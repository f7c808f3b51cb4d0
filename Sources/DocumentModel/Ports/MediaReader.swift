/// A sound or film, as its file describes it.
public struct MediaFacts: Hashable, Sendable, Codable {
  /// The kind of a track.
  public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
    case video
    case audio
    case subtitles
    /// A picture that belongs to the sound, such as the cover of an album.
    case cover
  }

  /// A track of the file.
  public struct Track: Hashable, Sendable, Codable {
    /// Its place among all tracks of the file, from 0.
    public let index: Int
    /// Its kind.
    public let kind: Kind
    /// The codec's short name: "h264", "opus", "subrip".
    public let codec: String
    /// The language by its code (ISO 639), where the file names one.
    public let language: String?
    /// The title, where the file names one.
    public let title: String?
    /// Width in pixels as shown; nil for sound and text.
    public let width: Int?
    /// Height in pixels as shown; nil for sound and text.
    public let height: Int?
    /// Frames per second; nil for sound and text.
    public let frameRate: Double?
    /// Channels of sound; nil for other tracks.
    public let channels: Int?
    /// Samples of sound per second; nil for other tracks.
    public let sampleRate: Int?
    /// Where the track ends, in seconds; nil where the file does not say.
    public let end: Double?

    /// A track from its parts.
    public init(
      index: Int, kind: Kind, codec: String, language: String? = nil, title: String? = nil, width: Int? = nil,
      height: Int? = nil, frameRate: Double? = nil, channels: Int? = nil, sampleRate: Int? = nil,
      end: Double? = nil
    ) {
      self.index = index
      self.kind = kind
      self.codec = codec
      self.language = language
      self.title = title
      self.width = width
      self.height = height
      self.frameRate = frameRate
      self.channels = channels
      self.sampleRate = sampleRate
      self.end = end
    }
  }

  /// A named part.
  public struct Chapter: Hashable, Sendable, Codable {
    /// Its name; empty where it has none.
    public let title: String
    /// Where it begins, in seconds.
    public let start: Double
    /// Where it ends, in seconds.
    public let end: Double

    /// A chapter from its parts.
    public init(title: String, start: Double, end: Double) {
      self.title = title
      self.start = start
      self.end = end
    }
  }

  /// The length in seconds; nil where the file does not tell.
  public let duration: Double?
  /// The format's short names, separated by commas: "matroska,webm".
  public let container: String
  /// Bits per second of all tracks; nil where unknown.
  public let bitRate: Int?
  /// The tracks in the file's order.
  public let tracks: [Track]
  /// The chapters in order.
  public let chapters: [Chapter]
  /// Title, artist, album, date and the like, by their names in lower case.
  public let tags: [String: String]

  /// Facts from their parts.
  public init(
    duration: Double?, container: String, bitRate: Int?, tracks: [Track], chapters: [Chapter],
    tags: [String: String]
  ) {
    self.duration = duration
    self.container = container
    self.bitRate = bitRate
    self.tracks = tracks
    self.chapters = chapters
    self.tags = tags
  }

  /// The first film track; nil for sound.
  public var video: Track? { tracks.first { $0.kind == .video } }
  /// Whether it can be shown as a picture: by a film's frame or by a cover.
  public var hasPicture: Bool { tracks.contains { $0.kind == .video || $0.kind == .cover } }
}

/// Something that is made of a sound or film.
public enum MediaPart: Hashable, Sendable {
  /// ``MediaFacts`` as JSON.
  case facts
  /// A frame that says something, or the cover, as JPEG.
  case poster
  /// ``stripCount`` frames side by side as JPEG; the frame i is that at i · duration / ``stripCount`` (spec ipad 7.8).
  case strip
  /// The loudness over time as PNG, white on nothing.
  case waveform
  /// The subtitles of a track as WebVTT.
  case subtitles(track: Int)

  /// The frames of a strip.
  public static let stripCount = 20

  /// Whether a sound or film has the part, as far as its facts tell.
  public func isPart(of facts: MediaFacts) -> Bool {
    switch self {
    case .facts: true
    case .poster: facts.hasPicture
    case .strip: facts.video != nil && (facts.duration ?? 0) > 0
    case .waveform: facts.tracks.contains { $0.kind == .audio }
    case .subtitles(let track): facts.tracks.contains { $0.index == track && $0.kind == .subtitles }
    }
  }

  /// A word for caches.
  public var name: String {
    switch self {
    case .facts: "facts"
    case .poster: "poster"
    case .strip: "strip"
    case .waveform: "waveform"
    case .subtitles(let track): "subtitles-\(track)"
    }
  }
}

/// Sound and film that is converted while it is sent: fragmented MP4 with H.264 and AAC.
public protocol MediaStream: AnyObject, Sendable {
  /// The next bytes; nil at the end. Blocks.
  func next() -> [UInt8]?
  /// Ends the conversion; ``next()`` returns nil soon.
  func end()
}

/// Opens sound and film, somewhere safe.
///
/// Implementations are safe to call from any task. Cancelling the calling task ends the work.
public protocol MediaReader: Sendable {
  /// Names the program and its version, as of the last look at the disk; nil while it is not there.
  var version: String? { get }
  /// The works that may go on at once.
  var width: Int { get }
  /// Makes a part of a content.
  ///
  /// - Parameters:
  ///   - part: what to make.
  ///   - content: the sound or film.
  ///   - fileExtension: the preferred extension of its type.
  ///   - facts: what ``MediaPart/facts`` says of it; nil for that part itself, and for the poster of a short film.
  /// - Returns: the part; nothing for the poster of a short film without a picture.
  /// - Throws: as ``RenditionMaker``, and `.notShowable` for a part that it does not have.
  func make(
    _ part: MediaPart, of content: any ReadableContent, fileExtension: String, facts: MediaFacts?
  ) async throws(DocumentError) -> any ReadableContent
  /// Begins to convert a content, from a time in seconds.
  func stream(
    _ content: any ReadableContent, fileExtension: String, from start: Double, facts: MediaFacts
  ) async throws(DocumentError) -> any MediaStream
}
