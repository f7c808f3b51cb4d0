/// A live notice that is not stored: a listener that missed it asks for the present state instead.
///
/// Unlike a ``DocumentEvent`` it has no number.
public enum Notice: Hashable, Sendable {
  /// A preference has another value; nil for its initial one again. `client` is the name of the client that changed it,
  /// if that client gave one.
  case preference(PreferenceKey, JSONValue?, client: ClientName?)
  /// A job began, went on, or ended.
  case job(Job)
  /// A client's session on a document changed its state; `closed` after its end.
  case session(SessionFacts)
  /// The number of unresolved conflicts of a document.
  case conflicts(DocumentID, count: Int)
  /// A folder in this one is new, gone or renamed. Changes of documents in it are events of their own.
  case folders(FolderPath)
  /// The annotations of a content changed, up to a revision. `client` is the name of the client that changed them, if that
  /// client gave one.
  case annotations(ContentHash, AnnotationCursor, client: ClientName?)
}
