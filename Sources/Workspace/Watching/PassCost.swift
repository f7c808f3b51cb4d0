import LinuxSystem

/// What a pass over the tree took of the machine and of its disk.
///
/// ```
///   from its begin to its end
///   ├── its threads run ──┬── they wait for the disk ──┬── they are ready, and others have the processors ──┤
///   └────────────────────── cost ──────────────────────┘
/// ```
/// To wait for the disk is to use it, so it counts: on a disk that takes seconds for a pass, passes come seldom, also
/// where other programs keep the disk busy. To wait for a processor uses nothing, and does not count: a pass of few
/// milliseconds that takes seconds because others keep the processors busy is no reason to look seldom.
///
/// The scheduler tells of all threads of the server, and whose waiting it was it does not tell: threads that answer
/// requests may have waited for processors while the pass waited for the disk. So a part of the time counts whatever
/// they waited, and passes leave the disk alone for longer than they take.
enum PassCost {
  /// One part in so many of the time counts in any case.
  static let certain = 10

  /// The cost of a pass that took `elapsed`, with what the scheduler told when it began and when it ended.
  ///
  /// Where the scheduler does not tell, all of the time counts. Else it is all but what the server's threads were kept
  /// waiting; at least what they ran and a part of the time (``certain``), at most the time that passed.
  static func of(_ elapsed: Duration, from before: SchedulerTimes?, to after: SchedulerTimes?) -> Duration {
    guard let before, let after else { return elapsed }
    // Threads that ended meanwhile took their times with them.
    let (ran, waited) = (after.ran - before.ran, max(.zero, after.waited - before.waited))
    return min(elapsed, max(elapsed / certain, ran, elapsed - waited))
  }
}
