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
  /// In bytes of UTF-8.
  var length: Int { text.utf8.count }

  mutating func append(_ part: some StringProtocol, _ style: TextStyle, link: String? = nil) {
    guard !part.isEmpty else { return }
    let start = text.utf8.count
    // Pango takes a zero for the end of the text.
    text += part.utf8.contains(0) ? String(part.map { $0 == "\0" ? "\u{2400}" : $0 }) : String(part)
    runs.append(Run(range: start..<text.utf8.count, style: style, link: link))
  }

  /// The part between two offsets in the UTF-8, each at the beginning of a character.
  func part(_ range: Range<Int>) -> StyledText {
    let bytes = text.utf8
    let start = bytes.index(bytes.startIndex, offsetBy: range.lowerBound)
    var part = StyledText()
    part.text = String(Substring(bytes[start..<bytes.index(start, offsetBy: range.count)]))
    part.runs = runs[firstRun(endingAfter: range.lowerBound)...]
      .prefix { $0.range.lowerBound < range.upperBound }
      .map { run in
        let kept = run.range.clamped(to: range)
        let (lower, upper) = (kept.lowerBound - range.lowerBound, kept.upperBound - range.lowerBound)
        return Run(range: lower..<upper, style: run.style, link: run.link)
      }
    return part
  }

  /// Runs are in order and without gaps.
  private func firstRun(endingAfter offset: Int) -> Int {
    var (low, high) = (0, runs.count)
    while low < high {
      let middle = (low + high) / 2
      if runs[middle].range.upperBound <= offset { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The last beginning of a character at an offset or before it; the end for a shorter text.
  func characterStart(atMost offset: Int) -> Int {
    guard offset < length else { return length }
    let bytes = text.utf8
    var index = bytes.index(bytes.startIndex, offsetBy: offset)
    while bytes[index] & 0xC0 == 0x80 { bytes.formIndex(before: &index) }
    return bytes.distance(from: bytes.startIndex, to: index)
  }

  /// Whether a line ends before an offset.
  func isLineEnd(before offset: Int) -> Bool {
    let bytes = text.utf8
    return offset > 0 && bytes[bytes.index(bytes.startIndex, offsetBy: offset - 1)] == 10
  }

  mutating func append(_ other: StyledText) {
    let start = text.utf8.count
    text += other.text
    runs += other.runs.map {
      Run(range: $0.range.lowerBound + start..<$0.range.upperBound + start, style: $0.style, link: $0.link)
    }
  }
}
