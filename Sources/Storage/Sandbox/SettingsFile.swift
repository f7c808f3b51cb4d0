import DocumentModel
import LinuxSystem

/// A file of settings in `Library`, without which a server goes on with what holds from the start.
///
/// All calls block.
struct SettingsFile: Sendable {
  let path: String
  let maximumBytes: Int64
  /// The message about bytes that ``isUnderstood`` refuses.
  let complaint: String
  let isUnderstood: @Sendable ([UInt8]) -> Bool

  static let declarations = SettingsFile(
    path: SandboxPath.declarations, maximumBytes: DeclarationFile.maximumBytes,
    complaint: "it is not a list of types and handlers"
  ) { (try? DeclarationFile.decode($0)) != nil }
  static let packages = SettingsFile(
    path: SandboxPath.packages, maximumBytes: PackageRule.maximumBytes,
    complaint: "it does not say which folders are documents"
  ) { WrittenPackageRule(json: $0) != nil }
  static let all = [
    declarations, packages,
    SettingsFile(
      path: SandboxPath.preferences, maximumBytes: PreferenceFile.maximumBytes,
      complaint: "it is not an object of preferences"
    ) { (try? PreferenceFile.decode($0)) != nil },
    SettingsFile(
      path: SandboxPath.clockReading, maximumBytes: ClockReadingFile.maximumBytes,
      complaint: "it does not say when the server last ran"
    ) { ClockReadingFile.decode($0) != nil },
    SettingsFile(
      path: SandboxPath.imports, maximumBytes: ImportOrderFile.maximumBytes,
      complaint: "it is not a list of imports"
    ) { (try? ImportOrderFile.decode($0)) != nil },
    SettingsFile(
      path: SandboxPath.addresses, maximumBytes: SignedAddressFile.maximumBytes,
      complaint: "it holds no secret of signed addresses"
    ) { SignedAddressFile.decode($0) != nil },
    SettingsFile(
      path: SandboxPath.privateContents, maximumBytes: PrivateContentFile.maximumBytes,
      complaint: "it is not a list of contents"
    ) { (try? PrivateContentFile.decode($0)) != nil },
    SettingsFile(
      path: SandboxPath.rules, maximumBytes: RuleFile.maximumBytes, complaint: "it is not a list of rules"
    ) { (try? RuleFile.decode($0)) != nil },
  ]

  /// The fault, in words; nil when there is none, or no file.
  ///
  /// Throws `.storageFailed` or `.readOnly` when the disk does not give it, which is no damage: it may give it the next
  /// time.
  ///
  /// - Parameter open: how it is opened; tests have a disk that does not give it.
  func damage(
    in root: Directory,
    opening open: (Directory, String) throws(SystemError) -> Descriptor = SettingsFile.open
  ) throws(DocumentError) -> String? {
    try refusing("the workspace's \(path) could not be read") {
      guard let status = try root.statusIfPresent(path) else { return nil }
      guard status.kind == .regular else { return "it is no regular file" }
      guard status.size <= maximumBytes else { return "it is longer than \(maximumBytes) bytes" }
      return isUnderstood(try open(root, path).read(Int(status.size))) ? nil : complaint
    }
  }

  static func open(_ root: Directory, _ path: String) throws(SystemError) -> Descriptor {
    try root.open(path)
  }
}
