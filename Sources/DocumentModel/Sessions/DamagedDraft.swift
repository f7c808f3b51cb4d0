/// A draft that cannot be taken up, and why.
public struct DamagedDraft: Hashable, Sendable {
  /// The session that it was handed to.
  public let session: SessionID
  /// Where it lies, relative to the workspace's root.
  public let place: String
  /// What is wrong with it, for people.
  public let reason: String

  /// A damaged draft from its parts.
  public init(session: SessionID, place: String, reason: String) {
    self.session = session
    self.place = place
    self.reason = reason
  }
}
