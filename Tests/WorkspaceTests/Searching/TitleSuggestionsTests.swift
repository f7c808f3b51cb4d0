import DocumentModel
import FoundationEssentials
import Storage
import Testing

@testable import Workspace

@Suite("Suggestions for a document")
struct TitleSuggestionsTests {
  private func with(
    _ renderer: PagedText = PagedText(), at moment: String = "2024-06-01T00:00:00Z",
    _ body: (TestWorkspace, TitleSuggestions, () async throws -> Void) async throws -> Void
  ) async throws {
    let now = try Date(moment, strategy: .iso8601)
    let workspace = try await TestWorkspace(renderer: renderer, now: { now })
    let index = try SQLiteTextIndex(root: workspace.root)
    let filling = TextFilling(workspace.workspace, into: index, pause: { _ in })
    try await body(workspace, TitleSuggestions(in: workspace.workspace, by: index)) {
      try await filling.catchUp()
      while await filling.fillSome() {}
    }
  }

  @Test("wait for its words, and come from those of its first pages alone")
  func pages() async throws {
    try await with { workspace, suggestions, fill in
      let document = try await workspace.add(
        "one\ntwo\n3. Mai 2024\nDate: 4. Mai 2024", named: "a.pdf")
      #expect(try await suggestions.suggest(for: document.id).state == .waiting)
      try await fill()
      let answer = try await suggestions.suggest(for: document.id)
      #expect(answer.state == .ready && answer.reason == nil)
      #expect(answer.suggestions.dates.map(\.day.description) == ["2024-05-03"])
      #expect(answer.suggestions.dates.first?.page == 3)
    }
  }

  @Test("hold dates up to a year after the workspace's clock")
  func clock() async throws {
    for (moment, count) in [("2023-05-01T00:00:00Z", 0), ("2023-05-05T00:00:00Z", 1)] {
      try await with(at: moment) { workspace, suggestions, fill in
        let document = try await workspace.add("3. Mai 2024", named: "a.pdf")
        try await fill()
        #expect(try await suggestions.suggest(for: document.id).suggestions.dates.count == count)
      }
    }
  }

  @Test("wait again for the words of a new content")
  func replaced() async throws {
    try await with { workspace, suggestions, fill in
      let document = try await workspace.add("3. Mai 2024", named: "a.pdf")
      try await fill()
      _ = try await workspace.add("4. Mai 2024", named: "a.pdf", conflict: .replace)
      let early = try await suggestions.suggest(for: document.id)
      #expect(early.state == .waiting && early.suggestions.dates.isEmpty)
      try await fill()
      #expect(try await suggestions.suggest(for: document.id).suggestions.dates.map(\.day.day) == [4])
    }
  }

  @Test("are none of a document whose words cannot be had, with the reason")
  func refused() async throws {
    try await with { workspace, suggestions, fill in
      let document = try await workspace.add("3. Mai 2024\n#password", named: "a.pdf")
      try await fill()
      let answer = try await suggestions.suggest(for: document.id)
      #expect(answer.state == .none && answer.reason == .passwordRequired)
    }
  }

  @Test("are refused for an unknown document")
  func unknown() async throws {
    try await with { _, suggestions, _ in
      let error = await #expect(throws: DocumentError.self) {
        _ = try await suggestions.suggest(for: DocumentID())
      }
      #expect(error?.code == .notFound)
    }
  }
}
