public import DocumentModel

/// One content on its way from the web to a document.
///
/// Every address is judged before it is asked: that of the order, and that of each redirect. The machine that was judged is
/// the one that is asked, so that a name cannot lead elsewhere in between.
struct WebDownload: Sendable {
  /// A response, and the address that gave it.
  private struct Opened {
    let response: any WebResponse
    let address: WebAddress

    var head: WebResponseHead { response.head }
  }

  private let order: ImportOrder
  private let fetcher: any WebFetcher
  private let imports: WebImports
  private let progress: JobProgress

  private var workspace: DocumentWorkspace { imports.workspace }
  private var limits: ImportLimits { imports.limits }

  init(
    _ order: ImportOrder, by fetcher: any WebFetcher, of imports: WebImports, _ progress: JobProgress
  ) {
    (self.order, self.fetcher, self.imports, self.progress) = (order, fetcher, imports, progress)
  }

  /// The document that the content at `address` becomes.
  func document(from address: WebAddress) async throws -> Document {
    try await progress.waitWhileSuspended()
    let opened = try await open(address)
    do {
      try requireWanted(opened.head)
      let stage = try await workspace.contents.stage(expecting: opened.head.length ?? 0)
      do {
        try await receive(opened, to: stage)
        return try await add(try await stage.finish(), opened)
      } catch {
        await stage.abandon()
        throw error
      }
    } catch {
      opened.response.end()
      throw error
    }
  }

  private func add(_ staged: any StagedContent, _ opened: Opened) async throws -> Document {
    let registry = workspace.types.current
    let named = name(opened)
    let type = await workspace.services.renderer.identify(staged, named: named, in: registry).type
    try order.types.require(type, in: registry)
    let name = Self.extended(named, order.name, registry.preferredExtension(of: type))
    let document = try await hidden(staged.sha256) {
      try await workspace.documents.add(
        staged, named: name, in: order.folder, origin: order.origin, author: order.author,
        metadata: DocumentMetadata(provenance: order.provenance), id: order.id)
    }
    progress.note { $0.document = document.id }
    return document
  }

  /// Adds a document whose content is private where the order wants that: from before it can be drawn, and not where it is
  /// refused.
  private func hidden(_ hash: ContentHash, _ add: () async throws -> Document) async throws -> Document {
    guard order.isPrivate else { return try await add() }
    let isNew = try await workspace.privates.add(hash)
    do {
      let document = try await add()
      // Another document may have had it before.
      await imports.forgetMade(hash)
      return document
    } catch {
      if isNew { await workspace.privates.remove(hash) }
      throw error
    }
  }

  private func name(_ opened: Opened) -> FileName {
    if let name = order.name { return name }
    let suggested = opened.head.suggestedName ?? opened.address.lastComponent
    // Some senders write a path in place of a name.
    let last = suggested?.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last.map(String.init)
    return FileName(sanitizing: last ?? opened.address.host)
  }

  /// A name without an extension gets that of the content's type, unless the client chose it.
  private static func extended(_ name: FileName, _ chosen: FileName?, _ ending: String?) -> FileName {
    guard chosen == nil, name.fileExtension.isEmpty, let ending else { return name }
    return FileName(sanitizing: "\(name).\(ending)")
  }
}

// MARK: - Asking

extension WebDownload {
  private static let redirects: Set<Int> = [301, 302, 303, 307, 308]

  /// The response at the end of the redirects from `address`; of the rest of a content where `offset` is more than 0.
  private func open(
    _ address: WebAddress, from offset: Int64 = 0, validator: String? = nil
  ) async throws -> Opened {
    var address = address
    for _ in 0...limits.redirects {
      let response = try await ask(address, offset, validator)
      guard Self.redirects.contains(response.head.status) else {
        return Opened(response: response, address: address)
      }
      response.end()
      guard let location = response.head["location"] else {
        throw DocumentError(.fetchFailed, "the server leads elsewhere without saying where")
      }
      address = try address.resolving(location)
      progress.note { [address] in $0.currentURL = address.description }
    }
    throw DocumentError(.fetchFailed, "the address leads on more than \(limits.redirects) times")
  }

  /// Asks the first machine of the address that can be reached.
  private func ask(
    _ address: WebAddress, _ offset: Int64, _ validator: String?
  ) async throws -> any WebResponse {
    var last = DocumentError(.fetchFailed, "the name \(address.host) leads to no machine")
    for peer in try await peers(of: address) {
      try Task.checkCancellation()
      let request = WebRequest(address, to: peer, offset: offset, validator: validator)
      switch await Self.outcome({ () async throws(DocumentError) in try await fetcher.fetch(request) }) {
      case .success(let response): return response
      case .failure(let error) where error.code == .fetchFailed: last = error
      case .failure(let error): throw error
      }
    }
    throw last
  }

