import ArgumentParser
import WebApp

struct TokenCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "token", abstract: "Make credentials for programs and browsers; also while a server runs.",
    subcommands: [Create.self, Link.self])

  struct Create: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "create", abstract: "Print a new bearer token for a program. It is shown only now.")

    @OptionGroup var workspace: WorkspaceOptions

    @Option(help: "What the token is for.")
    var name = "program"

    func run() async throws {
      print(
        try await Failure.reporting { try await Accounts.open(root: workspace.root).makeToken(name: name) })
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
