import DocumentModel
import LinuxSystem

/// The beginning of a file that nothing else opens, byte by byte.
///
/// Its letters are no words of the document. Used by one thread.
final class HexPages: PageLayout {
  /// The bytes that are shown; more tell nothing.
  private static let maximumBytes = 16 << 10
  private static let bytesPerRow = 16
  private static let margin = 46.0
  private static let rowHeight = 12.6
  private static let style = TextStyle(family: .mono, size: 9)
  private static let faint = style.with { $0.color = InkColor(red: 0x8B, green: 0x85, blue: 0x7B) }
  private static let rowsPerPage = Int((Paper.size.height - 2 * margin) / rowHeight) - 2

  private let bytes: [UInt8]
  private let size: Int64
  private let typesetter = Typesetter()

  let pageCount: Int
  var isTruncated: Bool { size > Int64(bytes.count) }

  /// Throws `.damaged` when the content cannot be read.
  init(_ content: Descriptor) throws(DocumentError) {
    do {
      size = try content.status().size
      bytes = try content.read(Self.maximumBytes)
    } catch {
      throw DocumentError(.damaged, "the content cannot be read", cause: error)
    }
    let rows = (bytes.count + Self.bytesPerRow - 1) / Self.bytesPerRow
    pageCount = max(1, (rows + Self.rowsPerPage - 1) / Self.rowsPerPage)
  }

  func page(_ number: Int) -> TypesetPage {
    var page = TypesetPage()
    let first = (number - 1) * Self.rowsPerPage
    for row in 0..<Self.rowsPerPage {
      let start = (first + row) * Self.bytesPerRow
      guard start < bytes.count else { break }
      add(self.row(from: start), at: row, on: &page)
    }
    if number == pageCount, isTruncated {
      add(
        StyledText("… and \(size - Int64(bytes.count)) more bytes", Self.faint), at: Self.rowsPerPage + 1,
        on: &page)
    }
    return page
  }

  private func add(_ text: StyledText, at row: Int, on page: inout TypesetPage) {
    let baseline = Self.margin + (Double(row) + 0.78) * Self.rowHeight
    page.lines.append(
      TypesetPage.Line(
        text: typesetter.lay(text), index: 0, x: Self.margin, baseline: baseline, isContent: false))
  }

  /// A row as "00000010  25 50 44 46 …  %PDF…".
  private func row(from start: Int) -> StyledText {
    let shown = bytes[start..<min(start + Self.bytesPerRow, bytes.count)]
    var digits = ""
    for (index, byte) in shown.enumerated() {
      if index == Self.bytesPerRow / 2 { digits += " " }
      digits += Self.hexadecimal(Int(byte), digits: 2) + " "
    }
    let width = Self.bytesPerRow * 3 + 1
    let letters = shown.map { (0x20...0x7E).contains($0) ? Character(Unicode.Scalar($0)) : "·" }
    var row = StyledText(Self.hexadecimal(start, digits: 8) + "  ", Self.faint)
    row.append(digits + String(repeating: " ", count: width - digits.count) + " ", Self.style)
    row.append(String(letters), Self.style.with { $0.color = InkColor(red: 0x2B, green: 0x55, blue: 0xC9) })
    return row
  }

  private static func hexadecimal(_ number: Int, digits: Int) -> String {
    let text = String(number, radix: 16)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}
