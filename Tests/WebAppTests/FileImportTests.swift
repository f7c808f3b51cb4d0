import DocumentModel
import Synchronization
import Testing

@testable import WebApp

@Suite("Files are imported a few at a time", .timeLimit(.minutes(2)))
struct FileImportTests {
  private final class Diary: Sendable {
    private let entries = Mutex<[String]>([])
    private let running = Mutex((now: 0, most: 0))
    var all: [String] { entries.withLock(\.self) }
    var most: Int { running.withLock(\.most) }

    func begin(_ path: String) {
      entries.withLock { $0.append("+\(path)") }
      running.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
    }

    func end(_ path: String) {
      running.withLock { $0.now -= 1 }
      entries.withLock { $0.append("-\(path)") }
    }
  }

  private let diary = Diary()

  /// The reported outcome of each path; `body` runs between its beginning and its end.
  private func outcomes(
    of paths: [String],
    _ body: @escaping @Sendable (String) async throws -> Void = { _ in await Task.yield() }
  ) async -> [String] {
    var reported: [String] = []
    await FileImport.several(
      paths, named: { FileName(sanitizing: String($0.last ?? "?")) },
      { [diary] path in
        diary.begin(path)
        defer { diary.end(path) }
        try await body(path)
        return path
      },
      then: { path, outcome in
        switch outcome {
        case .success(let value): reported.append("\(path) \(value == path)")
        case .failure: reported.append("\(path) refused")
        }
      })
    return reported
  }

  @Test("all of them, never more than four at once, and the next as soon as one is done")
  func width() async {
    let paths = (0..<40).map { "\($0)/\(UnicodeScalar(UInt8(65 + $0)))" }
    #expect(await outcomes(of: paths) == paths.map { "\($0) true" })
    #expect(diary.all.count == 80 && diary.most <= 4)
    #expect(await outcomes(of: []) == [])
  }

  @Test("each is told of in the order of the paths, however long it takes, and whatever refuses it")
  func order() async throws {
    let (ends, end) = AsyncStream<Void>.makeStream()
    let outcomes = await outcomes(of: ["1/a", "1/b", "1/c"]) { path in
      if path == "1/a" { for await _ in ends {} }
      if path == "1/b" { throw StartError("no file") }
      if path == "1/c" { end.finish() }
    }
    #expect(outcomes == ["1/a true", "1/b refused", "1/c true"])
    let entries = diary.all
    let (first, third) = (entries.firstIndex(of: "-1/a"), entries.firstIndex(of: "+1/c"))
    #expect(try #require(first) > #require(third), "the first waits for the third")
  }

  @Test("of two with one name the second waits for the first")
  func names() async {
    _ = await outcomes(of: ["1/a", "2/a", "1/b", "3/a"])
    let names = diary.all.filter { $0.hasSuffix("a") }
    #expect(names == ["+1/a", "-1/a", "+2/a", "-2/a", "+3/a", "-3/a"])
  }
}
