import CHTML
import DocumentModel
import FoundationEssentials
import LinuxSystem

/// The properties in a ZIP package: of Office Open XML (ECMA-376 part 2, core properties), OpenDocument 1.3 (`meta.xml`) and
/// EPUB 3 (the package document).
enum PackageProperties {
  private static let budget = Duration.seconds(2)
  private static let maximumBytes = 1 << 20

  /// The parts of packages that state properties, with the fields that their elements stand for.
  private static let parts: [(isPart: @Sendable (String) -> Bool, fields: [String: String])] = [
    (
      { $0 == "docProps/core.xml" },
      [
        "title": "title", "creator": "author", "subject": "subject", "keywords": "keywords",
        "description": "comment", "language": "language", "lastModifiedBy": "lastAuthor",
        "created": "created",
        "modified": "modified",
      ]
    ),
    ({ $0 == "docProps/app.xml" }, ["Application": "creator"]),
    (
      { $0 == "meta.xml" },
      [
        "title": "title", "initial-creator": "author", "creator": "lastAuthor", "subject": "subject",
        "keyword": "keywords", "description": "comment", "language": "language", "creation-date": "created",
        "date": "modified", "generator": "creator",
      ]
    ),
    (
      { $0.hasSuffix(".opf") },
      [
        "title": "title", "creator": "author", "subject": "subject", "description": "comment",
        "language": "language", "date": "created", "publisher": "publisher",
      ]
    ),
  ]

  /// The fields; empty for other packages and damaged ones.
  static func read(_ content: Descriptor) -> [String: String] {
    var found: [String: String] = [:]
    do throws(DocumentError) {
      let archive = try ArchiveReader(content, budget: budget)
      var count = 0
      while count < ArchiveListing.maximumEntries, let next = try archive.next() {
        count += 1
        let name = String(decoding: next.path, as: UTF8.self)
        guard next.entry.kind == .file, let part = parts.first(where: { $0.isPart(name) }) else { continue }
        add(try archive.data(upTo: maximumBytes), part.fields, to: &found)
      }
    } catch {
      return found
    }
    return found
  }

  /// Adds the texts of the elements that `fields` names, several of one name as a list.
  private static func add(_ xml: [UInt8], _ fields: [String: String], to found: inout [String: String]) {
    // Neither the network nor a document type is read; entities are bounded by libxml2.
    let flags = CInt(
      XML_PARSE_NONET.rawValue | XML_PARSE_NOERROR.rawValue | XML_PARSE_NOWARNING.rawValue
        | XML_PARSE_NOBLANKS.rawValue)
    let document = xml.withUnsafeBytes {
      xmlReadMemory($0.baseAddress?.assumingMemoryBound(to: CChar.self), CInt(xml.count), nil, nil, flags)
    }
    defer { xmlFreeDoc(document) }
    guard let document, let root = xmlDocGetRootElement(document) else { return }
    for node in children(of: root) + children(of: root).flatMap(children) {
      guard let name = node.pointee.name.map({ String(cString: $0) }), let field = fields[name],
        let value = PDFDocument.caption(text(of: node), limit: ContentMetadata.longestText)
      else { continue }
      let isDate = field == "created" || field == "modified"
      if isDate { found[field] = date(value) } else { found[field] = list(found[field], value) }
    }
  }

  private static func list(_ before: String?, _ value: String) -> String {
    before.map { $0.count < ContentMetadata.longestText ? "\($0), \(value)" : $0 } ?? value
  }

  private static func children(of node: xmlNodePtr) -> [xmlNodePtr] {
    parts(of: node).filter { $0.pointee.type == XML_ELEMENT_NODE }
  }

  private static func parts(of node: xmlNodePtr) -> [xmlNodePtr] {
    sequence(first: node.pointee.children) { $0?.pointee.next }.prefix(1_000).prefix { $0 != nil }
      .compactMap(\.self)
  }

  private static func text(of node: xmlNodePtr) -> String {
    parts(of: node).filter { [XML_TEXT_NODE, XML_CDATA_SECTION_NODE].contains($0.pointee.type) }
      .compactMap { $0.pointee.content.map { String(cString: $0) } }.joined()
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
