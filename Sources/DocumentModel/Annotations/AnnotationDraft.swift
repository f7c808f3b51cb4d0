public import FoundationEssentials

/// An annotation as a client sends it: parts that it leaves out are filled in, and a quote may stand for its place.
public struct AnnotationDraft: Hashable, Sendable {
  /// The name that the client chose.
  public private(set) var id: AnnotationID?
  /// The visible part; nil where only ``quote`` says where it is.
  public let mark: AnnotationMark?
  /// The page, from 1.
  public let page: Int
  /// The kind of mark.
  public let kind: AnnotationMark.Kind
  /// The colour.
  public let color: InkColor
  /// The marked words.
  public let quote: Annotation.Quote?
  /// The note; empty without one.
  public let note: String
  /// The author's name; nil when it is not given.
  public let creator: String?
  /// The time at which it was made; nil when it is not given.
  public let created: Date?
  let modified: Date?
  let isPlaced: Bool

  /// The colour of marks that state none.
  public static let usualColor = InkColor(red: 0xFF, green: 0xD6, blue: 0x4F)

  /// An annotation as its parts, at the time `now`, by `creator` unless it names another.
  ///
  /// - Parameter boxes: where the quoted words stand; needed where ``mark`` is nil.
  public func annotation(
    by creator: String, at now: Date, boxes: [PageRectangle] = []
  ) throws(DocumentError) -> Annotation {
    let mark =
      if let mark { mark } else { try AnnotationMark(kind, page: page, color: color, boxes: boxes) }
    return try Annotation(
      id: id ?? AnnotationID(), mark: mark, quote: quote, note: note, creator: self.creator ?? creator,
      created: created.map { min($0, now) } ?? now, modified: now, isPlaced: isPlaced)
  }

  /// The draft with a name that the server chose, or that stands in an address.
  public func named(_ name: AnnotationID) -> AnnotationDraft {
    var draft = self
    draft.id = name
    return draft
  }

  /// An annotation from its W3C form, of this system or another.
  ///
  /// The member `mark` is used where there is one. Else the page is that of a `FragmentSelector` (`page=3`), and the
  /// place is its `xywh`, or that of the words of a `TextQuoteSelector`.
  ///
  /// Throws `.invalidParameter` with a sentence about the first part that is missing or wrong.
  public init(reading value: JSONValue) throws(DocumentError) {
    guard let members = value.members else { throw AnnotationMark.refusal("it is an object of JSON") }
    if let type = members["type"], !type.texts.contains("Annotation") {
      throw AnnotationMark.refusal("its type is Annotation")
    }
    id = try Self.id(members["id"])
    let target = try AnnotationTarget(members["target"])
    quote = target.quote
    note = try Self.note(members["body"] ?? members["bodyValue"])
    creator = members["creator"]?.members?["name"]?.text ?? members["creator"]?.text
    created = try Self.time(members["created"], "created")
    modified = try Self.time(members["modified"], "modified")
    if let mark = members["mark"] {
      let read = try AnnotationMark(reading: mark)
      (self.mark, page, kind, color) = (read, read.page, read.kind, read.color)
      isPlaced = mark.members?["placed"] != .bool(false)
      return
    }
    isPlaced = true
    page = target.page
    color = Self.usualColor
    let isNote = quote == nil && members["motivation"]?.text != "highlighting"
    kind = target.box == nil || !isNote ? .highlight : .rectangle
    mark =
      if let box = target.box { try AnnotationMark(kind, page: page, color: color, boxes: [box]) } else {
        nil
      }
    guard mark != nil || quote != nil else {
      throw AnnotationMark.refusal(
        "its target says where on the page it is, by xywh or by a TextQuoteSelector")
    }
  }

  private static func id(_ value: JSONValue?) throws(DocumentError) -> AnnotationID? {
    guard let value, value != .null else { return nil }
    guard let id = value.text.flatMap({ AnnotationID($0) }) else {
      throw AnnotationMark.refusal("its id is a UUID, as urn:uuid:…")
    }
    return id
  }

  private static func note(_ value: JSONValue?) throws(DocumentError) -> String {
    switch value {
    case nil, .null: return ""
    case .string(let text): return text
    case .array(let bodies): return try bodies.first.map(note) ?? ""
    case .object(let members):
      guard let text = members["value"]?.text else {
        throw AnnotationMark.refusal("its body is a TextualBody with a value")
      }
      return text
    default: throw AnnotationMark.refusal("its body is a TextualBody with a value")
    }
  }

  private static func time(_ value: JSONValue?, _ name: String) throws(DocumentError) -> Date? {
    guard let value, value != .null else { return nil }
    guard let text = value.text, let date = Date(annotated: text) else {
      throw AnnotationMark.refusal("\(name) is a time as 2026-03-01T12:00:00Z")
    }
    return date
  }
}

extension Annotation {
  /// An annotation from the text that ``json(of:)`` made.
  ///
  /// Throws `.invalidParameter` for any other text.
  public init(stored text: [UInt8]) throws(DocumentError) {
    let value: JSONValue
    do throws(JSONFault) {
      value = try JSONValue(reading: text)
    } catch {
      throw AnnotationMark.refusal("\(error)")
    }
    try self.init(stored: value)
  }

  /// As ``init(stored:)-([UInt8])``, from JSON that is read already.
  init(stored value: JSONValue) throws(DocumentError) {
    let draft = try AnnotationDraft(reading: value)
    guard let id = draft.id, let mark = draft.mark, let created = draft.created, let modified = draft.modified
    else { throw AnnotationMark.refusal("id, mark, created and modified are needed") }
    try self.init(
      id: id, mark: mark, quote: draft.quote, note: draft.note, creator: draft.creator ?? "",
      created: created, modified: modified, isPlaced: draft.isPlaced)
  }
}

