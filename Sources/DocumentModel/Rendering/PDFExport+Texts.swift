extension PDFExport {
  /// The words of a page that only a picture shows, to be laid over it unseen.
  public struct Text: Hashable, Sendable {
    /// The page's number, from 1.
    public let number: Int
    /// Its size in the units of the words.
    public let size: PageSize
    /// The words in the order of reading.
    public let words: [PageWord]

    /// A text from its parts.
    public init(number: Int, size: PageSize, words: [PageWord]) {
      (self.number, self.size, self.words) = (number, size, words)
    }
  }

  static func texts(in value: JSONValue?) -> [Text] {
    guard case .array(let texts) = value else { return [] }
    return texts.compactMap(Text.init(reading:))
  }
}

extension PDFExport.Text {
  /// `[number, width, height, [text, x, y, width, height, …]]`.
  var json: JSONValue {
    let words = words.flatMap { word in
      [
        .string(word.text), .number(word.box.x), .number(word.box.y), .number(word.box.width),
        .number(word.box.height),
      ] as [JSONValue]
    }
    return .array([.integer(Int64(number)), .number(size.width), .number(size.height), .array(words)])
  }

  init?(reading value: JSONValue) {
    guard case .array(let parts) = value, parts.count == 4, case .integer(let number) = parts[0],
      let width = parts[1].real, let height = parts[2].real, case .array(let written) = parts[3]
    else { return nil }
    let words = stride(from: 0, to: written.count - 4, by: 5).compactMap { place -> PageWord? in
      let sides = (1...4).compactMap { written[place + $0].real }
      guard let text = written[place].text, sides.count == 4 else { return nil }
      let box = PageRectangle(x: sides[0], y: sides[1], width: sides[2], height: sides[3])
      return PageWord(text: text, box: box)
    }
    self.init(number: Int(number), size: PageSize(width: width, height: height), words: words)
  }
}
