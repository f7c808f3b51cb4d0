import DocumentModel
import LinuxSystem
import Logging
import Synchronization
import Testing

@testable import Workspace

private final class Bytes: ReadableContent {
  let descriptor: CInt = -1
  let size: Int64
  private let unchanged: Bool

  init(_ size: Int64 = 1, isUnchanged: Bool = true) {
    (self.size, unchanged) = (size, isUnchanged)
  }

  func isUnchanged() -> Bool { unchanged }
}

/// A maker whose conversions end when the test says so.
private final class HeldMaker: RenditionMaker {
  private struct State {
    var version: String? = "1"
    var begun: [Int64] = []
    var leading: Leading?
    var held: [CheckedContinuation<Result<Int64, DocumentError>, Never>] = []
    var listeners: [(count: Int, CheckedContinuation<Void, Never>)] = []
  }

  let kind = ConverterKind.office
  let width: Int
  private let state = Mutex(State())

  init(width: Int = 1) {
    self.width = width
  }

  var version: String? {
    get { state.withLock { $0.version } }
    set { state.withLock { $0.version = newValue } }
  }

  /// The sizes of the documents whose conversion began, in order.
  var begun: [Int64] { state.withLock { $0.begun } }

  func rendition(
    of content: any ReadableContent, fileExtension: String, leading: @escaping Leading
  ) async throws(DocumentError) -> any ReadableContent {
    let size = content.size
    state.withLock { $0.leading = leading }
    let result = await withCheckedContinuation { continuation in
      let ready = state.withLock { state in
        state.begun.append(size)
        state.held.append(continuation)
        let ready = state.listeners.filter { $0.count <= state.begun.count }
        state.listeners.removeAll { $0.count <= state.begun.count }
        return ready.map(\.1)
      }
      for listener in ready { listener.resume() }
    }
    return Bytes(try result.get() + size)
  }

  /// Returns when so many conversions have begun.
  func hasBegun(_ count: Int) async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        if state.begun.count >= count { return true }
        state.listeners.append((count, continuation))
        return false
      }
      if isThere { continuation.resume() }
    }
  }

  /// Has the leading pages of the latest conversion, of a size.
  func lead(_ size: Int64) {
    state.withLock { $0.leading }?(Bytes(size))
  }

  func end(_ result: Result<Int64, DocumentError> = .success(1_000)) {
    state.withLock { $0.held.removeFirst() }.resume(returning: result)
  }
}

private final class MemoryCache: RenditionCache {
  private let kept = Mutex<[RenditionKey: any ReadableContent]>([:])

  func rendition(_ key: RenditionKey) async -> (any ReadableContent)? { kept.withLock { $0[key] } }

  func keep(_ pdf: any ReadableContent, as key: RenditionKey) { kept.withLock { $0[key] = pdf } }
}

@Suite struct `The renditions of documents` {
  private let maker = HeldMaker()
  private let notices = Broadcast<Notice>()

  private func renditions() -> (Renditions, Jobs) {
    let jobs = Jobs(notices: notices)
    let log = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    return (Renditions([maker], cache: MemoryCache(), jobs: jobs, log: log), jobs)
  }

  private func hash(_ digit: Int) -> ContentHash {
    guard let hash = ContentHash(String(repeating: "\(digit)", count: 64)) else {
      preconditionFailure("no digit")
    }
    return hash
  }

  private func source(
    _ renditions: Renditions, _ number: Int, priority: RenderPriority = .visible, isUnchanged: Bool = true,
    mayBeLeading: Bool = false
  ) async throws(DocumentError) -> RenderSource {
    try await renditions.source(
      of: Bytes(Int64(number), isUnchanged: isUnchanged), hash: hash(number), by: .office, named: "a.docx",
      fileExtension: "docx", priority: priority, mayBeLeading: mayBeLeading)
  }

  @Test func `are made once for all who wait, by one job, and then kept`() async throws {
    let (renditions, jobs) = renditions()
    async let first = source(renditions, 1)
    await maker.hasBegun(1)
    async let second = source(renditions, 1)
    #expect(jobs.all.map(\.kind) == [.conversion] && jobs.all.first?.title == "Preparing a.docx")
    maker.end()
    let (one, other) = (try await first, try await second)
    #expect(one.content.size == 1_001 && other.content.size == 1_001)
    #expect(one.kind == .pdf && one.origin == hash(1) && one.hash == other.hash && one.hash != hash(1))
    #expect(try await source(renditions, 1).content.size == 1_001)
    #expect(maker.begun == [1] && jobs.all.isEmpty)
  }

