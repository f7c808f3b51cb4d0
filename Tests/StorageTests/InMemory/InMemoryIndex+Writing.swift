import DocumentModel
import Foundation
import Synchronization

extension InMemoryIndex {
  func add(
    _ document: Document, version: Version, fingerprint: Fingerprint
  ) async throws(DocumentError) -> DocumentEvent {
    _ = try FolderPath(parsing: document.location.folder.description)
    return try transact { state throws(DocumentError) in
      guard state.entries[document.id] == nil, document.version == version.number,
        document.sha256 == version.sha256, document.size == version.size, document.trashed == nil
      else { throw DocumentError(.invalidParameter, "not a new document") }
      try Self.refuseTaken(document.location, state)
      state.entries[document.id] = Entry(document: document, fingerprint: fingerprint, versions: [version])
      let created = Self.record(.created, document, version.created, &state)
      if version.origin == .handOver { _ = Self.record(.handedOver, document, version.created, &state) }
      return created
    }
  }

  func setContent(
    of id: DocumentID, to version: Version, fingerprint: Fingerprint, expecting expected: ContentHash
  ) async throws(DocumentError) -> DocumentEvent {
    try change(id, .changed, at: version.created) { entry, _ throws(DocumentError) in
      let old = entry.document
      guard old.sha256 == expected, version.number == old.version + 1 else {
        throw DocumentError(.versionConflict, "changed meanwhile")
      }
      entry.fingerprint = fingerprint
      entry.versions.append(version)
      entry.document = Document(
        id: id, location: old.location, type: version.type, size: version.size, sha256: version.sha256,
        version: version.number, created: old.created, modified: version.created, metadata: old.metadata)
    }
  }

  func move(
    _ id: DocumentID, to location: Location, type: TypeIdentifier?, at date: Date
  ) async throws(DocumentError) -> DocumentEvent {
    _ = try FolderPath(parsing: location.folder.description)
    return try change(id, .moved, at: date) { entry, state throws(DocumentError) in
      try Self.refuseTaken(location, state, by: id)
      entry.document.location = location
      entry.document.modified = date
      if let type { entry.document.type = type }
    }
  }

  func trash(_ id: DocumentID, at date: Date) async throws(DocumentError) -> DocumentEvent {
    try change(id, .deleted, at: date) { entry, _ throws(DocumentError) in entry.document.trashed = date }
  }

  func restore(
    _ id: DocumentID, to location: Location, at date: Date
  ) async throws(DocumentError) -> DocumentEvent {
    _ = try FolderPath(parsing: location.folder.description)
    return try change(id, .restored, trashed: true, at: date) { entry, state throws(DocumentError) in
      try Self.refuseTaken(location, state, by: id)
      entry.document.location = location
      entry.document.modified = date
      entry.document.trashed = nil
    }
  }

  func setMetadata(
    of id: DocumentID, to metadata: DocumentMetadata, movingTo place: NewPlace?, at date: Date
  ) async throws(DocumentError) -> DocumentEvent {
    if let place { _ = try FolderPath(parsing: place.location.folder.description) }
    return try transact { state throws(DocumentError) in
      guard var entry = state.entries[id], entry.document.trashed == nil else {
        throw DocumentError(.notFound, "there is no such document")
      }
      if let place {
        try Self.refuseTaken(place.location, state, by: id)
        entry.document.location = place.location
        entry.document.modified = date
        entry.document.type = place.type ?? entry.document.type
        _ = Self.record(.moved, entry.document, date, &state)
      }
      entry.document.metadata = metadata
      state.entries[id] = entry
      return Self.record(.metadataChanged, entry.document, date, &state)
    }
  }

  func tags() async throws(DocumentError) -> [TagCount] {
    let documents = state.withLock { state in
      state.entries.values.map(\.document).filter { $0.trashed == nil }
    }
    return Dictionary(grouping: documents.flatMap(\.metadata.tags), by: \.folded).values.compactMap { tags in
      let spellings = Dictionary(grouping: tags, by: \.self)
      let most = spellings.max { ($0.value.count, $1.key) < ($1.value.count, $0.key) }
      return most.map { TagCount(tag: $0.key, documents: tags.count) }
    }.sorted { ($1.documents, $0.tag) < ($0.documents, $1.tag) }
  }

  func setFingerprint(_ fingerprint: Fingerprint, of id: DocumentID) async throws(DocumentError) {
    try transact { state throws(DocumentError) in
      guard state.entries[id] != nil else {
        throw DocumentError(.notFound, "there is no such document")
      }
      state.entries[id]?.fingerprint = fingerprint
    }
  }

  func expireVersions(
    _ rule: VersionRetention, at date: Date, limit: Int
  ) async throws(DocumentError) -> Int {
    try transact { state throws(DocumentError) in
      var count = 0
      for (id, entry) in state.entries {
        let expired = entry.versions.filter {
          $0.number <= entry.document.version - rule.count && $0.created < rule.horizon(at: date)
        }.prefix(limit - count)
        count += expired.count
        state.released.formUnion(expired.map(\.sha256))
        state.entries[id]?.versions.removeAll(where: expired.contains)
      }
      state.kept.formIntersection(state.versions.map(\.sha256))
      return count
    }
  }

  func noteKept(_ hash: ContentHash) async throws(DocumentError) {
    try transact { state throws(DocumentError) in
      if state.versions.contains(where: { $0.sha256 == hash }) { state.kept.insert(hash) }
    }
  }

  func releaseContents(
    limit: Int, removing remove: @escaping @Sendable (ContentHash) throws -> Void
  ) async throws(DocumentError) -> Released<ContentHash> {
    try transact { state throws(DocumentError) in
      var (removed, failures): ([ContentHash], Int) = ([], 0)
      let waiting = state.released.sorted { $0.description < $1.description }.prefix(limit)
      for hash in waiting {
        let isUsed = state.entries.values.contains { entry in
          entry.document.sha256 == hash || entry.versions.contains { $0.sha256 == hash }
        }
        if !isUsed {
          guard (try? remove(hash)) != nil else {
            failures += 1
            continue
          }
          removed.append(hash)
        }
        state.released.remove(hash)
      }
      return Released(
        removed: removed, failures: failures, isMore: waiting.count == limit && failures == 0)
    }
  }

  private func change(
    _ id: DocumentID, _ kind: DocumentEvent.Kind, trashed: Bool = false, at date: Date,
    _ body: (inout Entry, State) throws(DocumentError) -> Void
  ) throws(DocumentError) -> DocumentEvent {
    try transact { state throws(DocumentError) in
      guard var entry = state.entries[id], (entry.document.trashed != nil) == trashed else {
        throw DocumentError(.notFound, "there is no such document")
      }
      try body(&entry, state)
      state.entries[id] = entry
      return Self.record(kind, entry.document, date, &state)
    }
  }

  private static func refuseTaken(
    _ location: Location, _ state: State, by id: DocumentID? = nil
  ) throws(DocumentError) {
    guard let other = state.at(location), other.id != id else { return }
    throw DocumentError(.nameTaken, "there is a document already")
  }

  static func record(
    _ kind: DocumentEvent.Kind, _ document: Document, _ date: Date, _ state: inout State
  ) -> DocumentEvent {
    let event = DocumentEvent(
      sequence: (state.events.last?.sequence ?? 0) + 1, kind: kind, document: document, date: date)
    state.events.append(event)
    return event
  }
}
