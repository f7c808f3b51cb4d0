import Storage

/// A link with which a browser signs in once, for a server that may be running.
public enum SignInLink {
  private static let usualAddress = "http://127.0.0.1:8080/"

  /// Makes a new link to the workspace at `root`.
  ///
  /// Without an `address` it leads to where the workspace's server said that it answers.
  ///
  /// Throws ``StartError`` or `DocumentError` when there is no such workspace.
  public static func make(root: String, address: String?) async throws -> String {
    let code = try await Accounts.open(root: root).makeCode()
    let advertised = try SandboxRoot(opening: root, for: .inspecting).advertisedAddress
    let address = address ?? advertised ?? usualAddress
    return "\(address.hasSuffix("/") ? address : address + "/")sign-in?code=\(code)"
  }
}
