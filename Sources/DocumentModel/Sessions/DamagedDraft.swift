/// A draft that cannot be restored, and the reason.
public struct DamagedDraft: Hashable, Sendable {
  /// The session that received it.
  public let session: SessionID
  /// Its path, relative to the workspace's root.
  public let place: String
  /// The damage, in words for users.
  public let reason: String

  /// A damaged draft from its parts.
  public init(session: SessionID, place: String, reason: String) {
    self.session = session
    self.place = place
    self.reason = reason
  }
}
