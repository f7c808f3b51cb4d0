import DocumentModel
import Storage
import Testing

@testable import Workspace

@Suite("A document as a PDF with the words of its scans")
struct ScannedRenditionsTests {
  private func refusal(
    _ recognizer: Recognizer, isIndexed: Bool = true, patience: Duration = .seconds(60)
  ) async throws -> DocumentError.Code? {
    let workspace = try await TestWorkspace(renderer: Scans(pageCount: 2, priority: .near))
    let index = try SQLiteTextIndex(root: workspace.root)
    let document = try await workspace.add("scan", named: "scan.pdf")
    if isIndexed {
      let filling = TextFilling(workspace.workspace, into: index, pause: { _ in })
      try await filling.catchUp()
      while await filling.fillSome() {}
    }
    var off = ScanSettings()
    off.mode = .off
    let reading = ScanReading(
      workspace.workspace, into: index, by: recognizer, settings: { [off] in off }, minuteOfDay: { 0 })
    let renditions = ScannedRenditions(
      workspace.workspace, words: index, reading: reading, patience: patience)
    do throws(DocumentError) {
      _ = try await renditions.rendition(of: document)
      return nil
    } catch {
      return error.code
    }
  }

  @Test("is refused as busy before its words were looked for, and while its scans are being read")
  func busy() async throws {
    #expect(try await refusal(Recognizer(), isIndexed: false) == .busy)
    #expect(try await refusal(Recognizer(waits: true), patience: .zero) == .busy)
  }

  @Test("is refused where the program is missing")
  func missing() async throws {
    #expect(try await refusal(Recognizer(version: nil)) == .converterMissing)
  }

  @Test("reads pages that wait, also while the reading is switched off")
  func reads() async throws {
    let recognizer = Recognizer()
    // No worker is here to lay the words over the pictures.
    #expect(try await refusal(recognizer) == .notShowable)
    #expect(recognizer.readings == 2)
  }

  @Test("is the document as it is where no words were read")
  func plain() async throws {
    #expect(try await refusal(Recognizer(failing: .renderTimeout)) == nil)
  }
}
