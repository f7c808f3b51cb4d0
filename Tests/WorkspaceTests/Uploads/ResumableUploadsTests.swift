import DocumentModel
import FoundationEssentials
import Storage
import Synchronization
import Testing

@testable import Workspace

/// A body that waits for its bytes until it is given some.
private struct FedBody: AsyncSequence, Sendable {
  let stream: AsyncThrowingStream<[UInt8], any Error>
  let feed: AsyncThrowingStream<[UInt8], any Error>.Continuation
  private let asked = AsyncStream.makeStream(of: Void.self)

  init(_ texts: String...) {
    (stream, feed) = AsyncThrowingStream.makeStream()
    for text in texts { feed.yield(Array(text.utf8)) }
  }

  struct AsyncIterator: AsyncIteratorProtocol {
    var inner: AsyncThrowingStream<[UInt8], any Error>.AsyncIterator
    let asked: AsyncStream<Void>.Continuation

    mutating func next() async throws -> [UInt8]? {
      asked.yield()
      let next = try await inner.next()
      // A stream ends where its task is cancelled; a body throws.
      if next == nil { try Task.checkCancellation() }
      return next
    }
  }

  func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(inner: stream.makeAsyncIterator(), asked: asked.continuation)
  }

  /// Returns when it is being read.
  func untilRead() async {
    for await _ in asked.stream { return }
  }
}

private struct Lost: Error {}

@Suite("Uploads that go on")
struct ResumableUploadsTests {
  let test: TestWorkspace
  let clock = TestClock()

  init() async throws {
    test = try await TestWorkspace(now: { [clock] in clock.now })
  }

  private func uploads(
    _ test: TestWorkspace? = nil, room: StorageRoom? = nil, maximum: Int64 = 100
  ) async -> ResumableUploads {
    let test = test ?? self.test
    return await ResumableUploads(
      test.workspace, store: UploadFolder(root: test.root), room: room, maximumBytes: maximum)
  }

  private func begin(
    _ uploads: ResumableUploads, _ length: Int64? = 11, conflict: ConflictRule = .rename
  ) async throws -> UploadID {
    let destination = ResumableUpload.Destination(name: try FileName("a.txt"), conflict: conflict)
    return try await uploads.begin(destination, length: length).upload.id
  }

  private func piece(
    _ text: String, at offset: Int64 = 0, error: (any Error)? = nil, isChecked: Bool = false
  ) -> ResumableUploads.Piece<FedBody> {
    let body = FedBody(text)
    body.feed.finish(throwing: error)
    return .init(at: offset, announced: nil, body: body, isChecked: isChecked)
  }

  @Test("the last byte makes the document, with the planned id")
  func whole() async throws {
    let uploads = await uploads()
    let id = try await begin(uploads)
    #expect(try await uploads.take(piece("hello "), of: id).offset == 6)
    let status = try await uploads.take(piece("world", at: 6), of: id)
    let outcome = try #require(status.upload.outcome)
    #expect(outcome.document == status.upload.document)
    #expect(try await test.text(of: test.workspace.document(outcome.document)) == "hello world")
    #expect(try await uploads.settled(id).upload.outcome == outcome)
    #expect(try await uploads.take(piece("", at: 11), of: id).upload.outcome == outcome)
    #expect(try await test.names() == ["a.txt"])
  }

