import DocumentModel
import Foundation
import LinuxSystem
import Logging
import Testing

@testable import Previews

/// A pool of workers written in Python that misbehave on request; see Fixtures/fake-worker.py.
struct FakePool: Sendable {
  let pool: WorkerPool

  /// The page numbers that make a fake worker misbehave.
  enum Page {
    static let crash = 101
    static let hang = 102
    static let password = 112
    static let hangUnlessFresh = 113
    static let slow = 115
    static let exit = 117
    static let surroundings = 121
    static let burn = 128
    static let burnAfterAnswer = 129
  }

  static func with(
    workers: Int = 2, start: String = "", cache: PreviewCache? = nil,
    quarantine: QuarantineFile? = nil, change: (inout PoolLimits) -> Void = { _ in },
    _ body: (FakePool) async throws -> Void
  ) async throws {
    let script = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Fixtures/fake-worker.py").path
    let program = WorkerProgram(path: "/usr/bin/python3", arguments: ["-I", "-S", script, start])
    try await with(
      program, workers: workers, cache: cache, quarantine: quarantine, change: change, body)
  }

  static func with(
    _ program: WorkerProgram, workers: Int = 2, cache: PreviewCache? = nil,
    quarantine: QuarantineFile? = nil, change: (inout PoolLimits) -> Void = { _ in },
    _ body: (FakePool) async throws -> Void
  ) async throws {
    var configuration = WorkerPool.Configuration(program: program, workers: workers)
    // A hang must not delay the tests, but the machine that runs them may be slow.
    configuration.limits.renderTime = .seconds(10)
    configuration.limits.shortestBackoff = .milliseconds(10)
    change(&configuration.limits)
    var logger = Logger(label: "test")
    logger.logLevel = .critical
    let fake = FakePool(pool: WorkerPool(configuration, cache: cache, quarantine: quarantine, logger: logger))
    await fake.pool.start()
    do {
      try await body(fake)
    } catch {
      await fake.pool.stop(within: .zero)
      throw error
    }
    await fake.pool.stop(within: .zero)
  }

  /// Draws a page and returns the bytes of the image.
  func page(
    _ page: Int, of document: String = "a", password: String? = nil, _ priority: RenderPriority = .visible
  ) async throws -> String {
    let rendered = try await pool.render(
      RenderRequest(page: page, size: .width(100)), of: .sample(document, password: password),
      priority: priority)
    return try rendered.image.text()
  }

  /// The code of the refusal when a page is drawn; nil on success.
  func refusal(_ page: Int, of document: String = "a") async throws -> DocumentError.Code? {
    do {
      _ = try await self.page(page, of: document)
      return nil
    } catch let error as DocumentError {
      return error.code
    }
  }
}

extension RenderSource {
  /// A sample document, whose content is its name.
  static func sample(_ document: String, password: String? = nil) -> RenderSource {
    let bytes = Array("document \(document)".utf8)
    guard let file = try? bytes.withUnsafeBytes({ try MemoryFile(sealing: $0) }) else {
      preconditionFailure("there is no memory left for a sample")
    }
    return RenderSource(
      content: OpenContent(file.descriptor, size: Int64(file.size)), hash: sampleHash(document), kind: .pdf,
      password: password)
  }
}

extension ReadableContent {
  func text() throws -> String {
    let content = try #require(self as? OpenContent)
    return String(decoding: try content.bytes(), as: UTF8.self)
  }
}
