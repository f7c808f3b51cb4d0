import DocumentModel
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
    ({ $0 == "meta.xml" }, XMLProperties.openDocument),
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
        let xml = XMLProperties(try archive.data(upTo: maximumBytes))
        xml?.add(part.fields, to: &found)
      }
    } catch {
      return found
    }
    return found
  }
}
