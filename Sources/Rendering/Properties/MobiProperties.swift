import DocumentModel
import FoundationEssentials
import LinuxSystem

/// The properties of a Mobipocket or Kindle book, which stand in its first record.
///
/// The MobileRead wiki ("MOBI", "EXTH") describes its headers: "PalmDOC", "MOBI" and "EXTH".
///
/// The file is not trusted: each length is held against the bytes that are there.
struct MobiProperties {
  /// Far more than a first record has.
  private static let maximumBytes = 1 << 20
  /// Where a Palm database says its type and creator, and where its first record begins.
  private static let (kind, firstRecord) = (60, 78)
  private static let utf8: UInt32 = 65001
  /// Further records of "EXTH" are not looked at.
  private static let mostRecords = 1_000
  private static let fields: [UInt32: String] = [
    100: "author", 101: "publisher", 103: "comment", 105: "subject", 106: "created", 108: "creator",
    503: "title", 524: "language",
  ]

  private let bytes: [UInt8]
  private let start: Int

  /// Nil for other files.
  init?(_ content: Descriptor) {
    guard let head = try? content.read(Self.firstRecord),
      head.dropFirst(Self.kind).starts(with: Array("BOOKMOBI".utf8)),
      let bytes = try? content.read(Self.maximumBytes)
    else { return nil }
    self.bytes = bytes
    start = Int(Self.number(in: bytes, at: Self.firstRecord) ?? 0)
    guard bytes.dropFirst(start + 16).starts(with: Array("MOBI".utf8)) else { return nil }
  }

  /// Title, author and the like; the full name is the title where no record gives one.
  var properties: [String: String] {
    var found: [String: String] = [:]
    for (kind, data) in records {
      guard let field = Self.fields[kind], let value = text(data.lowerBound - start, count: data.count) else {
        continue
      }
      XMLProperties.add(value, as: field, to: &found)
    }
    found["title"] = found["title"] ?? text(Int(number(at: 84)), count: Int(number(at: 88)))
    return found
  }

  /// The records of "EXTH", which lies behind the header "MOBI": their kinds, and where their data lie.
  private var records: [(kind: UInt32, data: Range<Int>)] {
    let header = 16 + Int(number(at: 20))
    guard bytes.dropFirst(start + header).starts(with: Array("EXTH".utf8)) else { return [] }
    var (place, found) = (header + 12, [(kind: UInt32, data: Range<Int>)]())
    for _ in 0..<min(Int(number(at: header + 8)), Self.mostRecords) {
      let length = Int(number(at: place + 4))
      guard length >= 8, start + place + length <= bytes.count else { break }
      found.append((number(at: place), start + place + 8..<start + place + length))
      place += length
    }
    return found
  }

  /// The text at a place of the record; nil for one that is empty or lies outside.
  private func text(_ place: Int, count: Int) -> String? {
    let first = start + place
    guard count > 0, first <= bytes.count, count <= bytes.count - first else { return nil }
    let part = bytes[first..<first + count]
    let decoded = number(at: 28) == Self.utf8 ? nil : DecodedText.decoded(Array(part), "windows-1252")
    let text = String(decoding: decoded ?? Array(part), as: UTF8.self)
    return PDFDocument.caption(text, limit: ContentMetadata.longestText)
  }

  private func number(at place: Int) -> UInt32 { Self.number(in: bytes, at: start + place) ?? 0 }

  private static func number(in bytes: [UInt8], at place: Int) -> UInt32? {
    guard place >= 0, place + 4 <= bytes.count else { return nil }
    return bytes[place..<place + 4].reduce(0) { $0 << 8 | UInt32($1) }
  }
}
