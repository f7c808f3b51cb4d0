import DocumentModel

/// Whether there is room for one more session of a document, and whose idle one makes some: pure.
///
/// One client has half of the sessions of a document, and of all, at most. Where several together have filled them, the client
/// with most gives up its longest idle session. It gives none up where the newcomer would then have more than that client.
struct SessionShares {
  private let limits: SessionLimits
  private let all: [SessionEntry]
  private let siblings: [SessionEntry]
  private let holder: String?

  init(
    _ limits: SessionLimits, _ all: some Sequence<SessionEntry>, in document: DocumentID, for holder: String?
  ) {
    self.limits = limits
    self.all = Array(all)
    siblings = self.all.filter { $0.document == document }
    self.holder = holder
  }

  var isFull: Bool { all.count >= limits.total || siblings.count >= limits.perDocument }

  var isUsedUp: Bool {
    guard let holder else { return false }
    return all.count { $0.holder == holder } >= SessionLimits.share(of: limits.total)
      || siblings.count { $0.holder == holder } >= SessionLimits.share(of: limits.perDocument)
  }

  /// The session that is to end, so that there is room.
  ///
  /// Nil where there is some, or no client can be asked to give one up.
  var spare: SessionID? {
    guard isFull, !isUsedUp else { return nil }
    let crowd = siblings.count >= limits.perDocument ? siblings : all
    let counts = Dictionary(grouping: crowd, by: \.holder).mapValues(\.count)
    let own = counts[holder] ?? 0
    guard let most = counts.values.max(), most > own + 1 else { return nil }
    return crowd.filter { counts[$0.holder] == most && $0.state.phase == .clean && !$0.isAttended }
      .min { $0.heard < $1.heard }?.id
  }
}
