import DocumentModel

/// The file in which the annotations of one content lie: one line of JSON for each change.
///
/// ```
/// {"annotations":"<sha256>","epoch":"9f2c…","format":1}
/// {"revision":1,"removed":[],"carried":{},"ids":["<uuid>"],"pages":[3],"lengths":[412],"put":[{…}]}
/// {"revision":2,"removed":["<uuid>"],"carried":{},"ids":[],"pages":[],"lengths":[],"put":[]}
/// ```
/// A line that a crash cut short is no change. `lengths` are those of the annotations in bytes, so that reading the
/// file does not parse them.
struct AnnotationLog {
  /// The annotations.
  private(set) var set: AnnotationSet
  /// Whether the last line is whole, so that another one can follow.
  private(set) var isWhole = true
  /// The lines that are no change, from 1; a crash leaves one at most.
  private(set) var damagedLines: [Int] = []

  private static let newline = UInt8(ascii: "\n")
  private static let separator = Array(#","put":["#.utf8)

  /// Reads a file.
  ///
  /// Throws `.damaged` when it does not begin as one of `content`.
  init(_ bytes: [UInt8], of content: ContentHash) throws(DocumentError) {
    var lines = bytes.split(separator: Self.newline, omittingEmptySubsequences: false)
    let tail = lines.popLast() ?? []
    guard let first = lines.first, let head = (try? JSONValue(reading: Array(first)))?.members,
      head["annotations"]?.text == content.description, let epoch = head["epoch"]?.text,
      head["format"] == .integer(1)
    else { throw DocumentError(.damaged, "the file of the annotations does not begin as one") }
    set = AnnotationSet(epoch: epoch)
    for (index, line) in lines.enumerated().dropFirst() {
      if let change = Self.change(line) { set.apply(change) } else { damagedLines.append(index + 1) }
    }
    isWhole = tail.isEmpty
  }

  /// The first line of a file.
  static func head(of content: ContentHash, epoch: String) -> [UInt8] {
    let members: [String: JSONValue] = [
      "annotations": .string(content.description), "epoch": .string(epoch), "format": .integer(1),
    ]
    return Array(JSONValue.object(members).written.utf8) + [newline]
  }

  /// The line of a change.
  static func line(_ change: AnnotationChange, revision: Int) -> [UInt8] {
    var head: [String: JSONValue] = [
      "revision": .integer(Int64(revision)),
      "removed": .array(change.removed.map { .string($0.description) }),
      "carried": .object(
        Dictionary(uniqueKeysWithValues: change.carried.map { ($0.description, .string("\($1)")) })),
      "ids": .array(change.put.map { .string($0.id.description) }),
      "pages": .array(change.put.map { .integer(Int64($0.page)) }),
      "lengths": .array(change.put.map { .integer(Int64($0.json.count)) }),
    ]
    if change.isWhole { head["whole"] = .bool(true) }
    var line = Array(JSONValue.object(head).written.utf8.dropLast()) + separator
    line.append(contentsOf: change.put.map(\.json).joined(separator: [UInt8(ascii: ",")]))
    line.append(contentsOf: [UInt8(ascii: "]"), UInt8(ascii: "}"), newline])
    return line
  }

  /// The change of a line; nil for a damaged one.
  private static func change(_ line: ArraySlice<UInt8>) -> AnnotationChange? {
    guard let place = line.firstRange(of: separator),
      let head = (try? JSONValue(reading: line[..<place.lowerBound] + [UInt8(ascii: "}")]))?.members,
      let revision = head["revision"]?.number, revision > 0, case .array(let ids) = head["ids"],
      case .array(let pages) = head["pages"], case .array(let lengths) = head["lengths"],
      case .array(let removed) = head["removed"], case .object(let carried) = head["carried"],
      ids.count == lengths.count, ids.count == pages.count
    else { return nil }
    var change = AnnotationChange()
    change.revision = revision
    change.isWhole = head["whole"] == .bool(true)
    change.removed = removed.compactMap { $0.text.flatMap { AnnotationID($0) } }
    for (content, moment) in carried {
      if let hash = ContentHash(content), let cursor = moment.text.flatMap({ AnnotationCursor($0) }) {
        change.carried[hash] = cursor
      }
    }
    var start = place.upperBound
    for ((id, page), length) in zip(zip(ids, pages), lengths) {
      guard let count = length.number, count > 1, count <= line.endIndex - start,
        let id = id.text.flatMap({ AnnotationID($0) }), let page = page.number
      else { return nil }
      let end = start + count
      guard line[start] == UInt8(ascii: "{"), line[end - 1] == UInt8(ascii: "}") else { return nil }
      change.put.append(AnnotationSet.Entry(id: id, page: page, json: Array(line[start..<end])))
      start = end + 1
    }
    let expected = ids.isEmpty ? line.endIndex - 2 : line.endIndex - 1
    return start == expected && line.suffix(2).elementsEqual("]}".utf8) ? change : nil
  }
}

extension JSONValue {
  /// A whole number from 0 to 2⁵³, with which no sum overflows.
  fileprivate var number: Int? {
    guard case .integer(let value) = self, (0...(1 << 53)).contains(value) else { return nil }
    return Int(value)
  }
}
