import DocumentModel

/// The path of a file in a drop folder, as the bytes that the disk has: names there need not be UTF-8.
struct DropPath: Hashable, Sendable {
  let bytes: [UInt8]

  init() {
    bytes = []
  }

  private init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  func appending(_ name: [UInt8]) -> DropPath {
    DropPath(bytes.isEmpty ? name : bytes + [Self.slash] + name)
  }

  var depth: Int { bytes.isEmpty ? 0 : bytes.split(separator: Self.slash).count }

  /// The last name, in UTF-8: what is not becomes U+FFFD, cut to what a file may be called.
  var name: String {
    let last = Array(bytes.split(separator: Self.slash).last ?? [])
    return String(validating: last, as: UTF8.self)
      ?? FileName(sanitizing: String(decoding: last, as: UTF8.self)).description
  }

  private static let slash = UInt8(ascii: "/")
}

/// Names that other programs leave in shared folders and that are never documents.
///
/// They are hidden files, locks of office programs, unfinished transfers, backups of editors, and what file
/// managers and archivers keep for themselves.
public enum IgnoredNames {
  private static let names: Set<String> = ["thumbs.db", "desktop.ini", "ehthumbs.db", "lost+found"]
  private static let prefixes = [".", "~$", "@eadir", "__macosx"]
  private static let endings = [
    ".part", ".partial", ".tmp", ".temp", ".crdownload", ".download", ".filepart", ".!ut", ".swp", "~",
  ]

  /// Whether a file or folder of this name is passed over.
  public static func contains(_ name: String) -> Bool {
    let name = name.lowercased()
    return names.contains(name) || prefixes.contains(where: name.hasPrefix)
      || endings.contains(where: name.hasSuffix)
  }
}
