public import DocumentModel
import Storage

/// What an operator sets.
public struct Configuration: Sendable {
  /// The workspace's root directory.
  public var root: String
  /// The address to listen on.
  public var host: String
  /// The port to listen on; 0 picks a free one.
  public var port: UInt16
  /// Folders whose files are imported by themselves.
  public var dropFolders: [String]
  /// Whether files that others put into `Documents` become documents.
  public var sharesFiles = true
  /// Directories that are shown beside the workspace and never written to.
  public var readOnlyAreas: [ReadOnlyAreaSetting] = []
  /// False lets everybody who reaches the port in; only for loopback.
  public var requiresSignIn: Bool
  /// Further names under which the server may be reached (`Host` header), such as a reverse proxy's; with
  /// `https://` in front when the proxy speaks TLS.
  public var allowedHosts: [String]
  /// Render workers; nil for as many as cores, at least two.
  public var workers: Int?
  /// Bytes that page images may take in `Caches`.
  public var cacheBytes: Int64
  /// The largest upload in bytes.
  public var maximumUpload: Int64
  /// Which earlier versions are kept.
  public var retention: VersionRetention
  /// How long documents stay in the Trash.
  public var trashRetention: TrashRetention
  /// The most bytes that the workspace may keep: documents, versions and Trash; nil for any number.
  public var quota: Int64?
  /// Bytes that must stay free on the workspace's disk; nil for what suits the disk, 0 to fill it up.
  public var keepFree: Int64?
  /// Bytes up to which contents are held as copies, so that others cannot write over the only one; 0 for short ones alone.
  public var copiesUpTo = FileContentStore.longestCopy
  /// Where `Resources` and `Public` lie; nil to look beside the program.
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

  /// Keeps so many of a document's newest versions, and all that are younger than so many days.
  public mutating func setRetention(versions: Int, days: Int) {
    retention = VersionRetention(count: versions, days: days)
  }

  /// Keeps what is thrown away so many days; 0 for ever.
  public mutating func setTrashRetention(days: Int) {
    trashRetention = TrashRetention(days: days)
  }

  /// Whether `host` names this machine alone; may ask the system's resolver.
  public var isLoopback: Bool { ListenAddress(host).isLoopback }
}
