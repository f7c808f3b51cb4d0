import DocumentModel
import FoundationEssentials
import LinuxSystem
import Storage

/// A snapshot's description of itself, as JSON in its `manifest.json`.
///
/// It is written last: a snapshot with a manifest is whole, but for the contents in ``problems``.
struct BackupManifest: Codable, Sendable {
  static let format = "org.sheaf.backup"
  static let formatVersion = 1
  static let name = "manifest.json"
  static let maximumBytes: Int64 = 1 << 30

  /// A file and what it must be.
  struct File: Codable, Sendable, Hashable {
    /// A name in the snapshot, or a path beneath the workspace's root.
    let path: String
    let size: Int64
    let sha256: ContentHash
    /// When it was written, in nanoseconds since 1970; nil where that does not matter.
    var modified: Int64?
  }

  var format = Self.format
  var formatVersion = Self.formatVersion
  var created: Date
  var counts: BackupCounts
  var files: [File] = []
  var folders: [String] = []
  /// Files in `Documents` that the index did not have, or had with another content.
  var unindexed: [File] = []
  var library: [File] = []
  /// Documents whose file was not at its place.
  var away: [DocumentID] = []
  /// Documents excluded from backups, and so not in the copy of the index; nil in earlier snapshots.
  var excluded: Int?
  /// Contents that could not be kept.
  var problems: [VerificationReport.Finding] = []

  func file(_ name: String) -> File? {
    files.first { $0.path == name }
  }
}

/// How much a snapshot holds.
public struct BackupCounts: Hashable, Sendable, Codable {
  /// Documents in `Documents`.
  public internal(set) var documents = 0
  /// Documents in the Trash.
  public internal(set) var trashed = 0
  /// Different contents: current ones and earlier versions.
  public internal(set) var contents = 0
  /// Their bytes.
  public internal(set) var bytes: Int64 = 0
  /// Files that the index did not have.
  public internal(set) var unindexed = 0
}

/// The list of a snapshot's contents: a line each, the hash, a space, and the size.
enum ContentList {
  static let name = "contents.txt"

  static func line(_ hash: ContentHash, _ size: Int64) -> String {
    "\(hash) \(size)\n"
  }

  /// Calls `body` for each line of `file`.
  ///
  /// Throws at a line that cannot be read, so that half a list never passes for a whole one.
  static func forEach(in file: Descriptor, _ body: (ContentHash, Int64) throws -> Void) throws {
    var (offset, rest) = (Int64(0), [UInt8]())
    while true {
      let piece = try file.read(1 << 20, at: offset)
      if piece.isEmpty { break }
      offset += Int64(piece.count)
      var lines = (rest + piece).split(
        separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      rest = lines.popLast().map(Array.init) ?? []
      for line in lines { try parse(line, body) }
    }
    guard rest.isEmpty else { throw damaged }
  }

  private static func parse(_ line: ArraySlice<UInt8>, _ body: (ContentHash, Int64) throws -> Void) throws {
    let parts = String(decoding: line, as: UTF8.self).split(separator: " ")
    guard parts.count == 2, let hash = ContentHash(parts[0]), let size = Int64(parts[1]) else {
      throw damaged
    }
    try body(hash, size)
  }

  private static let damaged = DocumentError(.damaged, "the list of contents of a snapshot is damaged")
}
