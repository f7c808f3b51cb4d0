import DocumentModel
import FoundationEssentials
import Testing

@testable import WebApp

@Suite("info.json")
struct ImageInformationTests {
  private struct Read: Decodable {
    struct Size: Decodable, Equatable {
      let width: Int
      let height: Int
    }

    struct Tiles: Decodable {
      let width: Int
      let height: Int
      let scaleFactors: [Int]
    }

    let id: String
    let type: String
    let profile: String
    let width: Int
    let height: Int
    let maxWidth: Int
    let maxArea: Int
    let sizes: [Size]
    let tiles: [Tiles]
    let extraFormats: [String]
    let extraQualities: [String]
    let extraFeatures: [String]
  }

  private func text(of page: PageSize, _ kind: RendererKind = .pdf) throws -> [UInt8] {
    let identifier = try #require(ImageIdentifier("0123456789abcdef_3"))
    let information = ImageInformation(
      of: try FullImage(of: page, drawnBy: kind), identifier, at: IIIFAddresses(base: "http://localhost:8080")
    )
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return Array(try encoder.encode(information))
  }

  private func read(_ page: PageSize, _ kind: RendererKind = .pdf) throws -> Read {
    try JSONDecoder().decode(Read.self, from: Data(try text(of: page, kind)))
  }

  @Test("it begins with its context and names the image as the client did")
  func names() throws {
    let text = String(decoding: try text(of: PageSize(width: 612, height: 792)), as: UTF8.self)
    #expect(text.hasPrefix("{\"@context\":\"http://iiif.io/api/image/3/context.json\","))
    #expect(text.contains("\"protocol\":\"http://iiif.io/api/image\""))
    #expect(text.contains("\"http://localhost:8080/iiif/presentation/3/0123456789abcdef/manifest\""))
    let read = try read(PageSize(width: 612, height: 792))
    #expect(read.id == "http://localhost:8080/iiif/3/0123456789abcdef_3")
    #expect(read.type == "ImageService3")
    #expect(read.profile == "level2")
  }

  @Test("a Letter page comes in tiles at three scales and in five sizes")
  func letter() throws {
    let read = try read(PageSize(width: 612, height: 792))
    #expect([read.width, read.height] == [2448, 3168])
    #expect(read.tiles.map(\.scaleFactors) == [[1, 2, 4]])
    #expect(read.tiles.map(\.width) == [1024])
    #expect(read.sizes.map(\.width) == [153, 306, 612, 1224, 2448])
    #expect(read.sizes.map(\.height) == [198, 396, 792, 1584, 3168])
  }

  @Test(
    "the whole image is one tile at the last scale, and the scales are powers of two",
    arguments: [1.0, 700, 6000, 12_345, 90_000])
  func scales(width: Double) throws {
    let read = try read(PageSize(width: width, height: 500), .image)
    let last = try #require(read.tiles.first?.scaleFactors.last)
    #expect(read.width <= last * ImagePyramid.tileSide && read.height <= last * ImagePyramid.tileSide)
    #expect(read.tiles.first?.scaleFactors == (0..<20).map { 1 << $0 }.filter { $0 <= last })
  }

  @Test("sizes over the limits are not offered")
  func limits() throws {
    let read = try read(PageSize(width: 20_000, height: 10_000), .image)
    #expect([read.width, read.height] == [20_000, 10_000])
    #expect([read.maxWidth, read.maxArea] == [16_383, 64_000_000])
    #expect(read.sizes.last == .init(width: 10_000, height: 5000))
  }

  @Test("features beyond level 2 are listed")
  func extras() throws {
    let read = try read(PageSize(width: 10, height: 10))
    #expect(read.extraFormats == ["webp"])
    #expect(read.extraQualities == ["color", "gray", "bitonal"])
    #expect(
      Set(read.extraFeatures).isSuperset(of: [
        "mirroring", "sizeUpscaling", "canonicalLinkHeader", "profileLinkHeader",
      ]))
    #expect(!read.extraFeatures.contains("rotationArbitrary"))
  }
}

@Suite("Which JSON a client accepts")
struct JSONLinkedDataTests {
  @Test(
    "JSON-LD unless plain JSON is liked better",
    arguments: [
      (nil, JSONLinkedData.linked), ("", .linked), ("*/*", .linked), ("application/ld+json", .linked),
      ("application/json", .plain), ("application/json, application/ld+json", .linked),
      ("application/json;q=0.9, application/ld+json;q=0.8", .plain),
      ("application/json;q=0.5, */*;q=0.1", .plain),
      ("application/ld+json;profile=\"http://iiif.io/api/image/3/context.json\"", .linked),
      ("APPLICATION/JSON", .plain), ("application/*", .linked), ("image/png", .linked),
      ("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", .plain),
      ("application/ld+json;q=0", .plain), ("application/json;q=x", .linked), (",;,=", .linked),
    ] as [(String?, JSONLinkedData)])
  func choice(accept: String?, type: JSONLinkedData) {
    #expect(JSONLinkedData(accept: accept) == type)
  }

  @Test("only JSON-LD names its context")
  func mediaType() {
    #expect(JSONLinkedData.linked.mediaType(context: "c") == "application/ld+json;profile=\"c\"")
    #expect(JSONLinkedData.plain.mediaType(context: "c") == "application/json")
  }
}
