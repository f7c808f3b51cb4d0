import DocumentModel
import FoundationEssentials
import LinuxSystem

/// FFmpeg in a jail.
///
/// A file is bound into the jail and not copied, so the length of a film costs nothing.
struct MediaProgram: MediaReader {
  static let ffmpeg = "/usr/bin/ffmpeg"
  private static let ffprobe = "/usr/bin/ffprobe"
  /// The width of a strip's frame, in pixels.
  private static let stripWidth = 160
  /// The width of a poster, in pixels.
  private static let posterWidth = 1_280

  let width = 2
  private let jail: Jail
  private let limits: Jail.Limits
  let installed: InstalledProgram

  init(in jail: Jail, limits: Jail.Limits) {
    self.jail = jail
    self.limits = limits
    installed = InstalledProgram(.media, files: [Self.ffmpeg, Self.ffprobe], in: jail)
  }

  var version: String? { installed.version }

  func make(
    _ part: MediaPart, of content: any ReadableContent, fileExtension: String, facts: MediaFacts?
  ) async throws(DocumentError) -> any ReadableContent {
    guard part != .facts else { return try Self.json(try await self.facts(of: content, fileExtension)) }
    if part == .poster, facts == nil { return try await posterOfShortFilm(content, fileExtension) }
    let ways = Self.arguments(for: part, facts: facts)
    guard let last = ways.last else { throw DocumentError(.notShowable, "it has no such part") }
    for way in ways.dropLast() {
      do throws(DocumentError) {
        return try await run(way, on: content, fileExtension)
      } catch  where error.code == .damaged {
        continue
      }
    }
    return try await run(last, on: content, fileExtension)
  }

  /// The poster of a film that is too short for black frames to fill its beginning.
  ///
  /// FFmpeg takes as long to tell the facts as to draw this, so it begins without them.
  private func posterOfShortFilm(
    _ content: any ReadableContent, _ fileExtension: String
  ) async throws(DocumentError) -> any ReadableContent {
    do throws(DocumentError) {
      return try await run(
        Self.poster(Self.wholeFrames, "thumbnail=5,\(Self.scale)"), on: content, fileExtension)
    } catch  where error.code == .damaged {
      let facts = try await facts(of: content, fileExtension)
      guard facts.hasPicture else { return try Self.nothing() }
      return try await make(.poster, of: content, fileExtension: fileExtension, facts: facts)
    }
  }

  private func run(
    _ arguments: [String], on content: any ReadableContent, _ fileExtension: String
  ) async throws(DocumentError) -> any ReadableContent {
    let command = { @Sendable (path: String) in
      [Self.ffmpeg] + Self.common + arguments.flatMap { $0 == "INPUT" ? Self.input(path) : [$0] }
    }
    let made = try await jail.run(command, on: content, fileExtension: fileExtension, limits: limits)
    guard made.size > 0 else { throw DocumentError(.damaged, "FFmpeg made nothing of it") }
    return made
  }

  /// FFmpeg makes use of each frame that it can decode.
  ///
  /// With its usual limit of errors it would end with a code of `sheaf-converter`.
  private static let common = ["-nostdin", "-hide_banner", "-v", "error", "-y", "-max_error_rate", "1"]

  /// Only the one file: playlists and the like name other files.
  private static func input(_ path: String) -> [String] { ["-protocol_whitelist", "file", "-i", path] }

  /// The arguments that make a PNG of the picture at `path`.
  ///
  /// Its extension alone names its format, so that no film or playlist is looked for in it.
  static func picture(at path: String) -> [String] {
    // The numbers of OpenEXR are light, which a screen does not show evenly.
    let light = path.hasSuffix(".exr") ? ["-apply_trc", "iec61966_2_1"] : []
    let format = path.hasSuffix(".fits") ? ["-f", "fits"] : ["-f", "image2", "-pattern_type", "none"]
    return common + format + ["-max_pixels", "120000000"] + light + input(path)
      + [
        "-frames:v", "1", "-pix_fmt", "rgba", "-c:v", "png", "-compression_level", "1", "-f", "image2pipe",
        Jail.result,
      ]
  }

  /// The arguments of ffmpeg, the quickest first; none where a content has no such part.
  private static func arguments(for part: MediaPart, facts: MediaFacts?) -> [[String]] {
    switch part {
    case .facts: []
    case .poster: posters(facts)
    case .strip: strip(facts).map { [$0] } ?? []
    case .waveform:
      facts?.tracks.contains { $0.kind == .audio } == true
        ? [
          [
            "INPUT", "-filter_complex",
            "[0:a:0]aformat=channel_layouts=mono,showwavespic=s=1600x160:colors=white:scale=sqrt",
            "-frames:v", "1", "-c:v", "png", "-f", "image2pipe", Jail.result,
          ]
        ] : []
    case .subtitles(let track):
      facts?.tracks.contains { $0.index == track && $0.kind == .subtitles } == true
        ? [["INPUT", "-map", "0:\(track)", "-f", "webvtt", Jail.result]] : []
    }
  }

