import DocumentModel
import Testing

@testable import WebApp

@Suite("An IIIF request on a page")
struct ResolvedImageTests {
  /// A Letter page at 288 dpi: 2448 by 3168.
  private let letter = PageSize(width: 612, height: 792)

  private func resolve(
    _ region: String = "full", _ size: String = "max", _ rotation: String = "0",
    _ file: String = "default.jpg",
    on page: PageSize? = nil, of kind: RendererKind = .pdf
  ) throws -> ResolvedImage {
    let request = try ImageRequest(region: region, size: size, rotation: rotation, file: file)
    return try ResolvedImage(request, ofPage: 7, as: FullImage(of: page ?? letter, drawnBy: kind))
  }

  private func image(_ width: Double, _ height: Double) -> PageSize { PageSize(width: width, height: height) }

  @Test("a vector page has 4 pixels a point")
  func vectorPage() throws {
    #expect(try FullImage(of: letter, drawnBy: .pdf).size == PixelSize(width: 2448, height: 3168))
    let a4 = try FullImage(of: PageSize(width: 595.276, height: 841.89), drawnBy: .pdf)
    #expect(a4.size == PixelSize(width: 2382, height: 3368))
  }

  @Test("the scales of a page are on one grid: a part of it is where the whole page has it")
  func grid() throws {
    let a4 = PageSize(width: 595.276, height: 841.89)
    let inner = try resolve("1024,0,1024,1024", "512,512", on: a4)
    #expect(inner.render.region == PageRectangle(x: 256, y: 0, width: 256, height: 256))
    let last = try #require(try resolve("2048,2048,334,1320", "167,660", on: a4).render.region)
    #expect([last.x, last.y] == [512, 512])
    #expect([last.x + last.width, last.y + last.height] == [595.276, 841.89])
    for factor in [1, 2, 4, 8, 16] {
      let size = try FullImage(of: a4, drawnBy: .pdf).size.divided(by: factor)
      #expect(size.width == Int((595.276 * 4 / Double(factor)).rounded(.up)))
    }
  }

