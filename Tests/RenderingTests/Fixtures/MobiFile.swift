/// A Kindle book of a first record alone: the Palm database's header, "PalmDOC", "MOBI" and "EXTH".
struct MobiFile {
  let name: String
  let records: [(kind: UInt32, data: [UInt8])]
  let encoding: UInt32

  var bytes: [UInt8] {
    let start = 78 + 8 + 2
    let palm =
      [UInt8](repeating: 0, count: 60) + Array("BOOKMOBI".utf8) + .init(repeating: 0, count: 8) + [0, 1]
    return palm + Self.word(start) + [0, 0, 0, 0, 0, 0] + record
  }

  private var record: [UInt8] {
    let length = 232
    let extended = records.flatMap { Self.word(Int($0.kind)) + Self.word($0.data.count + 8) + $0.data }
    let exth = Array("EXTH".utf8) + Self.word(extended.count + 12) + Self.word(records.count) + extended
    let place = 16 + length + exth.count
    var header = Array("MOBI".utf8) + Self.word(length) + Self.word(2) + Self.word(Int(encoding))
    header += [UInt8](repeating: 0, count: 84 - 16 - header.count)
    header += Self.word(place) + Self.word(name.utf8.count)
    header += [UInt8](repeating: 0, count: length - header.count)
    return [UInt8](repeating: 0, count: 16) + header + exth + Array(name.utf8)
  }

  private static func word(_ value: Int) -> [UInt8] {
    withUnsafeBytes(of: UInt32(truncatingIfNeeded: value).bigEndian, Array.init)
  }
}
