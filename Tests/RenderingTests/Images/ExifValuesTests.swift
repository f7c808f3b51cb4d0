import DocumentModel
import Testing

@testable import Rendering

@Suite struct `The EXIF values of a picture` {
  @Test(arguments: [
    ("Canon (Canon, ASCII, 6 components, 6 bytes)", "Canon"),
    ("X (50) (X (50), ASCII, 7 components, 7 bytes)", "X (50)"),
    ("1, 2 (1, 2, ASCII, 5 components, 5 bytes)", "1, 2"),
    ("1/125 (1/125 sec., Rational, 1 components, 8 bytes)", "1/125 sec."),
    ("1 (Top-left, Short, 1 components, 2 bytes)", "Top-left"),
    ("51/1 30/1 2615/100 (51, 30, 26.15, Rational, 3 components, 24 bytes)", "51, 30, 26.15"),
  ])
  func `are the readable part of what libexif writes`(written: String, text: String) {
    #expect(ExifValues.text(written) == text)
  }

  @Test(arguments: ["", "Canon", "a, b, c, d", "(, ASCII, 1 components, 1 bytes)"])
  func `are nothing where it has another form`(written: String) {
    #expect(ExifValues.text(written).map { $0.isEmpty } ?? true)
  }

  @Test(arguments: [
    ("2026:11:26 12:00:01", "2026-11-26T12:00:01"), ("yesterday", "yesterday"), ("2026 11", "2026 11"),
  ])
  func `have dates as others write them`(text: String, date: String) {
    #expect(ExifValues.date(text) == date)
  }
}
