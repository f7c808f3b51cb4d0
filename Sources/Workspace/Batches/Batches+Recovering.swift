import DocumentModel
import Logging
public import ServiceLifecycle
import Synchronization

/// Takes back the done steps of a refused batch.
///
/// Each step is looked at as it is found, the last one first. It may have been done, or not at all. Or its file may
/// have gone its way while the index has not followed. A document that another client or program has changed since is
/// left alone.
extension Batches {
  /// Takes back what an earlier run of the server left of batches.
  ///
  /// To be called before the first pass over the tree, which would follow the files, and before anything is served.
  public func resumeBatches() async {
    // The log has the steps that could not be taken back; the lock throws nothing of its own.
    try? await batchLock.withLock(0) { await takeBackInterrupted() }
  }

  /// Takes back every batch that was not done to its end; to be called while no batch is being done.
  ///
  /// A batch that could not be taken back at once is taken back before the next one, and within a moment of being
  /// possible (``BatchMaintenance``). The longer it waits, the more clients and programs have built on it.
  func takeBackInterrupted() async {
    do throws(DocumentError) {
      for batch in try await journal.runningBatches() { await takeBackInterrupted(batch) }
    } catch {
      log.error("interrupted batches could not be looked for", metadata: ["reason": "\(error)"])
    }
  }

  private func takeBackInterrupted(_ batch: Batch) async {
    do throws(DocumentError) {
      // Of one that an earlier run of the server left, any step may have been done.
      let rest = interruptedBatches[batch.id]
      let count = min(rest?.count ?? batch.steps.count, batch.steps.count)
      try await takeBack(batch, count: count, as: rest?.current ?? [:])
      log.notice("a batch that was interrupted was taken back", metadata: ["batch": "\(batch.id)"])
    } catch {
      log.error(
        "an interrupted batch could not be taken back",
        metadata: ["batch": "\(batch.id)", "reason": "\(error)"])
    }
  }

  /// Takes back the first `count` steps of a batch, and forgets it.
  ///
  /// When that is not possible, what is left is tried again later, and no more than that.
  ///
  /// - Parameter current: the documents as its steps left them, as far as that is known.
  func takeBack(
    _ batch: Batch, count: Int, as current: [DocumentID: Document] = [:]
  ) async throws(DocumentError) {
    var left = count
    do throws(DocumentError) {
      for step in batch.steps.prefix(count).reversed() {
        try await takeBackOrLeave(step, knowing: current[step.document])
        left -= 1
      }
      try await journal.removeBatch(batch.id)
    } catch {
      interruptedBatches[batch.id] = InterruptedBatches.Rest(count: left, current: current)
      // For another start; where it cannot be written now, that one looks at all steps.
      try? await journal.save(batch.firstSteps(left))
      throw error
    }
    interruptedBatches[batch.id] = nil
    await events.notify()
  }

  private func takeBackOrLeave(_ step: BatchStep, knowing known: Document?) async throws(DocumentError) {
    do throws(DocumentError) {
      try await takeBack(step, knowing: known)
    } catch  where [.notFound, .nameTaken, .versionConflict, .contentMissing].contains(error.code) {
      // Other clients have been there meanwhile; nothing is lost, and nothing more can be done.
      log.warning(
        "a step of a batch was left as it is",
        metadata: ["document": "\(step.document)", "reason": "\(error)"])
    }
  }

  private func takeBack(_ step: BatchStep, knowing known: Document?) async throws(DocumentError) {
    if case .copy(_, let content, let target) = step.action {
      return try await takeBackCopy(step.document, of: content, at: target)
    }
    guard let entry = try await index.entry(step.document) else { return }
    let document = entry.document
    switch step.action {
    case .move(let source, let target):
      guard document.trashed == nil else { return }
      if document.location == target { _ = try await documents.move(document.id, to: source) }
      if document.location == source { try await returnFile(of: entry, from: target) }
    case .trash(let place):
      guard document.location == place else { return }
      if document.trashed != nil {
        guard known.map({ $0.trashed == document.trashed }) ?? true else { return }
        _ = try await documents.restore(document.id, exactlyTo: place, expecting: .anything)
      } else {
        try await returnFileFromTrash(of: document)
      }
    case .restore(let target):
      if document.trashed != nil {
        try await returnFileToTrash(of: entry, from: target)
      } else if document.location == target, known.map({ $0.version == document.version }) ?? true {
        // A later change must not find it in the Trash.
        _ = try await documents.trash(document.id)
      }
    case .setMetadata(let before, let after):
      guard document.trashed == nil, document.metadata == after else { return }
      _ = try await documents.setMetadata(of: document.id, exactly: before, expecting: .anything)
    case .copy: return
    }
  }

