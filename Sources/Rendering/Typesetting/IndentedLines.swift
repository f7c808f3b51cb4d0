/// The tokens of a code with other white space between them: in lines that are indented by their depth.
///
/// Neither deep nesting nor many tokens make the lines longer than their room.
struct IndentedLines {
  /// The white space before the next token.
  enum Space {
    case none
    case blank
    case line
    /// A line that must end: a comment ends with it.
    case endOfLine
  }

  /// Deeper lines are indented like these: a row of a page has room for little more.
  private static let deepest = 24

  private(set) var bytes: [UInt8] = []
  private let text: [UInt8]
  private let room: Int
  /// The beginning of the deepest line.
  private let indentation = Array("\n".utf8) + [UInt8](repeating: UInt8(ascii: " "), count: 2 * deepest)
  /// Tokens side by side in the text, which are not in ``bytes`` yet: copying them one by one takes twice the time.
  private var run = 0..<0
  var space = Space.none
  var depth = 0

  /// - Parameters:
  ///   - text: the code.
  ///   - room: the most bytes.
  init(of text: [UInt8], room: Int) {
    self.text = text
    self.room = room
  }

  var isFull: Bool { bytes.count >= room }

  /// Adds the next token of the text.
  mutating func append(_ token: Range<Int>) {
    if space == .none, token.lowerBound == run.upperBound {
      run = run.lowerBound..<token.upperBound
      return
    }
    endRun()
    run = token
    switch space {
    case .none: break
    case .blank: bytes.append(UInt8(ascii: " "))
    case .line, .endOfLine: beginLine()
    }
    space = .none
  }

  /// Adds the next token to the line that is being written.
  mutating func append(beside token: Range<Int>) {
    if space != .endOfLine { space = .none }
    append(token)
  }

  private mutating func endRun() {
    bytes += text[run.prefix(max(0, room - bytes.count))]
  }

  private mutating func beginLine() {
    guard !bytes.isEmpty else { return }
    bytes += indentation[..<(1 + 2 * min(max(0, depth), Self.deepest))]
  }

  /// Adds the rest of the text as it was written.
  mutating func end(with rest: Range<Int>) {
    if !rest.isEmpty {
      (space, depth) = (.endOfLine, 0)
      append(rest)
    }
    endRun()
  }
}
