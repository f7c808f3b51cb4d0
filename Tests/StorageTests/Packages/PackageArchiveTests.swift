import DocumentModel
import Glibc
import LinuxSystem
import Testing

@testable import Storage

@Suite("The archive of a package")
struct PackageArchiveTests {
  let workspace = TemporaryWorkspace()

  /// A package with a hidden file, a folder in it, and a name beyond ASCII.
  private func makeLetter(_ folder: String = "letter") throws -> Directory {
    for name in [folder, "\(folder)/Data"] { try #require(mkdir("\(workspace.path)/\(name)", 0o755) == 0) }
    try workspace.write("hello", to: "\(folder)/Zo\u{EB}.txt")
    try workspace.write("picture", to: "\(folder)/Data/picture.txt")
    try workspace.write("h", to: "\(folder)/.hidden")
    return try Directory(opening: "\(workspace.path)/\(folder)")
  }

  private func pack(_ directory: Directory, as name: String = "packed") throws -> (Descriptor, Int64) {
    let file = try Descriptor.open("\(workspace.path)/\(name)", flags: O_RDWR | O_CREAT | O_TRUNC)
    try #require(try PackageTree(directory).pack(directory, into: file))
    return (file, try file.status().size)
  }

  private func reader(_ bytes: [UInt8]) throws -> ArchiveReader {
    let file = try Descriptor.open("\(workspace.path)/read", flags: O_RDWR | O_CREAT | O_TRUNC)
    try file.append(bytes)
    return ArchiveReader(file: file, size: Int64(bytes.count))
  }

  private func makeTarget() throws -> Directory {
    let path = "\(workspace.path)/target-\(DocumentID())"
    try #require(mkdir(path, 0o755) == 0)
    return try Directory(opening: path)
  }

  private func expectUnfit(_ bytes: [UInt8], _ comment: Comment) throws {
    let (reader, target) = (try reader(bytes), try makeTarget())
    #expect(throws: DocumentError.self, comment) { try reader.unpack(into: target) }
    do {
      try reader.unpack(into: try makeTarget())
    } catch let error as DocumentError {
      #expect(error.code == .unfitPackage, comment)
    }
  }

  @Test("the checksum is that of ZIP")
  func checksum() {
    var sum = CyclicRedundancyCheck()
    #expect(sum.value == 0)
    sum.update(Array("1234".utf8))
    sum.update(Array("56789".utf8))
    #expect(sum.value == 0xCBF4_3926)
  }

  @Test("is what other programs read, to the byte")
  func reference() throws {
    let (file, size) = try pack(makeLetter())
    #expect(size == 411)
    // Written by Python's struct and read back by its zipfile.
    let hash = try FileHasher.hash(file).description
    #expect(hash == "78ce9ccb7b079c3ba6024480e4b15fde724c79907fe297c9dc32df87606551d6")
  }

  @Test("of equal trees is one content, whatever their times and order")
  func canonical() throws {
    let first = try makeLetter("first")
    try #require(mkdir("\(workspace.path)/second", 0o755) == 0)
    try workspace.write("hello", to: "second/Zo\u{EB}.txt")
    try workspace.write("h", to: "second/.hidden")
    try #require(mkdir("\(workspace.path)/second/Data", 0o700) == 0)
    try workspace.write("picture", to: "second/Data/picture.txt")
    try #require(chmod("\(workspace.path)/second/.hidden", 0o755) == 0)
    let second = try Directory(opening: "\(workspace.path)/second")
    let hashes = try [pack(first, as: "one"), pack(second, as: "two")].map { try FileHasher.hash($0.0) }
    #expect(hashes[0] == hashes[1])
  }

  @Test("has the length that is foretold of it")
  func size() throws {
    let letter = try makeLetter()
    #expect(try PackageTree(letter).status.size == pack(letter).1)
    let empty = try makeTarget()
    #expect(try PackageTree(empty).status.size == 22)
    #expect(try pack(empty).1 == 22)
  }

  @Test("gives the same tree back")
  func roundTrip() throws {
    let (file, size) = try pack(makeLetter())
    let target = try makeTarget()
    try ArchiveReader(file: file, size: size).unpack(into: target)
    #expect(
      try PackageTree(target).items.map(\.path.text)
        == [".hidden", "Data/", "Data/picture.txt", "Zo\u{EB}.txt"])
    let again = try pack(target, as: "again")
    #expect(try FileHasher.hash(again.0) == FileHasher.hash(file))
  }

