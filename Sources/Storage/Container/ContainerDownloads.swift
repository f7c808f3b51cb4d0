import Synchronization

/// How many archives of a whole workspace are being made or sent.
///
/// What the server removes by itself, since its time is over, can wait for them: a file that was listed and goes breaks
/// the archive off. Safe from any thread.
final class ContainerDownloads: Sendable {
  private let count = Atomic(0)

  /// Whether there is one.
  var isAny: Bool { count.load(ordering: .sequentiallyConsistent) > 0 }

  /// One of them, as long as somebody has this object.
  final class One: Sendable {
    private let all: ContainerDownloads

    init(_ all: ContainerDownloads) {
      self.all = all
      all.count.add(1, ordering: .sequentiallyConsistent)
    }

    deinit {
      all.count.subtract(1, ordering: .sequentiallyConsistent)
    }
  }
}

extension SandboxRoot {
  /// Whether somebody downloads all that lies in the workspace: what can wait is not removed meanwhile.
  ///
  /// Safe from any thread.
  public var isBeingDownloaded: Bool { downloads.isAny }
}