/// The target of an annotation: a page, and a place on it.
private struct AnnotationTarget {
  private(set) var page = 1
  private(set) var box: PageRectangle?
  private(set) var quote: Annotation.Quote?

  /// Reads the target; without one it is the first page.
  init(_ target: JSONValue?) throws(DocumentError) {
    switch target {
    case nil, .null: return
    case .string(let address):
      if let fragment = address.split(separator: "#", maxSplits: 1).dropFirst().first {
        try read(fragment: String(fragment))
      }
    case .object(let members): try read(members["selector"], depth: 0)
    default: throw AnnotationMark.refusal("its target is one resource with selectors")
    }
  }

  private mutating func read(_ selector: JSONValue?, depth: Int) throws(DocumentError) {
    guard depth < 8 else { throw AnnotationMark.refusal("its selectors refine one another too often") }
    switch selector {
    case .array(let selectors):
      for selector in selectors { try read(selector, depth: depth + 1) }
    case .object(let members):
      switch members["type"]?.text {
      case "FragmentSelector": try read(fragment: members["value"]?.text ?? "")
      case "TextQuoteSelector": try readQuote(members)
      default: break
      }
      try read(members["refinedBy"], depth: depth + 1)
    default: return
    }
  }

  private mutating func readQuote(_ members: [String: JSONValue]) throws(DocumentError) {
    guard let exact = members["exact"]?.text, !exact.isEmpty else {
      throw AnnotationMark.refusal("a TextQuoteSelector has the exact words")
    }
    quote = Annotation.Quote(
      exact: exact, prefix: members["prefix"]?.text ?? "", suffix: members["suffix"]?.text ?? "")
  }

  /// Reads `page=3&xywh=10,20,30,40` (RFC 8118, Media Fragments URI 1.0).
  private mutating func read(fragment: String) throws(DocumentError) {
    for part in fragment.split(separator: "&") {
      let pair = part.split(separator: "=", maxSplits: 1)
      guard pair.count == 2 else { continue }
      switch pair[0] {
      case "page":
        guard let number = Int(pair[1]), number > 0 else {
          throw AnnotationMark.refusal("page is a number from 1")
        }
        page = number
      case "xywh":
        let numbers = pair[1].drop { !"0123456789.-".contains($0) }.split(separator: ",").compactMap {
          Double($0)
        }
        guard numbers.count == 4, !pair[1].hasPrefix("percent:") else {
          throw AnnotationMark.refusal("xywh is four numbers in page units")
        }
        box = PageRectangle(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
      default: continue
      }
    }
  }
}

extension AnnotationMark {
  /// A mark from its JSON: `{"kind":"ink","page":3,"color":"#1c1a18","width":2,"points":[[x,y,pressure],…]}`.
  ///
  /// Throws `.invalidParameter` for anything else.
  init(reading value: JSONValue) throws(DocumentError) {
    let members = value.members ?? [:]
    guard let kind = members["kind"]?.text.flatMap(Kind.init) else {
      throw Self.refusal("kind is one of \(Kind.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    guard let page = members["page"]?.whole else { throw Self.refusal("page is a number from 1") }
    let width = members["width"].map(\.real) ?? Self.usualWidth
    guard let width else { throw Self.refusal("width is a number") }
    try self.init(
      kind, page: page, color: try Self.color(members["color"]), width: width,
      boxes: try Self.list(members["boxes"]) { numbers in
        numbers.count == 4
          ? PageRectangle(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3]) : nil
      },
      points: try Self.list(members["points"]) { numbers in
        guard (2...4).contains(numbers.count) else { return nil }
        let pressure = numbers.count > 2 ? max(0, min(1, numbers[2])) : nil
        return InkPoint(BoardPoint(x: numbers[0], y: numbers[1]), pressure: pressure)
      })
  }

  private static func color(_ value: JSONValue?) throws(DocumentError) -> InkColor {
    guard let value else { return AnnotationDraft.usualColor }
    let text = value.text ?? ""
    guard text.utf8.count == 7, text.hasPrefix("#"),
      text.dropFirst().allSatisfy({ $0.isASCII && $0.isHexDigit })
    else { throw refusal("color is written as #rrggbb") }
    return InkColor(css: text)
  }

  private static func list<Entry>(
    _ value: JSONValue?, _ entry: ([Double]) -> Entry?
  ) throws(DocumentError) -> [Entry] {
    guard let value else { return [] }
    let refusal = refusal("boxes are [x,y,width,height], and points [x,y,pressure]")
    guard case .array(let entries) = value else { throw refusal }
    var list: [Entry] = []
    list.reserveCapacity(entries.count)
    for item in entries {
      guard case .array(let values) = item else { throw refusal }
      let numbers = values.compactMap(\.real)
      guard numbers.count == values.count, let read = entry(numbers) else { throw refusal }
      list.append(read)
    }
    return list
  }
}

extension JSONValue {
  /// The texts of a text or an array of them.
  fileprivate var texts: [String] {
    switch self {
    case .string(let text): [text]
    case .array(let values): values.compactMap(\.text)
    default: []
    }
  }

  /// The number, if it is a finite one.
  var real: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value.isFinite ? value : nil
    default: nil
    }
  }

  fileprivate var whole: Int? {
    if case .integer(let value) = self { Int(exactly: value) } else { nil }
  }
}

extension Date {
  /// The time written in `text` (RFC 3339), with or without fractions of a second.
  fileprivate init?(annotated text: String) {
    for hasFractions in [true, false] {
      let style = Date.ISO8601FormatStyle(includingFractionalSeconds: hasFractions)
      if let date = try? Date(text, strategy: style) {
        self = date
        return
      }
    }
    return nil
  }
}
