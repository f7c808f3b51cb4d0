import DocumentModel
import Testing

@testable import Workspace

@Suite("Changes are heard in order, without loss or repeats")
struct EventHubTests {
  private func collect(_ count: Int, from stream: AsyncStream<DocumentEvent>) async -> [DocumentEvent] {
    var events: [DocumentEvent] = []
    for await event in stream {
      events.append(event)
      if events.count == count { break }
    }
    return events
  }

  @Test("a listener hears what happens after it began to listen")
  func live() async throws {
    let test = try await TestWorkspace()
    _ = try await test.add(named: "before.txt")
    let stream = try await test.workspace.events.listen(after: nil)
    let document = try await test.add(named: "after.txt")
    _ = try await test.workspace.trash(document.id)
    let events = await collect(2, from: stream)
    #expect(events.map(\.kind) == [.created, .deleted])
    #expect(events.map(\.document.location.name.description) == ["after.txt", "after.txt"])
  }

  @Test("a listener that comes back hears all that it missed, once")
  func resumes() async throws {
    let test = try await TestWorkspace()
    for number in 0..<5 { _ = try await test.add(named: "\(number).txt") }
    let missed = await collect(3, from: try await test.workspace.events.listen(after: 2))
    #expect(missed.map(\.sequence) == [3, 4, 5])
  }

  @Test("events of many simultaneous writers arrive once each and in order")
  func order() async throws {
    let test = try await TestWorkspace()
    let stream = try await test.workspace.events.listen(after: nil)
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<60 { group.addTask { _ = try? await test.add(named: "\(number).txt") } }
    }
    let sequences = await collect(60, from: stream).map(\.sequence)
    #expect(sequences == sequences.sorted())
    #expect(Set(sequences).count == 60)
  }
}
