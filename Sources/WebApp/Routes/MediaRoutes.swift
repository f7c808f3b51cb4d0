import DocumentModel
import FoundationEssentials
import HTTPServer
import HTTPTypes
import LinuxSystem
import Synchronization
import Workspace

/// Facts, frames, subtitles and conversion of sound and film, for players (spec ipad 7.2, 7.8).
struct MediaRoutes: Sendable {
  /// The streams that are converted at once: each takes a processor.
  static let mostStreams = 3

  let workspace: DocumentWorkspace
  private let streams = StreamCount()

  init(workspace: DocumentWorkspace) {
    self.workspace = workspace
  }

  func add(to router: inout Router) {
    router.on(.get, "api/v1/documents/:id/media") { request, parameters in
      let document = try await document(parameters)
      let facts = try await workspace.pages.mediaFacts(of: document)
      return try JSONResponse.entity(MediaResponse(facts), sorted: true).0.response(to: request.head)
    }
    picture("poster", .poster, type: "image/jpeg", in: &router)
    picture("strip", .strip, type: "image/jpeg", in: &router)
    picture("waveform", .waveform, type: "image/png", in: &router)
    router.on(.get, "api/v1/documents/:id/media/subtitles/:track") { request, parameters in
      guard let track = parameters["track"].flatMap({ PlainNumber.whole($0) }) else {
        throw DocumentError(.notFound, "there is no such track")
      }
      return try await part(.subtitles(track: track), type: "text/vtt; charset=utf-8", request, parameters)
    }
    router.on(.get, "api/v1/documents/:id/media/stream") { request, parameters in
      try await stream(document(parameters), from: try Self.start(request))
    }
  }

  private static let caching = "private, no-cache"

  private func document(_ parameters: PathParameters) async throws -> Document {
    try await workspace.document(try parameters.require("id", as: DocumentID.self), includingTrash: true)
  }

  private func picture(_ name: String, _ part: MediaPart, type: String, in router: inout Router) {
    router.on(.get, "api/v1/documents/:id/media/\(name)") { request, parameters in
      try await self.part(part, type: type, request, parameters)
    }
  }

  private func part(
    _ part: MediaPart, type: String, _ request: Request, _ parameters: PathParameters
  ) async throws -> Response {
    let document = try await document(parameters)
    let made = try await workspace.pages.media(part, of: document)
    return Representation(
      .descriptor(made.descriptor, 0..<UInt64(made.size), owner: made), type: type,
      tag: try EntityTag(made: made, of: document.sha256),
      headers: [
        .cacheControl: Self.caching, .sheafSource: document.sha256.description,
        .contentSecurityPolicy: "sandbox; default-src 'none'",
      ]
    ).response(to: request.head)
  }

  private static func start(_ request: Request) throws -> Double {
    guard let text = request.query["start"] else { return 0 }
    guard let start = Double(text), (0...1e6).contains(start) else {
      throw DocumentError(.invalidParameter, "start must be a number of seconds, at most 1000000")
    }
    return start
  }

  /// The conversion is a job, which ends when the client leaves.
  private func stream(_ document: Document, from start: Double) async throws -> Response {
    guard streams.enter() else { throw DocumentError(.busy, "too many films are converted at once") }
    do {
      let (media, facts) = try await workspace.pages.mediaStream(of: document, from: start)
      let lease = StreamLease(streams, media)
      var response = Response.stream(
        type: facts.video == nil ? "audio/mp4" : "video/mp4", headers: [.cacheControl: "no-store"]
      ) { [workspace] output in
        let title = "Playing \(document.location.name)"
        try await workspace.jobs.run(.conversion, title, summary: { _ in nil }) { _ in
          try await lease.send(to: output)
        }
      }
      response.lease = lease
      return response
    } catch {
      streams.leave()
      throw error
    }
  }
}

/// Counts the streams that are converted.
private final class StreamCount: Sendable {
  private let count = Mutex(0)

  func enter() -> Bool {
    count.withLock { count in
      guard count < MediaRoutes.mostStreams else { return false }
      count += 1
      return true
    }
  }

  func leave() { count.withLock { $0 -= 1 } }
}

/// A stream for one response; it ends with the response.
private final class StreamLease: Sendable {
  private let count: StreamCount
  private let media: any MediaStream
  /// A thread of its own: reading waits for the conversion.
  private let reading = BlockingPool(threads: 1, name: "media-stream")

  init(_ count: StreamCount, _ media: any MediaStream) {
    (self.count, self.media) = (count, media)
  }

  deinit {
    media.end()
    count.leave()
  }

  func send(to output: ByteStream) async throws {
    try await withTaskCancellationHandler {
      while let bytes = await reading.run({ [media] in media.next() }) { try await output.write(bytes) }
    } onCancel: {
      media.end()
    }
  }
}

/// Facts of a sound or film.
struct MediaResponse: Encodable {
  struct Track: Encodable {
    let index: Int
    let kind: String
    let codec: String
    let language: String?
    let title: String?
    let width: Int?
    let height: Int?
    let frameRate: Double?
    let channels: Int?
    let sampleRate: Int?
  }

  @Nullable var duration: Double?
  let container: String
  let bitRate: Int?
  let tracks: [Track]
  let chapters: [MediaFacts.Chapter]
  let tags: [String: String]

  init(_ facts: MediaFacts) {
    container = facts.container
    bitRate = facts.bitRate
    chapters = facts.chapters
    tags = facts.tags
    tracks = facts.tracks.map { track in
      Track(
        index: track.index, kind: track.kind.rawValue, codec: track.codec, language: track.language,
        title: track.title, width: track.width, height: track.height, frameRate: track.frameRate,
        channels: track.channels, sampleRate: track.sampleRate)
    }
    duration = facts.duration
  }
}
