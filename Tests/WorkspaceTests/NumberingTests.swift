import DocumentModel
import FoundationEssentials
import Testing

@testable import Storage
@testable import Workspace

@Suite("The number that a name gets when it is taken")
struct NumberingTests {
  /// The number, and how often was asked.
  private func find(
    from first: Int = 2, _ isTaken: (Int) -> Bool
  ) async throws -> (number: Int?, looks: Int) {
    var looks = 0
    let number = try await FreeNumber.find(from: first) { (number: Int) async throws(DocumentError) in
      looks += 1
      return isTaken(number)
    }
    return (number, looks)
  }

  @Test(
    "is the one behind those in a row, found in few looks",
    arguments: [0, 1, 2, 3, 7, 100, 9_999, 999_998])
  func row(count: Int) async throws {
    let found = try await find { $0 < 2 + count }
    #expect(found.number == 2 + count)
    #expect(found.looks <= 50, "\(found.looks) looks")
  }

  @Test("is free, and comes behind a taken one, where some are missing")
  func gaps() async throws {
    for hole in 3..<60 {
      let first = try await find { $0 < 60 && $0 != hole }
      let second = try await find { $0 < 60 && $0 != hole }
      #expect(first.number == hole || (hole >= 2 + FreeNumber.near && first.number == 60))
      #expect(first.number == second.number, "the same each time")
    }
  }

  @Test("is none when a million are taken, which is found in few looks, too")
  func none() async throws {
    let found = try await find { _ in true }
    #expect(found.number == nil && found.looks <= 50)
    let last = try await find(from: FreeNumber.maximum) { _ in false }
    let beyond = try await find(from: FreeNumber.maximum + 1) { _ in false }
    #expect(last.number == FreeNumber.maximum && beyond.number == nil)
  }

  @Test("is found for an upload and a restoration among many twins without trying each")
  func many() async throws {
    let test = try await TestWorkspace()
    let first = try await test.add("first")
    for number in 2...200 { _ = try await test.add("\(number)") }
    test.index.reset()
    #expect(try await test.add("next").location.name.description == "a 201.txt")
    #expect(test.index.counts.lookUps < 30, "\(test.index.counts.lookUps) look-ups")
    _ = try await test.workspace.documents.trash(first.id)
    _ = try await test.add("another first")
    test.index.reset()
    #expect(try await test.workspace.documents.restore(first.id).location.name.description == "a 202.txt")
    #expect(test.index.counts.lookUps < 30, "\(test.index.counts.lookUps) look-ups")
  }

  @Test("is none of a file that lies on the disk and is not in the index: that becomes a document first")
  func unindexed() async throws {
    let test = try await TestWorkspace()
    _ = try await test.add("one")
    _ = try await test.add("two")
    for number in 3...6 { try test.write("disk \(number)", to: "Documents/a \(number).txt") }
    #expect(try await test.add("mine").location.name.description == "a 7.txt")
    #expect(try await test.names().count == 7)
    for number in 3...6 {
      let text = try String(contentsOfFile: "\(test.path)/Documents/a \(number).txt", encoding: .utf8)
      #expect(text == "disk \(number)")
    }
  }
}
