/// Keeps where each client was: which document it showed, how far it had scrolled.
///
/// It may be lost at any time, so nothing whose loss would hurt belongs here (spec documents SR-2): it is written without
/// waiting for the disk. Threading and errors as in ``DocumentIndex``.
public protocol SavedStateStore: Sendable {
  /// The state that a client saved last; nil when there is none.
  func state(of client: ClientName) async throws(DocumentError) -> [UInt8]?
  /// Keeps `state` in place of the earlier one; the clients that saved longest ago are forgotten.
  func save(_ state: [UInt8], of client: ClientName) async throws(DocumentError)
  /// Forgets a client.
  func remove(_ client: ClientName) async throws(DocumentError)
}
