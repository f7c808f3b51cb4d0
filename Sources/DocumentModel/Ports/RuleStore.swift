/// Keeps the rules of a workspace.
///
/// Threading and errors as in ``DocumentIndex``.
public protocol RuleStore: Sendable {
  /// The rules in their order; none at first.
  func rules() async throws(DocumentError) -> [Rule]
  /// Keeps `rules` in place of the earlier ones, durably.
  func save(_ rules: [Rule]) async throws(DocumentError)
}

/// Keeps the documents that arrived and wait for the judgement of rules.
///
/// **Atomicity**, **threading** and **errors** as in ``DocumentIndex``.
public protocol ArrivalStore: Sendable {
  /// The last event whose arrivals were noted; nil before the first one.
  func arrivalPosition() async throws(DocumentError) -> EventID?
  /// Adds arrivals, and notes that those up to an event are all there. One that is there stays as it is.
  func note(_ arrivals: [Arrival], upTo position: EventID) async throws(DocumentError)
  /// Arrivals that were not judged yet, or those that were, with numbers below `sequence`: the last ones first, at most
  /// `limit`.
  func arrivals(
    judged isJudged: Bool, before sequence: Int64, limit: Int
  ) async throws(DocumentError) -> [Arrival]
  /// Keeps that arrivals were judged once; one that is not there any more stays away.
  func keepJudged(_ arrivals: [Arrival]) async throws(DocumentError)
  /// Forgets the arrivals of these documents.
  func forgetArrivals(of documents: [DocumentID]) async throws(DocumentError)
}
