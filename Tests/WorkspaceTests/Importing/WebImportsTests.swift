import DocumentModel
import Synchronization
import Testing

@testable import Workspace

@Suite("Documents from the web", .timeLimit(.minutes(2)))
struct WebImportsTests {
  private let web = FakeWeb()

  private func imports(
    _ test: TestWorkspace, allowsPrivate: Bool = false, _ change: (inout ImportLimits) -> Void = { _ in },
    clock: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
    forgetMade: @escaping @Sendable (ContentHash) async -> Void = { _ in }
  ) -> WebImports {
    var limits = ImportLimits(bytes: 1000)
    change(&limits)
    return WebImports(
      into: test.workspace, fetcher: web, store: web, limits: limits, allowsPrivate: allowsPrivate,
      log: test.log, forgetMade: forgetMade,
      lookUp: { [web] host in web.lookUp(host) }, clock: clock)
  }

  private func order(
    _ url: String, name: String? = nil, folder: String = "", types: [TypeIdentifier] = [],
    limit: Int64? = nil,
    origin: Origin = .web, isSuspended: Bool = false, isPrivate: Bool = false,
    in test: TestWorkspace
  ) throws -> ImportOrder {
    let address = try WebAddress(url)
    return ImportOrder(
      address: address, name: try name.map { (text) throws(DocumentError) in try FileName(text) },
      folder: try FolderPath(parsing: folder),
      types: try WantedTypes(types.map(\.description), in: test.workspace.types.current), maximumBytes: limit,
      provenance: try Provenance(source: "Mail", url: url), origin: origin, author: "Anna",
      isSuspended: isSuspended, isPrivate: isPrivate)
  }

  private func ended(_ job: Job, in test: TestWorkspace) async throws -> Job {
    while true {
      let now = try test.workspace.jobs.job(job.id)
      if now.state.isOver { return now }
      await Task.yield()
    }
  }

  /// The job of an import of `url` when it is over.
  private func run(
    _ url: String, types: [TypeIdentifier] = [], limit: Int64? = nil, in test: TestWorkspace,
    _ imports: WebImports? = nil
  ) async throws -> Job {
    let imports = imports ?? self.imports(test)
    return try await ended(
      try await imports.begin(order(url, types: types, limit: limit, in: test)), in: test)
  }

  @Test("come under the name of their address, with what is known of it, and their job tells of them")
  func plain() async throws {
    let test = try await TestWorkspace()
    web.answer(
      "http://a.org/x/report.txt",
      .init(fields: [("content-length", "5")], pieces: ["he", "llo"]))
    let job = try await run("http://a.org/x/report.txt", in: test)
    #expect(job.state == .finished && job.done == 5 && job.total == 5 && job.unit == .bytes)
    let id = try #require(job.transfer?.document)
    let document = try await test.workspace.document(id)
    #expect(document.location.relativePath == "report.txt")
    #expect(document.metadata.provenance?.url == "http://a.org/x/report.txt")
    #expect(try await test.text(of: document) == "hello")
    #expect(try await test.workspace.versions.version(1, of: id).version.origin == .web)
    #expect(web.kept.isEmpty && web.openResponses == 0)
  }

  @Test("have the name that the sender gives, made legal, or that the client chose")
  func names() async throws {
    let test = try await TestWorkspace()
    web.answer(
      "http://a.org/x",
      .init(fields: [("content-disposition", "attachment; filename=\"../../.profile\"")], pieces: ["x"]))
    _ = try await run("http://a.org/x", in: test)
    let chosen = try order("http://a.org/x", name: "Mine", folder: "F", in: test)
    _ = try await ended(try await imports(test).begin(chosen), in: test)
    #expect(try await Set(test.names()) == ["F/Mine", "_profile.txt"])
  }

  @Test(
    "are not asked of machines that are not public, by whichever name",
    arguments: [[127, 0, 0, 1], [10, 0, 0, 1], [169, 254, 169, 254], [0, 0, 0, 0]] as [[UInt8]])
  func privateMachines(bytes: [UInt8]) async throws {
    let test = try await TestWorkspace()
    web.put("inner.org", at: bytes)
    web.answer("http://inner.org/", .init(pieces: ["secret"]))
    let job = try await run("http://inner.org/", in: test)
    #expect(job.code == .addressRefused && web.requests.isEmpty)
    let allowed = try await run("http://inner.org/", in: test, imports(test, allowsPrivate: true))
    #expect(allowed.state == .finished)
  }

  @Test("are asked of the machine that was judged, and of none that is not public beside it")
  func pinned() async throws {
    let test = try await TestWorkspace()
    web.put("both.org", at: [127, 0, 0, 1], [1, 2, 3, 4])
    web.answer("http://both.org/", .init(pieces: ["x"]))
    _ = try await run("http://both.org/", in: test)
    #expect(web.requests.map(\.peer.bytes) == [[1, 2, 3, 4]])
  }

