/// A PDF that is made of another one: of some of its pages, with marks drawn into them or as annotations.
///
/// It travels to the worker as JSON, as many annotations are longer than a message.
public struct PDFExport: Hashable, Sendable {
  /// The form of marks.
  public enum Marks: String, Hashable, Sendable {
    /// None.
    case none
    /// Drawn into the pages, as curves.
    case flat
    /// As annotations, which PDF programs show, list and change (ISO 32000-1, 12.5).
    case annotations
  }

  /// A page as marks know it.
  public struct Sheet: Hashable, Sendable {
    /// The number, from 1.
    public let number: Int
    /// The size in the units of its marks.
    public let size: PageSize

    /// A sheet from its parts.
    public init(number: Int, size: PageSize) {
      (self.number, self.size) = (number, size)
    }
  }

  /// The form of marks.
  public let marks: Marks
  /// The pages that are kept, in their order; nil for all.
  public let pages: [Int]?
  /// The pages with marks.
  public let sheets: [Sheet]
  /// The annotations; those of other pages than ``sheets`` are left out.
  public let annotations: [Annotation]
  /// The words of pages that only pictures show.
  public let texts: [Text]

  /// An export from its parts.
  public init(
    marks: Marks, pages: [Int]?, sheets: [Sheet], annotations: [Annotation], texts: [Text] = []
  ) {
    (self.marks, self.pages, self.sheets, self.annotations) = (marks, pages, sheets, annotations)
    self.texts = texts
  }

  /// The export as JSON.
  public func written(of content: ContentHash) -> [UInt8] {
    var members: [String: JSONValue] = [
      "marks": .string(marks.rawValue),
      "sheets": .array(
        sheets.map { .array([.integer(Int64($0.number)), .number($0.size.width), .number($0.size.height)]) }),
      "annotations": .array(annotations.map { $0.json(of: content) }),
    ]
    if !texts.isEmpty { members["texts"] = .array(texts.map(\.json)) }
    members["pages"] = pages.map { .array($0.map { .integer(Int64($0)) }) }
    return Array(JSONValue.object(members).written.utf8)
  }

  /// An export from its JSON.
  ///
  /// Throws `.invalidParameter` for other bytes.
  public init(reading bytes: [UInt8]) throws(DocumentError) {
    let limits = JSONLimits(values: 40_000_000)
    guard let members = (try? JSONValue(reading: bytes, limits: limits))?.members,
      let marks = members["marks"]?.text.flatMap(Marks.init), case .array(let sheets) = members["sheets"],
      case .array(let annotations) = members["annotations"]
    else { throw DocumentError(.invalidParameter, "the export cannot be read") }
    var pages: [Int]?
    if case .array(let numbers) = members["pages"] {
      pages = numbers.compactMap { if case .integer(let number) = $0 { Int(number) } else { nil } }
    }
    self.init(
      marks: marks, pages: pages, sheets: sheets.compactMap(Sheet.init(reading:)),
      annotations: try annotations.map { (value) throws(DocumentError) in try Annotation(stored: value) },
      texts: Self.texts(in: members["texts"]))
  }
}

extension PDFExport.Sheet {
  fileprivate init?(reading value: JSONValue) {
    guard case .array(let parts) = value, parts.count == 3, case .integer(let number) = parts[0],
      let width = parts[1].real, let height = parts[2].real
    else { return nil }
    self.init(number: Int(number), size: PageSize(width: width, height: height))
  }
}
