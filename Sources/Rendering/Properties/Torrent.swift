import DocumentModel
import FoundationEssentials

/// The facts of a torrent (BEP 3): its name, files, trackers and dates.
struct Torrent {
  private static let mostTrackers = 20

  let fields: [String: String]

  /// Nil for bytes that are no torrent.
  init?(_ bytes: [UInt8]) {
    var reader = BencodeReader(bytes)
    guard case .dictionary(let root)? = reader.value(), case .dictionary(let info)? = root["info"],
      let name = info["name"]?.text
    else { return nil }
    let files = info["files"]?.list
    let sizes = files.map { $0.map { $0.members["length"]?.number ?? 0 } } ?? [info["length"]?.number ?? 0]
    let tiers = (root["announce-list"]?.list ?? []).flatMap(\.list)
    let trackers = ([root["announce"]].compactMap(\.self) + tiers).compactMap(\.text)
    var seen: Set<String> = []
    let distinct = trackers.filter { seen.insert($0).inserted }
    var fields = [
      "title": name, "files": "\(files?.count ?? 1)",
      "contentBytes": "\(sizes.reduce(0) { $0.addingReportingOverflow($1).partialValue })",
      "trackers": distinct.prefix(Self.mostTrackers).joined(separator: ", "),
    ]
    fields["comment"] = root["comment"]?.text
    fields["creator"] = root["created by"]?.text
    fields["created"] = root["creation date"]?.number.flatMap { PDFDocument.date($0) }
    self.fields = fields.filter { !$0.value.isEmpty }
  }
}

/// Reads bencoded values (BEP 3), nested at most ``deepest`` levels.
private struct BencodeReader {
  indirect enum Value {
    case number(Int)
    case bytes(ArraySlice<UInt8>)
    case values([Value])
    case dictionary([String: Value])

    var number: Int? { if case .number(let number) = self { number } else { nil } }
    var text: String? {
      if case .bytes(let bytes) = self { String(decoding: bytes, as: UTF8.self) } else { nil }
    }
    var list: [Value] { if case .values(let values) = self { values } else { [] } }
    var members: [String: Value] { if case .dictionary(let members) = self { members } else { [:] } }
  }

  private static let deepest = 16

  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// The next value; nil for anything else.
  mutating func value(_ depth: Int = 0) -> Value? {
    guard position < bytes.count, depth < Self.deepest else { return nil }
    switch bytes[position] {
    case UInt8(ascii: "i"):
      position += 1
      return number(before: UInt8(ascii: "e")).map(Value.number)
    case UInt8(ascii: "l"):
      return values(depth).map(Value.values)
    case UInt8(ascii: "d"):
      return dictionary(depth).map(Value.dictionary)
    default:
      return string().map(Value.bytes)
    }
  }

  private mutating func values(_ depth: Int) -> [Value]? {
    position += 1
    var values: [Value] = []
    while !ends() {
      guard let value = value(depth + 1) else { return nil }
      values.append(value)
    }
    return values
  }

  private mutating func dictionary(_ depth: Int) -> [String: Value]? {
    position += 1
    var members: [String: Value] = [:]
    while !ends() {
      guard let key = string(), let value = value(depth + 1) else { return nil }
      members[String(decoding: key, as: UTF8.self)] = value
    }
    return members
  }

  /// Whether a list or dictionary ends here; what follows the bytes counts as an end.
  private mutating func ends() -> Bool {
    guard position < bytes.count else { return true }
    guard bytes[position] == UInt8(ascii: "e") else { return false }
    position += 1
    return true
  }

  private mutating func string() -> ArraySlice<UInt8>? {
    guard let length = number(before: UInt8(ascii: ":")), (0...bytes.count - position).contains(length) else {
      return nil
    }
    defer { position += length }
    return bytes[position..<position + length]
  }

  private mutating func number(before end: UInt8) -> Int? {
    guard let close = bytes[position...].prefix(21).firstIndex(of: end) else { return nil }
    defer { position = close + 1 }
    return Int(String(decoding: bytes[position..<close], as: UTF8.self))
  }
}
