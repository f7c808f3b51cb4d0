import DocumentModel
import Testing
import Workspace

@Suite("The settings of the reading of scans")
struct ScanSettingsTests {
  private func settings(_ values: [String: JSONValue]) -> ScanSettings {
    ScanSettings { values[$0.description] }
  }

  private let installed = ["deu", "eng"].compactMap { RecognitionLanguage($0) }

  @Test("are those that were chosen; a value that none can be is as if it was not")
  func chosen() {
    let chosen = settings([
      "scans.reading": .string("paused"), "scans.hours": .string("22:00-6:00"),
      "scans.languages": .array([.string("deu"), .string("../x"), .bool(true)]),
      "look.language": .string("de"),
    ])
    #expect(chosen.mode == .paused && chosen.hours?.description == "22:00-06:00")
    #expect(chosen.languages.map(\.description) == ["deu"] && chosen.own == .german)
    let odd = settings([
      "scans.reading": .string("?"), "scans.hours": .integer(3), "scans.languages": .string("deu"),
    ])
    #expect(odd == ScanSettings() && settings([:]) == ScanSettings())
  }

  @Test("say whether it may read now, and why not")
  func state() {
    let night = settings(["scans.hours": .string("22:00-6:00")])
    #expect(night.state(atMinute: 0, installed: installed) == .on)
    #expect(night.state(atMinute: 12 * 60, installed: installed) == .outsideHours)
    #expect(ScanSettings().state(atMinute: 12 * 60, installed: installed) == .on)
    #expect(ScanSettings().state(atMinute: 0, installed: []) == .missing)
    let paused = settings(["scans.reading": .string("paused")])
    #expect(paused.state(atMinute: 0, installed: installed) == .paused)
    #expect(paused.state(atMinute: 0, installed: []) == .missing)
    #expect(settings(["scans.reading": .string("off")]).state(atMinute: 0, installed: []) == .off)
  }
}
