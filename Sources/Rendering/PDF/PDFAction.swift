import CDrawing
import DocumentModel

/// A `PopplerAction`: the action of a link or an outline entry.
///
/// Only page destinations, web addresses and mail addresses are reported. Launching, scripts, forms, media and other
/// documents are ignored.
final class PDFAction {
  private let action: UnsafeMutablePointer<PopplerAction>

  init?(owning action: UnsafeMutablePointer<PopplerAction>?) {
    guard let action else { return nil }
    self.action = action
  }

  deinit {
    poppler_action_free(action)
  }

  var title: String? {
    action.pointee.any.title.flatMap { PDFDocument.caption(String(cString: $0), limit: 500) }
  }

  func destination(in document: PDFDocument) -> PDFDestination? {
    Self.destination(of: action.pointee, in: document)
  }

  static func destination(of action: PopplerAction, in document: PDFDocument) -> PDFDestination? {
    guard action.type == POPPLER_ACTION_GOTO_DEST, let destination = action.goto_dest.dest else { return nil }
    guard destination.pointee.type == POPPLER_DEST_NAMED else {
      return PDFDestination(destination.pointee, in: document)
    }
    guard let found = poppler_document_find_dest(document.handle, destination.pointee.named_dest) else {
      return nil
    }
    defer { poppler_dest_free(found) }
    return PDFDestination(found.pointee, in: document)
  }

  /// The web or mail address that an action opens.
  static func address(of action: PopplerAction) -> String? {
    guard action.type == POPPLER_ACTION_URI, let text = action.uri.uri else { return nil }
    return harmless(String(cString: text))
  }

  /// `address` if it is safe to offer: `http`, `https` or `mailto`, printable and bounded.
  static func harmless(_ address: String) -> String? {
    let colon = address.firstIndex(of: ":")
    guard let colon, ["http", "https", "mailto"].contains(address[..<colon].lowercased()) else { return nil }
    let isPrintable = address.unicodeScalars.allSatisfy { $0.value > 0x20 && $0.value != 0x7F }
    return isPrintable && address.utf8.count <= 2_048 ? address : nil
  }
}
