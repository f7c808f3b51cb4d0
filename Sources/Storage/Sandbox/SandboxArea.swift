package import DocumentModel

/// A well-known directory of a workspace (spec documents SB-3 to SB-7).
public enum SandboxArea: String, Hashable, Sendable, CaseIterable {
  /// The user's files under their own names. Nothing of the server's own is ever in it.
  case documents = "Documents"
  /// Files handed over by other programs, not yet filed. Made when the first arrives, absent when empty.
  case inbox = "Documents/Inbox"
  /// Private: index, accounts, versions, Trash.
  case library = "Library"
  /// Can be removed at any time and is made again.
  case caches = "Caches"
  /// Staging. Emptied at every start.
  case temporary = "tmp"

  /// Relative to the workspace's root.
  public var path: String { rawValue }

  var isPermanent: Bool { self != .inbox }
  /// Permissions.
  ///
  /// Only `Documents` may be seen by other users, under the rules of the machine.
  var mode: UInt32 { self == .documents || self == .inbox ? 0o755 : 0o700 }
}

/// Names of the server's own beneath the root.
package enum SandboxPath {
  static let lock = "Library/lock"
  package static let index = "Library/index.sqlite"
  /// Says that the index is to be made anew: ``IndexDamageMark``.
  package static let indexDamage = "Library/index.damaged"
  package static let accounts = "Library/accounts.sqlite"
  /// The words of all documents; a cache.
  package static let search = "Library/search.sqlite"
  static let revocations = "Library/revocations"
  /// Its time is that of the last backup: ``LastBackup``.
  package static let lastBackup = "Library/last-backup"
  static let declarations = "Library/types.json"
  static let preferences = "Library/preferences.json"
  package static let clockReading = "Library/time.json"
  /// The secret of signed addresses.
  static let addresses = "Library/addresses.json"
  /// Imports from the web that are not done.
  static let imports = "Library/imports.json"
  /// Contents of which nothing is kept in `Caches`.
  static let privateContents = "Library/private.json"
  /// Searches with actions on the documents that they find.
  static let rules = "Library/rules.json"
  /// Which folders are documents.
  static let packages = "Library/packages.json"
  package static let savedState = "Library/SavedState"
  /// Marks on the pages of documents.
  package static let annotations = "Library/Annotations"
  /// Contents handed over and not saved yet.
  package static let drafts = "Library/Drafts"
  /// Uploads that are not documents yet.
  package static let uploads = "Library/Uploads"
  package static let versions = "Library/Versions"
  package static let trash = "Library/Trash"
  /// Copies of the documents' present contents, in case other programs replace or remove their files.
  package static let held = "Library/Held"
  /// Copies of the index: from before it was brought to a newer form, and of each day.
  package static let indexCopies = "Library/Backups"
  /// A copy that is being made; a crash leaves it for the next one to remove.
  package static let unfinishedIndexCopy = "\(indexCopies)/copying.sqlite"
  /// Damaged files that were moved out of the way.
  static let damaged = "Library/Damaged"

  package static func version(_ hash: ContentHash) -> String {
    "\(versionFolder(hash))/\(hash)"
  }

  package static func versionFolder(_ hash: ContentHash) -> String {
    "\(versions)/\(hash.description.prefix(2))"
  }

  package static func held(_ hash: ContentHash) -> String {
    "\(heldFolder(hash))/\(hash)"
  }

  static func heldFolder(_ hash: ContentHash) -> String {
    "\(held)/\(hash.description.prefix(2))"
  }

  /// Where the document `id` lies in the Trash: alone in a directory, under its own name.
  package static func trash(_ id: DocumentID) -> String {
    "\(trash)/\(id)"
  }

  package static func document(_ location: Location) -> String {
    "\(SandboxArea.documents.path)/\(location.relativePath)"
  }

  package static func folder(_ folder: FolderPath) -> String {
    folder.isTop ? SandboxArea.documents.path : "\(SandboxArea.documents.path)/\(folder)"
  }
}
