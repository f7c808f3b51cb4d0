import DocumentModel
import FoundationEssentials
import LinuxSystem

/// Where a page of a list ended: JSON in base64url (RFC 4648 §5), opaque to clients.
///
/// It says which query it belongs to, and after which key and id the next page begins. So documents that
/// come and go meanwhile neither repeat nor hide other documents.
struct ListCursor: Hashable, Sendable, Codable {
  let query: String
  /// The last document's value in the column of the order.
  let key: ListKey
  let id: DocumentID

  private enum CodingKeys: String, CodingKey {
    case query = "q"
    case key = "k"
    case id = "i"
  }

  /// The cursor after `last` in the list that `query` asks for.
  init(after last: Document, of query: DocumentQuery) {
    self.query = Self.digest(query)
    key = ListOrder(query.order).key(last)
    id = last.id
  }

  /// The cursor that `query` carries; nil when it carries none.
  ///
  /// Throws `.invalidParameter` for one that was not given out for this query.
  init?(of query: DocumentQuery) throws(DocumentError) {
    guard let text = query.cursor else { return nil }
    guard text.utf8.count <= 4096, let json = Data(base64URL: text),
      let cursor = try? JSONDecoder().decode(Self.self, from: json), cursor.query == Self.digest(query)
    else {
      throw DocumentError(.invalidParameter, "the cursor does not belong to this list; start without one")
    }
    self = cursor
  }

  func encoded() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(self).base64URL
  }

  /// A digest of a query without its cursor and limit (which may change from page to page).
  private static func digest(_ query: DocumentQuery) -> String {
    let types = query.types.map { $0.map(\.description).sorted().joined(separator: ",") }
    let parts =
      [
        query.order.rawValue, query.trashed ? "trash" : "", query.folder.map { "/\($0)" } ?? "", types ?? "*",
        query.text ?? "", query.isDeep ? "deep" : "", query.favourite ? "favourite" : "",
        query.content?.description ?? "",
      ] + Set(query.tags.map(\.folded)).sorted()
    let hash = SHA256.hash(Array(parts.joined(separator: "\u{0}").utf8))
    return Data(hash.prefix(9)).base64URL
  }
}

extension Data {
  /// Base64 with `-` and `_`, without padding (RFC 4648 §5).
  var base64URL: String {
    String(
      base64EncodedString().compactMap { character -> Character? in
        switch character {
        case "+": "-"
        case "/": "_"
        case "=": nil
        default: character
        }
      })
  }

  init?(base64URL text: String) {
    guard !text.contains("+"), !text.contains("/"), !text.contains("=") else { return nil }
    let standard = String(text.map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 })
    self.init(base64Encoded: standard + String(repeating: "=", count: (4 - standard.utf8.count % 4) % 4))
  }
}
