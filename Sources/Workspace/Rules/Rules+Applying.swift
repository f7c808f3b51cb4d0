public import DocumentModel
import Logging

extension Rules {
  /// So many documents are changed by one application, as one batch that can be undone.
  public static let mostDocuments = 5_000

  /// Applies a rule to the documents that are there, as a job of one batch; whether it is on makes no difference.
  ///
  /// Documents may change while the job runs. The batch is refused then as a whole, and the job says so.
  ///
  /// Throws `.notFound` when there is no such rule, or its folder is not there.
  public func apply(_ id: RuleID) async throws(DocumentError) -> Job {
    let rule = try rule(id)
    if let folder = rule.draft.actions.folder, try await isFolderMissing(of: rule) {
      throw DocumentError(.notFound, "the folder \"\(folder)\" is not there; make it, or choose another one")
    }
    return try workspace.jobs.start(.rule, "Apply \(rule.draft.name)", summary: Self.summary) {
      [self] progress in
      try await apply(rule, progress)
    }
  }

  private struct Applied: Sendable {
    let documents: Int
    let isMore: Bool
  }

  private static func summary(_ applied: Applied) -> String {
    let count = applied.documents == 1 ? "1 document changed" : "\(applied.documents) documents changed"
    return applied.isMore ? "\(count); there are more" : count
  }

  private func apply(_ rule: Rule, _ progress: JobProgress) async throws -> Applied {
    let matches = try await index.matches(query(of: rule.draft), isWhole: true).documents
    var parameters: [BatchParameters] = []
    var documents = 0
    for id in matches {
      try Task.checkCancellation()
      guard documents < Self.mostDocuments else { break }
      guard let document = try await workspace.index.document(id), document.trashed == nil else { continue }
      let effect = RuleEffect(of: [(rule.id, rule.draft.actions)], on: document)
      guard !effect.isEmpty else { continue }
      parameters += effect.operations(on: document)
      documents += 1
    }
    guard !parameters.isEmpty else { return Applied(documents: 0, isMore: false) }
    let total = parameters.count
    let batch = try await workspace.batches.perform(parameters, by: [rule]) { done in
      progress.advance(to: done, of: total)
    }
    progress.note(batch.id)
    return Applied(documents: documents, isMore: documents == Self.mostDocuments)
  }
}

extension RuleEffect {
  /// The operations of a batch that bring it about; the batch is refused unless the document is still as it was.
  func operations(on document: Document) -> [BatchParameters] {
    let condition: @Sendable (Document) throws(DocumentError) -> Void = { (current) throws(DocumentError) in
      guard current == document else {
        throw DocumentError(
          .versionConflict, "\"\(document.location.name)\" was changed in the meantime",
          documents: [document.id])
      }
    }
    var operations: [BatchParameters] = []
    if let folder {
      operations.append(
        BatchParameters(
          document.id, .move(name: nil, folder: folder, conflict: .rename), condition: condition))
    }
    if let changes = metadata(of: document) {
      operations.append(BatchParameters(document.id, .setMetadata(changes), condition: condition))
    }
    return operations
  }
}

extension Batches {
  /// Does the operations of rules as one batch, which says whose they are.
  func perform(
    _ parameters: [BatchParameters], by rules: [Rule], progress: @escaping Progress = { _ in }
  ) async throws(DocumentError) -> Batch {
    let names = rules.map(\.draft.name).joined(separator: ", ")
    return try await perform(
      parameters, author: names, rules: rules.map(\.id), most: 2 * Rules.mostDocuments, progress)
  }
}