  /// The most telling of the frames after a tenth of the film: the first ones are often black.
  ///
  /// Of whole frames alone, which are decoded without other frames, or of all frames where none is found.
  private static func posters(_ facts: MediaFacts?) -> [[String]] {
    guard let facts, facts.hasPicture else { return [] }
    guard facts.video != nil else { return [poster([], scale)] }
    let seek = ["-ss", seconds(pictureEnd(of: facts) / 10)]
    return [
      poster(wholeFrames + seek, "thumbnail=5,\(scale)"),
      poster(seek, "thumbnail=48,\(scale)"),
    ]
  }

  private static func poster(_ seek: [String], _ filter: String) -> [String] {
    seek + ["INPUT", "-map", "0:v:0", "-vf", filter, "-frames:v", "1"] + jpeg
  }

  private static let scale = "scale='min(\(posterWidth),iw)':-2"

  // With times of its own FFmpeg drops the only whole frame of a short film, as it lies before the place sought.
  private static let wholeFrames = ["-skip_frame", "nokey", "-noaccurate_seek", "-copyts", "-t", "20"]

  /// The end of the picture, which the sound of some films outlasts.
  private static func pictureEnd(of facts: MediaFacts) -> Double {
    let whole = facts.duration ?? 0
    return min(whole, facts.video?.end ?? whole)
  }

  /// One input for each frame: seeking to twenty places is quicker than reading all between them.
  private static func strip(_ facts: MediaFacts?) -> [String]? {
    guard let facts, let video = facts.video, let duration = facts.duration, duration > 0 else { return nil }
    let end = pictureEnd(of: facts)
    let shape = Double(video.height ?? 9) / Double(max(1, video.width ?? 16))
    let height = min(320, max(40, Int(Double(stripWidth) * shape) / 2 * 2))
    let count = MediaPart.stripCount
    // There is no frame to seek after the last one.
    let last = max(0, end - 1.5 / (video.frameRate ?? 10))
    let inputs = (0..<count).flatMap { place in
      ["-threads", "1", "-ss", seconds(min(last, duration * Double(place) / Double(count))), "INPUT"]
    }
    let scaled = (0..<count).map { "[\($0):v:0]scale=\(stripWidth):\(height),setsar=1[f\($0)]" }
    let row = (0..<count).map { "[f\($0)]" }.joined() + "hstack=inputs=\(count)"
    return inputs + ["-filter_complex", (scaled + [row]).joined(separator: ";"), "-frames:v", "1"] + jpeg
  }

  private static let jpeg = ["-c:v", "mjpeg", "-q:v", "4", "-f", "image2pipe", Jail.result]

  private static func seconds(_ time: Double) -> String {
    let thousandths = Int64(max(0, min(time, 1e9)) * 1_000)
    return "\(thousandths / 1_000).\(String(thousandths % 1_000 + 1_000).dropFirst())"
  }

  private func facts(
    of content: any ReadableContent, _ fileExtension: String
  ) async throws(DocumentError) -> MediaFacts {
    let command = { @Sendable (path: String) in
      [
        Self.ffprobe, "-v", "error", "-show_format", "-show_streams", "-show_chapters", "-of", "json", "-o",
        Jail.result,
      ] + Self.input(path)
    }
    let made = try await jail.run(command, on: content, fileExtension: fileExtension, limits: limits)
    guard made.size <= ProbedMedia.maximumBytes else {
      throw DocumentError(.documentTooLarge, "its description is too long")
    }
    do {
      let decoder = JSONDecoder()
      decoder.keyDecodingStrategy = .convertFromSnakeCase
      return try decoder.decode(ProbedMedia.self, from: Data(try made.bytes())).facts
    } catch {
      throw DocumentError(.damaged, "FFmpeg cannot read it", cause: error)
    }
  }

  private static func nothing() throws(DocumentError) -> any ReadableContent {
    do {
      return try Jail.memory([])
    } catch {
      throw DocumentError(.storageFailed, "no file could be made in memory", cause: error)
    }
  }

  private static func json(_ facts: MediaFacts) throws(DocumentError) -> any ReadableContent {
    do {
      return try Jail.memory([UInt8](try JSONEncoder().encode(facts)))
    } catch {
      throw DocumentError(.damaged, "FFmpeg cannot read it", cause: error)
    }
  }

  func stream(
    _ content: any ReadableContent, fileExtension: String, from start: Double, facts: MediaFacts
  ) async throws(DocumentError) -> any MediaStream {
    let command = { @Sendable (path: String) in
      [Self.ffmpeg] + Self.common + ["-ss", Self.seconds(start)] + Self.input(path) + Self.conversion(facts)
    }
    var limits = limits
    // A film may be watched for hours, and what is not sent waits.
    limits.processorSeconds = 12 * 3_600
    return try await jail.stream(command, from: content, fileExtension: fileExtension, limits: limits)
  }

  private static func conversion(_ facts: MediaFacts) -> [String] {
    let video =
      facts.video == nil
      ? ["-vn"]
      : [
        "-map", "0:v:0", "-c:v", "libx264", "-preset", "veryfast", "-crf", "23", "-maxrate", "6M", "-bufsize",
        "12M",
        "-pix_fmt", "yuv420p", "-vf", "scale='min(1920,iw)':-2", "-g", "50",
      ]
    let audio = ["-map", "0:a:0?", "-c:a", "aac", "-b:a", "160k", "-ac", "2", "-sn", "-dn"]
    return video + audio + [
      "-movflags", "frag_keyframe+empty_moov+default_base_moof", "-f", "mp4", "pipe:1",
    ]
  }
}
