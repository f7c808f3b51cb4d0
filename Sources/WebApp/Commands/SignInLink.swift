import Storage

/// A link with which a browser signs in once, also while a server is running.
public enum SignInLink {
  private static let usualAddress = "http://127.0.0.1:8080/"

  /// Makes a new link to the workspace at `root`.
  ///
  /// Without an `address` the link leads to the address that the workspace's server recorded.
  ///
  /// Throws ``StartError`` or `DocumentError` when there is no such workspace.
  public static func make(root: String, address: String?) async throws -> String {
    let code = try await Accounts.open(root: root).makeCode()
    let advertised = try SandboxRoot(opening: root, for: .inspecting).advertisedAddress
    let address = address ?? advertised ?? usualAddress
    return "\(address.hasSuffix("/") ? address : address + "/")sign-in?code=\(code)"
  }
}
