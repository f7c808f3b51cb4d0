import DocumentModel
import Foundation
import Synchronization

extension InMemoryIndex {
  func remove(
    _ id: DocumentID, trashedAt moment: Date, at date: Date
  ) async throws(DocumentError) -> DocumentEvent {
    try transact { state throws(DocumentError) in
      guard let entry = state.entries[id], let trashed = entry.document.trashed else {
        throw DocumentError(.notFound, "not in the Trash")
      }
      guard trashed == moment else { throw DocumentError(.versionConflict, "thrown away again") }
      state.entries[id] = nil
      state.removed[id] = entry.document.sha256
      state.released.formUnion(entry.versions.map(\.sha256))
      state.kept.formIntersection(state.versions.map(\.sha256))
      return Self.record(.removed, entry.document, date, &state)
    }
  }

  func trashed(until date: Date, limit: Int) async throws(DocumentError) -> [Document] {
    let found = state.withLock { $0.entries.values.map(\.document) }
      .compactMap { document in document.trashed.map { (moment: $0, document: document) } }
      .filter { $0.moment <= date }
    let sorted = found.sorted {
      ($0.moment, $0.document.id.description) < ($1.moment, $1.document.id.description)
    }
    return sorted.prefix(max(0, limit)).map(\.document)
  }

  func releaseRemoved(
    limit: Int, removing remove: @escaping @Sendable (DocumentID, ContentHash?) throws -> Void
  ) async throws(DocumentError) -> Released<DocumentID> {
    try transact { state throws(DocumentError) in
      var (removed, failures): ([DocumentID], Int) = ([], 0)
      let waiting = state.removed.sorted { $0.key.description < $1.key.description }.prefix(limit)
      for (id, hash) in waiting {
        if state.entries[id] == nil {
          let entries = state.entries.values
          let isVersion = entries.contains { $0.versions.contains { $0.sha256 == hash } }
          let isCurrent = entries.contains { $0.document.sha256 == hash }
          guard (try? remove(id, isVersion && !isCurrent ? hash : nil)) != nil else {
            failures += 1
            continue
          }
          removed.append(id)
        }
        state.removed[id] = nil
      }
      return Released(
        removed: removed, failures: failures, isMore: waiting.count == limit && failures == 0)
    }
  }
}
