import DocumentModel
import Workspace

struct ComparisonResponse: Encodable {
  private let comparison: VersionComparison

  /// The most lines; further ones set `truncated` and appear in the unified form only.
  static let maximumLines = 20_000

  private enum Key: CodingKey {
    case from, to, identical, truncated, removed, added, hunks
  }

  init(_ comparison: VersionComparison) {
    self.comparison = comparison
  }

  func encode(to encoder: any Encoder) throws {
    let text = comparison.text
    let hunks = Self.shown(text.hunks)
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(Side(comparison.old, comparison.oldEncoding), forKey: .from)
    try container.encode(Side(comparison.new, comparison.newEncoding), forKey: .to)
    try container.encode(comparison.old.sha256 == comparison.new.sha256, forKey: .identical)
    try container.encode(text.isTruncated || hunks.count < text.hunks.count, forKey: .truncated)
    try container.encode(text.removedCount, forKey: .removed)
    try container.encode(text.addedCount, forKey: .added)
    try container.encode(hunks.map(HunkResponse.init), forKey: .hunks)
  }

  private static func shown(_ hunks: [TextComparison.Hunk]) -> ArraySlice<TextComparison.Hunk> {
    var lines = 0
    return hunks.prefix { hunk in
      lines += hunk.lines.count
      return lines <= maximumLines
    }
  }

  private struct Side: Encodable {
    let version: Int
    let sha256: String
    let type: String
    let encoding: String

    init(_ version: Version, _ encoding: ComparedText.Encoding) {
      self.version = version.number
      sha256 = version.sha256.description
      type = version.type.description
      self.encoding = encoding.rawValue
    }
  }
}

private struct HunkResponse: Encodable {
  let oldStart: Int
  let oldCount: Int
  let newStart: Int
  let newCount: Int
  let lines: [LineResponse]

  init(_ hunk: TextComparison.Hunk) {
    oldStart = hunk.oldStart
    oldCount = hunk.oldCount
    newStart = hunk.newStart
    newCount = hunk.newCount
    lines = hunk.lines.map(LineResponse.init)
  }
}

private struct LineResponse: Encodable {
  let kind: String
  /// The numbers in the two texts; missing in a text without the line.
  let old: Int?
  let new: Int?
  let text: String
  /// False for a last line without a line feed, else missing.
  let newline: Bool?
  /// The changed ranges in UTF-16 units, as start and end; missing when the whole line changed.
  let changes: [[Int]]?

  init(_ line: TextComparison.Line) {
    kind = line.kind.rawValue
    old = line.oldNumber
    new = line.newNumber
    text = line.line.text
    newline = line.line.isTerminated ? nil : false
    changes = line.changes?.map { [$0.lowerBound, $0.upperBound] }
  }
}

struct PageDifferenceResponse: Encodable {
  let page: Int
  /// The size of the image with both pages, in page units.
  let width: Double
  let height: Double
  /// Fractions of all pixels, 0 to 1.
  let changed: Double
  let removed: Double
  let added: Double
  /// Left, top, width and height of each, in page units.
  let boxes: [[Double]]

  init(_ difference: PageDifference, page: Int) {
    self.page = page
    width = difference.size.width
    height = difference.size.height
    changed = difference.changed
    removed = difference.removed
    added = difference.added
    boxes = difference.boxes.map { [$0.x, $0.y, $0.width, $0.height] }
  }
}
