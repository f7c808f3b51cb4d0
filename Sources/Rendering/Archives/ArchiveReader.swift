import CArchive
import DocumentModel
import FoundationEssentials
import Glibc
import LinuxSystem

/// An archive, read from its beginning by libarchive.
///
/// Formats and filters are named one by one: none of them starts a program or opens another file. Used by one thread.
final class ArchiveReader {
  typealias Entry = ArchiveListing.Entry

  private let handle: OpaquePointer
  private let source: ArchiveSource

  /// Opens an archive, which may be unpacked for `budget` of processor time.
  ///
  /// Throws `.damaged` for everything else than an archive.
  init(_ content: Descriptor, budget: Duration) throws(DocumentError) {
    source = try ArchiveSource(content, budget: budget)
    guard let handle = archive_read_new() else { throw Self.noMemory }
    self.handle = handle
    for support in Self.filters + Self.formats { _ = support(handle) }
    guard source.open(handle) == ARCHIVE_OK else { throw failure }
  }

  deinit {
    archive_read_free(handle)
  }

  private static let filters = [
    archive_read_support_filter_gzip, archive_read_support_filter_bzip2, archive_read_support_filter_xz,
    archive_read_support_filter_lzma, archive_read_support_filter_lzip, archive_read_support_filter_zstd,
    archive_read_support_filter_lz4, archive_read_support_filter_compress, archive_read_support_filter_rpm,
  ]
  private static let formats = [
    archive_read_support_format_zip, archive_read_support_format_tar, archive_read_support_format_7zip,
    archive_read_support_format_rar, archive_read_support_format_rar5, archive_read_support_format_cab,
    archive_read_support_format_lha, archive_read_support_format_iso9660, archive_read_support_format_cpio,
    archive_read_support_format_ar, archive_read_support_format_xar, archive_read_support_format_warc,
    archive_read_support_format_raw,
  ]

  /// The format, once the first entry was read.
  var format: String {
    let name = archive_format_name(handle).map { String(cString: $0) } ?? ""
    guard isCompressedFile else { return name }
    return archive_filter_name(handle, 0).map { String(cString: $0) } ?? name
  }

  /// Whether the archive is one compressed file without a name.
  private var isCompressedFile: Bool { archive_format(handle) == ARCHIVE_FORMAT_RAW }

  /// An entry with its raw path, and that of the file whose bytes it shares.
  struct Found {
    let entry: Entry
    let path: [UInt8]
    /// Nil for an entry that is no hard link, or has bytes of its own.
    let linked: [UInt8]?
  }

  /// The next entry; nil after the last.
  func next() throws(DocumentError) -> Found? {
    var entry: OpaquePointer?
    let result = archive_read_next_header(handle, &entry)
    if result == ARCHIVE_EOF { return nil }
    guard result >= ARCHIVE_WARN, let entry else { throw failure }
    // Any bytes are a "raw" archive; only those that a filter unpacks are meant.
    guard !isCompressedFile || archive_filter_code(handle, 0) != ARCHIVE_FILTER_NONE else {
      throw DocumentError(.damaged, "this is no archive")
    }
    guard !isCompressedFile else {
      return Found(entry: Self.describe(entry, isCompressedFile), path: [], linked: nil)
    }
    let path = archive_entry_pathname(entry) ?? archive_entry_pathname_utf8(entry)
    let linked = archive_entry_size(entry) > 0 ? nil : archive_entry_hardlink(entry)
    return Found(
      entry: Self.describe(entry, isCompressedFile), path: Self.bytes(of: path),
      linked: linked.map(Self.bytes))
  }

  private static func describe(_ entry: OpaquePointer, _ isCompressedFile: Bool) -> Entry {
    let type = mode_t(archive_entry_filetype(entry)) & S_IFMT
    let isLink = archive_entry_hardlink(entry) != nil && archive_entry_size(entry) == 0
    return Entry(
      path: "", kind: type == S_IFDIR ? .folder : type == S_IFREG && !isLink ? .file : .other,
      size: archive_entry_size_is_set(entry) != 0 && !isCompressedFile ? archive_entry_size(entry) : nil,
      modified: archive_entry_mtime_is_set(entry) != 0
        ? Date(timeIntervalSince1970: Double(archive_entry_mtime(entry))) : nil,
      isEncrypted: archive_entry_is_data_encrypted(entry) != 0)
  }

