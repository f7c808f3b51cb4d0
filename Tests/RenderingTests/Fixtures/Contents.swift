import DocumentModel
import Glibc
import LinuxSystem
import Testing

@testable import Rendering

/// Contents in memory, as a worker receives them.
enum Contents {
  static func descriptor(_ bytes: [UInt8]) throws -> Descriptor {
    let file = try MemoryFile.create(name: "fixture")
    try file.append(bytes)
    return file
  }
}

extension PDFDocument {
  static func open(_ file: PDFFile, password: String? = nil) throws -> PDFDocument {
    try PDFDocument(Contents.descriptor(file.bytes), password: password)
  }

  static func open(_ page: PDFFile.Page) throws -> PDFDocument {
    try open(PDFFile(pages: [page]))
  }
}

extension ImageDocument {
  static func open(_ bytes: [UInt8]) throws -> ImageDocument {
    try #require(Vips.isStarted)
    return try ImageDocument(Contents.descriptor(bytes))
  }
}

extension OpenedDocument {
  func drawn(
    _ page: Int = 1, region: PageRectangle? = nil, size: RenderRequest.Size = .scale(1)
  ) throws -> PixelBuffer {
    try draw(RenderRequest(page: page, region: region, size: size))
  }
}

extension PixelBuffer {
  /// The colour of a pixel as text, such as "ff0000".
  func hex(_ x: Int, _ y: Int) -> String {
    let colour = self[x, y]
    return [colour.red, colour.green, colour.blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
      .joined()
  }

  /// Whether a pixel's channels are within `tolerance` of a colour.
  func isClose(_ x: Int, _ y: Int, to wanted: (Int, Int, Int), tolerance: Int = 6) -> Bool {
    let colour = self[x, y]
    let differences = [
      Int(colour.red) - wanted.0, Int(colour.green) - wanted.1, Int(colour.blue) - wanted.2,
    ]
    return differences.allSatisfy { abs($0) <= tolerance }
  }

  /// The bounding box of all pixels darker than half.
  func ink() -> LetterBox? {
    var box: LetterBox?
    for y in 0..<height {
      for x in 0..<width where self[x, y].green < 128 {
        let pixel = LetterBox(left: Double(x), top: Double(y), right: Double(x + 1), bottom: Double(y + 1))
        if box == nil { box = pixel } else { box?.formUnion(pixel) }
      }
    }
    return box
  }

  private func hasBytes(of other: PixelBuffer) -> Bool {
    guard let mine = bytes.baseAddress, let others = other.bytes.baseAddress else { return false }
    return memcmp(mine, others, bytes.count) == 0
  }

  /// The number of pixels that differ from an image of the same size.
  func differences(from other: PixelBuffer) -> Int {
    guard (width, height) == (other.width, other.height) else { return .max }
    if hasBytes(of: other) { return 0 }
    return (0..<height).reduce(0) { sum, y in
      sum + (0..<width).count { x in self[x, y] != other[x, y] }
    }
  }

  /// The largest difference in any channel from an image of the same size.
  func largestDifference(from other: PixelBuffer) -> Int {
    guard (width, height) == (other.width, other.height) else { return .max }
    if hasBytes(of: other) { return 0 }
    var largest = 0
    for index in bytes.indices where bytes[index] != other.bytes[index] && index % 4 < 3 {
      largest = max(largest, abs(Int(bytes[index]) - Int(other.bytes[index])))
    }
    return largest
  }

  /// The colour of a pixel as one number: red, green, blue.
  func number(_ x: Int, _ y: Int) -> Int {
    let colour = self[x, y]
    return Int(colour.red) << 16 | Int(colour.green) << 8 | Int(colour.blue)
  }

  func cut(_ left: Int, _ top: Int, _ width: Int, _ height: Int) throws -> PixelBuffer {
    let part = try PixelBuffer(width: width, height: height)
    copy(
      PixelRectangle(left: 0, top: 0, width: self.width, height: self.height), to: part,
      covering: PixelRectangle(left: left, top: top, width: width, height: height))
    return part
  }

  /// Red increases to the right, green to the bottom, so every pixel has its own colour.
  static func gradient(width: Int, height: Int, isGrey: Bool = false) throws -> PixelBuffer {
    let pixels = try PixelBuffer(width: width, height: height)
    let words = pixels.bytes.bindMemory(to: UInt32.self)
    for y in 0..<height {
      for x in 0..<width {
        let red = UInt32(255 * x / max(1, width - 1))
        let green = UInt32(255 * y / max(1, height - 1))
        words[y * width + x] = isGrey ? red << 16 | red << 8 | red : red << 16 | green << 8 | 0x40
      }
    }
    return pixels
  }
}

/// The code of the refusal that `body` throws; nil on success.
func refusal(_ body: () throws -> Void) -> DocumentError.Code? {
  do {
    try body()
    return nil
  } catch {
    return (error as? DocumentError)?.code
  }
}
