import ArgumentParser
import WebApp

struct RestoreCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore", abstract: "Make a workspace of a snapshot, in an empty or a new directory.",
    discussion: """
      Names, folders, Trash, versions, ids and times are restored. Damaged contents of the backup are named, and \
      everything else is restored. Exit code 0 for a complete restore, 2 for an incomplete one, 3 while another command \
      works in the folder, 1 when the restore failed.
      """)

  @OptionGroup var workspace: WorkspaceOptions

  @Option(help: "The snapshot's name (default: the newest).")
  var snapshot: String?

  @Flag(help: "Print the summary as JSON.")
  var json = false

  @Argument(help: "The folder of the backups.")
  var source: String

  func run() async throws {
    let result = try await Failure.reporting {
      try await WorkspaceBackup.restore(from: source, to: workspace.root, snapshot: snapshot, json: json) {
        Failure.report($0)
      }
    }
    print(result.text)
    if result.outcome != .done { throw ExitCode(result.outcome.rawValue) }
  }
}
