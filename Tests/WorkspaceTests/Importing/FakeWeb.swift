import DocumentModel
import Synchronization

@testable import Workspace

/// A web of canned answers, which notes who was asked for what.
final class FakeWeb: WebFetcher, ImportOrderStore {
  struct Answer: Sendable {
    var status = 200
    var fields: [(name: String, value: String)] = []
    var pieces: [String] = []
    /// The end of the connection, instead of a good end.
    var failure: DocumentError?
    /// Called before each piece.
    var beforePiece: @Sendable (Int) async -> Void = { _ in }
  }

  private struct State {
    var answers: [String: Answer] = [:]
    var machines: [String: [NetworkAddress]] = [:]
    var requests: [WebRequest] = []
    var orders: [ImportOrder] = []
    var open = 0
  }

  private let state = Mutex(State())
  static let machine = NetworkAddress([1, 1, 1, 1])

  var requests: [WebRequest] { state.withLock(\.requests) }
  var kept: [ImportOrder] { state.withLock(\.orders) }
  var openResponses: Int { state.withLock(\.open) }

  func answer(_ address: String, _ answer: Answer) { state.withLock { $0.answers[address] = answer } }
  func put(_ host: String, at bytes: [UInt8]...) {
    state.withLock { $0.machines[host] = bytes.compactMap(NetworkAddress.init) }
  }

  func lookUp(_ host: String) -> [NetworkAddress] {
    state.withLock { $0.machines[host] } ?? [Self.machine].compactMap(\.self)
  }

  func fetch(_ request: WebRequest) async throws(DocumentError) -> any WebResponse {
    let found = state.withLock { state in
      state.requests.append(request)
      let part = request.offset > 0 ? "\(request.address) from \(request.offset)" : "\(request.address)"
      return state.answers[part]
    }
    guard let found else { throw DocumentError(.fetchFailed, "nobody is there") }
    state.withLock { $0.open += 1 }
    return Response(found) { [self] in state.withLock { $0.open -= 1 } }
  }

  func orders() async throws(DocumentError) -> [ImportOrder] { kept }
  func save(_ orders: [ImportOrder]) async throws(DocumentError) { state.withLock { $0.orders = orders } }

  private final class Response: WebResponse {
    let head: WebResponseHead
    private let answer: Answer
    private let next = Mutex(0)
    private let onEnd: @Sendable () -> Void
    private let hasEnded = Mutex(false)

    init(_ answer: Answer, onEnd: @escaping @Sendable () -> Void) {
      head = WebResponseHead(status: answer.status, fields: answer.fields)
      (self.answer, self.onEnd) = (answer, onEnd)
    }

    func next() async throws(DocumentError) -> [UInt8] {
      let number = next.withLock { next in
        defer { next += 1 }
        return next
      }
      await answer.beforePiece(number)
      guard number < answer.pieces.count else {
        if let failure = answer.failure { throw failure }
        end()
        return []
      }
      return Array(answer.pieces[number].utf8)
    }

    func end() {
      let isFirst = hasEnded.withLock { hasEnded in
        defer { hasEnded = true }
        return !hasEnded
      }
      if isFirst { onEnd() }
    }
  }
}
