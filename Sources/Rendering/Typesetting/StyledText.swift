import DocumentModel

/// The look of a run of text.
struct TextStyle: Hashable {
  enum Family: String {
    case sans = "Liberation Sans, DejaVu Sans, WenQuanYi Micro Hei"
    case mono = "Liberation Mono, DejaVu Sans Mono, WenQuanYi Micro Hei Mono"
  }

  var family = Family.sans
  /// In points.
  var size = 10.5
  var isBold = false
  var isItalic = false
  var isStruck = false
  var isUnderlined = false
  var color = InkColor.usual
  /// A colour behind the letters; nil for none.
  var ground: InkColor?
  /// The shift of the baseline upwards, in points.
  var rise = 0.0

  func with(_ change: (inout TextStyle) -> Void) -> TextStyle {
    var copy = self
    change(&copy)
    return copy
  }
}

/// A paragraph of runs, each with its look and an optional link.
struct StyledText {
  struct Run {
    /// Offsets in the UTF-8 of the text.
    let range: Range<Int>
    let style: TextStyle
    /// An address, or "#name" for a place in the same document.
    let link: String?
  }

  private(set) var text = ""
  private(set) var runs: [Run] = []

  init() {}

  init(_ text: some StringProtocol, _ style: TextStyle) {
    append(text, style)
  }

  var isEmpty: Bool { text.isEmpty }

  mutating func append(_ part: some StringProtocol, _ style: TextStyle, link: String? = nil) {
    guard !part.isEmpty else { return }
    let start = text.utf8.count
    // Pango takes a zero for the end of the text.
    text += part.utf8.contains(0) ? String(part.map { $0 == "\0" ? "\u{2400}" : $0 }) : String(part)
    runs.append(Run(range: start..<text.utf8.count, style: style, link: link))
  }

  mutating func append(_ other: StyledText) {
    let start = text.utf8.count
    text += other.text
    runs += other.runs.map {
      Run(range: $0.range.lowerBound + start..<$0.range.upperBound + start, style: $0.style, link: $0.link)
    }
  }
}
