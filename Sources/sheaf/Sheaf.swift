import ArgumentParser
import WebApp

/// The program's commands.
///
/// Each command is a thin layer over the libraries.
@main
struct Sheaf: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sheaf", abstract: "A workspace for documents that you can touch.", version: App.version,
    subcommands: [
      ServeCommand.self, ImportCommand.self, RenderCommand.self, TypesCommand.self, VerifyCommand.self,
      BackupCommand.self, RestoreCommand.self, TokenCommand.self,
    ])
}
