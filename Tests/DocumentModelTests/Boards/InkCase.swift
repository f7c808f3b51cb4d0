import DocumentModel
import Foundation
import Testing

/// A board and its expected reading and drawing; the app's own tests read the same file.
struct InkCase: Decodable, CustomTestStringConvertible {
  struct Meaning: Decodable {
    let cards: [Card]
    let strokes: [Stroke]
  }

  struct Card: Decodable {
    let document: String
    let page: Int
    let x: Double
    let y: Double
    let width: Double
    let scale: Double
    let rotation: Double
    let z: Double
  }

  struct Stroke: Decodable {
    let channels: [UInt8]
    /// Nil for filled ink.
    let width: Double?
    let bounds: [Double]
    let path: [PathStep]
  }

  let name: String
  let file: String
  let meaning: Meaning

  var testDescription: String { name }

  static let all: [InkCase] = {
    let file = URL(filePath: #filePath)
      .appending(path: "../../../Browser/board/ink-cases.json").standardizedFileURL
    return (try? JSONDecoder().decode([InkCase].self, from: Data(contentsOf: file))) ?? []
  }()

  func board() throws -> Board { try JSONDecoder().decode(Board.self, from: Data(file.utf8)) }
}

/// `["M", x, y]`, `["L", x, y]`, `["C", x, y, x, y, x, y]`, `["O", x, y, radius]` or `["Z"]`.
struct PathStep: Decodable, Equatable {
  let letter: String
  let numbers: [Double]

  init(_ letter: String, _ numbers: Double...) {
    self.letter = letter
    self.numbers = numbers
  }

  init(from decoder: any Decoder) throws {
    var list = try decoder.unkeyedContainer()
    letter = try list.decode(String.self)
    var numbers: [Double] = []
    while !list.isAtEnd { numbers.append(try list.decode(Double.self)) }
    self.numbers = numbers
  }

  func isLike(_ other: PathStep) -> Bool { letter == other.letter && numbers.areLike(other.numbers) }
}

extension [Double] {
  func areLike(_ others: [Double]) -> Bool {
    count == others.count
      && zip(self, others).allSatisfy { abs($0 - $1) <= 1e-9 * Swift.max(1, abs($0), abs($1)) }
  }
}

final class PathList: InkPen {
  private(set) var steps: [PathStep] = []

  func move(to place: BoardPoint) { steps.append(PathStep("M", place.x, place.y)) }

  func line(to place: BoardPoint) { steps.append(PathStep("L", place.x, place.y)) }

  func curve(_ c1: BoardPoint, _ c2: BoardPoint, to place: BoardPoint) {
    steps.append(PathStep("C", c1.x, c1.y, c2.x, c2.y, place.x, place.y))
  }

  func circle(around centre: BoardPoint, radius: Double) {
    steps.append(PathStep("O", centre.x, centre.y, radius))
  }

  func close() { steps.append(PathStep("Z")) }
}