  @Test("bytes of a body that broke off count as far as they came, and those of a checked one do not")
  func brokenOff() async throws {
    let uploads = await uploads()
    let id = try await begin(uploads)
    await #expect(throws: Lost.self) { _ = try await uploads.take(piece("hello", error: Lost()), of: id) }
    #expect(try await uploads.settled(id).offset == 5)
    await #expect(throws: Lost.self) {
      _ = try await uploads.take(piece(" wor", at: 5, error: Lost(), isChecked: true), of: id)
    }
    #expect(try await uploads.settled(id).offset == 5)
    let status = try await uploads.take(piece(" world", at: 5, isChecked: true), of: id)
    #expect(status.upload.outcome != nil)
  }

  @Test("a piece that begins elsewhere is refused with the offset, and one beyond the length leaves nothing")
  func elsewhere() async throws {
    let uploads = await uploads()
    let id = try await begin(uploads)
    _ = try await uploads.take(piece("hello"), of: id)
    for offset: Int64 in [0, 4, 6] {
      await expectRefusal(.offsetMismatch) { _ = try await uploads.take(piece("x", at: offset), of: id) }
    }
    await expectRefusal(.tooLarge) { _ = try await uploads.take(piece(" world!", at: 5), of: id) }
    #expect(try await uploads.settled(id).offset == 5)
    #expect(try await uploads.take(piece(" world", at: 5), of: id).upload.outcome != nil)
  }

  @Test("a second request ends the first one, whose bytes are durable by then", arguments: [true, false])
  func takeOver(byLook: Bool) async throws {
    let uploads = await uploads()
    let id = try await begin(uploads)
    let hanging = FedBody("hello")
    async let first: ResumableUploads.Status = uploads.take(
      .init(at: 0, announced: 11, body: hanging), of: id)
    await hanging.untilRead()
    if byLook {
      // The look may come before the bytes are written; it ends the request in any case.
      let offset = try await uploads.settled(id).offset
      #expect([0, 5].contains(offset))
    } else {
      _ = try? await uploads.take(piece("", at: 99), of: id)
    }
    _ = try? await first
    let offset = try await uploads.settled(id).offset
    #expect(
      try await uploads.take(piece(String("hello world".dropFirst(Int(offset))), at: offset), of: id).upload
        .outcome != nil)
  }

  @Test("a length that is told later ends the upload, and is told once")
  func laterLength() async throws {
    let uploads = await uploads()
    let id = try await begin(uploads, nil)
    _ = try await uploads.take(piece("hello"), of: id)
    await expectRefusal(.invalidParameter) { _ = try await uploads.take(piece("", at: 5), of: id, length: 4) }
    await expectRefusal(.tooLarge) { _ = try await uploads.take(piece("", at: 5), of: id, length: 101) }
    #expect(try await uploads.take(piece("!", at: 5), of: id, length: 7).upload.outcome == nil)
    await expectRefusal(.invalidParameter) { _ = try await uploads.take(piece("", at: 6), of: id, length: 8) }
    #expect(try await uploads.take(piece("!", at: 6), of: id).upload.outcome != nil)
  }

  @Test("a refused document leaves the bytes, and another name makes it after all")
  func refused() async throws {
    _ = try await test.add("there")
    let uploads = await uploads()
    let id = try await begin(uploads, conflict: .fail)
    await expectRefusal(.nameTaken) { _ = try await uploads.take(piece("hello world"), of: id) }
    #expect(try await uploads.settled(id).offset == 11)
    await expectRefusal(.nameTaken) { _ = try await uploads.take(piece("", at: 11), of: id) }
    let status = try await uploads.take(piece("", at: 11), of: id) { $0.conflict = .rename }
    #expect(status.upload.outcome != nil)
    #expect(try await test.names().sorted() == ["a 2.txt", "a.txt"])
  }

  @Test("a crash after any step makes one document, once")
  func crash() async throws {
    let uploads = await uploads()
    let id = try await begin(uploads)
    _ = try await uploads.take(piece("hello "), of: id)
    let half = try await TestWorkspace(at: test.copy())
    _ = try await uploads.take(piece("world", at: 6), of: id)
    let resumed = await self.uploads(half)
    #expect(try await resumed.settled(id).offset == 6)
    _ = try await resumed.take(piece("world", at: 6), of: id)
    #expect(try await half.names() == ["a.txt"])
    // The document is there, and the description does not say so yet.
    var forgotten = try await resumed.settled(id).upload
    forgotten.outcome = nil
    try half.write("hello world", to: "Library/Uploads/\(id)/data")
    try await UploadFolder(root: half.root).keep(forgotten)
    let third = await self.uploads(half)
    await third.tidy(at: clock.now, mayExpire: true)
    #expect(try await third.settled(id).upload.outcome?.document == forgotten.document)
    #expect(try await half.names() == ["a.txt"])
  }

  @Test("an upload that was complete when the server ended becomes a document at the next start")
  func completeAtStart() async throws {
    let first = await uploads()
    let id = try await begin(first)
    try test.write("hello world", to: "Library/Uploads/\(id)/data")
    let second = await uploads()
    #expect(try await second.settled(id).upload.outcome == nil)
    await second.tidy(at: clock.now, mayExpire: false)
    #expect(try await second.settled(id).upload.outcome != nil)
    #expect(try await test.names() == ["a.txt"])
  }

  @Test("an unfinished upload goes a week after its last bytes, a finished one after a day")
  func expiry() async throws {
    let uploads = await uploads()
    let (unfinished, finished) = (try await begin(uploads), try await begin(uploads))
    _ = try await uploads.take(piece("hello world"), of: finished)
    clock.advance(days: 0.9)
    await uploads.tidy(at: clock.now, mayExpire: true)
    #expect(try await uploads.settled(finished).upload.outcome != nil)
    _ = try await uploads.take(piece("hello"), of: unfinished)
    clock.advance(days: 6.9)
    await uploads.tidy(at: clock.now, mayExpire: true)
    await expectRefusal(.notFound) { _ = try await uploads.settled(finished) }
    #expect(try await uploads.settled(unfinished).offset == 5)
    clock.advance(days: 0.2)
    await uploads.tidy(at: clock.now, mayExpire: false)
    #expect(try await uploads.settled(unfinished).offset == 5)
    await uploads.tidy(at: clock.now, mayExpire: true)
    await expectRefusal(.notFound) { _ = try await uploads.take(piece(" world", at: 5), of: unfinished) }
    #expect(try await test.names() == ["a.txt"])
  }

  @Test("a removed upload is gone, and what was being sent with it")
  func removed() async throws {
    let uploads = await uploads()
    let id = try await begin(uploads)
    let body = FedBody("hello")
    async let hanging = uploads.take(.init(at: 0, announced: 11, body: body), of: id)
    await body.untilRead()
    try await uploads.remove(id)
    _ = try? await hanging
    await expectRefusal(.notFound) { _ = try await uploads.settled(id) }
    await expectRefusal(.notFound) { try await uploads.remove(id) }
    #expect(try await test.names().isEmpty)
  }

  @Test("more bytes than there may be are refused before they come")
  func tooLarge() async throws {
    let uploads = await uploads()
    await expectRefusal(.tooLarge) { _ = try await begin(uploads, 101) }
    let id = try await begin(uploads, nil)
    let piece = ResumableUploads.Piece(at: 0, announced: 101, body: FedBody())
    await expectRefusal(.tooLarge) { _ = try await uploads.take(piece, of: id) }
  }

  @Test("bytes on the way count against the quota, also before they are documents")
  func quota() async throws {
    let disk = PretendedDisk(free: 1000)
    let room = StorageRoom(
      quota: 15, keepFree: 0, versionIndex: test.workspace.versionIndex, measure: { disk.measure() },
      now: { disk.now })
    let uploads = await uploads(room: room)
    let (first, second) = (try await begin(uploads), try await begin(uploads))
    _ = try await uploads.take(piece("hello"), of: first)
    await expectRefusal(.quotaExceeded) { _ = try await uploads.take(piece("hello world"), of: second) }
    #expect(try await uploads.settled(second).offset == 0)
    try await uploads.remove(first)
    #expect(try await uploads.take(piece("hello world"), of: second).upload.outcome != nil)
  }

  @Test("there may be so many unfinished uploads, and so many finished ones are remembered")
  func many() async throws {
    let store = UploadFolder(root: test.root)
    let uploads = await ResumableUploads(test.workspace, store: store, maximumBytes: 100, maximumCount: 2)
    _ = try await begin(uploads)
    let last = try await begin(uploads)
    await expectRefusal(.busy) { _ = try await begin(uploads) }
    try await uploads.remove(last)
    var finished: [UploadID] = []
    for _ in 1...3 {
      let id = try await begin(uploads)
      _ = try await uploads.take(piece("hello world"), of: id)
      finished.append(id)
      clock.advance(days: 0.01)
    }
    await expectRefusal(.notFound) { _ = try await uploads.settled(finished[0]) }
    #expect(try await uploads.settled(finished[2]).upload.outcome != nil)
  }
}
