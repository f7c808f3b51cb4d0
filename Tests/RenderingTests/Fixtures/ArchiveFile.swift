import CArchive
import Testing

/// Archives made by libarchive in memory.
struct ArchiveFile {
  typealias Setting = @Sendable (OpaquePointer?) -> CInt

  struct Entry: Sendable {
    let path: String
    var data: [UInt8] = []
    var type: UInt32 = 0o100000
    var modified: Int = 1_700_000_000
    /// The file whose bytes a hard link shares.
    var linked: String?
  }

  let bytes: [UInt8]

  /// - Parameters:
  ///   - settings: the format and the filters.
  ///   - options: of the format: "zip:encryption=traditional".
  init(_ entries: [Entry], _ settings: [Setting], options: String? = nil, password: String? = nil) throws {
    let archive = try #require(archive_write_new())
    defer { archive_write_free(archive) }
    for setting in settings { try #require(setting(archive) == ARCHIVE_OK) }
    if let options { try #require(archive_write_set_options(archive, options) == ARCHIVE_OK) }
    if let password { try #require(archive_write_set_passphrase(archive, password) == ARCHIVE_OK) }
    archive_write_set_bytes_in_last_block(archive, 1)
    var room = [UInt8](repeating: 0, count: 1 << 20)
    var used = 0
    let size = room.count
    try room.withUnsafeMutableBytes { buffer in
      try #require(archive_write_open_memory(archive, buffer.baseAddress, size, &used) == ARCHIVE_OK)
      for entry in entries { try Self.write(entry, to: archive) }
      try #require(archive_write_close(archive) == ARCHIVE_OK)
    }
    bytes = Array(room.prefix(used))
  }

  private static func write(_ entry: Entry, to archive: OpaquePointer) throws {
    let made = try #require(archive_entry_new())
    defer { archive_entry_free(made) }
    archive_entry_set_pathname(made, entry.path)
    archive_entry_set_filetype(made, entry.type)
    archive_entry_set_perm(made, 0o644)
    archive_entry_set_mtime(made, entry.modified, 0)
    archive_entry_set_size(made, Int64(entry.data.count))
    if let linked = entry.linked { archive_entry_set_hardlink(made, linked) }
    if entry.type == 0o120000 { archive_entry_set_symlink(made, "elsewhere") }
    try #require(archive_write_header(archive, made) >= ARCHIVE_WARN)
    guard !entry.data.isEmpty else { return }
    try #require(archive_write_data(archive, entry.data, entry.data.count) == entry.data.count)
  }

  static func zip(_ entries: [Entry]) throws -> ArchiveFile {
    try ArchiveFile(entries, [archive_write_set_format_zip])
  }
}
