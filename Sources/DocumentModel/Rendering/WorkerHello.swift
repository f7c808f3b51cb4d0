/// The first message of a worker process, sent unasked as soon as it is isolated and ready for work.
public struct WorkerHello: Hashable, Sendable, Codable {
  /// A protection that confines a hostile document to its worker.
  public enum Protection: String, Hashable, Sendable, Codable, CaseIterable {
    /// The kernel lets it read fonts and similar resources, and nothing else of the file system (Landlock).
    case fileSystem
    /// The kernel allows only the system calls of a short list (seccomp): no network, no processes, no code from data.
    case systemCalls
    /// It has no capability, also under a server of root, and can gain none (`no_new_privs`). Other processes cannot
    /// read its memory.
    case privileges
    /// Memory, descriptors and file sizes are bounded (rlimits).
    case limits
    /// Its users, network, mounts and System V IPC are separate and empty.
    case namespaces
    /// Only fonts and similar resources have paths in its file system, so it cannot probe for other files.
    case root
  }

  /// The version of these messages in this build.
  public static let currentProtocol = 13

  /// The version of the messages in the worker's build.
  public let protocolVersion: Int
  /// The libraries of the worker and their versions: "poppler 22.12.0".
  ///
  /// A cached image is valid for these versions only.
  public let renderers: [String]
  /// The protections that are in place.
  ///
  /// A worker without one of them still says hello; the server decides whether to use it.
  public let protections: Set<Protection>

  /// The protections that a worker must have before it gets a document.
  ///
  /// Landlock is not required, because older kernels lack it; without it a worker can open no file at all (seccomp),
  /// and shows less. Namespaces and the root that depends on them are not required either: containers and some
  /// distributions forbid them to ordinary users. A worker without them can test whether a path exists.
  public static let requiredProtections = Set(Protection.allCases)
    .subtracting([.fileSystem, .namespaces, .root])

  /// The known protections that are not in place.
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
