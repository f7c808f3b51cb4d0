/// A camera's raw image as a small DNG (DNG 1.4): a preview, and 32 × 32 sensor values.
struct RawFile {
  enum Preview {
    case none
    case jpeg([UInt8])
    /// Red, green and blue of each pixel.
    case pixels([UInt8])
  }

  var preview = Preview.none
  var width = 0
  var height = 0
  /// TIFF's tag 274.
  var orientation = 1
  /// The length that the preview says it has; nil for its own.
  var length: Int?

  private typealias Entry = (tag: Int, type: Int, values: [Int])

  private static let camera = Array("Acme".utf8).map(Int.init) + [0]
  private static let sensor = [UInt8](repeating: 90, count: 1_024)

  private var data: [UInt8] {
    switch preview {
    case .none: []
    case .jpeg(let bytes), .pixels(let bytes): bytes
    }
  }

  /// The preview's directory, that of the sensor, and what they point to.
  var bytes: [UInt8] {
    let second = 8 + directory(first(second: 0, data: 0), at: 8).count
    let start = second + directory(sensor(data: 0), at: second).count
    return [0x49, 0x49, 42, 0, 8, 0, 0, 0] + directory(first(second: second, data: start), at: 8)
      + directory(sensor(data: start + data.count), at: second) + data + Self.sensor
  }

  private func first(second: Int, data start: Int) -> [Entry] {
    let picture: [Entry] =
      switch preview {
      case .none: []
      case .jpeg: [(258, 3, [8, 8, 8]), (259, 3, [7]), (262, 3, [6])]
      case .pixels: [(258, 3, [8, 8, 8]), (259, 3, [1]), (262, 3, [2])]
      }
    let place: [Entry] = [
      (254, 4, [1]), (256, 4, [width]), (257, 4, [height]), (273, 4, [start]), (277, 3, [3]),
      (278, 4, [height]),
      (279, 4, [length ?? data.count]),
    ]
    return (data.isEmpty ? [] : picture + place) + [
      (271, 2, Self.camera), (272, 2, Self.camera), (274, 3, [orientation]), (330, 4, [second]),
      (50706, 1, [1, 4, 0, 0]),
    ]
  }

  private func sensor(data start: Int) -> [Entry] {
    [
      (254, 4, [0]), (256, 4, [32]), (257, 4, [32]), (258, 3, [8]), (259, 3, [1]), (262, 3, [32_803]),
      (273, 4, [start]), (277, 3, [1]), (278, 4, [32]), (279, 4, [1_024]), (33_421, 3, [2, 2]),
      (33_422, 1, [0, 1, 1, 2]),
    ]
  }

  /// A directory at a place in the file, with its longer values behind it.
  private func directory(_ entries: [Entry], at place: Int) -> [UInt8] {
    func number(_ value: Int, _ size: Int) -> [UInt8] { (0..<size).map { UInt8(value >> ($0 * 8) & 255) } }
    var head = number(entries.count, 2)
    var tail: [UInt8] = []
    let behind = place + 6 + entries.count * 12
    for (tag, type, values) in entries.sorted(by: { $0.tag < $1.tag }) {
      let bytes = values.flatMap { number($0, [1: 1, 2: 1, 3: 2][type] ?? 4) }
      head += number(tag, 2) + number(type, 2) + number(values.count, 4)
      head +=
        bytes.count <= 4
        ? bytes + Array(repeating: 0, count: 4 - bytes.count) : number(behind + tail.count, 4)
      if bytes.count > 4 { tail += bytes }
    }
    return head + [0, 0, 0, 0] + tail
  }
}
