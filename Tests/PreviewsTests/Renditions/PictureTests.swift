import DocumentModel
import Foundation
import LinuxSystem
import Logging
import Testing

@testable import Previews

/// FFmpeg in the jail, on pictures that it makes itself or that are written here.
@Suite(.enabled(if: JailTests.jail != nil, "bubblewrap works here"), .timeLimit(.minutes(3)))
struct `The converter of pictures` {
  private let maker: any RenditionMaker

  init() throws {
    let converters = Converters(log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    _ = converters.look()
    let maker = try #require(converters.makers.first { $0.kind == .picture })
    try #require(maker.version != nil, "FFmpeg is not installed: make extras")
    self.maker = maker
  }

  /// The PNG that the converter makes.
  private func png(of content: any ReadableContent, _ fileExtension: String) async throws -> [UInt8] {
    let made = try await maker.rendition(of: content, fileExtension: fileExtension)
    return try #require(made as? OpenContent).bytes()
  }

  /// Red, green, blue and alpha of the first pixel.
  private func pixel(of png: [UInt8]) throws -> [Int] {
    let pixels = try MediaSamples.made("pixels.bin") { folder in
      try Data(png).write(to: URL(fileURLWithPath: "\(folder)/made.png"))
      return ["-i", "\(folder)/made.png", "-pix_fmt", "rgba", "-f", "rawvideo"]
    }
    return try pixels.bytes().prefix(4).map(Int.init)
  }

  @Test(arguments: ["dpx", "pam", "pcx", "qoi", "ras", "sgi", "xwd"])
  func `keeps the colours of a picture`(fileExtension: String) async throws {
    let picture = try MediaSamples.made("picture.\(fileExtension)") { _ in
      ["-f", "lavfi", "-i", "color=c=0xC81E28:s=16x8,format=rgb24", "-frames:v", "1"]
    }
    #expect(try pixel(of: await png(of: picture, fileExtension)) == [0xC8, 0x1E, 0x28, 255])
  }

  @Test func `shows the light of an OpenEXR picture as brightly as it is`() async throws {
    let picture = try MediaSamples.made("picture.exr") { _ in
      ["-f", "lavfi", "-i", "color=c=0x808080:s=16x8,format=gbrpf32le", "-frames:v", "1"]
    }
    // Half of the light is 188 of 255.
    let pixel = try pixel(of: await png(of: picture, "exr"))
    #expect(abs(pixel[0] - 188) < 3, "\(pixel)")
  }

  @Test(arguments: [
    ("psd", PictureSamples.photoshop(width: 2, height: 2)), ("xpm", PictureSamples.pixmap),
    ("xbm", PictureSamples.bitmap), ("dds", PictureSamples.surface),
  ])
  func `opens pictures of other programs`(fileExtension: String, bytes: [UInt8]) async throws {
    let colour = fileExtension == "xbm" ? [0, 0, 0, 255] : [0xC8, 0x1E, 0x28, 255]
    #expect(try pixel(of: await png(of: try OpenContent.bytes(bytes), fileExtension)) == colour)
  }

  @Test(arguments: [
    ("psd", []), ("psd", Array("no picture".utf8)),
    ("psd", PictureSamples.photoshop(width: 30_000, height: 30_000)),
    ("psd", Array(PictureSamples.photoshop(width: 2, height: 2).prefix(30))), ("qoi", Array("qoif".utf8)),
    ("pcx", Array("#EXTM3U\n#EXTINF:9,\n/etc/passwd\n#EXT-X-ENDLIST\n".utf8)),
    ("exr", Array("ffconcat version 1.0\nfile /etc/passwd\n".utf8)),
  ])
  func `refuses what is none, and what names other files`(fileExtension: String, bytes: [UInt8]) async throws
  {
    let content = try OpenContent.bytes(bytes)
    let error = await #expect(throws: DocumentError.self) { try await png(of: content, fileExtension) }
    #expect(error?.code == .damaged)
  }
}

enum PictureSamples {
  private static func word(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(value >> ($0 * 8) & 255) } }

  /// A Photoshop picture of four pixels, whatever it says, without layers (Adobe Photoshop File Formats, 2019).
  static func photoshop(width: Int, height: Int) -> [UInt8] {
    let head =
      Array("8BPS".utf8) + [0, 1, 0, 0, 0, 0, 0, 0, 0, 3] + word(height).reversed() + word(width).reversed()
    // Depth and colours; no palette, no resources, no layers, no compression.
    return head + [0, 8, 0, 3] + [UInt8](repeating: 0, count: 14)
      + [UInt8]([0xC8, 0x1E, 0x28]).flatMap { [$0, $0, $0, $0] }
  }

  static let pixmap = Array(
    "/* XPM */\nstatic char *x[] = {\n\"2 1 2 1\",\n\"a c #C81E28\",\n\"b c #0000FF\",\n\"ab\"\n};\n".utf8)

  static let bitmap = Array(
    "#define x_width 8\n#define x_height 1\nstatic unsigned char x_bits[] = { 0xff };\n".utf8)

  /// A DirectDraw surface of one pixel of 24 bits.
  static let surface =
    Array("DDS ".utf8)
    + [124, 0x100F, 1, 1, 3].flatMap(word) + [UInt8](repeating: 0, count: 52)
    + [32, 0x40, 0, 24, 0xFF0000, 0xFF00, 0xFF, 0, 0x1000, 0, 0, 0, 0].flatMap(word) + [0x28, 0x1E, 0xC8]
}

extension LocalContent {
  func bytes() throws -> [UInt8] { try Descriptor(duplicating: descriptor).read(Int(size)) }
}
