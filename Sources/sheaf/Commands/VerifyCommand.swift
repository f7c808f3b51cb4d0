import ArgumentParser
import Logging
import WebApp

struct VerifyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Check every document and version against the index, or a folder of backups.",
    discussion: """
      With --root it reads a workspace, with --backup the folder of its backups: every content against its hash, and \
      every snapshot for all that it names. Without --repair it changes nothing, and may run beside a server. \
      Exit code 0 without faults (with --repair: afterwards), 2 when faults were found, 3 when a server keeps a repair \
      from running, 1 when the check failed.
      """)

  @Option(help: ArgumentHelp("The workspace's directory.", valueName: "dir"))
  var root: String?

  @Option(help: ArgumentHelp("A folder of backups, instead of a workspace.", valueName: "dir"))
  var backup: String?

  @Option(
    help: ArgumentHelp("The directory of Resources and Public, if not the program's.", valueName: "dir"))
  var files: String?

  @Flag(help: "Print JSON.")
  var json = false

  @Flag(
    help:
      "Repair what can be, in a workspace that is not being served. Nothing is removed: damaged files go to Library/Damaged."
  )
  var repair = false

  func validate() throws {
    guard (root == nil) != (backup == nil) else {
      throw ValidationError("Name a workspace with --root, or a folder of backups with --backup.")
    }
    if backup != nil, repair {
      throw ValidationError(
        "--repair is for a workspace: of a backup, remove what verify names, and make the next one.")
    }
  }

  func run() async throws {
    let log = ProgramLog.start(level: .error)
    let report = try await Failure.reporting {
      if let backup { return try await WorkspaceCheck.run(backup: backup, json: json) }
      guard let root else { throw ExitCode.validationFailure }
      guard repair else { return try await WorkspaceCheck.run(root: root, json: json, log: log) }
      var configuration = Configuration(root: root)
      configuration.files = files
      configuration.workers = 1
      return try await WorkspaceCheck.repair(configuration, json: json, log: log)
    }
    print(report.text)
    if !report.isClean { throw ExitCode(2) }
  }
}
