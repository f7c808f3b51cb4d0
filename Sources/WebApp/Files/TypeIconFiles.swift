import DocumentModel
import LinuxSystem
import Logging

/// The icon files that types may name: the PNG files in `Resources/icons`, read once at the start.
///
/// A type that names none, or only such as are not there, has a drawn icon.
struct TypeIconFiles: Sendable {
  struct File: Sendable {
    let side: Int
    let bytes: [UInt8]
  }

  private static let maximumBytes: Int64 = 1 << 20

  private let files: [String: File]

  init() {
    files = [:]
  }

  /// The files in the directory at this path, which need not be there.
  ///
  /// Blocks.
  init(in path: String) {
    guard let directory = try? Directory(opening: path), let entries = try? directory.entries() else {
      files = [:]
      return
    }
    let found = entries.compactMap(\.name).compactMap { name in
      Self.read(name, in: directory).map { (name, $0) }
    }
    files = Dictionary(uniqueKeysWithValues: found)
  }

  /// The file that suits a type best at `size` pixels a side: the smallest of its files that is as large, else its
  /// largest.
  ///
  /// Nil for a type without one.
  func file(for type: FileType?, size: Int) -> File? {
    let own = (type?.icons ?? []).compactMap { files[$0] }.sorted { $0.side < $1.side }
    return own.first { $0.side >= size } ?? own.last
  }

  /// The icons that these types name and that are not there, or are no PNG of at most a MiB.
  func missing(from types: [FileType]) -> [(type: TypeIdentifier, name: String)] {
    types.flatMap { type in
      type.icons.filter { files[$0] == nil }.map { (type: type.identifier, name: $0) }
    }
  }

  func report(missingFrom types: [FileType], to log: Logger) {
    for (type, name) in missing(from: types) {
      log.warning(
        "an icon is not in Resources/icons, or no PNG; a drawn one is shown",
        metadata: ["type": "\(type)", "icon": "\(name)"])
    }
  }

  private static func read(_ name: String, in directory: Directory) -> File? {
    guard let file = try? directory.open(name), let status = try? file.status(), status.kind == .regular,
      status.size <= maximumBytes, let bytes = try? file.read(Int(status.size)), let side = side(of: bytes)
    else { return nil }
    return File(side: side, bytes: bytes)
  }

  /// The longer side of a PNG: width and height lead its first chunk (W3C PNG, 5.2 and 11.2.1); nil for anything else.
  private static func side(of bytes: [UInt8]) -> Int? {
    let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    guard bytes.count >= 24, bytes.starts(with: signature), Array(bytes[12..<16]) == Array("IHDR".utf8) else {
      return nil
    }
    func number(at start: Int) -> Int { bytes[start..<(start + 4)].reduce(0) { $0 << 8 | Int($1) } }
    let side = max(number(at: 16), number(at: 20))
    return side > 0 ? side : nil
  }
}
