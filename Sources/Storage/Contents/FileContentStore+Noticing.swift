public import DocumentModel
import LinuxSystem

extension FileContentStore {
  /// Hints by `inotify(7)`, from a thread of their own that ends with the stream; nil where the machine gives no more.
  public func notices() -> AsyncStream<TreeNotice>? {
    guard let watch = try? DirectoryWatch() else { return nil }
    // Of hints that were not taken yet the newest stay; one of them says that there were more.
    let (stream, continuation) = AsyncStream.makeStream(
      of: TreeNotice.self, bufferingPolicy: .bufferingNewest(64))
    let root = root
    // Which folders are documents is no event of theirs.
    let ticket = root.packages.whenChanged { continuation.yield(.anywhere) }
    continuation.onTermination = { _ in
      watch.stop()
      root.packages.forget(ticket)
    }
    PosixThread.start(name: "tree-watch") { Self.tell(continuation, of: root, watch) }
    return stream
  }

  /// Whether some process has the file open for writing.
  ///
  /// Processes of other machines on a network disk are not seen.
  public func isOpenForWriting(_ location: Location) async throws(DocumentError) -> Bool {
    let names = root.names
    return try await run("the content could not be opened") {
      try root.packages.isOpenForWriting(names.path(of: location))
    }
  }

  private static func tell(
    _ continuation: AsyncStream<TreeNotice>.Continuation, of root: SandboxRoot, _ watch: DirectoryWatch
  ) {
    // Where it ends, by itself or because it was told to, the passes that come anyway see what happens.
    defer { continuation.finish() }
    guard var tree = try? TreeWatch(root, watch) else { return }
    // Changes before the last folder was watched.
    continuation.yield(.anywhere)
    while let notice = try? tree.next() {
      if case .dropped = continuation.yield(notice) { continuation.yield(.anywhere) }
    }
  }
}
