import DocumentModel
import Testing

@testable import WebApp

@Suite("IIIF image addresses")
struct ImageRequestTests {
  private func request(
    _ region: String = "full", _ size: String = "max", _ rotation: String = "0",
    _ file: String = "default.jpg"
  ) throws(ImageAddressProblem) -> ImageRequest {
    try ImageRequest(region: region, size: size, rotation: rotation, file: file)
  }

  @Test("regions are read in all their forms")
  func regions() throws {
    #expect(try request("full").region == .full)
    #expect(try request("square").region == .square)
    #expect(try request("1,2,30,40").region == .pixels(x: 1, y: 2, width: 30, height: 40))
    #expect(try request("pct:0.5,.25,10,99.5").region == .percent(x: 0.5, y: 0.25, width: 10, height: 99.5))
  }

  @Test(
    "a region of no known form is refused as a region",
    arguments: [
      "", "Full", "frob", "1,2,3", "1,2,3,4,5", "1,2,3,", ",,,", "-1,0,10,10", "+1,0,10,10", "1.5,0,10,10",
      "0x1,0,10,10", "1e2,0,10,10", " 1,0,10,10", "pct:", "pct:1,2,3", "pct:-1,0,10,10", "pct:nan,0,10,10",
      "pct:inf,0,10,10", "pct:1e1,0,10,10", "pct:1..2,0,10,10", "pct:,,,", "pct:10,10,10,10,10",
      "PCT:1,1,1,1",
      "99999999999999999999,0,1,1", "٣,0,10,10", "01,0,10,10",
    ])
  func badRegions(text: String) {
    #expect(throws: ImageAddressProblem(.region, .malformed)) { try request(text) }
  }

  @Test("sizes are read in all their forms, with and without ^")
  func sizes() throws {
    let forms: [(String, SizeParameter.Form)] = [
      ("max", .max), ("150,", .width(150)), (",150", .height(150)), ("15,20", .exact(width: 15, height: 20)),
      ("!15,20", .confined(width: 15, height: 20)), ("pct:12.5", .percent(12.5)),
    ]
    for (text, form) in forms {
      let (plain, enlarging) = (try request("full", text).size, try request("full", "^" + text).size)
      #expect(plain.form == form && !plain.mayEnlarge)
      #expect(enlarging.form == form && enlarging.mayEnlarge)
    }
  }

  @Test(
    "a size of no known form is refused as a size",
    arguments: [
      "", "full", "^", "!", "^!", ",", "!,", "!10,", "!,10", "^^max", "!max", "max,", "10", "10,10,10", "-1,",
      "1.5,", ",0x10", "10, 10", "a,b", "10,b", "a,10", "pct:", "pct:-1", "pct:nan", "pct:1e2", "pct:10,10",
      "99999999999999999999,", "^pct", ",^240",
    ])
  func badSizes(text: String) {
    #expect(throws: ImageAddressProblem(.size, .malformed)) { try request("full", text) }
  }

  @Test(
    "rotations are quarter turns, mirrored or not",
    arguments: [
      ("0", QuarterTurn.none, false), ("90", .right, false), ("180.0", .half, false), ("270", .left, false),
      ("360", .none, false), ("!0", .none, true), ("!90", .right, true),
    ])
  func rotations(text: String, turn: QuarterTurn, isMirrored: Bool) throws {
    let rotation = try request("full", "max", text).rotation
    #expect(rotation.turn == turn)
    #expect(rotation.isMirrored == isMirrored)
  }

  @Test(
    "a rotation that is no number up to 360 is malformed",
    arguments: ["", "!", "-90", "+90", "361", "1e2", "nan", "90!", "!!90", "x"])
  func badRotations(text: String) {
    #expect(throws: ImageAddressProblem(.rotation, .malformed)) { try request("full", "max", text) }
  }

  @Test(
    "a rotation between quarter turns is understood and not offered",
    arguments: ["45", "22.5", "!1", "359.9"])
  func otherRotations(text: String) {
    #expect(throws: ImageAddressProblem(.rotation, .unsupported)) { try request("full", "max", text) }
  }

  @Test("default is color; gray and bitonal are themselves")
  func qualities() throws {
    #expect(try request("full", "max", "0", "default.png").quality == .color)
    for quality in ImageQuality.allCases {
      #expect(try request("full", "max", "0", "\(quality.rawValue).png").quality == quality)
    }
  }

  @Test(
    "a file that begins with no quality is refused as a quality",
    arguments: ["", "default", ".jpg", "native.jpg", "grey.jpg", "Default.jpg", "color"])
  func badQualities(file: String) {
    #expect(throws: ImageAddressProblem(.quality, .malformed)) { try request("full", "max", "0", file) }
  }

  @Test("jpg, png and webp are made", arguments: ImageFormat.allCases)
  func formats(format: ImageFormat) throws {
    #expect(try request("full", "max", "0", "default.\(format.rawValue)").format == format)
  }

  @Test(
    "a format that is no format is malformed",
    arguments: ["default.", "default.jpeg", "default.JPG", "default.jpg.png", "default.x"])
  func badFormats(file: String) {
    #expect(throws: ImageAddressProblem(.format, .malformed)) { try request("full", "max", "0", file) }
  }

  @Test(
    "a format that other servers make is understood and not offered", arguments: ["tif", "gif", "jp2", "pdf"])
  func otherFormats(format: String) {
    #expect(throws: ImageAddressProblem(.format, .unsupported)) {
      try request("full", "max", "0", "default.\(format)")
    }
  }

  @Test("every problem says which part is wrong and what it must be")
  func details() {
    for part in ImageAddressProblem.Part.allCases {
      for reason in ImageAddressProblem.Reason.allCases {
        #expect(ImageAddressProblem(part, reason).detail.contains(part.rawValue))
      }
    }
    #expect(
      ImageAddressProblem(.rotation, .unsupported).detail
        == "rotation must be a whole number of quarter turns: 0, 90, 180 or 270, with ! in front to mirror")
    #expect(
      ImageAddressProblem(.size, .enlarging).detail
        == "the size is larger than the region; put ^ in front to enlarge")
  }

  @Test("an image is named by document and page", arguments: ["0123456789abcdef_1", "0123456789abcdef_0"])
  func identifiers(text: String) {
    #expect(ImageIdentifier(text)?.description == text)
  }

  @Test(
    "text that is no document and page names no image",
    arguments: [
      "", "_", "0123456789abcdef", "0123456789abcdef_", "0123456789abcdef_1_1", "0123456789abcdef_-1",
      "0123456789abcdef_01", "a/b", "[frob]", "0123456789ABCDEF_1", "_1",
    ])
  func badIdentifiers(text: String) {
    #expect(ImageIdentifier(text) == nil)
  }
}
