/// What is known of one page without drawing it.
public struct PageFacts: Hashable, Sendable, Codable {
  /// Counts from 1.
  public let number: Int
  /// Size as shown.
  public let size: PageSize
  /// What the document calls the page ("iv", "A-3"); its number where it says nothing.
  public let label: String

  /// Facts from their parts.
  public init(number: Int, size: PageSize, label: String) {
    self.number = number
    self.size = size
    self.label = label
  }
}

/// One entry of a document's table of contents.
public struct OutlineItem: Hashable, Sendable, Codable {
  /// As the document names it.
  public let title: String
  /// The page it leads to; nil when it leads nowhere in this document.
  public let page: Int?
  /// The entries below it.
  public let children: [OutlineItem]

  /// An entry from its parts.
  public init(title: String, page: Int?, children: [OutlineItem]) {
    self.title = title
    self.page = page
    self.children = children
  }
}

/// Where a link on a page leads.
public struct PageLink: Hashable, Sendable, Codable {
  /// Where it can be tapped, in page units.
  public let box: PageRectangle
  /// A page of the same document; nil for a link that leads out of it.
  public let page: Int?
  /// An `http`, `https` or `mailto` address; nil for a link within the document.
  public let address: String?

  /// A link from its parts.
  public init(box: PageRectangle, page: Int?, address: String?) {
    self.box = box
    self.page = page
    self.address = address
  }
}

/// A word on a page and the box around it, in page units.
public struct PageWord: Hashable, Sendable, Codable {
  /// The word as it would be copied.
  public let text: String
  /// The box around its letters.
  public let box: PageRectangle

  /// A word from its parts.
  public init(text: String, box: PageRectangle) {
    self.text = text
    self.box = box
  }
}

/// What can be read and followed on one page, in reading order.
public struct PageText: Hashable, Sendable, Codable {
  /// The words in reading order.
  public let words: [PageWord]
  /// The links.
  public let links: [PageLink]

  /// A page's text from its parts.
  public init(words: [PageWord], links: [PageLink]) {
    self.words = words
    self.links = links
  }
}
