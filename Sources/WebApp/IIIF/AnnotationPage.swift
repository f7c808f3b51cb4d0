import DocumentModel

/// The annotations of one canvas (Presentation API 3.0, 5.5).
struct AnnotationPage: Sendable {
  let json: JSONValue

  /// Those of `set` that lie on the page of `identifier`.
  init(_ set: AnnotationSet, of identifier: ImageIdentifier, at addresses: IIIFAddresses) {
    let items = set.all.filter { $0.page == identifier.page }.compactMap { entry -> JSONValue? in
      guard let annotation = try? Annotation(stored: entry.json), annotation.isPlaced else { return nil }
      return Self.item(annotation, on: addresses.canvas(identifier))
    }
    json = .object([
      "@context": .string(Manifest.context), "id": .string(addresses.annotations(identifier)),
      "type": .string("AnnotationPage"), "items": .array(items),
    ])
  }

  /// An annotation with the canvas as its target; viewers show marked words where there is no note.
  static func item(_ annotation: Annotation, on canvas: String) -> JSONValue {
    let target = JSONValue.object([
      "type": .string("SpecificResource"), "source": .string(canvas),
      "selector": .object(["type": .string("SvgSelector"), "value": .string(annotation.mark.svg())]),
    ])
    var members = annotation.json(target: target).members ?? [:]
    for name in ["@context", "mark"] { members[name] = nil }
    if members["body"] == nil, let words = annotation.quote?.exact {
      members["body"] = .object([
        "type": .string("TextualBody"), "value": .string(words), "format": .string("text/plain"),
      ])
    }
    return .object(members)
  }
}
