import Glibc
import Testing

@testable import LinuxSystem

@Suite("A directory lets no path out")
struct DirectoryTests {
  private let temporary: TemporaryDirectory
  private var directory: Directory { temporary.directory }

  init() throws {
    temporary = try TemporaryDirectory()
  }

  @Test(
    "paths that lead out are refused by the kernel", arguments: ["../x", "/etc/passwd", "a/../../x", ".."])
  func escapes(path: String) {
    #expect(throws: SystemError.self) { try directory.open(path) }
    #expect(throws: SystemError.self) { try directory.open(path, flags: O_WRONLY | O_CREAT) }
    #expect(throws: SystemError.self) { try directory.remove(path) }
    #expect(throws: SystemError.self) { _ = try directory.makeDirectory(path) }
  }

  @Test("a symbolic link is followed neither at the end nor on the way")
  func links() throws {
    symlink("/etc", "\(temporary.path)/etc")
    symlink("/etc/passwd", "\(temporary.path)/passwd")
    #expect(throws: SystemError(errno: ELOOP, call: "openat2")) { try directory.open("etc/passwd") }
    #expect(throws: SystemError(errno: ELOOP, call: "openat2")) { try directory.open("passwd") }
    #expect(try directory.status("passwd").kind == .link)
  }

  @Test("a name that begins with a combining mark does not hide the slash before it")
  func combiningMark() throws {
    mkdir("\(temporary.path)/outside", 0o700)
    _ = try directory.makeDirectory("inside")
    symlink("../outside", "\(temporary.path)/inside/link")
    let inside = try directory.directory("inside")
    let path = "link/\u{301}x"
    #expect(throws: SystemError.self) { try inside.makeDirectory(path) }
    #expect(throws: SystemError.self) { try inside.makeDirectories(path) }
    try temporary.write("one", to: "inside/a")
    #expect(throws: SystemError.self) { try inside.rename("a", to: path) }
    #expect(try directory.directory("outside").entries().isEmpty)
    #expect(try directory.makeDirectories("b/\u{301}x"))
    #expect(try directory.status("b").kind == .directory)
  }

  @Test("a path that is not UTF-8 is opened and renamed, and cannot lead out either")
  func bytes() throws {
    let name: [UInt8] = [0x63, 0xE9]
    _ = try directory.makeDirectory("d")
    let path = Array("\(temporary.path)/d/".utf8) + name
    close(creat(path.map { CChar(bitPattern: $0) } + [0], 0o600))
    let inner = Array("d/".utf8) + name
    #expect(try directory.status(bytes: inner).kind == .regular)
    #expect(try directory.directory(bytes: Array("d".utf8)).status(bytes: name).kind == .regular)
    try directory.rename(bytes: inner, to: "e")
    #expect(try directory.status("e").kind == .regular)
    for path in ["..", "../x", "/etc", "d/..", "", "d/\u{0}"] {
      #expect(throws: SystemError.self) { try directory.rename(bytes: Array(path.utf8), to: "f") }
    }
    #expect(throws: SystemError.self) { try directory.open(bytes: Array("../x".utf8)) }
    #expect(throws: SystemError(errno: EEXIST, call: "renameat2")) {
      try directory.rename(bytes: Array("e".utf8), to: "d")
    }
  }

  @Test("a FIFO is opened without waiting for its other end")
  func fifo() throws {
    mkfifo("\(temporary.path)/pipe", 0o600)
    #expect(try directory.open("pipe").status().kind == .special)
  }

  @Test("renaming with .keep does not touch what is there")
  func keep() throws {
    try temporary.write("one", to: "a")
    try temporary.write("two", to: "b")
    #expect(throws: SystemError(errno: EEXIST, call: "renameat2")) {
      try directory.rename("a", to: "b", rule: .keep)
    }
    #expect(try temporary.text(of: "b") == "two")
  }

  @Test("renaming with .exchange swaps two files")
  func exchange() throws {
    try temporary.write("one", to: "a")
    try temporary.write("two", to: "b")
    try directory.rename("a", to: "b", rule: .exchange)
    #expect(try temporary.text(of: "a") == "two")
    #expect(try temporary.text(of: "b") == "one")
  }

  @Test("makeDirectories makes the whole chain once")
  func chain() throws {
    #expect(try directory.makeDirectories("a/b/c"))
    #expect(try !directory.makeDirectories("a/b/c"))
    #expect(try directory.status("a/b/c").kind == .directory)
  }

  @Test("makeDirectories waits for the disk alone where the names are to be durable")
  func durable() throws {
    #expect(try directory.makeDirectories("a/b", durably: false))
    #expect(try !DurableNames.known.contains(directory.status("a/b")))
    #expect(try !directory.makeDirectories("a/b"))
    #expect(try DurableNames.known.contains(directory.status("a/b")))
  }

  @Test("makeDirectory refuses where a file has the name")
  func fileInTheWay() throws {
    try temporary.write("x", to: "a")
    #expect(throws: SystemError(errno: EEXIST, call: "mkdirat")) { _ = try directory.makeDirectory("a") }
  }

  @Test("entries are listed with their kinds, names that are no UTF-8 too")
  func entries() throws {
    try temporary.write("x", to: "file")
    _ = try directory.makeDirectory("folder")
    let odd = "\(temporary.path)/".utf8.map { CChar(bitPattern: $0) } + [CChar(bitPattern: 0xFF), 0]
    close(creat(odd, 0o600))
    let entries = try directory.entries()
    #expect(Set(entries.compactMap(\.name)) == ["file", "folder"])
    #expect(entries.first { $0.name == "folder" }?.kind == .directory)
    #expect(entries.contains { $0.name == nil && $0.bytes == [0xFF] })
  }

  @Test("a lock that another open file holds is not given twice")
  func locks() throws {
    try temporary.write("", to: "lock")
    let first = try directory.open("lock", flags: O_RDWR)
    let second = try directory.open("lock", flags: O_RDWR)
    #expect(try first.lockExclusively())
    #expect(try !second.lockExclusively())
  }
}