  @Test("are not fetched where a redirect leads to a machine that is not public")
  func redirectedInside() async throws {
    let test = try await TestWorkspace()
    web.put("inner.org", at: [127, 0, 0, 1])
    web.answer("http://a.org/", .init(status: 302, fields: [("location", "http://inner.org/admin")]))
    web.answer("http://inner.org/admin", .init(pieces: ["secret"]))
    let job = try await run("http://a.org/", in: test)
    #expect(job.code == .addressRefused && job.transfer?.currentURL == "http://inner.org/admin")
    #expect(web.requests.count == 1 && web.openResponses == 0)
  }

  @Test("are looked for along five redirects and no more")
  func redirects() async throws {
    let test = try await TestWorkspace()
    for number in 0..<6 {
      web.answer("http://a.org/\(number)", .init(status: 301, fields: [("location", "\(number + 1)")]))
    }
    web.answer("http://a.org/6", .init(pieces: ["x"]))
    #expect(try await run("http://a.org/1", in: test).state == .finished)
    #expect(try await run("http://a.org/0", in: test).code == .fetchFailed)
  }

  @Test("are refused by their head before any of the body has come")
  func heads() async throws {
    let test = try await TestWorkspace()
    let body = ["<p>no</p>"]
    web.answer("http://a.org/404", .init(status: 404, pieces: body))
    web.answer("http://a.org/204", .init(status: 204, pieces: body))
    web.answer("http://a.org/long", .init(fields: [("content-length", "1001")], pieces: body))
    web.answer("http://a.org/coded", .init(fields: [("content-encoding", "gzip")], pieces: body))
    web.answer("http://a.org/pdf", .init(fields: [("content-type", "application/pdf")], pieces: body))
    #expect(try await run("http://a.org/404", in: test).code == .fetchFailed)
    #expect(try await run("http://a.org/204", in: test).code == .fetchFailed)
    #expect(try await run("http://a.org/long", in: test).code == .tooLarge)
    #expect(try await run("http://a.org/coded", in: test).code == .fetchFailed)
    #expect(try await run("http://a.org/pdf", types: [.board], in: test).code == .unwantedType)
    #expect(try await test.names().isEmpty && web.openResponses == 0)
  }

  @Test("are refused when they turn out too long, or of a type that is not wanted")
  func bodies() async throws {
    let test = try await TestWorkspace()
    web.answer("http://a.org/x", .init(pieces: ["12345", "67890"]))
    #expect(try await run("http://a.org/x", limit: 9, in: test).code == .tooLarge)
    #expect(try await run("http://a.org/x", types: [.pdf], in: test).code == .unwantedType)
    #expect(try await test.names().isEmpty && web.openResponses == 0)
    #expect(try await run("http://a.org/x", types: [.text], limit: 10, in: test).state == .finished)
  }

  @Test("that come too slowly, or for too long, are given up")
  func slow() async throws {
    let test = try await TestWorkspace()
    let time = Mutex(ContinuousClock.now)
    web.answer(
      "http://a.org/x",
      .init(pieces: Array(repeating: "x", count: 100)) { _ in
        time.withLock { $0 = $0.advanced(by: .seconds(5)) }
      })
    let slow = imports(test, { $0.grace = .seconds(30) }, clock: { time.withLock(\.self) })
    #expect(try await run("http://a.org/x", in: test, slow).code == .fetchTimeout)
    let patient = imports(
      test,
      {
        $0.grace = .seconds(3000)
        $0.total = .seconds(60)
      }, clock: { time.withLock(\.self) })
    let job = try await run("http://a.org/x", in: test, patient)
    #expect(job.code == .fetchTimeout && job.done < 100)
  }

