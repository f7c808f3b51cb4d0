import DocumentModel
import Foundation
import Testing

@Suite("The place of a picture on its page")
struct PictureFrameTests {
  @Test("is that of its pixels, where it was not straightened")
  func level() {
    let picture = ImageFacts(width: 100, height: 200, format: .png, scale: 2)
    let frame = PictureFrame(picture, of: PageSize(width: 50, height: 100))
    let box = frame.rectangle(PageRectangle(x: 10, y: 20, width: 40, height: 10))
    #expect(box == PageRectangle(x: 5, y: 10, width: 20, height: 5))
  }

  @Test("is turned back about its middle, where it was", arguments: [2.0, -2, 5.5])
  func straightened(skew: Double) {
    let size = PageSize(width: 600, height: 800)
    let angle = skew * .pi / 180
    // All four corners of the page are in the picture, at two pixels for a unit.
    let width = (1_200 * cos(abs(angle)) + 1_600 * sin(abs(angle))).rounded(.up)
    let height = (1_200 * sin(abs(angle)) + 1_600 * cos(abs(angle))).rounded(.up)
    let frame = PictureFrame(
      ImageFacts(width: Int(width), height: Int(height), format: .png, scale: 2, skew: skew), of: size)
    for (x, y) in [(100.0, 100.0), (500, 700), (300, 400)] {
      // The place on the page, seen from its middle, turned against the skew.
      let (dx, dy) = ((x - 300) * 2, (y - 400) * 2)
      let place = (
        width / 2 + dx * cos(angle) + dy * sin(angle), height / 2 - dx * sin(angle) + dy * cos(angle)
      )
      let box = frame.rectangle(PageRectangle(x: place.0, y: place.1, width: 0, height: 0))
      #expect(abs(box.x - x) < 1e-6 && abs(box.y - y) < 1e-6)
    }
  }

  @Test("has boxes around all four corners of those in the picture")
  func around() {
    let frame = PictureFrame(
      ImageFacts(width: 1_000, height: 1_000, format: .png, scale: 1, skew: 2),
      of: PageSize(width: 960, height: 960))
    let box = frame.rectangle(PageRectangle(x: 100, y: 100, width: 200, height: 50))
    #expect(abs(box.width - (200 * cos(.pi / 90) + 50 * sin(.pi / 90))) < 1e-9)
    #expect(abs(box.height - (200 * sin(.pi / 90) + 50 * cos(.pi / 90))) < 1e-9)
  }
}
