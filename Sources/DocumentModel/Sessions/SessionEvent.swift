/// An event of a ``SessionState``.
public enum SessionEvent: Hashable, Sendable {
  /// The document is being read.
  case open
  /// The document has this content; the client works on `loaded`, if that is an earlier one that it had read.
  case opened(SavedContent, loaded: ContentHash?)
  /// The document cannot be read.
  case openFailed
  /// A changed content arrived, and is durable as a draft.
  case handed(HandedContent)
  /// Time has passed.
  case tick
  /// A client asks for a save now.
  case save
  /// The save of exactly this draft has begun.
  case began
  /// The content that was being saved is the document's content now.
  case saved(SavedContent)
  /// The save failed.
  case saveFailed(SessionState.Failure)
  /// The save was refused, because the document has this content of another client or program.
  case refused(SavedContent)
  /// The document has this content now, from any source.
  case changed(SavedContent)
  /// The document was put into the Trash, or its file went away.
  case removed
  /// The document was removed from the Trash for good, which ends every conflict.
  case gone
  /// The client takes back its draft.
  case revert
  /// A user resolved the conflict; the document has this content.
  case resolved(SavedContent)
  /// The client has finished, or its lifetime has expired.
  case close
  /// The draft is stored elsewhere and can be dropped here.
  case abandon
}

/// The action that the owner of a ``SessionState`` has to take.
public enum SessionAction: Hashable, Sendable {
  /// Save the draft; `.began` and the outcome are to follow.
  case save
}
