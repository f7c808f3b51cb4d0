import DocumentModel
import Foundation
import HTTPServer
import HTTPTypes
import Logging
import Previews
import Testing
import Workspace

@testable import WebApp

@Suite("Sound and film over HTTP", .timeLimit(.minutes(3)))
struct MediaRoutesTests {
  private static let hasMedia = Converters(log: Logger(label: "test")).look().contains(.media)

  /// One second with picture and sound.
  private static func film(_ arguments: String...) throws -> [UInt8] {
    let path = "/tmp/sheaf-film-\(DocumentID()).mkv"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/ffmpeg")
    process.arguments = [
      "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc=size=160x120:rate=10:duration=1", "-f",
      "lavfi", "-i",
      "sine=duration=1", "-c:v", "mpeg4", "-c:a", "libvorbis",
    ]
    process.arguments? += arguments + [path]
    try process.run()
    process.waitUntilExit()
    return [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  private func upload(_ client: TestClient, _ bytes: [UInt8], _ name: String = "a.mkv") async throws -> String
  {
    let id = try await client.ask(.post, "/api/v1/documents?name=\(name)", body: bytes).answer().id
    return "/api/v1/documents/\(try #require(id))"
  }

  @Test(
    "a film is played, and has facts, a poster, a strip, a waveform and a thumbnail",
    .enabled(if: hasMedia, "FFmpeg is installed, and bubblewrap works"), arguments: TestClient.Mode.allCases)
  func film(mode: TestClient.Mode) async throws {
    try await TestSite.run(mode) { client, _ in
      let address = try await upload(client, try Self.film())
      #expect(try await client.ask(.get, "\(address)/preview").answer().kind == "media")
      let facts = try await client.ask(.get, "\(address)/media")
      let text = String(decoding: facts.body, as: UTF8.self)
      #expect(facts.status == .ok && text.contains(#""codec":"mpeg4""#) && text.contains(#""kind":"audio""#))
      for (part, type) in [("poster", "image/jpeg"), ("strip", "image/jpeg"), ("waveform", "image/png")] {
        let picture = try await client.ask(.get, "\(address)/media/\(part)")
        #expect(picture.status == .ok && picture.headers[.contentType] == type, "\(part)")
        let tag = try #require(picture.headers[.eTag])
        let again = try await client.ask(.get, "\(address)/media/\(part)", headers: [.ifNoneMatch: tag])
        #expect(again.status == .notModified)
      }
      let thumbnail = try await client.ask(.get, "\(address)/thumbnail?size=64&format=webp")
      #expect(thumbnail.headers[.contentType] == "image/webp")
      let part = try await client.ask(.get, "\(address)/content", headers: [.range: "bytes=0-99"])
      #expect(part.status == .partialContent && part.body.count == 100)
    }
  }

  @Test(
    "a film that ends before it begins is not offered to a player, and says why",
    .enabled(if: hasMedia, "FFmpeg is installed, and bubblewrap works"))
  func damaged() async throws {
    try await TestSite.run { client, _ in
      let address = try await upload(client, Array(try Self.film().prefix(60)))
      let preview = try await client.ask(.get, "\(address)/preview").answer()
      #expect(preview.kind == "icon" && preview.reason?.code == "damaged")
    }
  }

  @Test(
    "a sound without a cover has no poster, and nothing fails for it",
    .enabled(if: hasMedia, "FFmpeg is installed, and bubblewrap works"))
  func sound() async throws {
    try await TestSite.run { client, test in
      let address = try await upload(client, Self.wave, "a.wav")
      for part in ["poster", "strip", "subtitles/0"] {
        let refused = try await client.ask(.get, "\(address)/media/\(part)")
        #expect(refused.status == .unprocessableContent && refused.code == "not-showable", "\(part)")
      }
      #expect(try await client.ask(.get, "\(address)/thumbnail?size=64").status == .ok)
      #expect(try await client.ask(.get, "\(address)/media/waveform").status == .ok)
      #expect(!test.assembly.workspace.jobs.all.contains { $0.state == .failed })
    }
  }

  /// A second of silence.
  private static var wave: [UInt8] {
    let head: [UInt8] = [16, 0, 0, 0, 1, 0, 1, 0, 0x40, 0x1F, 0, 0, 0x40, 0x1F, 0, 0, 1, 0, 8, 0]
    let sound = Array("RIFF".utf8) + [0x64, 0x1F, 0, 0] + Array("WAVEfmt ".utf8) + head + Array("data".utf8)
    return sound + [0x40, 0x1F, 0, 0] + [UInt8](repeating: 128, count: 8_000)
  }

  @Test(
    "a film is converted while it is sent",
    .enabled(if: hasMedia, "FFmpeg is installed, and bubblewrap works"))
  func stream() async throws {
    try await TestSite.run(.live) { client, test in
      let address = try await upload(client, try Self.film())
      let stream = try await client.ask(.get, "\(address)/media/stream?start=0.2")
      #expect(stream.status == .ok && stream.headers[.contentType] == "video/mp4")
      #expect(String(decoding: stream.body.prefix(12), as: UTF8.self).contains("ftyp"))
      #expect(test.assembly.workspace.jobs.all.isEmpty)
      #expect(try await client.ask(.get, "\(address)/media/stream?start=1.5e-38").status == .ok)
      for start in ["-1", "soon", "nan", "1000001"] {
        let refused = try await client.ask(.get, "\(address)/media/stream?start=\(start)")
        #expect(refused.status == .badRequest && refused.code == "invalid-parameter", "\(start)")
      }
    }
  }

  @Test(
    "a film that is sound alone has no poster, and no job fails for it",
    .enabled(if: hasMedia, "FFmpeg is installed, and bubblewrap works"))
  func soundAlone() async throws {
    try await TestSite.run { client, test in
      let address = try await upload(client, try Self.film("-vn"), "voice.mkv")
      for _ in 0..<2 {
        let poster = try await client.ask(.get, "\(address)/media/poster")
        #expect(poster.status == .unprocessableContent && poster.code == "not-showable")
      }
      #expect(try await client.ask(.get, "\(address)/media").status == .ok)
      #expect(try await client.ask(.get, "\(address)/thumbnail?size=64").status == .ok)
      #expect(test.assembly.workspace.jobs.all.isEmpty)
    }
  }

  @Test("a playlist of streamed pieces, and a piece, come as what they are, byte for byte")
  func playlist() async throws {
    try await TestSite.run { client, _ in
      let pieces = (0...180).map { "#EXTINF:\($0 < 180 ? 10 : 1),\nfileSequence\($0).ts\n" }.joined()
      let list = "#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXT-X-MEDIA-SEQUENCE:0\n\(pieces)#EXT-X-ENDLIST\n"
      let packet = [0x47, 0x40, 0x11, 0x10] + [UInt8](repeating: 0, count: 184)
      for (name, type, bytes) in [
        ("prog_index.m3u8", "application/vnd.apple.mpegurl", Array(list.utf8)),
        ("fileSequence0.ts", "video/mp2t", Array(repeatElement(packet, count: 20).joined())),
      ] {
        let content = try await client.ask(.get, "\(try await upload(client, bytes, name))/content")
        #expect(content.headers[.contentType] == type && content.body == bytes, "\(name)")
      }
    }
  }

  @Test(
    "other documents have no such parts",
    arguments: ["", "/poster", "/strip", "/waveform", "/subtitles/0", "/stream"])
  func others(part: String) async throws {
    try await TestSite.run { client, _ in
      let id = try #require(try await client.upload("words").id)
      let answer = try await client.ask(.get, "/api/v1/documents/\(id)/media\(part)")
      #expect(answer.status == .unprocessableContent && answer.code == "not-showable")
      let unknown = try await client.ask(.get, "/api/v1/documents/0000000000000000/media\(part)")
      #expect(unknown.status == .notFound)
    }
  }

  @Test("without FFmpeg a film is played all the same, and the rest says what is missing")
  func missing() async throws {
    try await TestSite.run { client, test in
      _ = test.assembly.workspace.types.update(available: [])
      let address = try await upload(client, Self.wave, "a.wav")
      #expect(try await client.ask(.get, "\(address)/preview").answer().kind == "media")
      #expect(try await client.ask(.get, "\(address)/thumbnail?size=64").status == .ok)
      #expect(try await client.ask(.get, "\(address)/content").status == .ok)
    }
  }
}
