/// Number, size and label of one page, known without drawing it.
public struct PageFacts: Hashable, Sendable, Codable {
  /// Counts from 1.
  public let number: Int
  /// Size as shown.
  public let size: PageSize
  /// The document's own label of the page ("iv", "A-3"), else its number.
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
  /// The title in the document.
  public let title: String
  /// The target page; nil when the entry leads nowhere in this document.
  public let page: Int?
  /// The part of that page to bring into view, in its units; nil for all of it.
  ///
  /// For a target without a size it reaches to the page's right and bottom edges.
  public let area: PageRectangle?
  /// The entries below it.
  public let children: [OutlineItem]

  /// An entry from its parts.
  public init(title: String, page: Int?, area: PageRectangle? = nil, children: [OutlineItem]) {
    self.title = title
    self.page = page
    self.area = area
    self.children = children
  }
}

/// The reason why a link is not followed.
public enum LinkRefusal: String, Hashable, Sendable, Codable {
  /// It leads to a page or a name that the document does not have, or to nothing.
  case nowhere
  /// It would run a script or a program, send a form, or open another file.
  case unsafe
}

/// A link on a page and its target.
public struct PageLink: Hashable, Sendable, Codable {
  /// The area to tap, in page units.
  public let box: PageRectangle
  /// A page of the same document; nil for a link that leads out of it.
  public let page: Int?
  /// The part of that page to bring into view, in its units; nil for all of it.
  ///
  /// For a target without a size it reaches to the page's right and bottom edges.
  public let area: PageRectangle?
  /// An `http`, `https` or `mailto` address; nil for a link within the document.
  public let address: String?
  /// Why it is not followed; nil for a link that has a page or an address.
  public let refusal: LinkRefusal?

  /// A link from its parts.
  public init(box: PageRectangle, page: Int?, area: PageRectangle? = nil, address: String?) {
    self.box = box
    self.page = page
    self.area = area
    self.address = address
    refusal = nil
  }

  /// A link that is not followed.
  public init(box: PageRectangle, refusal: LinkRefusal) {
    self.box = box
    (page, area, address) = (nil, nil, nil)
    self.refusal = refusal
  }
}

/// The size of a page as shown after its own rotation: in points (1/72 inch) for paged documents, in pixels
/// for images.
public struct PageSize: Hashable, Sendable, Codable {
  /// Width.
  public let width: Double
  /// Height.
  public let height: Double

  /// A size from its two sides.
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }
}

/// A rectangle on a page in page units, origin top left, y downwards.
public struct PageRectangle: Hashable, Sendable, Codable {
  /// Left edge.
  public var x: Double
  /// Top edge.
  public var y: Double
  /// Width, never negative.
  public var width: Double
  /// Height, never negative.
  public var height: Double

  /// A rectangle from its corner and sides.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }
}
