/// Keeps what clients have handed over until it is in its document.
///
/// **Durability.** When ``keep(_:as:)`` has returned, content and facts survive power loss; until then those of before
/// do. Nothing is removed but by ``remove(_:)`` and by a newer draft of the same session.
/// **Threading.** Every method may be called from any task; none blocks the caller's thread on the disk. One change of
/// a session's draft at a time: the caller sees to that.
/// **Errors.** Every refusal is a ``DocumentError``; `.storageFull` for a full disk, `.storageFailed` for an I/O error.
///
/// ```swift
/// try await drafts.keep(staged, as: draft)
/// let staged = try await drafts.stage(draft)   // as often as saving is tried
/// try await drafts.remove(draft.session)
/// ```
public protocol DraftStore: Sendable {
  /// All drafts, in no order; what cannot be read is left where it is.
  ///
  /// For the start, before one is kept: what a crash left half kept is removed.
  func drafts() async throws(DocumentError) -> [Draft]
  /// The drafts that ``drafts()`` leaves out as damaged, in no order, as far as names and sizes tell; they stay.
  func damagedDrafts() async throws(DocumentError) -> [DamagedDraft]
  /// Keeps staged bytes as the draft of its session, in place of an earlier one.
  func keep(_ content: any StagedContent, as draft: Draft) async throws(DocumentError)
  /// Notes other facts of a draft whose content stays. Throws `.notFound` when the session has no draft.
  func note(_ draft: Draft) async throws(DocumentError)
  /// The bytes of a draft. Throws `.notFound` when they are not kept.
  func open(_ draft: Draft) async throws(DocumentError) -> any ReadableContent
  /// Stages a copy of a draft for the content store beside it. Throws `.notFound` when its bytes are not kept,
  /// `.damaged` when they are not the draft's.
  func stage(_ draft: Draft) async throws(DocumentError) -> any StagedContent
  /// Removes the draft of a session, durably; nothing happens when there is none.
  func remove(_ session: SessionID) async throws(DocumentError)
}
