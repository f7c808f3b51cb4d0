import DocumentModel
import FoundationEssentials
import GRDB
import Testing

@testable import Storage

/// A change of an index that fails at one of its steps: the refused caller finds all as it was, and can do it again.
struct IndexFailure: Sendable, CustomTestStringConvertible {
  enum Change: String, CaseIterable, Sendable {
    case addition, content, move, trashing, restoration, removal, metadata, metadataAndMove, folderMove,
      folderTrashing
    case batch, finishedBatch, batchRemoval, fingerprint, expiry, keeping, contentRelease, fileRelease
  }

  enum Reason: String, CaseIterable, Sendable {
    case full, broken

    var code: DocumentError.Code {
      switch self {
      case .full: .storageFull
      case .broken: .storageFailed
      }
    }
  }

  let change: Change
  let reason: Reason

  var testDescription: String { "\(change.rawValue), \(reason.rawValue)" }

  static let all: [IndexFailure] = Change.allCases.flatMap { change in
    Reason.allCases.map { IndexFailure(change: change, reason: $0) }
  }

  /// Lets the change fail at its first step in an empty store, then at its second, and so on until it succeeds.
  ///
  /// - Returns: at how many it failed.
  func check(_ store: any CheckedIndex & BatchJournal, _ fault: CountedFault) async throws -> Int {
    let content = try await IndexContent(store)
    let before = try await IndexSnapshot(of: store)
    for step in 1...200 {
      fault.arm(step, reason)
      do {
        try await content.make(change)
        #expect(!fault.wasMet, "step \(step) failed, and no caller heard of it")
        #expect(try await IndexSnapshot(of: store) != before || change.isUnseen)
        return step - 1
      } catch let error as DocumentError {
        #expect(fault.wasMet && error.code == reason.code, "step \(step): \(error)")
        fault.disarm()
        #expect(try await IndexSnapshot(of: store) == before, "step \(step)")
      }
    }
    Issue.record("it has no end")
    return 0
  }
}

extension IndexFailure.Change {
  /// Whether the port does not show what it does, but for what it gives to be removed.
  var isUnseen: Bool { self == .contentRelease || self == .fileRelease }
}

private struct IndexContent {
  let store: any CheckedIndex & BatchJournal
  private let document: Document
  private let other: Document
  private let thrown: Document
  private let batch: Batch

  /// Fills an empty store: documents of several versions, one in the Trash, contents and files that wait to be removed, and a
  /// batch.
  init(_ store: any CheckedIndex & BatchJournal) async throws {
    self.store = store
    document = try await store.changed("F/a.txt", times: [1, 2, 3])
    other = try await store.add(Sample("b.txt", content: "other"))
    _ = try await store.add(Sample("F/G/c.txt", content: "deep"))
    let replaced = try await store.add(Sample("r.txt", content: "disk"))
    _ = try await store.setContent(
      of: replaced.id, to: .sample(2, "after", at: .at(999_999), origin: .disk), fingerprint: .of("f"),
      expecting: replaced.sha256)
    let gone = try await store.add(Sample("d.txt", content: "gone"))
    thrown = try await store.add(Sample("e.txt", content: "thrown"))
    for id in [gone.id, thrown.id] { _ = try await store.trash(id, at: .at(4)) }
    _ = try await store.remove(gone.id, trashedAt: .at(4), at: .at(5))
    _ = try await store.expireVersions(VersionRetention(count: 3, days: 0), at: .at(1_000_000), limit: 9)
    batch = Batch(
      created: .at(6), author: nil, operations: [Batch.Operation(.trash, document.id)],
      steps: [BatchStep(operation: 1, document: document.id, .trash(from: document.location))])
    try await store.save(batch)
  }

  func make(_ change: IndexFailure.Change) async throws {
    switch change {
    case .addition, .content, .fingerprint, .keeping, .expiry: try await makeContent(change)
    case .folderMove: _ = try await store.moveFolder(.at("F"), to: .at("H"), at: .at(9))
    case .folderTrashing: _ = try await store.trashFolder(.at("F"), at: .at(9))
    case .move: _ = try await store.move(document.id, to: .at("n.txt"), type: nil, at: .at(9))
    case .trashing: _ = try await store.trash(document.id, at: .at(9))
    case .restoration: _ = try await store.restore(thrown.id, to: .at("e.txt"), at: .at(9))
    case .removal: _ = try await store.remove(thrown.id, trashedAt: .at(4), at: .at(9))
    case .metadata:
      _ = try await store.setMetadata(of: document.id, to: try metadata, movingTo: nil, at: .at(9))
    case .metadataAndMove:
      let place = NewPlace(try .at("n.txt"), type: nil)
      _ = try await store.setMetadata(of: document.id, to: try metadata, movingTo: place, at: .at(9))
    default: try await makeOther(change)
    }
  }

  private var metadata: DocumentMetadata {
    get throws { try .sample("tag", "other tag", favourite: true, note: "n", handler: "h") }
  }

  private func makeContent(_ change: IndexFailure.Change) async throws {
    switch change {
    case .addition: _ = try await store.add(Sample("new.txt", content: "new"))
    case .content:
      _ = try await store.setContent(
        of: other.id, to: .sample(2, "next"), fingerprint: .of("f"), expecting: other.sha256)
    case .fingerprint: try await store.setFingerprint(.of("another"), of: other.id)
    case .keeping: try await store.noteKept(.of("disk"))
    default:
      _ = try await store.expireVersions(VersionRetention(count: 1, days: 0), at: .at(1_000_000), limit: 9)
    }
  }

  private func makeOther(_ change: IndexFailure.Change) async throws {
    switch change {
    case .batch:
      try await store.save(
        Batch(created: .at(9), author: nil, operations: batch.operations, steps: batch.steps))
    case .finishedBatch:
      var done = batch
      (done.state, done.after) = (.done, [document])
      try await store.save(done)
    case .batchRemoval: try await store.removeBatch(batch.id)
    case .contentRelease: _ = try await store.releaseContents(limit: 9) { _ in }
    default: _ = try await store.releaseRemoved(limit: 9) { _, _ in }
    }
  }
}

extension FolderPath {
  fileprivate static func at(_ path: String) throws -> FolderPath { try FolderPath(parsing: path) }
}

private struct IndexSnapshot: Equatable {
  private var documents: [DocumentID: Document] = [:]
  private var versions: [DocumentID: [Version]] = [:]
  private var fingerprints: [DocumentID: Fingerprint?] = [:]
  private let events: [DocumentEvent]
  private let running: [Batch]
  private let done: [BatchSummary]
  private let tags: [TagCount]
  private let tallies: [FolderPath: FolderTally]
  private let storedBytes: Int64
  private let count: Int
  private let found: [String]

  init(of store: any CheckedIndex & BatchJournal) async throws {
    for isTrashed in [false, true] {
      for document in try await store.all(DocumentQuery(trashed: isTrashed, order: .name)) {
        documents[document.id] = document
        versions[document.id] = try await store.versions(of: document.id)
        fingerprints[document.id] = try await store.entry(document.id)?.fingerprint
      }
    }
    events = try await store.events(after: 0, limit: 999)
    running = try await store.runningBatches()
    done = try await store.batches(limit: 99)
    tags = try await store.tags()
    tallies = try await store.tallies(of: [.top, .at("F"), .at("F/G"), .at("H"), .at("H/G")])
    storedBytes = try await store.storedBytes()
    count = try await store.documentCount()
    found = try await store.paths(DocumentQuery(text: "txt", order: .name))
  }
}
