import DocumentModel
import Foundation
import Testing

@Suite struct `Worker messages` {
  private func isKept<Message: Codable & Equatable>(_ message: Message) throws -> Bool {
    try JSONDecoder().decode(Message.self, from: JSONEncoder().encode(message)) == message
  }

  @Test func `of every task cross as JSON`() throws {
    let render = RenderRequest(
      page: 3, region: PageRectangle(x: 1, y: 2, width: 3, height: 4), size: .fit(width: 5, height: 6),
      turn: .left, isMirrored: true, quality: .bitonal, format: .webp)
    let name = try #require(ContentHash(String(repeating: "b", count: 64)))
    let lying = BoardDrawing.Source(document: DocumentID(), hash: name, kind: .image, blankPages: [3])
    let board = BoardDrawing(name: name, sources: [lying])
    for task in [
      WorkerRequest.Task.sniff, .inspect, .render(render), .text(page: 7), .readBoard, .drawBoard(board),
    ] {
      let hash = ContentHash(String(repeating: "a", count: 64))
      #expect(try isKept(WorkerRequest(id: .max, hash: hash, kind: .pdf, password: "ü\"", task: task)))
      #expect(try isKept(WorkerRequest(id: 0, hash: nil, kind: .image, task: task)))
    }
  }

  @Test func `of every outcome cross as JSON`() throws {
    let outcomes: [WorkerReply.Outcome] = [
      .sniffed, .inspected, .rendered(ImageFacts(width: 1, height: 2, format: .jpg)), .text, .boardRead,
      .printed,
      .failed(WorkerFailure(code: .damaged, detail: "x")),
    ]
    for outcome in outcomes {
      #expect(try isKept(WorkerReply(id: 1, outcome: outcome, length: 9, microseconds: 8)))
    }
  }

  @Test func `of failure become the same refusal on the other side`() {
    for code in DocumentError.Code.allCases {
      #expect(WorkerFailure(code: code, detail: "why").error.description == "\(code.rawValue): why")
    }
  }

  @Test func `of a damaged kind are refused`() {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(WorkerRequest.self, from: Data("{}".utf8))
    }
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(WorkerReply.self, from: Data("[]".utf8)) }
  }

  @Test func `carry a page's words, with a word on hyphens only where there is one`() throws {
    let box = PageRectangle(x: 1, y: 2, width: 3, height: 4)
    let text = PageText(
      words: [PageWord(text: "exam-", box: box, isHyphenated: true), PageWord(text: "ple", box: box)],
      links: [PageLink(box: box, page: 2, area: box, address: nil)])
    #expect(try isKept(text))
    let written = String(decoding: try JSONEncoder().encode(text), as: UTF8.self)
    #expect(written.contains(#""hyphenated":[0]"#) && !written.contains("isTruncated"))
    let plain = PageText(words: Array(text.words.dropFirst()), links: [], isTruncated: true)
    #expect(try isKept(plain))
    #expect(!String(decoding: try JSONEncoder().encode(plain), as: UTF8.self).contains("hyphenated"))
  }

  @Test(arguments: ["[1,2,3]", "[]", "[1,2,3,4,5,6,7,8]"])
  func `with more or fewer boxes than words are refused`(boxes: String) {
    let text = Data(#"{"words":["one"],"boxes":\#(boxes),"links":[]}"#.utf8)
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(PageText.self, from: text) }
  }

  @Test func `urgent requests come before others`() {
    #expect(RenderPriority.allCases.sorted() == [.bulk, .near, .visible])
  }

  @Test func `ask for a page as it is unless they say otherwise`() {
    let request = RenderRequest(page: 1, size: .scale(1))
    #expect(request.turn == .none)
    #expect(!request.isMirrored)
    #expect(request.quality == .color)
  }

  @Test func `name turns by their degrees clockwise`() {
    #expect(QuarterTurn.allCases.map(\.rawValue) == [0, 90, 180, 270])
    #expect(QuarterTurn.allCases.filter(\.swapsSides) == [.right, .left])
  }

  @Test func `name image formats as the web does`() {
    #expect(ImageFormat.allCases.map(\.mediaType) == ["image/png", "image/jpeg", "image/webp"])
  }
}
