import CPoppler
import DocumentModel

/// A `PopplerAction`: what a link or an outline entry does.
///
/// Only going to a page and opening a web or mail address are looked at. Launching, scripts, forms, media and
/// other documents are never reported.
final class PDFAction {
  private let action: UnsafeMutablePointer<PopplerAction>

  /// Takes over an action.
  init?(owning action: UnsafeMutablePointer<PopplerAction>?) {
    guard let action else { return nil }
    self.action = action
  }

  deinit {
    poppler_action_free(action)
  }

  /// What the document calls it.
  var title: String? {
    action.pointee.any.title.flatMap { PDFDocument.caption(String(cString: $0), limit: 500) }
  }

  /// The page of `document` that it leads to.
  func page(in document: PDFDocument) -> Int? {
    Self.page(of: action.pointee, in: document)
  }

  /// The page that an action leads to.
  static func page(of action: PopplerAction, in document: PDFDocument) -> Int? {
    guard action.type == POPPLER_ACTION_GOTO_DEST, let destination = action.goto_dest.dest else { return nil }
    let number = number(of: destination, in: document)
    return (1...document.pageCount).contains(number) ? number : nil
  }

  private static func number(of destination: UnsafeMutablePointer<PopplerDest>, in document: PDFDocument)
    -> Int
  {
    guard destination.pointee.type == POPPLER_DEST_NAMED else { return Int(destination.pointee.page_num) }
    guard let found = poppler_document_find_dest(document.handle, destination.pointee.named_dest) else {
      return 0
    }
    defer { poppler_dest_free(found) }
    return Int(found.pointee.page_num)
  }

  /// The web or mail address that an action opens.
  static func address(of action: PopplerAction) -> String? {
    guard action.type == POPPLER_ACTION_URI, let text = action.uri.uri else { return nil }
    return harmless(String(cString: text))
  }

  /// `address`, if it is one that may be offered to a person: `http`, `https` or `mailto`, printable, bounded.
  static func harmless(_ address: String) -> String? {
    let colon = address.firstIndex(of: ":")
    guard let colon, ["http", "https", "mailto"].contains(address[..<colon].lowercased()) else { return nil }
    let isPrintable = address.unicodeScalars.allSatisfy { $0.value > 0x20 && $0.value != 0x7F }
    return isPrintable && address.utf8.count <= 2_048 ? address : nil
  }
}
