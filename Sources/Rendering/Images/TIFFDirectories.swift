import DocumentModel

/// The page sizes that a TIFF's directories give (TIFF 6.0, section 2; BigTIFF).
///
/// To find a page, libtiff walks through all pages before it, which takes minutes for ten thousand pages. One walk
/// along the linked directories meets them all. The file is not trusted: an offset outside the file, or a cycle,
/// ends the walk.
struct TIFFDirectories {
  private static let width: UInt64 = 256
  private static let height: UInt64 = 257
  private static let orientation: UInt64 = 274
  /// Entry limit of a plausible directory.
  private static let maximumEntries: UInt64 = 4_096

  private let bytes: UnsafeRawBufferPointer
  private let isBigEndian: Bool
  /// Bytes of an offset: 8 in a BigTIFF, else 4.
  private let offsetSize: Int
  private let first: UInt64

  /// Nil for a file without a TIFF header.
  init?(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count >= 16 else { return nil }
    switch (bytes[0], bytes[1]) {
    case (0x49, 0x49): isBigEndian = false
    case (0x4D, 0x4D): isBigEndian = true
    default: return nil
    }
    self.bytes = bytes
    let mark = Self.number(in: bytes, at: 2, 2, isBigEndian)
    guard mark == 42 || mark == 43 else { return nil }
    offsetSize = mark == 43 ? 8 : 4
    guard let first = Self.number(in: bytes, at: mark == 43 ? 8 : 4, offsetSize, isBigEndian) else {
      return nil
    }
    self.first = first
  }

  /// The shown sizes of at most `limit` pages; fewer where the list ends or is damaged, or a page has no size.
  func sizes(limit: Int) -> [PageSize] {
    var sizes: [PageSize] = []
    var seen: Set<UInt64> = []
    var place = first
    while sizes.count < limit, place != 0, seen.insert(place).inserted,
      let (size, next) = directory(at: place)
    {
      sizes.append(size)
      place = next
    }
    return sizes
  }

  private func directory(at place: UInt64) -> (PageSize, next: UInt64)? {
    let countSize = offsetSize == 8 ? 8 : 2
    let entrySize = UInt64(4 + 2 * offsetSize)
    guard let count = number(at: place, countSize), count <= Self.maximumEntries else { return nil }
    let start = place + UInt64(countSize)
    guard let next = number(at: start + count * entrySize, offsetSize) else { return nil }
    var values: [UInt64: UInt64] = [:]
    for index in 0..<count {
      let entry = start + index * entrySize
      guard let tag = number(at: entry, 2), [Self.width, Self.height, Self.orientation].contains(tag) else {
        continue
      }
      values[tag] = value(ofEntryAt: entry)
    }
    guard let width = values[Self.width], let height = values[Self.height], (1...UInt64(Int32.max)) ~= width,
      (1...UInt64(Int32.max)) ~= height
    else { return nil }
    let isTurned = (5...8).contains(values[Self.orientation] ?? 1)
    let (across, down) = isTurned ? (height, width) : (width, height)
    return (PageSize(width: Double(across), height: Double(down)), next)
  }

  /// An integer of 16, 32 or 64 bits that is stored in the entry itself.
  private func value(ofEntryAt entry: UInt64) -> UInt64? {
    let place = entry + 4 + UInt64(offsetSize)
    return switch number(at: entry + 2, 2) {
    case 3: number(at: place, 2)
    case 4: number(at: place, 4)
    case 16 where offsetSize == 8: number(at: place, 8)
    default: nil
    }
  }

  private func number(at place: UInt64, _ size: Int) -> UInt64? {
    Int(exactly: place).flatMap { Self.number(in: bytes, at: $0, size, isBigEndian) }
  }

  private static func number(
    in bytes: UnsafeRawBufferPointer, at place: Int, _ size: Int, _ isBigEndian: Bool
  ) -> UInt64? {
    guard place >= 0, place <= bytes.count - size else { return nil }
    let part = bytes[place..<place + size]
    return isBigEndian
      ? part.reduce(0) { $0 << 8 | UInt64($1) } : part.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}
