public import DocumentModel
import Logging

extension Documents {
  /// Other tags, another note, favourite or handler, and whether backups leave it out.
  ///
  /// Nothing happens, and no listener hears of it, when the metadata are those already.
  ///
  /// Throws `.invalidParameter` for metadata that no document may have, and `.unsuitableHandler` for a handler that
  /// does not open the document's type. Throws `.notFound` for a document in the Trash, and `.versionConflict` unless
  /// the document is still as `expected`.
  public func changeMetadata(
    of id: DocumentID, _ changes: MetadataChanges, expecting expected: Expectation = .anything
  ) async throws(DocumentError) -> Document {
    try await setMetadata(of: id, expecting: expected) { (current) throws(DocumentError) in
      try metadata(of: current, after: changes, as: current.type)
    }
  }

  /// Gives a document metadata that it had before, unchecked.
  func setMetadata(
    of id: DocumentID, exactly metadata: DocumentMetadata, expecting expected: Expectation
  ) async throws(DocumentError) -> Document {
    try await setMetadata(of: id, expecting: expected) { $0.metadata == metadata ? nil : metadata }
  }

  private func setMetadata(
    of id: DocumentID, expecting expected: Expectation,
    _ change: (Document) throws(DocumentError) -> DocumentMetadata?
  ) async throws(DocumentError) -> Document {
    let known = try await document(id)
    return try await tree.lock.withLock(known.location) { () async throws(DocumentError) in
      let current = try await requireUnmoved(known)
      try expected.require(of: current)
      guard let metadata = try change(current) else { return current }
      let event = try await index.setMetadata(of: id, to: metadata, movingTo: nil, at: now())
      log.info("metadata changed", metadata: ["document": "\(id)"])
      await events.notify()
      return event.document
    }
  }

  /// The metadata of a document of type `type` after `changes`; nil when they stay what they are.
  func metadata(
    of document: Document, after changes: MetadataChanges, as type: TypeIdentifier
  ) throws(DocumentError) -> DocumentMetadata? {
    let metadata = try changes.applied(to: document.metadata)
    guard metadata != document.metadata else { return nil }
    if let handler = changes.handler, !handler.isEmpty { try requireOpener(handler, of: type) }
    return metadata
  }

  private func requireOpener(_ handler: String, of type: TypeIdentifier) throws(DocumentError) {
    let openers = types.current.openers(for: type).map(\.identifier)
    guard !openers.contains(handler) else { return }
    let known = openers.isEmpty ? "nothing does" : "these do: \(openers.joined(separator: ", "))"
    throw DocumentError(
      .unsuitableHandler, "the handler does not open documents of type \(type); \(known)")
  }

  /// The handlers that open a document: the one that was chosen for it or else for its type first, then the best.
  ///
  /// A choice that does not open the document's type any more counts for nothing, until it does again.
  public func openers(of document: Document) -> [Handler] {
    let openers = types.current.openers(for: document.type)
    guard let chosen = chosenOpener(of: document, among: openers) else { return openers }
    return [chosen] + openers.filter { $0.identifier != chosen.identifier }
  }

  /// The handler that was chosen for a document or its type, if it opens the document; nil where the best one does.
  func chosenOpener(of document: Document) -> Handler? {
    chosenOpener(of: document, among: types.current.openers(for: document.type))
  }

  private func chosenOpener(of document: Document, among openers: [Handler]) -> Handler? {
    openers.first { $0.identifier == document.metadata.handler }
      ?? types.chosenOpener(for: document.type, among: openers)
  }

  /// Whether what opens a document can change it: the role of the first of its openers says so (spec documents DT-6).
  ///
  /// A text is edited unless the reader was chosen for it. A document that nothing opens, or that is shown as bytes,
  /// is open to programs that know it.
  public func isEditable(_ document: Document) -> Bool {
    let openers = openers(of: document)
    guard let first = openers.first, first.role == .viewer else { return true }
    if first.identifier == document.metadata.handler { return false }
    return openers.contains { $0.identifier == Handler.text }
      || types.current.renderer(for: document.type) == .bytes
  }

  /// Every tag that documents have, the most frequent first.
  public func tags() async throws(DocumentError) -> [TagCount] {
    try await index.tags()
  }
}
