import DocumentModel
import LinuxSystem

/// The properties that a file states about itself, beside its pages.
///
/// Office documents, books, torrents, certificates and keys have their own; all other files have libmagic's words.
///
/// A converted document's PDF knows when it was converted, but not when the document was written.
enum FileProperties {
  private static let maximumTorrentBytes = 16 << 20

  /// Reads them from the content.
  ///
  /// - Parameter description: libmagic's words on the content.
  ///
  /// Throws `.damaged` when the content cannot be read. Properties that are damaged are left out.
  static func read(_ content: Descriptor, description: String) throws(DocumentError) -> ContentMetadata {
    let fields = try properties(content, description)
    return ContentMetadata(
      fields: fields.compactMapValues { PDFDocument.caption($0, limit: ContentMetadata.longestText) })
  }

  private static func properties(
    _ content: Descriptor, _ description: String
  ) throws(DocumentError) -> [String: String] {
    let start: [UInt8]
    do {
      start = try content.read(16)
    } catch {
      throw DocumentError(.damaged, "the content cannot be read", cause: error)
    }
    if start.starts(with: Array("PK\u{3}\u{4}".utf8)) { return PackageProperties.read(content) }
    if let book = MobiProperties(content) { return book.properties }
    if let stated = XMLProperties.ofFile(content) { return stated }
    if start.first == UInt8(ascii: "d"), let bytes = try? content.read(maximumTorrentBytes),
      let torrent = Torrent(bytes)
    {
      return torrent.fields
    }
    if let bytes = try? content.read(Certificate.maximumBytes), let certificate = Certificate(bytes) {
      return certificate.fields
    }
    if let summary = SummaryInformation(description) { return summary.fields }
    return ["format": description]
  }
}
