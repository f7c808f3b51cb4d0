import DocumentModel
import Testing

@testable import Previews

@Suite("Two contents in one piece of work")
struct ComparisonTests {
  private func compare(
    _ page: Int, _ fake: FakePool, of document: String = "a", before: String = "b"
  ) async throws -> String {
    let compared = try await fake.pool.compare(
      RenderRequest(page: page, size: .width(100)), of: .sample(document), before: .sample(before),
      priority: .visible)
    return try compared.image.text()
  }

  private func refusal(
    _ page: Int, _ fake: FakePool, of document: String = "a", before: String = "b"
  ) async throws -> DocumentError.Code? {
    do {
      _ = try await compare(page, fake, of: document, before: before)
      return nil
    } catch let error as DocumentError {
      return error.code
    }
  }

  @Test("the worker gets both, that of what was before behind the other")
  func both() async throws {
    try await FakePool.with { fake async throws in
      #expect(try await compare(1, fake) == "document a and document b")
      #expect(try await compare(1, fake, of: "b", before: "a") == "document b and document a")
    }
  }

  @Test("a comparison that kills workers is held against neither content alone")
  func blame() async throws {
    try await FakePool.with { fake async throws in
      #expect(try await refusal(FakePool.Page.crash, fake) == .rendererCrashed)
      #expect(try await refusal(FakePool.Page.crash, fake) == .quarantined)
      for document in ["a", "b"] { #expect(try await fake.refusal(1, of: document) == nil) }
      #expect(try await compare(1, fake, before: "c") == "document a and document c")
    }
  }

  @Test("a content that is kept from workers is not compared either")
  func quarantine() async throws {
    try await FakePool.with { fake async throws in
      #expect(try await fake.refusal(FakePool.Page.crash, of: "b") == .rendererCrashed)
      #expect(try await refusal(1, fake) == .quarantined)
      #expect(try await refusal(1, fake, of: "b", before: "a") == .quarantined)
      #expect(try await compare(1, fake, before: "c") == "document a and document c")
    }
  }

  @Test("differences that no pages have are not believed")
  func lies() async throws {
    try await FakePool.with { fake async throws in
      #expect(try await refusal(3, fake) == .rendererCrashed)
    }
  }
}
