public import ServiceLifecycle

/// Takes back, again and again, what could not be taken back of a batch when it was refused: the disk was full, or did
/// not answer.
///
/// Mostly there is nothing, which costs one look at the index a minute.
public struct BatchMaintenance: Service {
  /// From one look to the next.
  public static let interval = Duration.seconds(60)

  private let workspace: DocumentWorkspace
  private let rounds: PeriodicTask

  /// Care for the batches of `workspace`, in `rounds`; the start has looked after them already.
  public init(
    _ workspace: DocumentWorkspace, rounds: PeriodicTask = PeriodicTask(resting: BatchMaintenance.interval)
  ) {
    self.workspace = workspace
    self.rounds = rounds
  }

  /// Looks again and again until the service group shuts down.
  public func run() async throws {
    await rounds.run { _ in
      await workspace.batches.resumeBatches()
      return Self.interval
    }
  }
}
