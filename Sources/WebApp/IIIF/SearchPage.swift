import DocumentModel
import Workspace

/// The annotations of a document that have some words, for IIIF viewers (Content Search API 2.0, 4.2).
///
/// Words of a page are annotations of the motivation `supplementing`, one for each box: words that go over the end of
/// a line have two. The text around them is told beside them, once for all boxes of a hit (4.2.5). The notes of people
/// follow, as their annotation pages have them.
struct SearchPage: Sendable {
  static let context = "http://iiif.io/api/search/2/context.json"
  /// The most annotations of one answer.
  static let length = 500
  /// The motivation of words of a page.
  static let motivation = "supplementing"

  let json: JSONValue

  /// One annotation, written only where it is in the part that is asked for, and the hit that it is a box of.
  private struct Item {
    let id: String
    let hit: TextHit?
    let json: () -> JSONValue
  }

  /// The answer to `request`, of the document that `addresses` names.
  ///
  /// `isCutOff` tells that there are further hits, so that their number is not known.
  init(
    _ request: SearchRequest, in document: DocumentID, found pages: [FindPiece.Page], isCutOff: Bool,
    among set: AnnotationSet, at addresses: IIIFAddresses
  ) {
    let items =
      Self.words(pages, of: document, at: addresses) + Self.notes(set, request, of: document, at: addresses)
    let part = items.dropFirst(request.start).prefix(Self.length)
    let address = { (start: Int) in addresses.search(document, request, from: start) }
    var members: [String: JSONValue] = [
      "@context": .string(Self.context), "id": .string(address(request.start)),
      "type": .string("AnnotationPage"), "items": .array(part.map { $0.json() }),
    ]
    let around = Self.contexts(of: part)
    if !around.isEmpty {
      members["annotations"] = .array([.object(["type": .string("AnnotationPage"), "items": .array(around)])])
    }
    if !request.ignored.isEmpty { members["ignored"] = .array(request.ignored.map(JSONValue.string)) }
    if items.count > Self.length || request.start > 0 {
      let total = isCutOff ? nil : items.count
      members.merge(Self.paging(from: request.start, of: items.count, total: total, at: address)) { $1 }
    }
    json = .object(members)
  }

  /// Where this part lies among all (4.2.2).
  private static func paging(
    from start: Int, of count: Int, total: Int?, at address: @escaping (Int) -> String
  ) -> [String: JSONValue] {
    let page = { (start: Int) in
      JSONValue.object(["id": .string(address(start)), "type": .string("AnnotationPage")])
    }
    var collection: [String: JSONValue] = [
      "id": .string("\(address(0))#all"), "type": .string("AnnotationCollection"), "first": page(0),
    ]
    if let total { collection["total"] = .integer(Int64(total)) }
    var members = ["partOf": JSONValue.object(collection), "startIndex": .integer(Int64(start))]
    if start + length < count { members["next"] = page(start + length) }
    if start > 0 { members["prev"] = page(max(0, start - length)) }
    return members
  }

  private static func words(
    _ pages: [FindPiece.Page], of document: DocumentID, at addresses: IIIFAddresses
  ) -> [Item] {
    pages.flatMap { page in
      let canvas = addresses.canvas(ImageIdentifier(document: document, page: page.number))
      return page.hits.flatMap { hit in
        hit.boxes.enumerated().map { place, box in
          let id = "\(canvas)/words/\(hit.start.word)-\(hit.start.offset)-\(place)"
          return Item(id: id, hit: hit) { word(hit, id, on: "\(canvas)#xywh=\(fragment(box))") }
        }
      }
    }
  }

  private static func word(_ hit: TextHit, _ id: String, on target: String) -> JSONValue {
    .object([
      "id": .string(id), "type": .string("Annotation"), "motivation": .string(motivation),
      "body": .object([
        "type": .string("TextualBody"), "value": .string(hit.text), "format": .string("text/plain"),
      ]),
      "target": .string(target),
    ])
  }

  /// The whole pixels of the canvas that a box touches.
  ///
  /// A hostile document may have boxes anywhere: those that no canvas reaches are moved to where numbers are exact.
  static func fragment(_ box: PageRectangle) -> String {
    let bounded = { (side: Double) in Int(Double.minimum(Double.maximum(side, 0), Double(PageNumber.largest)))
    }
    let (left, top) = (bounded(box.x.rounded(.down)), bounded(box.y.rounded(.down)))
    let (right, bottom) = (
      bounded((box.x + box.width).rounded(.up)), bounded((box.y + box.height).rounded(.up))
    )
    return "\(left),\(top),\(max(1, right - left)),\(max(1, bottom - top))"
  }

  /// The text around each hit, as an annotation of those of its boxes that are in this part.
  private static func contexts(of part: some Sequence<Item>) -> [JSONValue] {
    var contexts: [(hit: TextHit, ids: [String])] = []
    for item in part {
      guard let hit = item.hit else { continue }
      // A box behind the first one follows it.
      if contexts.last?.hit == hit, !item.id.hasSuffix("-0") {
        contexts[contexts.count - 1].ids.append(item.id)
      } else {
        contexts.append((hit, [item.id]))
      }
    }
    return contexts.map { hit, ids in
      let quote = JSONValue.object([
        "type": .string("TextQuoteSelector"), "prefix": .string(hit.before), "exact": .string(hit.text),
        "suffix": .string(hit.after),
      ])
      let targets = ids.map { id in
        JSONValue.object([
          "type": .string("SpecificResource"), "source": .string(id), "selector": .array([quote]),
        ])
      }
      return .object([
        "id": .string("\(ids[0])/context"), "type": .string("Annotation"),
        "motivation": .string("contextualizing"),
        "target": targets.count == 1 ? targets[0] : .array(targets),
      ])
    }
  }

  /// Those of people whose note or marked words have the words.
  private static func notes(
    _ set: AnnotationSet, _ request: SearchRequest, of document: DocumentID, at addresses: IIIFAddresses
  ) -> [Item] {
    set.all.compactMap { entry in
      guard let annotation = try? Annotation(stored: entry.json), annotation.isPlaced,
        [annotation.note, annotation.quote?.exact ?? ""].contains(where: { request.words.stand(in: $0) })
      else { return nil }
      let canvas = addresses.canvas(ImageIdentifier(document: document, page: entry.page))
      let json = AnnotationPage.item(annotation, on: canvas)
      guard case .string(let motivation)? = json.members?["motivation"], request.wants(motivation) else {
        return nil
      }
      return Item(id: annotation.id.address, hit: nil) { json }
    }
  }
}
