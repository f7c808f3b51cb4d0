public import DocumentModel
import Storage

/// The operator's settings.
public struct Configuration: Sendable {
  /// The workspace's root directory.
  public var root: String
  /// The address to listen on.
  public var host: String
  /// The port to listen on; 0 picks a free one.
  public var port: UInt16
  /// Folders from which files are imported automatically.
  public var dropFolders: [String]
  /// Whether files that other programs put into `Documents` become documents.
  public var sharesFiles = true
  /// Directories that are shown beside the workspace and never written to.
  public var readOnlyAreas: [ReadOnlyAreaSetting] = []
  /// False admits every client that reaches the port; only for loopback.
  public var requiresSignIn: Bool
  /// Further host names of the server (`Host` header), such as that of a reverse proxy; with `https://` in front if the
  /// proxy speaks TLS.
  public var allowedHosts: [String]
  /// The number of render workers; nil for one per core, at least two.
  public var workers: Int?
  /// The most bytes of page images in `Caches`.
  public var cacheBytes: Int64
  /// The largest upload in bytes.
  public var maximumUpload: Int64
  /// The rule for keeping earlier versions.
  public var retention: VersionRetention
  /// The rule for documents in the Trash.
  public var trashRetention: TrashRetention
  /// The most bytes of documents, versions and Trash; nil for no limit.
  public var quota: Int64?
  /// Bytes that stay free on the workspace's disk; nil for a default by its size, 0 to fill it up.
  public var keepFree: Int64?
  /// The size in bytes up to which contents are kept as copies, safe from writes of other programs; 0 for short ones
  /// alone.
  public var copiesUpTo = FileContentStore.longestCopy
  /// Whether contents may be fetched from machines of private networks, this one among them.
  public var allowsPrivateImports = false
  /// The patience with uploads, and with imports from the web.
  public var transfers = TransferPatience()
  /// The directory with `Resources` and `Public`; nil to look beside the program.
  public var files: String?

  /// A configuration; all but the root has a default.
  public init(
    root: String, host: String = "127.0.0.1", port: UInt16 = 8080, dropFolders: [String] = [],
    requiresSignIn: Bool = true, allowedHosts: [String] = [], workers: Int? = nil,
    cacheBytes: Int64 = 1 << 30,
    maximumUpload: Int64 = 64 << 30, retention: VersionRetention = .standard,
    trashRetention: TrashRetention = .standard, quota: Int64? = nil,
    keepFree: Int64? = nil, files: String? = nil
  ) {
    self.root = root
    self.host = host
    self.port = port
    self.dropFolders = dropFolders
    self.requiresSignIn = requiresSignIn
    self.allowedHosts = allowedHosts
    self.workers = workers
    self.cacheBytes = cacheBytes
    self.maximumUpload = maximumUpload
    self.retention = retention
    self.trashRetention = trashRetention
    self.quota = quota
    self.keepFree = keepFree
    self.files = files
  }

  /// Keeps this number of a document's newest versions, and all versions younger than this number of days.
  public mutating func setRetention(versions: Int, days: Int) {
    retention = VersionRetention(count: versions, days: days)
  }

  /// Keeps deleted documents for this number of days; 0 for ever.
  public mutating func setTrashRetention(days: Int) {
    trashRetention = TrashRetention(days: days)
  }

  /// Whether `host` names this machine alone; may ask the system's resolver.
  public var isLoopback: Bool { ListenAddress(host).isLoopback }
}

/// The operator's patience with who sends a content; nil for the default of each way in.
public struct TransferPatience: Sendable {
  /// The longest silence in the body of an upload, and of the sender of an import.
  public var gap: Duration?
  /// The longest time of an upload's body, and of an import.
  public var time: Duration?
  /// The most imports at a time from one host.
  public var importsPerHost: Int?

  /// The defaults.
  public init() {}
}

/// The reason why Sheaf cannot start: one sentence for the operator, with the remedy.
public struct StartError: Error, Sendable, CustomStringConvertible {
  /// The sentence for the operator.
  public let description: String

  /// An error from its sentence.
  public init(_ description: String) {
    self.description = description
  }
}
