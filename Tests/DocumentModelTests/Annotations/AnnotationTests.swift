import DocumentModel
import FoundationEssentials
import Testing

@Suite("Annotations")
struct AnnotationTests {
  private let now = Date(timeIntervalSince1970: 1_780_000_000)
  private let content = ContentHash(String(repeating: "ab", count: 32))

  private func draft(_ json: String) throws -> AnnotationDraft {
    try AnnotationDraft(reading: JSONValue(reading: Array(json.utf8)))
  }

  private func refusal(_ json: String) -> String? {
    do {
      _ = try draft(json)
      return nil
    } catch let error as DocumentError {
      return error.detail
    } catch {
      return "\(error)"
    }
  }

  @Test("one that is written as JSON is read as the same again")
  func roundTrip() throws {
    let content = try #require(content)
    let mark = try AnnotationMark(
      .ink, page: 3, color: InkColor(css: "#2b55c9"), width: 2.5,
      points: [
        InkPoint(BoardPoint(x: 1.25, y: -2), pressure: 0.7), InkPoint(BoardPoint(x: 9, y: 4), pressure: 0.1),
      ])
    let annotation = try Annotation(
      id: AnnotationID(), mark: mark, quote: .init(exact: "a \"b\"", prefix: "x\n", suffix: "\u{1}y"),
      note: "Grüße 🙂", creator: "Ada", created: now, modified: now, isPlaced: false)
    let text = Array(annotation.json(of: content).written.utf8)
    #expect(try Annotation(stored: text) == annotation)
  }

  @Test("it is a Web Annotation of the content by its hash, with page, words and outline")
  func form() throws {
    let content = try #require(content)
    let mark = try AnnotationMark(
      .highlight, page: 2, color: InkColor(css: "#ffd64f"),
      boxes: [PageRectangle(x: 10, y: 20, width: 30, height: 12)])
    let annotation = try Annotation(
      id: AnnotationID(), mark: mark, quote: .init(exact: "words"), created: now, modified: now)
    let text = annotation.json(of: content).written
    #expect(text.hasPrefix(#"{"@context":["http://www.w3.org/ns/anno.jsonld","#))
    for part in [
      #""type":"Annotation""#, #""motivation":"highlighting""#, #""value":"page=2""#,
      #""type":"TextQuoteSelector""#, #""type":"SvgSelector""#, "M10 20h30v12h-30z",
      #""source":"ni:///sha-256;q6urq6urq6urq6urq6urq6urq6urq6urq6urq6urq6s""#,
    ] { #expect(text.contains(part), "\(part)") }
  }

  @Test("other programs name the place by page and box, or by words")
  func foreign() throws {
    let box = try draft(#"{"type":"Annotation","body":"note","target":"urn:x#page=4&xywh=1,2,30,40"}"#)
    #expect(box.page == 4 && box.kind == .rectangle && box.note == "note")
    #expect(box.mark?.boxes == [PageRectangle(x: 1, y: 2, width: 30, height: 40)])
    let words = try draft(
      #"{"target":{"selector":{"type":"FragmentSelector","value":"page=2","refinedBy":{"type":"TextQuoteSelector","exact":"so it is"}}}}"#
    )
    #expect(words.page == 2 && words.mark == nil && words.quote?.exact == "so it is")
  }

  @Test(
    "a value that cannot be one is refused by its reason",
    arguments: [
      "[]", #"{"type":"Note"}"#, "{}", #"{"id":"x","mark":{"kind":"note","page":1,"points":[[1,2]]}}"#,
      #"{"mark":{"kind":"blob","page":1}}"#, #"{"mark":{"kind":"ink","page":0,"points":[[1,2]]}}"#,
      #"{"mark":{"kind":"ink","page":1,"points":[]}}"#, #"{"mark":{"kind":"ink","page":1,"points":[[1]]}}"#,
      #"{"mark":{"kind":"ink","page":1,"color":"red","points":[[1,2]]}}"#,
      #"{"mark":{"kind":"highlight","page":1,"boxes":[[1,2,-3,4]]}}"#,
      #"{"mark":{"kind":"line","page":1,"points":[[1,2],[3,4],[5,6]]}}"#,
      #"{"mark":{"kind":"ink","page":1,"width":0,"points":[[1,2]]}}"#,
      #"{"mark":{"kind":"ink","page":1,"points":[[1e9,2]]}}"#,
      #"{"created":"yesterday","mark":{"kind":"note","page":1,"points":[[1,2]]}}"#,
      #"{"target":"urn:x#page=1"}"#, #"{"target":{"selector":{"type":"TextQuoteSelector"}}}"#,
    ])
  func refusals(json: String) {
    #expect(refusal(json)?.hasPrefix("the annotation is refused: ") == true, "\(json)")
  }

  @Test("a time in the future is the present one, and the author is the client's unless it says so")
  func filledIn() throws {
    let future = #"{"created":"2099-01-01T00:00:00Z","mark":{"kind":"note","page":1,"points":[[1,2]]}}"#
    let annotation = try draft(future).annotation(by: "tablet", at: now)
    #expect(annotation.created == now && annotation.creator == "tablet")
  }
}

@Suite("The set of a content's annotations")
struct AnnotationSetTests {
  private func ids(_ count: Int) -> [AnnotationID] { (0..<count).map { _ in AnnotationID() } }

  private func put(_ id: AnnotationID, _ text: String = "{}") -> AnnotationChange {
    AnnotationChange(put: [AnnotationSet.Entry(id: id, page: 1, json: Array(text.utf8))])
  }

  @Test("it tells what changed since a revision, and keeps the order in which they were made")
  func changes() {
    let ids = ids(3)
    var set = AnnotationSet(epoch: "e")
    for id in ids { set.apply(put(id)) }
    set.apply(AnnotationChange(removed: [ids[0]]))
    set.apply(put(ids[1], "{1}"))
    let news = set.changes(after: 3)
    #expect(news?.put.map(\.id) == [ids[1]] && news?.removed == [ids[0]])
    #expect(set.all.map(\.id) == [ids[1], ids[2]])
    #expect(set.changes(after: 9) == nil, "a revision that was never reached")
  }

  @Test("one that comes back after its removal has the place it had")
  func undo() {
    let ids = ids(2)
    var set = AnnotationSet(epoch: "e")
    for id in ids { set.apply(put(id)) }
    set.apply(AnnotationChange(removed: [ids[0]]))
    set.apply(put(ids[0]))
    #expect(set.all.map(\.id) == ids)
    #expect(set.changes(after: 2)?.removed.isEmpty == true)
  }

  @Test("a whole set forgets the past, and a client that knew less asks for all")
  func whole() {
    var set = AnnotationSet(epoch: "e")
    var change = put(AnnotationID())
    change.isWhole = true
    change.revision = 7
    set.apply(change)
    #expect(set.revision == 7 && set.changes(after: 6) == nil && set.changes(after: 7) != nil)
  }
}
