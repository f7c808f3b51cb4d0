/// The path of something in a package, relative to it: names joined by slashes, a folder's with one at the end.
///
/// Compared and ordered by its bytes, as the kernel does it: two spellings of one name are two names.
struct PackagePath: Hashable, Sendable, Comparable {
  static let maximumDepth = 32
  static let maximumBytes = 1024
  private static let slash = UInt8(ascii: "/")

  /// UTF-8.
  let bytes: [UInt8]

  /// The path of these bytes; nil when nothing in a package can lie there.
  ///
  /// Refused are empty, dotted and overlong names, absolute and overlong paths, control characters, backslashes (which
  /// other systems take for slashes) and what is no UTF-8.
  init?(_ bytes: [UInt8]) {
    guard (1...Self.maximumBytes).contains(bytes.count), String(validating: bytes, as: UTF8.self) != nil,
      bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "\\") })
    else { return nil }
    let inner = bytes.last == Self.slash ? bytes.dropLast() : bytes[...]
    let names = inner.split(separator: Self.slash, omittingEmptySubsequences: false)
    guard names.count <= Self.maximumDepth, names.allSatisfy(Self.isLegal) else { return nil }
    self.bytes = bytes
  }

  private static func isLegal(_ name: ArraySlice<UInt8>) -> Bool {
    (1...255).contains(name.count) && !name.elementsEqual(".".utf8) && !name.elementsEqual("..".utf8)
  }

  var isFolder: Bool { bytes.last == Self.slash }
  var text: String { String(decoding: bytes, as: UTF8.self) }
  /// The bytes without the slash that a folder has at its end.
  var bare: [UInt8] { isFolder ? Array(bytes.dropLast()) : bytes }
  var name: String { String(decoding: bare, as: UTF8.self) }

  /// ``bare`` of the folder that holds this; nil when that is the package itself.
  var parent: [UInt8]? {
    let bare = bare
    return bare.lastIndex(of: Self.slash).map { Array(bare[..<$0]) }
  }

  static func < (one: PackagePath, other: PackagePath) -> Bool {
    one.bytes.lexicographicallyPrecedes(other.bytes)
  }
}
