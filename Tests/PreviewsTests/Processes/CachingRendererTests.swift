import DocumentModel
import LinuxSystem
import Logging
import Testing

@testable import Previews

@Suite(.timeLimit(.minutes(2))) struct CachingRendererTests {
  private let folder: TemporaryFolder
  private let cache: PreviewCache

  init() throws {
    folder = try TemporaryFolder()
    cache = PreviewCache(
      in: try Directory(opening: folder.path), at: "Caches/previews", logger: Logger(label: "test"))
  }

  private func with(_ body: (CachingRenderer, FakePool) async throws -> Void) async throws {
    // Abandoned work may take long on a busy machine.
    try await FakePool.with(cache: cache, change: { $0.orphanGrace = .seconds(60) }) { fake async throws in
      // Until the first worker has said hello, the renderer's version is unknown.
      _ = try await fake.pool.sniff(RenderSource.sample("a").content)
      try await body(CachingRenderer(pool: fake.pool, cache: cache), fake)
    }
  }

  private let request = RenderRequest(page: 3, size: .width(100))

  @Test func `a page is drawn once and then comes from the cache, also after a restart`() async throws {
    try await with { renderer, _ async throws in
      let first = try await renderer.render(request, of: .sample("a"), priority: .visible)
      #expect(first.microseconds == 5)
      let second = try await renderer.render(request, of: .sample("a"), priority: .visible)
      #expect(second.microseconds == nil)
      #expect(try second.image.text() == "page 3 of document a")
      #expect(second.facts == first.facts)
      await cache.settle()
    }
    let reopened = PreviewCache(
      in: try Directory(opening: folder.path), at: "Caches/previews", logger: Logger(label: "test"))
    await reopened.load()
    try await FakePool.with(cache: reopened) { fake async throws in
      _ = try await fake.pool.sniff(RenderSource.sample("a").content)
      let renderer = CachingRenderer(pool: fake.pool, cache: reopened)
      #expect(try await renderer.render(request, of: .sample("a"), priority: .near).microseconds == nil)
    }
  }

  @Test func `facts and texts are read once`() async throws {
    try await with { renderer, fake async throws in
      let first = try await renderer.inspect(.sample("a"), priority: .visible)
      #expect(first.microseconds == 5)
      let known = InspectedDocument(facts: first.facts, microseconds: nil)
      let page = try await renderer.inspect(page: 30, of: .sample("a"), priority: .visible)
      #expect(page == PageFacts(number: 30, size: PageSize(width: 300, height: 20), label: "page 30"))
      let text = try await renderer.text(ofPage: 1, of: .sample("a"))
      await cache.settle()
      await fake.pool.stop(within: .zero)
      #expect(try await renderer.inspect(.sample("a"), priority: .visible) == known)
      #expect(try await renderer.text(ofPage: 1, of: .sample("a")) == text)
      #expect(try await renderer.inspect(page: 30, of: .sample("a"), priority: .bulk) == page)
      let another = CachingRenderer(pool: fake.pool, cache: cache)
      #expect(try await another.inspect(.sample("a"), priority: .visible) == known, "from the disk")
    }
  }

  @Test func `one content that two types open differently is drawn and described for each`() async throws {
    let image = RenderSource(
      content: RenderSource.sample("a").content, hash: sampleHash("a"), kind: .image, password: nil)
    try await with { renderer, _ async throws in
      for source in [RenderSource.sample("a"), image] {
        #expect(try await renderer.render(request, of: source, priority: .visible).microseconds == 5)
        #expect(try await renderer.inspect(source, priority: .visible).microseconds == 5)
      }
      await cache.settle()
      #expect(try await renderer.inspect(image, priority: .visible).microseconds == nil)
      await renderer.forget(sampleHash("a"))
      #expect(folder.files().isEmpty)
      for source in [RenderSource.sample("a"), image] {
        #expect(try await renderer.inspect(source, priority: .visible).microseconds == 5)
      }
    }
  }

  @Test func `a page that was opened with a password is never kept`() async throws {
    try await with { renderer, _ async throws in
      for _ in 0..<2 {
        let page = try await renderer.render(request, of: .sample("a", password: "x"), priority: .visible)
        #expect(page.microseconds != nil)
      }
      _ = try await renderer.inspect(.sample("a", password: "x"), priority: .visible)
      await cache.settle()
      #expect(folder.files().isEmpty)
    }
  }

  @Test func `refusals are not kept`() async throws {
    try await with { renderer, _ async throws in
      let locked = RenderRequest(page: FakePool.Page.password, size: .width(100))
      await #expect(throws: DocumentError.self) {
        try await renderer.render(locked, of: .sample("a"), priority: .visible)
      }
      await cache.settle()
      #expect(folder.files().isEmpty)
    }
  }

  @Test func `a result that no caller waits for any more is kept`() async throws {
    try await with { renderer, fake async throws in
      let slow = RenderRequest(page: FakePool.Page.slow, size: .width(100))
      let task = Task { try await renderer.render(slow, of: .sample("a"), priority: .visible) }
      while await fake.pool.status.workersBusy == 0 { await Task.yield() }
      task.cancel()
      _ = await task.result
      while await fake.pool.status.workersBusy > 0 { await Task.yield() }
      let again = try await renderer.render(slow, of: .sample("a"), priority: .visible)
      #expect(again.microseconds == nil)
    }
  }

  @Test func `a forgotten page is drawn again`() async throws {
    try await with { renderer, _ async throws in
      _ = try await renderer.render(request, of: .sample("a"), priority: .visible)
      _ = try await renderer.inspect(.sample("a"), priority: .visible)
      await cache.settle()
      await renderer.forget(sampleHash("a"))
      #expect(folder.files().isEmpty)
      #expect(try await renderer.render(request, of: .sample("a"), priority: .visible).microseconds == 5)
    }
  }

  @Test func `a content that goes while it is drawn leaves nothing in the cache`() async throws {
    try await with { renderer, fake async throws in
      let slow = RenderRequest(page: FakePool.Page.slow, size: .width(100))
      let drawing = Task { try await renderer.render(slow, of: .sample("a"), priority: .visible) }
      while await fake.pool.status.workersBusy == 0 { await Task.yield() }
      await renderer.forget(sampleHash("a"))
      #expect(try await drawing.value.microseconds == 5, "who waits for it gets it")
      await cache.settle()
      #expect(cache.status.entries == 0 && folder.files().isEmpty)
    }
  }

  @Test func `an image from the cache has the digest that it was drawn with`() async throws {
    try await with { renderer, _ async throws in
      let first = try await renderer.render(request, of: .sample("a"), priority: .visible)
      await cache.settle()
      let kept = try await renderer.render(request, of: .sample("a"), priority: .visible)
      #expect(first.digest?.count == 24 && kept.digest == first.digest && kept.microseconds == nil)
      let other = try await renderer.render(request, of: .sample("b"), priority: .visible)
      #expect(other.digest != first.digest)
    }
  }

  @Test func `the cache may be deleted while it is used`() async throws {
    try await with { renderer, _ async throws in
      _ = try await renderer.render(request, of: .sample("a"), priority: .visible)
      await cache.settle()
      try folder.remove("Caches")
      let again = try await renderer.render(request, of: .sample("a"), priority: .visible)
      #expect(again.microseconds == 5)
      #expect(try await renderer.render(request, of: .sample("a"), priority: .visible).microseconds == nil)
    }
  }
}
