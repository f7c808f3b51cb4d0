import DocumentModel

extension DocumentFacts {
  /// The memory of all parts whose size the document determines, in bytes.
  var weight: Int {
    MemoryLayout<Self>.stride + renderer.heapBytes + (title?.heapBytes ?? 0)
      + pages.reduce(Self.arrayHeader) { $0 + MemoryLayout<PageFacts>.stride + $1.label.heapBytes }
      + Self.weight(of: outline)
  }

  private static let arrayHeader = 32

  /// The recursion is bounded by the JSON decoder, from which all facts come.
  private static func weight(of outline: [OutlineItem]) -> Int {
    guard !outline.isEmpty else { return 0 }
    return outline.reduce(arrayHeader) { sum, item in
      sum + MemoryLayout<OutlineItem>.stride + item.title.heapBytes + weight(of: item.children)
    }
  }
}

extension String {
  /// The bytes outside the string's own 16, which hold up to 15 bytes of UTF-8.
  fileprivate var heapBytes: Int { utf8.count > 15 ? utf8.count + 32 : 0 }
}
