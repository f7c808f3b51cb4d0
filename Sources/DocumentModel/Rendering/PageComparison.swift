/// Which page of another content a page is compared with.
///
/// The other content is what was before: its descriptor follows that of the page's own in the packet.
public struct PageComparison: Hashable, Sendable, Codable {
  /// The page as it is now, how large and in which format; its region, turn and colours say nothing here.
  public let request: RenderRequest
  /// The hash of the page's own content; that of the message names both together.
  public let after: ContentHash
  /// The hash of what was before.
  public let before: ContentHash
  /// Which library opens what was before.
  public let beforeKind: RendererKind

  /// More pixels are refused as too large: three images of that size are held at once.
  public static let maximumPixels = 16_000_000

  /// A comparison of the page of a request with the page of the same number before.
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
  /// What a comparison does to a worker is held against this name. Nobody can tell which of the two it was, and a content
  /// must not be kept away for what another did.
  public var pair: ContentHash {
    ContentHash("\(after.description.prefix(32))\(before.description.prefix(32))") ?? after
  }
}

/// How much of a page is different, and where.
public struct PageDifference: Hashable, Sendable, Codable {
  /// The picture of both.
  public let image: ImageFacts
  /// The size of the picture in page units: as wide as the wider page, as high as the higher one.
  public let size: PageSize
  /// What part of all pixels is different, from 0 to 1.
  public let changed: Double
  /// What part of all pixels became lighter: ink that went, red in the picture.
  public let removed: Double
  /// What part of all pixels became darker, or of another colour: ink that came, green in the picture.
  public let added: Double
  /// Where, in page units; at most ``maximumBoxes``.
  public let boxes: [PageRectangle]

  /// So many boxes at most: what lies close together shares one where there would be more.
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
