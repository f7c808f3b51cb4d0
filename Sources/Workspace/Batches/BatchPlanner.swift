import DocumentModel

/// Turns operations into steps, and refuses those that cannot be done before anything is.
///
/// Operations are done in their order. The planner keeps in mind where every document would be after each. So one may
/// take the name that another one left. A document whose name is still taken by one that a later operation moves
/// waits under a name of its own until then. In this way two documents change their names.
///
/// A document is moved, thrown away or brought back at most once in a batch, and its metadata change at most once.
struct BatchPlanner {
  private struct Waiting {
    let document: DocumentID
    let parked: Location
    let operation: Int
  }

  private let store: Documents
  private var documents: [DocumentID: Document] = [:]
  /// The planned document of each place; nil for a free one.
  private var occupants: [Location: DocumentID?] = [:]
  private var waiting: [Location: Waiting] = [:]
  private var placed: Set<DocumentID> = []
  private var changedMetadata: Set<DocumentID> = []

  private(set) var before: [DocumentID: Document] = [:]
  private(set) var operations: [Batch.Operation] = []
  private(set) var steps: [BatchStep] = []

  init(_ store: Documents) {
    self.store = store
  }

  /// Plans all of `parameters`.
  ///
  /// Throws what refuses one of them, with its number.
  mutating func plan(_ parameters: [BatchParameters]) async throws(DocumentError) {
    for (index, requested) in parameters.enumerated() {
      do throws(DocumentError) {
        try await plan(requested, index + 1)
      } catch {
        throw error.ofOperation(index + 1)
      }
    }
    if let (location, waiting) = waiting.min(by: { $0.value.operation < $1.value.operation }) {
      throw DocumentError(.nameTaken, "\"\(location.name)\" is already there").ofOperation(waiting.operation)
    }
  }

  private mutating func plan(_ requested: BatchParameters, _ number: Int) async throws(DocumentError) {
    let document = try await known(requested.document)
    if let first = before[requested.document] { try requested.condition(first) }
    guard (document.trashed != nil) == (requested.kind == .restore) else {
      throw requested.kind == .restore
        ? DocumentError(.notInTrash, "document \(document.id) is not in the Trash")
        : DocumentError(.notFound, "document \(document.id) is in the Trash")
    }
    var subject = document.id
    switch requested.action {
    case .move(let name, let folder, let conflict):
      let preferred = Location(
        folder: folder ?? document.location.folder, name: name ?? document.location.name)
      try await move(document, to: preferred, conflict, number)
    case .trash: try trash(document, number)
    case .restore: try await restore(document, number)
    case .copy(let name, let folder, let conflict):
      let preferred = Location(
        folder: folder ?? document.location.folder, name: name ?? document.location.name)
      subject = try await copy(document, to: preferred, conflict, number)
    case .setMetadata(let changes): try setMetadata(document, changes, number)
    }
    operations.append(Batch.Operation(requested.kind, subject))
  }

  private mutating func known(_ id: DocumentID) async throws(DocumentError) -> Document {
    if let known = documents[id] { return known }
    var document = try await store.document(id, includingTrash: true)
    // The place of its file now: it may have been renamed on the disk a moment ago.
    if document.trashed == nil { document = try await store.tree.inPlace(document) }
    (documents[id], before[id]) = (document, document)
    return document
  }

  private mutating func move(
    _ document: Document, to preferred: Location, _ conflict: ConflictRule, _ number: Int
  ) async throws(DocumentError) {
    try Self.once(document.id, &placed)
    let preferred = try Self.checked(preferred)
    guard preferred != document.location else { return }
    try Self.requireNoReplacement(conflict)
    let target = conflict == .rename ? try await free(preferred) : preferred
    guard try await occupant(of: target) != nil else {
      add(number, document.id, .move(from: document.location, to: target))
      take(target, document)
      return vacate(document.location)
    }
    guard waiting[target] == nil else { throw Self.taken(target) }
    let parked = Location(
      folder: target.folder, name: FileName(sanitizing: "\(DocumentID()) \(target.name)"))
    add(number, document.id, .move(from: document.location, to: parked))
    take(parked, document)
    waiting[target] = Waiting(document: document.id, parked: parked, operation: number)
    vacate(document.location)
  }

