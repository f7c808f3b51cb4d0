import ArgumentParser
import WebApp

struct BackupCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup", abstract: "Make a snapshot of a workspace; also while a server runs.",
    discussion: """
      The folder holds each content once for all snapshots, so that the next snapshot copies new contents only. \
      Exit code 0 when the snapshot is complete, 2 when contents are missing that the workspace should have, 3 while \
      another command works in the folder, 1 when the backup failed.
      """)

  @OptionGroup var workspace: WorkspaceOptions

  @Option(help: "Keep this number of snapshots, and remove older ones.")
  var keep: Int?

  @Flag(help: "Print the summary as JSON.")
  var json = false

  @Argument(help: "The folder of the backups; created if it is missing.")
  var destination: String

  func validate() throws {
    if let keep, keep < 1 { throw ValidationError("--keep must be at least 1.") }
  }

  func run() async throws {
    let result = try await Failure.reporting {
      try await WorkspaceBackup.make(of: workspace.root, to: destination, keeping: keep, json: json) {
        Failure.report($0)
      }
    }
    print(result.text)
    if result.outcome != .done { throw ExitCode(result.outcome.rawValue) }
  }
}
