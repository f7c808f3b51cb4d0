import DocumentModel
import FoundationEssentials
import Testing

@testable import Storage

@Suite("An index that is taken away while it is used")
struct DatabasePlaceTests {
  private let workspace = TemporaryWorkspace(inMemory: true)
  private var path: String { "\(workspace.path)/\(SandboxPath.index)" }

  private func refusal(of sample: Sample, in index: SQLiteIndex) async -> DocumentError? {
    do {
      try await index.add(sample)
      return nil
    } catch {
      return error as? DocumentError
    }
  }

  enum Harm: CaseIterable {
    case removal, lossOfTheLog, another

    func happen(to path: String) throws {
      switch self {
      case .removal: try FileManager.default.removeItem(atPath: path)
      case .lossOfTheLog: try FileManager.default.removeItem(atPath: path + SQLiteSidecars.log)
      case .another:
        try FileManager.default.moveItem(atPath: path, toPath: path + ".mine")
        try FileManager.default.copyItem(atPath: path + ".mine", toPath: path)
      }
    }
  }

  @Test(
    "takes nothing more, and tells what it knew", arguments: Harm.allCases)
  func harmed(_ harm: Harm) async throws {
    let (kept, late) = (try Sample("kept.txt"), try Sample("late.txt"))
    let root = try workspace.open()
    let index = try SQLiteIndex(root: root)
    try await index.add(kept)
    #expect(await index.isInPlace())
    try harm.happen(to: path)
    let refused = await refusal(of: late, in: index)
    #expect(refused?.code == .readOnly && refused?.detail.contains("removed or replaced") == true)
    #expect(await !index.isInPlace())
    #expect(try await index.document(kept.document.id) == kept.document)
  }

  @Test("goes on when the whole workspace is moved")
  func moved() async throws {
    let index = try SQLiteIndex(root: workspace.open())
    try await index.add(Sample("a.txt"))
    let elsewhere = workspace.path + "-moved"
    try FileManager.default.moveItem(atPath: workspace.path, toPath: elsewhere)
    defer { try? FileManager.default.moveItem(atPath: elsewhere, toPath: workspace.path) }
    #expect(await index.isInPlace())
    #expect(try await refusal(of: Sample("b.txt"), in: index) == nil)
  }
}
