import DocumentModel
import Workspace

/// A form in which a document can be fetched.
struct RenditionResponse: Encodable {
  enum Role: String, Encodable {
    /// The bytes of the document as they are.
    case original
    /// The document as a PDF.
    case pdf
    /// A page as an image; the address is that of the first page.
    case page
    /// A small picture.
    case thumbnail
    /// The words of all pages.
    case text
    /// The list of the files in an archive.
    case entries
  }

  let role: Role
  let mediaType: String
  let url: String
  /// Its length in bytes; missing where it is made when it is fetched.
  var size: Int64?

  /// The forms of a document, the original first; a document that cannot be shown has a thumbnail besides.
  static func all(
    of document: Document, shownAs preview: DocumentPreview, in types: FileTypeRegistry
  ) -> [RenditionResponse] {
    let base = "/api/v1/documents/\(document.id)"
    let hasPages = (preview.facts?.pageCount ?? 0) > 0
    let isDrawnBoard = preview.reason == nil && types.conforms(document.type, to: .board)
    var all = [
      Self(
        role: .original, mediaType: types.preferredMediaType(of: document.type), url: "\(base)/content",
        size: document.size)
    ]
    // The rendition of a PDF is the PDF itself.
    if (hasPages || isDrawnBoard) && !types.conforms(document.type, to: .pdf) {
      all.append(Self(role: .pdf, mediaType: "application/pdf", url: "\(base)/rendition"))
    }
    if hasPages {
      all.append(Self(role: .page, mediaType: "image/png", url: "\(base)/pages/1?format=png"))
    }
    all.append(
      Self(role: .thumbnail, mediaType: "image/webp", url: "\(base)/thumbnail?size=256&format=webp"))
    if hasPages { all.append(Self(role: .text, mediaType: "text/plain", url: "\(base)/text")) }
    if preview.kind == .archive {
      all.append(Self(role: .entries, mediaType: "application/json", url: "\(base)/entries"))
    }
    return all
  }
}
