import DocumentModel
import Workspace

/// A rule, and the reason for which it cannot do all that it says.
struct RuleResponse: Encodable {
  struct Actions: Encodable {
    let tags: [String]
    @Nullable var folder: String?
    let favourite: Bool

    init(_ actions: RuleActions) {
      (tags, favourite) = (actions.tags.map(\.description), actions.favourite)
      folder = actions.folder?.description
    }
  }

  let id: String
  let name: String
  let query: String
  let actions: Actions
  let on: Bool
  /// "folder-missing" where the folder that it files documents in is not there, else missing.
  let problem: String?
  let remarks: [FoundDocumentsResponse.Remark]
  /// Its entity tag, in lists alone: the tag is made of all the rest.
  var etag: String?

  init(_ rule: Rule, of rules: Rules) async throws(DocumentError) {
    id = rule.id.description
    (name, query, on) = (rule.draft.name, rule.draft.query, rule.isOn)
    actions = Actions(rule.draft.actions)
    problem = try await rules.isFolderMissing(of: rule) ? "folder-missing" : nil
    remarks = rules.remarks(on: rule).map(FoundDocumentsResponse.Remark.init)
  }
}

/// All rules in their order.
struct RulesResponse: Encodable {
  let rules: [RuleResponse]
}

/// The changes that a rule would make.
struct RuleTrialResponse: Encodable {
  struct Move: Encodable {
    let from: String
    let to: String
  }

  struct Change: Encodable {
    let document: DocumentResponse
    let tags: [String]
    let favourite: Bool
    /// The folder from which and to which it is moved; null when it stays.
    @Nullable var folder: Move?
    /// Whether the document is as the rule makes it.
    let unchanged: Bool

    init(_ change: RuleTrial.Change, in workspace: DocumentWorkspace) {
      document = DocumentResponse(change.document, in: workspace)
      (tags, favourite) = (change.effect.tags.map(\.description), change.effect.favourite)
      folder = change.effect.folder.map {
        Move(from: change.document.location.folder.description, to: $0.description)
      }
      unchanged = change.effect.isEmpty
    }
  }

  let total: Int
  let partial: Bool
  let documents: [Change]
  let remarks: [FoundDocumentsResponse.Remark]
  let problem: String?

  init(_ trial: RuleTrial, in workspace: DocumentWorkspace) {
    (total, partial) = (trial.total, trial.isPartial)
    documents = trial.changes.map { Change($0, in: workspace) }
    remarks = trial.remarks.map(FoundDocumentsResponse.Remark.init)
    problem = trial.isFolderMissing ? "folder-missing" : nil
  }
}

/// The changes that rules made to documents which arrived.
struct RuleReportResponse: Encodable {
  struct Acting: Encodable {
    let id: String
    let name: String
  }

  let batch: String
  let rules: [Acting]
  let documents: [String]
  let tags: [String]
  let folders: [String]
  let favourite: Bool

  init(_ report: RuleReport) {
    batch = report.batch.description
    rules = report.rules.map { Acting(id: $0.id.description, name: $0.name) }
    documents = report.documents.map(\.description)
    (tags, folders) = (report.tags.map(\.description), report.folders.map(\.description))
    favourite = report.favourite
  }
}
