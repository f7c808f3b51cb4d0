import DocumentModel
import Synchronization
import Testing

@testable import Workspace

@Suite("Missing files that a request meets between two passes")
struct MissingFilesTests {
  private let many = MissingDocuments<ContinuousClock.Instant>.many

  @Test("only so many may go as would at once, until a pass has looked or a minute is over")
  func budget() {
    let passed = Mutex(Duration.zero)
    let missing = MissingFiles(passed: { passed.withLock(\.self) })
    let mayGo = { (0..<many + 5).count { _ in missing.mayGo(DocumentID()) } }
    #expect(mayGo() == many)
    passed.withLock { $0 = MissingFiles.respite - .seconds(1) }
    #expect(mayGo() == 0)
    _ = missing.hold([])
    #expect(mayGo() == many)
    passed.withLock { $0 += MissingFiles.respite }
    #expect(mayGo() == many)
    #expect(mayGo() == 0)
  }

  @Test("none of those may go that the last pass left in the list, however long that is ago")
  func held() {
    let passed = Mutex(Duration.zero)
    let missing = MissingFiles(passed: { passed.withLock(\.self) })
    let (held, other) = (DocumentID(), DocumentID())
    _ = missing.hold([held])
    passed.withLock { $0 = .seconds(1_000_000) }
    #expect(!missing.mayGo(held) && missing.isAway(held))
    #expect(missing.mayGo(other) && !missing.isAway(other))
  }
}
