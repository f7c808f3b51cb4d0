public import ServiceLifecycle

/// Puts into documents' histories what others wrote to their files after these were replaced here.
///
/// Mostly there is nothing, which costs nothing.
public struct LateWriteCare: Service {
  /// From one look to the next.
  public static let interval = Duration.seconds(5)

  private let workspace: DocumentWorkspace
  private let rounds: Rounds

  /// Care for the documents of `workspace`, in `rounds`.
  public init(_ workspace: DocumentWorkspace, rounds: Rounds = Rounds()) {
    self.workspace = workspace
    self.rounds = rounds
  }

  /// Looks again and again until the service group shuts down.
  public func run() async throws {
    await rounds.run { _ in
      await workspace.versions.recordLateWrites()
      return Self.interval
    }
  }
}
