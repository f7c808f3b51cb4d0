import DocumentModel
import LinuxSystem
import Logging

/// The PDFs, or PNGs, of documents that no library of the worker opens.
///
/// Each is made once for a content, by a job that all callers share, and then kept in the cache. A conversion whose callers
/// have all left is dropped before it has begun, and finished afterwards. A document that cannot be converted
/// is not tried again until the next start, or until it is released.
actor Renditions {
  private struct Work {
    let task: Task<any ReadableContent, any Error>
    var waiters = 0
  }

  private let makers: [ConverterKind: any RenditionMaker]
  /// Opens sound and film.
  nonisolated let media: (any MediaReader)?
  private let cache: (any RenditionCache)?
  private let jobs: Jobs
  private let log: Logger
  private var lines: [ConverterKind: ConversionLine<RenditionKey>]
  private var works: [RenditionKey: Work] = [:]
  /// Conversions that wait; each hears whether it begins or is given up.
  private var turns: [RenditionKey: CheckedContinuation<Bool, Never>] = [:]
  private var refusals: [RenditionKey: DocumentError] = [:]

  /// The refusals that are remembered at most.
  private static let mostRefusals = 10_000

  /// Renditions by `makers`, and parts of sound and film by `media`; without a cache each is made anew.
  init(
    _ makers: [any RenditionMaker], media: (any MediaReader)? = nil, cache: (any RenditionCache)?, jobs: Jobs,
    log: Logger
  ) {
    self.makers = Dictionary(makers.map { ($0.kind, $0) }) { first, _ in first }
    self.media = media
    self.cache = cache
    self.jobs = jobs
    self.log = log
    lines = self.makers.mapValues { ConversionLine(width: $0.width) }
    if let media { lines[.media] = ConversionLine(width: media.width) }
  }

  /// A document as something that the worker opens: its PDF, or its PNG.
  ///
  /// - Parameters:
  ///   - content: the document.
  ///   - hash: its hash.
  ///   - kind: the converter.
  ///   - name: the document's name, for people who watch the job, and its type's preferred extension.
  ///   - priority: how soon it is wanted.
  /// - Throws: as ``RenditionMaker/rendition(of:fileExtension:)``.
  func source(
    of content: any ReadableContent, hash: ContentHash, by kind: ConverterKind, named name: String,
    fileExtension: String, priority: RenderPriority
  ) async throws(DocumentError) -> RenderSource {
    guard let maker = makers[kind], let version = maker.version else { throw kind.missing }
    let key = RenditionKey(hash: hash, kind: kind, version: version, fileExtension: fileExtension)
    let rendition = try await made(key, of: content, named: name, priority) {
      () async throws(DocumentError) in
      try await maker.rendition(of: content, fileExtension: fileExtension)
    }
    guard let digest = key.digest else { throw DocumentError(.damaged, "the document became nothing") }
    return RenderSource(content: rendition, hash: digest, kind: kind.renderer, origin: hash)
  }

  /// A part of a sound or film: made once, shared and kept as PDFs are.
  ///
  /// Throws as ``MediaReader/make(_:of:fileExtension:facts:)``, and `.converterMissing`.
  func part(
    _ part: MediaPart, of content: any ReadableContent, hash: ContentHash, named name: String,
    fileExtension: String,
    facts: MediaFacts?, priority: RenderPriority
  ) async throws(DocumentError) -> any ReadableContent {
    guard let media, let version = media.version else { throw ConverterKind.media.missing }
    let key = RenditionKey(
      hash: hash, kind: .media, version: version, fileExtension: fileExtension, part: part.name)
    return try await made(key, of: content, named: name, priority) { () async throws(DocumentError) in
      try await media.make(part, of: content, fileExtension: fileExtension, facts: facts)
    }
  }

  private func made(
    _ key: RenditionKey, of content: any ReadableContent, named name: String, _ priority: RenderPriority,
    _ make: @escaping @Sendable () async throws(DocumentError) -> any ReadableContent
  ) async throws(DocumentError) -> any ReadableContent {
    if let refusal = refusals[key] { throw refusal }
    if let kept = await cache?.rendition(key) { return kept }
    return try await wait(for: key, priority) { [self] in try await convert(content, key, named: name, make) }
  }

  /// Forgets that a content could not be converted.
  func release(_ hash: ContentHash) {
    refusals = refusals.filter { $0.key.hash != hash }
  }

  /// The conversions that have not begun.
  var waitingCount: Int { turns.count }

  private func wait(
    for key: RenditionKey, _ priority: RenderPriority,
    _ convert: @escaping @Sendable () async throws -> any ReadableContent
  ) async throws(DocumentError) -> any ReadableContent {
    lines[key.kind]?.raise(key, to: priority)
    let task = works[key]?.task ?? begin(key, priority, convert)
    works[key]?.waiters += 1
    do {
      return try await withTaskCancellationHandler {
        try await task.value
      } onCancel: {
        Task { await self.leave(key) }
      }
    } catch let error as DocumentError {
      throw error
    } catch {
      throw DocumentError(.busy, "the conversion was cancelled")
    }
  }

  private func begin(
    _ key: RenditionKey, _ priority: RenderPriority,
    _ convert: @escaping @Sendable () async throws -> any ReadableContent
  ) -> Task<any ReadableContent, any Error> {
    let task = Task {
      try await takeTurn(key, priority)
      let result: Result<any ReadableContent, any Error>
      do { result = .success(try await convert()) } catch { result = .failure(error) }
      finish(key, result)
      return try result.get()
    }
    works[key] = Work(task: task)
    return task
  }

  private func takeTurn(_ key: RenditionKey, _ priority: RenderPriority) async throws {
    guard lines[key.kind]?.enter(key, priority) == false else { return }
    guard await withCheckedContinuation({ turns[key] = $0 }) else { throw CancellationError() }
  }

  private func finish(_ key: RenditionKey, _ result: Result<any ReadableContent, any Error>) {
    works[key] = nil
    if case .failure(let error as DocumentError) = result, Self.lasting.contains(error.code) {
      if refusals.count == Self.mostRefusals { refusals = [:] }
      refusals[key] = error
    }
    if let next = lines[key.kind]?.leave() { turns.removeValue(forKey: next)?.resume(returning: true) }
  }

  /// Refusals that another try would repeat.
  private static let lasting: Set<DocumentError.Code> = [
    .damaged, .passwordRequired, .documentTooLarge, .renderTimeout, .rendererCrashed, .notShowable,
  ]

  private func leave(_ key: RenditionKey) {
    works[key]?.waiters -= 1
    guard works[key]?.waiters == 0, lines[key.kind]?.giveUp(key) == true else { return }
    works[key] = nil
    turns.removeValue(forKey: key)?.resume(returning: false)
  }

  private nonisolated func convert(
    _ content: any ReadableContent, _ key: RenditionKey, named name: String,
    _ make: @escaping @Sendable () async throws(DocumentError) -> any ReadableContent
  ) async throws -> any ReadableContent {
    try await jobs.run(.conversion, "Preparing \(name)", summary: { _ in nil }) { [self] _ in
      do throws(DocumentError) {
        let made = try await make()
        guard content.isUnchanged() else {
          throw DocumentError(.contentChanged, "the document was written to while it was converted")
        }
        cache?.keep(made, as: key)
        return made
      } catch {
        log.info(
          "a document was not converted",
          metadata: ["converter": "\(key.kind.program)", "content": "\(key.hash)", "reason": "\(error)"])
        throw error
      }
    }
  }
}

extension RenditionKey {
  /// Names the file for the worker and its caches.
  fileprivate var digest: ContentHash? {
    ContentHash(bytes: SHA256.hash(Array("\(hash) \(kind.rawValue) \(version) \(fileExtension)".utf8)))
  }
}