  @Test("are taken up where the connection broke, if they are still the same")
  func reconnecting() async throws {
    let test = try await TestWorkspace()
    let broken = DocumentError(.fetchFailed, "broken")
    let fields = [("etag", "\"1\""), ("accept-ranges", "bytes")]
    web.answer("http://a.org/x", .init(fields: fields, pieces: ["12345"], failure: broken))
    web.answer(
      "http://a.org/x from 5",
      .init(status: 206, fields: [("etag", "\"1\""), ("content-range", "bytes 5-9/10")], pieces: ["67890"]))
    let job = try await run("http://a.org/x", in: test)
    let document = try await test.workspace.document(try #require(job.transfer?.document))
    #expect(try await test.text(of: document) == "1234567890")
    #expect(web.requests.last?.validator == "\"1\"")
    web.answer(
      "http://a.org/x from 5",
      .init(status: 206, fields: [("etag", "\"2\""), ("content-range", "bytes 5-9/10")], pieces: ["other"]))
    #expect(try await run("http://a.org/x", in: test).code == .fetchFailed)
    web.answer("http://a.org/x from 5", .init(fields: fields, pieces: ["1234567890"]))
    #expect(try await run("http://a.org/x", in: test).code == .fetchFailed)
    #expect(web.openResponses == 0)
  }

  @Test("rest while their job is suspended, and go on or end after that")
  func suspended() async throws {
    let test = try await TestWorkspace()
    let (asked, signal) = AsyncStream.makeStream(of: Int.self)
    let (go, release) = AsyncStream.makeStream(of: Void.self)
    web.answer(
      "http://a.org/x",
      .init(pieces: ["a", "b", "c"]) { number in
        signal.yield(number)
        if number == 1 { for await _ in go { break } }
      })
    let imports = imports(test)
    let job = try await imports.begin(order("http://a.org/x", in: test))
    for await number in asked where number == 1 { break }
    #expect(try test.workspace.jobs.suspend(job.id).state == .suspended)
    release.yield()
    for _ in 0..<200 { await Task.yield() }
    let resting = try test.workspace.jobs.job(job.id)
    #expect(resting.state == .suspended && resting.done == 1)
    #expect(try test.workspace.jobs.resume(job.id).state == .running)
    #expect(try await ended(job, in: test).done == 3)
    #expect(try test.workspace.jobs.suspend(job.id).state == .finished)
  }

  @Test("end with their job when that is cancelled, also while it rests", arguments: [false, true])
  func cancelled(isSuspended: Bool) async throws {
    let test = try await TestWorkspace()
    let (asked, signal) = AsyncStream.makeStream(of: Int.self)
    let (go, release) = AsyncStream.makeStream(of: Void.self)
    web.answer(
      "http://a.org/x",
      .init(pieces: ["a", "b", "c"]) { number in
        signal.yield(number)
        if number == 1 { for await _ in go { break } }
      })
    let job = try await imports(test).begin(order("http://a.org/x", in: test))
    for await number in asked where number == 1 { break }
    if isSuspended { _ = try test.workspace.jobs.suspend(job.id) }
    _ = try test.workspace.jobs.cancel(job.id)
    release.yield()
    #expect(try await ended(job, in: test).state == .cancelled)
    #expect(try await test.names().isEmpty && web.kept.isEmpty && web.openResponses == 0)
  }

  @Test("that begin suspended ask nobody until they are resumed, and are begun then")
  func bornSuspended() async throws {
    let test = try await TestWorkspace()
    let begun = Mutex<ImportOrder?>(nil)
    web.answer(
      "http://a.org/x",
      .init(pieces: ["a", "b"]) { [web] _ in begun.withLock { $0 = web.kept.first } })
    let order = try order("http://a.org/x", isSuspended: true, in: test)
    let job = try await imports(test).begin(order)
    #expect(job.state == .suspended)
    for _ in 0..<200 { await Task.yield() }
    let resting = try test.workspace.jobs.suspend(job.id)
    #expect(resting.state == .suspended && resting.done == 0 && web.requests.isEmpty && web.kept == [order])
    #expect(try test.workspace.jobs.resume(job.id).state == .running)
    let done = try await ended(job, in: test)
    #expect(done.state == .finished && done.done == 2 && done.transfer?.document == order.id)
    #expect(begun.withLock(\.self) == order.resumed.triedAgain, "a later server begins it at once")
    #expect(web.kept.isEmpty)
  }

  @Test("that begin suspended rest after each restart, and are resumed or cancelled there")
  func suspendedAcrossRestarts() async throws {
    web.answer("http://a.org/x", .init(pieces: ["x"]))
    for isCancelled in [false, true] {
      let test = try await TestWorkspace()
      let order = try order("http://a.org/x", isSuspended: true, in: test)
      try await web.save([order.triedAgain.triedAgain.triedAgain.triedAgain])
      let asked = web.requests.count
      await imports(test).resume()
      let job = try #require(test.workspace.jobs.all.first)
      for _ in 0..<200 { await Task.yield() }
      #expect(try test.workspace.jobs.job(job.id).state == .suspended)
      #expect(web.requests.count == asked && web.kept == [order])
      _ = try isCancelled ? test.workspace.jobs.cancel(job.id) : test.workspace.jobs.resume(job.id)
      #expect(try await ended(job, in: test).state == (isCancelled ? .cancelled : .finished))
      #expect(web.requests.count == (isCancelled ? asked : asked + 1))
      while !web.kept.isEmpty { await Task.yield() }
    }
  }

  @Test("that are private are so before they are documents, and what was made of them is forgotten")
  func privately() async throws {
    let test = try await TestWorkspace()
    let privates = test.workspace.privates
    let forgotten = Mutex<[ContentHash]>([])
    let imports = imports(test, forgetMade: { hash in forgotten.withLock { $0.append(hash) } })
    web.answer("http://a.org/x", .init(pieces: ["secret"]))
    let shown = try await run("http://a.org/x", in: test, imports)
    let document = try await test.workspace.document(try #require(shown.transfer?.document))
    #expect(!privates.contains(document.sha256) && forgotten.withLock(\.isEmpty))
    let order = try order("http://a.org/x", isPrivate: true, in: test)
    #expect(try await ended(try await imports.begin(order), in: test).state == .finished)
    #expect(privates.contains(document.sha256), "the content is, whichever document has it")
    #expect(forgotten.withLock(\.self) == [document.sha256])
  }

  @Test("that are private leave nothing behind where they are refused")
  func privatelyRefused() async throws {
    let test = try await TestWorkspace()
    web.answer("http://a.org/x", .init(pieces: ["secret"]))
    let order = try order("http://a.org/x", name: "a.txt", isPrivate: true, in: test)
    test.fault.fail(with: .storageFull)
    #expect(try await ended(try await imports(test).begin(order), in: test).state == .failed)
    test.fault.fail(with: nil)
    let added = try await test.add("secret", named: "b.txt")
    #expect(!test.workspace.privates.contains(added.sha256))
  }

  @Test("wait for their turn, few at a time and fewer of one host")
  func turns() async throws {
    let test = try await TestWorkspace()
    let running = Mutex(0)
    let most = Mutex(0)
    for number in 0..<8 {
      web.answer(
        "http://a.org/\(number)",
        .init(pieces: ["\(number)"]) { piece in
          guard piece == 0 else { return }
          let now = running.withLock { running in
            running += 1
            return running
          }
          most.withLock { $0 = max($0, now) }
          for _ in 0..<50 { await Task.yield() }
          running.withLock { $0 -= 1 }
        })
    }
    let imports = imports(test) { $0.perHost = 2 }
    var jobs: [Job] = []
    for number in 0..<8 { jobs.append(try await imports.begin(order("http://a.org/\(number)", in: test))) }
    _ = try test.workspace.jobs.cancel(jobs[7].id)
    for job in jobs { _ = try await ended(job, in: test) }
    #expect(most.withLock(\.self) <= 2)
    // One that is cancelled before it began is forgotten a moment later.
    while !web.kept.isEmpty { await Task.yield() }
    #expect(try await test.names().count >= 7)
  }

  @Test("are refused when too many wait already")
  func crowded() async throws {
    let test = try await TestWorkspace()
    let (go, release) = AsyncStream.makeStream(of: Void.self)
    web.answer("http://a.org/x", .init(pieces: ["x"]) { _ in for await _ in go { break } })
    let imports = imports(test) { $0.waiting = 1 }
    let job = try await imports.begin(order("http://a.org/x", in: test))
    await expectRefusal(.busy) { _ = try await imports.begin(order("http://a.org/x", in: test)) }
    release.finish()
    #expect(try await ended(job, in: test).state == .finished)
  }

  @Test("are begun anew by the next server, with the same document, three times at most")
  func resumed() async throws {
    let test = try await TestWorkspace()
    web.answer("http://a.org/x", .init(pieces: ["x"]))
    let first = try order("http://a.org/x", in: test)
    try await web.save([first.triedAgain])
    await imports(test).resume()
    let job = try #require(test.workspace.jobs.all.first)
    #expect(try await ended(job, in: test).transfer?.document == first.id)
    // The server ended between the document and the note that it is there.
    try await web.save([first.triedAgain])
    await imports(test).resume()
    _ = try await ended(try #require(test.workspace.jobs.all.first), in: test)
    #expect(try await test.names().count == 1 && web.requests.count == 1 && web.kept.isEmpty)
    let other = try order("http://a.org/x", in: test)
    try await web.save([other.triedAgain.triedAgain.triedAgain])
    await imports(test).resume()
    #expect(try await ended(try #require(test.workspace.jobs.all.first), in: test).code == .fetchFailed)
    #expect(web.kept.isEmpty)
  }

  @Test("that are handed over are announced once they are there")
  func announced() async throws {
    let test = try await TestWorkspace()
    web.answer("http://a.org/x", .init(pieces: ["x"]))
    let events = await test.workspace.events.listen()
    let order = try order("http://a.org/x", folder: "Inbox", origin: .handOver, in: test)
    _ = try await ended(try await imports(test).begin(order), in: test)
    var kinds: [DocumentEvent.Kind] = []
    for await message in events {
      guard case .event(let event) = message else { continue }
      kinds.append(event.kind)
      if kinds.count == 2 { break }
    }
    #expect(kinds == [.created, .handedOver])
  }
}
