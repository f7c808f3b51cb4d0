import FoundationEssentials

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
