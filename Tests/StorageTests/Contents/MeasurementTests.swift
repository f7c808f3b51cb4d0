import DocumentModel
import Foundation
import Testing

@testable import Storage

/// Prints figures; run with `SHEAF_MEASURE=1 swift test -c release --filter Measurement`.
@Suite("Measurement", .enabled(if: ProcessInfo.processInfo.environment["SHEAF_MEASURE"] != nil), .serialized)
struct MeasurementTests {
  let workspace = TemporaryWorkspace()

  @Test("lists and searches at ten thousand documents and at forty thousand")
  func lists() async throws {
    let index = try SQLiteIndex(root: workspace.open())
    let words = ["report", "invoice", "Übersicht", "letter", "scan", "photo", "plan", "Rechnung"]
    for goal in [10_000, 40_000] {
      let start = try await index.documentCount()
      let clock = ContinuousClock()
      let took = try await clock.measure {
        for number in start..<goal {
          let name = "\(words[number % 8]) \(number) \(words[number / 8 % 8]).pdf"
          try await index.add(
            Sample("F\(number % 50)/\(name)", content: "\(number)", type: number % 100 == 0 ? .svg : .pdf))
        }
      }
      print("add: \(took / (goal - start)) each")
      for (title, query) in try Self.queries() {
        var times: [Duration] = []
        for _ in 0..<200 { times.append(try await clock.measure { _ = try await index.documents(query) }) }
        times.sort()
        print("\(goal) \(title): median \(times[100]), p95 \(times[190])")
      }
    }
  }

  private static func queries() throws -> [(String, DocumentQuery)] {
    [
      ("newest", DocumentQuery()), ("by name", DocumentQuery(order: .name)),
      ("folder", DocumentQuery(folder: try FolderPath(parsing: "F7"), order: .name)),
      ("rare type", DocumentQuery(types: [.svg], order: .size)),
      ("absent type", DocumentQuery(types: [.board])),
      ("common word", DocumentQuery(text: "report")), ("one letter", DocumentQuery(text: "r", order: .name)),
      ("rare word", DocumentQuery(text: "1234")), ("two words", DocumentQuery(text: "report invoice")),
      ("nothing", DocumentQuery(text: "zebra")),
    ]
  }

  @Test("an upload of one gibibyte")
  func upload() async throws {
    let store = FileContentStore(root: try workspace.open())
    let piece = [UInt8](repeating: 0x5A, count: 64 << 10)
    let clock = ContinuousClock()
    for round in 0..<2 {
      let took = try await clock.measure {
        let stage = try await store.stage()
        for _ in 0..<(1 << 30) / piece.count { try await stage.write(piece) }
        _ = try await store.place(stage.finish(), at: .at("\(round)"), replacing: nil)
      }
      print("1 GiB staged, hashed, synchronized, placed: \(took)")
    }
    let small = try await clock.measure {
      for number in 0..<200 { try await store.put("x", at: "F/\(number)") }
    }
    print("small file: \(small / 200) each")
    print("walk: \(try await clock.measure { _ = try await store.found() })")
  }
}
