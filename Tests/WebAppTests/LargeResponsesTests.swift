import HTTPServer
import HTTPTypes
import Synchronization
import Testing

@testable import WebApp

@Suite("Large answers")
struct LargeResponsesTests {
  private final class Maker: Sendable {
    private let count = Mutex(0)

    var made: Int { count.withLock { $0 } }

    func make(_ size: Int) -> (entity: Representation, bytes: Int) {
      count.withLock { $0 += 1 }
      let bytes = [UInt8](repeating: 1, count: size)
      return (.prepared(bytes, type: "text/plain", tag: EntityTag("t")), size)
    }
  }

  private struct Failure: Error {}

  @Test("are made once for all who ask, at the same time and later")
  func once() async throws {
    let (answers, maker) = (LargeResponses(bytes: 100), Maker())
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<20 {
        group.addTask { _ = try await answers.answer(EntityTag("a")) { maker.make(10) } }
      }
      try await group.waitForAll()
    }
    _ = try await answers.answer(EntityTag("a")) { maker.make(10) }
    #expect(maker.made == 1 && answers.count == 1)
    _ = try await answers.answer(EntityTag("b")) { maker.make(10) }
    #expect(maker.made == 2 && answers.count == 2)
  }

  @Test("are bounded in bytes: the one used longest ago goes, and one larger than all is not kept")
  func bounded() async throws {
    let (answers, maker) = (LargeResponses(bytes: 100), Maker())
    for name in ["a", "b", "a", "c"] { _ = try await answers.answer(EntityTag(name)) { maker.make(40) } }
    #expect(maker.made == 3 && answers.count == 2)
    _ = try await answers.answer(EntityTag("a")) { maker.make(40) }
    #expect(maker.made == 3, "b went")
    for _ in 0..<2 { _ = try await answers.answer(EntityTag("d")) { maker.make(101) } }
    #expect(maker.made == 5)
  }

  @Test("that cannot be made are not kept")
  func failed() async throws {
    let (answers, maker) = (LargeResponses(bytes: 100), Maker())
    await #expect(throws: Failure.self) { try await answers.answer(EntityTag("a")) { throw Failure() } }
    #expect(answers.count == 0)
    _ = try await answers.answer(EntityTag("a")) { maker.make(10) }
    #expect(maker.made == 1)
  }
}
