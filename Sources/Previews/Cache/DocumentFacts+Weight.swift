import DocumentModel

extension DocumentFacts {
  /// What it occupies in memory, in bytes, as far as the document has a say in it.
  ///
  /// Every part is counted: an outline's entries lie inside one another, and titles and labels are as long as the
  /// document wants.
  var weight: Int {
    MemoryLayout<Self>.stride + renderer.heapBytes + (title?.heapBytes ?? 0)
      + pages.reduce(Self.arrayHeader) { $0 + MemoryLayout<PageFacts>.stride + $1.label.heapBytes }
      + Self.weight(of: outline)
  }

  /// What an array takes beside its elements.
  private static let arrayHeader = 32

  /// No deeper than a JSON decoder goes, from which all facts come.
  private static func weight(of outline: [OutlineItem]) -> Int {
    guard !outline.isEmpty else { return 0 }
    return outline.reduce(arrayHeader) { sum, item in
      sum + MemoryLayout<OutlineItem>.stride + item.title.heapBytes + weight(of: item.children)
    }
  }
}

extension String {
  /// What it takes beside its 16 bytes: up to 15 of UTF-8 are inside them.
  fileprivate var heapBytes: Int { utf8.count > 15 ? utf8.count + 32 : 0 }
}
