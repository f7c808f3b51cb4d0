import DocumentModel
import HTTPServer

/// A sender's words on a document: its name, the sender's own name, an annotation, and what is to be done with it.
///
/// They come as a query, as fields of a form, or as a JSON object; each is read by the same rules.
struct HandOverWords: Sendable {
  private(set) var name: FileName?
  private(set) var source: String?
  private(set) var annotation: JSONValue?
  private(set) var open = true
  private(set) var types: WantedTypes
  private let registry: FileTypeRegistry

  /// The members of a JSON object, beside those of ``WebRequestWords``.
  static let members = ["annotation", "name", "open", "source", "types"]
  /// The longest field of a form.
  static let maximumFieldBytes = 64 << 10

  init(_ registry: FileTypeRegistry) {
    (self.registry, types) = (registry, .all)
  }

  /// Throws `DocumentError` with `.invalidName` or `.invalidParameter`.
  init(_ query: Query, _ registry: FileTypeRegistry) throws(DocumentError) {
    self.init(registry)
    let given = [
      ("name", query["name"]), ("source", query["source"]), ("annotation", query["annotation"]),
      ("open", query["open"]), ("types", query["types"]),
    ]
    for (member, text) in given { if let text { _ = try read(member, text: text) } }
  }

  /// Reads a text of a query or a form; false for an unknown name.
  mutating func read(_ member: String, text: String) throws(DocumentError) -> Bool {
    switch member {
    case "annotation":
      do throws(JSONFault) {
        annotation = try JSONValue(reading: Array(text.utf8))
      } catch {
        throw DocumentError(.invalidParameter, "annotation: must be JSON: \(error)")
      }
    case "open":
      guard ["true", "false"].contains(text) else {
        throw DocumentError(.invalidParameter, "open: must be true or false")
      }
      open = text == "true"
    case "types":
      types = try WantedTypes(HeaderList.items(text), in: registry)
    default: return try read(member, .string(text))
    }
    return true
  }

  /// Reads a member of JSON; false for an unknown name.
  mutating func read(_ member: String, _ value: JSONValue) throws(DocumentError) -> Bool {
    switch member {
    case "name": name = try FileName(try DocumentChanges.text(value, member))
    case "source": source = try DocumentChanges.text(value, member)
    case "annotation": annotation = value == .null ? nil : value
    case "open":
      guard case .bool(let flag) = value else {
        throw DocumentError(.invalidParameter, "open: must be true or false")
      }
      open = flag
    case "types":
      guard case .array(let values) = value else {
        throw DocumentError(.invalidParameter, "types: must be an array of texts")
      }
      var texts: [String] = []
      for value in values { texts.append(try DocumentChanges.text(value, "types")) }
      types = try WantedTypes(texts, in: registry)
    default: return false
    }
    return true
  }

  /// The origin of the document, in these words.
  func provenance(url: String? = nil) throws(DocumentError) -> Provenance {
    try Provenance(source: source, annotation: annotation, url: url, open: open)
  }
}