  private static func bytes(of path: UnsafePointer<CChar>?) -> [UInt8] {
    guard let path else { return [] }
    let length = strnlen(path, ArchiveListing.maximumPathBytes)
    return path.withMemoryRebound(to: UInt8.self, capacity: length) {
      Array(UnsafeBufferPointer(start: $0, count: length))
    }
  }

  /// The bytes of the latest entry.
  ///
  /// Throws `.documentTooLarge` for more than `limit`, `.damaged` for an unreadable one.
  func data(upTo limit: Int) throws(DocumentError) -> [UInt8] {
    var data: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = archive_read_data(handle, &part, part.count)
      guard count >= 0 else { throw failure }
      guard count > 0 else { return data }
      guard data.count + count <= limit else {
        throw DocumentError(.documentTooLarge, "the file is longer than \(limit >> 20) MiB")
      }
      data += part[..<count]
    }
  }

  private var failure: DocumentError {
    if source.isLate { return DocumentError(.documentTooLarge, "the archive takes too long to unpack") }
    if archive_errno(handle) == ENOMEM { return Self.noMemory }
    return DocumentError(.damaged, "the archive is damaged, or of a kind that cannot be read")
  }

  private static var noMemory: DocumentError {
    DocumentError(.renderMemory, "there is not enough memory to unpack the archive")
  }
}

/// The bytes of an archive for libarchive, which are refused after the time is up.
private final class ArchiveSource {
  private static let bufferBytes = 64 << 10

  private let content: Descriptor
  private let size: Int64
  private let end: Int
  private let buffer: UnsafeMutableRawPointer
  private var position: Int64 = 0
  private(set) var isLate = false

  init(_ content: Descriptor, budget: Duration) throws(DocumentError) {
    guard let status = try? content.status() else {
      throw DocumentError(.damaged, "the content cannot be read")
    }
    (self.content, size) = (content, status.size)
    end = ProcessorTime.microseconds() + Int(budget / .microseconds(1))
    buffer = .allocate(byteCount: Self.bufferBytes, alignment: 16)
  }

  deinit {
    buffer.deallocate()
  }

  func open(_ handle: OpaquePointer) -> CInt {
    archive_read_set_callback_data(handle, Unmanaged.passUnretained(self).toOpaque())
    archive_read_set_read_callback(handle) { _, context, bytes in
      ArchiveSource.from(context)?.read(bytes) ?? Int(ARCHIVE_FATAL)
    }
    archive_read_set_skip_callback(handle) { _, context, count in
      // Nothing is skipped without a source; the next call reads, and fails.
      ArchiveSource.from(context)?.skip(count) ?? 0
    }
    archive_read_set_seek_callback(handle) { _, context, offset, origin in
      ArchiveSource.from(context)?.seek(offset, origin) ?? Int64(ARCHIVE_FATAL)
    }
    return archive_read_open1(handle)
  }

  private static func from(_ context: UnsafeMutableRawPointer?) -> ArchiveSource? {
    context.map { Unmanaged.fromOpaque($0).takeUnretainedValue() }
  }

  private func read(_ bytes: UnsafeMutablePointer<UnsafeRawPointer?>?) -> Int {
    isLate = isLate || ProcessorTime.microseconds() > end
    guard !isLate else { return Int(ARCHIVE_FATAL) }
    bytes?.pointee = UnsafeRawPointer(buffer)
    // The descriptor's own position is shared with other processes, and stays where it is.
    let count = pread(content.rawValue, buffer, Self.bufferBytes, off_t(position))
    position += Int64(max(0, count))
    return count
  }

  private func skip(_ count: Int64) -> Int64 {
    let skipped = max(0, min(count, size - position))
    position += skipped
    return skipped
  }

  private func seek(_ offset: Int64, _ origin: CInt) -> Int64 {
    let start = origin == SEEK_SET ? 0 : origin == SEEK_CUR ? position : size
    let (wanted, isOverflow) = start.addingReportingOverflow(offset)
    guard !isOverflow, (0...size).contains(wanted) else { return Int64(ARCHIVE_FATAL) }
    position = wanted
    return wanted
  }
}
