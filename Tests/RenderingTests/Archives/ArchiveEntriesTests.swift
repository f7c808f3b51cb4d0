import CArchive
import DocumentModel
import FoundationEssentials
import Testing

@testable import Rendering

@Suite("The entries of an archive")
struct ArchiveEntriesTests {
  private static let entries = [
    ArchiveFile.Entry(path: "papers/", type: 0o040000),
    ArchiveFile.Entry(path: "papers/one.txt", data: Array("One".utf8)),
    ArchiveFile.Entry(path: "papers/Grüße 文.txt", data: Array("Two and more".utf8)),
  ]

  private static let formats: [(name: String, settings: [ArchiveFile.Setting])] = [
    ("zip", [archive_write_set_format_zip]),
    ("7z", [archive_write_set_format_7zip]),
    ("tar", [archive_write_set_format_pax_restricted]),
    ("tar.gz", [archive_write_set_format_ustar, archive_write_add_filter_gzip]),
    ("tar.bz2", [archive_write_set_format_ustar, archive_write_add_filter_bzip2]),
    ("tar.xz", [archive_write_set_format_ustar, archive_write_add_filter_xz]),
    ("tar.zst", [archive_write_set_format_ustar, archive_write_add_filter_zstd]),
    ("tar.lz4", [archive_write_set_format_ustar, archive_write_add_filter_lz4]),
    ("cpio", [archive_write_set_format_cpio_newc]),
    ("iso", [archive_write_set_format_iso9660]),
  ]

  private func list(_ bytes: [UInt8]) throws -> ArchiveListing {
    Libraries.readLocale()
    return try ArchiveEntries.list(Contents.descriptor(bytes))
  }

  @Test("have paths, lengths and dates, and their bytes, in every format", arguments: formats.indices)
  func list(inFormat index: Int) throws {
    Libraries.readLocale()
    let bytes = try ArchiveFile(Self.entries, Self.formats[index].settings).bytes
    let listing = try list(bytes)
    let files = listing.entries.enumerated().filter { $0.element.kind == .file }
    #expect(listing.isWhole && !listing.format.isEmpty)
    #expect(Set(files.map(\.element.path)) == ["papers/one.txt", "papers/Grüße 文.txt"])
    #expect(listing.entries.contains { $0.kind == .folder && $0.path.hasPrefix("papers") })
    for (number, entry) in files {
      let isFirst = entry.path == "papers/one.txt"
      #expect(entry.size == (isFirst ? 3 : 12) && !entry.isEncrypted)
      #expect(entry.modified == Date(timeIntervalSince1970: 1_700_000_000))
      let data = try ArchiveEntries.bytes(of: number, in: Contents.descriptor(bytes))
      #expect(data == Array((isFirst ? "One" : "Two and more").utf8))
    }
  }

