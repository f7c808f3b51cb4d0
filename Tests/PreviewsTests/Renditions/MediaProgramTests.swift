import DocumentModel
import Foundation
import Logging
import Testing

@testable import Previews

/// FFmpeg in the jail, on films that it makes itself.
@Suite(.enabled(if: JailTests.jail != nil, "bubblewrap works here"), .timeLimit(.minutes(3)))
struct `The reader of sound and film` {
  private let media: any MediaReader

  init() throws {
    let log = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    let converters = Converters(log: log)
    _ = converters.look()
    let media = try #require(converters.media)
    try #require(media.version != nil, "FFmpeg is not installed: make extras")
    self.media = media
  }

  private func facts(of content: any ReadableContent, _ fileExtension: String) async throws -> MediaFacts {
    let made = try await media.make(.facts, of: content, fileExtension: fileExtension, facts: nil)
    return try JSONDecoder().decode(MediaFacts.self, from: Data(try #require(made as? OpenContent).bytes()))
  }

  private func bytes(_ part: MediaPart, _ content: any ReadableContent, _ fileExtension: String) async throws
    -> [UInt8]
  {
    let facts = try await facts(of: content, fileExtension)
    let made = try await media.make(part, of: content, fileExtension: fileExtension, facts: facts)
    return try #require(made as? OpenContent).bytes()
  }

  @Test func `tells length, size, codecs, languages, chapters and titles of a film`() async throws {
    let facts = try await facts(of: try MediaSamples.film(), "mkv")
    let duration = try #require(facts.duration)
    #expect(abs(duration - 2) < 0.2 && facts.container.contains("matroska"))
    #expect(facts.tracks.map(\.kind) == [.video, .audio, .subtitles])
    #expect(facts.video?.width == 160 && facts.video?.height == 120 && facts.video?.codec == "mpeg4")
    #expect(facts.tracks[2].language == "deu")
    #expect(facts.chapters.map(\.title) == ["One", "Two"] && facts.chapters[1].start == 1)
    #expect(facts.tags["title"] == "A film")
  }

  @Test func `draws a poster and a strip of a film`() async throws {
    let film = try MediaSamples.film()
    for part in [MediaPart.poster, .strip] {
      let picture = try await bytes(part, film, "mkv")
      #expect(picture.starts(with: [0xFF, 0xD8, 0xFF]) && picture.count > 1_000)
    }
  }

  @Test func `draws the poster of a short film without its facts, and none of a film that is sound alone`()
    async throws
  {
    let poster = try await media.make(
      .poster, of: try MediaSamples.film(), fileExtension: "mkv", facts: nil)
    #expect(try #require(poster as? OpenContent).bytes().starts(with: [0xFF, 0xD8, 0xFF]))
    let sound = try MediaSamples.made("voice.mp4") { _ in
      ["-f", "lavfi", "-i", "sine=duration=1", "-c:a", "aac"]
    }
    #expect(try await media.make(.poster, of: sound, fileExtension: "mp4", facts: nil).size == 0)
  }

  @Test func `draws a poster that is not black where a tenth of the film is`() async throws {
    // Black until the third second of twenty, and light from then on.
    let film = try MediaSamples.made("late.mkv") { _ in
      [
        "-f", "lavfi", "-i", "color=white:size=160x120:rate=10:duration=20,fade=in:25:2",
        "-c:v", "mpeg4", "-g", "20", "-q:v", "2",
      ]
    }
    let poster = try await bytes(.poster, film, "mkv")
    let shade = try MediaSamples.made("shade.gray") { folder in
      try Data(poster).write(to: URL(fileURLWithPath: "\(folder)/poster.jpg"))
      return [
        "-i", "\(folder)/poster.jpg", "-vf", "scale=1:1:flags=area", "-pix_fmt", "gray", "-f", "rawvideo",
      ]
    }.bytes()
    #expect(try #require(shade.first) > 128)
  }

  @Test func `draws a strip of twenty frames, each a twentieth of the film after the one before`()
    async throws
  {
    // It becomes brighter at an even pace.
    let film = try MediaSamples.made("dawn.mkv") { _ in
      [
        "-f", "lavfi", "-i", "color=white:size=160x120:rate=10:duration=20,fade=in:0:200", "-c:v", "mpeg4",
        "-q:v", "2",
      ]
    }
    let strip = try await bytes(.strip, film, "mkv")
    let shades = try MediaSamples.made("shades.gray") { folder in
      try Data(strip).write(to: URL(fileURLWithPath: "\(folder)/strip.jpg"))
      return [
        "-i", "\(folder)/strip.jpg", "-vf", "scale=20:1:flags=area", "-pix_fmt", "gray", "-f", "rawvideo",
      ]
    }.bytes()
    #expect(shades.count == 20)
    for (place, shade) in shades.enumerated() { #expect(abs(Int(shade) - place * 255 / 20) < 10) }
  }

  @Test(arguments: [("short.mkv", "mpeg4"), ("short.mp4", "mpeg4"), ("short.avi", "rawvideo")])
  func `draws a poster and a strip of a film whose sound goes on after the picture`(
    name: String, codec: String
  ) async throws {
    let film = try MediaSamples.made(name) { _ in
      [
        "-f", "lavfi", "-i", "testsrc=size=160x120:rate=10:duration=1", "-f", "lavfi", "-i",
        "sine=duration=20", "-c:v", codec, "-c:a", "mp2",
      ]
    }
    for part in [MediaPart.poster, .strip] {
      let picture = try await bytes(part, film, String(name.suffix(3)))
      #expect(picture.starts(with: [0xFF, 0xD8, 0xFF]) && picture.count > 1_000)
    }
  }

  @Test func `draws the loudness of a sound, and finds no frame in it`() async throws {
    let sound = try MediaSamples.sound()
    #expect(try await bytes(.waveform, sound, "ogg").starts(with: [0x89, 0x50, 0x4E, 0x47]))
    let error = await #expect(throws: DocumentError.self) { try await bytes(.strip, sound, "ogg") }
    #expect(error?.code == .notShowable)
  }

  @Test func `gives subtitles as WebVTT, and refuses other tracks`() async throws {
    let film = try MediaSamples.film()
    let text = String(decoding: try await bytes(.subtitles(track: 2), film, "mkv"), as: UTF8.self)
    #expect(text.hasPrefix("WEBVTT") && text.contains("Guten Tag"))
    for track in [0, 7] {
      let error = await #expect(throws: DocumentError.self) {
        try await bytes(.subtitles(track: track), film, "mkv")
      }
      #expect(error?.code == .notShowable)
    }
  }

  @Test func `converts a film while it is read, from any time`() async throws {
    let film = try MediaSamples.film()
    let facts = try await facts(of: film, "mkv")
    let stream = try await media.stream(film, fileExtension: "mkv", from: 1, facts: facts)
    var converted: [UInt8] = []
    while let bytes = stream.next() { converted += bytes }
    let again = try await self.facts(of: try OpenContent.bytes(converted), "mp4")
    #expect(again.tracks.map(\.codec) == ["h264", "aac"])
    let duration = try #require(again.duration)
    #expect(duration > 0.5 && duration < 1.5)
  }

  @Test func `ends a conversion that no client reads`() async throws {
    let film = try MediaSamples.film()
    let facts = MediaFacts(duration: nil, container: "", bitRate: nil, tracks: [], chapters: [], tags: [:])
    let stream = try await media.stream(film, fileExtension: "mkv", from: 0, facts: facts)
    stream.end()
    while stream.next() != nil {}
  }

  @Test func `ends with the time, the memory and the output of its jail`() async throws {
    let film = try MediaSamples.film()
    let facts = try await facts(of: film, "mkv")
    let jail = try #require(JailTests.jail)
    func refusal(_ change: (inout Jail.Limits) -> Void) async -> DocumentError.Code? {
      var limits = Jail.Limits()
      change(&limits)
      do {
        _ = try await MediaProgram(in: jail, limits: limits).make(
          .poster, of: film, fileExtension: "mkv", facts: facts)
        return nil
      } catch {
        return error.code
      }
    }
    #expect(await refusal { _ in } == nil)
    #expect(await refusal { $0.wall = .milliseconds(1) } == .renderTimeout)
    let ends: [DocumentError.Code?] = [.damaged, .rendererCrashed, .documentTooLarge]
    #expect(ends.contains(await refusal { $0.memoryBytes = 8 << 20 }))
    #expect(ends.contains(await refusal { $0.outputBytes = 64 }))
  }

  @Test(arguments: [
    "no film at all", "#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:9,\n/etc/passwd\n#EXT-X-ENDLIST\n",
    "ffconcat version 1.0\nfile /etc/passwd\n", "RIFF\u{0}\u{0}\u{0}\u{0}AVI LIST",
  ])
  func `refuses what is no film, and playlists of other files`(text: String) async throws {
    let content = try OpenContent.text(text)
    let error = await #expect(throws: DocumentError.self) { try await facts(of: content, "avi") }
    #expect(error?.code == .damaged)
  }
}

enum MediaSamples {
  /// Two seconds with picture, sound, German subtitles and two chapters.
  static func film() throws -> any ReadableContent {
    try made("film.mkv") { folder in
      let texts = [
        "words.srt": "1\n00:00:00,000 --> 00:00:02,000\nGuten Tag\n",
        "chapters.txt": """
        ;FFMETADATA1
        title=A film
        [CHAPTER]
        TIMEBASE=1/1
        START=0
        END=1
        title=One
        [CHAPTER]
        TIMEBASE=1/1
        START=1
        END=2
        title=Two
        """,
      ]
      for (name, text) in texts { try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)")) }
      return [
        "-f", "lavfi", "-i", "testsrc=size=160x120:rate=10:duration=2", "-f", "lavfi", "-i",
        "sine=duration=2",
        "-i", "\(folder)/words.srt", "-i", "\(folder)/chapters.txt", "-map", "0", "-map", "1", "-map", "2",
        "-map_metadata", "3", "-map_chapters", "3", "-metadata:s:s:0", "language=deu", "-c:v", "mpeg4",
        "-c:a", "libvorbis", "-c:s", "srt",
      ]
    }
  }

  static func sound() throws -> any ReadableContent {
    try made("sound.ogg") { _ in ["-f", "lavfi", "-i", "sine=duration=1", "-c:a", "libvorbis"] }
  }

  /// The file of that name that FFmpeg writes, outside every jail, given a folder and the arguments.
  static func made(_ name: String, _ arguments: (String) throws -> [String]) throws -> LocalContent {
    let folder = try TemporaryFolder()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/ffmpeg")
    process.arguments =
      ["-nostdin", "-v", "error"] + (try arguments(folder.path)) + ["\(folder.path)/\(name)"]
    try process.run()
    process.waitUntilExit()
    return try LocalContent("\(folder.path)/\(name)")
  }
}
