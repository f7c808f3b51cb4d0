import DocumentModel

/// The output of ffprobe, of which only the known members are read.
struct ProbedMedia: Decodable {
  static let maximumBytes = 8 << 20
  /// The most entries of a list; longer ones are cut.
  private static let mostTracks = 200
  private static let mostChapters = 2_000
  private static let longestText = 1_000

  private struct Format: Decodable {
    let formatName: String?
    let duration: String?
    let bitRate: String?
    let tags: [String: String]?
  }

  private struct Stream: Decodable {
    struct Disposition: Decodable {
      let attachedPic: Int?
    }

    struct SideData: Decodable {
      let rotation: Int?
    }

    let index: Int
    let codecType: String?
    let codecName: String?
    let width: Int?
    let height: Int?
    let avgFrameRate: String?
    let channels: Int?
    let sampleRate: String?
    let duration: String?
    let tags: [String: String]?
    let disposition: Disposition?
    let sideDataList: [SideData]?
  }

  private struct Chapter: Decodable {
    let startTime: String?
    let endTime: String?
    let tags: [String: String]?
  }

  private let format: Format?
  private let streams: [Stream]?
  private let chapters: [Chapter]?

  /// The same in the model's words.
  var facts: MediaFacts {
    MediaFacts(
      duration: format?.duration.flatMap(Self.seconds), container: format?.formatName ?? "",
      bitRate: format?.bitRate.flatMap { Int($0) },
      tracks: (streams ?? []).prefix(Self.mostTracks).compactMap(Self.track),
      chapters: (chapters ?? []).prefix(Self.mostChapters).compactMap(Self.chapter),
      tags: Self.tags(format?.tags))
  }

  private static func seconds(_ text: String) -> Double? {
    guard let number = Double(text), number.isFinite, number >= 0 else { return nil }
    return number
  }

  /// A time of Matroska: "00:00:02.000000000".
  private static func clock(_ text: String) -> Double? {
    let parts = text.split(separator: ":").compactMap { seconds(String($0)) }
    return parts.count == 3 ? parts[0] * 3_600 + parts[1] * 60 + parts[2] : nil
  }

  private static func chapter(_ chapter: Chapter) -> MediaFacts.Chapter? {
    guard let start = chapter.startTime.flatMap(seconds), let end = chapter.endTime.flatMap(seconds) else {
      return nil
    }
    return MediaFacts.Chapter(title: tags(chapter.tags)["title"] ?? "", start: start, end: max(start, end))
  }

  private static func track(_ stream: Stream) -> MediaFacts.Track? {
    let isCover = stream.disposition?.attachedPic == 1
    let kind: MediaFacts.Kind
    switch stream.codecType {
    case "video": kind = isCover ? .cover : .video
    case "audio": kind = .audio
    case "subtitle": kind = .subtitles
    default: return nil
    }
    let tags = tags(stream.tags)
    let isTurned = (stream.sideDataList ?? []).contains { abs($0.rotation ?? 0) % 180 == 90 }
    return MediaFacts.Track(
      index: stream.index, kind: kind, codec: stream.codecName ?? "unknown",
      language: tags["language"].flatMap { $0 == "und" ? nil : $0 }, title: tags["title"],
      width: isTurned ? stream.height : stream.width, height: isTurned ? stream.width : stream.height,
      frameRate: isCover ? nil : stream.avgFrameRate.flatMap(rate), channels: stream.channels,
      sampleRate: stream.sampleRate.flatMap { Int($0) },
      end: stream.duration.flatMap(seconds) ?? tags["duration"].flatMap(clock))
  }

  /// A fraction as FFmpeg writes it: "30000/1001".
  private static func rate(_ text: String) -> Double? {
    let parts = text.split(separator: "/").compactMap { Double($0) }
    guard parts.count == 2, parts[0] > 0, parts[1] > 0 else { return nil }
    return (parts[0] / parts[1] * 1_000).rounded() / 1_000
  }

  private static func tags(_ tags: [String: String]?) -> [String: String] {
    let known = (tags ?? [:]).map { ($0.key.lowercased(), String($0.value.prefix(longestText))) }
    return Dictionary(known.prefix(mostTracks)) { first, _ in first }
  }
}
