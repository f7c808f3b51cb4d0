import DocumentModel
import FoundationEssentials
import Testing

@testable import Storage

@Suite("What was last taken for the time, on the disk")
struct BelievedTimeFileTests {
  @Test("it comes back at the next start, in seconds, and a newer one takes its place")
  func keeps() async throws {
    let workspace = TemporaryWorkspace()
    let file = BelievedTimeFile(root: try workspace.open())
    #expect(try await file.believedTime() == nil)
    for seconds in [0.0, 1_790_000_000, 1_780_000_000] {
      let time = BelievedTime(
        date: Date(timeIntervalSince1970: seconds), ahead: .seconds(Int64(seconds / 1e6)),
        latest: seconds > 0 ? Date(timeIntervalSince1970: 1_790_000_000) : nil)
      try await file.save(time)
      #expect(try await file.believedTime() == time)
    }
    #expect(workspace.names(in: "tmp").isEmpty)
  }

  @Test(
    "what cannot be understood is nothing",
    arguments: ["", "[1]", #"{"believed":"soon","clockAheadForSeconds":1}"#, #"{"believed":1e300}"#])
  func damaged(text: String) async throws {
    let workspace = TemporaryWorkspace()
    let root = try workspace.open()
    try workspace.write(text, to: "Library/time.json")
    #expect(try await BelievedTimeFile(root: root).believedTime() == nil)
  }
}
