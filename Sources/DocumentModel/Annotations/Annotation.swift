public import FoundationEssentials

/// A mark on a page of a content, with the words that it marks and a note.
public struct Annotation: Hashable, Sendable {
  /// Words that a mark lies on, and those around them, by which they are found again (W3C Web Annotation, 4.2.4).
  public struct Quote: Hashable, Sendable {
    /// The marked words.
    public let exact: String
    /// The words before them.
    public let prefix: String
    /// The words after them.
    public let suffix: String

    /// A quote from its parts.
    public init(exact: String, prefix: String = "", suffix: String = "") {
      (self.exact, self.prefix, self.suffix) = (exact, prefix, suffix)
    }
  }

  /// Its name.
  public let id: AnnotationID
  /// The visible part.
  public let mark: AnnotationMark
  /// The marked words; nil for a mark that lies on none.
  public let quote: Quote?
  /// The note; empty without one.
  public let note: String
  /// The author's name; empty when it is not known.
  public let creator: String
  /// The time at which it was made.
  public let created: Date
  /// The time of its last change.
  public let modified: Date
  /// Whether its place was found in this content; else the mark has the place in an earlier one, and is not drawn.
  public let isPlaced: Bool

  /// An annotation from its parts.
  ///
  /// Throws `.invalidParameter` for texts beyond ``AnnotationLimits``.
  public init(
    id: AnnotationID, mark: AnnotationMark, quote: Quote? = nil, note: String = "", creator: String = "",
    created: Date, modified: Date, isPlaced: Bool = true
  ) throws(DocumentError) {
    (self.id, self.mark, self.quote, self.note) = (id, mark, quote, note)
    (self.creator, self.created, self.modified, self.isPlaced) = (creator, created, modified, isPlaced)
    let quoted = [quote?.exact, quote?.prefix, quote?.suffix].compactMap { $0?.utf8.count }
    guard note.utf8.count <= AnnotationLimits.textBytes,
      quoted.allSatisfy({ $0 <= AnnotationLimits.textBytes })
    else { throw AnnotationMark.refusal("a text is longer than \(AnnotationLimits.textBytes) bytes") }
    guard creator.utf8.count <= AnnotationLimits.nameBytes else {
      throw AnnotationMark.refusal("the author's name is longer than \(AnnotationLimits.nameBytes) bytes")
    }
  }

  /// The annotation at another place; nil when none was found, and the mark keeps the place that it had.
  public func placed(_ mark: AnnotationMark?) throws(DocumentError) -> Annotation {
    try Annotation(
      id: id, mark: mark ?? self.mark, quote: quote, note: note, creator: creator, created: created,
      modified: modified, isPlaced: mark != nil)
  }
}

// MARK: - JSON

/// The form for other programs: a Web Annotation (W3C Recommendation of 23 February 2017).
extension Annotation {
  /// The contexts that give the members their meaning (JSON-LD 1.1).
  public static let context = JSONValue.array([
    .string("http://www.w3.org/ns/anno.jsonld"),
    .object(["mark": .object(["@id": .string("urn:sheaf:mark"), "@type": .string("@json")])]),
  ])

  /// The annotation of the content with the hash `content`.
  ///
  /// Its target is the content by its hash (RFC 6920), one page of it, and there the words or the outline of the mark.
  public func json(of content: ContentHash) -> JSONValue {
    json(target: .object(["source": .string(content.namedInformation), "selector": selector]))
  }

  /// The annotation with another target, such as a canvas of IIIF.
  public func json(target: JSONValue) -> JSONValue {
    var members: [String: JSONValue] = [
      "@context": Self.context, "id": .string(id.address), "type": .string("Annotation"),
      "motivation": .string(motivation), "created": .string(created.annotated),
      "modified": .string(modified.annotated), "target": target, "mark": markJSON,
    ]
    if !creator.isEmpty {
      members["creator"] = .object(["type": .string("Person"), "name": .string(creator)])
    }
    if !note.isEmpty {
      members["body"] = .object([
        "type": .string("TextualBody"), "value": .string(note), "format": .string("text/plain"),
        "purpose": .string("commenting"),
      ])
    }
    return .object(members)
  }

  private var motivation: String {
    mark.kind.marksText && note.isEmpty ? "highlighting" : "commenting"
  }