  private func returnFile(of entry: IndexEntry, from target: Location) async throws(DocumentError) {
    let place = entry.document.location
    try await tree.lock.withLock(place, target) { () async throws(DocumentError) in
      guard try await isUnchanged(entry.document), try await tree.places.isMissing(place),
        try await tree.hasUnindexedFile(of: entry, at: target)
      else { return }
      try await documentFiles.move(target, to: place)
    }
  }

  private func returnFileFromTrash(of document: Document) async throws(DocumentError) {
    try await tree.lock.withLock(document.location) { () async throws(DocumentError) in
      guard try await isUnchanged(document), try await tree.places.isMissing(document.location),
        try await !tree.places.isMissingInTrash(document.id)
      else { return }
      try await documentFiles.restore(document.id, to: document.location)
    }
  }

  private func returnFileToTrash(of entry: IndexEntry, from target: Location) async throws(DocumentError) {
    try await tree.lock.withLock(target) { () async throws(DocumentError) in
      guard try await isUnchanged(entry.document), try await tree.places.isMissingInTrash(entry.document.id),
        try await tree.hasUnindexedFile(of: entry, at: target)
      else { return }
      try await documentFiles.trash(entry.document.id, at: target)
    }
  }

  private func isUnchanged(_ document: Document) async throws(DocumentError) -> Bool {
    try await index.document(document.id) == document
  }

  private func takeBackCopy(
    _ id: DocumentID, of content: ContentHash, at target: Location
  ) async throws(DocumentError) {
    if let copy = try await index.document(id) {
      guard copy.version == 1 else { return }
      if copy.trashed == nil { _ = try await documents.trash(id) }
      return try await trash.remove(id)
    }
    // Its file may have got its name when the index had not heard of it.
    let isTaken = try await tree.lock.withLock(target) { () async throws(DocumentError) in
      try await adoptCopy(id, of: content, at: target)
    }
    guard isTaken else { return }
    _ = try await documents.trash(id)
    try await trash.remove(id)
  }

  private func adoptCopy(
    _ id: DocumentID, of content: ContentHash, at target: Location
  ) async throws(DocumentError) -> Bool {
    guard try await index.document(at: target) == nil, let file = try await tree.places.read(target),
      file.found.sha256 == content
    else { return false }
    let date = now()
    let document = Document(
      id: id, location: target, type: file.type, size: file.found.placed.size, sha256: content, version: 1,
      created: date, modified: date)
    _ = try await index.add(
      document, version: file.version(1, at: date), fingerprint: file.found.placed.fingerprint)
    return true
  }
}

/// How far batches are taken back that could not be to their end, for as long as the server runs.
///
/// The store goes on changing. A later try must do no more than what is left. It must know what the batch's own steps
/// had made of documents. Safe from any thread.
final class InterruptedBatches: Sendable {
  struct Rest: Sendable {
    let count: Int
    let current: [DocumentID: Document]
  }

  private let rests = Mutex<[BatchID: Rest]>([:])

  subscript(id: BatchID) -> Rest? {
    get { rests.withLock { $0[id] } }
    set { rests.withLock { $0[id] = newValue } }
  }
}

/// Takes back, again and again, what could not be taken back of a batch when it was refused.
///
/// Then the disk was full, or did not answer.
///
/// Mostly there is nothing, which costs one look at the index a minute.
public struct BatchMaintenance: Service {
  /// From one look to the next.
  public static let interval = Duration.seconds(60)

  private let workspace: DocumentWorkspace
  private let task: PeriodicTask

  /// Maintenance of the batches of `workspace`, in `task`; the start has looked after them already.
  public init(
    _ workspace: DocumentWorkspace, task: PeriodicTask = PeriodicTask(resting: BatchMaintenance.interval)
  ) {
    self.workspace = workspace
    self.task = task
  }

  /// Looks again and again until the service group shuts down.
  public func run() async throws {
    await task.run { _ in
      await workspace.batches.resumeBatches()
      return Self.interval
    }
  }
}
