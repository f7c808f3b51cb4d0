/// The text of a plain message: lines in paragraphs, and quotes of earlier messages.
struct PlainMail {
  /// In UTF-8.
  let text: [UInt8]
  /// Whether a line that ends with a space goes on with the next one (RFC 3676).
  let isFlowed: Bool
  /// Whether that space belongs to no word.
  let deletesSpaces: Bool

  private static let deepestQuote = 12

  private struct Line {
    var quote = 0
    var text: String
    var goesOn: Bool
  }

  /// Adds the paragraphs to `blocks`.
  func read(into blocks: BlockWriter) {
    let lines = text.split(omittingEmptySubsequences: false) { $0 == 10 || $0 == 12 }.map(line)
    add(lines[...], to: blocks, quote: 0)
  }

  private func line(_ bytes: ArraySlice<UInt8>) -> Line {
    let (mark, space) = (UInt8(ascii: ">"), UInt8(ascii: " "))
    var (rest, quote) = (bytes, 0)
    while rest.first == mark {
      rest.removeFirst()
      // A mailbox has such a mark before a line that would begin a message.
      if quote == 0, rest.starts(with: "From ".utf8) { break }
      quote += 1
      if rest.first == space { rest.removeFirst() }
    }
    if isFlowed, quote == 0, rest.first == space { rest.removeFirst() }
    let goesOn = isFlowed && rest.last == space && !rest.elementsEqual("-- ".utf8)
    if goesOn, deletesSpaces { rest.removeLast() }
    return Line(
      quote: min(quote, Self.deepestQuote), text: String(decoding: rest, as: UTF8.self), goesOn: goesOn)
  }

  private func add(_ lines: ArraySlice<Line>, to blocks: BlockWriter, quote: Int) {
    var rest = lines
    while let line = rest.first {
      let quoted = rest.prefix { $0.quote > quote }
      if quoted.isEmpty {
        add(line, to: blocks)
        rest.removeFirst()
      } else {
        blocks.quote { add(quoted, to: blocks, quote: quote + 1) }
        rest = rest[quoted.endIndex...]
      }
    }
  }

  private func add(_ line: Line, to blocks: BlockWriter) {
    if line.text.allSatisfy(\.isWhitespace) { return blocks.addLineBreak() }
    addWords(of: line.text, to: blocks)
    if !line.goesOn { blocks.addLineBreak() }
  }

  // MARK: - Addresses

  private func addWords(of text: String, to blocks: BlockWriter) {
    guard text.contains("://") else { return blocks.addText(text) }
    for (index, word) in text.split(separator: " ", omittingEmptySubsequences: false).enumerated() {
      if index > 0 { blocks.addText(" ") }
      add(word, to: blocks)
    }
  }

  /// Adds a word; an address in it is a link, without the marks around it.
  private func add(_ word: Substring, to blocks: BlockWriter) {
    let opening: Set<Character> = ["<", "(", "[", "\"", "'"]
    let closing: Set<Character> = [">", ")", "]", "\"", "'", ".", ",", ";", ":", "!", "?"]
    let rest = word.drop { opening.contains($0) }
    let end = rest.lastIndex { !closing.contains($0) }.map(rest.index(after:)) ?? rest.startIndex
    let address = rest[..<end]
    guard MarkdownInlines.isAddress(String(address)) else { return blocks.addText(word) }
    blocks.addText(word[..<rest.startIndex])
    blocks.linked(to: String(address)) { blocks.addText(address) }
    blocks.addText(rest[end...])
  }
}