  @Test func `are there with their leading pages while the rest is made`() async throws {
    let (renditions, _) = renditions()
    async let hurried = source(renditions, 1, mayBeLeading: true)
    await maker.hasBegun(1)
    async let patient = source(renditions, 1)
    maker.lead(5)
    let early = try await hurried
    #expect(early.content.size == 5 && early.extent == .leading)
    #expect(try await source(renditions, 1, mayBeLeading: true).content.size == 5)
    maker.end()
    let whole = try await patient
    #expect(whole.content.size == 1_001 && whole.extent == .whole && whole.hash != early.hash)
    #expect(try await source(renditions, 1, mayBeLeading: true).extent == .whole)
    #expect(maker.begun == [1])
  }

  @Test func `come whole to those in a hurry where none has leading pages`() async throws {
    let (renditions, _) = renditions()
    async let hurried = source(renditions, 1, mayBeLeading: true)
    await maker.hasBegun(1)
    maker.end()
    let whole = try await hurried
    #expect(whole.content.size == 1_001 && whole.extent == .whole && maker.begun == [1])
  }

  @Test func `are cut off where the rest takes too long, and refused where it is damaged`() async throws {
    let (renditions, _) = renditions()
    async let patient = source(renditions, 1)
    await maker.hasBegun(1)
    maker.lead(5)
    #expect(try await source(renditions, 1, mayBeLeading: true).extent == .leading)
    maker.end(.failure(DocumentError(.renderTimeout, "too long")))
    let cut = try await patient
    #expect(cut.content.size == 5 && cut.extent == .cutOff)
    #expect(try await source(renditions, 1).extent == .cutOff && maker.begun == [1])

    let refused = Task { try await source(renditions, 2, mayBeLeading: true) }
    await maker.hasBegun(2)
    maker.end(.failure(DocumentError(.damaged, "no document")))
    let error = await #expect(throws: DocumentError.self) { try await refused.value }
    #expect(error?.code == .damaged && maker.begun == [1, 2])
  }

  @Test func `are made in the order of urgency`() async throws {
    let (renditions, _) = renditions()
    async let first = source(renditions, 1, priority: .bulk)
    await maker.hasBegun(1)
    async let later = source(renditions, 2, priority: .bulk)
    async let sooner = source(renditions, 3, priority: .visible)
    while await renditions.waitingCount < 2 { await Task.yield() }
    maker.end()
    await maker.hasBegun(2)
    maker.end()
    await maker.hasBegun(3)
    maker.end()
    _ = try await (first, later, sooner)
    #expect(maker.begun == [1, 3, 2])
  }

  @Test func `of which a refusal is remembered until it is released`() async throws {
    let (renditions, _) = renditions()
    let refused = Task { try await source(renditions, 1) }
    await maker.hasBegun(1)
    maker.end(.failure(DocumentError(.damaged, "no document")))
    await #expect(throws: DocumentError.self) { try await refused.value }
    let again = await #expect(throws: DocumentError.self) { try await source(renditions, 1) }
    #expect(again?.code == .damaged && maker.begun == [1])
    await renditions.release(hash(1))
    async let released = source(renditions, 1)
    await maker.hasBegun(2)
    maker.end()
    #expect(try await released.content.size == 1_001)
  }

  @Test func `of a document that was written to meanwhile are not kept`() async throws {
    let (renditions, _) = renditions()
    let changed = Task { try await source(renditions, 1, isUnchanged: false) }
    await maker.hasBegun(1)
    maker.end()
    let error = await #expect(throws: DocumentError.self) { try await changed.value }
    #expect(error?.code == .contentChanged)
    async let again = source(renditions, 1)
    await maker.hasBegun(2)
    maker.end()
    _ = try await again
  }

  @Test func `for which no caller waits any more do not begin`() async throws {
    let (renditions, _) = renditions()
    async let first = source(renditions, 1)
    await maker.hasBegun(1)
    let left = Task { try await source(renditions, 2) }
    while await renditions.waitingCount < 1 { await Task.yield() }
    left.cancel()
    let error = await #expect(throws: DocumentError.self) { try await left.value }
    #expect(error?.code == .busy)
    maker.end()
    _ = try await first
    async let third = source(renditions, 3)
    await maker.hasBegun(2)
    maker.end()
    _ = try await third
    #expect(maker.begun == [1, 3])
  }

  @Test func `are made anew by another version of the program`() async throws {
    let (renditions, _) = renditions()
    async let first = source(renditions, 1)
    await maker.hasBegun(1)
    maker.end()
    let old = try await first
    maker.version = "2"
    async let second = source(renditions, 1)
    await maker.hasBegun(2)
    maker.end(.success(2_000))
    let new = try await second
    #expect(new.content.size == 2_001 && new.hash != old.hash)
  }

  @Test func `are refused while the program is not there`() async throws {
    let (renditions, _) = renditions()
    maker.version = nil
    let error = await #expect(throws: DocumentError.self) { try await source(renditions, 1) }
    #expect(error?.code == .converterMissing)
  }
}
