import CHTML
import DocumentModel
import FoundationEssentials
import LinuxSystem

/// The properties that stand in an XML file.
///
/// It is a part of a package, an OpenDocument in one file, or a FictionBook ("FictionBook 2.1", the element `description`).
///
/// Neither the network nor a document type is read; entities are bounded by libxml2. Used by one thread.
final class XMLProperties {
  /// The elements of OpenDocument 1.3 (`office:meta`), and the fields that they stand for.
  static let openDocument = [
    "title": "title", "initial-creator": "author", "creator": "lastAuthor", "subject": "subject",
    "keyword": "keywords", "description": "comment", "language": "language", "creation-date": "created",
    "date": "modified", "generator": "creator",
  ]
  private static let ofBook = [
    "book-title": "title", "author": "author", "lang": "language", "keywords": "keywords", "date": "created",
  ]
  private static let ofEdition = ["publisher": "publisher"]
  /// Properties stand at the start of a file, which may have all its pictures behind them.
  private static let beginning = 1 << 20

  private let document: xmlDocPtr
  private let root: xmlNodePtr

  /// Nil for a text that is no XML.
  ///
  /// - Parameter isCut: whether the end may be missing, so that the beginning is read alone.
  init?(_ xml: [UInt8], isCut: Bool = false) {
    let flags =
      XML_PARSE_NONET.rawValue | XML_PARSE_NOERROR.rawValue | XML_PARSE_NOWARNING.rawValue
      | XML_PARSE_NOBLANKS.rawValue | (isCut ? XML_PARSE_RECOVER.rawValue : 0)
    let read = xml.withUnsafeBytes {
      xmlReadMemory(
        $0.baseAddress?.assumingMemoryBound(to: CChar.self), CInt(xml.count), nil, nil, CInt(flags))
    }
    guard let read, let root = xmlDocGetRootElement(read) else {
      xmlFreeDoc(read)
      return nil
    }
    (document, self.root) = (read, root)
  }

  deinit {
    xmlFreeDoc(document)
  }

  /// Those of an OpenDocument in one file, or of a FictionBook; nil for other files, and where it states none.
  static func ofFile(_ content: Descriptor) -> [String: String]? {
    guard let bytes = try? content.read(beginning), bytes.prefix(64).contains(UInt8(ascii: "<")),
      let xml = XMLProperties(bytes, isCut: true)
    else { return nil }
    var found: [String: String] = [:]
    switch name(of: xml.root) {
    case "document": xml.add(openDocument, to: &found)
    case "FictionBook":
      let description = children(of: xml.root).filter { name(of: $0) == "description" }.flatMap(children)
      for part in description {
        let fields = ["title-info": ofBook, "publish-info": ofEdition][name(of: part)] ?? [:]
        add(fields, of: children(of: part), to: &found)
      }
    default: return nil
    }
    return found.isEmpty ? nil : found
  }

  /// Adds the texts of the elements below the root, and of those below them, that `fields` names.
  func add(_ fields: [String: String], to found: inout [String: String]) {
    let upper = Self.children(of: root)
    Self.add(fields, of: upper + upper.flatMap(Self.children), to: &found)
  }

  private static func add(
    _ fields: [String: String], of nodes: [xmlNodePtr], to found: inout [String: String]
  ) {
    for node in nodes {
      guard let field = fields[name(of: node)],
        let value = PDFDocument.caption(text(of: node), limit: ContentMetadata.longestText)
      else { continue }
      add(value, as: field, to: &found)
    }
  }

  /// Adds a value: a date as RFC 3339, and several of other fields as a list.
  static func add(_ value: String, as field: String, to found: inout [String: String]) {
    if field == "created" || field == "modified" {
      found[field] = date(value)
    } else {
      found[field] =
        found[field].map { $0.count < ContentMetadata.longestText ? "\($0), \(value)" : $0 } ?? value
    }
  }

  private static func name(of node: xmlNodePtr) -> String {
    node.pointee.name.map { String(cString: $0) } ?? ""
  }

  private static func children(of node: xmlNodePtr) -> [xmlNodePtr] {
    parts(of: node).filter { $0.pointee.type == XML_ELEMENT_NODE }
  }

  private static func parts(of node: xmlNodePtr) -> [xmlNodePtr] {
    sequence(first: node.pointee.children) { $0?.pointee.next }.prefix(1_000).prefix { $0 != nil }
      .compactMap(\.self)
  }

  /// The text within an element, or those of its elements: a FictionBook divides the name of an author.
  private static func text(of node: xmlNodePtr) -> String {
    let own = parts(of: node).filter { [XML_TEXT_NODE, XML_CDATA_SECTION_NODE].contains($0.pointee.type) }
      .compactMap { $0.pointee.content.map { String(cString: $0) } }.joined()
    let divided = children(of: node).filter { name(of: $0).hasSuffix("name") }.map(text)
    return own.allSatisfy(\.isWhitespace) ? divided.joined(separator: " ") : own
  }

  /// A date as RFC 3339; nil for a text that is none.
  ///
  /// OpenDocument leaves out the zone, and a year may stand alone.
  private static func date(_ text: String) -> String? {
    let whole = "0000-01-01T00:00:00"
    let start = text.prefix(whole.count)
    let full = start + whole.dropFirst(start.count)
    let zone = text.dropFirst(whole.count).drop { $0 == "." || $0.isNumber }
    return (try? Date("\(full)\(zone.isEmpty ? "Z" : zone)", strategy: .iso8601))?.ISO8601Format()
  }
}
