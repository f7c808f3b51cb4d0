/// A page, and the page of an earlier content that it is compared with.
///
/// The descriptor of the earlier content follows that of the current one in the packet.
public struct PageComparison: Hashable, Sendable, Codable {
  /// Page number, size and format; region, turn and colours are ignored.
  public let request: RenderRequest
  /// The hash of the current content; the message's hash names both contents together.
  public let after: ContentHash
  /// The hash of the earlier content.
  public let before: ContentHash
  /// The library that opens the earlier content.
  public let beforeKind: RendererKind

  /// The most pixels of a comparison: three images of that size are held at once.
  public static let maximumPixels = 16_000_000

  /// A comparison of a page with the page of the same number in the earlier content.
  public init(
    _ request: RenderRequest, of after: ContentHash, before: ContentHash, beforeKind: RendererKind
  ) {
    self.request = request
    self.after = after
    self.before = before
    self.beforeKind = beforeKind
  }

  /// Names both contents together: half of each hash, 128 bits.
  ///
  /// Failures of a comparison are counted under this name. The failing content of the two is unknown, and neither may
  /// be quarantined for the other's fault.
  public var pair: ContentHash {
    ContentHash("\(after.description.prefix(32))\(before.description.prefix(32))") ?? after
  }
}

/// The amount and places of the changes of a page.
public struct PageDifference: Hashable, Sendable, Codable {
  /// The image that shows both pages.
  public let image: ImageFacts
  /// The size of the image in page units: as wide as the wider page, as high as the higher one.
  public let size: PageSize
  /// The fraction of all pixels that changed, 0 to 1.
  public let changed: Double
  /// The fraction of all pixels that became lighter: removed ink, red in the image.
  public let removed: Double
  /// The fraction of all pixels that became darker or changed colour: added ink, green in the image.
  public let added: Double
  /// The boxes around the changes in page units; at most ``maximumBoxes``.
  public let boxes: [PageRectangle]

  /// The most boxes of a page; beyond it, neighbouring changes share a box.
  public static let maximumBoxes = 200

  /// A difference from its parts.
  public init(
    image: ImageFacts, size: PageSize, changed: Double, removed: Double, added: Double, boxes: [PageRectangle]
  ) {
    self.image = image
    self.size = size
    self.changed = changed
    self.removed = removed
    self.added = added
    self.boxes = boxes
  }
}
