/// What a ``SessionState`` is told.
public enum SessionEvent: Hashable, Sendable {
  /// The document is being read.
  case open
  /// It has this content; the client works on `loaded`, where that is an earlier one that it had read before.
  case opened(SavedContent, loaded: ContentHash?)
  /// It cannot be read.
  case openFailed
  /// A changed content was handed over, and is durable as a draft.
  case handed(HandedContent)
  /// Time has passed.
  case tick
  /// Somebody wants it saved now.
  case save
  /// From now on exactly this draft is being saved.
  case began
  /// What was being saved is the document's content now.
  case saved(SavedContent)
  /// It could not be saved.
  case saveFailed(SessionState.Failure)
  /// It was not saved, because the document has this content of somebody else.
  case refused(SavedContent)
  /// The document has this content now, whoever made it.
  case changed(SavedContent)
  /// The document was put into the Trash, or its file went away.
  case removed
  /// The document left the Trash for good: there is nothing to decide about any more.
  case gone
  /// The client takes back what it handed over.
  case revert
  /// Somebody decided about the conflict; the document has this content.
  case resolved(SavedContent)
  /// The client has finished, or is gone.
  case close
  /// What was handed over is safe elsewhere.
  case abandon
}

/// What the owner of a ``SessionState`` has to do.
public enum SessionAction: Hashable, Sendable {
  /// Save the draft; `.began` and the outcome are to follow.
  case save
}