  private mutating func trash(_ document: Document, _ number: Int) throws(DocumentError) {
    try Self.once(document.id, &placed)
    add(number, document.id, .trash(from: document.location))
    let date = store.tree.places.trashDate()
    documents[document.id]?.trashed = date
    vacate(document.location)
  }

  private mutating func restore(_ document: Document, _ number: Int) async throws(DocumentError) {
    try Self.once(document.id, &placed)
    let target = try await free(store.homeOutsidePackages(of: document))
    add(number, document.id, .restore(to: target))
    documents[document.id]?.trashed = nil
    take(target, document)
  }

  private mutating func copy(
    _ document: Document, to preferred: Location, _ conflict: ConflictRule, _ number: Int
  ) async throws(DocumentError) -> DocumentID {
    let preferred = try Self.checked(preferred)
    try Self.requireNoReplacement(conflict)
    let target = conflict == .rename ? try await free(preferred) : preferred
    guard try await occupant(of: target) == nil else { throw Self.taken(target) }
    let copy = DocumentID()
    add(number, copy, .copy(of: document.id, content: document.sha256, to: target))
    occupants[target] = copy
    return copy
  }

  private static func requireNoReplacement(_ conflict: ConflictRule) throws(DocumentError) {
    guard conflict == .replace else { return }
    throw DocumentError(.invalidParameter, "conflict: a batch replaces nothing; rename or fail")
  }

  private mutating func setMetadata(
    _ document: Document, _ changes: MetadataChanges, _ number: Int
  ) throws(DocumentError) {
    try Self.once(document.id, &changedMetadata)
    guard let metadata = try store.metadata(of: document, after: changes, as: document.type) else { return }
    add(number, document.id, .setMetadata(before: document.metadata, after: metadata))
    documents[document.id]?.metadata = metadata
  }

  private mutating func add(_ number: Int, _ document: DocumentID, _ action: BatchStep.Action) {
    steps.append(BatchStep(operation: number, document: document, action))
  }

  private static func once(_ id: DocumentID, _ done: inout Set<DocumentID>) throws(DocumentError) {
    guard done.insert(id).inserted else {
      throw DocumentError(
        .invalidParameter,
        "an earlier operation changes document \(id) in the same way; say at once what it is to be")
    }
  }

  // MARK: Places

  private func occupant(of location: Location) async throws(DocumentError) -> DocumentID? {
    if let planned = occupants[location] { return planned }
    return try await store.index.document(at: location)?.id
  }

  private mutating func take(_ location: Location, _ document: Document) {
    occupants[location] = document.id
    documents[document.id]?.location = location
  }

  private mutating func vacate(_ location: Location) {
    occupants[location] = .some(nil)
    guard let next = waiting.removeValue(forKey: location), let document = documents[next.document] else {
      return
    }
    add(next.operation, next.document, .move(from: next.parked, to: location))
    take(location, document)
    vacate(next.parked)
  }

  private func free(_ preferred: Location) async throws(DocumentError) -> Location {
    let number = try await FreeNumber.find(from: 1) { (number: Int) async throws(DocumentError) in
      try await occupant(of: Self.numbered(preferred, number)) != nil
    }
    guard let number else { throw Self.taken(preferred) }
    return Self.numbered(preferred, number)
  }

  private static func numbered(_ preferred: Location, _ number: Int) -> Location {
    number == 1 ? preferred : Location(folder: preferred.folder, name: preferred.name.numbered(number))
  }

  private static func checked(_ location: Location) throws(DocumentError) -> Location {
    Location(folder: try FolderPath(parsing: location.folder.description), name: location.name)
  }

  private static func taken(_ location: Location) -> DocumentError {
    DocumentError(.nameTaken, "\"\(location.name)\" is already there")
  }
}
