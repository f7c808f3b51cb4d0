public import DocumentModel
import FoundationEssentials
import LinuxSystem

/// Sound and film.
extension Pages {
  /// Length, tracks and chapters of a sound or film.
  ///
  /// Throws `.notShowable` for other documents, `.converterMissing`, and what opening the document throws.
  public func mediaFacts(of known: Document) async throws(DocumentError) -> MediaFacts {
    let (document, content) = try await tree.current(known)
    return try await mediaFacts(of: document, content, .visible)
  }

  /// A part of a sound or film.
  ///
  /// Throws `.notShowable` for other documents and for a part that the document does not have, `.converterMissing`, and what
  /// opening the document throws.
  public func media(
    _ part: MediaPart, of known: Document
  ) async throws(DocumentError) -> any ReadableContent {
    let (document, content) = try await tree.current(known)
    return try await media(part, of: document, content, .visible)
  }

  /// Begins to convert a sound or film for a browser that cannot play it, from a time in seconds.
  ///
  /// Throws as ``media(_:of:)``.
  public func mediaStream(
    of known: Document, from start: Double
  ) async throws(DocumentError) -> (stream: any MediaStream, facts: MediaFacts) {
    let (document, content) = try await tree.current(known)
    let facts = try await mediaFacts(of: document, content, .visible)
    guard let media = renditions.media else { throw ConverterKind.media.missing }
    let stream = try await media.stream(
      content, fileExtension: types.current.converterExtension(for: document.type), from: start, facts: facts)
    return (stream, facts)
  }

  func isMedia(_ type: TypeIdentifier) -> Bool { types.current.previewKind(for: type) == .media }

  /// The poster as something that the worker draws in any size.
  func posterSource(
    of document: Document, _ content: any ReadableContent, _ priority: RenderPriority
  ) async throws(DocumentError) -> RenderSource {
    let poster = try await media(.poster, of: document, content, priority)
    let name = Array("\(document.sha256) poster \(poster.size)".utf8)
    guard let hash = ContentHash(bytes: SHA256.hash(name)) else { throw DocumentError(.damaged, "no poster") }
    return RenderSource(content: poster, hash: hash, kind: .image, origin: document.sha256)
  }

  private func media(
    _ part: MediaPart, of document: Document, _ content: any ReadableContent, _ priority: RenderPriority
  ) async throws(DocumentError) -> any ReadableContent {
    guard isMedia(document.type) else {
      throw DocumentError(.notShowable, "a document of type \(document.type) is neither sound nor film")
    }
    let isShort = isShortFilm(document)
    // Viewers of a film's facts want its poster next.
    if part == .facts, isShort, priority == .visible {
      Task { _ = try? await media(.poster, of: document, content, priority) }
    }
    let needsFacts = part != .facts && !(part == .poster && isShort)
    let facts = needsFacts ? try await mediaFacts(of: document, content, priority) : nil
    // A job is for what can be made.
    guard facts.map(part.isPart) ?? true else { throw Self.noSuchPart }
    let made = try await renditions.part(
      part, of: content, hash: document.sha256, named: document.location.name.description,
      fileExtension: types.current.converterExtension(for: document.type), facts: facts, priority: priority)
    guard made.size > 0 else { throw Self.noSuchPart }
    return made
  }

  private static let noSuchPart = DocumentError(.notShowable, "it has no such part")

  /// A film of so few bytes lasts some seconds, or shows little that a later frame would tell better.
  private func isShortFilm(_ document: Document) -> Bool {
    document.size <= 4 << 20 && types.current.conforms(document.type, to: .movie)
  }

  func mediaFacts(
    of document: Document, _ content: any ReadableContent, _ priority: RenderPriority
  ) async throws(DocumentError) -> MediaFacts {
    let found = try await media(.facts, of: document, content, priority)
    do {
      let bytes = try Descriptor(duplicating: found.descriptor).read(Int(found.size))
      return try JSONDecoder().decode(MediaFacts.self, from: Data(bytes))
    } catch {
      throw DocumentError(.damaged, "its description cannot be read", cause: error)
    }
  }
}
