import ArgumentParser
import DocumentModel
import Glibc
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
      BackupCommand.self, RestoreCommand.self, TokenCommand.self, OpenCommand.self,
    ])
}

/// The options of every command on a workspace.
struct WorkspaceOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The workspace's directory.", valueName: "dir"))
  var root: String

  @Option(
    help: ArgumentHelp("The directory of Resources and Public, if not the program's.", valueName: "dir"))
  var files: String?
}

/// The failure of a command: one sentence on standard error, and exit code 1, or 3 while the workspace is in use.
enum Failure {
  /// Runs `body`; an error is reported as its sentence.
  static func reporting<Value>(_ body: () async throws -> Value) async throws -> Value {
    do {
      return try await body()
    } catch let exit as ExitCode {
      throw exit
    } catch {
      report("\(error)")
      throw ExitCode(CommandOutcome(of: error).rawValue)
    }
  }

  /// Writes a line to standard error.
  static func report(_ line: String) {
    let bytes = Array("sheaf: \(line.printable)\n".utf8)
    _ = write(STDERR_FILENO, bytes, bytes.count)
  }
}
