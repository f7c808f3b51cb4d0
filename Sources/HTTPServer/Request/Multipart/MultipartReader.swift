import Synchronization

/// Feeds a body to the parser and passes its events to the form and to the current part.
final class MultipartReader: Sendable {
  private struct State {
    var parser: MultipartParser
    var events: ArraySlice<MultipartParser.Event> = []
    /// The number of the current part; the bodies of earlier parts read as ended.
    var current = 0
    var isInPart = false
  }

  private let body: RequestBody
  private let state: Mutex<State>

  init(_ body: RequestBody, _ boundary: MultipartBoundary) {
    self.body = body
    state = Mutex(State(parser: MultipartParser(boundary: boundary)))
  }

  func nextPart() async throws -> MultipartPart? {
    while let event = try await nextEvent() {
      guard case .part(let headers) = event else { continue }
      let number = state.withLock { state in
        state.current += 1
        state.isInPart = true
        return state.current
      }
      return MultipartPart(
        name: headers.disposition.name, filename: headers.disposition.filename, headers: headers.fields,
        body: RequestBody(source: PartBody(reader: self, number: number), declaredLength: nil))
    }
    return nil
  }

  fileprivate func nextData(of part: Int) async throws -> [UInt8]? {
    guard state.withLock({ $0.current == part && $0.isInPart }) else { return nil }
    guard case .data(let bytes)? = try await nextEvent() else {
      state.withLock { $0.isInPart = false }
      return nil
    }
    return bytes
  }

  /// The next event; reads the body on require; nil at the end.
  private func nextEvent() async throws -> MultipartParser.Event? {
    var iterator = body.makeAsyncIterator()
    while true {
      if let event = state.withLock({ $0.events.popFirst() }) { return event }
      guard let bytes = try await iterator.next() else {
        try state.withLock { try $0.parser.finish() }
        return nil
      }
      try state.withLock { state in state.events = try state.parser.feed(bytes)[...] }
    }
  }
}

private struct PartBody: BodySource {
  let reader: MultipartReader
  let number: Int

  func next() async throws -> [UInt8]? { try await reader.nextData(of: number) }
}
