import Synchronization

/// How far the holding of what documents have has come, from one look to the next.
///
/// ```
///   no cursor ── a look ──► behind the last document of the look ── a look ──► … ── the last look ──► no cursor
/// ```
/// Each document is looked at once in a round, so that each look costs what it holds, however
/// many documents there are. The list is in the order in which documents came: those that come meanwhile are still to be
/// met. A change behind the cursor is met in the next round.
final class HoldingRound: Sendable {
  private let place = Mutex<String?>(nil)

  /// Where in the list of all documents the next look begins; nil for the first one.
  var cursor: String? {
    get { place.withLock(\.self) }
    set { place.withLock { $0 = newValue } }
  }

  var isUnderWay: Bool { cursor != nil }
}
