/// Keeps what people have chosen.
///
/// Threading and errors as in ``DocumentIndex``.
public protocol PreferenceStore: Sendable {
  /// All that was chosen; empty at first.
  func preferences() async throws(DocumentError) -> [PreferenceKey: JSONValue]
  /// Keeps `preferences` in place of the earlier ones, durably.
  func save(_ preferences: [PreferenceKey: JSONValue]) async throws(DocumentError)
}

/// Keeps the types and handlers that users added to the registry.
///
/// Threading and errors as in ``DocumentIndex``.
public protocol DeclarationStore: Sendable {
  /// The declarations of users; empty at first.
  func declarations() async throws(DocumentError) -> TypeDeclarations
  /// Keeps `declarations` in place of the earlier ones.
  func save(_ declarations: TypeDeclarations) async throws(DocumentError)
}

/// Keeps where each client was: which document it showed, how far it had scrolled.
///
/// It is written without waiting for the disk and may be lost at any time. So nothing whose loss would hurt belongs
/// here (spec documents SR-2). Threading and errors as in ``DocumentIndex``.
public protocol SavedStateStore: Sendable {
  /// The state that a client saved last; nil when there is none.
  func state(of client: ClientName) async throws(DocumentError) -> [UInt8]?
  /// Keeps `state` in place of the earlier one; the clients that saved longest ago are forgotten.
  func save(_ state: [UInt8], of client: ClientName) async throws(DocumentError)
  /// Forgets a client.
  func remove(_ client: ClientName) async throws(DocumentError)
}
