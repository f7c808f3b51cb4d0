/// The way by which a content came into the store.
public enum Origin: String, Hashable, Sendable, Codable, CaseIterable {
  /// Uploaded or saved through the REST API or the browser.
  case api
  /// Claimed from a drop folder.
  case dropFolder = "drop-folder"
  /// Found in `Documents`, written there by another program.
  case disk
  /// Given to `sheaf import`.
  case commandLine = "command-line"
  /// A sample document of the first start.
  case sample
  /// An earlier version of the same document, brought back.
  case restored
  /// The content of another document.
  case copy
}