  /// The outcome of `body` as a value: Swift 6.3.1 crashes on some loops that catch a typed error and go on.
  private static func outcome<Value>(
    _ body: () async throws(DocumentError) -> Value
  ) async -> Result<Value, DocumentError> {
    do throws(DocumentError) {
      return .success(try await body())
    } catch {
      return .failure(error)
    }
  }

  private func peers(of address: WebAddress) async throws -> ArraySlice<NetworkAddress> {
    let found = try await imports.lookUp(address.host)
    let allowed = imports.allowsPrivate ? found : found.filter(\.isPublic)
    guard found.isEmpty || !allowed.isEmpty else {
      throw DocumentError(
        .addressRefused, "\(address.host) is no machine of the public internet, and is not asked")
    }
    return allowed.prefix(limits.peers)
  }

  /// Refuses by the head what is not wanted, before any of the body has come.
  private func requireWanted(_ head: WebResponseHead) throws(DocumentError) {
    guard head.status == 200 else {
      throw DocumentError(.fetchFailed, "the server answered with the status \(head.status)")
    }
    guard head.isPlain else {
      throw DocumentError(
        .fetchFailed, "the server sends the content in a coded form, which was not asked for")
    }
    if let length = head.length { try requireSize(length) }
    if let type = head.mediaType { try order.types.require(mediaType: type, in: workspace.types.current) }
    progress.advance(to: 0, of: head.length.flatMap { Int(exactly: $0) })
  }

  private func requireSize(_ bytes: Int64) throws(DocumentError) {
    let most = min(limits.bytes, order.maximumBytes ?? .max)
    guard bytes <= most else {
      throw DocumentError(
        .tooLarge, "the content is longer than \(most) bytes", numbers: ["limit": most])
    }
  }
}

// MARK: - Receiving

extension WebDownload {
  /// Takes the body; a connection that breaks is taken up where it broke, if the server can do that.
  private func receive(_ opened: Opened, to stage: any ContentStage) async throws {
    var (response, pace) = (opened.response, ImportPace(limits, since: imports.clock()))
    var reconnects = 0
    while true {
      let before = imports.clock()
      try await progress.waitWhileSuspended()
      pace.rest(imports.clock() - before)
      let current = response
      switch await Self.outcome({ () async throws(DocumentError) in try await current.next() }) {
      case .success(let bytes) where bytes.isEmpty: return
      case .success(let bytes):
        try await take(bytes, to: stage)
        try pace.require(stage.written, at: imports.clock())
      case .failure(let error):
        try Task.checkCancellation()
        current.end()
        reconnects += 1
        guard reconnects <= limits.reconnects else { throw error }
        response = try await rest(of: opened, from: stage.written, after: error)
      }
    }
  }

  private func take(_ bytes: [UInt8], to stage: any ContentStage) async throws(DocumentError) {
    try requireSize(stage.written + Int64(bytes.count))
    try await stage.write(bytes)
    progress.advance(to: Int(clamping: stage.written))
  }

  /// The rest of the same content after a failure; throws that where the server does not give it.
  private func rest(
    of opened: Opened, from offset: Int64, after failure: DocumentError
  ) async throws -> any WebResponse {
    guard failure.code == .fetchFailed, offset > 0, let validator = opened.head.validator else {
      throw failure
    }
    let rest = try await open(opened.address, from: offset, validator: validator)
    guard rest.head.offset == offset, rest.head.isPlain, rest.head.validator == validator else {
      rest.response.end()
      throw failure
    }
    return rest.response
  }
}

/// Whether a sender is fast enough, and ends in time; a value without a clock.
struct ImportPace: Sendable {
  private let limits: ImportLimits
  private let start: ContinuousClock.Instant
  private var rested = Duration.zero

  init(_ limits: ImportLimits, since start: ContinuousClock.Instant) {
    (self.limits, self.start) = (limits, start)
  }

  /// Notes time in which nothing was asked of the sender.
  mutating func rest(_ time: Duration) { rested += time }

  /// Throws `.fetchTimeout` where `bytes` are too few for the time since the start, or that is too long.
  func require(_ bytes: Int64, at now: ContinuousClock.Instant) throws(DocumentError) {
    let time = start.duration(to: now) - rested
    guard time < limits.total else {
      throw DocumentError(.fetchTimeout, "the content takes too long to come")
    }
    // The bound prevents overflow.
    let earned = Duration.seconds(min(Double(bytes) / Double(max(1, limits.bytesPerSecond)), 1e9))
    guard time < limits.grace + earned else {
      throw DocumentError(.fetchTimeout, "the server sends the content too slowly")
    }
  }
}

extension DocumentWorkspace {
  /// Throws `.unwantedType` for staged bytes that are of no wanted type under this name.
  public func requireWanted(
    _ types: WantedTypes, _ staged: any StagedContent, named name: FileName
  ) async throws(DocumentError) {
    guard !types.types.isEmpty else { return }
    let registry = self.types.current
    try types.require(
      await services.renderer.identify(staged, named: name, in: registry).type, in: registry)
  }
}
