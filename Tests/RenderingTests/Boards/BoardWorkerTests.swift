import DocumentModel
import FoundationEssentials
import Testing

@testable import Rendering

@Suite("Boards in the worker process", .serialized) struct BoardWorkerTests {
  private let board = """
    {"format":"org.sheaf.board","formatVersion":1,"cards":[
    {"id":"1","document":"aaaaaaaaaaaaaaaa","x":0,"y":0,"width":400},
    {"id":"2","document":"bbbbbbbbbbbbbbbb","page":2,"x":500,"y":0},
    {"id":"3","document":"aaaaaaaaaaaaaaaa","x":50,"y":0},{"id":"4","document":"not an id"}],
    "strokes":[{"points":[[0,0,0.2],[90,90,0.9]]}]}
    """

  private func drawing(_ count: Int) throws -> BoardDrawing {
    let hash = try #require(ContentHash(String(repeating: "ab", count: 32)))
    let sources = try (0..<count).map { index in
      let letter = Array("abcdefghjkmnpqrstvwxyz")[index % 22]
      let id = try #require(DocumentID(String(repeating: letter, count: 8) + String(100_000_00 + index)))
      return BoardDrawing.Source(document: id, hash: hash, kind: .pdf)
    }
    return BoardDrawing(name: hash, sources: sources)
  }

  private func code(_ answer: (reply: WorkerReply, bytes: [UInt8])?) -> DocumentError.Code? {
    guard case .failed(let failure) = answer?.reply.outcome else { return nil }
    return failure.code
  }

  @Test("it tells which pages lie on a board, each once")
  func facts() throws {
    let facts = try WorkerClient().ask(.readBoard, Array(board.utf8), as: BoardFacts.self)
    #expect(facts.pages.map(\.document.description) == ["aaaaaaaaaaaaaaaa", "bbbbbbbbbbbbbbbb"])
    #expect(facts.pages.map(\.number) == [1, 2])
  }

  @Test("it draws a board over documents that come as descriptors, as many as may lie on one")
  func manyDescriptors() throws {
    let drawing = try drawing(BoardLimits.documents)
    let cards = drawing.sources.enumerated().map {
      #"{"document":"\#($1.document)","x":\#($0 % 20 * 400),"y":\#($0 / 20 * 400)}"#
    }
    let text = #"{"format":"org.sheaf.board","cards":[\#(cards.joined(separator: ","))]}"#
    let contents = drawing.sources.indices.map {
      PDFFile(pages: [.init(content: PDFFile.text("<\($0)>"))]).bytes
    }
    let worker = try WorkerClient()
    for _ in 1...2 {
      let answer = try #require(
        try worker.ask(.drawBoard(drawing), Array(text.utf8), over: contents))
      #expect(answer.reply.outcome == .printed)
      // The text of adjacent cards has no separator.
      let text = try PDFDocument(Contents.descriptor(answer.bytes), password: nil).text(ofPage: 1).words
        .map(\.text).joined()
      #expect((0..<BoardLimits.documents).allSatisfy { text.contains("<\($0)>") })
    }
  }

  @Test("a drawing that comes without its documents is refused")
  func missingDescriptors() throws {
    let answer = try WorkerClient().ask(.drawBoard(drawing(2)), Array(board.utf8), over: [])
    #expect(code(answer) == .invalidParameter)
  }

  @Test("a hostile board is refused with a reason, and the worker lives on", arguments: HostileBoard.all)
  func hostile(hostile: HostileBoard) throws {
    let worker = try WorkerClient()
    let bytes = Array(hostile.text.utf8)
    #expect(code(try worker.ask(.readBoard, bytes)) == hostile.refusal)
    #expect(code(try worker.ask(.drawBoard(drawing(0)), bytes, over: [])) == hostile.refusal)
    #expect(try worker.ask(.readBoard, Array(board.utf8), as: BoardFacts.self).pages.count == 2)
  }

  @Test("a board of more documents than can be handed over is refused")
  func documents() throws {
    let cards = try drawing(BoardLimits.documents + 1).sources.map { #"{"document":"\#($0.document)"}"# }
    let text = #"{"format":"org.sheaf.board","cards":[\#(cards.joined(separator: ","))]}"#
    #expect(code(try WorkerClient().ask(.readBoard, Array(text.utf8))) == .documentTooLarge)
  }

  @Test("an empty file is an empty board")
  func emptyFile() throws {
    let worker = try WorkerClient()
    for text in ["", " \n", "\u{FEFF}", "{\"format\":\"org.sheaf.board\"}"] {
      #expect(try worker.ask(.readBoard, Array(text.utf8), as: BoardFacts.self).pages.isEmpty)
      #expect(code(try worker.ask(.drawBoard(drawing(0)), Array(text.utf8), over: [])) == .notShowable)
    }
  }
}