  @Test("keeps empty folders and empty files")
  func empties() throws {
    let directory = try makeTarget()
    _ = try directory.makeDirectory("empty")
    _ = try directory.open("nothing", flags: O_WRONLY | O_CREAT, mode: 0o644)
    let (file, size) = try pack(directory)
    #expect(
      try ArchiveReader(file: file, size: size).entries().map(\.path.text) == ["empty/", "nothing"])
  }

  @Test("needs ZIP64 exactly for what 32 bits cannot hold")
  func longForms() throws {
    let small = try #require(PackagePath(Array("a".utf8)))
    let large = try #require(PackagePath(Array("b".utf8)))
    let sizes: [(path: PackagePath, size: Int64)] = [
      (path: small, size: 1), (path: large, size: 0xFFFF_FFFF),
    ]
    let entries = [
      ArchiveEntry(path: small, size: 1, offset: 0), ArchiveEntry(path: large, size: 0xFFFF_FFFF, offset: 32),
    ]
    let headers = entries.map { ArchiveLayout.header(of: $0) }
    #expect(headers.map(\.count) == [31, 51])
    #expect(headers[1][4] == 45 && headers[0][4] == 20)
    let end: Int64 = 32 + 51 + 0xFFFF_FFFF
    let tail = ArchiveLayout.tail(of: entries, at: end)
    #expect(tail.count == 47 + 47 + 20 + 76 + 22)
    #expect(ArchiveLayout.size(of: sizes) == end + Int64(tail.count))
    let brink = [ArchiveEntry(path: large, size: 0xFFFF_FFFE, offset: 0)]
    #expect(ArchiveLayout.header(of: brink[0]).count == 31)
  }

  // MARK: Hostile archives

  @Test("is refused when any byte of it is another")
  func everyByte() throws {
    let (file, size) = try pack(makeLetter())
    let good = try file.read(Int(size))
    for place in good.indices {
      var bad = good
      bad[place] ^= 0x21
      let reader = try reader(bad)
      let target = try makeTarget()
      #expect(throws: DocumentError.self, "byte \(place)") { try reader.unpack(into: target) }
    }
  }

  @Test("is refused when it ends early, or something stands before or behind it")
  func lengths() throws {
    let (file, size) = try pack(makeLetter())
    let good = try file.read(Int(size))
    for count in [0, 4, 21, 22, 30, good.count / 2, good.count - 1] {
      try expectUnfit(Array(good.prefix(count)), "\(count) bytes")
    }
    try expectUnfit(good + [0], "a byte behind")
    try expectUnfit([0] + good, "a byte before")
    try expectUnfit(good + good, "twice")
  }

  /// An archive of the right form of whatever names.
  private func archive(_ names: [[UInt8]], of byte: UInt8 = 7) throws -> [UInt8] {
    var sum = CyclicRedundancyCheck()
    sum.update([byte])
    var bytes: [UInt8] = []
    var (records, name): ([UInt8], [UInt8]) = ([], [])
    for text in names {
      let isFolder = text.last == UInt8(ascii: "/")
      // Made with a legal name of the same length, which is then written over.
      name = [UInt8](repeating: UInt8(ascii: "x"), count: text.count)
      if isFolder { name[text.count - 1] = UInt8(ascii: "/") }
      let path = try #require(PackagePath(name))
      let entry = ArchiveEntry(
        path: path, size: isFolder ? 0 : 1, checksum: isFolder ? 0 : sum.value, offset: Int64(bytes.count))
      var (header, record) = (ArchiveLayout.header(of: entry), ArchiveLayout.tail(of: [entry], at: 0))
      record.removeLast(22)
      header.replaceSubrange(30..<(30 + text.count), with: text)
      record.replaceSubrange(46..<(46 + text.count), with: text)
      bytes += header + (isFolder ? [] : [byte])
      records += record
    }
    var end = ArchiveLayout.tail(of: [], at: Int64(bytes.count))
    for place in [8, 10] { end[place] = UInt8(names.count) }
    withUnsafeBytes(of: UInt32(records.count).littleEndian) { end.replaceSubrange(12..<16, with: $0) }
    return bytes + records + end
  }

  @Test("of legal names in order is taken, so that what follows is refused for its names")
  func goodNames() throws {
    let bytes = try archive(["a", "b/", "b/c", "d"].map { Array($0.utf8) })
    #expect(try reader(bytes).entries().map(\.path.text) == ["a", "b/", "b/c", "d"])
  }

  @Test(
    "is refused for names that lead elsewhere, come twice or out of order",
    arguments: [
      ["../evil"], ["/etc/evil"], ["a/", "a/../../evil"], [".", "b"], ["..", "b"], ["a\\b"], ["a\u{1}"],
      ["a//b"], ["b", "a"], ["a", "a"], ["a/", "a/"], ["a", "a/"], ["a/b"], ["a/", "a/b/c"], ["a", "a/b"],
    ])
  func badNames(names: [String]) throws {
    try expectUnfit(archive(names.map { Array($0.utf8) }), "\(names)")
  }

  @Test("is refused for names that are no UTF-8, too long or too deep")
  func oddNames() throws {
    #expect(PackagePath([0xFF]) == nil && PackagePath([0xC0, 0xAF]) == nil && PackagePath([]) == nil)
    #expect(PackagePath(Array("/".utf8)) == nil && PackagePath(Array("a\0b".utf8)) == nil)
    let long = [UInt8](repeating: 0x61, count: 256)
    #expect(PackagePath(long) == nil && PackagePath(Array(long.dropLast())) != nil)
    let deep = Array(repeating: "a", count: 33).joined(separator: "/")
    #expect(PackagePath(Array(deep.utf8)) == nil && PackagePath(Array(deep.utf8.dropFirst(2))) != nil)
  }

  @Test("an ordinary ZIP is known for one, and refused")
  func ordinary() throws {
    // One stored file with its time and without bit 11, as every other program writes it.
    var bytes = try archive([Array("a".utf8)])
    bytes[7] = 0
    let reader = try reader(bytes)
    #expect(try ArchiveReader.looksLikeArchive(reader.file))
    try expectUnfit(bytes, "an ordinary ZIP")
    let text = try Descriptor.open("\(workspace.path)/text", flags: O_RDWR | O_CREAT)
    try text.append("PK is how it begins".utf8)
    #expect(try !ArchiveReader.looksLikeArchive(text))
  }
}
