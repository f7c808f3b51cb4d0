import DocumentModel
import Synchronization

extension InMemoryIndex: ArrivalStore {
  func arrivalPosition() async throws(DocumentError) -> EventID? { state.withLock(\.arrivalPosition) }

  func note(_ arrivals: [Arrival], upTo position: EventID) async throws(DocumentError) {
    try transact { state throws(DocumentError) in
      for arrival in arrivals where !state.arrivals.contains(where: { $0.document == arrival.document }) {
        state.arrivals.append(arrival)
      }
      state.arrivalPosition = position
    }
  }

  func arrivals(
    judged isJudged: Bool, before sequence: Int64, limit: Int
  ) async throws(DocumentError) -> [Arrival] {
    state.withLock { state in
      let found = state.arrivals.filter { $0.isJudged == isJudged && $0.sequence < sequence }
      return Array(found.sorted { $0.sequence > $1.sequence }.prefix(max(0, limit)))
    }
  }

  func keepJudged(_ arrivals: [Arrival]) async throws(DocumentError) {
    try transact { state throws(DocumentError) in
      for arrival in arrivals {
        guard let place = state.arrivals.firstIndex(where: { $0.document == arrival.document }) else {
          continue
        }
        (state.arrivals[place].isJudged, state.arrivals[place].rules) = (true, arrival.rules)
      }
    }
  }

  func forgetArrivals(of documents: [DocumentID]) async throws(DocumentError) {
    try transact { $0.arrivals.removeAll { documents.contains($0.document) } }
  }
}
