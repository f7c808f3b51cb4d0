public import DocumentModel
import FoundationEssentials
import Logging

/// Many operations as one step.
public struct Batches: UsesServices {
  let documents: Documents
  let trash: Trash
  /// Lets one batch at a time be done.
  let batchLock = KeyedLock<Int>()
  /// The rest of batches that could not be taken back to their end.
  let interruptedBatches = InterruptedBatches()

  var services: Services { documents.services }
  var tree: Tree { documents.tree }

  /// Does all of `parameters` in their order, or nothing.
  ///
  /// Goes on to the end when the calling task is cancelled. One batch is done at a time. Other requests and
  /// programs may change documents meanwhile, but not those of the batch without being noticed.
  ///
  /// - Throws: what refuses one operation, with its number; what was done before it has been taken back.
  public func perform(
    _ parameters: [BatchParameters], author: String? = nil
  ) async throws(DocumentError) -> Batch {
    try await perform(parameters, author: author, rules: nil, most: Batch.maximumOperations)
  }

  /// Told how many steps are done.
  typealias Progress = @Sendable (Int) -> Void

  /// As ``perform(_:author:)``, for rules that ask for it, with a limit of its own.
  func perform(
    _ parameters: [BatchParameters], author: String?, rules: [RuleID]?, most: Int,
    _ progress: @escaping Progress = { _ in }
  ) async throws(DocumentError) -> Batch {
    guard !parameters.isEmpty else {
      throw DocumentError(.invalidParameter, "a batch has one operation at least")
    }
    guard parameters.count <= most else {
      throw DocumentError(.tooLarge, "a batch has \(most) operations at most")
    }
    return try await whole { () async throws(DocumentError) in
      var planner = BatchPlanner(documents)
      try await planner.plan(parameters)
      let batch = Batch(
        created: now(), author: author, rules: rules, operations: planner.operations, steps: planner.steps)
      return try await run(batch, from: planner.before, progress)
    }
  }

  /// Undoes a batch, as a batch that can be undone itself.
  ///
  /// - Throws: `.notFound` when there is no such batch (any more); `.versionConflict` with the documents that have changed
  ///   since; otherwise as ``perform(_:author:)``.
  public func undo(_ id: BatchID, author: String? = nil) async throws(DocumentError) -> Batch {
    try await whole { () async throws(DocumentError) in
      let batch = try await batch(id)
      var current: [DocumentID: Document] = [:]
      var changed: [DocumentID] = []
      for document in batch.after {
        let now = try await index.document(document.id)
        if now == document { current[document.id] = now } else { changed.append(document.id) }
      }
      guard changed.isEmpty else {
        throw DocumentError(
          .versionConflict, "\(changed.count) of \(batch.after.count) documents have changed since the batch",
          documents: changed)
      }
      let inverse = batch.inverse
      let undoing = Batch(
        created: now(), author: author, undoes: id, operations: inverse.operations, steps: inverse.steps)
      return try await run(undoing, from: current)
    }
  }

  /// A batch that is done.
  ///
  /// Throws `.notFound` when there is none of this name (any more).
  public func batch(_ id: BatchID) async throws(DocumentError) -> Batch {
    guard let batch = try await journal.batch(id), batch.state == .done else {
      throw DocumentError(.notFound, "there is no batch \(id), or it was long ago")
    }
    return batch
  }

  /// The batches that can be undone, the last one first.
  public func batches(limit: Int) async throws(DocumentError) -> [BatchSummary] {
    try await journal.batches(limit: limit)
  }

  /// One at a time, and to the end: a client that hangs up must not leave half a batch.
  private func whole(
    _ body: @escaping @Sendable () async throws(DocumentError) -> Batch
  ) async throws(DocumentError) -> Batch {
    let work = Task { () async -> Result<Batch, DocumentError> in
      do throws(DocumentError) {
        return .success(
          try await batchLock.withLock(0) { () async throws(DocumentError) in
            await takeBackInterrupted()
            return try await body()
          })
      } catch {
        return .failure(error)
      }
    }
    return try await work.value.get()
  }

  private func run(
    _ batch: Batch, from before: [DocumentID: Document], _ progress: Progress = { _ in }
  ) async throws(DocumentError) -> Batch {
    try await journal.save(batch)
    var current = before
    for (index, step) in batch.steps.enumerated() {
      do throws(DocumentError) {
        current[step.document] = try await perform(step, from: current, author: batch.author)
      } catch {
        let isUntouched = Self.refusedUntouched(step, error)
        if !isUntouched { current[step.document] = nil }
        throw await refusal(
          of: step, error, takingBack: batch, count: isUntouched ? index : index + 1, as: current)
      }
      progress(index + 1)
    }
    return try await finish(batch, current)
  }

  private func finish(
    _ batch: Batch, _ current: [DocumentID: Document]
  ) async throws(DocumentError) -> Batch {
    var done = batch
    var seen: Set<DocumentID> = []
    done.state = .done
    done.after = batch.operations.compactMap { operation in
      seen.insert(operation.document).inserted ? current[operation.document] : nil
    }
    do throws(DocumentError) {
      try await journal.save(done)
    } catch {
      try await takeBack(batch, count: batch.steps.count, as: current)
      throw error
    }
    log.notice("batch done", metadata: ["batch": "\(batch.id)", "operations": "\(batch.operations.count)"])
    return done
  }

  private func perform(
    _ step: BatchStep, from current: [DocumentID: Document], author: String?
  ) async throws(DocumentError) -> Document {
    let (id, expected) = (step.document, Expectation(current[step.document]))
    switch step.action {
    case .move(_, let target): return try await documents.move(id, to: target, expecting: expected)
    case .trash: return try await documents.trash(id, expecting: expected)
    case .restore(let target): return try await documents.restore(id, exactlyTo: target, expecting: expected)
    case .setMetadata(_, let metadata):
      return try await documents.setMetadata(of: id, exactly: metadata, expecting: expected)
    case .copy(let original, _, let target):
      return try await documents.copy(
        original, named: target.name, in: target.folder, conflict: .fail,
        expecting: Expectation(current[original]),
        author: author, as: id)
    }
  }

  /// Whether a step was refused before it did anything.
  ///
  /// Such a step is not to be taken back, as it may be just what another client or program has done
  /// meanwhile.
  ///
  /// A copy has an id that no other client knows, and so is looked at always.
  private static func refusedUntouched(_ step: BatchStep, _ error: DocumentError) -> Bool {
    if case .copy = step.action { return false }
    return [.notFound, .notInTrash, .nameTaken, .versionConflict].contains(error.code)
  }

  private func refusal(
    of step: BatchStep, _ error: DocumentError, takingBack batch: Batch, count: Int,
    as current: [DocumentID: Document]
  ) async -> DocumentError {
    do throws(DocumentError) {
      try await takeBack(batch, count: count, as: current)
      return error.ofOperation(step.operation)
    } catch let second {
      log.error("a batch could not be taken back", metadata: ["batch": "\(batch.id)", "reason": "\(second)"])
      return DocumentError(
        error.code,
        "\(error.detail); what was done before it could not be taken back now, and is as soon as that can be done",
        cause: second, numbers: error.numbers, documents: error.documents
      ).ofOperation(step.operation)
    }
  }
}
