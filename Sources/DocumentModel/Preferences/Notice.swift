/// Something worth hearing at once that is not kept: who missed it asks for the present state instead.
///
/// Unlike a ``DocumentEvent`` it has no number.
public enum Notice: Hashable, Sendable {
  /// A preference has another value; nil for its initial one again. `client` is who chose it, when it said so.
  case preference(PreferenceKey, JSONValue?, client: ClientName?)
  /// A job began, went on, or ended.
  case job(Job)
  /// A client's work on a document came to stand otherwise; closed when it ended.
  case session(SessionFacts)
  /// So many conflicts of a document wait for a decision now.
  case conflicts(DocumentID, count: Int)
  /// A folder in this one is new, gone, or has another name. What documents were in it have events of their own.
  case folders(FolderPath)
}
