import DocumentModel
import Workspace

struct BatchResponse: Encodable {
  struct Result: Encodable {
    let op: String
    let document: DocumentResponse?
  }

  let id: String
  let created: String
  let author: String?
  let undoes: String?
  /// The rules that asked for it; missing for a batch of a person or a program.
  let rules: [String]?
  let results: [Result]

  init(_ batch: Batch, in workspace: DocumentWorkspace) {
    let after = Dictionary(uniqueKeysWithValues: batch.after.map { ($0.id, $0) })
    id = batch.id.description
    created = batch.created.internetFormat
    author = batch.author
    undoes = batch.undoes?.description
    rules = batch.rules?.map(\.description)
    results = batch.operations.map { operation in
      Result(
        op: operation.kind.rawValue,
        document: after[operation.document].map {
          DocumentResponse($0, in: workspace, expires: workspace.trash.expiry(of: $0))
        })
    }
  }
}

/// The batches that can be undone, the last one first.
struct BatchesResponse: Encodable {
  struct Summary: Encodable {
    let id: String
    let created: String
    let author: String?
    let undoes: String?
    let rules: [String]?
    let operations: Int
  }

  let batches: [Summary]

  init(_ batches: [BatchSummary]) {
    self.batches = batches.map {
      Summary(
        id: $0.id.description, created: $0.created.internetFormat, author: $0.author,
        undoes: $0.undoes?.description, rules: $0.rules?.map(\.description), operations: $0.operationCount)
    }
  }
}