  private var selector: JSONValue {
    guard let quote else { return page(refinedBy: outline) }
    var words = ["type": JSONValue.string("TextQuoteSelector"), "exact": .string(quote.exact)]
    if !quote.prefix.isEmpty { words["prefix"] = .string(quote.prefix) }
    if !quote.suffix.isEmpty { words["suffix"] = .string(quote.suffix) }
    return .array([page(refinedBy: .object(words)), page(refinedBy: outline)])
  }

  private func page(refinedBy selector: JSONValue) -> JSONValue {
    .object([
      "type": .string("FragmentSelector"), "conformsTo": .string("http://tools.ietf.org/rfc/rfc3778"),
      "value": .string("page=\(mark.page)"), "refinedBy": selector,
    ])
  }

  private var outline: JSONValue {
    .object(["type": .string("SvgSelector"), "value": .string(mark.svg())])
  }

  private var markJSON: JSONValue {
    var members: [String: JSONValue] = [
      "kind": .string(mark.kind.rawValue), "page": .integer(Int64(mark.page)),
      "color": .string(mark.color.css),
      "width": .number(mark.width),
    ]
    if !mark.boxes.isEmpty {
      members["boxes"] = .array(mark.boxes.map { .numbers([$0.x, $0.y, $0.width, $0.height]) })
    }
    if !mark.points.isEmpty {
      members["points"] = .array(
        mark.points.map { .numbers([$0.place.x, $0.place.y] + ($0.pressure.map { [$0] } ?? [])) })
    }
    if !isPlaced { members["placed"] = .bool(false) }
    return .object(members)
  }
}

extension AnnotationMark {
  /// The mark as a path of SVG, in page units scaled by `scale`.
  public func svg(scale: Double = 1) -> String {
    func number(_ value: Double) -> String {
      let rounded = (value * scale * 100).rounded() / 100
      return rounded == rounded.rounded() && abs(rounded) < 1e15 ? String(Int(rounded)) : String(rounded)
    }
    let rectangles = boxes.map { box in
      "M\(number(box.x)) \(number(box.y))h\(number(box.width))v\(number(box.height))h\(number(-box.width))z"
    }
    let line = points.enumerated().map { index, point in
      "\(index == 0 ? "M" : "L")\(number(point.place.x)) \(number(point.place.y))"
    }
    let paint =
      kind.marksText
      ? "fill=\"\(color.css)\" fill-opacity=\"0.4\""
      : "fill=\"none\" stroke=\"\(color.css)\" stroke-width=\"\(number(width))\""
    return
      "<svg xmlns=\"http://www.w3.org/2000/svg\"><path d=\"\((rectangles + line).joined())\" \(paint)/></svg>"
  }
}

extension ContentHash {
  /// The content's name as an IRI that any program can check (RFC 6920): `ni:///sha-256;…`.
  public var namedInformation: String {
    let digits = Array(description.utf8)
    let bytes = stride(from: 0, to: digits.count, by: 2).compactMap { index in
      UInt8(String(decoding: digits[index...index + 1], as: UTF8.self), radix: 16)
    }
    let encoded = Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
    return "ni:///sha-256;\(encoded.prefix { $0 != "=" })"
  }
}

extension JSONValue {
  fileprivate static func numbers(_ values: [Double]) -> JSONValue {
    .array(values.map { $0 == $0.rounded() && abs($0) < 1e15 ? .integer(Int64($0)) : .number($0) })
  }
}

extension Date {
  /// RFC 3339 in UTC, to the nearest millisecond; formatting alone would cut off what a binary fraction lacks.
  fileprivate var annotated: String {
    let milliseconds = (timeIntervalSince1970 * 1_000).rounded()
    return Date(timeIntervalSince1970: milliseconds / 1_000 + 0.000_1)
      .formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
  }
}

/// The name of an annotation: a UUID (RFC 9562), which clients may choose themselves.
///
/// An annotation keeps it when its document gets a newer content.
public struct AnnotationID: Hashable, Sendable, LosslessStringConvertible {
  /// The UUID in lower case.
  public let description: String

  /// A new random name.
  public init() { description = UUID().uuidString.lowercased() }

  /// The name written in `text`, alone or as `urn:uuid:…`; nil when it is no UUID.
  public init?(_ text: some StringProtocol) {
    let bare = text.hasPrefix(Self.scheme) ? String(text.dropFirst(Self.scheme.count)) : String(text)
    guard bare.utf8.count == 36, let uuid = UUID(uuidString: bare) else { return nil }
    description = uuid.uuidString.lowercased()
  }

  /// The name as an IRI: `urn:uuid:…`.
  public var address: String { Self.scheme + description }

  private static let scheme = "urn:uuid:"
}