  @Test("a large vector page has half as many, until it is within the budget")
  func poster() throws {
    #expect(try FullImage(of: image(3000, 3000), drawnBy: .pdf).size == PixelSize(width: 6000, height: 6000))
    #expect(
      try FullImage(of: image(14_400, 14_400), drawnBy: .pdf).size == PixelSize(width: 7200, height: 7200))
    #expect(try FullImage(of: image(10_000, 1), drawnBy: .pdf).size == PixelSize(width: 10_000, height: 1))
    #expect(try FullImage(of: image(0.01, 0.01), drawnBy: .pdf).size == PixelSize(width: 1, height: 1))
  }

  @Test("an image has its own pixels, also more than the budget")
  func ownPixels() throws {
    #expect(try FullImage(of: image(1000, 700), drawnBy: .image).size == PixelSize(width: 1000, height: 700))
    let huge = try FullImage(of: image(20_000, 10_000), drawnBy: .image)
    #expect(huge.size == PixelSize(width: 20_000, height: 10_000))
    #expect(huge.limits.constrained(huge.size) == PixelSize(width: 11_313, height: 5656))
  }

  @Test(
    "a page without area, or beyond all measure, is a typed refusal",
    arguments: [0, -1, .nan, .infinity, 1e300])
  func badPages(side: Double) {
    #expect(throws: DocumentError.self) { try FullImage(of: image(side, 100), drawnBy: .pdf) }
    #expect(throws: DocumentError.self) { try FullImage(of: image(100, side), drawnBy: .image) }
  }

  @Test(
    "regions become pixels of the full image, cut off at its edge",
    arguments: [
      ("full", 0, 0, 1000, 700), ("square", 150, 0, 700, 700), ("10,20,30,40", 10, 20, 30, 40),
      ("900,600,500,500", 900, 600, 100, 100), ("0,0,9223372036854775807,1", 0, 0, 1000, 1),
      ("pct:0,0,100,100", 0, 0, 1000, 700), ("pct:33.3,33.3,33.3,33.3", 333, 233, 333, 233),
      ("pct:90,90,50,50", 900, 630, 100, 70),
    ])
  func regions(text: String, x: Int, y: Int, width: Int, height: Int) throws {
    let resolved = try resolve(text, on: image(1000, 700), of: .image)
    #expect(resolved.region == PixelRectangle(x: x, y: y, size: PixelSize(width: width, height: height)))
  }

  @Test(
    "regions without area or outside the page are refused",
    arguments: [
      ("0,0,0,10", ImageAddressProblem.Reason.empty), ("0,0,10,0", .empty), ("pct:0,0,0,10", .empty),
      ("pct:10,10,0.00001,10", .empty), ("1000,0,10,10", .outside), ("0,700,10,10", .outside),
      ("pct:100,0,10,10", .outside), ("pct:0,100,10,10", .outside),
      ("9223372036854775807,0,9223372036854775807,10", .outside),
    ])
  func badRegions(text: String, reason: ImageAddressProblem.Reason) {
    #expect(throws: ImageAddressProblem(.region, reason)) {
      try resolve(text, on: image(1000, 700), of: .image)
    }
  }

  @Test(
    "sizes become exact pixels",
    arguments: [
      ("max", 1000, 700), ("^max", 9561, 6693), ("500,", 500, 350), (",350", 500, 350), ("333,", 333, 233),
      ("100,600", 100, 600), ("pct:50", 500, 350), ("pct:0.1", 1, 1), ("!500,500", 500, 350),
      ("!2000,3000", 1000, 700), ("!2000,70", 100, 70), ("^!2000,3000", 2000, 1400), ("^2000,", 2000, 1400),
      ("^,1400", 2000, 1400), ("^pct:200", 2000, 1400), ("^3000,100", 3000, 100), ("^500,", 500, 350),
      ("^!99999,99999", 9561, 6693), ("!9223372036854775807,9223372036854775807", 1000, 700),
    ])
  func sizes(text: String, width: Int, height: Int) throws {
    #expect(
      try resolve("full", text, on: image(1000, 700), of: .image).size
        == PixelSize(width: width, height: height))
  }

  @Test(
    "sizes that cannot be are refused",
    arguments: [
      ("1001,", ImageAddressProblem.Reason.enlarging), (",701", .enlarging), ("1001,10", .enlarging),
      ("10,701", .enlarging), ("pct:100.1", .enlarging), ("9223372036854775807,", .enlarging),
      ("0,", .vanishing), (",0", .vanishing), ("0,0", .vanishing), ("!0,10", .vanishing),
      ("!10,0", .vanishing),
      ("pct:0", .vanishing), ("pct:0.01", .vanishing), ("^0,", .vanishing), ("^16384,", .overLimits),
      ("^16000,16000", .overLimits), ("^pct:100000000000000000000", .overLimits),
      ("^9223372036854775807,9223372036854775807", .overLimits),
    ])
  func badSizes(text: String, reason: ImageAddressProblem.Reason) {
    #expect(throws: ImageAddressProblem(.size, reason)) {
      try resolve("full", text, on: image(1000, 700), of: .image)
    }
  }

  @Test("a thin strip is not made thinner than a pixel")
  func strip() {
    #expect(throws: ImageAddressProblem(.size, .vanishing)) {
      try resolve("0,0,1000,1", "10,", on: image(1000, 700), of: .image)
    }
  }

  @Test("max of an image over the budget is what the budget holds; its full number of pixels is refused")
  func overBudget() throws {
    let huge = image(20_000, 10_000)
    let largest = try resolve(on: huge, of: .image)
    #expect(largest.size == PixelSize(width: 11_313, height: 5656))
    #expect(largest.canonicalPath == "full/max/0/default.jpg")
    #expect(throws: ImageAddressProblem(.size, .overLimits)) {
      try resolve("full", "20000,10000", on: huge, of: .image)
    }
    #expect(
      try resolve("0,0,1024,1024", "1024,1024", on: huge, of: .image).canonicalPath
        == "0,0,1024,1024/max/0/default.jpg")
  }

  @Test(
    "every request has one canonical spelling",
    arguments: [
      (["full", "max", "0", "default.jpg"], "full/max/0/default.jpg"),
      (["0,0,2448,3168", "2448,", "360", "color.jpg"], "full/max/0/default.jpg"),
      (["pct:0,0,100,100", "pct:50", "!90.0", "gray.png"], "full/1224,1584/!90/gray.png"),
      (["square", "!512,512", "180", "bitonal.webp"], "0,360,2448,2448/512,512/180/bitonal.webp"),
      (["2000,3000,5000,5000", "^max", "0", "default.png"], "2000,3000,448,168/^max/0/default.png"),
      (["0,0,100,100", "^200,", "270", "default.jpg"], "0,0,100,100/^200,200/270/default.jpg"),
      (["full", "^max", "0", "default.jpg"], "full/^max/0/default.jpg"),
      (["full", "^100,", "0", "default.jpg"], "full/100,129/0/default.jpg"),
    ])
  func canonical(parts: [String], path: String) throws {
    let resolved = try resolve(parts[0], parts[1], parts[2], parts[3])
    #expect(resolved.canonicalPath == path)
    let again = path.split(separator: "/").map(String.init)
    #expect(try resolve(again[0], again[1], again[2], again[3]) == resolved)
  }

  @Test("the drawing is the region in page units, at exactly the pixels asked for")
  func render() throws {
    let resolved = try resolve("1024,2048,1024,1120", "512,560", "!90", "gray.webp")
    #expect(
      resolved.render
        == RenderRequest(
          page: 7, region: PageRectangle(x: 256, y: 512, width: 256, height: 280),
          size: .exact(width: 512, height: 560), turn: .right, isMirrored: true, quality: .gray, format: .webp
        ))
    #expect(try resolve().render.region == nil)
  }

  @Test(
    "every tile of every scale lies within the budget and on the page",
    arguments: [612.0, 595.276, 5000, 3, 101.3])
  func tiles(width: Double) throws {
    let page = PageSize(width: width, height: 792)
    let full = try FullImage(of: page, drawnBy: .pdf)
    for factor in ImagePyramid(of: full).scaleFactors {
      for tile in TileGrid(full.size, factor).tiles {
        let resolved = try resolve(tile.region, tile.size, on: page)
        #expect(try RenderPlan(resolved.render, on: page).width == resolved.size.width)
      }
    }
  }
}

/// The tiles that clients compute from `info.json` (Image API 3.0, implementation notes 3).
struct TileGrid {
  struct Tile {
    let region: String
    let size: String
  }

  let tiles: [Tile]

  init(_ full: PixelSize, _ factor: Int) {
    let step = ImagePyramid.tileSide * factor
    tiles = stride(from: 0, to: full.height, by: step).flatMap { y in
      stride(from: 0, to: full.width, by: step).map { x in
        let (width, height) = (min(step, full.width - x), min(step, full.height - y))
        let size = PixelSize(width: width, height: height).divided(by: factor)
        return Tile(region: "\(x),\(y),\(width),\(height)", size: "\(size.width),\(size.height)")
      }
    }
  }
}
