import DocumentModel
import FoundationEssentials
import Synchronization
import Testing

private final class Removal: Sendable {
  private let hashes = Mutex<[ContentHash]>([])
  var all: Set<ContentHash> { Set(hashes.withLock(\.self)) }
  func add(_ hash: ContentHash) { hashes.withLock { $0.append(hash) } }
}

extension VersionIndex {
  /// Everything that `rule` lets go of at `seconds`.
  fileprivate func expire(_ rule: VersionRetention, at seconds: Double, limit: Int = 3) async throws -> Int {
    var count = 0
    while true {
      let step = try await expireVersions(rule, at: .at(seconds), limit: limit)
      if step == 0 { return count }
      count += step
    }
  }

  fileprivate func release() async throws -> Set<ContentHash> {
    let removal = Removal()
    while try await releaseContents(limit: 2, removing: removal.add).isMore {}
    return removal.all
  }
}

extension IndexCheck {
  private static var day: Double { 86_400 }

  static var retention: [IndexCheck] {
    [
      IndexCheck("the newest versions by number are kept, whatever their age") { store in
        let document = try await store.changed("a.txt", times: [1, 2, 3, 4, 5])
        let rule = VersionRetention(count: 3, days: 1)
        #expect(try await store.expire(rule, at: 10 * day) == 3)
        #expect(try await store.versions(of: document.id).map(\.number) == [6, 5, 4])
        #expect(try await store.expire(rule, at: 10 * day) == 0)
        let changed = try await store.setContent(
          of: document.id, to: .sample(7, "6"), fingerprint: .of("f"), expecting: document.sha256)
        #expect(changed.document.version == 7)
      },
      IndexCheck("young versions are kept, however many there are") { store in
        let document = try await store.changed("a.txt", times: [1 * day, 2 * day, 3 * day, 4 * day])
        let rule = VersionRetention(count: 1, days: 2)
        #expect(try await store.expire(rule, at: 4.5 * day) == 3)
        #expect(try await store.versions(of: document.id).map(\.number) == [5, 4])
      },
      IndexCheck("the current version is kept, also with a clock that went wrong") { store in
        let document = try await store.changed("a.txt", times: [50 * day, -50 * day])
        #expect(try await store.expire(VersionRetention(count: 0, days: -1), at: 10 * day) == 1)
        #expect(try await store.versions(of: document.id).map(\.number) == [3, 2])
        #expect(try await store.expire(VersionRetention(count: 1, days: 0), at: 1000 * day) == 1)
        #expect(try await store.versions(of: document.id).map(\.number) == [3])
      },
      IndexCheck("documents in the Trash keep and lose versions like all others") { store in
        let document = try await store.changed("a.txt", times: [1, 2, 3])
        _ = try await store.trash(document.id, at: .at(4))
        #expect(try await store.expire(VersionRetention(count: 2, days: 1), at: 10 * day) == 2)
        #expect(try await store.versions(of: document.id).map(\.number) == [4, 3])
      },
      IndexCheck("a content may be removed when no version and no document has it any more") { store in
        let document = try await store.changed("a.txt", times: [1, 2, 3])
        #expect(try await store.release().isEmpty)
        // "1" is another document's current content, "0" another's earlier one.
        _ = try await store.add(Sample("b.txt", content: "1"))
        let other = try await store.add(Sample("c.txt", content: "0"))
        _ = try await store.setContent(
          of: other.id, to: .sample(2, "x"), fingerprint: .of("f"), expecting: .of("0"))
        #expect(try await store.expire(VersionRetention(count: 1, days: 1), at: 10 * day) == 4)
        #expect(try await store.version(4, of: document.id) != nil)
        #expect(try await store.release() == [.of("0"), .of("2")])
        #expect(try await store.release().isEmpty)
      },
      IndexCheck("contents are in use while a document, or a version of one, has them") { store in
        let document = try await store.changed("a.txt", times: [1, 2])
        let asked: [ContentHash] = [.of("0"), .of("1"), .of("2"), .of("none")]
        #expect(try await store.contentsInUse(among: asked) == Set(asked.dropLast()))
        #expect(try await store.contentsInUse(among: []).isEmpty)
        _ = try await store.trash(document.id, at: .at(3))
        #expect(try await store.contentsInUse(among: asked) == Set(asked.dropLast()))
        #expect(try await store.expire(VersionRetention(count: 1, days: 1), at: 10 * day) == 2)
        #expect(try await store.contentsInUse(among: asked) == [.of("2")])
        _ = try await store.remove(document.id, trashedAt: .at(3), at: .at(4))
        #expect(try await store.contentsInUse(among: asked).isEmpty)
      },
      IndexCheck("documents in the Trash are not removed") { store in
        let document = try await store.changed("a.txt", times: [1])
        let trashed = try await store.add(Sample("b.txt", content: "0"))
        _ = try await store.trash(trashed.id, at: .at(2))
        #expect(try await store.expire(VersionRetention(count: 1, days: 1), at: 10 * day) == 1)
        #expect(try await store.release().isEmpty)
        #expect(try await store.versions(of: document.id).count == 1)
      },
      IndexCheck("a content that could not be removed is tried again") { store in
        _ = try await store.changed("a.txt", times: [1])
        #expect(try await store.expire(VersionRetention(count: 1, days: 1), at: 10 * day) == 1)
        let failed = try await store.releaseContents(limit: 5) { _ in
          throw DocumentError(.storageFailed, "the disk")
        }
        #expect(failed == Released(removed: [], failures: 1, isMore: false))
        #expect(try await store.release() == [.of("0")])
      },
      IndexCheck("a content that came back meanwhile is not removed") { store in
        let document = try await store.changed("a.txt", times: [1])
        #expect(try await store.expire(VersionRetention(count: 1, days: 1), at: 10 * day) == 1)
        _ = try await store.setContent(
          of: document.id, to: .sample(3, "0"), fingerprint: .of("f"), expecting: document.sha256)
        #expect(try await store.release().isEmpty)
      },
    ]
  }
}
