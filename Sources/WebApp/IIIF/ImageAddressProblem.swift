struct ImageAddressProblem: Error, Hashable, Sendable {
  enum Part: String, Hashable, Sendable, CaseIterable {
    case region, size, rotation, quality, format
  }

  enum Reason: Hashable, Sendable, CaseIterable {
    /// The part has none of the forms in the specification.
    case malformed
    /// The specification defines the value, but it is not supported here.
    case unsupported
    /// A region without area.
    case empty
    /// A region outside the page.
    case outside
    /// More pixels than the region has, without the `^` that allows it.
    case enlarging
    /// Less than one pixel on a side.
    case vanishing
    /// More pixels than one image may have.
    case overLimits
  }

  let part: Part
  let reason: Reason

  init(_ part: Part, _ reason: Reason) {
    self.part = part
    self.reason = reason
  }

  /// One sentence about the allowed values, for people.
  var detail: String {
    switch reason {
    case .malformed: "\(part.rawValue) must be \(Self.forms[part] ?? "legal")"
    case .unsupported: "\(part.rawValue) must be \(Self.offers[part] ?? "one that is offered here")"
    case .empty: "the \(part.rawValue) has no area: its width and height must be above 0"
    case .outside: "the \(part.rawValue) lies outside the page; info.json has its width and height"
    case .enlarging: "the \(part.rawValue) is larger than the region; put ^ in front to enlarge"
    case .vanishing: "the \(part.rawValue) comes to less than one pixel"
    case .overLimits: "the \(part.rawValue) is over the limits; info.json has maxWidth, maxHeight and maxArea"
    }
  }

  private static let forms: [Part: String] = [
    .region: "full, square, x,y,w,h in whole pixels, or pct:x,y,w,h in percent",
    .size:
      "max, or w, or ,h or w,h or !w,h in whole pixels, or pct:n in percent, each with ^ in front or not",
    .rotation: "a number of degrees from 0 to 360, with ! in front to mirror",
    .quality: "default, color, gray or bitonal, followed by a dot and the format",
    .format: "jpg, png or webp",
  ]

  private static let offers: [Part: String] = [
    .rotation: "a whole number of quarter turns: 0, 90, 180 or 270, with ! in front to mirror",
    .format: "jpg, png or webp; other formats are not made here",
  ]
}
