import ArgumentParser
import WebApp

struct TokenCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "token",
    abstract: "Create and revoke credentials of programs and browsers; also while a server runs.",
    subcommands: [Create.self, List.self, Revoke.self, Link.self])

  struct Create: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "create", abstract: "Print a new bearer token for a program. It is shown only now.")

    @OptionGroup var workspace: WorkspaceOptions

    @Option(help: "The name of the token in lists.")
    var name = "program"

    @Flag(help: "Let it read, and change nothing.")
    var readOnly = false

    func run() async throws {
      print(
        try await Failure.reporting {
          try await Accounts.open(root: workspace.root).makeToken(name: name, isReadOnly: readOnly)
        })
    }
  }

  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list",
      abstract: "List tokens, signed-in browsers and unused sign-in links, oldest first.",
      discussion: "A line each: kind, name, when it was made, when it ends; tabs between them.")

    @OptionGroup var workspace: WorkspaceOptions

    func run() async throws {
      let list = try await Failure.reporting { try await CredentialList(root: workspace.root) }
      for line in list.lines { print(line) }
    }
  }

  struct Revoke: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "revoke",
      abstract: "Revoke tokens and unused sign-in links, also in a running server.",
      discussion: "Prints the number of revoked credentials. Exit code 1 when there was none of that name.")

    @OptionGroup var workspace: WorkspaceOptions

    @Flag(help: "Sign out every browser instead.")
    var browsers = false

    @Flag(help: "Revoke every unused sign-in link instead.")
    var links = false

    @Argument(help: "The name of tokens or links, as `sheaf token list` shows it.")
    var name: String?

    func validate() throws {
      guard [browsers, links, name != nil].count(where: { $0 }) == 1 else {
        throw ValidationError("Give a name, or --browsers, or --links.")
      }
    }

    func run() async throws {
      let count = try await Failure.reporting {
        let accounts = try await Accounts.open(root: workspace.root)
        if browsers { return try await accounts.signOutBrowsers() }
        guard let name else { return try await accounts.revokeLinks() }
        let count = try await accounts.revoke(named: name)
        guard count > 0 else {
          throw StartError(
            "there is no token or link of that name; `sheaf token list` shows those that there are")
        }
        return count
      }
      print(count)
    }
  }

  struct Link: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "link", abstract: "Print a new link with which a browser signs in once.")

    @OptionGroup var workspace: WorkspaceOptions

    @Option(help: "The address at which the browser reaches the server (default: where it says it answers).")
    var url: String?

    func run() async throws {
      print(
        try await Failure.reporting { try await SignInLink.make(root: workspace.root, address: url) })
    }
  }
}
