/// CRC-32 as ZIP has it (APPNOTE 4.4.7; polynomial 0xEDB88320, bits reversed), of bytes that come in pieces.
///
/// It finds damage by a disk or a line, and no forgery.
struct CyclicRedundancyCheck {
  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { sum, _ in sum & 1 == 0 ? sum >> 1 : 0xEDB8_8320 ^ (sum >> 1) }
  }

  private var state: UInt32 = 0xFFFF_FFFF

  var value: UInt32 { ~state }

  mutating func update(_ bytes: [UInt8]) {
    var sum = state
    Self.table.withUnsafeBufferPointer { table in
      bytes.withUnsafeBufferPointer { bytes in
        for byte in bytes { sum = table[Int(UInt8(truncatingIfNeeded: sum) ^ byte)] ^ (sum >> 8) }
      }
    }
    state = sum
  }
}
