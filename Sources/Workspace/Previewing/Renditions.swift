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
    /// The leading pages, once they are there.
    var leading: (any ReadableContent)?
    /// Callers that the leading pages are enough for; each hears of them, or of nil at the end.
    var hurried: [CheckedContinuation<(any ReadableContent)?, Never>] = []
  }

  private let makers: [ConverterKind: any RenditionMaker]
  /// Opens sound and film.
  nonisolated let media: (any MediaReader)?
  private nonisolated let cache: (any RenditionCache)?
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
  ///   - mayBeLeading: whether leading pages are enough while the rest is being made.
  /// - Returns: all of it; its leading pages where they are enough, or more cannot be made.
  /// - Throws: as ``RenditionMaker/rendition(of:fileExtension:leading:)``.
  func source(
    of content: any ReadableContent, hash: ContentHash, by kind: ConverterKind, named name: String,
    fileExtension: String, priority: RenderPriority, mayBeLeading: Bool = false
  ) async throws(DocumentError) -> RenderSource {
    guard let maker = makers[kind], let version = maker.version else { throw kind.missing }
    let key = RenditionKey(hash: hash, kind: kind, version: version, fileExtension: fileExtension)
    let (rendition, extent) = try await made(key, of: content, named: name, priority, mayBeLeading) {
      (leading) async throws(DocumentError) in
      try await maker.rendition(of: content, fileExtension: fileExtension, leading: leading)
    }
    guard let digest = (extent == .whole ? key : key.leading).digest else {
      throw DocumentError(.damaged, "the document became nothing")
    }
    return RenderSource(
      content: rendition, hash: digest, kind: kind.renderer, origin: hash, extent: extent)
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
    return try await made(key, of: content, named: name, priority, false) { (_) async throws(DocumentError) in
      try await media.make(part, of: content, fileExtension: fileExtension, facts: facts)
    }.content
  }

  /// A PDF that was made of a content, as the cache has it, else made anew and kept.
  ///
  /// - Parameters:
  ///   - part: names what it is.
  ///   - content: the content, with which it is forgotten.
  ///   - name: everything else on which its bytes depend.
  nonisolated func kept(
    _ part: String, of content: ContentHash, as name: ContentHash,
    else make: () async throws(DocumentError) -> any ReadableContent
  ) async throws(DocumentError) -> any ReadableContent {
    let key = RenditionKey(
      hash: content, kind: .recognition, version: "\(name)", fileExtension: "pdf", part: part)
    if let kept = await cache?.rendition(key) { return kept }
    let made = try await make()
    cache?.keep(made, as: key)
    return made
  }

  /// Makes a part of a document, and may have its leading pages before.
  private typealias Make =
    @Sendable (@escaping RenditionMaker.Leading) async throws(DocumentError) -> any ReadableContent
  private typealias Conversion = @Sendable () async throws -> any ReadableContent

  private func made(
    _ key: RenditionKey, of content: any ReadableContent, named name: String, _ priority: RenderPriority,
    _ mayBeLeading: Bool, _ make: @escaping Make
  ) async throws(DocumentError) -> (content: any ReadableContent, extent: RenderSource.Extent) {
    do throws(DocumentError) {
      if let refusal = refusals[key] { throw refusal }
      if let kept = await cache?.rendition(key) { return (kept, .whole) }
      let conversion: Conversion = { [self] in try await convert(content, key, named: name, make) }
      if mayBeLeading { return try await leadingPages(key, priority, conversion) }
      return (try await wait(for: key, priority, conversion), .whole)
    } catch {
      guard Self.cuttingOff.contains(error.code), let leading = await cache?.rendition(key.leading) else {
        throw error
      }
      return (leading, .cutOff)
    }
  }

  /// Refusals of a document of which leading pages can be shown.
  private static let cuttingOff: Set<DocumentError.Code> = [
    .documentTooLarge, .renderTimeout, .rendererCrashed,
  ]

  /// The leading pages of a document whose conversion goes on, or all of it when it ends first.
  private func leadingPages(
    _ key: RenditionKey, _ priority: RenderPriority, _ convert: @escaping Conversion
  ) async throws(DocumentError) -> (content: any ReadableContent, extent: RenderSource.Extent) {
    let task = join(key, priority, convert)
    if let leading = works[key]?.leading { return (leading, .leading) }
    let leading = await withTaskCancellationHandler {
      await withCheckedContinuation { works[key]?.hurried.append($0) }
    } onCancel: {
      Task { await self.leave(key) }
    }
    if let leading { return (leading, .leading) }
    return (try await outcome { try await task.value }, .whole)
  }

  private func outcome(
    _ body: () async throws -> any ReadableContent
  ) async throws(DocumentError) -> any ReadableContent {
    do {
      return try await body()
    } catch let error as DocumentError {
      throw error
    } catch {
      throw DocumentError(.busy, "the conversion was cancelled")
    }
  }

  private func take(leading: any ReadableContent, of key: RenditionKey) {
    guard let hurried = works[key]?.hurried else { return }
    works[key]?.leading = leading
    works[key]?.hurried = []
    for caller in hurried { caller.resume(returning: leading) }
    cache?.keep(leading, as: key.leading)
  }

  /// Forgets that a content could not be converted.
  func release(_ hash: ContentHash) {
    refusals = refusals.filter { $0.key.hash != hash }
  }

  /// The conversions that have not begun.
  var waitingCount: Int { turns.count }

  private func wait(
    for key: RenditionKey, _ priority: RenderPriority, _ convert: @escaping Conversion
  ) async throws(DocumentError) -> any ReadableContent {
    let task = join(key, priority, convert)
    return try await outcome {
      try await withTaskCancellationHandler {
        try await task.value
      } onCancel: {
        Task { await self.leave(key) }
      }
    }
  }

  /// Waits from now on for a conversion, which begins if it has not.
  private func join(
    _ key: RenditionKey, _ priority: RenderPriority, _ convert: @escaping Conversion
  ) -> Task<any ReadableContent, any Error> {
    lines[key.kind]?.raise(key, to: priority)
    let task = works[key]?.task ?? begin(key, priority, convert)
    works[key]?.waiters += 1
    return task
  }

  private func begin(
    _ key: RenditionKey, _ priority: RenderPriority, _ convert: @escaping Conversion
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
    end(key)
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
    end(key)
    turns.removeValue(forKey: key)?.resume(returning: false)
  }

  private func end(_ key: RenditionKey) {
    for caller in works.removeValue(forKey: key)?.hurried ?? [] { caller.resume(returning: nil) }
  }

  private nonisolated func convert(
    _ content: any ReadableContent, _ key: RenditionKey, named name: String,
    _ make: @escaping Make
  ) async throws -> any ReadableContent {
    try await jobs.run(.conversion, "Preparing \(name)", summary: { _ in nil }) { [self] _ in
      do throws(DocumentError) {
        let made = try await make { [self] pages in
          guard content.isUnchanged() else { return }
          Task { await self.take(leading: pages, of: key) }
        }
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
  fileprivate var leading: RenditionKey {
    RenditionKey(hash: hash, kind: kind, version: version, fileExtension: fileExtension, part: "leading")
  }

  /// Names the file for the worker and its caches.
  fileprivate var digest: ContentHash? {
    let part = part == "pdf" ? "" : " \(part)"
    return ContentHash(
      bytes: SHA256.hash(Array("\(hash) \(kind.rawValue) \(version) \(fileExtension)\(part)".utf8)))
  }
}
