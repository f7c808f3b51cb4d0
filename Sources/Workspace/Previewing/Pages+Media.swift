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
    let facts = part == .facts ? nil : try await mediaFacts(of: document, content, priority)
    // A job is for what can be made.
    guard facts.map(part.isPart) ?? true else { throw DocumentError(.notShowable, "it has no such part") }
    return try await renditions.part(
      part, of: content, hash: document.sha256, named: document.location.name.description,
      fileExtension: types.current.converterExtension(for: document.type), facts: facts, priority: priority)
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
