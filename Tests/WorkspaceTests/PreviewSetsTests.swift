import DocumentModel
import FoundationEssentials
import Synchronization
import Testing

@testable import Workspace

@Suite("Sets to look through, in memory")
final class PreviewSetsTests: Sendable {
  private let time = Mutex(Date(timeIntervalSince1970: 0))

  private func wait(_ seconds: TimeInterval) { time.withLock { $0 += seconds } }

  @Test("are kept for an hour after their last use")
  func lifetime() throws {
    let sets = PreviewSets { [self] in time.withLock(\.self) }
    let id = try sets.add([.address("https://a/", title: nil)], index: 0).id
    wait(PreviewSets.lifetime - 1)
    #expect(try sets.set(id).expires == Date(timeIntervalSince1970: 2 * PreviewSets.lifetime - 1))
    wait(PreviewSets.lifetime - 1)
    _ = try sets.set(id)
    wait(PreviewSets.lifetime)
    #expect(throws: DocumentError.self) { try sets.set(id) }
  }

  @Test("make room for later ones, the one first that was used longest ago")
  func room() throws {
    let sets = PreviewSets { [self] in time.withLock(\.self) }
    var ids: [DocumentID] = []
    for _ in 0..<PreviewSets.maximumSets {
      ids.append(try sets.add([.address("https://a/", title: nil)], index: 0).id)
      wait(1)
    }
    _ = try sets.set(ids[0])
    _ = try sets.add([.address("https://a/", title: nil)], index: 0)
    #expect(throws: DocumentError.self) { try sets.set(ids[1]) }
    #expect(try sets.set(ids[0]).items.count == 1)
  }
}
