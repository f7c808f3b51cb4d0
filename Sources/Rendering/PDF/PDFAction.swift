import CDrawing
import DocumentModel

/// A `PopplerAction`: the action of a link or an outline entry.
///
/// Page destinations, web addresses and mail addresses are followed. Launching, scripts, forms, media and other
/// documents are refused.
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

  /// The page that an action names by its place: the first, the last, or one beside page `number`.
  static func page(of action: PopplerAction, from number: Int, in document: PDFDocument) -> Int? {
    guard action.type == POPPLER_ACTION_NAMED, let name = action.named.named_dest else { return nil }
    let page: Int? =
      switch String(cString: name) {
      case "FirstPage": 1
      case "LastPage": document.pageCount
      case "NextPage": number + 1
      case "PrevPage": number - 1
      default: nil
      }
    return page.flatMap { (1...document.pageCount).contains($0) ? $0 : nil }
  }

  /// Why an action that leads to no page and no address is not followed; nil for one that does nothing.
  static func refusal(of action: PopplerAction) -> LinkRefusal? {
    switch action.type {
    case POPPLER_ACTION_NONE: nil
    case POPPLER_ACTION_GOTO_DEST, POPPLER_ACTION_NAMED: .nowhere
    case POPPLER_ACTION_URI: action.uri.uri.map { $0.pointee == 0 } == false ? .unsafe : .nowhere
    default: .unsafe
    }
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
