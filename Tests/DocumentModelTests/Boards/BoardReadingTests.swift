import DocumentModel
import Foundation
import Testing

@Suite struct `A board's file` {
  private func read(_ text: String) throws -> Board {
    try JSONDecoder().decode(Board.self, from: Data(text.utf8))
  }

  private func refusal(_ text: String) -> DocumentError.Code? {
    do {
      _ = try read(text)
      return nil
    } catch {
      return (error as? DocumentError)?.code
    }
  }

  @Test func `cases are there`() { #expect(InkCase.all.count > 10) }

  @Test(arguments: InkCase.all) func `is read as the app reads it`(known: InkCase) throws {
    let cards = try known.board().stackedCards
    #expect(cards.map(\.document) == known.meaning.cards.map(\.document))
    #expect(cards.map(\.page) == known.meaning.cards.map(\.page))
    for (card, wanted) in zip(cards, known.meaning.cards) {
      let numbers = [card.centre.x, card.centre.y, card.width, card.scale, card.rotation, card.z]
      #expect(numbers == [wanted.x, wanted.y, wanted.width, wanted.scale, wanted.rotation, wanted.z])
    }
  }

  @Test(arguments: InkCase.all) func `has its ink drawn as the app draws it`(known: InkCase) throws {
    let strokes = try known.board().strokes
    try #require(strokes.count == known.meaning.strokes.count)
    for (stroke, wanted) in zip(strokes, known.meaning.strokes) {
      let path = PathList()
      let paint = stroke.trace(with: path)
      if let width = wanted.width {
        guard case .stroked(let found) = paint else { Issue.record("it is filled"); return }
        #expect([found].areLike([width]))
      } else {
        #expect(paint == .filled)
      }
      #expect([stroke.color.red, stroke.color.green, stroke.color.blue] == wanted.channels)
      let bounds = try #require(stroke.bounds)
      #expect([bounds.x, bounds.y, bounds.width, bounds.height].areLike(wanted.bounds))
      try #require(path.steps.count == wanted.path.count)
      for (step, known) in zip(path.steps, wanted.path) { #expect(step.isLike(known), "\(step) \(known)") }
    }
  }

  @Test func `that names another format is refused`() {
    #expect(refusal(#"{"format":"org.other.board","cards":[]}"#) == .damaged)
    #expect(refusal(#"{"cards":[]}"#) == .damaged)
    #expect(refusal(#"{"format":7}"#) == .damaged)
  }

  @Test func `with more than can be drawn is refused`() {
    func board(_ member: String, _ entry: String, _ count: Int) -> String {
      let list = Array(repeating: entry, count: count).joined(separator: ",")
      return #"{"format":"org.sheaf.board","\#(member)":[\#(list)]}"#
    }
    #expect(refusal(board("cards", #"{"document":"x"}"#, BoardLimits.cards)) == nil)
    #expect(refusal(board("cards", "0", BoardLimits.cards + 1)) == .documentTooLarge)
    #expect(refusal(board("strokes", "0", BoardLimits.strokes + 1)) == .documentTooLarge)
    let points = Array(repeating: "[1,2]", count: BoardLimits.points / 2 + 1).joined(separator: ",")
    #expect(refusal(board("strokes", "{\"points\":[\(points)]}", 2)) == .documentTooLarge)
  }
}
