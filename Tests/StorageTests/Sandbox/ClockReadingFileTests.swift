import DocumentModel
import FoundationEssentials
import Testing

@testable import Storage

@Suite("The last reading of the clock, on the disk")
struct ClockReadingFileTests {
  @Test("it comes back at the next start, in seconds, and a newer one takes its place")
  func keeps() async throws {
    let workspace = TemporaryWorkspace()
    let file = ClockReadingFile(root: try workspace.open())
    #expect(try await file.clockReading() == nil)
    for seconds in [0.0, 1_790_000_000, 1_780_000_000] {
      let reading = ClockReading(
        date: Date(timeIntervalSince1970: seconds), wait: .seconds(Int64(seconds / 1e6)))
      try await file.save(reading)
      #expect(try await file.clockReading() == reading)
    }
    #expect(workspace.names(in: "tmp").isEmpty)
  }

  @Test(
    "one that cannot be understood is none",
    arguments: ["", "[1]", #"{"believed":"soon"}"#, #"{"believed":1e300}"#])
  func damaged(text: String) async throws {
    let workspace = TemporaryWorkspace()
    let root = try workspace.open()
    try workspace.write(text, to: "Library/time.json")
    #expect(try await ClockReadingFile(root: root).clockReading() == nil)
  }
}
