import DocumentModel
import LinuxSystem
import Testing

@testable import Rendering

@Suite("Raw images of cameras") struct CameraRawTests {
  static func open(_ bytes: [UInt8]) throws -> any OpenedDocument {
    try #require(Vips.isStarted)
    return try DocumentOpener.open(.raw, Contents.descriptor(bytes))
  }

  static func withJPEG(orientation: Int = 1) throws -> RawFile {
    RawFile(
      preview: .jpeg(try JPEGFile.quarter(width: 80, height: 40)), width: 80, height: 40,
      orientation: orientation)
  }

  @Test(
    "a preview is shown as the camera was held",
    arguments: [(1, 80, 40, 5, 5), (3, 80, 40, 75, 35), (6, 40, 80, 35, 5), (8, 40, 80, 5, 75)])
  func orientation(value: Int, width: Int, height: Int, x: Int, y: Int) throws {
    let document = try Self.open(Self.withJPEG(orientation: value).bytes)
    #expect(try document.size(ofPage: 1) == PageSize(width: Double(width), height: Double(height)))
    let drawn = try document.drawn()
    #expect(drawn.isClose(x, y, to: (255, 0, 0), tolerance: 12), "\(drawn.hex(x, y))")
    #expect(drawn.isClose(width - 1 - x, height - 1 - y, to: (0, 0, 255), tolerance: 12))
  }

  @Test("it names its camera")
  func camera() throws {
    let metadata = try Self.open(Self.withJPEG().bytes).metadata()
    #expect(metadata.camera?.values["Make"] == "Acme" && metadata.fields["creator"] == nil)
  }

  @Test("without a preview it is refused with the reason")
  func noPreview() throws {
    let error = #expect(throws: DocumentError.self) { try Self.open(RawFile().bytes) }
    #expect(error?.description == "not-showable: the raw image has no preview in it")
    // LibRaw's reader of such previews writes behind their end when a file lies, so it is not used.
    let pixels = RawFile(preview: .pixels([UInt8](repeating: 9, count: 96)), width: 8, height: 4)
    #expect(refusal { _ = try Self.open(pixels.bytes) } == .notShowable)
  }

  @Test("an ordinary picture with the name of a raw image is shown as that")
  func ordinary() throws {
    #expect(try Self.open(JPEGFile.quarter(width: 80, height: 40)).drawn().width == 80)
    #expect(try Self.open(TIFFFile.bytes([.init(width: 20, height: 10, shade: 50)])).drawn().width == 20)
    #expect(refusal { _ = try Self.open(Array("no picture".utf8)) } == .damaged)
    #expect(refusal { _ = try Self.open([]) } == .damaged)
  }

  @Test("one cut off anywhere is shown as far as it goes or refused", arguments: 0...19)
  func truncated(part: Int) throws {
    let raw = try Self.withJPEG().bytes
    let cut = Array(raw.prefix(raw.count * part / 20))
    #expect([nil, .damaged, .notShowable].contains(refusal { _ = try Self.open(cut).drawn() }))
  }

  @Test("one whose preview lies about itself is refused", arguments: [1, 11, 4_000_000_000])
  func lying(length: Int) throws {
    var raw = try Self.withJPEG()
    raw.length = length
    #expect(
      [.damaged, .notShowable, .renderMemory].contains(refusal { _ = try Self.open(raw.bytes).drawn() }))
    let huge = RawFile(preview: .jpeg(ImageBomb.jpeg(width: 65_500, height: 65_500)), width: 80, height: 40)
    #expect(refusal { _ = try Self.open(huge.bytes) } == .documentTooLarge)
  }
}
