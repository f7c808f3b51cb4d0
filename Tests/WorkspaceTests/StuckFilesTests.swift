import Testing

@testable import Workspace

@Suite("Files that cannot be moved out of a drop folder")
struct StuckFilesTests {
  private static let start = ContinuousClock.now
  private var files = StuckFiles<ContinuousClock.Instant>(pause: .seconds(3600))

  private mutating func fail(_ names: String..., because reason: String = "Permission denied") {
    for name in names { files.failed(Array(name.utf8), .init(name: name, reason: reason)) }
  }

  private mutating func news(after seconds: Int) -> String? {
    files.news(at: Self.start + .seconds(seconds)).map { "\($0.count) \($0.file.name) \($0.file.reason)" }
  }

  @Test("are spoken of in one line, however many they are, and again when the pause is over")
  mutating func pause() {
    fail("b", "a")
    #expect(news(after: 0) == "2 a Permission denied")
    fail("a", "b")
    #expect(news(after: 3599) == nil)
    #expect(news(after: 3600) == "2 a Permission denied")
    #expect(news(after: 3601) == nil)
  }

  @Test("are news with another reason, and beside known ones")
  mutating func others() {
    fail("a")
    _ = news(after: 0)
    fail("a", because: "Read-only file system")
    #expect(news(after: 1) == "1 a Read-only file system")
    fail("c")
    #expect(news(after: 2) == "2 c Permission denied")
    #expect(news(after: 3) == nil)
  }

  @Test("are forgotten when they were moved or removed")
  mutating func ends() {
    fail("a", "b", "c")
    _ = news(after: 0)
    files.moved(Array("a".utf8))
    files.keep(only: [Array("c".utf8)])
    #expect(files.first(10).map(\.name) == ["c"])
    #expect(news(after: 7200) == "1 c Permission denied")
  }
}
