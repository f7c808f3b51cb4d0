package import DocumentModel
package import LinuxSystem

/// Something of the settings in `Library` that was damaged, or no file, and lies in `Library/Damaged` now.
public struct DamagedSettings: Hashable, Sendable {
  /// Where it was, relative to the workspace's root.
  public let path: String
  /// The fault, in words.
  public let damage: String
  /// Where it is now, relative to the workspace's root.
  public let place: String
}

/// Settings that are damaged, which the start of a server puts aside.
///
/// ```
///                 packages.json          types.json    Library/Damaged/<id>/file
///   found         the rule               damaged       –
///   noted         the rule, types lost   damaged       –            a crash here: found again
///   put aside     the rule, types lost   –             types.json
///   served        the rule, with what the lost types said of names   (see WrittenPackageRule)
/// ```
/// All calls block.
package struct SettingsCheck {
  let root: Directory
  /// How a file is opened; tests have a disk that does not give it.
  var open: (Directory, String) throws(SystemError) -> Descriptor = SettingsFile.open

  package init(root: Directory) {
    self.root = root
  }

  package static let paths = SettingsFile.all.map(\.path) + [SandboxPath.savedState]

  /// The fault of the settings at `path`, in words; nil when there is none, or no file.
  ///
  /// Throws `.storageFailed` or `.readOnly` when the disk does not give them.
  package func damage(at path: String) throws(DocumentError) -> String? {
    if let file = SettingsFile.all.first(where: { $0.path == path }) {
      return try file.damage(in: root, opening: open)
    }
    let kind = try refusing("the workspace's \(path) could not be examined") {
      try root.statusIfPresent(path)?.kind
    }
    return kind == nil || kind == .directory ? nil : "it is no real directory"
  }

  /// Puts what is damaged out of the way, durably; nothing is, unless all could be examined.
  func setAside() throws(DocumentError) -> [DamagedSettings] {
    var damages: [(path: String, damage: String)] = []
    for path in Self.paths {
      if let damage = try damage(at: path) { damages.append((path, damage)) }
    }
    let damaged = damages.map(\.path)
    if damaged.contains(SandboxPath.declarations), !damaged.contains(SandboxPath.packages) {
      try noteLostTypes()
    }
    var aside: [DamagedSettings] = []
    for (path, damage) in damages {
      let place = try refusing("the workspace's \(path) is damaged, and could not be put aside") {
        try DamagedFolder(root: root).take(path, "The settings are damaged: \(damage).")
      }
      aside.append(DamagedSettings(path: path, damage: damage, place: place))
    }
    return aside
  }

  /// Before the types are gone: without them the rule would not show which names came from lost types.
  private func noteLostTypes() throws(DocumentError) {
    guard var rule = PackageRule.written(in: root), !rule.areTypesLost else { return }
    rule.areTypesLost = true
    let bytes = try LibraryFile.json(rule, at: SandboxPath.packages)
    try refusing("the workspace's \(SandboxPath.packages) could not be written") {
      try LibraryFile.replace(SandboxPath.packages, by: bytes, in: root)
    }
  }
}
