import DocumentModel
import FoundationEssentials
import Glibc
import LinuxSystem
import Testing

@testable import Storage

@Suite("SB-2 A directory that is only read")
struct ReadOnlyAreaTests {
  let folder = TemporaryWorkspace()
  let area: ReadOnlyArea

  init() throws {
    for path in ["", "/Inner", "/Inner/Deeper"] { mkdir("\(folder.path)/area\(path)", 0o755) }
    area = try ReadOnlyArea(
      FileName("Manuals"), opening: "\(folder.path)/area", pool: BlockingPool(threads: 1))
  }

  private func write(_ text: String, _ path: String) throws { try folder.write(text, to: "area/\(path)") }

  private func names(_ path: String = "") async throws -> [String] {
    try await area.list(FolderPath(parsing: path), after: nil, limit: 100).entries.map(\.name.description)
  }

  @Test("shows its files and folders by name, page by page, and none that is hidden or no document's name")
  func listing() async throws {
    for name in ["b 10.txt", "b 2.txt", ".hidden", " spaced", "Inner/one.txt"] { try write("text", name) }
    #expect(try await names() == ["b 2.txt", "b 10.txt", "Inner"])
    #expect(try await names("Inner") == ["Deeper", "one.txt"])
    let first = try await area.list(.top, after: nil, limit: 2)
    #expect(first.entries.map(\.size) == [4, 4] && first.next?.description == "b 10.txt")
    let rest = try await area.list(.top, after: first.next, limit: 2)
    #expect(rest.entries.map(\.isFolder) == [true] && rest.next == nil)
    #expect(try await area.list(.top, after: nil, limit: 3).next == nil)
  }

  @Test("its files are read, with a hash and a mark that changes with them")
  func reading() async throws {
    try write("one", "Inner/a.txt")
    let file = try await area.open(.at("Inner/a.txt"))
    #expect(try file.content.text() == "one")
    #expect(try await area.hash(of: file) == .of("one"))
    #expect(try await area.hash(of: file) == .of("one"), "also when it is known")
    try write("other", "Inner/a.txt")
    let changed = try await area.open(.at("Inner/a.txt"))
    #expect(changed.fingerprint != file.fingerprint)
    #expect(try await area.hash(of: changed) == .of("other"))
  }

  @Test("a name is found in whatever Unicode form it lies on the disk")
  func spelling() async throws {
    mkdir("\(folder.path)/area/Stra\u{df}e \u{75}\u{308}", 0o755)
    try write("one", "Stra\u{df}e \u{75}\u{308}/e\u{301}.txt")
    #expect(try await names("Stra\u{df}e \u{fc}") == ["\u{e9}.txt"])
    #expect(try await area.open(.at("Stra\u{df}e \u{fc}/\u{e9}.txt")).content.text() == "one")
  }

  @Test("nothing leads out of it, and what is no plain file is not there")
  func containment() async throws {
    try folder.write("secret", to: "secret.txt")
    symlink("\(folder.path)/secret.txt", "\(folder.path)/area/link.txt")
    symlink(folder.path, "\(folder.path)/area/Out")
    mkfifo("\(folder.path)/area/pipe.txt", 0o644)
    #expect(try await names() == ["Inner"])
    for path in ["link.txt", "Out/secret.txt", "pipe.txt", "Inner", "absent.txt", "Inner/absent/x.txt"] {
      await expectRefusal(.notFound, "\(path)") { _ = try await area.open(.at(path)) }
    }
    for path in ["Out", "absent", "link.txt"] {
      await expectRefusal(.notFound, "\(path)") { _ = try await names(path) }
    }
    #expect(throws: DocumentError.self) { try FolderPath(parsing: "../area") }
  }

  @Test("a directory that is not there is refused at the start")
  func absent() throws {
    #expect(throws: DocumentError.self) {
      try ReadOnlyArea(
        FileName("x"), opening: "\(folder.path)/nowhere", pool: BlockingPool(threads: 1))
    }
  }

  @Test("a file is read in pieces, and its reader fails when it was written to")
  func pieces() async throws {
    let text = String(repeating: "0123456789abcdef", count: 100_000)
    try write(text, "a.txt")
    let file = try await area.open(.at("a.txt"))
    var bytes: [UInt8] = []
    while case let more = try await area.bytes(of: file, from: Int64(bytes.count)), !more.isEmpty {
      #expect(more.count <= 1 << 20)
      bytes += more
    }
    #expect(bytes == Array(text.utf8))
    try await area.requireUnchanged(file)
    #expect(try await area.hash(of: file) == .of(text))
    let end = Glibc.open("\(folder.path)/area/a.txt", O_WRONLY | O_APPEND)
    #expect(Glibc.write(end, "more", 4) == 4 && close(end) == 0)
    await expectRefusal(.contentChanged) { try await area.requireUnchanged(file) }
    await expectRefusal(.contentChanged) { _ = try await area.hash(of: file) }
  }

  @Test("a file whose readers have all gone is not read to its end")
  func cancelled() async throws {
    try write("one", "a.txt")
    let file = try await area.open(.at("a.txt"))
    let hashing = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await area.hash(of: file)
    }
    await expectRefusal(.busy) { _ = try await hashing.value }
  }
}
