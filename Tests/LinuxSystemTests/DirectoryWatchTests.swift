import Glibc
import LinuxSystem
import Testing

@Suite("A watch of directories", .timeLimit(.minutes(1)))
struct DirectoryWatchTests {
  @Test("tells of a file that came, and of nothing when nothing happened for a while")
  func waits() throws {
    let (temporary, watch) = (try TemporaryDirectory(), try DirectoryWatch())
    let number = try watch.add(temporary.directory)
    #expect(try watch.next(within: .milliseconds(1)) == [])
    #expect(try watch.next(within: .zero) == [])
    try temporary.write("x", to: "a")
    let event = try #require(try watch.next(within: .seconds(50))?.first)
    #expect(event.directory == number && event.name == Array("a".utf8) && event.kind == .file)
    watch.stop()
    #expect(try watch.next(within: .seconds(50)) == nil)
  }
}

@Suite("When a file was made")
struct FileBirthTests {
  @Test("stays what it is when the file is written to and renamed")
  func stays() throws {
    let temporary = try TemporaryDirectory()
    try temporary.write("x", to: "a")
    let before = try temporary.directory.status("a")
    try temporary.write("xy", to: "a")
    #expect(rename("\(temporary.path)/a", "\(temporary.path)/b") == 0)
    let after = try temporary.directory.status("b")
    #expect(after.birth == before.birth && after.inode == before.inode && after.size == 2)
    // A file system without birth times reports none for any file.
    if let birth = before.birth { #expect(birth > 0 && birth <= after.changed) }
  }
}
