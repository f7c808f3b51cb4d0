import DocumentModel
import Foundation
import Synchronization

extension InMemoryIndex {
  func entries(_ ids: [DocumentID]) async throws(DocumentError) -> [IndexEntry] {
    state.withLock { state in
      Set(ids).compactMap { state.entries[$0] }
        .map { IndexEntry(document: $0.document, fingerprint: $0.fingerprint) }
    }
  }

  func entries(at locations: [Location]) async throws(DocumentError) -> [IndexEntry] {
    let wanted = Set(locations)
    return state.withLock { state in
      state.entries.values
        .filter { $0.document.trashed == nil && wanted.contains($0.document.location) }
        .map { IndexEntry(document: $0.document, fingerprint: $0.fingerprint) }
    }
  }

  func tallies(of folders: [FolderPath]) async throws(DocumentError) -> [FolderPath: FolderTally] {
    state.withLock { state in
      var found: [FolderPath: FolderTally] = [:]
      for folder in folders {
        let dates = state.entries.values.map(\.document)
          .filter { $0.trashed == nil && $0.location.folder == folder }.map(\.modified)
        if let last = dates.max() { found[folder] = FolderTally(documents: dates.count, modified: last) }
      }
      return found
    }
  }

  func requireRoom(for folder: FolderPath, in target: FolderPath) async throws(DocumentError) {
    try state.withLock { state throws(DocumentError) in
      for document in Self.within(folder, state) {
        let rest = document.location.folder.names.dropFirst(folder.names.count)
        _ = try FolderPath(target.names + rest).checked()
      }
    }
  }

  func moveFolder(
    _ folder: FolderPath, to target: FolderPath, at date: Date
  ) async throws(DocumentError) -> Int {
    guard !folder.isTop, !target.isWithin(folder) else { throw DocumentError(.folderStays, "into itself") }
    _ = try target.checked()
    return try transact { state throws(DocumentError) in
      guard Self.within(target, state).isEmpty else { throw DocumentError(.nameTaken, "documents are there") }
      var moved: [Document] = []
      for var document in Self.within(folder, state) {
        let rest = document.location.folder.names.dropFirst(folder.names.count)
        document.location.folder = try FolderPath(target.names + rest).checked()
        document.modified = date
        moved.append(document)
      }
      for document in moved {
        state.entries[document.id]?.document = document
        _ = Self.record(.moved, document, date, &state)
      }
      return moved.count
    }
  }

  func trashFolder(_ folder: FolderPath, at date: Date) async throws(DocumentError) -> Int {
    guard !folder.isTop else { throw DocumentError(.folderStays, "the top stays") }
    return try transact { state throws(DocumentError) in
      let documents = Self.within(folder, state)
      for var document in documents {
        document.trashed = date
        state.entries[document.id]?.document = document
        _ = Self.record(.deleted, document, date, &state)
      }
      return documents.count
    }
  }

  func trashed(
    within folder: FolderPath, at date: Date, after id: DocumentID?, limit: Int
  ) async throws(DocumentError) -> [Document] {
    state.withLock { state in
      let found = state.entries.values.map(\.document).filter {
        $0.trashed == date && $0.location.folder.isWithin(folder)
          && $0.id.description > id?.description ?? ""
      }
      return Array(found.sorted { $0.id.description < $1.id.description }.prefix(max(0, limit)))
    }
  }

  private static func within(_ folder: FolderPath, _ state: State) -> [Document] {
    state.entries.values.map(\.document)
      .filter { $0.trashed == nil && $0.location.folder.isWithin(folder) }
  }
}