  @Test("that are one file under several names have its length and bytes under each")
  func hardLinks() throws {
    let bytes = try ArchiveFile(
      [
        ArchiveFile.Entry(path: "a", data: Array("One".utf8)), ArchiveFile.Entry(path: "b", linked: "a"),
        ArchiveFile.Entry(path: "c", linked: "b"), ArchiveFile.Entry(path: "d", linked: "nowhere"),
        ArchiveFile.Entry(path: "e", type: 0o120000),
      ], [archive_write_set_format_ustar]
    ).bytes
    let entries = try list(bytes).entries
    #expect(entries.map(\.kind) == [.file, .file, .file, .other, .other])
    #expect(entries.prefix(3).map(\.size) == [3, 3, 3])
    for number in 0..<3 {
      #expect(try ArchiveEntries.bytes(of: number, in: Contents.descriptor(bytes)) == Array("One".utf8))
    }
    for (number, reason) in [(3, "no file"), (4, "no file"), (5, "no entry"), (-1, "no entry")] {
      let error = #expect(throws: DocumentError.self) {
        try ArchiveEntries.bytes(of: number, in: Contents.descriptor(bytes))
      }
      #expect(error?.code == .notFound && error?.detail.contains(reason) == true)
    }
  }

  @Test("of a compressed file are that file alone, without a name")
  func compressedFile() throws {
    let bytes = try ArchiveFile(
      [ArchiveFile.Entry(path: "x", data: Array("Hello".utf8))],
      [archive_write_set_format_raw, archive_write_add_filter_gzip]
    ).bytes
    let listing = try list(bytes)
    #expect(listing.entries.map(\.path) == [""] && listing.entries[0].size == nil && listing.format == "gzip")
    #expect(try ArchiveEntries.bytes(of: 0, in: Contents.descriptor(bytes)) == Array("Hello".utf8))
  }

  @Test("with old letters have the names that DOS meant")
  func oldNames() throws {
    var bytes = try ArchiveFile.zip([ArchiveFile.Entry(path: "caf_.txt", data: [65])]).bytes
    let name = Array("caf_.txt".utf8)
    for start in bytes.indices where bytes[start...].starts(with: name) { bytes[start + 3] = 0x82 }
    #expect(try list(bytes).entries.map(\.path) == ["café.txt"])
  }

  @Test("that are links or folders have no bytes, nor has a number beyond the list")
  func noFiles() throws {
    let bytes = try ArchiveFile(
      [
        ArchiveFile.Entry(path: "link", type: 0o120000), ArchiveFile.Entry(path: "folder", type: 0o040000),
      ],
      [archive_write_set_format_ustar]
    ).bytes
    #expect(try list(bytes).entries.map(\.kind) == [.other, .folder])
    for number in [0, 1, 2, 10_000, .max] {
      let error = #expect(throws: DocumentError.self) {
        try ArchiveEntries.bytes(of: number, in: Contents.descriptor(bytes))
      }
      #expect(error?.code == .notFound)
    }
  }

  @Test("that are encrypted are listed, and refused")
  func encrypted() throws {
    let bytes = try ArchiveFile(
      [ArchiveFile.Entry(path: "secret.txt", data: Array("Secret".utf8))], [archive_write_set_format_zip],
      options: "zip:encryption=aes256", password: "word"
    ).bytes
    #expect(try list(bytes).entries.map(\.isEncrypted) == [true])
    let error = #expect(throws: DocumentError.self) {
      try ArchiveEntries.bytes(of: 0, in: Contents.descriptor(bytes))
    }
    #expect(error?.code == .passwordRequired)
  }

  @Test("are as many as there are, up to a limit")
  func many() throws {
    var bytes: [UInt8] = []
    let one = try ArchiveFile([ArchiveFile.Entry(path: "a")], [archive_write_set_format_ustar]).bytes.prefix(
      512)
    for _ in 0...ArchiveListing.maximumEntries { bytes += one }
    let listing = try list(bytes)
    #expect(listing.entries.count == ArchiveListing.maximumEntries && !listing.isWhole)
  }

  @Test("of a cut archive are those before the cut")
  func cut() throws {
    let data = (0..<3_000).map { UInt8(truncatingIfNeeded: $0 &* 7 ^ $0 >> 3) }
    let bytes = try ArchiveFile(
      [ArchiveFile.Entry(path: "a", data: data), ArchiveFile.Entry(path: "b", data: data)],
      [archive_write_set_format_ustar]
    ).bytes
    let listing = try list(Array(bytes.prefix(2_000)))
    #expect(listing.entries.map(\.path) == ["a"] && !listing.isWhole)
    let error = #expect(throws: DocumentError.self) {
      try ArchiveEntries.bytes(of: 0, in: Contents.descriptor(Array(bytes.prefix(2_000))))
    }
    #expect(error?.code == .damaged)
  }

  @Test(
    "are not found in other bytes",
    arguments: [[], Array("Words, and no archive.".utf8), [UInt8](repeating: 0x50, count: 5_000)])
  func noArchive(bytes: [UInt8]) {
    let error = #expect(throws: DocumentError.self) { try list(bytes) }
    #expect(error?.code == .damaged)
  }

  @Test("are given up after their time")
  func late() throws {
    let bytes = try ArchiveFile.zip(Self.entries).bytes
    let error = #expect(throws: DocumentError.self) {
      try ArchiveEntries.list(Contents.descriptor(bytes), within: .seconds(-1))
    }
    #expect(error?.code == .documentTooLarge)
  }

  @Test("that unpack to more than a limit are refused")
  func bomb() throws {
    let bytes = try ArchiveFile(
      [ArchiveFile.Entry(path: "x", data: [UInt8](repeating: 0, count: 300_000))],
      [archive_write_set_format_zip]
    ).bytes
    let archive = try ArchiveReader(Contents.descriptor(bytes), budget: .seconds(5))
    _ = try archive.next()
    let error = #expect(throws: DocumentError.self) { try archive.data(upTo: 200_000) }
    #expect(error?.code == .documentTooLarge)
  }

  @Test("are read by a worker in its sandbox")
  func worker() throws {
    let client = try WorkerClient()
    for format in Self.formats {
      let bytes = try ArchiveFile(Self.entries, format.settings).bytes
      let answer = try #require(try client.ask(.entries, bytes))
      #expect(answer.reply.outcome == .entries, "\(format.name): \(answer.reply.outcome)")
      let listing = try JSONDecoder().decode(ArchiveListing.self, from: Data(answer.bytes))
      let number = try #require(
        listing.entries.firstIndex { $0.path == "papers/Grüße 文.txt" }, "\(format.name)")
      let file = try #require(try client.ask(.entry(number), bytes))
      #expect(file.reply.outcome == .entry && file.bytes == Array("Two and more".utf8), "\(format.name)")
    }
    let refused = try #require(try client.ask(.entries, Array("noise".utf8)))
    guard case .failed(let failure) = refused.reply.outcome else {
      Issue.record("noise is no archive")
      return
    }
    #expect(failure.code == .damaged)
  }
}
