/// The first message of a worker process, sent without being asked when it is closed in and ready for work.
public struct WorkerHello: Hashable, Sendable, Codable {
  /// Something that keeps a hostile document inside its worker.
  public enum Protection: String, Hashable, Sendable, Codable, CaseIterable {
    /// The kernel lets it read fonts and the like, and nothing else of the file system (Landlock).
    case fileSystem
    /// The kernel answers only the calls on a short list (seccomp): no network, no processes, no code from data.
    case systemCalls
    /// It has no capability, also where the server runs as root, can gain none (`no_new_privs`), and its memory is closed to others.
    case privileges
    /// Memory, descriptors and file sizes are bounded (rlimits).
    case limits
    /// Its users, network, mounts and System V IPC are its own, with nothing in them.
    case namespaces
    /// Of the file system fonts and the like alone have a name for it: nobody can ask what else there is.
    case root
  }

  /// The version of these messages that this build speaks.
  public static let currentProtocol = 7

  /// The version of the messages that the worker speaks.
  public let protocolVersion: Int
  /// The libraries that it draws with, and their versions: "poppler 22.12.0".
  ///
  /// A cached image is as old as these.
  public let renderers: [String]
  /// What keeps documents in.
  ///
  /// A worker that lacks one still says hello; whether that is good enough is the server's decision.
  public let protections: Set<Protection>

  /// What a worker must have before it gets a document.
  ///
  /// Landlock is not among it, which older kernels lack: a worker without it can open no file at all (seccomp), so it
  /// shows less and reaches no more. Namespaces, and the root that they allow, are not either: containers and some
  /// distributions forbid them to ordinary users. A worker without them can ask whether a path exists.
  public static let requiredProtections = Set(Protection.allCases)
    .subtracting([.fileSystem, .namespaces, .root])

  /// What is not in place, of all that Sheaf knows of.
  public var missingProtections: Set<Protection> { Set(Protection.allCases).subtracting(protections) }

  /// A greeting from its parts.
  public init(
    protocolVersion: Int = WorkerHello.currentProtocol, renderers: [String], protections: Set<Protection>
  ) {
    self.protocolVersion = protocolVersion
    self.renderers = renderers
    self.protections = protections
  }
}
